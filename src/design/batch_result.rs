//! What the search of one batch found.

use super::hardest::{HardestStart, PieceSet};
use serde::{Deserialize, Serialize};

/// What one batch found, as it is recorded.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BatchResult {
    /// Boards that were listed.
    pub listed: u64,
    /// Solved boards, one for each goal piece that is at its goal.
    pub solved: u64,
    /// Boards that the searches met.
    pub met: u64,
    /// The sets, with their hardest starts.
    pub starts: Vec<(PieceSet, Option<HardestStart>)>,
}
