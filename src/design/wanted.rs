//! What is asked of a family.

use super::hardest::SetKind;
use slidewise_engine::graph::Metric;

/// What is asked of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// What counts as one move.
    pub metric: Metric,
    /// How sets of pieces are told apart.
    pub by: SetKind,
    /// The fewest moves of a start.
    pub least: u32,
    /// The most moves of a start.
    pub most: Option<u32>,
    /// Only starts with exactly one shortest solution.
    pub is_unique: bool,
    /// Only starts that every reduced piece makes easier.
    pub is_minimal: bool,
}

impl Wanted {
    /// Whether some starts are left out: then sets without a start are, too.
    pub fn is_restricted(&self) -> bool {
        self.least > 0 || self.most.is_some() || self.is_unique || self.is_minimal
    }
}
