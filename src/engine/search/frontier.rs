//! The frontier engine: each generation is a sorted file, and the next one is made of the last two.
//!
//! All neighbours of generation n are gathered and sorted in bounded memory, spilled where they do not fit;
//! merged, each once, and lessened by generations n - 1 and n they are generation n + 1. No array over the
//! whole space is needed, in memory or on the disk. This is what Walker (1999) did with text files, and
//! `sort` and `comm` for the merging; as delayed duplicate detection it has searched larger spaces since
//! (Korf 2003, Korf and Schultze 2005).
//!
//! It promises the same files for any memory and any number of threads. It does not know how files are laid
//! out, nor what brings them to the disk.

use super::crew::{WORTH_THREADS, work_together};
use super::keeper::KEEP_EVERY;
use super::{Ended, Event, Finder, Members, NEVER, Outcome, Question};
use crate::graph::Graph;
use slidewise_store::{Ascending, Extent, Frontiers, Lookup, Sorted, Sorting, StoreError};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A thread takes this many configurations at once.
const CHUNK: usize = 4096;

/// A search that keeps its generations as sorted files.
#[derive(Clone, Debug)]
pub struct Frontier<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Generation 0.
    pub sources: &'a [u64],
    /// The last generation wanted; `None` for all.
    pub max_generation: Option<u64>,
    /// How many of the last generations keep their files, at least two; `None` for all.
    pub keep_last: Option<u64>,
    /// About how many bytes of memory the sorting may take, all threads together.
    pub memory: u64,
    /// How many threads may work; none counts as one.
    pub threads: usize,
    /// Set from outside to stop the run soon.
    pub stop: &'a AtomicBool,
}

impl<'a> Frontier<'a> {
    /// The engine's name.
    pub const NAME: &'static str = "frontier";
    /// Why it is taken: it never is of itself.
    pub const REASON: &'static str = "frontier, as asked for";

