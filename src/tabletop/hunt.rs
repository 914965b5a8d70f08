//! A search for all solutions: how it is spread over threads, what is counted, what is kept, and when it ends.
//!
//! It promises that what is found does not depend on the number of threads, nor on which of them is faster: the
//! tree is split into parts before any thread begins, boards are kept in the order of the parts, and where a
//! limit ends the search they are the first in that order. It knows no puzzle.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Hunt<'a> {
    /// How many threads may work; at least one does.
    pub threads: usize,
    /// Stop when this many solutions are found.
    pub limit: Option<u64>,
    /// Keep this many boards, and count the others.
    pub keep: usize,
    /// Stop when this is set.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Hunt<'_> {
    /// One thread, all solutions, all boards.
    fn default() -> Self {
        Hunt {
            threads: 1,
            limit: None,
            keep: usize::MAX,
            stop: None,
        }
    }
}

/// How far a search is; told now and then while it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Solutions found so far.
    pub solutions: u64,
    /// Parts of the search that are done.
    pub done: usize,
    /// Parts in all.
    pub parts: usize,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Found<B> {
    /// How many solutions; with a limit no more than that.
    pub solutions: u64,
    /// The first of them, as many as were to be kept.
    pub boards: Vec<B>,
    /// Whether these are all that there are.
    pub is_complete: bool,
    /// Whether somebody asked for a stop; then `solutions` counts what was found until then.
    pub is_interrupted: bool,
}

impl Found<Box<[u8]>> {
    /// The same with boards made of these.
    pub(super) fn map<B>(self, mut make: impl FnMut(&[u8]) -> B) -> Found<B> {
        Found {
            solutions: self.solutions,
            boards: self.boards.iter().map(|board| make(board)).collect(),
            is_complete: self.is_complete,
            is_interrupted: self.is_interrupted,
        }
    }
}

/// A search whose tree can be split.
pub(super) trait Tree: Sync {
    /// A part of the tree.
    type Part: Send + Sync;

    /// The parts, in an order that depends on the puzzle alone.
    fn parts(&self) -> Vec<Self::Part>;

    /// Searches a part and gives every solution to `visit`, as often as that goes on; looks at `is_stopped` now
    /// and then.
    fn search(
        &self,
        part: &Self::Part,
        is_stopped: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    );
}

/// What one part came to.
#[derive(Default)]
struct Yield {
    solutions: u64,
    boards: Vec<Box<[u8]>>,
}

/// What the parts came to, as far as they are done.
struct Harvest {
    yields: Vec<Option<Yield>>,
    /// Solutions in the parts before the first that is not done.
    in_order: u64,
    /// The first part that is not done.
    next: usize,
}

/// How often progress is told.
const TOLD_EACH: Duration = Duration::from_millis(100);

/// A hunt that is going on: what its threads share.
struct Field<'h, T: Tree> {
    hunt: &'h Hunt<'h>,
    tree: &'h T,
    parts: Vec<T::Part>,
    limit: u64,
    /// The first part that no thread has taken.
    next: AtomicUsize,
    /// Solutions found so far, in whatever order.
    solutions: AtomicU64,
    is_enough: AtomicBool,
    harvest: Mutex<Harvest>,
}

impl Hunt<'_> {
    /// Searches a tree, and tells of the progress from this thread.
    pub(super) fn go<T: Tree>(&self, tree: &T, tell: &mut dyn FnMut(Progress)) -> Found<Box<[u8]>> {
        let field = &Field::new(self, tree);
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
                    // The system has no more threads to give: those that there are do all parts.
                    break;
                }
                begun += 1;
            }
            drop(done);
            if begun == 0 {
                field.work();
            }
            // Nothing is ever sent: the channel closes when the last thread is through.
            while let Err(mpsc::RecvTimeoutError::Timeout) = all_done.recv_timeout(TOLD_EACH) {
                tell(field.progress());
            }
        });
        field.found()
    }
}

impl<'h, T: Tree> Field<'h, T> {
    fn new(hunt: &'h Hunt<'h>, tree: &'h T) -> Field<'h, T> {
        let parts = tree.parts();
        let limit = hunt.limit.unwrap_or(u64::MAX);
        let harvest = Harvest {
            yields: parts.iter().map(|_| None).collect(),
            in_order: 0,
            next: 0,
        };
        Field {
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

    /// A thread that panicked ends the program when the threads are joined; until then the others go on.
    fn harvest(&self) -> MutexGuard<'_, Harvest> {
        self.harvest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches parts until there are no more, or it is stopped: what one thread does.
    fn work(&self) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.parts.len() || self.is_stopped() {
                break;
            }
            let yielded = self.search(number);
            let mut harvest = self.harvest();
            // A part that was stopped is no yield in order, but its count is still told.
            if !self.is_stopped() {
                harvest.bring_in(number, yielded, self.hunt.keep);
                if harvest.in_order >= self.limit {
                    self.is_enough.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Searches a part for what may be wanted of it.
    fn search(&self, number: usize) -> Yield {
        // What earlier parts are known to have found needs not be found here.
        let before = self.harvest().before(number);
        let keep = self.hunt.keep.saturating_sub(clamped(before));
        let most = self.limit.saturating_sub(before);
        let mut yielded = Yield::default();
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

    fn progress(&self) -> Progress {
        Progress {
            solutions: self.solutions.load(Ordering::Relaxed),
            done: self.harvest().done(),
            parts: self.parts.len(),
        }
    }

    /// What was found, once all threads are through.
    fn found(&self) -> Found<Box<[u8]>> {
        let mut harvest = self.harvest();
        let is_complete = harvest.next == self.parts.len() && harvest.in_order < self.limit;
        let is_enough = self.is_enough.load(Ordering::Relaxed);
        let is_interrupted = !is_complete && !is_enough && self.is_asked_to_stop();
        let solutions = match is_interrupted {
            true => self.solutions.load(Ordering::Relaxed),
            false => harvest.in_order,
        };
        let yields = std::mem::take(&mut harvest.yields);
        let in_order = yields.into_iter().map_while(|yielded| yielded);
        Found {
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

impl Harvest {
    /// How many solutions the parts before `number` have at least.
    fn before(&self, number: usize) -> u64 {
        let known = self.yields[..number].iter().flatten();
        known.map(|yielded| yielded.solutions).sum()
    }

    fn done(&self) -> usize {
        self.yields.iter().flatten().count()
    }

    fn bring_in(&mut self, number: usize, yielded: Yield, keep: usize) {
        self.yields[number] = Some(yielded);
        while let Some(Some(yielded)) = self.yields.get(self.next) {
            self.in_order += yielded.solutions;
            self.next += 1;
        }
        // Boards that come too late to be among the first are let go.
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

    /// Part n has n solutions, each the number of its part.
    struct Stairs(u8);

    impl Tree for Stairs {
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
                let hunt = Hunt {
                    threads,
                    limit,
                    keep,
                    stop: None,
                };
                let found = hunt.go(&Stairs(40), &mut |_| {});
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
        let hunt = Hunt {
            stop: Some(&stop),
            ..Hunt::default()
        };
        let found = hunt.go(&Stairs(3), &mut |_| {});
        assert!(found.is_interrupted && !found.is_complete);
        assert_eq!(found.solutions, 0);
    }
}
