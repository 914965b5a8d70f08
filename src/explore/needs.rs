//! What a run needs, in bytes of memory and of disk, before it starts.

use crate::moves::Graph;
use crate::store::{Generation, Marks};
use thiserror::Error;

/// What a run needs at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// How many configurations are numbered.
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
    /// What the sparse engine needs for a graph.
    pub fn of(graph: &Graph) -> Needs {
        let configurations = graph.len();
        let marks = Marks::bytes_for(configurations);
        let generation = Generation::bytes_for(configurations);
        Needs {
            configurations,
            memory_bytes: marks
                .saturating_add(generation.saturating_mul(2))
                .saturating_add(graph.bytes()),
            disk_bytes: marks.saturating_add(generation.saturating_mul(2)),
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
