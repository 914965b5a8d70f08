//! The dense engine with its words in files larger than memory, for a search that only counts.
//!
//! The words lie in a [`BitStore`], whose two sides are the two colours of patterns. A generation
//! is made chunk by chunk ([`ChunkFiller`]): the words that slides bring are read from the other
//! side and permuted; the words of the generation before are left out; and the chunk is written in
//! place of them.

use super::chunk_filler::{ChunkArrays, ChunkFiller, arrays};
use super::chunk_order::ChunkOrder;
use super::layer::WORTH_THREADS;
use super::live_blocks::LiveBlocks;
use super::sheets::{BLOCK, Sheets};
use super::{Dense, suited};
use crate::graph::Graph;
use crate::search::backend::Backend;
use crate::search::threads::run_workers;
use crate::search::{Event, GenerationMembers, SearchError, SearchId, SimdLevel, StopFlag};
use slidewise_store::{BitLayout, BitStore, OwnedWords, SlotBuffer, StoreError};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Most words of a chunk: 32 MiB. Larger chunks are read no faster.
const MAX_WORDS: u64 = 1 << 22;
/// Number of chunks of both sides that there are at least, if words can be divided so: the fewer
/// there are, the more room the spare slots take.
const MIN_CHUNKS: u64 = 64;
/// Number of threads for which the memory allows their arrays.
const AT_ONCE: u64 = 4;
/// Number of threads for each thread that is asked for: while some wait for the disk, others
/// compute.
const FOR_EACH: usize = 2;

/// How the words of a graph that the engine can explore are divided, for `window` bytes of memory,
/// and which of them lie in `in_memory` bytes of memory.
pub(in crate::search) fn layout_within(graph: &Graph, window: u64, in_memory: u64) -> BitLayout {
    let patterns = suited(graph);
    let mut words = [0; 2];
    let width = patterns.orders.grouped_len() / 64;
    let sheets = patterns.orders.len() / patterns.orders.grouped_len();
    for pattern in 0..patterns.len / patterns.orders.len() {
        if let Some(colour) = patterns.table.colour(pattern) {
            words[usize::from(colour)] += sheets * width;
        }
    }
    // Generation 0 is in the colour of Start.
    let fair = (words[0] + words[1]) / MIN_CHUNKS;
    let rows = words.map(|words| words / width);
    let rows = rows[0].max(rows[1]);
    let most = (window / (8 * arrays(rows) * AT_ONCE)).min(fair);
    let most = most.clamp(1, MAX_WORDS);
    let mut chunk = width;
    let mut values = patterns.orders.grouped_slots() as u64;
    while chunk > most && chunk > patterns.orders.packing().words() {
        // The words that agree in one more digit: slides of the digits behind it stay within them.
        chunk /= values;
        values -= 1;
    }
    if chunk == width {
        chunk *= (most / width).max(1);
    }
    let together = if chunk < width { rows } else { 1 };
    BitLayout::new(words, chunk, together).in_memory(in_memory)
}

/// Refuses a search other than the one that a store holds.
pub(in crate::search) fn admit(store: &BitStore, id: &SearchId<'_>) -> Result<(), SearchError> {
    store.answers(&id.header(&store.header().direction)?)?;
    // The words of generation 0 are gone, so only its size can be compared.
    id.begins(store.generations(), |_| Ok(true))
}

/// A search that keeps the sizes of its generations, and two generations as bits on the disk.
pub(in crate::search) struct CountBackend<'s> {
    store: &'s mut BitStore,
    sheets: Sheets<'s>,
    live: LiveBlocks,
    order: ChunkOrder,
    /// Number of threads, at least 1.
    threads: usize,
    stop: &'s AtomicBool,
}

