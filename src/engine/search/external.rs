//! The external engine: each generation is a sorted file, and the next one is made from the last
//! two.
//!
//! All neighbours of generation n are gathered and sorted in bounded memory, and spilled to the
//! disk if they do not fit. The sorted runs are merged, with each neighbour once and without
//! generations n - 1 and n, which gives generation n + 1. No array over the whole space is needed,
//! in memory or on the disk. Walker (1999) did this with text files, and with `sort` and `comm` for
//! the merging. As delayed duplicate detection the method has searched larger spaces since (Korf
//! 2003, Korf and Schultze 2005).
//!
//! The files are equal for any memory and any number of threads. The store decides how files are
//! laid out and how they become durable.

use super::backend::Backend;
use super::threads::{WORTH_THREADS, run_workers};
use super::{Event, Expander, GenerationMembers, SearchError, SearchId, StopFlag};
use crate::graph::Graph;
use slidewise_store::{Ascending, RunLookup, RunReader, RunSize, RunStore, Sorting, StoreError};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of configurations that a thread takes at a time.
const CHUNK: usize = 4096;

/// Least number of bytes that sorting takes with this many threads.
pub(super) const fn min_memory(threads: usize) -> u64 {
    (1 << 20) + (threads as u64).saturating_mul(1 << 18)
}

/// Refuses a search other than the one that a store holds.
pub(super) fn admit(store: &RunStore, id: &SearchId<'_>) -> Result<(), SearchError> {
    store.answers(&id.header(&store.header().direction)?)?;
    if store.first_kept() == 0 && !store.generations().is_empty() {
        let mut first = store.stream(0)?;
        id.begins(store.generations(), |source| {
            Ok(first.next_number()? == Some(source))
        })?;
    }
    Ok(())
}

/// A search that keeps its generations as sorted files.
pub(super) struct FileBackend<'s> {
    /// The store.
    pub store: &'s mut RunStore,
    /// The graph.
    pub graph: &'s Graph,
    /// Bytes of memory for sorting, all threads together.
    pub memory: u64,
    /// Number of last generations whose files are kept, at least two; `None` for all.
    pub keep_last: Option<u64>,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Raised from outside to stop the search soon.
    pub stop: &'s AtomicBool,
}

impl FileBackend<'_> {
    /// Makes the next generation and returns its size; `None` if stopped.
    fn find_next(
        &mut self,
        number: u64,
        count: u64,
        emit: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<u64>, StoreError> {
        let threads = if count < WORTH_THREADS {
            1
        } else {
            self.threads
        };
        let sorting = self.store.sorting(self.memory, threads);
        let expansion = FileExpansion {
            graph: self.graph,
            sorting: &sorting,
            from: Mutex::new(self.store.stream(number)?),
            done: AtomicU64::new(0),
            stop: self.stop,
        };
        let mut pulse = |done| {
            emit(Event::Working {
                generation: number,
                count,
                done,
            });
        };
        if threads == 1 {
            expansion.expand(&mut pulse);
        } else {
            let quiet = |_| expansion.expand(&mut |_| {});
            run_workers(0..threads, quiet, &mut || {
                pulse(expansion.done.load(Ordering::Relaxed));
            });
        }
        drop(expansion);
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let earlier = (number.saturating_sub(1)..=number)
            .map(|earlier| self.store.stream(earlier))
            .collect::<Result<_, _>>()?;
        let Some(mut merged) = sorting.merge(earlier, self.stop)? else {
            return Ok(None);
        };
        let Some(RunSize { count, bytes }) = self.store.append(&mut merged, self.stop)? else {
            return Ok(None);
        };
        if count > 0 {
            emit(Event::Filed {
                generation: number + 1,
                bytes,
                spilled: merged.spilled(),
            });
        }
        Ok(Some(count))
    }

    /// Number and size of the last stored generation.
    fn last(&self) -> (u64, u64) {
        let generations = self.store.generations();
        let last = generations.len() - 1;
        (last as u64, generations[last])
    }
}

