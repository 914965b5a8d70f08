//! Verification of a search one configuration at a time, for any graph and any sources.
//!
//! The neighbours of a generation are collected in a set. Configurations of earlier generations are
//! removed from it; the others form the next generation.

use super::allocation::OutOfMemory;
use super::edges::EdgeSource;
use super::generation_check::{GenerationCheck, VerificationWalk, first_unlike};
use slidewise_engine::search::{WORTH_THREADS, run_workers};
use slidewise_store::{MappedWords, Marks};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of words in a chunk of a set, which one thread processes as a whole; a chunk covers
/// 16,384 indices.
const CHUNK: usize = 256;

/// Breadth-first walk by sets of configurations.
#[derive(Debug)]
pub(super) struct SetWalk<'a, E> {
    marks: &'a Marks,
    threads: usize,
    edges: E,
    /// Configurations of all generations up to the current generation.
    proved: IndexSet,
    current: IndexSet,
    /// Size of the current generation.
    count: u64,
    /// Configurations found from the current generation.
    next: IndexSet,
}

/// Bytes that a walk takes: three bits for each index.
pub(super) fn needed_bytes(len: u64) -> u64 {
    IndexSet::bytes_for(len).saturating_mul(3)
}

impl<'a, E: EdgeSource> SetWalk<'a, E> {
    /// Prepares the walk that verifies the marks of a search along these edges.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(
        edges: E,
        marks: &'a Marks,
        threads: usize,
    ) -> Result<SetWalk<'a, E>, OutOfMemory> {
        let len = marks.len();
        Ok(SetWalk {
            marks,
            threads,
            edges,
            proved: IndexSet::new(len)?,
            current: IndexSet::new(len)?,
            count: 0,
            next: IndexSet::new(len)?,
        })
    }

    /// Number of threads for the current generation; one if the generation is small.
    fn threads(&self) -> usize {
        if self.count < WORTH_THREADS {
            1
        } else {
            self.threads
        }
    }

    /// Collects the neighbours of the current generation in `next`.
    fn expand(&mut self) {
        let threads = self.threads();
        let (current, next) = (&self.current, &self.next);
        if threads == 1 {
            for chunk in current.touched() {
                current.for_each_in(chunk, |index| {
                    self.edges.for_each(index, |found| next.put_alone(found));
                });
            }
            return;
        }
        let edges = &self.edges;
        share(current.touched(), threads, |chunks| {
            let mut edges = edges.clone();
            for chunk in chunks {
                current.for_each_in(chunk, |index| {
                    edges.for_each(index, |found| next.put(found));
                });
            }
        });
    }

    /// Removes from `next` the configurations verified before, and makes it the current generation.
    /// Counts this generation and checks its marks.
    fn sift(&mut self, mark: Option<u8>) -> GenerationCheck {
        let (marks, proved, next) = (self.marks, &self.proved, &self.next);
        let total = Mutex::new(GenerationCheck::default());
        share(next.touched(), self.threads(), |chunks| {
            let mut own = GenerationCheck::default();
            for at in chunks.flat_map(|chunk| next.words_of(chunk)) {
                let found = next.words.load(at);
                if found == 0 {
                    continue;
                }
                // No other thread processes this chunk, so plain loads and stores are enough.
                let new = found & !proved.words.load(at);
                next.words.as_slice()[at].store(new, Ordering::Relaxed);
                proved.add_word_alone(at, new);
                let first = at as u64 * 64;
                own = own.and(GenerationCheck {
                    count: u64::from(new.count_ones()),
                    wrong: mark.and_then(|mark| first_unlike(marks, first, &[new], mark)),
                });
            }
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            *total = total.and(own);
        });
        let found = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.count = found.count;
        std::mem::swap(&mut self.current, &mut self.next);
        self.next.clear();
        found
    }
}

impl<E: EdgeSource> VerificationWalk for SetWalk<'_, E> {
    fn begin(&mut self, sources: &[u64], mark: u8) -> GenerationCheck {
        sources
            .iter()
            .for_each(|&source| self.next.put_alone(source));
        self.sift(Some(mark))
    }

    fn advance(&mut self, mark: Option<u8>) -> GenerationCheck {
        self.expand();
        self.sift(mark)
    }
}