impl<'s> CountBackend<'s> {
    /// A search of a graph that the engine can explore. The sources must lie in patterns of the
    /// colour of Start.
    pub(in crate::search) fn new(
        store: &'s mut BitStore,
        graph: &'s Graph,
        level: SimdLevel,
        window: u64,
        threads: usize,
        stop: &'s AtomicBool,
    ) -> Result<CountBackend<'s>, StoreError> {
        let sheets = Sheets::new(suited(graph), level, None, &mut |_| {
            Ok(OwnedWords::default())
        })?;
        let layout = *store.layout();
        let order = ChunkOrder::new(&layout, sheets.width);
        let rows = order.together(0).max(order.together(1));
        let each = layout.chunk.saturating_mul(8 * arrays(rows)).max(1);
        let threads = threads.saturating_mul(FOR_EACH);
        let threads = threads.min((window / each) as usize).max(1);
        Ok(CountBackend {
            store,
            sheets,
            order,
            live: LiveBlocks::new(layout),
            threads,
            stop,
        })
    }

    /// Writes generation 0.
    fn put_sources(&mut self, sources: &[u64]) -> Result<(), SearchError> {
        let width = self.sheets.width as u64;
        let mut bits: BTreeMap<u64, u64> = BTreeMap::new();
        for &source in sources {
            let word = source / 64;
            match self.sheets.places[(word / width) as usize] {
                Some((0, row)) => {
                    let word = self.order.place(0, u64::from(row), word % width);
                    *bits.entry(word).or_default() |= 1 << (source % 64);
                }
                _ => {
                    return Err(SearchError::WrongEngine {
                        engine: "dense",
                        sink: "bits on the disk if not all sources have the colour of Start",
                    });
                }
            }
        }
        let (live, layout) = (&self.live, *self.store.layout());
        self.store.pass(StopFlag::never(), |pass| {
            let mut buffer = SlotBuffer::default();
            let mut put = |chunk| -> Result<(), StoreError> {
                let range = layout.range(0, chunk);
                let words = buffer.clear((range.end - range.start) as usize)?;
                for (word, bits) in bits.range(range.clone()) {
                    words[(word - range.start) as usize] = *bits;
                }
                live.set(0, range.start, words);
                let count = words.iter().map(|word| u64::from(word.count_ones())).sum();
                pass.put(chunk, &mut buffer, count)
            };
            while let Some(chunks) = pass.take(1) {
                if let Err(fault) = chunks.into_iter().try_for_each(&mut put) {
                    pass.fail(fault);
                }
            }
        })?;
        Ok(())
    }

    /// The side that holds the current generation.
    fn side(&self) -> usize {
        (self.store.generations().len() + 1) % 2
    }
}

impl Backend for CountBackend<'_> {
    fn begin(&mut self, sources: &[u64]) -> Result<(u64, u64), SearchError> {
        let live = &self.live;
        self.store
            .load(&mut |side, first, words| live.set(side, first, words))?;
        if self.store.generations().is_empty() {
            self.put_sources(sources)?;
        }
        let generations = self.store.generations();
        let last = generations.len() - 1;
        Ok((last as u64, generations[last]))
    }

    fn note(&mut self, _generation: u64, _count: u64) -> Result<(), SearchError> {
        // There is nothing to do: the store recorded the generation at the end of its pass.
        Ok(())
    }

    fn is_checking(&self) -> bool {
        // Nothing is in doubt: every chunk has a checksum.
        false
    }

    fn known(&self) -> u64 {
        self.store.generations().len() as u64
    }

    fn show(&self, visit: &mut dyn FnMut(&dyn GenerationMembers)) -> Result<(), SearchError> {
        let members = StoredMembers {
            search: self,
            state: RefCell::default(),
        };
        visit(&members);
        Ok(members.state.into_inner().fault.map_or(Ok(()), Err)?)
    }

    fn expand(
        &mut self,
        generation: u64,
        count: u64,
        emit: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<u64>, SearchError> {
        let side = 1 - self.side();
        let layout = *self.store.layout();
        let total = layout.words[side];
        let threads = if total < WORTH_THREADS as u64 {
            1
        } else {
            self.threads
        };
        let done = AtomicU64::new(0);
        let (sheets, live, order) = (&self.sheets, &self.live, self.order);
        let found = self.store.pass(self.stop, |pass| {
            let work = |_| {
                let filler = ChunkFiller {
                    pass,
                    sheets,
                    live,
                    layout,
                    order,
                    side,
                };
                let mut arrays = ChunkArrays::default();
                while let Some(chunks) = pass.take(order.together(side)) {
                    for chunk in chunks {
                        if let Err(fault) = filler.fill(chunk, &mut arrays) {
                            pass.fail(fault);
                            return;
                        }
                        done.fetch_add(layout.chunk, Ordering::Relaxed);
                    }
                }
            };
            if threads == 1 {
                work(0);
            } else {
                run_workers(0..threads, work, &mut || {
                    let share = done.load(Ordering::Relaxed) as f64 / total as f64;
                    let done = (share * count as f64) as u64;
                    emit(Event::Working {
                        generation,
                        count,
                        done,
                    });
                });
            }
        })?;
        Ok(found)
    }

    fn save(&mut self) -> Result<(), SearchError> {
        Ok(self.store.sync()?)
    }

    fn pause(&mut self) -> Result<(), SearchError> {
        Ok(())
    }

    fn complete(&mut self) -> Result<(), SearchError> {
        Ok(self.store.finish()?)
    }

    fn rescue(&mut self) {
        // Every chunk that was written is kept already, and so is every generation whose words a
        // pass has replaced.
    }
}

