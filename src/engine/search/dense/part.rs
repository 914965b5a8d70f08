//! The dense engine's words of one process among several.
//!
//! A process owns the same columns of every sheet: the arrangements with certain leading digits. A
//! rotation whose window begins behind these digits stays within the columns, and is pulled by the
//! kernels as on a single machine. Another rotation leads across: the process that has the sources
//! permutes them and sends the words as they are to be joined at their target, block by block.
//! Words without a bit are not sent.
//!
//! Targets are filled band by band, so that few received words wait in memory at a time.

use super::layer::in_turns;
use super::plan::ReadyPlan;
use super::sheets::{BLOCK, Incoming, Sheets};
use super::suited;
use crate::graph::Graph;
use crate::search::parts::{Cut, Division, Emit, PartEngine, PartLayer, Section, exchange};
use crate::search::threads::run_workers;
use crate::search::{Fabric, FabricError, GenerationMembers, SimdLevel, simd};
use slidewise_store::{Marks, encode_words};
use slidewise_store::{OwnedWords, StoreError, decode_number, decode_words, encode_number};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Most words of a band: 32 MiB.
const BAND_WORDS: u64 = 1 << 22;
/// Number of bytes of a block for another process at which a thread hands it over.
const HANDED_OVER: usize = 1 << 16;
/// Most rows whose blocks are filled together.
const TOGETHER: usize = 16;

/// The dense engine's words of one process.
pub(in crate::search) struct DensePart<'g> {
    /// Edges and plans; the words in it are not used.
    sheets: Sheets<'g>,
    division: Division,
    rank: usize,
    /// The columns of this process.
    own: Range<usize>,
    sides: [PartSide; 2],
    /// Whether each plan leads from each process's columns to the same columns.
    is_local: Vec<bool>,
}

/// The words of the sheets of one colour.
#[derive(Default)]
struct PartSide {
    words: OwnedWords,
    /// Whether each block may hold a configuration, indexed by row and then block.
    is_live: Vec<bool>,
}

/// Words that came from other processes for one band.
#[derive(Default)]
struct Received {
    blocks: Vec<Vec<u8>>,
    /// The codes for each block of the band, as block received and range within; indexed by block
    /// and then row.
    codes: Vec<Vec<(u32, Range<u32>)>>,
}

