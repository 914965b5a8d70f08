//! `BitPass`: threads replace the words of one side by those of the next generation, chunk by
//! chunk.
//!
//! Chunks are taken from first to last. A chunk may be written as soon as the chunk that its slot
//! still held (`spare` places before it) is on the disk in its new form. Whenever a round of chunks
//! is written, the thread that wrote the last of them brings the round to the disk, while the other
//! threads go on with the round behind it.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::bit_store::BitStore;
use super::chunk_head::ChunkHead;
use super::slot_buffer::SlotBuffer;
use crate::error::StoreError;

/// Interval at which a waiting thread looks whether the search was stopped.
const PATIENCE: Duration = Duration::from_millis(50);

/// A pass over the words of one side.
#[derive(Debug)]
pub struct BitPass<'s> {
    store: &'s BitStore,
    generation: u64,
    state: Mutex<PassState>,
    changed: Condvar,
    stop: &'s AtomicBool,
}

/// The progress of a pass.
#[derive(Debug)]
pub(super) struct PassState {
    /// Heads of the new chunks; `None` for a chunk that is not written yet.
    pub new: Vec<Option<ChunkHead>>,
    /// The next chunk that no thread has taken.
    next: u64,
    /// Number of chunks, from the first on, that are on the disk.
    durable: u64,
    is_syncing: bool,
    fault: Option<StoreError>,
}

impl BitStore {
    /// Makes the next generation, or the rest of it: `work` runs the threads that take and put the
    /// chunks of the pass. Returns the size of the generation; `None` if `stop` was set before its
    /// end.
    ///
    /// When this returns a size other than 0, the words of the generation are on the disk; the
    /// generation is in the log after [`BitStore::sync`]. [`BitStore::load`] must have been called
    /// before.
    ///
    /// # Errors
    ///
    /// [`StoreError::Impossible`] for more configurations than are outside earlier generations; the
    /// errors of the pass, after which this handle writes nothing more.
    pub fn pass(
        &mut self,
        stop: &AtomicBool,
        work: impl FnOnce(&BitPass<'_>),
    ) -> Result<Option<u64>, StoreError> {
        self.journal.check_unfinished()?;
        self.sync()?;
        let generation = self.journal.next();
        let side = (generation % 2) as usize;
        let made = match std::mem::take(&mut self.made) {
            made if made.is_empty() => vec![None; self.layout().chunks(side) as usize],
            made => made,
        };
        let pass = BitPass::new(self, generation, made, stop);
        work(&pass);
        let state = pass.into_state();
        let ended = state.and_then(|state| self.end_pass(side, state.new));
        if let Err(error) = ended {
            return self.journal.conclude(Err(error)).map(|()| None);
        }
        ended
    }
}

impl<'s> BitPass<'s> {
    /// Begins or resumes the pass that makes `generation`; `new` has the chunks that are made
    /// already, all of them on the disk.
    pub(super) fn new(
        store: &'s BitStore,
        generation: u64,
        new: Vec<Option<ChunkHead>>,
        stop: &'s AtomicBool,
    ) -> BitPass<'s> {
        let durable = new.iter().take_while(|head| head.is_some()).count() as u64;
        BitPass {
            store,
            generation,
            state: Mutex::new(PassState {
                new,
                next: 0,
                durable,
                is_syncing: false,
                fault: None,
            }),
            changed: Condvar::new(),
            stop,
        }
    }

    fn side(&self) -> usize {
        (self.generation % 2) as usize
    }

    fn state(&self) -> MutexGuard<'_, PassState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next chunks to be made, and waits until they may be written; `None` if no chunk is
    /// left, the search was stopped, or a thread has failed.
    ///
    /// The chunks follow one another, and their numbers have the same quotient by `together`, which
    /// must not be 0. They are fewer than `together` if some of these are made already, or if
    /// there is no room for more.
    pub fn take(&self, together: u64) -> Option<Range<u64>> {
        let mut state = self.state();
        loop {
            if self.stop.load(Ordering::Relaxed) || state.fault.is_some() {
                return None;
            }
            while state
                .new
                .get(state.next as usize)
                .is_some_and(Option::is_some)
            {
                state.next += 1;
            }
            if state.next >= state.new.len() as u64 {
                return None;
            }
            let first = state.next;
            let end = (first / together + 1).saturating_mul(together);
            let room = state.durable + self.store.layout().spare();
            let end = end.min(room).min(state.new.len() as u64);
            let is_open = |chunk: &u64| state.new[*chunk as usize].is_none();
            let taken = (first..end).take_while(is_open).count() as u64;
            if taken > 0 {
                state.next += taken;
                return Some(first..first + taken);
            }
            let waited = self.changed.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Reads the words that a chunk held before, which are those of the generation before the last;
    /// false if there were none, and then the words are zero.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], [`StoreError::Memory`]; [`StoreError::Checksum`] if the disk has changed
    /// the words.
    pub fn read_old(&self, chunk: u64, buffer: &mut SlotBuffer) -> Result<bool, StoreError> {
        // A side that has no generation yet has no heads that name their chunks.
        let held = self.store.heads[self.side()][chunk as usize];
        let head = ChunkHead { chunk, ..held };
        self.store.ring(self.side()).read_whole(&head, buffer)?;
        if head.count > 0 {
            self.moved(0, buffer.words().len() as u64);
        }
        Ok(head.count > 0)
    }

    /// Reads words of the current generation, all of one chunk, by their numbers in their side.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], [`StoreError::Memory`].
    pub fn read_current(
        &self,
        words: Range<u64>,
        buffer: &mut SlotBuffer,
    ) -> Result<(), StoreError> {
        let read = self.store.read(1 - self.side(), words, buffer)?;
        self.moved(0, read);
        Ok(())
    }

    /// Adds words that were read (`way` 0) or written (1) to the traffic of the store.
    fn moved(&self, way: usize, words: u64) {
        self.store.traffic[way].fetch_add(words * 8, Ordering::Relaxed);
    }

    /// Writes the new words of a chunk that this thread has taken; `count` is their number of bits.
    /// Afterwards the words of the buffer are not defined.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], for example if the disk is full.
    pub fn put(&self, chunk: u64, buffer: &mut SlotBuffer, count: u64) -> Result<(), StoreError> {
        let words = if count > 0 { buffer.words().len() } else { 0 };
        let ring = self.store.ring(self.side());
        let head = ring.write(chunk, self.generation, buffer, count)?;
        self.moved(1, words as u64);
        let mut state = self.state();
        state.new[chunk as usize] = Some(head);
        let round = self.store.layout().round();
        while !state.is_syncing && state.durable < state.new.len() as u64 {
            let end = (state.durable / round + 1) * round;
            let end = end.min(state.new.len() as u64);
            let together = state.durable as usize..end as usize;
            if !state.new[together].iter().all(Option::is_some) {
                break;
            }
            state.is_syncing = true;
            drop(state);
            let synced = ring.sync();
            state = self.state();
            state.is_syncing = false;
            if synced.is_ok() {
                state.durable = end;
            }
            self.changed.notify_all();
            synced?;
        }
        Ok(())
    }

    /// Ends the pass for all threads because of an error.
    pub fn fail(&self, fault: StoreError) {
        self.state().fault.get_or_insert(fault);
        self.changed.notify_all();
    }

    /// Ends the pass.
    pub(super) fn into_state(self) -> Result<PassState, StoreError> {
        let mut state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        match state.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(state),
        }
    }
}
