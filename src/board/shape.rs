//! The shape of a piece: a set of squares, connected or not, up to translation.
//!
//! A shape stores the offsets of its squares from its first square, the leftmost square of its top
//! row. It belongs to no board.

use super::{Board, Cell, CellSet, Square};

/// The squares of a piece as offsets from its first square, in reading order; the first is (0, 0).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    offsets: Vec<(i32, i32)>,
}

impl Shape {
    /// Splits `squares` into their shape and their first square.
    ///
    /// # Panics
    /// If `squares` is empty.
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

    /// The shape of a single square.
    pub fn unit() -> Shape {
        Shape {
            offsets: vec![(0, 0)],
        }
    }

    /// The offsets from the first square, in reading order.
    pub fn offsets(&self) -> &[(i32, i32)] {
        &self.offsets
    }

    /// Number of squares in the shape.
    pub fn size(&self) -> usize {
        self.offsets.len()
    }

    /// Number of rows and number of columns of the bounding rectangle.
    pub fn extent(&self) -> (usize, usize) {
        let (mut left, mut right, mut below) = (0, 0, 0);
        for &(row, column) in &self.offsets {
            (left, right, below) = (column.min(left), column.max(right), row.max(below));
        }
        (below as usize + 1, (right - left) as usize + 1)
    }

    /// The set of cells that the shape covers with its first square on `first`.
    ///
    /// `None` if it would cover a wall or a square outside the board.
    pub fn place(&self, board: &Board, first: Square) -> Option<CellSet> {
        self.cells(board, first).collect()
    }

    /// The cells that the shape covers with its first square on `first`, in reading order.
    ///
    /// An item is `None` for a wall and for a square outside the board.
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
