//! The sparse engine: the configurations of a generation one by one.
//!
//! Each is unranked, slid, ranked and marked; going through them in order, most of one's path through the
//! index is the next one's too. Good where a pattern has few orders. Any number of threads leaves the same
//! marks, because a configuration's mark does not depend on who finds it.

use crate::moves::{Graph, Neighbours};
use crate::store::{Generation, Marks};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// A generation with fewer configurations is done by one thread: starting others would take longer.
const WORTH_THREADS: u64 = 20_000;
/// A chunk of a generation has about so many numbers, so that a run stops soon after it is told to.
const CHUNK: u64 = 1 << 22;
/// How often the progress of a large generation is told.
const PULSE: Duration = Duration::from_millis(100);

/// One generation's work.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// All marks.
    pub marks: &'a Marks,
    /// The mark of the generation to be found.
    pub mark: u8,
    /// The generation whose neighbours are sought, and how many configurations it has.
    pub current: &'a Generation,
    /// Its size.
    pub count: u64,
    /// Receives the generation found; empty before.
    pub next: &'a Generation,
    /// Set by whoever wants the run to stop.
    pub stop: &'a AtomicBool,
}

impl Expansion<'_> {
    /// Marks and collects the next generation; false if it was stopped halfway.
    ///
    /// `pulse` is called now and then with the number of configurations done.
    pub fn run(
        &self,
        neighbours: &mut Neighbours<'_>,
        threads: usize,
        mut pulse: impl FnMut(u64),
    ) -> bool {
        let chunks = self.chunks(threads);
        if threads <= 1 || self.count < WORTH_THREADS {
            let mut done = 0;
            for chunk in chunks {
                if self.stop.load(Ordering::Relaxed) {
                    return false;
                }
                done += self.alone(neighbours, chunk);
                if self.count >= WORTH_THREADS {
                    pulse(done);
                }
            }
            return true;
        }
        let taken = AtomicUsize::new(0);
        let done = AtomicU64::new(0);
        thread::scope(|scope| {
            let (ending, ended) = mpsc::channel::<()>();
            for _ in 0..threads {
                let ending = ending.clone();
                let (taken, done, chunks) = (&taken, &done, &chunks);
                scope.spawn(move || {
                    let mut neighbours = self.graph.neighbours();
                    while !self.stop.load(Ordering::Relaxed)
                        && let Some(chunk) = chunks.get(taken.fetch_add(1, Ordering::Relaxed))
                    {
                        let expanded = self.shared(&mut neighbours, chunk.clone());
                        done.fetch_add(expanded, Ordering::Relaxed);
                    }
                    drop(ending);
                });
            }
            drop(ending);
            while ended.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
                pulse(done.load(Ordering::Relaxed));
            }
        });
        !self.stop.load(Ordering::Relaxed)
    }

    fn chunks(&self, threads: usize) -> Vec<Range<usize>> {
        let for_stopping = (self.current.len() / CHUNK) as usize;
        let parts = if self.count < WORTH_THREADS {
            1
        } else {
            threads * 16
        };
        self.current.chunks(parts.max(for_stopping))
    }

    fn alone(&self, neighbours: &mut Neighbours<'_>, chunk: Range<usize>) -> u64 {
        let mut expanded = 0;
        self.current.for_each_in(chunk, |index| {
            expanded += 1;
            neighbours.for_each(index, |neighbour| {
                let mark = self.marks.get(neighbour);
                if mark == 0 {
                    self.marks.set_alone(neighbour, self.mark);
                    self.next.insert_alone(neighbour);
                } else if mark == self.mark {
                    self.next.insert_alone(neighbour);
                }
            });
        });
        expanded
    }

    fn shared(&self, neighbours: &mut Neighbours<'_>, chunk: Range<usize>) -> u64 {
        let mut expanded = 0;
        self.current.for_each_in(chunk, |index| {
            expanded += 1;
            neighbours.for_each(index, |neighbour| {
                let mark = self.marks.get(neighbour);
                if mark == 0 {
                    self.marks.set_shared(neighbour, self.mark);
                    self.next.insert_shared(neighbour);
                } else if mark == self.mark && !self.next.contains(neighbour) {
                    self.next.insert_shared(neighbour);
                }
            });
        });
        expanded
    }
}
