//! Limits on the memory that a graph may take.

use crate::index::Space;

/// Limits on the memory of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// Maximum number of nodes of the pattern automaton.
    pub nodes: usize,
    /// Maximum bytes of the tables of half boards. If they need more, edges are found on the board
    /// instead: the same edges, in up to ten times the time.
    pub table_bytes: u64,
}

/// Number of nodes that any memory allows: eight megabytes.
pub(super) const LEAST_NODES: usize = 1 << 16;

impl Allowance {
    /// Limits for a graph that is built in this many bytes of memory.
    pub fn of_memory(bytes: u64) -> Allowance {
        let nodes = bytes / Space::NODE_BYTES as u64;
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        Allowance {
            nodes: nodes.max(LEAST_NODES),
            ..Allowance::default()
        }
    }
}

impl Default for Allowance {
    /// No limit on nodes, and a gigabyte for tables.
    fn default() -> Allowance {
        Allowance {
            nodes: usize::MAX,
            table_bytes: 1 << 30,
        }
    }
}
