//! The side of a board through which the goal car of a parking puzzle leaves.

use std::str::FromStr;

/// A side of the board through which the goal car leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExitSide {
    /// The left end of a row.
    Left,
    /// The right end of a row.
    Right,
    /// The upper end of a column.
    Top,
    /// The lower end of a column.
    Bottom,
}

impl ExitSide {
    /// All sides.
    pub const ALL: [ExitSide; 4] = [
        ExitSide::Left,
        ExitSide::Right,
        ExitSide::Top,
        ExitSide::Bottom,
    ];

    /// The name of the side, as in `--exit right`.
    pub fn name(self) -> &'static str {
        match self {
            ExitSide::Left => "left",
            ExitSide::Right => "right",
            ExitSide::Top => "top",
            ExitSide::Bottom => "bottom",
        }
    }

    /// Whether a car that leaves here moves along a row.
    pub(super) fn is_horizontal(self) -> bool {
        matches!(self, ExitSide::Left | ExitSide::Right)
    }
}

impl FromStr for ExitSide {
    type Err = String;

    fn from_str(name: &str) -> Result<ExitSide, String> {
        let found = ExitSide::ALL.into_iter().find(|side| side.name() == name);
        found.ok_or_else(|| "expected left, right, top or bottom".to_owned())
    }
}
