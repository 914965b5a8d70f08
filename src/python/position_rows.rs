//! Positions as rows of bytes, and the numbers of many positions at once.
//!
//! A row has a byte for each square of the board, in reading order: 0 for an empty cell, k for piece
//! k of the puzzle (counted from 1), 255 for a square that is no cell. Puzzles whose pieces are all
//! different unit tiles, on a board without walls, are ranked by a table of patterns and the digits
//! of an arrangement; all others position by position through the index.

use crate::error::InputError;
use pyo3::prelude::*;
use slidewise_board::{Cell, Square};
use slidewise_engine::graph::Graph;
use slidewise_puzzle::{Configuration, Puzzle};

/// Byte of a square that is no cell.
const WALL: u8 = 255;
/// Most cells of a board whose patterns lie in a table of all sets of cells.
const MOST_CELLS: usize = 20;
/// Most tiles whose order fits a word of nibbles.
const MOST_TILES: usize = 16;
/// Entry of the table for a set of cells that is no pattern.
const NO_PATTERN: u32 = u32::MAX;

/// The pieces of a puzzle by their bytes.
pub(crate) struct PieceLabels {
    /// Byte of the first piece of each class.
    first: Vec<u8>,
    /// Class of each piece, by its byte less 1.
    class: Vec<usize>,
}

impl PieceLabels {
    /// The bytes of a puzzle's pieces.
    ///
    /// # Errors
    /// If there are more pieces than bytes.
    pub(crate) fn of(_py: Python<'_>, puzzle: &Puzzle) -> PyResult<PieceLabels> {
        let classes = puzzle.classes.iter().enumerate();
        let class: Vec<usize> = classes
            .flat_map(|(number, class)| vec![number; class.size()])
            .collect();
        if class.len() >= usize::from(WALL) {
            return Err(InputError::new_err(format!(
                "{} has {} pieces, and an array of bytes tells at most 254 apart",
                puzzle.name,
                class.len()
            )));
        }
        let first = (0..puzzle.classes.len())
            .map(|own| class.partition_point(|&class| class < own) as u8 + 1)
            .collect();
        Ok(PieceLabels { first, class })
    }

    /// A configuration as a row of bytes.
    pub(crate) fn row_of(&self, puzzle: &Puzzle, configuration: &Configuration) -> Vec<u8> {
        let board = &puzzle.board;
        let at =
            |square: Square| usize::from(square.row) * board.columns() + usize::from(square.column);
        let mut row = vec![WALL; board.rows() * board.columns()];
        for cell in board.cells().iter() {
            row[at(board.square_of(cell))] = 0;
        }
        for class in 0..puzzle.classes.len() {
            for (byte, cells) in (self.first[class]..).zip(puzzle.pieces_of(configuration, class)) {
                for cell in cells.iter() {
                    row[at(board.square_of(cell))] = byte;
                }
            }
        }
        row
    }

    /// Reads a row of bytes; `None` if it is no position of the puzzle.
    ///
    /// Pieces of one class may stand in any order.
    fn read(&self, puzzle: &Puzzle, row: &[u8]) -> Option<Configuration> {
        let board = &puzzle.board;
        let mut first_of: Vec<Option<Cell>> = vec![None; self.class.len()];
        for (at, &byte) in row.iter().enumerate() {
            let square = Square {
                row: (at / board.columns()) as u16,
                column: (at % board.columns()) as u16,
            };
            match (board.cell_at(square), byte) {
                (Some(_), 0) | (None, WALL) => {}
                (Some(cell), piece) if piece != WALL => {
                    first_of
                        .get_mut(usize::from(piece) - 1)?
                        .get_or_insert(cell);
                }
                _ => return None,
            }
        }
        let mut firsts = vec![Vec::new(); puzzle.classes.len()];
        for (piece, first) in first_of.into_iter().enumerate() {
            firsts[self.class[piece]].push(first?);
        }
        for (class, firsts) in puzzle.classes.iter().zip(&firsts) {
            if firsts
                .iter()
                .any(|&first| class.place(board, first).is_none())
            {
                return None;
            }
        }
        let read = Configuration::new(firsts);
        // Only the first cell of each piece was read: the others must be where its shape puts them.
        let again = self.row_of(puzzle, &read);
        let alike = |(&one, &other): (&u8, &u8)| match (one, other) {
            (0 | WALL, _) | (_, 0 | WALL) => one == other,
            _ => self.class[usize::from(one) - 1] == self.class[usize::from(other) - 1],
        };
        again.iter().zip(row).all(alike).then_some(read)
    }
}

