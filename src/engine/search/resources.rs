//! `Resources`: the memory and disk that a search needs, known before it begins.

use super::dense::counting;
use super::external;
use super::packed::{is_faster, packed_bytes};
use super::{Dense, EngineChoice, EngineKind, OutOfResources, Sparse};
use crate::graph::{Graph, Metric};
use slidewise_store::{Generation, Marks, RunStore, Store};

/// The most memory and disk that a search needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Number of configurations that have an index; at most this many can be reached.
    pub configurations: u64,
    /// Bytes of memory that the search uses if its limit allows: for marks, generations and tables.
    pub memory_bytes: u64,
    /// Bytes of memory without which the search does not begin.
    ///
    /// For the dense engine these are the bytes that cannot lie on the disk, and a megabyte for the
    /// words in use. For the sparse and packed engines these are all bytes but those of tables that
    /// only save time.
    pub min_memory_bytes: u64,
    /// Bytes of memory that the machine must have: all but the marks, which lie in files that are
    /// mapped into memory.
    pub resident_bytes: u64,
    /// Bytes of disk for the store, and for the words of an engine that keeps its words on the
    /// disk.
    pub disk_bytes: u64,
}

/// Least number of bytes of memory for the words in use, if words are on the disk.
pub(super) const MIN_WINDOW: u64 = 1 << 20;

impl Resources {
    /// The resources of a search over marks by an engine.
    pub fn of(graph: &Graph, engine: &EngineChoice) -> Resources {
        Resources::beside_index(graph, engine).with_index(graph)
    }

    /// The resources of a search that checks the marks of a killed search.
    ///
    /// The sparse engine then needs memory for a third generation.
    pub fn to_check(graph: &Graph, engine: &EngineChoice) -> Resources {
        let more = match engine.kind {
            EngineKind::Sparse | EngineKind::Packed => Generation::bytes_for(graph.len()),
            EngineKind::Dense(_)
            | EngineKind::Streaming { .. }
            | EngineKind::Counting { .. }
            | EngineKind::External { .. } => 0,
        };
        let needs = Resources::beside_index(graph, engine);
        Resources {
            memory_bytes: needs.memory_bytes.saturating_add(more),
            min_memory_bytes: needs.min_memory_bytes.saturating_add(more),
            ..needs
        }
        .with_index(graph)
    }

    /// The resources of a search, without those of building the index.
    fn beside_index(graph: &Graph, engine: &EngineChoice) -> Resources {
        let marks = Marks::bytes_for(graph.len());
        let generation = Generation::bytes_for(graph.len());
        let tables = Resources::of_tables(graph, engine.kind);
        let kept = Store::bytes_for(graph.len());
        let streaming = tables.saturating_add(MIN_WINDOW);
        let (memory_bytes, min_memory_bytes, resident_bytes, disk_bytes) = match engine.kind {
            EngineKind::Sparse | EngineKind::Packed => {
                let least = Resources::of_sparse(graph);
                let packed = if engine.kind == EngineKind::Packed {
                    packed_bytes(graph)
                } else {
                    0
                };
                let all = least
                    .saturating_add(Resources::of_cut(graph))
                    .saturating_add(packed);
                (all, least, least.saturating_sub(marks), kept)
            }
            EngineKind::Dense(_) => {
                let resident = Dense::word_bytes(graph).saturating_add(tables);
                let all = marks.saturating_add(resident);
                let least = match graph.metric() {
                    // The words of pushes stay in memory.
                    Metric::Line => all,
                    _ => all.min(streaming),
                };
                (all, least, resident, kept)
            }
            EngineKind::Streaming { window, .. } => (
                tables.saturating_add(window.max(MIN_WINDOW)),
                streaming,
                streaming,
                kept.saturating_add(generation),
            ),
            EngineKind::Counting { .. } => return Resources::counting(graph, engine),
            EngineKind::External { memory, .. } => return Resources::in_files(graph, memory, 1),
        };
        Resources {
            configurations: graph.vertex_count(),
            memory_bytes,
            min_memory_bytes,
            resident_bytes,
            disk_bytes,
        }
    }

    /// Raises each number of bytes of memory to that for building the graph's index, which precedes
    /// the search.
    fn with_index(self, graph: &Graph) -> Resources {
        let building = graph.building_bytes();
        Resources {
            memory_bytes: self.memory_bytes.max(building),
            min_memory_bytes: self.min_memory_bytes.max(building),
            resident_bytes: self.resident_bytes.max(building),
            ..self
        }
    }

    /// Limits the tables of half boards to the part of `memory` bytes that the sparse engine leaves
    /// free, and to packed boards where these are chosen.
    pub fn leave_rest_to_cut(graph: &mut Graph, memory: u64) {
        if is_faster(graph) {
            return Resources::leave_rest_to_boards(graph, memory);
        }
        let rest = Resources::rest_of(graph, memory);
        graph.allow_tables(rest);
    }

    /// Limits packed boards, and the tables of half boards beside them, to the part of `memory`
    /// bytes that the sparse engine leaves free.
    pub fn leave_rest_to_boards(graph: &mut Graph, memory: u64) {
        let rest = Resources::rest_of(graph, memory);
        // Packed boards are used if the limit is at least their number of bytes. So the limit is
        // lower, unless tables of that size fit beside the packed boards.
        let boards = packed_bytes(graph);
        let beside = rest.saturating_sub(boards);
        graph.allow_tables(if beside >= boards {
            beside
        } else {
            rest.min(boards - 1)
        });
    }

