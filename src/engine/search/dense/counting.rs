//! The dense engine with its words in files larger than memory, for a search that only counts.
//!
//! The words lie in a [`BitStore`], whose two sides are the two colours of patterns. A generation
//! is made chunk by chunk: the words that slides bring are read from the other side, a piece for
//! each slide, and permuted; the words of the generation before are left out; and the chunk is
//! written in place of them. Within a chunk and its sources all words are read in ascending order.
//!
//! A slide reads each word of its source once: whole runs of words that the slide moves unchanged,
//! or a range of words among which the slide permutes bits.

use super::layer::WORTH_THREADS;
use super::live_blocks::LiveBlocks;
use super::plan::ReadyPlan;
use super::sheets::{BLOCK, Incoming, Sheets};
use super::{Dense, MAX_CELLS, suited};
use crate::graph::Graph;
use crate::search::backend::Backend;
use crate::search::threads::run_workers;
use crate::search::{Event, GenerationMembers, SearchError, SearchId, SimdLevel, StopFlag, simd};
use slidewise_store::{BitLayout, BitPass, BitStore, OwnedWords, StoreError};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Most words of a chunk: 32 MiB. Larger chunks are read no faster.
const MAX_WORDS: u64 = 1 << 22;
/// Number of chunks of both sides that there are at least, if words can be divided so: the fewer
/// there are, the more room the spare slots take.
const MIN_CHUNKS: u64 = 64;
/// Number of arrays that a thread holds: new words, old words, and the words of a source.
const ARRAYS: u64 = 3;
/// Number of threads for which the memory allows one chunk each.
const AT_ONCE: u64 = 4;
/// Most words of a period that are read whole although a chunk is shorter.
const TOGETHER: usize = MAX_CELLS as usize;

