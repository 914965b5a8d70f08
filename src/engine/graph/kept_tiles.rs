//! `KeptTiles`: the graph of a board of sliding tiles if only some tiles are told apart.

use super::arrangement_ranks::ArrangementRanks;
use super::pattern_graph::PatternGraph;
use super::pattern_table::PatternTable;
use super::region_patterns::{PatternCounts, RegionPatterns, rotation};
use crate::index::rotate_digits;
use slidewise_board::Board;

/// Graph of the positions of some kept tiles and of the region of the empty cell.
///
/// An edge is a step of a kept tile; steps of all other tiles change nothing here. The distance
/// between two vertices is therefore the least number of steps of kept tiles. It never exceeds the
/// distance between two positions, and the distances of disjoint sets of kept tiles add up.
#[derive(Debug)]
pub struct KeptTiles {
    patterns: RegionPatterns,
    table: PatternTable,
    orders: ArrangementRanks,
    len: u64,
    /// What a unit of each digit of an order adds to its number, indexed by slot.
    weights: Vec<u64>,
}

/// A vertex of [`KeptTiles`], taken apart so that an edge changes few numbers of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeptVertex {
    /// Set of the cells of the kept tiles.
    pub set: u64,
    /// Pattern: the number of the set with the region of the empty cell.
    pub pattern: u32,
    /// Number of the order of the kept tiles.
    pub order: u64,
    digits: [u8; 12],
}

impl KeptTiles {
    /// Builds the graph of `kept` tiles on a board; `None` if it has too many patterns or edges, or
    /// numbers of more than 64 bits.
    pub fn new(board: &Board, kept: usize) -> Option<KeptTiles> {
        let counts = PatternCounts::of(board, kept)?;
        let patterns = RegionPatterns::new(board, kept)?;
        let orders = ArrangementRanks::of_tiles(kept);
        let len = patterns.len().checked_mul(orders.len())?;
        let table = PatternTable::of_regions(board, &patterns, counts.edges)?;
        let weight = |slot: usize| {
            let value = (1..kept as u64 - slot as u64).product();
            orders.packing().number_of(value)
        };
        let weights = (0..kept).map(weight).collect();
        Some(KeptTiles {
            patterns,
            table,
            orders,
            len,
            weights,
        })
    }

    /// Bytes of memory that the graph of `kept` tiles takes at least, known before it is built;
    /// `None` if it is known that there are too many patterns.
    ///
    /// Only what a set of cells with several regions takes beyond its first region is missing.
    pub fn min_bytes(board: &Board, kept: usize) -> Option<u64> {
        let counts = PatternCounts::of(board, kept)?;
        let table = PatternTable::bytes_for(counts.sets, counts.edges);
        Some(counts.bytes + table + ArrangementRanks::of_tiles(kept).bytes())
    }

    /// Bytes of memory that the graph takes.
    pub fn bytes(&self) -> u64 {
        (self.patterns.bytes() + self.table.bytes()) as u64 + self.orders.bytes()
    }