/// The ranks of many positions of a graph.
pub(crate) struct PositionRows {
    labels: PieceLabels,
    tiles: Option<TileRows>,
    squares: usize,
}

impl PositionRows {
    /// Prepares the ranks of a graph's positions.
    ///
    /// # Errors
    /// If the puzzle has too many pieces for bytes.
    pub(crate) fn new(py: Python<'_>, graph: &Graph) -> PyResult<PositionRows> {
        let board = &graph.puzzle().board;
        Ok(PositionRows {
            labels: PieceLabels::of(py, graph.puzzle())?,
            tiles: TileRows::new(graph),
            squares: board.rows() * board.columns(),
        })
    }

    /// The numbers of positions, one row after the other; -1 for a row that is no position of the
    /// graph.
    pub(crate) fn rank(&self, graph: &Graph, rows: &[u8]) -> Vec<i64> {
        let rows = rows.chunks_exact(self.squares);
        let slow = |row: &[u8]| {
            let read = self.labels.read(graph.puzzle(), row)?;
            graph.index_of(&read)
        };
        match &self.tiles {
            Some(tiles) => tiles.rank_all(graph, rows),
            None => rows
                .map(|row| slow(row).map_or(-1, |index| index as i64))
                .collect(),
        }
    }

    /// Writes the positions of vertices, one row after the other.
    pub(crate) fn unrank(&self, graph: &Graph, indices: &[u64], rows: &mut [u8]) {
        match &self.tiles {
            Some(tiles) => tiles.unrank_all(graph, indices, rows),
            None => {
                for (&index, row) in indices.iter().zip(rows.chunks_exact_mut(self.squares)) {
                    let configuration = graph.configuration(index);
                    row.copy_from_slice(&self.labels.row_of(graph.puzzle(), &configuration));
                }
            }
        }
    }
}

/// Rows of a board without walls whose pieces are all different unit tiles.
struct TileRows {
    /// The square of each place, in the order in which the index scans the cells.
    square_at: Vec<u8>,
    /// Pattern of each set of places; `NO_PATTERN` for a set that is none.
    pattern_of: Vec<u32>,
    /// Squares of the tiles of each pattern in the order of the scan, one pattern after the other.
    squares: Vec<u8>,
    /// Byte of the tile of each letter.
    byte_of: Vec<u8>,
    /// Letter of each byte; 255 for none.
    letter_of: [u8; 256],
    /// Parity of the arrangements of each pattern: 1 for odd.
    parity: Vec<u8>,
    tiles: usize,
    /// Whether the graph numbers only one parity of the arrangements of each pattern.
    is_halved: bool,
}

impl TileRows {
    fn new(graph: &Graph) -> Option<TileRows> {
        let (puzzle, space) = (graph.puzzle(), graph.space());
        let layout = space.layout();
        let board = &puzzle.board;
        let squares = board.rows() * board.columns();
        let tiles = puzzle.piece_count();
        let [arrangement] = space.arrangements() else {
            return None;
        };
        let are_alike = puzzle.classes.iter().any(|class| class.size() != 1)
            || !arrangement.is_distinct()
            || arrangement.slots() != tiles;
        let is_plain = board.cell_count() == squares && layout.scan.cell_count() == squares;
        if are_alike || !is_plain || squares > MOST_CELLS || tiles > MOST_TILES {
            return None;
        }
        let square_at: Vec<u8> = (0..squares as u16)
            .map(|place| layout.scan.cell_at(place).index() as u8)
            .collect();
        let byte_of: Vec<u8> = layout.groups[0]
            .classes
            .iter()
            .map(|&class| class as u8 + 1)
            .collect();
        let mut letter_of = [u8::MAX; 256];
        for (letter, &byte) in byte_of.iter().enumerate() {
            letter_of[usize::from(byte)] = letter as u8;
        }
        let orders = graph.orders();
        let is_halved = orders.pivots().next().is_some();
        let mut rows = TileRows {
            pattern_of: vec![NO_PATTERN; 1 << squares],
            squares: Vec::with_capacity(graph.patterns() as usize * tiles),
            parity: Vec::with_capacity(graph.patterns() as usize),
            square_at,
            byte_of,
            letter_of,
            tiles,
            is_halved,
        };
        for pattern in 0..graph.patterns() {
            let covered = puzzle.covered(&graph.configuration(pattern * orders.len()));
            let mut set = 0;
            for (place, &square) in rows.square_at.iter().enumerate() {
                if covered.contains(Cell(u16::from(square))) {
                    set |= 1 << place;
                    rows.squares.push(square);
                }
            }
            rows.pattern_of[set] = pattern as u32;
            rows.parity.push(orders.signs(pattern) & 1);
        }
        Some(rows)
    }