/// How the words of a graph that the engine can explore are divided, for `window` bytes of memory.
pub(in crate::search) fn layout_within(graph: &Graph, window: u64) -> BitLayout {
    let patterns = suited(graph);
    let mut words = [0; 2];
    let width = patterns.orders.grouped_len() / 64;
    let rows = patterns.orders.len() / patterns.orders.grouped_len();
    for pattern in 0..patterns.len / patterns.orders.len() {
        if let Some(colour) = patterns.table.colour(pattern) {
            words[usize::from(colour)] += rows * width;
        }
    }
    // Generation 0 is in the colour of Start.
    let fair = (words[0] + words[1]) / MIN_CHUNKS;
    let most = (window / (8 * ARRAYS * AT_ONCE)).min(fair);
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
    BitLayout::new(words, chunk)
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
        let each = layout.chunk.saturating_mul(8 * ARRAYS).max(1);
        let threads = threads.min((window / each) as usize).max(1);
        Ok(CountBackend {
            store,
            sheets,
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
                    let word = u64::from(row) * width + word % width;
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
            let mut words = vec![0; layout.chunk as usize];
            while let Some(chunk) = pass.take() {
                let range = layout.range(0, chunk);
                let words = &mut words[..(range.end - range.start) as usize];
                words.fill(0);
                for (word, bits) in bits.range(range.clone()) {
                    words[(word - range.start) as usize] = *bits;
                }
                live.set(0, range.start, words);
                let count = words.iter().map(|word| u64::from(word.count_ones())).sum();
                if let Err(fault) = pass.put(chunk, words, count) {
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
            fault: RefCell::default(),
        };
        visit(&members);
        Ok(members.fault.into_inner().map_or(Ok(()), Err)?)
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
        let (sheets, live) = (&self.sheets, &self.live);
        let found = self.store.pass(self.stop, |pass| {
            let work = |_| {
                let filler = ChunkFiller {
                    pass,
                    sheets,
                    live,
                    layout,
                    side,
                };
                let mut buffers = Buffers::default();
                while let Some(chunk) = pass.take() {
                    if let Err(fault) = filler.fill(chunk, &mut buffers) {
                        pass.fail(fault);
                    }
                    done.fetch_add(layout.chunk, Ordering::Relaxed);
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

/// The arrays of a thread.
#[derive(Default)]
struct Buffers {
    filled: Vec<u64>,
    old: Vec<u64>,
    source: Vec<u64>,
}

/// Fills the chunks of one pass.
struct ChunkFiller<'a> {
    pass: &'a BitPass<'a>,
    sheets: &'a Sheets<'a>,
    live: &'a LiveBlocks,
    layout: BitLayout,
    /// The side that is filled.
    side: usize,
}

impl ChunkFiller<'_> {
    /// Makes a chunk of the next generation.
    fn fill(&self, chunk: u64, buffers: &mut Buffers) -> Result<(), StoreError> {
        let range = self.layout.range(self.side, chunk);
        let length = (range.end - range.start) as usize;
        buffers.filled.clear();
        buffers.filled.resize(length, 0);
        buffers.old.resize(length, 0);
        let width = self.sheets.width as u64;
        let (mut at, mut has_any) = (range.start, false);
        while at < range.end {
            let within = at % width;
            let end = width.min(within + range.end - at);
            let (row, block) = ((at / width) as usize, within as usize..end as usize);
            let first = (at - range.start) as usize;
            let filled = &mut buffers.filled[first..first + block.len()];
            let targets = &self.sheets.sides[self.side];
            for incoming in &targets.slides[row] {
                let sign = targets.signs[row];
                has_any |= self.pull(incoming, sign, &block, filled, &mut buffers.source)?;
            }
            at += end - within;
        }
        // The old words are read even if nothing replaces them, so that damage is noticed.
        let had_any = self.pass.read_old(chunk, &mut buffers.old)?;
        let flags = self.live.chunk(self.side, range.start);
        if !has_any {
            if had_any {
                flags
                    .iter()
                    .for_each(|flag| flag.store(false, Ordering::Relaxed));
            }
            return self.pass.put(chunk, &[], 0);
        }
        let blocks = buffers
            .old
            .chunks_mut(BLOCK)
            .zip(buffers.filled.chunks(BLOCK));
        let mut count = 0;
        for ((words, candidates), flag) in blocks.zip(flags) {
            let found = simd::renew(self.sheets.level, words, candidates);
            flag.store(found > 0, Ordering::Relaxed);
            count += found;
        }
        self.pass.put(chunk, &buffers.old, count)
    }

    /// Pulls a block of a sheet's words along one edge; false if its source holds no configuration.
    fn pull(
        &self,
        incoming: &Incoming,
        sign: u8,
        block: &Range<usize>,
        filled: &mut [u64],
        source: &mut Vec<u64>,
    ) -> Result<bool, StoreError> {
        let level = self.sheets.level;
        let plan = incoming.plan.map(|plan| &self.sheets.plans[plan as usize]);
        let Some(ready) = plan else {
            let has_any = self.read(incoming, block.clone(), source)?;
            if has_any {
                simd::join(level, filled, source);
            }
            return Ok(has_any);
        };
        let copies = !ready.reads_parities();
        if copies && ready.period() > TOGETHER.max(block.len()) {
            return self.pull_runs(ready, incoming, block, filled, source);
        }
        let range = ready.source_range(block);
        let base = range.start / ready.period() * ready.period();
        if !self.read(incoming, base..range.end, source)? {
            return Ok(false);
        }
        if copies {
            ready.join_runs(level, filled, (source, base), block.start);
        } else {
            let parities = &self.sheets.parities;
            ready.pull_cells(level, filled, (source, base), block.start, sign, parities);
        }
        Ok(true)
    }

    /// Pulls a block of words by a plan that moves runs of words, and reads each run where it lies.
    fn pull_runs(
        &self,
        ready: &ReadyPlan,
        incoming: &Incoming,
        block: &Range<usize>,
        filled: &mut [u64],
        source: &mut Vec<u64>,
    ) -> Result<bool, StoreError> {
        let mut has_any = Ok(false);
        ready.for_each_run(block.clone(), |done, from| {
            let filled = &mut filled[done..done + from.len()];
            if let Ok(any) = &mut has_any {
                match self.read(incoming, from, source) {
                    Ok(true) => {
                        simd::join(self.sheets.level, filled, source);
                        *any = true;
                    }
                    Ok(false) => {}
                    Err(fault) => has_any = Err(fault),
                }
            }
        });
        has_any
    }

    /// Reads words of the sheet that an edge comes from; false if they hold no configuration, and
    /// then `words` are left as they are.
    fn read(
        &self,
        incoming: &Incoming,
        range: Range<usize>,
        words: &mut Vec<u64>,
    ) -> Result<bool, StoreError> {
        let row = u64::from(incoming.row) * self.sheets.width as u64;
        let first = row + range.start as u64;
        if !self
            .live
            .holds(1 - self.side, first..row + range.end as u64)
        {
            return Ok(false);
        }
        words.resize(range.len(), 0);
        self.pass.read_current(first, words)?;
        Ok(true)
    }
}

/// The members of the current generation, read from the disk.
///
/// [`GenerationMembers`] cannot fail: a member that cannot be read counts as absent, and the
/// failure is kept.
struct StoredMembers<'a, 's> {
    search: &'a CountBackend<'s>,
    fault: RefCell<Option<StoreError>>,
}

impl StoredMembers<'_, '_> {
    fn read(&self, first: u64, words: &mut [u64]) {
        let search = self.search;
        if let Err(fault) = search.store.read(search.side(), first, words) {
            self.fault.borrow_mut().get_or_insert(fault);
            words.fill(0);
        }
    }
}

impl GenerationMembers for StoredMembers<'_, '_> {
    fn contains(&self, index: u64) -> bool {
        let sheets = &self.search.sheets;
        let (word, width) = (index / 64, sheets.width as u64);
        match sheets.places[(word / width) as usize] {
            Some((colour, row)) if usize::from(colour) == self.search.side() => {
                let mut words = [0];
                self.read(u64::from(row) * width + word % width, &mut words);
                words[0] >> (index % 64) & 1 == 1
            }
            _ => false,
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        let CountBackend { sheets, live, .. } = self.search;
        let side = self.search.side();
        let mut words = vec![0; BLOCK];
        for (row, &sheet) in sheets.sides[side].sheets.iter().enumerate() {
            for within in (0..sheets.width).step_by(BLOCK) {
                let words = &mut words[..BLOCK.min(sheets.width - within)];
                let first = (row * sheets.width + within) as u64;
                if !live.holds(side, first..first + words.len() as u64) {
                    continue;
                }
                self.read(first, words);
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