    /// The part of `memory` bytes that the sparse engine leaves free.
    fn rest_of(graph: &Graph, memory: u64) -> u64 {
        // A search that resumes after a kill needs memory for a third generation.
        let taken = Resources::of_sparse(graph)
            .saturating_add(Generation::bytes_for(graph.len()))
            .saturating_add(Sparse::list_bytes(graph));
        memory.saturating_sub(taken)
    }

    /// Bytes of memory without which the sparse engine does not search.
    fn of_sparse(graph: &Graph) -> u64 {
        let marks = Marks::bytes_for(graph.len());
        let generations = Generation::bytes_for(graph.len()).saturating_mul(2);
        let tables = Resources::of_tables(graph, EngineKind::Sparse);
        marks.saturating_add(generations).saturating_add(tables)
    }

    /// Bytes that the sparse engine takes for half boards: their tables, and lists of
    /// configurations.
    ///
    /// If building the tables takes little time, this call builds them.
    fn of_cut(graph: &Graph) -> u64 {
        graph.build_small_half_boards();
        match graph.half_board_bytes() {
            0 => 0,
            tables => tables.saturating_add(Sparse::list_bytes(graph)),
        }
    }

    /// Bytes of memory for the tables of a graph and of an engine, without half boards.
    pub(super) fn of_tables(graph: &Graph, engine: EngineKind) -> u64 {
        graph.bytes().saturating_add(match engine {
            EngineKind::Sparse | EngineKind::Packed | EngineKind::External { .. } => 0,
            EngineKind::Dense(_) | EngineKind::Streaming { .. } => Dense::table_bytes(graph),
            EngineKind::Counting { window, .. } => {
                counting::table_bytes(graph, &counting::layout_within(graph, window, 0))
            }
        })
    }

    /// The resources of a search that keeps the sizes of generations without marks.
    pub fn to_count(graph: &Graph, engine: &EngineChoice) -> Resources {
        let generation = Generation::bytes_for(graph.len());
        let generations = match engine.kind {
            EngineKind::Dense(_) | EngineKind::Streaming { .. } => Dense::word_bytes(graph),
            EngineKind::Sparse | EngineKind::Packed => generation.saturating_mul(3),
            EngineKind::Counting { .. } => {
                return Resources::counting(graph, engine).with_index(graph);
            }
            EngineKind::External { .. } => 0,
        };
        let min_memory_bytes = generations.saturating_add(Resources::of_tables(graph, engine.kind));
        Resources {
            configurations: graph.vertex_count(),
            memory_bytes: min_memory_bytes.saturating_add(Resources::of_cut(graph)),
            min_memory_bytes,
            resident_bytes: min_memory_bytes,
            disk_bytes: 0,
        }
        .with_index(graph)
    }

    /// The resources of a search that counts in files of bits, without those of building the index.
    fn counting(graph: &Graph, engine: &EngineChoice) -> Resources {
        let (EngineKind::Counting { window, .. }, Some(layout)) =
            (engine.kind, engine.bit_layout(graph))
        else {
            unreachable!("the caller has an engine that counts in files");
        };
        let tables = Resources::of_tables(graph, engine.kind);
        let held = tables.saturating_add(layout.memory_bytes());
        let min_memory_bytes = held.saturating_add(MIN_WINDOW);
        Resources {
            configurations: graph.vertex_count(),
            memory_bytes: held.saturating_add(window.max(MIN_WINDOW)),
            min_memory_bytes,
            resident_bytes: min_memory_bytes,
            disk_bytes: layout.disk_bytes(),
        }
    }

    /// The resources of a search in sorted files within `memory` bytes.
    ///
    /// The bytes of disk are the most that the files of all generations take. While a generation is
    /// made, the files with its neighbours take additional room.
    pub fn in_files(graph: &Graph, memory: u64, threads: usize) -> Resources {
        let each = RunStore::max_bytes_each(graph.len());
        let min_memory_bytes = Resources::of_files(graph, threads).max(graph.building_bytes());
        Resources {
            configurations: graph.vertex_count(),
            memory_bytes: memory,
            min_memory_bytes,
            resident_bytes: min_memory_bytes,
            disk_bytes: graph.vertex_count().saturating_mul(each),
        }
    }

    /// Limits the tables of half boards to half of the part of `memory` bytes that sorting can
    /// spare.
    pub fn leave_half_to_cut(graph: &mut Graph, memory: u64, threads: usize) {
        let taken = Resources::of_files(graph, threads);
        graph.allow_tables(memory.saturating_sub(taken) / 2);
    }

    /// Bytes of memory without which a search in sorted files does not begin.
    fn of_files(graph: &Graph, threads: usize) -> u64 {
        graph.bytes().saturating_add(external::min_memory(threads))
    }

    /// These resources, if the search keeps its marks in memory.
    pub fn in_memory(self) -> Resources {
        Resources {
            min_memory_bytes: self.memory_bytes,
            resident_bytes: self.memory_bytes,
            ..self
        }
    }

    /// Checks that the resources are available. Without a memory limit the machine's free memory is
    /// the limit.
    ///
    /// # Errors
    /// The resource that is too small, with the bytes needed and the bytes available.
    pub fn check(
        &self,
        memory_allowed: Option<u64>,
        disk_free: Option<u64>,
    ) -> Result<(), OutOfResources> {
        let Resources {
            min_memory_bytes,
            resident_bytes,
            ..
        } = *self;
        OutOfResources::of_resident(min_memory_bytes, resident_bytes, memory_allowed)?;
        match disk_free {
            Some(free) if free < self.disk_bytes => Err(OutOfResources::Disk {
                needed: self.disk_bytes,
                free,
            }),
            _ => Ok(()),
        }
    }
}
