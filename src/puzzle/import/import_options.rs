//! What a user adds to a text in another format: the side of the exit, and a file of the goal.

use crate::exit_side::ExitSide;

/// Facts about a puzzle that its text does not state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportOptions<'t> {
    /// The side at which the goal car of a parking puzzle leaves; by default the marked one, else
    /// the right.
    pub exit: Option<ExitSide>,
    /// The file that holds the goal, for trays, tiles and grids.
    pub goal: Option<GoalFile<'t>>,
    /// Whether [`SourceFormat::of`](super::SourceFormat::of) gave the format of this text; a format
    /// that a user names is compared with it.
    pub is_recognized: bool,
}

/// A file that holds the goal of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalFile<'t> {
    /// The name of the file in errors.
    pub file: &'t str,
    /// The text of the file.
    pub text: &'t str,
}