    /// All generations from `sources`, sorted in the least memory by one thread, with the files of all kept; change
    /// what is to be otherwise.
    pub fn new(graph: &'a Graph, sources: &'a [u64]) -> Frontier<'a> {
        Frontier {
            graph,
            sources,
            max_generation: None,
            keep_last: None,
            memory: Frontier::least_memory(1),
            threads: 1,
            stop: &NEVER,
        }
    }

    /// The least that [`Frontier::memory`] should be for this many threads. With less the sorting still takes
    /// as much.
    pub const fn least_memory(threads: usize) -> u64 {
        (1 << 20) + (threads as u64).saturating_mul(1 << 18)
    }

    /// Explores, or goes on with what the store has. `observe` is told what happens and may stop the run before it
    /// begins and after a generation: what it returns is asked for at [`Event::Begun`] and [`Event::Found`].
    ///
    /// Where the next generation would take more of the disk than the store may, the run ends with
    /// [`Ended::OutOfDisk`], and what was finished is kept.
    ///
    /// Time: one expansion of each configuration, and the sorting of its neighbours: some 20 to 100 ns for
    /// each of them. Memory: as allowed, beside the graph. Disk: the files of all generations kept, and while
    /// one is made its neighbours up to twice.
    ///
    /// # Errors
    /// If there are no sources, or they are no vertices of the graph; if the store answers another question; if the disk
    /// refuses, or what is on it is damaged. What was finished before is kept.
    pub fn go(
        &self,
        store: &mut Frontiers,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, StoreError> {
        let question = Question::new(self.graph, self.sources)?;
        store.answers(&question.header(&store.header().direction)?)?;
        if store.first_kept() == 0 && !store.generations().is_empty() {
            let mut first = store.stream(0)?;
            question.begins(store.generations(), |source| {
                Ok(first.next_number()? == Some(source))
            })?;
        }
        let known = store.generations().len() as u64;
        let resumed = known > 0 && !store.is_complete();
        let finished = |ended, searched| {
            Ok(Outcome {
                ended,
                resumed: resumed && searched,
                // Every block of a file carries its checksum.
                checked: false,
                searched,
            })
        };
        if store.is_complete() {
            return finished(Ended::Complete, false);
        }
        if known > 0 && self.is_last(known - 1) {
            return finished(Ended::Satisfied, false);
        }
        let begun = Event::Begun {
            engine: Frontier::NAME,
            reason: Frontier::REASON,
            generations: known,
        };
        if observe(begun).is_break() {
            return finished(Ended::Satisfied, false);
        }
        let mut told = ControlFlow::Continue(());
        if known == 0 {
            match store.append(&mut Sources(question.sources().iter()), &NEVER) {
                Err(StoreError::Budget { .. }) => return finished(Ended::OutOfDisk, true),
                appended => appended?,
            };
            told = self.tell_of_last(store, observe)?;
        }
        drop(question);
        let mut kept = Instant::now();
        loop {
            let number = store.generations().len() as u64 - 1;
            if told.is_break() || self.is_last(number) {
                self.keep(store)?;
                return finished(Ended::Satisfied, true);
            }
            if kept.elapsed() >= KEEP_EVERY {
                self.keep(store)?;
                kept = Instant::now();
            }
            match self.find_next(store, observe) {
                Ok(Some(0)) => {
                    store.finish()?;
                    self.keep(store)?;
                    return finished(Ended::Complete, true);
                }
                Ok(Some(_)) => told = self.tell_of_last(store, observe)?,
                Ok(None) => {
                    self.keep(store)?;
                    return finished(Ended::Interrupted, true);
                }
                Err(StoreError::Budget { .. }) => {
                    self.keep(store)?;
                    return finished(Ended::OutOfDisk, true);
                }
                Err(error) => {
                    // Where the disk refuses this too, the generations of the last half second are found
                    // again; the error that came first is to be told.
                    let _ = self.keep(store);
                    return Err(error);
                }
            }
        }
    }

    /// Brings what has been found to the disk, and lets go of what is not to be kept.
    fn keep(&self, store: &mut Frontiers) -> Result<(), StoreError> {
        store.sync()?;
        match self.keep_last {
            Some(last) => store.keep_last(last),
            None => Ok(()),
        }
    }

    fn is_last(&self, generation: u64) -> bool {
        self.max_generation.is_some_and(|last| generation >= last)
    }

    /// Tells of the generation found last.
    fn tell_of_last(
        &self,
        store: &Frontiers,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, StoreError> {
        let generation = store.generations().len() as u64 - 1;
        let configurations = Filed::new(store, generation)?;
        let told = observe(Event::Found {
            generation,
            count: store.generations()[generation as usize],
            configurations: &configurations,
        });
        configurations.into_result()?;
        Ok(told)
    }

    /// Makes the generation behind the last one; `None` if it was stopped.
    fn find_next(
        &self,
        store: &mut Frontiers,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Option<u64>, StoreError> {
        let number = store.generations().len() as u64 - 1;
        let count = store.generations()[number as usize];
        let threads = match count < WORTH_THREADS {
            true => 1,
            false => self.threads.max(1),
        };
        let sorting = store.sorting(self.memory, threads);
        let expansion = Expansion {
            graph: self.graph,
            sorting: &sorting,
            from: Mutex::new(store.stream(number)?),
            done: AtomicU64::new(0),
            stop: self.stop,
        };
        if threads == 1 {
            expansion.expand(&mut |done| pulse(observe, number, count, done));
        } else {
            let quiet = |_| expansion.expand(&mut |_| {});
            work_together(0..threads, quiet, &mut || {
                pulse(
                    observe,
                    number,
                    count,
                    expansion.done.load(Ordering::Relaxed),
                );
            });
        }
        drop(expansion);
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let earlier = (number.saturating_sub(1)..=number)
            .map(|earlier| store.stream(earlier))
            .collect::<Result<_, _>>()?;
        let Some(mut merged) = sorting.merge(earlier, self.stop)? else {
            return Ok(None);
        };
        let Some(Extent { count, bytes }) = store.append(&mut merged, self.stop)? else {
            return Ok(None);
        };
        if count > 0 {
            // It can be ended when it has been told what was found.
            let _ = observe(Event::Filed {
                generation: number + 1,
                bytes,
                spilled: merged.spilled(),
            });
        }
        Ok(Some(count))
    }
}

fn pulse(
    observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    generation: u64,
    count: u64,
    done: u64,
) {
    // Progress cannot end a run: only a whole generation can.
    let _ = observe(Event::Working {
        generation,
        count,
        done,
    });
}

/// The sources in order, each once.
struct Sources<'a>(std::slice::Iter<'a, u64>);

impl Ascending for Sources<'_> {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.0.next().copied())
    }
}

