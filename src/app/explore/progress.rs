//! `Progress`: what an exploration reports while it works.

use super::tile_table::TileTable;
use slidewise_engine::search::{BestFirstProgress, Event, HashProgress, Resources};
use slidewise_puzzle::Puzzle;
use slidewise_store::Store;
use std::path::Path;

/// Work that cannot be interrupted, because nothing of it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberingStep {
    /// Building the index.
    Positions,
    /// Listing all goals.
    Goals,
}

/// What has happened in an exploration.
#[non_exhaustive]
pub enum Progress<'p> {
    /// Work begins that cannot be interrupted.
    Uninterruptible(NumberingStep),
    /// That work has ended.
    Interruptible,
    /// A store was opened from which answers are read. If it proves to be damaged, they are wrong.
    Opened(&'p Store),
    /// A part of the words of a search that only counts lies in memory.
    WordsInMemory {
        /// The bytes of these words.
        bytes: u64,
        /// The folder that holds them until the search is complete.
        folder: &'p Path,
    },
    /// A search will take this much, before its store is made.
    WillTake {
        /// Maximum memory and disk.
        needs: &'p Resources,
        /// If generations are sorted files: the most bytes that a configuration takes in one.
        file_bytes: Option<u64>,
        /// The folder of the store.
        folder: &'p Path,
    },
    /// The positions of a puzzle exceed the budget, so that bounds guide the search.
    Bounded(&'p Puzzle),
    /// The program has chosen these kept tables to guide searches.
    GuidedBy(&'p [TileTable]),
    /// A run begins.
    Begun {
        /// Maximum memory and disk.
        needs: &'p Resources,
        /// Number of configurations that were known before.
        found: u64,
        /// Bytes of sorted files before the run; `None` for a run with marks.
        disk: Option<u64>,
    },
    /// An event of a run.
    Search(&'p Event<'p>),
    /// A search of a level has found a generation.
    Found {
        /// The number of the generation.
        generation: u64,
        /// Its size.
        count: u64,
    },
    /// How far a search without an index has come.
    Hashed(HashProgress),
    /// How far a search that tables of groups guide has come.
    Guided(BestFirstProgress),
    /// How far a search of a board of tiles or of a level that bounds guide has come.
    Deepened {
        /// The bound that is proved.
        at_least: u32,
        /// Number of nodes.
        nodes: u64,
    },
    /// The run or the search has ended.
    Ended,
}

impl Progress<'_> {
    /// The number of a generation that was found, and its size.
    pub fn generation_found(&self) -> Option<(u64, u64)> {
        match self {
            Progress::Found { generation, count }
            | Progress::Search(Event::Found {
                generation, count, ..
            }) => Some((*generation, *count)),
            _ => None,
        }
    }
}
