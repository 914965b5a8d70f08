//! Patterns of sliding tiles if only some tiles are kept: their cells, and the region of the empty
//! cell.
//!
//! The tiles that are not kept can be moved out of the way at no cost. So of the empty cell only
//! its *region* matters: the connected part of the cells without a kept tile in which it lies. A
//! pattern is a set of cells with one of its regions. Sets are numbered as binary numbers are
//! compared, and the regions of a set by their least cells.

use super::pattern_edge::{MAX_EDGES, MAX_PATTERNS, PatternEdge};
use crate::index::Rotation;
use slidewise_board::{Board, Cell};

/// Most cells of a board, since sets of cells are words of 64 bits.
pub(super) const MAX_CELLS: usize = 64;
/// Most tiles that can be kept.
const MAX_KEPT: usize = 12;
/// Entry of `regions` for a cell of the set itself.
const KEPT: u8 = u8::MAX;

/// What is known of patterns before they are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PatternCounts {
    /// Number of sets of cells; each has one pattern or more.
    pub sets: u64,
    /// Number of edges of all patterns.
    pub edges: u64,
    /// Bytes of a numbering, but for some kilobytes.
    pub bytes: u64,
}

impl PatternCounts {
    /// The counts for `kept` tiles on a board; `None` if there are too many sets or edges, or no
    /// cell would be left.
    pub(super) fn of(board: &Board, kept: usize) -> Option<PatternCounts> {
        let cells = board.cell_count();
        if cells > MAX_CELLS || kept == 0 || kept > MAX_KEPT || kept >= cells {
            return None;
        }
        let sets = choose(cells, kept).filter(|&sets| sets <= MAX_PATTERNS)?;
        let beside = (0..cells).map(|cell| u64::from(neighbours_of(board, cell).count_ones()));
        // A tile steps between two neighbouring cells, and the others stand on any other cells.
        let edges = beside.sum::<u64>() * choose(cells - 2, kept - 1)?;
        (edges <= MAX_EDGES).then_some(PatternCounts {
            sets,
            edges,
            bytes: sets * (cells + size_of::<u32>()) as u64,
        })
    }
}

/// Numbering of the patterns of a board with a number of kept tiles.
#[derive(Debug)]
pub struct RegionPatterns {
    cells: usize,
    kept: usize,
    /// Set of each cell's neighbours, indexed by cell.
    neighbours: Vec<u64>,
    /// Number of sets of `i` cells below each cell, indexed by cell, then `i`.
    binomials: Vec<[u32; MAX_KEPT + 1]>,
    /// What eight cells of a set add to its number, indexed by their place, the number of cells
    /// of the set below them, and the cells as bits.
    ranks: Vec<[[u32; 256]; MAX_KEPT + 1]>,
    /// Number of the first pattern of each set, indexed by set; a last entry has the number of all
    /// patterns.
    first: Vec<u32>,
    /// Region of each cell, indexed by set, then cell; [`KEPT`] for a cell of the set.
    regions: Vec<u8>,
}

impl RegionPatterns {
    /// Numbers the patterns of `kept` tiles on a board; `None` if there are too many, or no cell
    /// would be left.
    pub fn new(board: &Board, kept: usize) -> Option<RegionPatterns> {
        let sets = PatternCounts::of(board, kept)?.sets as usize;
        let cells = board.cell_count();
        let neighbours = (0..cells).map(|cell| neighbours_of(board, cell));
        let binomials = binomials(cells);
        let mut made = RegionPatterns {
            cells,
            kept,
            neighbours: neighbours.collect(),
            ranks: ranks(&binomials),
            binomials,
            first: Vec::with_capacity(sets + 1),
            regions: Vec::with_capacity(sets * cells),
        };
        made.first.push(0);
        let mut patterns = 0;
        let mut set = (1u64 << kept) - 1;
        loop {
            patterns += u32::from(made.number_regions(set));
            made.first.push(patterns);
            match next_set(set) {
                Some(next) if cells == MAX_CELLS || next >> cells == 0 => set = next,
                _ => break,
            }
        }
        Some(made)
    }

    /// Numbers the regions beside a set of cells, and returns how many there are.
    fn number_regions(&mut self, set: u64) -> u8 {
        let from = self.regions.len();
        self.regions.resize(from + self.cells, KEPT);
        let mut left = u64::MAX >> (MAX_CELLS - self.cells) & !set;
        let mut region = 0;
        while left != 0 {
            let mut flood = left & left.wrapping_neg();
            let mut edge = flood;
            while edge != 0 {
                let reached = cells_of(edge).fold(0, |all, cell| all | self.neighbours[cell]);
                edge = reached & left & !flood;
                flood |= edge;
            }
            cells_of(flood).for_each(|cell| self.regions[from + cell] = region);
            left &= !flood;
            region += 1;
        }
        region
    }

    /// Number of patterns.
    pub fn len(&self) -> u64 {
        u64::from(self.first[self.first.len() - 1])
    }

