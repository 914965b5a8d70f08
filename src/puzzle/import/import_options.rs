//! What a user adds to a text in another format: the side of the exit, and a file of the goal.

use crate::exit_side::ExitSide;

/// Facts about a puzzle that its text does not state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportOptions<'t> {
    /// The side at which the goal car of a parking puzzle leaves; by default the marked one, else
    /// the right.
    pub exit: Option<ExitSide>,
    /// The text of a file that holds the goal, for trays, tiles and grids.
    pub goal: Option<&'t str>,
}
