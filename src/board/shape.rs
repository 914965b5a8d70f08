//! The shape of a piece: a polyomino, connected or not, known up to where it lies.
//!
//! It knows its squares relative to its first one (top row, then leftmost), and nothing of any board.

use super::{Board, Cell, CellSet, Square};

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

    /// How many rows and columns the shape extends over.
    pub fn extent(&self) -> (usize, usize) {
        let (mut left, mut right, mut below) = (0, 0, 0);
        for &(row, column) in &self.offsets {
            (left, right, below) = (column.min(left), column.max(right), row.max(below));
        }
        (below as usize + 1, (right - left) as usize + 1)
    }

    /// The cells covered where the first square lies on `first`; `None` if a wall or the edge is in the way.
    pub fn place(&self, board: &Board, first: Square) -> Option<CellSet> {
        self.cells(board, first).collect()
    }

    /// The same one by one, in reading order; `None` for each of which a wall or the edge is in the way.
    pub fn cells<'a>(
        &'a self,
        board: &'a Board,
        first: Square,
    ) -> impl Iterator<Item = Option<Cell>> + 'a {
        let offsets = self.offsets.iter();
        offsets.map(move |&offset| board.cell_at(board.offset(first, offset)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_counts_rows_and_columns_on_both_sides_of_the_first_square() {
        let shape = |squares: &[(u16, u16)]| {
            let squares = squares.iter().map(|&(row, column)| Square { row, column });
            Shape::of(&squares.collect::<Vec<_>>()).0
        };
        assert_eq!(Shape::unit().extent(), (1, 1));
        assert_eq!(shape(&[(3, 4), (4, 2), (4, 3), (4, 4)]).extent(), (2, 3));
        assert_eq!(shape(&[(0, 2), (1, 1), (2, 4)]).extent(), (3, 4));
        assert_eq!(shape(&[(5, 0), (5, 3)]).extent(), (1, 4));
    }
}
