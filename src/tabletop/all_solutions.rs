//! Multi-threaded search of a tree for all solutions, used by the three puzzles of `fill`.
//!
//! The result does not depend on the number of threads or on their speed. The tree is split into
//! parts before any thread starts. Boards are kept in the order of the parts, and with a limit, the
//! solutions counted are the first in the order of the parts.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

/// Options of a search for all solutions.
#[derive(Clone, Copy, Debug)]
pub struct SolutionSearch<'a> {
    /// Number of threads to use; 0 counts as 1.
    pub threads: usize,
    /// Number of solutions after which the search stops; `None` for no limit.
    pub limit: Option<u64>,
    /// Number of boards to keep; further solutions are only counted.
    pub keep: usize,
    /// Flag that stops the search when it is set.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for SolutionSearch<'_> {
    /// Uses one thread, sets no limit, keeps all boards, and has no stop flag.
    fn default() -> Self {
        SolutionSearch {
            threads: 1,
            limit: None,
            keep: usize::MAX,
            stop: None,
        }
    }
}

/// Progress of a running search, reported every 100 milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolutionProgress {
    /// Number of solutions found so far.
    pub solutions: u64,
    /// Number of parts of the search tree that have been searched.
    pub done: usize,
    /// Number of parts of the search tree.
    pub parts: usize,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SolutionList<B> {
    /// Number of solutions found; at most the limit, if there is a limit.
    pub solutions: u64,
    /// Boards of the first solutions, at most [`SolutionSearch::keep`] of them.
    pub boards: Vec<B>,
    /// Whether the search has found all solutions.
    pub is_complete: bool,
    /// Whether the stop flag ended the search; `solutions` is then the number found so far.
    pub is_interrupted: bool,
}

impl SolutionList<Box<[u8]>> {
    /// Converts each kept board with `make`.
    pub(super) fn map<B>(self, mut make: impl FnMut(&[u8]) -> B) -> SolutionList<B> {
        SolutionList {
            solutions: self.solutions,
            boards: self.boards.iter().map(|board| make(board)).collect(),
            is_complete: self.is_complete,
            is_interrupted: self.is_interrupted,
        }
    }
}

/// A search tree that can be split into parts.
pub(super) trait SearchTree: Sync {
    /// A subtree that one thread searches.
    type Part: Send + Sync;

    /// Splits the tree into parts, in an order that depends on the puzzle alone.
    fn parts(&self) -> Vec<Self::Part>;

    /// Passes every solution of a part to `visit`, until `visit` returns `Break`.
    ///
    /// The search also ends soon after `is_stopped` becomes true.
    fn search(
        &self,
        part: &Self::Part,
        is_stopped: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    );
}

/// The solutions of a part.
#[derive(Default)]
struct PartSolutions {
    solutions: u64,
    boards: Vec<Box<[u8]>>,
}

/// The results of the parts completed so far.
struct PartResults {
    yields: Vec<Option<PartSolutions>>,
    /// Number of solutions in the parts before part `next`.
    in_order: u64,
    /// Index of the first part that has not been searched.
    next: usize,
}

/// Time between two progress reports.
const TOLD_EACH: Duration = Duration::from_millis(100);

/// The state of a running search that its threads share.
struct SharedState<'h, T: SearchTree> {
    hunt: &'h SolutionSearch<'h>,
    tree: &'h T,
    parts: Vec<T::Part>,
    limit: u64,
    /// Index of the first part that no thread has taken.
    next: AtomicUsize,
    /// Number of solutions found so far, in any part.
    solutions: AtomicU64,
    is_enough: AtomicBool,
    harvest: Mutex<PartResults>,
}

impl SolutionSearch<'_> {
    /// Searches a tree; `tell` receives progress reports on the calling thread.
    pub(super) fn run<T: SearchTree>(
        &self,
        tree: &T,
        tell: &mut dyn FnMut(SolutionProgress),
    ) -> SolutionList<Box<[u8]>> {
        let field = &SharedState::new(self, tree);
        let threads = self.threads.clamp(1, field.parts.len().max(1));
        std::thread::scope(|scope| {
            let (done, all_done) = mpsc::channel::<()>();
            let mut begun = 0;
            for _ in 0..threads {
                let done = done.clone();
                let thread = std::thread::Builder::new().spawn_scoped(scope, move || {
                    field.work();
                    drop(done);
                });
                if thread.is_err() {
                    // The system grants no further thread. The threads already started search all
                    // parts.
                    break;
                }
                begun += 1;
            }
            drop(done);
            if begun == 0 {
                field.work();
            }
            // Nothing is sent over the channel; it closes when the last thread ends.
            while let Err(mpsc::RecvTimeoutError::Timeout) = all_done.recv_timeout(TOLD_EACH) {
                tell(field.progress());
            }
        });
        field.found()
    }
}

