//! `SearchError`: why a search could not begin, resume or go on.
//!
//! Failures of a store or of the memory are passed on unchanged; faults that only a search can find
//! have cases here.

#[cfg(feature = "cluster")]
use super::FabricError;
use slidewise_store::StoreError;
use std::path::PathBuf;

/// Why a search failed.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The store failed, or the system refused memory.
    #[error(transparent)]
    Store(#[from] StoreError),

    /// The processes of the search cannot go on together.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Fabric(#[from] FabricError),

    /// The files of parts were kept by a search that differs from this one.
    #[cfg(feature = "cluster")]
    #[error("{} was kept by a search {difference}", folder.display())]
    OtherParts {
        /// The folder of the files.
        folder: PathBuf,
        /// How that search differs, as the end of the sentence.
        difference: &'static str,
    },

    /// No source was given.
    #[error("no configuration was given to search from")]
    NoSource,

    /// A source is a number that belongs to no configuration.
    #[error(
        "cannot search from number {found}: it belongs to none of the {configurations} \
         configurations"
    )]
    Source {
        /// The number that was given.
        found: u64,
        /// Number of configurations of the graph.
        configurations: u64,
    },

    /// The sink holds another search than the one to be resumed.
    #[error("the saved search is {found}, not {expected}, so it cannot be resumed")]
    OtherSearch {
        /// The search that was to be resumed.
        expected: String,
        /// The search that is saved.
        found: String,
    },

    /// The engine cannot write to this output, since marks and sorted files need different engines.
    #[error("the {engine} engine cannot write its results as {sink}")]
    WrongEngine {
        /// The engine's name.
        engine: &'static str,
        /// Output that does not suit the engine, for example "sorted files".
        sink: &'static str,
    },

    /// A configuration has another mark than its generation gives it.
    #[error(
        "{} is damaged: configuration {index} is in generation {generation}, so it should be \
         marked \
         {expected}, and is marked {found}",
        path.display()
    )]
    Mark {
        /// The file of the marks.
        path: PathBuf,
        /// The configuration.
        index: u64,
        /// The generation of the configuration.
        generation: u64,
        /// The mark of that generation.
        expected: u8,
        /// The mark that the configuration has.
        found: u8,
    },
}

impl SearchError {
    /// Whether the files of the search would exceed the disk budget.
    pub(super) fn is_out_of_disk(&self) -> bool {
        matches!(self, SearchError::Store(StoreError::Budget { .. }))
    }
}
