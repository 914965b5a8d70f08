//! Stand-in for the sheet of `design`, in builds without the feature `pictures`.

use slidewise_puzzle::Puzzle;

/// No sheet, because this build draws no pictures.
pub(crate) fn sheet(_title: &str, _starts: &[(Puzzle, String)]) -> Option<String> {
    None
}
