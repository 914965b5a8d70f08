//! The explorer: a puzzle, its metric, and the limits of its searches.

use super::observer::{Observer, Silent};
use super::stop_token::StopToken;
use super::table_shelf::TableShelf;
use slidewise_engine::graph::{GraphLimits, Metric};
use slidewise_engine::search::{Budget, Machine, core_count};
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_store::{Header, RunStore, Store};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the marks of a search are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keep {
    /// In memory, until the search is dropped.
    Memory,
    /// In a folder that the caller removes.
    Scratch(PathBuf),
    /// In a folder that stays, for a later search to resume or to answer from.
    Folder(PathBuf),
}

/// Whether a search that is kept in a folder may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reuse {
    /// A finished kept search gives the answer; an unfinished one is resumed.
    Kept,
    /// Each search begins at its sources and replaces the kept search.
    Nothing,
}

/// A puzzle to explore, with the metric and the limits of the search.
///
/// By default it counts steps, keeps its marks in memory, uses all cores, and takes as much memory
/// as it needs.
///
/// ```
/// use slidewise_app::Explorer;
/// use slidewise_engine::graph::Metric;
/// use slidewise_puzzle::Puzzle;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let puzzle = Puzzle::open("lane-rouge")?;
/// let search = Explorer::new(&puzzle).metric(Metric::Move).explore()?;
/// let solution = search.solve()?;
/// assert_eq!(solution.len(), 81);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[must_use]
pub struct Explorer {
    pub(crate) puzzle: Puzzle,
    pub(crate) metric: Metric,
    pub(crate) keep: Keep,
    pub(crate) reuse: Reuse,
    pub(crate) memory: Option<u64>,
    pub(crate) disk: Option<u64>,
    pub(crate) threads: usize,
    pub(crate) stop: StopToken,
    pub(crate) observer: Arc<dyn Observer>,
    pub(crate) shelf: Option<Arc<TableShelf>>,
}

impl Explorer {
    /// An explorer of a puzzle from its Start.
    pub fn new(puzzle: &Puzzle) -> Explorer {
        Explorer {
            puzzle: puzzle.clone(),
            metric: Metric::Step,
            keep: Keep::Memory,
            reuse: Reuse::Kept,
            memory: None,
            disk: None,
            threads: core_count(),
            stop: StopToken::default(),
            observer: Arc::new(Silent),
            shelf: None,
        }
    }

    /// Counts distances in this metric.
    pub fn metric(self, metric: Metric) -> Explorer {
        Explorer { metric, ..self }
    }

    /// Keeps the marks of searches in this place.
    pub fn keep(self, keep: Keep) -> Explorer {
        Explorer { keep, ..self }
    }

    /// Allows or forbids answers from kept searches.
    pub fn reuse(self, reuse: Reuse) -> Explorer {
        Explorer { reuse, ..self }
    }

    /// Limits the memory, in bytes; `None` for as much as is needed.
    pub fn memory(self, memory: Option<u64>) -> Explorer {
        Explorer { memory, ..self }
    }

    /// Limits the disk, in bytes, for searches that end at a target; `None` for 4 GiB.
    pub fn disk(self, disk: Option<u64>) -> Explorer {
        Explorer { disk, ..self }
    }

    /// Works with this many threads; 0 counts as 1.
    pub fn threads(self, threads: usize) -> Explorer {
        Explorer { threads, ..self }
    }

    /// Lets searches stop soon after this token asks them to.
    pub fn stop(self, token: &StopToken) -> Explorer {
        Explorer {
            stop: token.clone(),
            ..self
        }
    }

    /// Reports to this observer.
    pub fn observer(self, observer: Arc<dyn Observer>) -> Explorer {
        Explorer { observer, ..self }
    }

    /// Shares the tables of tiles on this shelf with the explorers of other puzzles.
    pub fn shelf(self, shelf: Arc<TableShelf>) -> Explorer {
        Explorer {
            shelf: Some(shelf),
            ..self
        }
    }

    /// Whether searches are to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The number of threads that work.
    pub fn thread_count(&self) -> usize {
        self.threads
    }

    /// Most bytes of memory that may be taken; `None` without a limit.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory
    }

    /// The folder that holds the stores; `None` if marks are kept in memory.
    pub fn folder(&self) -> Option<&Path> {
        match &self.keep {
            Keep::Memory => None,
            Keep::Scratch(folder) | Keep::Folder(folder) => Some(folder),
        }
    }

    /// Hint that says how an interrupted search goes on.
    pub(crate) fn resume_hint(&self) -> &'static str {
        match self.keep {
            Keep::Folder(_) => "all is kept: the same command goes on from there",
            Keep::Memory => "nothing was kept; a search in a folder can be resumed",
            Keep::Scratch(_) => "nothing was kept; without --no-store a run can go on later",
        }
    }

    /// Whether a search from Start is kept, finished or not.
    pub(crate) fn has_kept_search(&self) -> bool {
        let (Keep::Folder(folder), Reuse::Kept) = (&self.keep, self.reuse) else {
            return false;
        };
        let names = self.store_names(SearchOrigin::Start);
        names.iter().any(|name| folder.join(name).is_dir())
    }

    /// The names of the folders that keep a search from `from`: as marks, and as sorted files.
    pub fn store_names(&self, from: SearchOrigin) -> [String; 2] {
        let header = Header {
            format: Header::FORMAT,
            name: self.puzzle.name.clone(),
            fingerprint: self.puzzle.fingerprint(from),
            metric: self.metric.name().to_owned(),
            direction: from.name().to_owned(),
            // Only the folder names are wanted, which do not depend on these two fields.
            configurations: 0,
            layout: String::new(),
        };
        [Store::folder_name(&header), RunStore::folder_name(&header)]
    }

    /// Limits of the index and the state graph, as the memory limit allows.
    pub fn allowance(&self) -> GraphLimits {
        self.memory.map(GraphLimits::of_memory).unwrap_or_default()
    }

    /// Memory and disk that a search for a target may use.
    pub(crate) fn budget(&self) -> Budget {
        Budget {
            memory: self.memory,
            disk: self.disk.unwrap_or(Budget::DISK),
        }
    }

    /// The memory limit in bytes; without one, `usual` or the machine's memory if that is less.
    pub fn memory_or(&self, usual: u64) -> u64 {
        memory_within(self.memory, usual)
    }
}

/// The limit in bytes that is given; without one, `usual` or the machine's memory if that is less.
pub fn memory_within(limit: Option<u64>, usual: u64) -> u64 {
    let machine = || Machine::this().map_or(usual, |machine| usual.min(machine.total));
    limit.unwrap_or_else(machine)
}

impl std::fmt::Debug for Explorer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explorer")
            .field("puzzle", &self.puzzle.name)
            .field("metric", &self.metric)
            .field("keep", &self.keep)
            .field("reuse", &self.reuse)
            .field("memory", &self.memory)
            .field("disk", &self.disk)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
