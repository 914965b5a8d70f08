//! What a run needs, in bytes of memory and of disk, before it starts.

use super::slates::slate_bytes;
use super::{Choice, Dense, EngineKind, Frontier, Machine, Sparse};
use crate::graph::Graph;
use slidewise_store::{Frontiers, Generation, Marks, Store};
use thiserror::Error;

/// What a run needs at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// How many configurations can be told apart: at most this many can be reached.
    pub configurations: u64,
    /// Bytes of memory that are used where they are allowed: marks, generations, tables.
    pub memory_bytes: u64,
    /// Bytes of memory without which the run is not begun: what cannot lie on the disk, and for the dense engine
    /// a megabyte for the words that are being worked on. For the sparse engine all but tables of half boards
    /// and slates, which make it fast.
    pub least_memory_bytes: u64,
    /// Of these, the bytes that a machine must have: marks in files that are mapped into memory are none of them.
    pub resident_bytes: u64,
    /// Bytes of disk: the store, and the words of an engine that keeps them there.
    pub disk_bytes: u64,
}

/// The least memory for the words that are being worked on, where words are on the disk.
const LEAST_WINDOW: u64 = 1 << 20;

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
    /// Memory of the machine, or of the control group.
    #[error("this needs {needed} bytes of memory, and this machine has {total}")]
    Machine {
        /// Bytes needed.
        needed: u64,
        /// Bytes there are.
        total: u64,
    },
    /// Memory of the machine that is free.
    #[error(
        "this needs {needed} bytes of memory, and of the {total} of this machine {available} are free"
    )]
    Free {
        /// Bytes needed.
        needed: u64,
        /// Bytes there are.
        total: u64,
        /// Bytes that are free.
        available: u64,
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

impl Shortage {
    /// Holds the bytes that are needed in memory against those that are allowed, and against the machine's.
    ///
    /// # Errors
    /// What there is too little of.
    pub fn of_memory(needed: u64, allowed: Option<u64>) -> Result<(), Shortage> {
        Shortage::of_resident(needed, needed, allowed)
    }

    /// The same where `resident` of these bytes cannot lie in files.
    fn of_resident(needed: u64, resident: u64, allowed: Option<u64>) -> Result<(), Shortage> {
        match (allowed, Machine::this()) {
            (Some(allowed), _) if allowed < needed => Err(Shortage::Memory { needed, allowed }),
            (_, Some(machine)) => machine.check(resident, allowed.is_some()),
            (_, None) => Ok(()),
        }
    }
}

impl Needs {
    /// What exploring a graph by an engine needs.
    pub fn of(graph: &Graph, engine: &Choice) -> Needs {
        Needs::beside_index(graph, engine).with_index(graph)
    }

    /// The same for a run that goes on over marks which nothing vouches for: the sparse engine remembers a generation
    /// more.
    pub fn to_check(graph: &Graph, engine: &Choice) -> Needs {
        let more = match engine.kind {
            EngineKind::Sparse => Generation::bytes_for(graph.len()),
            EngineKind::Dense(_) | EngineKind::Streaming { .. } => 0,
        };
        let needs = Needs::beside_index(graph, engine);
        Needs {
            memory_bytes: needs.memory_bytes.saturating_add(more),
            least_memory_bytes: needs.least_memory_bytes.saturating_add(more),
            ..needs
        }
        .with_index(graph)
    }

    /// What exploring a graph by an engine needs behind the building of its index.
    fn beside_index(graph: &Graph, engine: &Choice) -> Needs {
        let marks = Marks::bytes_for(graph.len());
        let generation = Generation::bytes_for(graph.len());
        let tables = Needs::of_tables(graph, engine.kind);
        let kept = Store::bytes_for(graph.len());
        let streaming = tables.saturating_add(LEAST_WINDOW);
        let (memory_bytes, least_memory_bytes, resident_bytes, disk_bytes) = match engine.kind {
            EngineKind::Sparse => {
                let least = Needs::of_sparse(graph);
                (
                    least
                        .saturating_add(Needs::of_cut(graph))
                        .saturating_add(Needs::of_slates(graph)),
                    least,
                    least.saturating_sub(marks),
                    kept,
                )
            }
            EngineKind::Dense(_) => {
                let all = marks.saturating_add(generation).saturating_add(tables);
                let resident = generation.saturating_add(tables);
                (all, all.min(streaming), resident, kept)
            }
            EngineKind::Streaming { window, .. } => (
                tables.saturating_add(window.max(LEAST_WINDOW)),
                streaming,
                streaming,
                kept.saturating_add(generation),
            ),
        };
        Needs {
            configurations: graph.vertex_count(),
            memory_bytes,
            least_memory_bytes,
            resident_bytes,
            disk_bytes,
        }
    }

    /// Adds what building the index of a graph takes before.
    fn with_index(self, graph: &Graph) -> Needs {
        let building = graph.building_bytes();
        Needs {
            memory_bytes: self.memory_bytes.max(building),
            least_memory_bytes: self.least_memory_bytes.max(building),
            resident_bytes: self.resident_bytes.max(building),
            ..self
        }
    }

    /// Lets the tables of half boards of a graph take what a search by the sparse engine leaves of so much memory.
    pub fn leave_rest_to_cut(graph: &mut Graph, memory: u64) {
        // A run that goes on after a kill remembers a third generation.
        let taken = Needs::of_sparse(graph)
            .saturating_add(Generation::bytes_for(graph.len()))
            .saturating_add(Sparse::list_bytes(graph));
        let rest = memory.saturating_sub(taken);
        // Slates may take what the tables may: so they are there if there is room for both.
        let slates = slate_bytes(graph);
        let beside = rest.saturating_sub(slates);
        graph.allow_tables(if beside >= slates {
            beside
        } else {
            rest.min(slates - 1)
        });
    }

    /// The bytes without which the sparse engine does not search.
    fn of_sparse(graph: &Graph) -> u64 {
        let marks = Marks::bytes_for(graph.len());
        let generations = Generation::bytes_for(graph.len()).saturating_mul(2);
        let tables = Needs::of_tables(graph, EngineKind::Sparse);
        marks.saturating_add(generations).saturating_add(tables)
    }

    /// The bytes that the sparse engine takes where a graph is cut: for its tables, and for lists.
    fn of_cut(graph: &Graph) -> u64 {
        match graph.cut_bytes() {
            0 => 0,
            tables => tables.saturating_add(Sparse::list_bytes(graph)),
        }
    }

    /// The bytes that slates take where a graph has them and may.
    fn of_slates(graph: &Graph) -> u64 {
        let bytes = slate_bytes(graph);
        if bytes <= graph.table_bytes_allowed() {
            bytes
        } else {
            0
        }
    }

    /// The bytes that the tables of a graph and of an engine take in memory, without those of half boards.
    pub(super) fn of_tables(graph: &Graph, engine: EngineKind) -> u64 {
        graph.bytes().saturating_add(match engine {
            EngineKind::Sparse => 0,
            EngineKind::Dense(_) | EngineKind::Streaming { .. } => Dense::table_bytes(graph),
        })
    }

    /// What only counting the generations of a graph needs.
    pub fn to_count(graph: &Graph, engine: &Choice) -> Needs {
        let generation = Generation::bytes_for(graph.len());
        let generations = match engine.kind {
            EngineKind::Dense(_) | EngineKind::Streaming { .. } => generation,
            EngineKind::Sparse => generation.saturating_mul(3),
        };
        let least_memory_bytes = generations.saturating_add(Needs::of_tables(graph, engine.kind));
        Needs {
            configurations: graph.vertex_count(),
            memory_bytes: least_memory_bytes.saturating_add(Needs::of_cut(graph)),
            least_memory_bytes,
            resident_bytes: least_memory_bytes,
            disk_bytes: 0,
        }
        .with_index(graph)
    }

    /// What exploring a graph in sorted files needs where `memory` bytes may be taken: of the disk, what the
    /// files of all generations would take at most. While one is made its neighbours come on top.
    pub fn in_files(graph: &Graph, memory: u64, threads: usize) -> Needs {
        let each = Frontiers::most_bytes_each(graph.len());
        let least_memory_bytes = Needs::of_files(graph, threads).max(graph.building_bytes());
        Needs {
            configurations: graph.vertex_count(),
            memory_bytes: memory,
            least_memory_bytes,
            resident_bytes: least_memory_bytes,
            disk_bytes: graph.vertex_count().saturating_mul(each),
        }
    }

    /// Lets the tables of half boards of a graph take half of what an exploration in sorted files by this many threads
    /// leaves of so much memory.
    pub fn leave_half_to_cut(graph: &mut Graph, memory: u64, threads: usize) {
        let taken = Needs::of_files(graph, threads);
        graph.allow_tables(memory.saturating_sub(taken) / 2);
    }

    /// The bytes without which an exploration in sorted files does not begin.
    fn of_files(graph: &Graph, threads: usize) -> u64 {
        graph
            .bytes()
            .saturating_add(Frontier::least_memory(threads))
    }

    /// The same for a run whose marks are in memory.
    pub fn in_memory(self) -> Needs {
        Needs {
            least_memory_bytes: self.memory_bytes,
            resident_bytes: self.memory_bytes,
            ..self
        }
    }

    /// Whether that much is there. Without an amount of memory that may be taken, it is what this machine has free.
    ///
    /// # Errors
    /// What there is too little of, with both numbers.
    pub fn check(
        &self,
        memory_allowed: Option<u64>,
        disk_free: Option<u64>,
    ) -> Result<(), Shortage> {
        let Needs {
            least_memory_bytes,
            resident_bytes,
            ..
        } = *self;
        Shortage::of_resident(least_memory_bytes, resident_bytes, memory_allowed)?;
        match disk_free {
            Some(free) if free < self.disk_bytes => Err(Shortage::Disk {
                needed: self.disk_bytes,
                free,
            }),
            _ => Ok(()),
        }
    }
}
