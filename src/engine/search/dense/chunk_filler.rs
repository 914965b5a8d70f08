//! `ChunkFiller`: makes the chunks of one pass over the words of a store.
//!
//! A slide reads each word of its source once: whole runs of words that the slide moves unchanged,
//! or a range of words among which the slide permutes bits. Chunks that are made together share
//! the sources that lie in the same part of other sheets.

use super::MAX_CELLS;
use super::chunk_order::ChunkOrder;
use super::live_blocks::LiveBlocks;
use super::plan::ReadyPlan;
use super::sheets::{BLOCK, Incoming, Sheets};
use crate::search::simd;
use slidewise_store::{BitLayout, BitPass, SlotBuffer, StoreError};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Most words of a period that are read whole although a chunk is shorter.
const TOGETHER: usize = MAX_CELLS as usize;

/// The arrays of a thread, for one pass.
#[derive(Default)]
pub(super) struct ChunkArrays {
    filled: Vec<u64>,
    old: SlotBuffer,
    sources: Sources,
}

/// The words of the current generation that a thread has read.
#[derive(Default)]
struct Sources {
    /// A chunk of each sheet, by row, with its number; `None` if no chunk was read.
    chunks: Vec<(Option<u64>, SlotBuffer)>,
    /// A piece that does not come from a chunk held here.
    piece: SlotBuffer,
    /// Words of several chunks.
    joined: Vec<u64>,
}

/// Number of arrays of the length of a chunk that a thread holds, where each colour has at most
/// `rows` sheets.
pub(super) fn arrays(rows: u64) -> u64 {
    // The new words, the old ones, a piece or several, and a chunk of each source.
    rows + 4
}

/// Makes the chunks of one pass.
pub(super) struct ChunkFiller<'a> {
    pub pass: &'a BitPass<'a>,
    pub sheets: &'a Sheets<'a>,
    pub live: &'a LiveBlocks,
    pub layout: BitLayout,
    pub order: ChunkOrder,
    /// The side that is filled.
    pub side: usize,
}

impl ChunkFiller<'_> {
    /// Makes a chunk of the next generation.
    pub(super) fn fill(&self, chunk: u64, arrays: &mut ChunkArrays) -> Result<(), StoreError> {
        let range = self.layout.range(self.side, chunk);
        arrays.filled.clear();
        arrays.filled.resize((range.end - range.start) as usize, 0);
        let (mut first, mut has_any) = (0, false);
        for (row, block) in self.order.parts(self.side, &range) {
            let filled = &mut arrays.filled[first..first + block.len()];
            first += block.len();
            let targets = &self.sheets.sides[self.side];
            for incoming in &targets.slides[row] {
                let sign = targets.signs[row];
                has_any |= self.pull(incoming, sign, &block, filled, &mut arrays.sources)?;
            }
        }
        // The old words are read even if nothing replaces them, so that damage is noticed.
        let had_any = self.pass.read_old(chunk, &mut arrays.old)?;
        let flags = self.live.chunk(self.side, range.start);
        if !has_any {
            if had_any {
                flags
                    .iter()
                    .for_each(|flag| flag.store(false, Ordering::Relaxed));
            }
            return self.pass.put(chunk, &mut arrays.old, 0);
        }
        let blocks = arrays
            .old
            .words_mut()
            .chunks_mut(BLOCK)
            .zip(arrays.filled.chunks(BLOCK));
        let mut count = 0;
        for ((words, candidates), flag) in blocks.zip(flags) {
            let found = simd::renew(self.sheets.level, words, candidates);
            flag.store(found > 0, Ordering::Relaxed);
            count += found;
        }
        self.pass.put(chunk, &mut arrays.old, count)
    }

    /// Pulls a block of a sheet's words along one edge; false if its source holds no configuration.
    fn pull(
        &self,
        incoming: &Incoming,
        sign: u8,
        block: &Range<usize>,
        filled: &mut [u64],
        sources: &mut Sources,
    ) -> Result<bool, StoreError> {
        let level = self.sheets.level;
        let plan = incoming.plan.map(|plan| &self.sheets.plans[plan as usize]);
        let Some(ready) = plan else {
            let words = self.source(incoming, block.clone(), block, sources)?;
            return Ok(words
                .inspect(|words| simd::join(level, filled, words))
                .is_some());
        };
        let copies = !ready.reads_parities();
        if copies && ready.period() > TOGETHER.max(block.len()) {
            return self.pull_runs(ready, incoming, block, filled, sources);
        }
        let range = ready.source_range(block);
        let base = range.start / ready.period() * ready.period();
        let Some(words) = self.source(incoming, base..range.end, block, sources)? else {
            return Ok(false);
        };
        if copies {
            ready.join_runs(level, filled, (words, base), block.start);
        } else {
            let parities = &self.sheets.parities;
            ready.pull_cells(level, filled, (words, base), block.start, sign, parities);
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
        sources: &mut Sources,
    ) -> Result<bool, StoreError> {
        let mut has_any = Ok(false);
        ready.for_each_run(block.clone(), |done, from| {
            let filled = &mut filled[done..done + from.len()];
            if let Ok(any) = &mut has_any {
                match self.source(incoming, from, block, sources) {
                    Ok(Some(words)) => {
                        simd::join(self.sheets.level, filled, words);
                        *any = true;
                    }
                    Ok(None) => {}
                    Err(fault) => has_any = Err(fault),
                }
            }
        });
        has_any
    }

    /// Words of the sheet that an edge comes from, for the `block` of words to be filled; `None` if
    /// they hold no configuration.
    fn source<'s>(
        &self,
        incoming: &Incoming,
        range: Range<usize>,
        block: &Range<usize>,
        sources: &'s mut Sources,
    ) -> Result<Option<&'s [u64]>, StoreError> {
        let (side, row) = (1 - self.side, u64::from(incoming.row));
        let pieces = || self.order.pieces(side, row, &range);
        if !pieces().any(|piece| self.live.holds(side, piece)) {
            return Ok(None);
        }
        let length = self.layout.chunk as usize;
        let part = range.start / length;
        let is_shared = self.order.is_divided()
            && part == block.start / length
            && part == (range.end - 1) / length;
        if is_shared {
            let first = self.order.place(side, row, (part * length) as u64);
            let within = range.start % length;
            let words = sources.chunk(self, row as usize, first)?;
            return Ok(Some(&words[within..within + range.len()]));
        }
        let mut pieces = pieces();
        let first = pieces.next().expect("a range that holds something");
        if first.end - first.start == range.len() as u64 {
            self.pass.read_current(first, &mut sources.piece)?;
            return Ok(Some(sources.piece.words()));
        }
        sources.joined.clear();
        for piece in std::iter::once(first).chain(pieces) {
            self.pass.read_current(piece, &mut sources.piece)?;
            sources.joined.extend_from_slice(sources.piece.words());
        }
        Ok(Some(&sources.joined))
    }
}

impl Sources {
    /// The chunk of a sheet that begins at a word of its side, read unless it is held already.
    fn chunk(
        &mut self,
        filler: &ChunkFiller<'_>,
        row: usize,
        first: u64,
    ) -> Result<&[u64], StoreError> {
        if self.chunks.len() <= row {
            self.chunks.resize_with(row + 1, Default::default);
        }
        let (held, buffer) = &mut self.chunks[row];
        if *held != Some(first) {
            *held = None;
            let words = first..first + filler.layout.chunk;
            filler.pass.read_current(words, buffer)?;
            *held = Some(first);
        }
        Ok(buffer.words())
    }
}