impl<'h, T: SearchTree> SharedState<'h, T> {
    fn new(hunt: &'h SolutionSearch<'h>, tree: &'h T) -> SharedState<'h, T> {
        let parts = tree.parts();
        let limit = hunt.limit.unwrap_or(u64::MAX);
        let harvest = PartResults {
            yields: parts.iter().map(|_| None).collect(),
            in_order: 0,
            next: 0,
        };
        SharedState {
            hunt,
            tree,
            parts,
            limit,
            next: AtomicUsize::new(0),
            solutions: AtomicU64::new(0),
            is_enough: AtomicBool::new(limit == 0),
            harvest: Mutex::new(harvest),
        }
    }

    fn is_asked_to_stop(&self) -> bool {
        let stop = self.hunt.stop;
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn is_stopped(&self) -> bool {
        self.is_enough.load(Ordering::Relaxed) || self.is_asked_to_stop()
    }

    /// Locks the results, even if a thread has panicked with the lock held.
    ///
    /// The panic ends the program when the threads are joined; before, the other threads continue.
    fn harvest(&self) -> MutexGuard<'_, PartResults> {
        self.harvest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of one thread: searches parts until no part is left or the search is stopped.
    fn work(&self) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.parts.len() || self.is_stopped() {
                break;
            }
            let yielded = self.search(number);
            let mut harvest = self.harvest();
            // An interrupted part is incomplete: its solutions are in the total, but its boards
            // are dropped.
            if !self.is_stopped() {
                harvest.bring_in(number, yielded, self.hunt.keep);
                if harvest.in_order >= self.limit {
                    self.is_enough.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Searches a part, up to the limits reduced by the solutions that earlier parts have found.
    fn search(&self, number: usize) -> PartSolutions {
        // Solutions found in earlier parts count towards the limits.
        let before = self.harvest().before(number);
        let keep = self.hunt.keep.saturating_sub(clamped(before));
        let most = self.limit.saturating_sub(before);
        let mut yielded = PartSolutions::default();
        let is_stopped = || self.is_stopped();
        self.tree
            .search(&self.parts[number], &is_stopped, &mut |board| {
                if yielded.boards.len() < keep {
                    yielded.boards.push(board.into());
                }
                yielded.solutions += 1;
                self.solutions.fetch_add(1, Ordering::Relaxed);
                if yielded.solutions >= most {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        yielded
    }

    fn progress(&self) -> SolutionProgress {
        SolutionProgress {
            solutions: self.solutions.load(Ordering::Relaxed),
            done: self.harvest().done(),
            parts: self.parts.len(),
        }
    }

    /// The result, once all threads have ended.
    fn found(&self) -> SolutionList<Box<[u8]>> {
        let mut harvest = self.harvest();
        let is_complete = harvest.next == self.parts.len() && harvest.in_order < self.limit;
        let is_enough = self.is_enough.load(Ordering::Relaxed);
        let is_interrupted = !is_complete && !is_enough && self.is_asked_to_stop();
        let solutions = if is_interrupted {
            self.solutions.load(Ordering::Relaxed)
        } else {
            harvest.in_order
        };
        let yields = std::mem::take(&mut harvest.yields);
        let in_order = yields.into_iter().map_while(|yielded| yielded);
        SolutionList {
            solutions: solutions.min(self.limit),
            boards: in_order
                .flat_map(|yielded| yielded.boards)
                .take(self.hunt.keep.min(clamped(self.limit)))
                .collect(),
            is_complete,
            is_interrupted,
        }
    }
}

fn clamped(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl PartResults {
    /// Lower bound on the number of solutions in the parts before part `number`.
    fn before(&self, number: usize) -> u64 {
        let known = self.yields[..number].iter().flatten();
        known.map(|yielded| yielded.solutions).sum()
    }

    fn done(&self) -> usize {
        self.yields.iter().flatten().count()
    }

    fn bring_in(&mut self, number: usize, yielded: PartSolutions, keep: usize) {
        self.yields[number] = Some(yielded);
        while let Some(Some(yielded)) = self.yields.get(self.next) {
            self.in_order += yielded.solutions;
            self.next += 1;
        }
        // Drop boards that can no longer be among the first `keep`.
        let mut before = 0u64;
        for yielded in self.yields.iter_mut().flatten() {
            let room = keep.saturating_sub(clamped(before));
            if yielded.boards.len() > room {
                yielded.boards.truncate(room);
                yielded.boards.shrink_to_fit();
            }
            before += yielded.solutions;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree in which part n has n solutions, each equal to n.
    struct Stairs(u8);

    impl SearchTree for Stairs {
        type Part = u8;

        fn parts(&self) -> Vec<u8> {
            (0..self.0).collect()
        }

        fn search(
            &self,
            part: &u8,
            is_stopped: &dyn Fn() -> bool,
            visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
        ) {
            for _ in 0..*part {
                if is_stopped() || visit(&[*part]).is_break() {
                    return;
                }
            }
        }
    }

    #[test]
    fn what_is_found_does_not_depend_on_threads() {
        let all: Vec<u8> = (0..40)
            .flat_map(|part| vec![part; usize::from(part)])
            .collect();
        for threads in [1, 2, 7] {
            for (limit, keep) in [
                (None, usize::MAX),
                (None, 100),
                (Some(0), 10),
                (Some(1), 10),
                (Some(55), usize::MAX),
                (Some(56), 3),
                (Some(780), usize::MAX),
                (Some(781), usize::MAX),
            ] {
                let hunt = SolutionSearch {
                    threads,
                    limit,
                    keep,
                    stop: None,
                };
                let found = hunt.run(&Stairs(40), &mut |_| {});
                let wanted = limit.unwrap_or(u64::MAX).min(780);
                assert_eq!(found.solutions, wanted);
                assert_eq!(found.is_complete, limit.is_none_or(|limit| limit > 780));
                assert!(!found.is_interrupted);
                let boards: Vec<u8> = found.boards.iter().map(|board| board[0]).collect();
                assert_eq!(boards, all[..keep.min(wanted as usize)]);
            }
        }
    }

    #[test]
    fn a_stop_is_told() {
        let stop = AtomicBool::new(true);
        let hunt = SolutionSearch {
            stop: Some(&stop),
            ..SolutionSearch::default()
        };
        let found = hunt.run(&Stairs(3), &mut |_| {});
        assert!(found.is_interrupted && !found.is_complete);
        assert_eq!(found.solutions, 0);
    }
}
