//! Limits on the memory that a graph may take.

use crate::index::Space;

/// Limits on the memory of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphLimits {
    /// Maximum number of nodes of the pattern automaton.
    pub nodes: usize,
    /// Maximum bytes of the tables of half boards. If they need more, edges are found on the board
    /// instead: the same edges, in up to ten times the time.
    pub table_bytes: u64,
}

/// Number of nodes that are allowed however small the memory is; they take eight megabytes.
pub(super) const LEAST_NODES: usize = 1 << 16;

impl GraphLimits {
    /// Limits for a graph that is built in this many bytes of memory.
    pub fn of_memory(bytes: u64) -> GraphLimits {
        let nodes = bytes / Space::NODE_BYTES as u64;
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        GraphLimits {
            nodes: nodes.max(LEAST_NODES),
            ..GraphLimits::default()
        }
    }
}

impl Default for GraphLimits {
    /// No limit on nodes, and a gigabyte for tables.
    fn default() -> GraphLimits {
        GraphLimits {
            nodes: usize::MAX,
            table_bytes: 1 << 30,
        }
    }
}