impl<'g> DensePart<'g> {
    /// The words of a process, still without a configuration.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(in crate::search) fn new(
        graph: &'g Graph,
        level: SimdLevel,
        division: Division,
        rank: usize,
    ) -> Result<DensePart<'g>, StoreError> {
        let mut sheets = Sheets::new(suited(graph), level, None, &mut |_| {
            Ok(OwnedWords::default())
        })?;
        let own = division.words_of(rank);
        let own = own.start as usize..own.end as usize;
        let mut sides = [PartSide::default(), PartSide::default()];
        for (side, all) in sides.iter_mut().zip(&mut sheets.sides) {
            all.is_live = Vec::new();
            let len = (all.sheets.len() * own.len()) as u64;
            side.words = OwnedWords::zeroed(len).map_err(|source| StoreError::Memory {
                bytes: len * 8,
                source,
            })?;
            side.is_live = vec![false; all.sheets.len() * own.len().div_ceil(BLOCK)];
        }
        let starts: Vec<u64> = (0..division.size)
            .map(|rank| division.words_of(rank).start)
            .collect();
        let is_local = |plan: &ReadyPlan| {
            let period = plan.period() as u64;
            starts.iter().all(|start| start.is_multiple_of(period))
        };
        Ok(DensePart {
            is_local: sheets.plans.iter().map(is_local).collect(),
            sheets,
            division,
            rank,
            own,
            sides,
        })
    }

    /// How the words of a graph that the engine can explore are divided among processes.
    pub(in crate::search) fn division(graph: &Graph, size: usize) -> Division {
        let patterns = suited(graph);
        let width = patterns.orders.grouped_len() / 64;
        Division::by_digits(
            Sheets::number(patterns),
            width,
            patterns.orders.grouped_slots() as u64,
            size,
        )
    }

    /// Number of bands of a generation, equal for all processes.
    fn bands(&self) -> usize {
        let rows = self.sheets.sides.iter().map(|side| side.sheets.len()).max();
        let words = rows.unwrap_or(0) as u64 * self.division.most_words();
        words.div_ceil(BAND_WORDS).max(1) as usize
    }

    /// The columns of a process that belong to a band.
    fn band(&self, rank: usize, band: usize) -> Range<usize> {
        let own = self.division.words_of(rank);
        let (start, length) = (own.start as usize, (own.end - own.start) as usize);
        let step = length.div_ceil(self.bands()).next_multiple_of(BLOCK);
        start + (band * step).min(length)..start + ((band + 1) * step).min(length)
    }

    /// A row of the words of this process.
    fn row(&self, side: usize, row: usize) -> &[u64] {
        &self.sides[side].words.as_slice()[row * self.own.len()..(row + 1) * self.own.len()]
    }

    /// Whether columns of a row, all of them own, may hold a configuration.
    fn holds(&self, side: usize, row: usize, columns: &Range<usize>) -> bool {
        let first = row * self.own.len().div_ceil(BLOCK);
        let from = first + (columns.start - self.own.start) / BLOCK;
        let to = first + (columns.end - 1 - self.own.start) / BLOCK;
        self.sides[side].is_live[from..=to].contains(&true)
    }

    /// Pulls a block of own columns from own sources; false if no source holds a configuration.
    fn pull(
        &self,
        row: usize,
        block: &Range<usize>,
        filled: &mut [u64],
        scratch: &mut Vec<u64>,
    ) -> bool {
        let (from, level) = (self.sheets.colour, self.sheets.level);
        let targets = &self.sheets.sides[1 - from];
        let mut has_any = false;
        for incoming in &targets.slides[row] {
            let source_row = incoming.row as usize;
            let Some(plan) = incoming.plan else {
                if self.holds(from, source_row, block) {
                    let first = block.start - self.own.start;
                    let source = &self.row(from, source_row)[first..first + block.len()];
                    simd::join(level, filled, source);
                    has_any = true;
                }
                continue;
            };
            if !self.is_local[plan as usize] {
                has_any |= self.pull_across(incoming, targets.signs[row], block, filled, scratch);
                continue;
            }
            let ready = &self.sheets.plans[plan as usize];
            let start = block
                .start
                .saturating_add_signed(ready.reach.start as isize);
            let end = block
                .end
                .saturating_add_signed(ready.reach.end as isize - 1);
            let range = start.max(self.own.start)..end.min(self.own.end);
            if !self.holds(from, source_row, &range) {
                continue;
            }
            has_any = true;
            let source = (self.row(from, source_row), self.own.start);
            if ready.reads_parities() {
                let (sign, parities) = (targets.signs[row], &self.sheets.parities);
                ready.pull_cells(level, filled, source, block.start, sign, parities);
            } else {
                ready.join_runs(level, filled, source, block.start);
            }
        }
        has_any
    }

    /// Pulls a block of columns of another process from own sources; false if none holds a
    /// configuration.
    fn pull_for_others(
        &self,
        row: usize,
        block: &Range<usize>,
        filled: &mut [u64],
        scratch: &mut Vec<u64>,
    ) -> bool {
        let targets = &self.sheets.sides[1 - self.sheets.colour];
        let mut has_any = false;
        for incoming in &targets.slides[row] {
            if incoming
                .plan
                .is_some_and(|plan| !self.is_local[plan as usize])
            {
                has_any |= self.pull_across(incoming, targets.signs[row], block, filled, scratch);
            }
        }
        has_any
    }

    /// Pulls a block of any columns by a plan that may lead across, from own sources.
    fn pull_across(
        &self,
        incoming: &Incoming,
        sign: u8,
        block: &Range<usize>,
        filled: &mut [u64],
        scratch: &mut Vec<u64>,
    ) -> bool {
        let (from, level, own) = (self.sheets.colour, self.sheets.level, &self.own);
        let row = incoming.row as usize;
        let plan = incoming.plan.expect("only a plan leads across");
        let ready = &self.sheets.plans[plan as usize];
        let clipped = |range: Range<usize>| range.start.max(own.start)..range.end.min(own.end);
        if ready.reads_parities() {
            // The words of a target come from several sources, some of which others own: these
            // are zero here, and the others send their part.
            let range = ready.source_range(block);
            let base = range.start / ready.period() * ready.period();
            let have = clipped(base..range.end);
            if have.is_empty() || !self.holds(from, row, &have) {
                return false;
            }
            scratch.clear();
            scratch.resize(range.end - base, 0);
            let words = &self.row(from, row)[have.start - own.start..have.end - own.start];
            scratch[have.start - base..have.end - base].copy_from_slice(words);
            let parities = &self.sheets.parities;
            ready.pull_cells(level, filled, (scratch, base), block.start, sign, parities);
            return true;
        }
        let mut has_any = false;
        ready.for_each_run(block.clone(), |done, source| {
            let have = clipped(source.clone());
            if have.is_empty() || !self.holds(from, row, &have) {
                return;
            }
            let first = done + have.start - source.start;
            let words = &self.row(from, row)[have.start - own.start..have.end - own.start];
            simd::join(level, &mut filled[first..first + words.len()], words);
            has_any = true;
        });
        has_any
    }

    /// Makes the words of a band that others own, and hands them over.
    fn send_band(&self, band: usize, next: &AtomicUsize, emit: &mut Emit<'_>) {
        let rows = self.sheets.sides[1 - self.sheets.colour].sheets.len();
        let mut filled = vec![0; BLOCK];
        let (mut scratch, mut code) = (Vec::new(), Vec::new());
        let mut out = vec![Vec::new(); self.division.size];
        let mut seen = 0;
        let others = (1..self.division.size).map(|turn| (self.rank + turn) % self.division.size);
        for other in others {
            let columns = self.band(other, band);
            let start = self.division.words_of(other).start as usize;
            for at in columns.clone().step_by(BLOCK) {
                seen += 1;
                if seen <= next.load(Ordering::Relaxed) {
                    continue;
                }
                if next
                    .compare_exchange(seen - 1, seen, Ordering::Relaxed, Ordering::Relaxed)
                    .is_err()
                {
                    continue;
                }
                let block = at..(at + BLOCK).min(columns.end);
                for row in 0..rows {
                    let filled = &mut filled[..block.len()];
                    filled.fill(0);
                    if !self.pull_for_others(row, &block, filled, &mut scratch) {
                        continue;
                    }
                    code.clear();
                    encode_words(filled, &mut code);
                    if code.is_empty() {
                        continue;
                    }
                    let out = &mut out[other];
                    encode_number(row as u64, out);
                    encode_number(((at - start) / BLOCK) as u64, out);
                    encode_number(code.len() as u64, out);
                    out.extend_from_slice(&code);
                }
                if out[other].len() >= HANDED_OVER && !emit(other, std::mem::take(&mut out[other]))
                {
                    return;
                }
            }
        }
        for (other, block) in out.into_iter().enumerate() {
            if !block.is_empty() && !emit(other, block) {
                return;
            }
        }
    }

    /// Finds the codes in a block that another process has sent for a band.
    fn take_in(&self, band: &Range<usize>, received: &mut Received, block: &[u8]) -> Option<()> {
        let rows = self.sheets.sides[1 - self.sheets.colour].sheets.len() as u64;
        let first = ((band.start - self.own.start) / BLOCK) as u64;
        let blocks = band.len().div_ceil(BLOCK) as u64;
        let mut left = block;
        while !left.is_empty() {
            let row = decode_number(&mut left).filter(|&row| row < rows)?;
            let at = decode_number(&mut left)?.checked_sub(first)?;
            let length = usize::try_from(decode_number(&mut left)?).ok()?;
            let start = block.len() - left.len();
            (_, left) = left.split_at_checked(length)?;
            let range = u32::try_from(start).ok()?..u32::try_from(start + length).ok()?;
            let code = (received.blocks.len() as u32, range);
            let at = Some(at).filter(|&at| at < blocks)?;
            received.codes[(at * rows + row) as usize].push(code);
        }
        received.blocks.push(block.to_vec());
        Some(())
    }

    /// Fills a band of own columns with the next generation; returns its size there.
    fn fill_band(
        &mut self,
        band: Range<usize>,
        received: &Received,
        layer: PartLayer<'_>,
    ) -> Result<u64, Cut> {
        let other = 1 - self.sheets.colour;
        let mut words = std::mem::take(&mut self.sides[other].words);
        let mut is_live = std::mem::take(&mut self.sides[other].is_live);
        let length = self.own.len();
        let first = (band.start - self.own.start)..(band.end - self.own.start);
        let first_block = first.start / BLOCK..first.end.div_ceil(BLOCK);
        let (targets, _) = words.as_mut_slice();
        let rows = targets.chunks_mut(length.max(1));
        let rows = rows.zip(is_live.chunks_mut(length.div_ceil(BLOCK).max(1)));
        let rows: Vec<_> = rows
            .enumerate()
            .map(|(row, (words, is_live))| {
                let words = words[first.clone()].chunks_mut(BLOCK);
                let blocks = words.zip(&mut is_live[first_block.clone()]).enumerate();
                blocks.map(move |(block, (words, is_live))| (row, block, words, is_live))
            })
            .collect();
        let count = rows.len();
        let tasks = Mutex::new(in_turns(rows, TOGETHER.min(count.max(1))));
        let found = AtomicU64::new(0);
        let has_fault = Mutex::new(None);
        let this = &*self;
        let work = |_| {
            let mut filled = vec![0; BLOCK];
            let mut scratch = Vec::new();
            let mut new = 0;
            loop {
                let task = tasks.lock().unwrap_or_else(|held| held.into_inner()).next();
                let Some((row, block, words, is_live)) = task else {
                    break;
                };
                if layer.stop.load(Ordering::Relaxed) {
                    break;
                }
                let filled = &mut filled[..words.len()];
                let at = band.start + block * BLOCK;
                filled.fill(0);
                let mut has_any = this.pull(row, &(at..at + words.len()), filled, &mut scratch);
                for (number, range) in &received.codes[block * count + row] {
                    let code = &received.blocks[*number as usize];
                    let code = &code[range.start as usize..range.end as usize];
                    has_any = true;
                    if decode_words(code, filled).is_none() {
                        *has_fault.lock().unwrap_or_else(|held| held.into_inner()) = Some(());
                    }
                }
                if !has_any {
                    if std::mem::replace(is_live, false) {
                        words.fill(0);
                    }
                    continue;
                }
                let level = this.sheets.level;
                let count = match layer.marks {
                    None => simd::renew(level, words, filled),
                    Some(marks) => {
                        let sheet = this.sheets.sides[other].sheets[row] as usize;
                        let first = sheet * length + at - this.own.start;
                        simd::sift(level, marks, first, words, filled, layer.mark)
                    }
                };
                *is_live = count > 0;
                new += count;
            }
            found.fetch_add(new, Ordering::Relaxed);
        };
        if layer.threads <= 1 {
            work(0);
        } else {
            run_workers(0..layer.threads, work, &mut || {});
        }
        drop(tasks);
        self.sides[other].words = words;
        self.sides[other].is_live = is_live;
        if has_fault.into_inner().is_ok_and(|fault| fault.is_some()) {
            return Err(Cut::Failed(malformed()));
        }
        if layer.stop.load(Ordering::Relaxed) {
            return Err(Cut::Stopped);
        }
        Ok(found.into_inner())
    }
}

