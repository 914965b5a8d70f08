//! Limits on the memory that a graph may take.

use crate::index::Space;

/// Limits on the memory of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphLimits {
    /// Maximum number of nodes of the pattern automaton.
    pub nodes: usize,
    /// Maximum bytes of the tables of half boards. If the tables need more, the same edges are
    /// found on the board instead, in up to ten times the time.
    pub table_bytes: u64,
}

/// Number of nodes that are allowed even if the memory is too small for them; they take eight
/// megabytes.
pub(super) const MIN_NODES: usize = 1 << 16;

impl GraphLimits {
    /// Limits for a graph that is built in this many bytes of memory.
    pub fn of_memory(bytes: u64) -> GraphLimits {
        let nodes = bytes / Space::NODE_BYTES as u64;
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        GraphLimits {
            nodes: nodes.max(MIN_NODES),
            ..GraphLimits::default()
        }
    }
}

impl Default for GraphLimits {
    /// Sets no limit on nodes, and a limit of a gibibyte for tables of half boards.
    fn default() -> GraphLimits {
        GraphLimits {
            nodes: usize::MAX,
            table_bytes: 1 << 30,
        }
    }
}
