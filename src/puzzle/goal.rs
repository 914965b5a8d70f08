//! A goal: the cells that certain pieces must cover, and the cells that must be empty.

use slidewise_board::CellSet;

/// A goal of a puzzle; a configuration is solved if it meets at least one goal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Goal {
    /// The demands, each for one piece.
    pub demands: Vec<Demand>,
    /// Cells that must be empty.
    pub empty: CellSet,
}

/// The demand that a piece of `class` covers exactly `cells`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Demand {
    /// The class, as an index into the puzzle's classes.
    pub class: usize,
    /// The cells that the piece covers.
    pub cells: CellSet,
}
