//! A class: the pieces that look alike, with what they may do.
//!
//! Two pieces of one class have the same shape and the same rights, and swapping them changes nothing.

use slidewise_board::{Board, Cell, CellSet, Shape};

/// Along which line the pieces of a class move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    /// All four directions.
    Free,
    /// Left and right only: each piece keeps the row in which it starts.
    Horizontal,
    /// Up and down only: each piece keeps the column in which it starts.
    Vertical,
}

impl Axis {
    /// The name: `free`, `horizontal` or `vertical`.
    pub fn name(self) -> &'static str {
        match self {
            Axis::Free => "free",
            Axis::Horizontal => "horizontal",
            Axis::Vertical => "vertical",
        }
    }
}

/// Pieces of one shape with the same rights that are not told apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Class {
    /// The token of each piece, in the order in which canonical text gives them out: as many as there are
    /// pieces; a token of `units` stands as often as it has pieces.
    pub labels: Vec<String>,
    /// The shape of each of its pieces.
    pub shape: Shape,
    /// Along which line they move.
    pub axis: Axis,
    /// The cells on which they may stand: all but the gates that are closed to them.
    pub allowed: CellSet,
}

impl Class {
    /// How many pieces the class has.
    pub fn size(&self) -> usize {
        self.labels.len()
    }

    /// The cells of a piece whose first cell is `first`; `None` where it cannot stand.
    pub fn place(&self, board: &Board, first: Cell) -> Option<CellSet> {
        let cells = self.shape.cells(board, board.square_of(first));
        cells
            .map(|cell| cell.filter(|&cell| self.allowed.contains(cell)))
            .collect()
    }

    /// The number of the line that a piece with this first cell keeps: its row or column; `None` if it is free.
    pub fn lane(&self, board: &Board, first: Cell) -> Option<u16> {
        let square = board.square_of(first);
        match self.axis {
            Axis::Free => None,
            Axis::Horizontal => Some(square.row),
            Axis::Vertical => Some(square.column),
        }
    }
}
