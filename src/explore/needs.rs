//! What a run needs, in bytes of memory and of disk, before it starts.

use super::{Choice, EngineKind};
use crate::moves::Graph;
use crate::store::{Generation, Marks};
use thiserror::Error;

/// What a run needs at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// How many configurations can be told apart: at most so many can be reached.
    pub configurations: u64,
    /// Bytes of memory: marks, two generations, tables.
    pub memory_bytes: u64,
    /// Bytes of disk: marks, and the last generation twice while it is being replaced.
    pub disk_bytes: u64,
}

/// What there is too little of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Shortage {
    /// Memory.
    #[error("this needs {needed} bytes of memory, and may take {allowed}")]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Room on the disk.
    #[error("this needs {needed} bytes of disk, and {free} are free")]
    Disk {
        /// Bytes needed.
        needed: u64,
        /// Bytes free.
        free: u64,
    },
}

impl Needs {
    /// What exploring a graph needs, by whichever engine.
    pub fn of(graph: &Graph) -> Needs {
        let marks = Marks::bytes_for(graph.len());
        let generation = Generation::bytes_for(graph.len());
        Needs {
            configurations: graph.vertex_count(),
            memory_bytes: marks
                .saturating_add(generation.saturating_mul(2))
                .saturating_add(graph.bytes()),
            disk_bytes: marks.saturating_add(generation.saturating_mul(2)),
        }
    }

    /// What only counting the generations of a graph needs.
    pub fn to_count(graph: &Graph, engine: &Choice) -> Needs {
        let generation = Generation::bytes_for(graph.len());
        let generations = match engine.kind {
            EngineKind::Dense(_) => generation,
            EngineKind::Sparse => generation.saturating_mul(3),
        };
        Needs {
            configurations: graph.vertex_count(),
            memory_bytes: generations.saturating_add(graph.bytes()),
            disk_bytes: 0,
        }
    }

    /// Whether that much is there; `None` stands for "as much as you like".
    ///
    /// # Errors
    /// What there is too little of, with both numbers.
    pub fn check(
        &self,
        memory_allowed: Option<u64>,
        disk_free: Option<u64>,
    ) -> Result<(), Shortage> {
        match (memory_allowed, disk_free) {
            (Some(allowed), _) if allowed < self.memory_bytes => Err(Shortage::Memory {
                needed: self.memory_bytes,
                allowed,
            }),
            (_, Some(free)) if free < self.disk_bytes => Err(Shortage::Disk {
                needed: self.disk_bytes,
                free,
            }),
            _ => Ok(()),
        }
    }
}
