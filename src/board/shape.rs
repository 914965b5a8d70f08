//! The shape of a piece: a polyomino, connected or not, known up to where it lies.
//!
//! It knows its squares relative to its first one (top row, then leftmost), and nothing of any board.

use super::{Board, CellSet, Square};

/// The squares of a piece as offsets from its first square, in reading order; the first is (0, 0).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    offsets: Vec<(i32, i32)>,
}

impl Shape {
    /// The shape of the piece that covers `squares`, with its first square.
    ///
    /// # Panics
    /// If `squares` is empty: a piece covers at least one square.
    pub fn of(squares: &[Square]) -> (Shape, Square) {
        let mut sorted = squares.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let first = sorted[0];
        let offsets = sorted
            .iter()
            .map(|square| {
                (
                    i32::from(square.row) - i32::from(first.row),
                    i32::from(square.column) - i32::from(first.column),
                )
            })
            .collect();
        (Shape { offsets }, first)
    }

    /// The shape of one square.
    pub fn unit() -> Shape {
        Shape {
            offsets: vec![(0, 0)],
        }
    }

    /// The offsets from the first square, in reading order.
    pub fn offsets(&self) -> &[(i32, i32)] {
        &self.offsets
    }

    /// How many squares the shape covers.
    pub fn size(&self) -> usize {
        self.offsets.len()
    }

    /// The cells covered where the first square lies on `first`; `None` if a wall or the edge is in the way.
    pub fn place(&self, board: &Board, first: Square) -> Option<CellSet> {
        self.offsets
            .iter()
            .map(|&offset| board.cell_at(board.offset(first, offset)?))
            .collect()
    }
}
