//! The marks of a search, in memory or on the disk.

use slidewise_analysis::{MarkedSearch, SearchSources};
use slidewise_engine::graph::Graph;
use slidewise_engine::search::{MemorySink, Sink};
use slidewise_store::{Store, StoreError};
use std::path::Path;
use std::time::Duration;

/// The marks of a search, by where they are kept.
#[derive(Debug)]
pub enum Marked {
    /// Marks in memory.
    Memory(Box<MemorySink>),
    /// Marks in a store on the disk.
    Store(Box<Store>),
}

impl Marked {
    /// The search so far, ready to answer questions.
    pub fn explored<'s>(
        &'s self,
        graph: &'s Graph,
        beginning: SearchSources<'s>,
    ) -> MarkedSearch<'s> {
        match self {
            Marked::Memory(memory) => MarkedSearch::in_memory(graph, memory, beginning),
            Marked::Store(store) => MarkedSearch::in_store(graph, store, beginning),
        }
    }

    /// The sizes of the finished generations.
    pub fn counts(&self) -> &[u64] {
        match self {
            Marked::Memory(memory) => memory.counts(),
            Marked::Store(store) => store.generations(),
        }
    }

    /// Whether everything that can be reached has been found.
    pub fn is_complete(&self) -> bool {
        match self {
            Marked::Memory(memory) => memory.is_complete(),
            Marked::Store(store) => store.is_complete(),
        }
    }

    /// The sink that receives what a run finds.
    pub fn keeper(&mut self) -> &mut dyn Sink {
        match self {
            Marked::Memory(memory) => &mut **memory,
            Marked::Store(store) => &mut **store,
        }
    }

    /// Sets the interval at which checksums of the marks are taken.
    pub fn take_checksums_every(&mut self, time: Duration) {
        if let Marked::Store(store) = self {
            store.take_sums_every(time);
        }
    }

    /// The folder of the store and its bytes, if the search is kept on the disk.
    pub fn on_disk(&self) -> Option<(&Path, u64)> {
        match self {
            Marked::Memory(_) => None,
            Marked::Store(store) => Some((store.folder(), store.bytes())),
        }
    }

    /// The first damage that a query has met in the marks of a store.
    pub fn damage(&self) -> Option<StoreError> {
        match self {
            Marked::Memory(_) => None,
            Marked::Store(store) => store.alarm()?.raised(),
        }
    }

    /// Passes each configuration of the last generation to `visit`; the search must be finished.
    ///
    /// Returns the number of that generation and its size.
    ///
    /// # Errors
    /// If the store cannot be read, or the search is not finished.
    pub fn visit_last(&self, visit: impl FnMut(u64)) -> Result<(u64, u64), StoreError> {
        match self {
            Marked::Memory(memory) => {
                memory.last().iter().copied().for_each(visit);
                let generation = memory.counts().len() as u64 - 1;
                Ok((generation, memory.last().len() as u64))
            }
            Marked::Store(store) => {
                let (generation, last) = store.last()?.ok_or_else(|| StoreError::Missing {
                    folder: store.folder().to_owned(),
                })?;
                last.iter().for_each(visit);
                Ok((generation, last.count()))
            }
        }
    }
}
