//! Reports of an exploration while it works, to a terminal, a page or nobody.

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

/// A listener to an exploration. Each method does nothing unless it is implemented.
pub trait Observer: Send + Sync {
    /// Runs work that cannot be interrupted; it must call `work` once.
    fn uninterruptible(&self, step: NumberingStep, work: &mut dyn FnMut()) {
        let _ = step;
        work();
    }

    /// Notes a store from which answers are read. If the store proves to be damaged, these answers
    /// are wrong.
    fn opened(&self, store: &Store) {
        let _ = store;
    }

    /// Notes the most memory and disk that a search takes, before its store is made below `folder`.
    /// If generations are sorted files, `file_bytes` is the most bytes that a configuration takes
    /// in such a file.
    fn will_take(&self, needs: &Resources, file_bytes: Option<u64>, folder: &Path) {
        let _ = (needs, file_bytes, folder);
    }

    /// Begins to report a run, before which `found` configurations were known. `disk` is the number
    /// of bytes of sorted files before the run; `None` for a run with marks. The reporter is
    /// dropped when the run ends.
    fn run(
        &self,
        needs: &Resources,
        found: u64,
        disk: Option<u64>,
    ) -> Box<dyn FnMut(&Event<'_>) + '_> {
        let _ = (needs, found, disk);
        Box::new(|_| {})
    }

    /// Begins to report a search without an index. The reporter is dropped when the search ends.
    fn hash_run(&self) -> Box<dyn FnMut(HashProgress) + '_> {
        Box::new(|_| {})
    }

    /// Notes that the positions of a puzzle exceed the budget, so that bounds guide the search.
    fn bounded(&self, puzzle: &Puzzle) {
        let _ = puzzle;
    }

    /// Notes the kept tables that the program has chosen to guide searches.
    fn guided_by(&self, tables: &[TileTable]) {
        let _ = tables;
    }

    /// Begins to report a search of a board of tiles that bounds guide: the bound that is proved so
    /// far, and the number of nodes. The reporter is dropped when the search ends.
    fn bounded_run(&self) -> Box<dyn FnMut(u32, u64) + '_> {
        Box::new(|_, _| {})
    }

    /// Begins to report a search that tables guide. The reporter is dropped when the search ends.
    fn best_first_run(&self) -> Box<dyn FnMut(BestFirstProgress) + '_> {
        Box::new(|_| {})
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {}

/// Runs work that cannot be interrupted, and returns its value.
pub fn run_uninterruptible<T>(
    observer: &dyn Observer,
    step: NumberingStep,
    work: impl FnOnce() -> T,
) -> T {
    let mut work = Some(work);
    let mut value = None;
    observer.uninterruptible(step, &mut || value = work.take().map(|work| work()));
    value.expect("an observer runs the work that it is given")
}
