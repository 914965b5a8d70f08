//! `TileGraphs`: the graphs of kept tiles of one board, each made once, and what tables take.

use slidewise_engine::graph::KeptTiles;
use slidewise_engine::search::{DatabaseError, PatternDatabase, Resources};
use slidewise_puzzle::Puzzle;
use slidewise_store::{Marks, Store};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What becomes of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableUse {
    /// It is finished in a store, and its marks are read there.
    Finished,
    /// It is built in a store.
    Stored,
    /// It is built in memory.
    InMemory,
}

/// The graphs of kept tiles that were asked for, by the number of tiles.
#[derive(Debug)]
pub(crate) struct TileGraphs<'p> {
    puzzle: &'p Puzzle,
    made: BTreeMap<usize, Arc<KeptTiles>>,
}

impl<'p> TileGraphs<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> TileGraphs<'p> {
        TileGraphs {
            puzzle,
            made: BTreeMap::new(),
        }
    }

    /// The graph of this many kept tiles, which is made at most once.
    ///
    /// # Errors
    /// If it has too many patterns, or takes more than `memory` bytes.
    pub(crate) fn graph(
        &mut self,
        kept: usize,
        memory: Option<u64>,
    ) -> Result<Arc<KeptTiles>, DatabaseError> {
        if let Some(graph) = self.made.get(&kept) {
            return Ok(Arc::clone(graph));
        }
        let graph = PatternDatabase::tiles_on(&self.puzzle.board, kept, memory)?;
        self.made.insert(kept, Arc::clone(&graph));
        Ok(graph)
    }

    /// Memory and disk that tables take together, each given by its number of tiles.
    ///
    /// Tables of as many tiles share a graph, and tables are built one after the other. Marks of
    /// finished stores are not counted, since the system can give up their memory.
    ///
    /// # Errors
    /// If a graph has too many patterns, or the graphs take more than `memory` bytes.
    pub(crate) fn needs(
        &mut self,
        tables: &[(usize, TableUse)],
        memory: Option<u64>,
    ) -> Result<Resources, DatabaseError> {
        let mut sizes: Vec<usize> = tables.iter().map(|&(kept, _)| kept).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut graphs = 0;
        for &kept in &sizes {
            let left = memory.map(|memory| memory.saturating_sub(graphs));
            graphs += self.graph(kept, left)?.bytes();
        }
        let (mut in_memory, mut in_stores, mut search) = (0u64, 0u64, 0);
        let (mut configurations, mut disk_bytes) = (0u64, 0u64);
        for &(kept, use_of) in tables {
            let graph = self.graph(kept, None)?;
            let marks = Marks::bytes_for(graph.graph().len);
            configurations = configurations.saturating_add(graph.vertex_count());
            match use_of {
                TableUse::Finished => continue,
                TableUse::InMemory => in_memory = in_memory.saturating_add(marks),
                TableUse::Stored => {
                    in_stores = in_stores.saturating_add(marks);
                    disk_bytes = disk_bytes.saturating_add(Store::bytes_for(graph.graph().len));
                }
            }
            search = search.max(PatternDatabase::search_bytes(&graph));
        }
        let resident_bytes = in_memory.saturating_add(search).saturating_add(graphs);
        let memory_bytes = resident_bytes.saturating_add(in_stores);
        Ok(Resources {
            configurations,
            memory_bytes,
            min_memory_bytes: memory_bytes,
            resident_bytes,
            disk_bytes,
        })
    }

    /// Forgets the graphs that were made.
    pub(crate) fn clear(&mut self) {
        self.made.clear();
    }
}
