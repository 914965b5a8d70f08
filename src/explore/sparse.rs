//! The sparse engine: the configurations of a generation one by one.
//!
//! Good where a pattern has few orders, and for slides and moves. A generation is a set, which threads can share:
//! all neighbours are gathered as a set of candidates, and only then is it sifted by the marks, 64 at a time: a
//! branch for each neighbour would be foreseen wrongly too often. Where a cut gives neighbours in any order alike,
//! a small generation is a list: each neighbour is looked up in the marks, and those that are unseen are the next
//! list. A run that goes on where another was cut off has no lists, since a neighbour that has the next mark
//! already may be from then or from now. Any number of threads leaves the same marks, because a configuration's
//! mark does not depend on who finds it.

use super::crew::{WORTH_THREADS, work_together};
use super::{Engine, Finder, Members, Pass};
use crate::moves::{Cut, Graph};
use crate::store::{Bits, Generation, StoreError};
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// A chunk of a generation has about so many numbers, so that a run stops soon after it is told to.
const CHUNK: u64 = 1 << 22;

/// The sparse engine.
#[derive(Debug)]
pub struct Sparse<'g> {
    graph: &'g Graph,
    finder: Finder<'g>,
    /// The generation at hand as a set, if `is_set`.
    current: Generation,
    is_set: Cell<bool>,
    /// The generation at hand as a list in no order, if `is_listed`.
    list: Vec<u64>,
    is_listed: bool,
    /// The generation found, as one or the other.
    next: Generation,
    next_list: Vec<u64>,
    is_next_listed: bool,
    /// Without marks the generation before must be remembered, to be left out, as the one at hand is.
    previous: Option<Generation>,
}

impl<'g> Sparse<'g> {
    /// An engine for a graph; it holds no configuration yet. `counts_only` where it is to do without marks. `stop` is
    /// the one of each [`Pass`].
    ///
    /// # Errors
    /// If there is no memory for the generations.
    pub fn new(
        graph: &'g Graph,
        counts_only: bool,
        stop: &'g AtomicBool,
    ) -> Result<Sparse<'g>, StoreError> {
        let empty = || Generation::new(graph.len());
        Ok(Sparse {
            graph,
            finder: Finder::new(graph, stop),
            current: empty()?,
            is_set: Cell::new(true),
            list: Vec::new(),
            is_listed: false,
            next: empty()?,
            next_list: Vec::new(),
            is_next_listed: false,
            previous: if counts_only { Some(empty()?) } else { None },
        })
    }

    /// Finds the next generation as a list; `None` where the graph is not cut yet, or the generation at hand is large,
    /// or marks may be there already.
    fn list_next(&mut self, pass: Pass<'_>) -> Option<u64> {
        let marks = pass.marks?;
        if pass.count >= WORTH_THREADS || pass.goes_on {
            return None;
        }
        let cut = self.finder.cut()?;
        if !self.is_listed {
            self.list.clear();
            self.list
                .extend(self.current.iter().map(|index| cut.spot(index)));
            self.is_listed = true;
        }
        self.next_list.clear();
        self.finder
            .follow(&self.list, marks, pass.mark, &mut self.next_list);
        Some(self.next_list.len() as u64)
    }

    /// The bytes that lists take where a graph is cut, at most: a small generation and the next, which may be some
    /// times as large.
    pub fn list_bytes(graph: &Graph) -> u64 {
        16 * graph.len().min(8 * WORTH_THREADS)
    }

    /// The generation at hand as a set.
    fn as_set(&self) -> &Generation {
        if !self.is_set.replace(true) {
            self.list
                .iter()
                .for_each(|&spot| self.current.put_alone(Cut::rank(spot)));
        }
        &self.current
    }
}

impl Members for Sparse<'_> {
    fn contains(&self, index: u64) -> bool {
        self.as_set().contains(index)
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        self.as_set().iter().for_each(visit);
    }
}