/// One generation's work.
struct Expansion<'a> {
    graph: &'a Graph,
    sorting: &'a Sorting,
    /// The generation whose neighbours are sought.
    from: Mutex<Sorted>,
    /// How many of its configurations are done.
    done: AtomicU64,
    stop: &'a AtomicBool,
}

impl Expansion<'_> {
    /// Takes chunks until there are none, and sorts their neighbours. `pulse` gets what is done.
    fn expand(&self, pulse: &mut dyn FnMut(u64)) {
        let mut finder = Finder::new(self.graph, self.stop);
        let mut sorter = self.sorting.sorter();
        let mut chunk = Vec::with_capacity(CHUNK);
        while !self.stop.load(Ordering::Relaxed) && !self.sorting.has_failed() {
            if let Err(fault) = self.take(&mut chunk) {
                self.sorting.fail(fault);
            }
            if chunk.is_empty() {
                break;
            }
            for &index in &chunk {
                finder.add(index, |found| sorter.push(found));
            }
            finder.finish(|found| sorter.push(found));
            let taken = chunk.len() as u64;
            pulse(self.done.fetch_add(taken, Ordering::Relaxed) + taken);
        }
        sorter.finish();
    }

    /// Takes the next configurations; none at the end.
    fn take(&self, chunk: &mut Vec<u64>) -> Result<(), StoreError> {
        chunk.clear();
        let mut from = self.from.lock().unwrap_or_else(PoisonError::into_inner);
        while chunk.len() < CHUNK
            && let Some(index) = from.next_number()?
        {
            if !self.graph.is_vertex(index) {
                chunk.clear();
                return Err(from.refuse(index));
            }
            chunk.push(index);
        }
        Ok(())
    }
}

/// The configurations of a generation in its file.
///
/// [`Members`] cannot fail: what cannot be read is none, and the failure is kept for later.
pub struct Filed<'s> {
    store: &'s Frontiers,
    generation: u64,
    lookup: RefCell<Lookup>,
    fault: RefCell<Option<StoreError>>,
}

impl<'s> Filed<'s> {
    /// The configurations of this generation.
    ///
    /// # Errors
    /// If the file is not there or not whole.
    pub fn new(store: &'s Frontiers, generation: u64) -> Result<Filed<'s>, StoreError> {
        Ok(Filed {
            store,
            generation,
            lookup: RefCell::new(store.lookup(generation)?),
            fault: RefCell::new(None),
        })
    }

    /// What could not be read, if anything: then what was answered means nothing.
    ///
    /// # Errors
    /// The first failure.
    pub fn into_result(self) -> Result<(), StoreError> {
        self.fault.into_inner().map_or(Ok(()), Err)
    }

    fn or_fail<T>(&self, read: Result<T, StoreError>, otherwise: T) -> T {
        read.unwrap_or_else(|fault| {
            self.fault.borrow_mut().get_or_insert(fault);
            otherwise
        })
    }
}

impl Members for Filed<'_> {
    fn contains(&self, index: u64) -> bool {
        let found = self.lookup.borrow_mut().contains(index);
        self.or_fail(found, false)
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        let all = self.store.stream(self.generation).and_then(|mut members| {
            while let Some(index) = members.next_number()? {
                visit(index);
            }
            Ok(())
        });
        self.or_fail(all, ());
    }
}
