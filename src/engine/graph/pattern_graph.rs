//! `PatternGraph`: patterns, their edges and their arrangements, as the dense engine reads them.

use super::arrangement_ranks::ArrangementRanks;
use super::pattern_table::PatternTable;

/// Part of a state graph that the dense engine reads; graphs of other origin have it too.
///
/// A vertex is the number of a pattern times the number of arrangement ranks, plus the rank of an
/// arrangement.
#[derive(Clone, Copy, Debug)]
pub struct PatternGraph<'g> {
    /// Edges and colours of the patterns.
    pub table: &'g PatternTable,
    /// Numbering of the arrangements of a pattern.
    pub orders: &'g ArrangementRanks,
    /// Number of vertex numbers, unused ones included.
    pub len: u64,
    /// Whether edges are pushes of the metric `line`; otherwise they are steps.
    pub is_in_lines: bool,
}
