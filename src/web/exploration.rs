//! An exploration: its state, its progress, and its results.

use super::blocking::lock;
use super::layout_state::AskedLayout;
use slidewise_analysis::Unsolvable;
use slidewise_answers::{
    AnswerError, ExplorationProgress, ExplorationState, ExploredPuzzle, reason_for_page,
};
use slidewise_app::StopToken;
use slidewise_engine::graph::Metric;
use slidewise_puzzle::Puzzle;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// An exploration of a puzzle in a metric.
#[derive(Debug)]
pub(crate) struct ExplorationJob {
    /// Identifier of the puzzle and metric; all explorations of this puzzle and metric have it.
    pub id: String,
    /// The puzzle that is explored.
    pub puzzle: Puzzle,
    /// The metric of all distances.
    pub metric: Metric,
    /// Folder that contains the stores.
    pub(super) root: PathBuf,
    /// Whether the stores outlive the exploration.
    pub is_kept: bool,
    /// Bytes on the disk that are reserved for the stores; 0 once the stores are removed.
    pub(super) disk: AtomicU64,
    /// Token that stops the search.
    pub(super) stop: StopToken,
    /// Whether the request permits a long search.
    pub(super) is_earnest: AtomicBool,
    /// Whether results are no longer wanted.
    is_closed: AtomicBool,
    pub(super) progress: Mutex<ExplorationProgress>,
    /// The results, once the exploration is finished.
    found: Mutex<Option<Arc<ExploredPuzzle>>>,
    /// The layout of the state graph that was asked for last.
    pub layout: AskedLayout,
}

impl ExplorationJob {
    /// Creates an exploration that waits to be started, with its stores below `root`.
    pub(crate) fn new(
        id: String,
        puzzle: Puzzle,
        metric: Metric,
        root: PathBuf,
        is_kept: bool,
    ) -> ExplorationJob {
        ExplorationJob {
            id,
            progress: Mutex::new(ExplorationProgress::new(!puzzle.goals.is_empty())),
            puzzle,
            metric,
            root,
            is_kept,
            disk: AtomicU64::new(0),
            stop: StopToken::default(),
            is_earnest: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            found: Mutex::new(None),
            layout: AskedLayout::default(),
        }
    }

    /// A copy of the progress of the exploration.
    pub(crate) fn progress(&self) -> ExplorationProgress {
        self.drop_if_spoiled();
        self.told().clone()
    }

    /// The state of the exploration.
    pub(crate) fn state(&self) -> ExplorationState {
        self.drop_if_spoiled();
        self.told().state
    }

    /// The results, if the exploration is finished.
    pub(crate) fn found(&self) -> Option<Arc<ExploredPuzzle>> {
        self.drop_if_spoiled();
        lock(&self.found).clone()
    }

    /// Publishes the results, unless the exploration was closed meanwhile.
    pub(super) fn publish(&self, explored: ExploredPuzzle, seconds: f64) {
        let mut found = lock(&self.found);
        if self.is_closed.load(Ordering::Relaxed) {
            return;
        }
        self.told().finish(&explored, seconds);
        *found = Some(Arc::new(explored));
    }

    /// Ends the exploration if a query has met an error of a store; a new exploration reads the
    /// stores again.
    fn drop_if_spoiled(&self) {
        let mut found = lock(&self.found);
        let Some(why) = found.as_ref().and_then(|found| found.spoiled()) else {
            return;
        };
        *found = None;
        // Remove the files while the exploration still counts as ready: no request can start it
        // again and use the files in the meantime.
        self.remove_files();
        let mut progress = self.told();
        (progress.state, progress.trouble) = (ExplorationState::Failed, Some(why));
    }

    /// Resets the exploration before it enters the queue; `is_earnest` permits a long search.
    pub(crate) fn await_turn(&self, is_earnest: bool) {
        self.stop.store(false, Ordering::Relaxed);
        self.is_earnest.store(is_earnest, Ordering::Relaxed);
        *self.told() = ExplorationProgress::new(!self.puzzle.goals.is_empty());
    }

    /// Marks the exploration as running, before its thread starts.
    pub(crate) fn take_turn(&self) {
        self.told().state = ExplorationState::Numbering;
    }

    /// Records that the exploration failed to start.
    pub(crate) fn give_up(&self, why: AnswerError) {
        let mut progress = self.told();
        (progress.state, progress.trouble) = (ExplorationState::Failed, Some(why));
    }

    /// Upper bound on the bytes of memory that the exploration holds while it answers queries.
    pub(crate) fn held(&self) -> u64 {
        let progress = self.told();
        match (progress.state, progress.needs) {
            (ExplorationState::Ready, Some(needs)) => needs.memory_bytes,
            _ => 0,
        }
    }

    /// Bytes on the disk that are reserved for the stores; 0 once the stores are removed.
    pub(crate) fn disk(&self) -> u64 {
        self.disk.load(Ordering::Relaxed)
    }

    /// Records how many bytes on the disk are reserved for the stores.
    pub(crate) fn take_disk(&self, bytes: u64) {
        self.disk.store(bytes, Ordering::Relaxed);
    }

    /// Removes the stores, unless they outlive the exploration.
    pub(crate) fn remove_files(&self) {
        if !self.is_kept {
            // The error is ignored: if the exploration never ran, there is no folder to remove.
            let _ = std::fs::remove_dir_all(&self.root);
            self.take_disk(0);
        }
    }

    /// Asks a running search to stop; an exploration in the queue is stopped at once.
    pub(crate) fn stop(&self) {
        self.stop.stop();
        let mut progress = self.told();
        if progress.state == ExplorationState::Waiting {
            progress.state = ExplorationState::Stopped;
            progress.trouble = Some(self.stopped("the exploration was stopped before it started"));
        }
    }

    /// Stops the search and forgets its results.
    pub(crate) fn close(&self) {
        self.stop.stop();
        let mut found = lock(&self.found);
        self.is_closed.store(true, Ordering::Relaxed);
        *found = None;
    }

    /// The error for an exploration that stopped for the reason `why`.
    pub(super) fn stopped(&self, why: impl std::fmt::Display) -> AnswerError {
        let hint = if self.is_kept {
            "explore the puzzle again to resume the search"
        } else {
            "explore the puzzle again to restart the search"
        };
        AnswerError::conflict(why, hint)
    }

    /// Records in the progress why the puzzle has no solution.
    pub(super) fn tell_unsolvable(&self, why: &Unsolvable) {
        self.told().unsolvable = Some(reason_for_page(&self.puzzle, why));
    }

    pub(super) fn told(&self) -> MutexGuard<'_, ExplorationProgress> {
        lock(&self.progress)
    }
}