    /// Number of kept tiles.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Size of the numbering in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.first[..]) + self.regions.len()
    }

    /// Whether the patterns are those of a board with these neighbours.
    pub(super) fn is_of(&self, board: &Board) -> bool {
        let cells = 0..board.cell_count();
        cells.len() == self.cells
            && cells
                .zip(&self.neighbours)
                .all(|(cell, &neighbours)| neighbours_of(board, cell) == neighbours)
    }

    /// Number of a set of cells.
    #[inline]
    fn rank(&self, set: u64) -> usize {
        let (mut rank, mut below) = (0, 0);
        for (place, ranks) in self.ranks.iter().enumerate() {
            let cells = (set >> (8 * place)) as u8;
            rank += ranks[below][usize::from(cells)];
            below += cells.count_ones() as usize;
        }
        rank as usize
    }

    /// Pattern of the kept tiles' cells and the empty cell, which must not be among them.
    #[inline]
    pub fn pattern(&self, set: u64, empty: usize) -> u32 {
        let rank = self.rank(set);
        let first = self.first[rank];
        if self.first[rank + 1] == first + 1 {
            return first;
        }
        first + u32::from(self.regions[rank * self.cells + empty])
    }

    /// The set of the kept tiles' cells of a pattern, and the least cell of its region.
    pub(super) fn cells_of_pattern(&self, pattern: u32) -> (u64, usize) {
        let number = self.first.partition_point(|&first| first <= pattern) - 1;
        let region = pattern - self.first[number];
        let regions = &self.regions[number * self.cells..][..self.cells];
        let cell = regions.iter().position(|&own| u32::from(own) == region);
        // The greatest cell of a set is the greatest with no more sets below it than its number.
        let (mut set, mut left) = (0, number as u32);
        for size in (1..=self.kept).rev() {
            let cell = self.binomials.partition_point(|sets| sets[size] <= left) - 1;
            left -= self.binomials[cell][size];
            set |= 1 << cell;
        }
        (set, cell.unwrap_or(self.cells))
    }

    /// Calls `visit` with the colour and the edges of each pattern, ascending.
    ///
    /// An edge moves a kept tile into the region of the empty cell. Each edge changes the sum of
    /// the rows and columns of all kept tiles by one, and the colour is the parity of that sum.
    pub(super) fn for_each(&self, board: &Board, mut visit: impl FnMut(bool, Vec<PatternEdge>)) {
        let mut set = (1u64 << self.kept) - 1;
        let odd_cells = (0..self.cells)
            .filter(|&cell| {
                let square = board.square_of(Cell(cell as u16));
                (square.row + square.column) % 2 == 1
            })
            .fold(0, |all, cell| all | 1u64 << cell);
        for rank in 0..self.first.len() - 1 {
            let regions = (self.first[rank + 1] - self.first[rank]) as usize;
            let mut edges = vec![Vec::new(); regions];
            for from in cells_of(set) {
                for to in cells_of(self.neighbours[from] & !set) {
                    let after = set & !(1 << from) | 1 << to;
                    let turn = rotation(set, from, to);
                    let region = self.regions[rank * self.cells + to];
                    edges[usize::from(region)].push(PatternEdge::new(
                        u64::from(self.pattern(after, from)),
                        (turn.from != turn.to).then_some((0, turn)),
                    ));
                }
            }
            let is_odd = (set & odd_cells).count_ones() % 2 == 1;
            edges.into_iter().for_each(|edges| visit(is_odd, edges));
            set = next_set(set).unwrap_or(set);
        }
    }
}

/// Rotation of the kept tiles' order if the tile on one cell of a set moves to a cell outside it.
#[inline]
pub(super) fn rotation(set: u64, from: usize, to: usize) -> Rotation {
    let below = |cell: usize| (set & ((1 << cell) - 1)).count_ones() as u16;
    Rotation {
        from: below(from),
        to: below(to) - u16::from(from < to),
    }
}

/// Cells of a set, ascending.
#[inline]
pub(super) fn cells_of(set: u64) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        cell
    })
}

/// Set of the neighbours of a cell.
fn neighbours_of(board: &Board, cell: usize) -> u64 {
    let cell = Cell(cell as u16);
    board
        .directions()
        .iter()
        .filter_map(|&direction| board.neighbour(cell, direction))
        .fold(0, |all, cell| all | 1 << cell.0)
}

/// Number of sets of `chosen` among some cells; `None` beyond 64 bits.
fn choose(cells: usize, chosen: usize) -> Option<u64> {
    (0..chosen as u64).try_fold(1u64, |sets, taken| {
        let ways = sets.checked_mul((cells as u64).checked_sub(taken)?)?;
        Some(ways / (taken + 1))
    })
}

/// Numbers of sets of cells below each cell, indexed by cell, then by size.
///
/// Sets of a size are numbered only if all have numbers of 32 bits; for greater sizes the numbers
/// are too small.
fn binomials(cells: usize) -> Vec<[u32; MAX_KEPT + 1]> {
    let mut row = [0u32; MAX_KEPT + 1];
    row[0] = 1;
    let mut rows = Vec::new();
    for _ in 0..cells {
        rows.push(row);
        for size in (1..=MAX_KEPT).rev() {
            row[size] = row[size].saturating_add(row[size - 1]);
        }
    }
    rows
}

/// Numbers that sets of eight cells add, from the numbers of sets below each cell.
fn ranks(binomials: &[[u32; MAX_KEPT + 1]]) -> Vec<[[u32; 256]; MAX_KEPT + 1]> {
    let places = binomials.chunks(8).map(|binomials| {
        let mut ranks = [[0u32; 256]; MAX_KEPT + 1];
        for (below, ranks) in ranks.iter_mut().enumerate() {
            for (cells, rank) in (0u64..).zip(ranks) {
                for (size, cell) in (below + 1..).zip(cells_of(cells)) {
                    // Larger sets, and those with cells beside the board, do not occur.
                    let number = binomials.get(cell).and_then(|sizes| sizes.get(size));
                    *rank = rank.saturating_add(number.copied().unwrap_or(0));
                }
            }
        }
        ranks
    });
    places.collect()
}

/// The next larger set with as many cells; `None` after the last of 64 cells.
fn next_set(set: u64) -> Option<u64> {
    let least = set & set.wrapping_neg();
    let carried = set.checked_add(least)?;
    Some(carried | (set ^ carried) >> 2 >> least.trailing_zeros())
}
