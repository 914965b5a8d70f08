//! The sparse engine: expands the configurations of a generation one by one.
//!
//! It suits patterns with few arrangements, and slides and moves. A generation is a set that
//! threads can share. All neighbours are gathered as a set of candidates, and only then sifted by
//! the marks, 64 at a time, because a branch for each neighbour would be predicted badly. Half
//! boards find neighbours at the same cost in any order, so with them a small generation is a list.
//! Each neighbour is looked up in the marks, and the unseen ones are the next list. A resumed
//! search has no lists, since it cannot distinguish a neighbour that the earlier run gave the next
//! mark from one that it has just marked. Any number of threads leaves the same marks, because a
//! configuration's mark does not depend on the thread that finds it.

use super::threads::{WORTH_THREADS, run_workers};
use super::{Engine, Expander, GenerationMembers, Layer};
use crate::graph::{Graph, HalfBoards};
use slidewise_store::{Generation, StoreError, WordSet};
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Approximate number of indices in a chunk of a generation. The stop flag is read between chunks.
const CHUNK: u64 = 1 << 22;

/// How the sparse engine recognizes configurations that were found before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeenBy {
    /// A configuration is known if it has a mark.
    Marks,
    /// A configuration is known if it is in one of the last two generations. This serves searches
    /// without marks, and searches whose marks must be checked.
    Generations,
}

/// The form in which a generation is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HeldAs {
    /// A set.
    Set,
    /// A list in no order.
    List,
    /// A list, and a set filled from it.
    Both,
}

/// The sparse engine.
#[derive(Debug)]
pub struct Sparse<'g> {
    graph: &'g Graph,
    stop: &'g AtomicBool,
    /// Finds neighbours. It is made on first use, because the graph may build tables for it.
    expander: Option<Expander<'g>>,
    /// Which of `set` and `list` hold the current generation. The set is filled only on request.
    held: Cell<HeldAs>,
    set: Generation,
    list: Vec<u64>,
    /// Which of `next_set` and `next_list` holds the generation found.
    next_held: HeldAs,
    next_set: Generation,
    next_list: Vec<u64>,
    /// The generation before the current one, if marks do not show it. Neighbours in either of
    /// these two generations are left out.
    previous: Option<Generation>,
}

impl<'g> Sparse<'g> {
    /// An engine for a graph, without configurations. `stop` must be the stop flag that each
    /// [`Layer`] has.
    ///
    /// # Errors
    /// If there is no memory for the generations.
    pub fn new(
        graph: &'g Graph,
        seen_by: SeenBy,
        stop: &'g AtomicBool,
    ) -> Result<Sparse<'g>, StoreError> {
        let empty = || Generation::new(graph.len());
        Ok(Sparse {
            graph,
            stop,
            expander: None,
            held: Cell::new(HeldAs::Set),
            set: empty()?,
            list: Vec::new(),
            next_held: HeldAs::Set,
            next_set: empty()?,
            next_list: Vec::new(),
            previous: match seen_by {
                SeenBy::Marks => None,
                SeenBy::Generations => Some(empty()?),
            },
        })
    }

    /// Finds the next generation as a list; `None` if it must be found as a set.
    ///
    /// It must be a set if there are no half boards yet, the current generation is large, or some
    /// configurations may be marked already.
    fn list_next(&mut self, layer: Layer<'_>) -> Option<u64> {
        let marks = layer.marks?;
        if layer.count >= WORTH_THREADS || layer.is_resumed {
            return None;
        }
        let expander = self
            .expander
            .get_or_insert_with(|| Expander::new(self.graph, self.stop));
        let cut = expander.half_boards()?;
        if self.held.get() == HeldAs::Set {
            self.list.clear();
            self.list
                .extend(self.set.iter().map(|index| cut.packed_rank(index)));
            self.held.set(HeldAs::Both);
        }
        self.next_list.clear();
        expander.follow(&self.list, marks, layer.mark, &mut self.next_list);
        Some(self.next_list.len() as u64)
    }

    /// Most bytes of the lists of a small generation and of the next one, which may be several
    /// times as large.
    pub fn list_bytes(graph: &Graph) -> u64 {
        16 * graph.len().min(8 * WORTH_THREADS)
    }

    /// The current generation, as a set.
    fn as_set(&self) -> &Generation {
        if self.held.get() == HeldAs::List {
            let put = |index| self.set.put_alone(index);
            self.list
                .iter()
                .map(|&spot| HalfBoards::rank(spot))
                .for_each(put);
            self.held.set(HeldAs::Both);
        }
        &self.set
    }

    /// Puts a configuration into the current generation, which must be a set.
    pub(super) fn put_one(&self, index: u64) {
        self.set.put_alone(index);
    }

    /// Empties the current generation, which must be a set.
    pub(super) fn clear(&mut self) {
        self.set.clear();
    }
}

impl GenerationMembers for Sparse<'_> {
    fn contains(&self, index: u64) -> bool {
        self.as_set().contains(index)
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        self.as_set().iter().for_each(visit);
    }
}