    fn rank_all<'r>(&self, graph: &Graph, rows: impl Iterator<Item = &'r [u8]>) -> Vec<i64> {
        let (orders, packing) = (graph.orders().len(), graph.orders().packing());
        let one = |row: &[u8]| {
            let (pattern, rank, is_odd) = self.split(row)?;
            if self.is_halved && (self.parity[pattern] == 1) != is_odd {
                return None;
            }
            let value = if self.is_halved { rank / 2 } else { rank };
            Some(pattern as u64 * orders + packing.number_of(value))
        };
        rows.map(|row| one(row).map_or(-1, |index| index as i64))
            .collect()
    }

    /// Pattern of a row, rank of its arrangement, and whether this is odd; `None` if the row is no
    /// position.
    #[inline]
    fn split(&self, row: &[u8]) -> Option<(usize, u64, bool)> {
        let mut set = 0;
        let mut left: u32 = (1 << self.tiles) - 1;
        let (mut rank, mut sum, mut slots) = (0u64, 0u32, self.tiles as u64);
        for (place, &square) in self.square_at.iter().enumerate() {
            let byte = row[usize::from(square)];
            if byte == 0 {
                continue;
            }
            set |= 1usize << place;
            let letter = self.letter_of[usize::from(byte)];
            let bit = 1u32.checked_shl(u32::from(letter))?;
            if left & bit == 0 {
                return None;
            }
            let digit = (left & (bit - 1)).count_ones();
            left ^= bit;
            rank = rank * slots + u64::from(digit);
            slots -= 1;
            sum += digit;
        }
        let pattern = self.pattern_of[set];
        (left == 0 && pattern != NO_PATTERN).then_some((pattern as usize, rank, sum % 2 == 1))
    }

    fn unrank_all(&self, graph: &Graph, indices: &[u64], rows: &mut [u8]) {
        macro_rules! by_count {
            ($($count:literal)*) => {
                match self.tiles {
                    $($count => self.unrank_tiles::<$count>(graph, indices, rows),)*
                    _ => unreachable!("a board has at most {MOST_TILES} tiles here"),
                }
            };
        }
        by_count!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }

    /// Writes the positions of boards with `N` tiles: a constant, so that no division by a variable
    /// is left.
    fn unrank_tiles<const N: usize>(&self, graph: &Graph, indices: &[u64], rows: &mut [u8]) {
        let (orders, packing) = (graph.orders().len(), graph.orders().packing());
        let rows = rows.chunks_exact_mut(self.square_at.len());
        for (&index, row) in indices.iter().zip(rows) {
            let (pattern, number) = ((index / orders) as usize, index % orders);
            let value = packing.value_of(number).unwrap_or(0);
            let mut rest = if self.is_halved { value * 2 } else { value };
            let mut digits = [0u8; N];
            for slot in (0..N).rev() {
                let values = (N - slot) as u64;
                digits[slot] = (rest % values) as u8;
                rest /= values;
            }
            if self.is_halved && N >= 2 {
                let sum: u32 = digits.iter().map(|&digit| u32::from(digit)).sum();
                // The two arrangements of a value differ in the last digit that can differ.
                digits[N - 2] ^= (sum as u8 ^ self.parity[pattern]) & 1;
            }
            row.fill(0);
            let mut left = 0xFEDC_BA98_7654_3210u64;
            let squares = &self.squares[pattern * N..][..N];
            for (&digit, &square) in digits.iter().zip(squares) {
                let shift = u32::from(digit) * 4;
                let letter = (left >> shift) as usize & 15;
                let below = (1u64 << shift) - 1;
                left = left & below | left >> 4 & !below;
                row[usize::from(square)] = self.byte_of[letter];
            }
        }
    }
}