/// Lets threads process the chunks; each thread takes one chunk at a time.
fn share(
    chunks: Vec<usize>,
    threads: usize,
    worker: impl Fn(&mut dyn Iterator<Item = usize>) + Sync,
) {
    let threads = threads.min(chunks.len());
    if threads <= 1 {
        return worker(&mut chunks.into_iter());
    }
    let taken = AtomicUsize::new(0);
    let work = |_| {
        let take = || chunks.get(taken.fetch_add(1, Ordering::Relaxed)).copied();
        worker(&mut std::iter::from_fn(take));
    };
    run_workers(0..threads, work, &mut || {});
}

/// Set of configurations: one bit for each index, and one flag for each chunk of words.
#[derive(Debug)]
struct IndexSet {
    words: MappedWords,
    flags: Vec<AtomicBool>,
}

impl IndexSet {
    fn bytes_for(len: u64) -> u64 {
        let words = len.div_ceil(64);
        words.saturating_mul(8) + words / CHUNK as u64
    }

    fn new(len: u64) -> Result<IndexSet, OutOfMemory> {
        let words = MappedWords::zeroed(len.div_ceil(64)).map_err(|_| OutOfMemory {
            bytes: IndexSet::bytes_for(len),
        })?;
        let chunks = words.len().div_ceil(CHUNK);
        Ok(IndexSet {
            words,
            flags: (0..chunks).map(|_| AtomicBool::new(false)).collect(),
        })
    }

    /// Adds a configuration; several threads may add at the same time.
    #[inline]
    fn put(&self, index: u64) {
        self.add_word((index / 64) as usize, 1 << (index % 64));
    }

    /// Adds a configuration, while no other thread adds any.
    #[inline]
    fn put_alone(&self, index: u64) {
        self.add_word_alone((index / 64) as usize, 1 << (index % 64));
    }

    /// Adds the configurations whose bits are set in `new` to word number `at`; several threads may
    /// add at the same time.
    #[inline]
    fn add_word(&self, at: usize, new: u64) {
        let word = &self.words.as_slice()[at];
        // The word is read first, which avoids most atomic writes: most configurations are found
        // several times, and only the first time needs a write.
        let old = word.load(Ordering::Relaxed);
        if new & !old == 0 {
            return;
        }
        if word.fetch_or(new, Ordering::Relaxed) == 0 {
            self.flags[at / CHUNK].store(true, Ordering::Relaxed);
        }
    }

    /// Adds the configurations whose bits are set in `new` to word number `at`, while no other
    /// thread adds any.
    #[inline]
    fn add_word_alone(&self, at: usize, new: u64) {
        let word = &self.words.as_slice()[at];
        let old = word.load(Ordering::Relaxed);
        word.store(old | new, Ordering::Relaxed);
        if old == 0 {
            self.flags[at / CHUNK].store(true, Ordering::Relaxed);
        }
    }

    /// Numbers of the chunks that may have members.
    fn touched(&self) -> Vec<usize> {
        (0..self.flags.len())
            .filter(|&chunk| self.flags[chunk].load(Ordering::Relaxed))
            .collect()
    }

    fn words_of(&self, chunk: usize) -> std::ops::Range<usize> {
        chunk * CHUNK..self.words.len().min((chunk + 1) * CHUNK)
    }

    /// Calls `visit` with each configuration of a chunk, in ascending order.
    fn for_each_in(&self, chunk: usize, mut visit: impl FnMut(u64)) {
        for at in self.words_of(chunk) {
            let mut word = self.words.load(at);
            while word != 0 {
                visit(at as u64 * 64 + u64::from(word.trailing_zeros()));
                word &= word - 1;
            }
        }
    }

    /// Removes all configurations from the set.
    fn clear(&mut self) {
        for chunk in self.touched() {
            for word in &self.words.as_slice()[self.words_of(chunk)] {
                word.store(0, Ordering::Relaxed);
            }
            *self.flags[chunk].get_mut() = false;
        }
    }
}