fn malformed() -> FabricError {
    FabricError::Disagreement {
        reason: "a block of words is malformed".to_owned(),
    }
}

impl PartEngine for DensePart<'_> {
    fn put(&mut self, index: u64) {
        let width = self.sheets.width as u64;
        let (sheet, word) = (index / 64 / width, (index / 64 % width) as usize);
        if let Some((colour, row)) = self.sheets.places[sheet as usize] {
            // All processes learn the colour from the sources, whoever owns them.
            self.sheets.colour = usize::from(colour);
            if self.own.contains(&word) {
                let (side, row) = (&mut self.sides[usize::from(colour)], row as usize);
                let at = word - self.own.start;
                side.words.as_mut_slice().0[row * self.own.len() + at] |= 1 << (index % 64);
                side.is_live[row * self.own.len().div_ceil(BLOCK) + at / BLOCK] = true;
            }
        }
    }

    fn find_next(
        &mut self,
        fabric: &mut dyn Fabric,
        layer: PartLayer<'_>,
        pulse: &mut dyn FnMut(f64),
    ) -> Result<u64, Cut> {
        let bands = self.bands();
        let rows = self.sheets.sides[1 - self.sheets.colour].sheets.len();
        let mut found = 0;
        for band in 0..bands {
            let columns = self.band(self.rank, band);
            let mut received = Received {
                blocks: Vec::new(),
                codes: vec![Vec::new(); rows * columns.len().div_ceil(BLOCK)],
            };
            let mut is_malformed = false;
            if self.division.size > 1 {
                let next = AtomicUsize::new(0);
                exchange(
                    fabric,
                    layer.threads,
                    layer.stop,
                    &|emit| self.send_band(band, &next, emit),
                    &mut |block| {
                        is_malformed |= self.take_in(&columns, &mut received, block).is_none();
                    },
                )?;
            }
            if is_malformed {
                return Err(Cut::Failed(malformed()));
            }
            found += self.fill_band(columns, &received, layer)?;
            pulse((band + 1) as f64 / bands as f64);
        }
        Ok(found)
    }

    fn advance(&mut self) {
        self.sheets.colour = 1 - self.sheets.colour;
    }

    fn members(&self) -> &dyn GenerationMembers {
        self
    }

    fn read(&self, section: Section, row: u64, columns: Range<u64>, words: &mut [u64]) {
        let side = match section {
            Section::Current => self.sheets.colour,
            Section::Before => 1 - self.sheets.colour,
        };
        match self.sheets.places[row as usize] {
            Some((colour, row)) if usize::from(colour) == side => {
                let first = columns.start as usize - self.own.start;
                words.copy_from_slice(&self.row(side, row as usize)[first..first + words.len()]);
            }
            _ => words.fill(0),
        }
    }

    fn write(&mut self, section: Section, row: u64, columns: Range<u64>, words: &[u64]) {
        if words.iter().all(|&word| word == 0) {
            return;
        }
        let Some((colour, row)) = self.sheets.places[row as usize] else {
            return;
        };
        if section == Section::Current {
            self.sheets.colour = usize::from(colour);
        }
        let (own, row) = (self.own.clone(), row as usize);
        let side = &mut self.sides[usize::from(colour)];
        let first = columns.start as usize - own.start;
        let at = row * own.len() + first;
        side.words.as_mut_slice().0[at..at + words.len()].copy_from_slice(words);
        let blocks = row * own.len().div_ceil(BLOCK);
        let live = first / BLOCK..(first + words.len()).div_ceil(BLOCK);
        side.is_live[blocks + live.start..blocks + live.end].fill(true);
    }

    fn set_parity(&mut self, generation: u64, source: u64) {
        let sheet = source / 64 / self.sheets.width as u64;
        if let Some((colour, _)) = self.sheets.places[sheet as usize] {
            self.sheets.colour = (usize::from(colour) + generation as usize) % 2;
        }
    }
}