impl Engine for Sparse<'_> {
    fn name(&self) -> &'static str {
        "sparse"
    }

    fn put(&mut self, at: usize, bits: u64) {
        self.current.put_word(at, bits);
    }

    fn find_next(&mut self, pass: Pass<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        if pass.stop.load(Ordering::Relaxed) {
            return None;
        }
        let listed = self.list_next(pass);
        self.is_next_listed = listed.is_some();
        if listed.is_some() {
            return listed;
        }
        self.as_set();
        let expansion = Expansion {
            graph: self.graph,
            pass,
            current: &self.current,
            next: &self.next,
            previous: self.previous.as_ref(),
        };
        expansion.run(&mut self.finder, pulse)
    }

    fn advance(&mut self) {
        self.is_listed = self.is_next_listed;
        if self.is_listed {
            std::mem::swap(&mut self.list, &mut self.next_list);
            if self.is_set.replace(false) {
                self.current.clear();
            }
            return;
        }
        if let Some(previous) = &mut self.previous {
            std::mem::swap(previous, &mut self.current);
        }
        std::mem::swap(&mut self.current, &mut self.next);
        self.is_set.set(true);
        self.next.clear();
    }

    fn members(&self) -> &dyn Members {
        self
    }

    fn generation(&self) -> &dyn Bits {
        self.as_set()
    }
}

/// One generation's work.
#[derive(Clone, Copy)]
struct Expansion<'a> {
    graph: &'a Graph,
    pass: Pass<'a>,
    /// The generation whose neighbours are sought.
    current: &'a Generation,
    /// Receives the generation found; empty before.
    next: &'a Generation,
    /// The generation before, where there are no marks to tell it.
    previous: Option<&'a Generation>,
}

impl Expansion<'_> {
    fn run(&self, finder: &mut Finder<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        let threads = self.pass.threads;
        if threads <= 1 || self.pass.count < WORTH_THREADS {
            let mut done = 0;
            for chunk in self.chunks(1) {
                if self.pass.stop.load(Ordering::Relaxed) {
                    return None;
                }
                done += self.gather(finder, chunk, |found| self.next.put_alone(found));
                if self.pass.count >= WORTH_THREADS {
                    pulse(done);
                }
            }
            let whole = self.next.chunks(1).into_iter();
            return Some(whole.map(|chunk| self.sift(chunk)).sum());
        }
        let chunks = self.chunks(threads.saturating_mul(16));
        let done = AtomicU64::new(0);
        self.share(&chunks, &done, pulse, || {
            let mut finder = Finder::new(self.graph, self.pass.stop);
            move |chunk| self.gather(&mut finder, chunk, |found| self.next.put_shared(found))
        });
        if self.pass.stop.load(Ordering::Relaxed) {
            return None;
        }
        let kept = AtomicU64::new(0);
        self.share(&chunks, &kept, &mut |_| {}, || |chunk| self.sift(chunk));
        (!self.pass.stop.load(Ordering::Relaxed)).then(|| kept.into_inner())
    }

    /// Lets all threads take the chunks one after the other, and adds up what they return.
    fn share<W: FnMut(Range<usize>) -> u64>(
        &self,
        chunks: &[Range<usize>],
        sum: &AtomicU64,
        pulse: &mut dyn FnMut(u64),
        worker: impl Fn() -> W + Sync,
    ) {
        let taken = AtomicUsize::new(0);
        let work = |_| {
            let mut work = worker();
            while !self.pass.stop.load(Ordering::Relaxed)
                && let Some(chunk) = chunks.get(taken.fetch_add(1, Ordering::Relaxed))
            {
                sum.fetch_add(work(chunk.clone()), Ordering::Relaxed);
            }
        };
        work_together(0..self.pass.threads, work, &mut || {
            pulse(sum.load(Ordering::Relaxed));
        });
    }

    fn chunks(&self, parts: usize) -> Vec<Range<usize>> {
        let for_stopping = (self.current.len() / CHUNK) as usize;
        self.current.chunks(parts.max(for_stopping))
    }

    /// Finds the neighbours of a chunk's configurations; returns how many configurations these were.
    fn gather(&self, finder: &mut Finder<'_>, chunk: Range<usize>, put: impl Fn(u64)) -> u64 {
        let mut expanded = 0;
        self.current.for_each_in(chunk, |index| {
            expanded += 1;
            finder.add(index, &put);
        });
        finder.finish(&put);
        expanded
    }

    fn sift(&self, chunk: Range<usize>) -> u64 {
        if let (Some(marks), Some(doubt)) = (self.pass.marks, self.pass.doubt) {
            let look = |at, members| doubt.look(marks, at, members);
            self.next.for_each_word_in(chunk.clone(), look);
        }
        match (self.pass.marks, self.previous) {
            (Some(marks), _) => self.next.sift_in(chunk, marks, self.pass.mark),
            (None, Some(previous)) => self.next.drop_in(chunk, &[previous, self.current]),
            (None, None) => self.next.count_in(chunk),
        }
    }
}