impl Backend for FileBackend<'_> {
    fn begin(&mut self, sources: &[u64]) -> Result<(u64, u64), SearchError> {
        if self.store.generations().is_empty() {
            let mut sources = SortedSources(sources.iter());
            self.store.append(&mut sources, StopFlag::never())?;
        }
        Ok(self.last())
    }

    fn note(&mut self, _generation: u64, _count: u64) -> Result<(), SearchError> {
        // There is nothing to do: the store recorded the generation when it was appended.
        Ok(())
    }

    fn is_checking(&self) -> bool {
        // Nothing is in doubt: every block of a file has a checksum.
        false
    }

    fn known(&self) -> u64 {
        self.store.generations().len() as u64
    }

    fn show(&self, visit: &mut dyn FnMut(&dyn GenerationMembers)) -> Result<(), SearchError> {
        let (last, _) = self.last();
        let configurations = Filed::new(self.store, last)?;
        visit(&configurations);
        Ok(configurations.into_result()?)
    }

    fn expand(
        &mut self,
        generation: u64,
        count: u64,
        emit: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<u64>, SearchError> {
        Ok(self.find_next(generation, count, emit)?)
    }

    fn save(&mut self) -> Result<(), SearchError> {
        self.store.sync()?;
        if let Some(last) = self.keep_last {
            self.store.keep_last(last)?;
        }
        Ok(())
    }

    fn pause(&mut self) -> Result<(), SearchError> {
        Ok(())
    }

    fn complete(&mut self) -> Result<(), SearchError> {
        self.store.finish()?;
        self.save()
    }

    fn rescue(&mut self) {
        // If saving fails, too, a later run finds the generations of the last half second again.
        // Only the first error is reported.
        let _ = self.save();
    }
}

/// Reads the sources in ascending order, each once.
struct SortedSources<'a>(std::slice::Iter<'a, u64>);

impl Ascending for SortedSources<'_> {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(self.0.next().copied())
    }
}

/// The expansion of one generation.
struct FileExpansion<'a> {
    graph: &'a Graph,
    sorting: &'a Sorting,
    /// The generation that is expanded.
    from: Mutex<RunReader>,
    /// Number of configurations expanded so far.
    done: AtomicU64,
    stop: &'a AtomicBool,
}

impl FileExpansion<'_> {
    /// Expands chunks until the generation ends, and sorts the neighbours.
    ///
    /// `pulse` receives the number of configurations expanded so far.
    fn expand(&self, pulse: &mut dyn FnMut(u64)) {
        let mut expander = Expander::new(self.graph, self.stop);
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
                expander.add(index, |found| sorter.push(found));
            }
            expander.finish(|found| sorter.push(found));
            let taken = chunk.len() as u64;
            pulse(self.done.fetch_add(taken, Ordering::Relaxed) + taken);
        }
        sorter.finish();
    }

    /// Fills `chunk` with the next configurations; at the end of the generation it stays empty.
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

/// The members of a generation, read from its file.
///
/// [`GenerationMembers`] cannot fail: a member that cannot be read counts as absent, and
/// [`Filed::into_result`] reports the failure.
pub struct Filed<'s> {
    store: &'s RunStore,
    generation: u64,
    lookup: RefCell<RunLookup>,
    fault: RefCell<Option<StoreError>>,
}

impl<'s> Filed<'s> {
    /// Opens the members of a generation.
    ///
    /// # Errors
    /// If the file is missing or damaged.
    pub fn new(store: &'s RunStore, generation: u64) -> Result<Filed<'s>, StoreError> {
        Ok(Filed {
            store,
            generation,
            lookup: RefCell::new(store.lookup(generation)?),
            fault: RefCell::new(None),
        })
    }

    /// Reports whether a read has failed; if so, earlier answers are invalid.
    ///
    /// # Errors
    /// The first failure of a read.
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

impl GenerationMembers for Filed<'_> {
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