    /// The patterns, edges and orders, as the dense engine reads them.
    pub fn graph(&self) -> PatternGraph<'_> {
        PatternGraph {
            table: &self.table,
            orders: &self.orders,
            len: self.len,
            is_in_lines: false,
        }
    }

    /// Whether this is a graph of a board with these cells and neighbours.
    pub fn is_of(&self, board: &Board) -> bool {
        self.patterns.is_of(board)
    }

    /// Number of kept tiles.
    pub fn kept(&self) -> usize {
        self.patterns.kept()
    }

    /// Number of patterns.
    pub fn patterns(&self) -> u64 {
        self.patterns.len()
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> u64 {
        self.patterns.len() * self.orders.order_count()
    }

    /// The set of the kept tiles' cells of a pattern, and the least cell of its region; the inverse
    /// of [`KeptTiles::pattern_of`].
    pub fn cells_of_pattern(&self, pattern: u32) -> (u64, usize) {
        self.patterns.cells_of_pattern(pattern)
    }

    /// Pattern of a set of the kept tiles' cells with the region of another cell.
    pub fn pattern_of(&self, set: u64, empty: usize) -> u32 {
        self.patterns.pattern(set, empty)
    }

    /// Vertex of the cells of the kept tiles, in a fixed order of the tiles, and of the empty cell.
    ///
    /// The cells must differ and lie on the board.
    pub fn vertex(&self, cells: &[u8], empty: u8) -> KeptVertex {
        let set = cells.iter().fold(0, |set, &cell| set | 1u64 << cell);
        let mut digits = [0; 12];
        for (tile, &cell) in cells.iter().enumerate() {
            let slot = (set & ((1 << cell) - 1)).count_ones() as usize;
            let smaller_later = cells[..tile].iter().filter(|&&other| other > cell);
            digits[slot] = smaller_later.count() as u8;
        }
        KeptVertex {
            set,
            pattern: self.patterns.pattern(set, usize::from(empty)),
            order: self.number_of(&digits),
            digits,
        }
    }

    fn number_of(&self, digits: &[u8; 12]) -> u64 {
        let digits = digits.iter().zip(&self.weights);
        digits
            .map(|(&digit, weight)| u64::from(digit) * weight)
            .sum()
    }

    /// Number of a vertex.
    #[inline]
    pub fn number(&self, vertex: &KeptVertex) -> u64 {
        u64::from(vertex.pattern) * self.orders.len() + vertex.order
    }

    /// Vertex after the kept tile on the cell `from` has moved to the neighbouring cell `to`, which
    /// must be in the region of the empty cell.
    #[inline]
    pub fn moved(&self, vertex: &KeptVertex, from: usize, to: usize) -> KeptVertex {
        let mut moved = *vertex;
        moved.set = vertex.set & !(1 << from) | 1 << to;
        moved.pattern = self.patterns.pattern(moved.set, from);
        let turn = rotation(vertex.set, from, to);
        if turn.from != turn.to {
            let (least, most) = (turn.from.min(turn.to), turn.from.max(turn.to));
            let window = usize::from(least)..usize::from(most) + 1;
            rotate_digits(turn, &mut moved.digits[..self.weights.len()]);
            let weights = &self.weights[window.clone()];
            let digits = vertex.digits[window.clone()]
                .iter()
                .zip(&moved.digits[window]);
            for ((&before, &after), &weight) in digits.zip(weights) {
                let (before, after) = (u64::from(before), u64::from(after));
                moved.order = moved.order + after * weight - before * weight;
            }
        }
        moved
    }

    /// Calls `visit` with the number of each neighbour of the vertex with a number.
    pub fn for_each_neighbour(&self, number: u64, mut visit: impl FnMut(u64)) {
        let (pattern, order) = (number / self.orders.len(), number % self.orders.len());
        for edge in self.table.slides(pattern) {
            let order = edge.turn().map_or(order, |(group, turn)| {
                let map = self.orders.map(pattern, group, turn);
                self.orders.apply(&map, order)
            });
            visit(edge.pattern * self.orders.len() + order);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_graph_is_known_before_it_is_built() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (2, 5), (4, 4), (8, 8)] {
            let cells = rows * columns;
            let board = Board::new(rows, columns, |_| false).unwrap();
            for kept in (1..cells).take(if cells > 16 { 2 } else { 6 }) {
                let made = KeptTiles::new(&board, kept).unwrap();
                let counts = PatternCounts::of(&board, kept).unwrap();
                assert_eq!(made.table.slide_count() as u64, counts.edges);
                let further = made.patterns() - counts.sets;
                let least = KeptTiles::min_bytes(&board, kept).unwrap();
                // Each list of first numbers has an entry more than there are sets or patterns.
                assert_eq!(made.bytes() - least, 5 * further + 8, "{cells} {kept}");
            }
        }
    }

    #[test]
    fn the_cells_of_each_pattern_are_those_that_have_its_number() {
        for (rows, columns, kept) in [(2, 2, 3), (3, 3, 4), (4, 4, 7), (3, 5, 1), (8, 8, 3)] {
            let board = Board::new(rows, columns, |_| false).unwrap();
            let made = KeptTiles::new(&board, kept).unwrap();
            for pattern in 0..made.patterns() as u32 {
                let (set, empty) = made.cells_of_pattern(pattern);
                assert_eq!((set.count_ones() as usize, set >> empty & 1), (kept, 0));
                assert_eq!(made.pattern_of(set, empty), pattern);
            }
        }
    }

    #[test]
    fn too_many_patterns_or_edges_are_refused_before_they_are_built() {
        let board = Board::new(8, 8, |_| false).unwrap();
        // 635,376 sets of 4 of 64 cells have 8,471,680 edges; there are 7,624,512 sets of 5.
        for kept in [0, 4, 5, 12, 13, 64] {
            assert_eq!(KeptTiles::min_bytes(&board, kept), None, "{kept}");
            assert!(KeptTiles::new(&board, kept).is_none(), "{kept}");
        }
    }
}
