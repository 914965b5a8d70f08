//! Positions as rows of bytes, and the numbers of many positions at once.
//!
//! A row has a byte for each square of the board, in reading order: 0 for an empty cell, k for
//! piece k of the puzzle (counted from 1), 255 for a square that is no cell. Puzzles whose pieces
//! are all different unit tiles, on a board without walls, are ranked by a table of patterns and
//! the digits of an arrangement; all others position by position through the index.

use crate::error::InputError;
use pyo3::prelude::*;
use slidewise_app::Problem;
use slidewise_board::{Cell, Square};
use slidewise_engine::graph::{Graph, RankLayout};
use slidewise_engine::index::{are_odd, digits_of_rank};
use slidewise_puzzle::{Configuration, Puzzle};

/// Byte of a square that is no cell.
const WALL: u8 = 255;
/// Most cells of a board whose patterns lie in a table of all sets of cells.
const MAX_CELLS: usize = 20;
/// Most tiles whose order fits a word of nibbles.
const MAX_TILES: usize = 16;
/// Most of the last tiles whose orders lie in a table.
const TAIL: usize = 7;
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
                "{} has {} pieces, and an array of bytes has room for 254",
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
    pub(crate) fn read(&self, puzzle: &Puzzle, row: &[u8]) -> Option<Configuration> {
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

/// Writes positions as rows of bytes, from the first cells of their pieces.
pub(crate) struct BoardWriter {
    /// A row without pieces.
    empty: Vec<u8>,
    /// The square of each cell.
    squares: Vec<usize>,
    /// The squares of each piece, less that of its first cell.
    shapes: Vec<Vec<usize>>,
}

impl BoardWriter {
    /// Prepares the rows of a puzzle, which must have [`PieceLabels`].
    pub(crate) fn new(puzzle: &Puzzle) -> BoardWriter {
        let board = &puzzle.board;
        let at = |cell: Cell| {
            let square = board.square_of(cell);
            usize::from(square.row) * board.columns() + usize::from(square.column)
        };
        let squares: Vec<usize> = board.cells().iter().map(at).collect();
        let mut empty = vec![WALL; board.rows() * board.columns()];
        squares.iter().for_each(|&square| empty[square] = 0);
        let mut shapes = Vec::new();
        for class in 0..puzzle.classes.len() {
            for cells in puzzle.pieces_of(&puzzle.start, class) {
                let own: Vec<usize> = cells.iter().map(at).collect();
                shapes.push(own.iter().map(|square| square - own[0]).collect());
            }
        }
        BoardWriter {
            empty,
            squares,
            shapes,
        }
    }

    /// The square of a cell, in reading order.
    pub(crate) fn square_of(&self, cell: Cell) -> usize {
        self.squares[cell.index()]
    }

    /// Appends the row of a position to others.
    pub(crate) fn append(&self, firsts: &[Cell], rows: &mut Vec<u8>) {
        let begin = rows.len();
        rows.extend_from_slice(&self.empty);
        let row = &mut rows[begin..];
        for (piece, (&first, shape)) in firsts.iter().zip(&self.shapes).enumerate() {
            let first = self.square_of(first);
            for square in shape {
                row[first + square] = piece as u8 + 1;
            }
        }
    }
}

/// A number that is not the number of a position.
#[derive(Clone, Copy)]
pub(crate) struct NoPosition(i64);

impl NoPosition {
    /// The problem of the number, in a puzzle of this name.
    pub(crate) fn in_words(self, puzzle: &str) -> Problem {
        Problem::of_input(
            format!("{} is not the number of a position of {puzzle}", self.0),
            "numbers() gives those of all positions, rank() and index_of() those of boards",
        )
    }
}

/// A number as a vertex.
///
/// # Errors
/// If it is not the number of a position.
pub(crate) fn vertex_of(graph: &Graph, index: i64) -> Result<u64, NoPosition> {
    let found = u64::try_from(index).ok();
    found
        .filter(|&own| graph.is_vertex(own))
        .ok_or(NoPosition(index))
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

    /// Writes the positions of numbers to rows of zeros, one after the other.
    ///
    /// # Errors
    /// If a number is not that of a position.
    pub(crate) fn unrank(
        &self,
        graph: &Graph,
        indices: &[i64],
        rows: &mut [u8],
    ) -> Result<(), NoPosition> {
        if let Some(tiles) = &self.tiles {
            return tiles.unrank_all(graph, indices, rows);
        }
        for (&signed, row) in indices.iter().zip(rows.chunks_exact_mut(self.squares)) {
            let index = vertex_of(graph, signed)?;
            let configuration = graph.configuration(index);
            row.copy_from_slice(&self.labels.row_of(graph.puzzle(), &configuration));
        }
        Ok(())
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
    /// Letter of each byte; 16 for none.
    letter_of: [u8; 256],
    /// Parity of the arrangements of each pattern: 1 for odd.
    parity: Vec<u8>,
    /// How much a digit counts in the rank, by the number of tiles before it; 0 after the last.
    weights: Vec<u64>,
    /// The orders of the last tiles, by rank.
    tails: Vec<(u32, u8)>,
    tiles: usize,
    layout: RankLayout,
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
        if are_alike || !is_plain || squares > MAX_CELLS || tiles > MAX_TILES {
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
        let mut letter_of = [MAX_TILES as u8; 256];
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
            weights: weights_of(tiles, squares),
            tails: tails_of(tiles),
            tiles,
            layout: orders.packing(),
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
        let orders = graph.orders().len();
        let one = |row: &[u8]| {
            let (pattern, rank, is_odd) = self.split(row)?;
            if self.is_halved && (self.parity[pattern] == 1) != is_odd {
                return None;
            }
            let value = if self.is_halved { rank / 2 } else { rank };
            Some(pattern as u64 * orders + number_of(self.layout, value))
        };
        rows.map(|row| one(row).map_or(-1, |index| index as i64))
            .collect()
    }

    /// Pattern of a row, rank of its arrangement, and whether this is odd; `None` if the row is no
    /// position.
    ///
    /// Without a branch, since the empty cell lies anywhere: for an empty cell all masks are 0.
    #[inline]
    fn split(&self, row: &[u8]) -> Option<(usize, u64, bool)> {
        // Nibble k: how many of the letters below k are left.
        let mut smaller = 0xFEDC_BA98_7654_3210u64;
        let (mut set, mut seen, mut met) = (0usize, 0u32, 0usize);
        let (mut rank, mut sum) = (0u64, 0u64);
        for (place, &square) in self.square_at.iter().enumerate() {
            let byte = row[usize::from(square)];
            let is_tile = usize::from(byte != 0);
            let mask = (is_tile as u64).wrapping_neg();
            let letter = u32::from(self.letter_of[usize::from(byte)]);
            let shift = letter % 16 * 4;
            let digit = smaller >> shift & 15 & mask;
            smaller = smaller.wrapping_sub(0x1111_1111_1111_1110 << shift & mask);
            seen |= (is_tile as u32) << letter;
            set |= is_tile << place;
            rank += digit * self.weights[met];
            sum += digit;
            met += is_tile;
        }
        let pattern = self.pattern_of[set];
        let is_whole = met == self.tiles && seen == (1 << self.tiles) - 1;
        (is_whole && pattern != NO_PATTERN).then_some((pattern as usize, rank, sum % 2 == 1))
    }

    fn unrank_all(
        &self,
        graph: &Graph,
        indices: &[i64],
        rows: &mut [u8],
    ) -> Result<(), NoPosition> {
        macro_rules! by_count {
            ($($count:literal)*) => {
                match self.tiles {
                    $($count => self.unrank_tiles::<$count>(graph, indices, rows),)*
                    _ => unreachable!("a board has at most {MAX_TILES} tiles here"),
                }
            };
        }
        by_count!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }

    /// Writes the positions of boards with `N` tiles: a constant, so that all divisions but one are
    /// by constants.
    fn unrank_tiles<const N: usize>(
        &self,
        graph: &Graph,
        indices: &[i64],
        rows: &mut [u8],
    ) -> Result<(), NoPosition> {
        let (orders, len) = (graph.orders().len(), graph.len());
        let tail = N.min(TAIL);
        let tails: u64 = (1..=tail as u64).product();
        for (&signed, row) in indices
            .iter()
            .zip(rows.chunks_exact_mut(self.square_at.len()))
        {
            let index = signed as u64;
            if index >= len {
                return Err(NoPosition(signed));
            }
            let (pattern, number) = ((index / orders) as usize, index % orders);
            let value = value_of(self.layout, number).ok_or(NoPosition(signed))?;
            let full = value << u32::from(self.is_halved);
            let (mut rest, last) = (full / tails, (full % tails) as usize);
            let mut digits = [0u8; N];
            let mut sum = 0;
            for slot in (0..N - tail).rev() {
                let values = (N - slot) as u64;
                digits[slot] = (rest % values) as u8;
                sum += digits[slot];
                rest /= values;
            }
            let squares = &self.squares[pattern * N..][..N];
            let mut left = 0xFEDC_BA98_7654_3210u64;
            for (&digit, &square) in digits[..N - tail].iter().zip(squares) {
                let shift = u32::from(digit) * 4;
                let letter = (left >> shift) as usize & 15;
                let below = (1u64 << shift) - 1;
                left = left & below | left >> 4 & !below;
                row[usize::from(square)] = self.byte_of[letter];
            }
            // The two arrangements of a value follow each other, one of each parity.
            let is_other = (self.tails[last].1 ^ sum ^ self.parity[pattern]) & 1;
            let last = last + usize::from(is_other & u8::from(self.is_halved));
            let order = self.tails[last].0;
            for (slot, &square) in squares[N - tail..].iter().enumerate() {
                let place = order >> (4 * slot) & 15;
                let letter = (left >> (4 * place)) as usize & 15;
                row[usize::from(square)] = self.byte_of[letter];
            }
        }
        Ok(())
    }
}

/// How much a digit counts in the rank, by the number of tiles before it; a row of too many tiles
/// meets zeros.
fn weights_of(tiles: usize, squares: usize) -> Vec<u64> {
    let weight = |met: usize| match tiles.checked_sub(met + 1) {
        Some(after) => (1..=after as u64).product(),
        None => 0,
    };
    (0..=squares).map(weight).collect()
}

/// The orders of the last tiles by rank, as nibbles from the lowest, with their parity.
fn tails_of(tiles: usize) -> Vec<(u32, u8)> {
    let tail = tiles.min(TAIL);
    let order = |rank: usize| {
        let mut digits = [0; TAIL];
        digits_of_rank(rank as u64, &mut digits[..tail]);
        let mut left: Vec<u32> = (0..tail as u32).collect();
        let letters = digits[..tail].iter().enumerate();
        let nibbles = letters.map(|(slot, &digit)| left.remove(usize::from(digit)) << (4 * slot));
        let nibbles = nibbles.sum();
        (nibbles, u8::from(are_odd(&digits[..tail])))
    };
    (0..(1..=tail).product()).map(order).collect()
}

/// The number of a value, by constants where arrangements lie in blocks.
#[inline]
fn number_of(layout: RankLayout, value: u64) -> u64 {
    match layout {
        RankLayout::Grouped { orders: 60 } => RankLayout::Grouped { orders: 60 }.number_of(value),
        other => other.number_of(value),
    }
}

/// The value of a number, by constants where arrangements lie in blocks.
#[inline]
fn value_of(layout: RankLayout, number: u64) -> Option<u64> {
    match layout {
        RankLayout::Grouped { orders: 60 } => RankLayout::Grouped { orders: 60 }.value_of(number),
        other => other.value_of(number),
    }
}
