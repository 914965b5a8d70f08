//! A class: interchangeable pieces, with their shape, their axis, and the cells on which they may
//! stand.
//!
//! Exchanging two pieces of a class does not change a configuration.

use slidewise_board::{Board, Cell, CellSet, Shape};

/// The directions in which the pieces of a class move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    /// Pieces move in all four directions.
    Free,
    /// Pieces move left and right only, so each stays in the row where it starts.
    Horizontal,
    /// Pieces move up and down only, so each stays in the column where it starts.
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

/// Interchangeable pieces, all with the same shape, axis and allowed cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Class {
    /// The tokens of the pieces; canonical text assigns them in the order of the pieces' first
    /// cells.
    ///
    /// A token in the list `units` occurs once for each of its pieces.
    pub labels: Vec<String>,
    /// The shape of each piece.
    pub shape: Shape,
    /// The directions in which the pieces move.
    pub axis: Axis,
    /// The cells on which the pieces may stand: all but the gates that are closed to them.
    pub allowed: CellSet,
}

impl Class {
    /// Number of pieces in the class.
    pub fn size(&self) -> usize {
        self.labels.len()
    }

    /// The cells of a piece with the first cell `first`; `None` if no piece of the class may stand
    /// there.
    pub fn place(&self, board: &Board, first: Cell) -> Option<CellSet> {
        let cells = self.shape.cells(board, board.square_of(first));
        cells
            .map(|cell| cell.filter(|&cell| self.allowed.contains(cell)))
            .collect()
    }

    /// The index of the row or column that a piece with this first cell never leaves; `None` for
    /// the free axis.
    pub fn lane(&self, board: &Board, first: Cell) -> Option<u16> {
        let square = board.square_of(first);
        match self.axis {
            Axis::Free => None,
            Axis::Horizontal => Some(square.row),
            Axis::Vertical => Some(square.column),
        }
    }
}
