//! A set of pieces in an answer.

use slidewise_puzzle::Puzzle;

/// A set with its hardest start as a puzzle.
pub(super) struct SetAnswer {
    /// The numbers of pieces of each size.
    pub(super) sizes: Vec<u32>,
    /// The pieces in words.
    pub(super) words: String,
    /// The fewest moves; 0 if none can be solved.
    pub(super) moves: u32,
    /// The puzzle with its text and its first goal, if one can be solved.
    pub(super) puzzle: Option<(Puzzle, String, String)>,
}