impl Engine for Sparse<'_> {
    fn put(&mut self, at: usize, bits: u64) {
        self.set.put_word(at, bits);
    }

    fn find_next(&mut self, layer: Layer<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        if layer.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.next_held = HeldAs::List;
        let listed = self.list_next(layer);
        if listed.is_some() {
            return listed;
        }
        self.next_held = HeldAs::Set;
        self.as_set();
        let expansion = SetExpansion {
            graph: self.graph,
            layer,
            current: &self.set,
            next: &self.next_set,
            previous: self.previous.as_ref(),
        };
        let expander = self
            .expander
            .get_or_insert_with(|| Expander::new(self.graph, self.stop));
        expansion.run(expander, pulse)
    }

    fn advance(&mut self) {
        match self.next_held {
            HeldAs::List | HeldAs::Both => {
                std::mem::swap(&mut self.list, &mut self.next_list);
                if self.held.replace(HeldAs::List) != HeldAs::List {
                    self.set.clear();
                }
            }
            HeldAs::Set => {
                if let Some(previous) = &mut self.previous {
                    std::mem::swap(previous, &mut self.set);
                }
                std::mem::swap(&mut self.set, &mut self.next_set);
                self.held.set(HeldAs::Set);
                self.next_set.clear();
            }
        }
    }

    fn members(&self) -> &dyn GenerationMembers {
        self
    }

    fn generation(&self) -> &dyn WordSet {
        self.as_set()
    }
}

/// The expansion of one generation as a set.
#[derive(Clone, Copy)]
struct SetExpansion<'a> {
    graph: &'a Graph,
    layer: Layer<'a>,
    /// The generation that is expanded.
    current: &'a Generation,
    /// Receives the generation found; empty at the beginning.
    next: &'a Generation,
    /// The generation before the current one, if marks do not show it.
    previous: Option<&'a Generation>,
}

impl SetExpansion<'_> {
    fn run(&self, expander: &mut Expander<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64> {
        let threads = self.layer.threads;
        if threads <= 1 || self.layer.count < WORTH_THREADS {
            let mut done = 0;
            for chunk in self.chunks(1) {
                if self.layer.stop.load(Ordering::Relaxed) {
                    return None;
                }
                done += self.gather(expander, chunk, |found| self.next.put_alone(found));
                if self.layer.count >= WORTH_THREADS {
                    pulse(done);
                }
            }
            let whole = self.next.chunks(1).into_iter();
            return Some(whole.map(|chunk| self.sift(chunk)).sum());
        }
        let chunks = self.chunks(threads.saturating_mul(16));
        let done = AtomicU64::new(0);
        self.share(&chunks, &done, pulse, || {
            let mut expander = Expander::new(self.graph, self.layer.stop);
            move |chunk| self.gather(&mut expander, chunk, |found| self.next.put_shared(found))
        });
        if self.layer.stop.load(Ordering::Relaxed) {
            return None;
        }
        let kept = AtomicU64::new(0);
        self.share(&chunks, &kept, &mut |_| {}, || |chunk| self.sift(chunk));
        (!self.layer.stop.load(Ordering::Relaxed)).then(|| kept.into_inner())
    }

    /// Lets all threads take chunks until none is left; adds the workers' results to `sum`.
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
            while !self.layer.stop.load(Ordering::Relaxed)
                && let Some(chunk) = chunks.get(taken.fetch_add(1, Ordering::Relaxed))
            {
                sum.fetch_add(work(chunk.clone()), Ordering::Relaxed);
            }
        };
        run_workers(0..self.layer.threads, work, &mut || {
            pulse(sum.load(Ordering::Relaxed));
        });
    }

    fn chunks(&self, parts: usize) -> Vec<Range<usize>> {
        let for_stopping = (self.current.len() / CHUNK) as usize;
        self.current.chunks(parts.max(for_stopping))
    }

    /// Passes the neighbours of a chunk's configurations to `put`.
    ///
    /// Returns the number of these configurations.
    fn gather(&self, expander: &mut Expander<'_>, chunk: Range<usize>, put: impl Fn(u64)) -> u64 {
        let mut expanded = 0;
        self.current.for_each_in(chunk, |index| {
            expanded += 1;
            expander.add(index, &put);
        });
        expander.finish(&put);
        expanded
    }

    fn sift(&self, chunk: Range<usize>) -> u64 {
        let mark = self.layer.mark;
        let drop = |previous| self.next.drop_in(chunk.clone(), &[previous, self.current]);
        let count = self.previous.map(drop);
        let Some(marks) = self.layer.marks else {
            return count.expect("without marks the generation before the current one is kept");
        };
        if let Some(check) = self.layer.check {
            let look = |at, members| check.look(marks, at, members, mark);
            self.next.for_each_word_in(chunk.clone(), look);
        }
        self.next.sift_in(chunk, marks, mark)
    }
}