/// The members of the current generation, read from the disk.
///
/// [`GenerationMembers`] cannot fail: a member that cannot be read counts as absent, and the
/// failure is kept.
struct StoredMembers<'a, 's> {
    search: &'a CountBackend<'s>,
    state: RefCell<ReadState>,
}

/// The words that were read last, and the first failure.
#[derive(Default)]
struct ReadState {
    buffer: SlotBuffer,
    fault: Option<StoreError>,
}

impl StoredMembers<'_, '_> {
    /// Reads words of one chunk, and copies them to `into`.
    fn read(&self, words: Range<u64>, into: &mut [u64]) {
        let ReadState { buffer, fault } = &mut *self.state.borrow_mut();
        match self.search.store.read(self.search.side(), words, buffer) {
            Ok(_) => into.copy_from_slice(buffer.words()),
            Err(failed) => {
                fault.get_or_insert(failed);
                into.fill(0);
            }
        }
    }
}

impl GenerationMembers for StoredMembers<'_, '_> {
    fn contains(&self, index: u64) -> bool {
        let CountBackend { sheets, order, .. } = self.search;
        let (word, width) = (index / 64, sheets.width as u64);
        match sheets.places[(word / width) as usize] {
            Some((colour, row)) if usize::from(colour) == self.search.side() => {
                let mut words = [0];
                let at = order.place(usize::from(colour), u64::from(row), word % width);
                self.read(at..at + 1, &mut words);
                words[0] >> (index % 64) & 1 == 1
            }
            _ => false,
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        let CountBackend {
            sheets,
            live,
            order,
            ..
        } = self.search;
        let side = self.search.side();
        let mut words = vec![0; BLOCK];
        for (row, &sheet) in sheets.sides[side].sheets.iter().enumerate() {
            for within in (0..sheets.width).step_by(BLOCK) {
                let block = within..sheets.width.min(within + BLOCK);
                let words = &mut words[..block.len()];
                let mut pieces = order.pieces(side, row as u64, &block);
                if !pieces.any(|piece| live.holds(side, piece)) {
                    continue;
                }
                let mut read = 0;
                for piece in order.pieces(side, row as u64, &block) {
                    let length = (piece.end - piece.start) as usize;
                    self.read(piece, &mut words[read..read + length]);
                    read += length;
                }
                let at = sheet * sheets.width as u64 + within as u64;
                for (at, &word) in (at..).zip(&*words) {
                    let mut left = word;
                    while left != 0 {
                        visit(at * 64 + u64::from(left.trailing_zeros()));
                        left &= left - 1;
                    }
                }
            }
        }
    }
}

/// Bytes of memory that the engine takes beside the arrays of its threads, for a graph that it can
/// explore.
pub(in crate::search) fn table_bytes(graph: &Graph, layout: &BitLayout) -> u64 {
    Dense::table_bytes(graph).saturating_add(LiveBlocks::bytes_for(layout))
}