impl GenerationMembers for DensePart<'_> {
    fn contains(&self, index: u64) -> bool {
        let width = self.sheets.width as u64;
        let (sheet, word) = (index / 64 / width, (index / 64 % width) as usize);
        match self.sheets.places[sheet as usize] {
            Some((colour, row))
                if usize::from(colour) == self.sheets.colour && self.own.contains(&word) =>
            {
                let words = self.row(self.sheets.colour, row as usize);
                words[word - self.own.start] >> (index % 64) & 1 == 1
            }
            _ => false,
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        let side = self.sheets.colour;
        for (row, &sheet) in self.sheets.sides[side].sheets.iter().enumerate() {
            let first = sheet * self.sheets.width as u64;
            for at in self.own.clone().step_by(BLOCK) {
                let block = at..(at + BLOCK).min(self.own.end);
                if !self.holds(side, row, &block) {
                    continue;
                }
                let words = &self.row(side, row)[at - self.own.start..block.end - self.own.start];
                for (word, &bits) in (first + at as u64..).zip(words) {
                    let mut left = bits;
                    while left != 0 {
                        visit(word * 64 + u64::from(left.trailing_zeros()));
                        left &= left - 1;
                    }
                }
            }
        }
    }
}

/// Bytes of the words of a process, and of its marks if it keeps them.
pub(in crate::search) fn part_bytes(graph: &Graph, division: Division, has_marks: bool) -> u64 {
    let words = division.rows.saturating_mul(division.most_words());
    let marks = if has_marks {
        Marks::bytes_for(words * 64)
    } else {
        0
    };
    words * 8 + marks + super::Dense::table_bytes(graph) + BAND_WORDS * 8
}
