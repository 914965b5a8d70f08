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
use super::part_words::PartWords;
use super::sheets::{BLOCK, Sheets};
use super::suited;
use crate::graph::Graph;
use crate::search::Division;
use crate::search::parts::{Cut, Emit, PartEngine, PartLayer, Section, exchange};
use crate::search::threads::run_workers;
use crate::search::{Fabric, FabricError, GenerationMembers, SimdLevel, simd};
use slidewise_store::{Marks, encode_words};
use slidewise_store::{StoreError, decode_number, decode_words, encode_number};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Most words of a band: 32 MiB.
const BAND_WORDS: u64 = 1 << 22;
/// Numbers of words that must be equal in all processes, since blocks and bands are sent by number.
pub(in crate::search) const UNITS: [u64; 2] = [BLOCK as u64, BAND_WORDS];
/// Number of bytes of a block for another process at which a thread hands it over.
const HANDED_OVER: usize = 1 << 16;
/// Most rows whose blocks are filled together.
const TOGETHER: usize = 16;

/// The dense engine's words of one process.
pub(in crate::search) struct DensePart<'g> {
    words: PartWords<'g>,
    division: Division,
    rank: usize,
}

/// A block of a band to be filled.
struct BandTask<'a> {
    row: usize,
    /// Number of the block in the band.
    block: usize,
    words: &'a mut [u64],
    is_live: &'a mut bool,
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
        Ok(DensePart {
            words: PartWords::new(graph, level, division, rank)?,
            division,
            rank,
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
        let rows = self
            .words
            .sheets
            .sides
            .iter()
            .map(|side| side.sheets.len())
            .max();
        let words = rows.unwrap_or(0) as u64 * self.division.max_words();
        words.div_ceil(BAND_WORDS).max(1) as usize
    }

    /// The columns of a process that belong to a band.
    fn band(&self, rank: usize, band: usize) -> Range<usize> {
        let own = self.division.words_of(rank);
        let (start, length) = (own.start as usize, (own.end - own.start) as usize);
        let step = length.div_ceil(self.bands()).next_multiple_of(BLOCK);
        start + (band * step).min(length)..start + ((band + 1) * step).min(length)
    }

    /// Makes the words of a band that others own, and hands them over.
    fn send_band(&self, band: usize, next: &AtomicUsize, emit: &mut Emit<'_>) {
        let rows = self.words.sheets.sides[1 - self.words.sheets.colour]
            .sheets
            .len();
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
                    // Filled with zeros between uses, as most blocks have no own source.
                    let filled = &mut filled[..block.len()];
                    if !self
                        .words
                        .pull_for_others(row, &block, filled, &mut scratch)
                    {
                        continue;
                    }
                    code.clear();
                    encode_words(filled, &mut code);
                    filled.fill(0);
                    if code.is_empty() {
                        continue;
                    }
                    let out = &mut out[other];
                    encode_number(row as u64, out);
                    encode_number(((at - start) / BLOCK) as u64, out);
                    encode_number(code.len() as u64, out);
                    out.extend_from_slice(&code);
                    if out.len() >= HANDED_OVER && !emit(other, std::mem::take(out)) {
                        return;
                    }
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
        let rows = self.words.sheets.sides[1 - self.words.sheets.colour]
            .sheets
            .len() as u64;
        let first = ((band.start - self.words.own.start) / BLOCK) as u64;
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
        let other = 1 - self.words.sheets.colour;
        let mut words = std::mem::take(&mut self.words.sides[other].words);
        let mut is_live = std::mem::take(&mut self.words.sides[other].is_live);
        let (length, start) = (self.words.own.len().max(1), self.words.own.start);
        let first = band.start - start..band.end - start;
        let blocks = first.start / BLOCK..first.end.div_ceil(BLOCK);
        let rows = words.as_mut_slice().0.chunks_mut(length);
        let rows = rows.zip(is_live.chunks_mut(length.div_ceil(BLOCK)));
        let rows: Vec<_> = rows
            .enumerate()
            .map(|(row, (words, is_live))| {
                let words = words[first.clone()].chunks_mut(BLOCK);
                let blocks = words.zip(&mut is_live[blocks.clone()]).enumerate();
                blocks.map(move |(block, (words, is_live))| BandTask {
                    row,
                    block,
                    words,
                    is_live,
                })
            })
            .collect();
        let together = TOGETHER.min(rows.len().max(1));
        let tasks = Mutex::new(in_turns(rows, together));
        let (found, has_fault) = (AtomicU64::new(0), AtomicBool::new(false));
        let this = &*self;
        let work = |_| {
            let (mut filled, mut scratch) = (vec![0; BLOCK], Vec::new());
            let mut new = 0;
            while !layer.stop.load(Ordering::Relaxed) {
                let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(task) = task else { break };
                match this.fill(task, band.start, received, layer, &mut filled, &mut scratch) {
                    Some(count) => new += count,
                    None => has_fault.store(true, Ordering::Relaxed),
                }
            }
            found.fetch_add(new, Ordering::Relaxed);
        };
        if layer.threads <= 1 {
            work(0);
        } else {
            run_workers(0..layer.threads, work, &mut || {});
        }
        drop(tasks);
        self.words.sides[other].words = words;
        self.words.sides[other].is_live = is_live;
        if has_fault.into_inner() {
            return Err(Cut::Failed(malformed()));
        }
        if layer.stop.load(Ordering::Relaxed) {
            return Err(Cut::Stopped);
        }
        Ok(found.into_inner())
    }

    /// Fills one block of a band that begins at column `start`; returns the number of new
    /// configurations in it, or `None` if what was received for it is malformed.
    fn fill(
        &self,
        task: BandTask<'_>,
        start: usize,
        received: &Received,
        layer: PartLayer<'_>,
        filled: &mut [u64],
        scratch: &mut Vec<u64>,
    ) -> Option<u64> {
        let (own, sheets) = (&self.words.own, &self.words.sheets);
        let targets = &sheets.sides[1 - sheets.colour].sheets;
        let filled = &mut filled[..task.words.len()];
        let at = start + task.block * BLOCK;
        filled.fill(0);
        let block = at..at + task.words.len();
        let mut has_any = self.words.pull(task.row, &block, filled, scratch);
        for (number, range) in &received.codes[task.block * targets.len() + task.row] {
            let code = &received.blocks[*number as usize];
            decode_words(&code[range.start as usize..range.end as usize], filled)?;
            has_any = true;
        }
        if !has_any {
            if std::mem::replace(task.is_live, false) {
                task.words.fill(0);
            }
            return Some(0);
        }
        let count = match layer.marks {
            None => simd::renew(sheets.level, task.words, filled),
            Some(marks) => {
                let first = targets[task.row] as usize * own.len() + at - own.start;
                simd::sift(sheets.level, marks, first, task.words, filled, layer.mark)
            }
        };
        *task.is_live = count > 0;
        Some(count)
    }
}

fn malformed() -> FabricError {
    FabricError::Disagreement {
        reason: "a block of words is malformed".to_owned(),
    }
}

impl PartEngine for DensePart<'_> {
    fn put(&mut self, index: u64) {
        let width = self.words.sheets.width as u64;
        let (sheet, word) = (index / 64 / width, (index / 64 % width) as usize);
        if let Some((colour, row)) = self.words.sheets.places[sheet as usize] {
            // All processes learn the colour from the sources, even if they own none of them.
            self.words.sheets.colour = usize::from(colour);
            if self.words.own.contains(&word) {
                let (side, row) = (&mut self.words.sides[usize::from(colour)], row as usize);
                let at = word - self.words.own.start;
                side.words.as_mut_slice().0[row * self.words.own.len() + at] |= 1 << (index % 64);
                side.is_live[row * self.words.own.len().div_ceil(BLOCK) + at / BLOCK] = true;
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
        let rows = self.words.sheets.sides[1 - self.words.sheets.colour]
            .sheets
            .len();
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
        self.words.sheets.colour = 1 - self.words.sheets.colour;
    }

    fn retreat(&mut self) {
        self.advance();
    }

    fn members(&self) -> &dyn GenerationMembers {
        self
    }

    fn read(&self, section: Section, row: u64, columns: Range<u64>, words: &mut [u64]) {
        let side = match section {
            Section::Current => self.words.sheets.colour,
            Section::Before => 1 - self.words.sheets.colour,
        };
        match self.words.sheets.places[row as usize] {
            Some((colour, row)) if usize::from(colour) == side => {
                let first = columns.start as usize - self.words.own.start;
                words.copy_from_slice(
                    &self.words.row(side, row as usize)[first..first + words.len()],
                );
            }
            _ => words.fill(0),
        }
    }

    fn write(&mut self, section: Section, row: u64, columns: Range<u64>, words: &[u64]) {
        if words.iter().all(|&word| word == 0) {
            return;
        }
        let Some((colour, row)) = self.words.sheets.places[row as usize] else {
            return;
        };
        if section == Section::Current {
            self.words.sheets.colour = usize::from(colour);
        }
        let (own, row) = (self.words.own.clone(), row as usize);
        let side = &mut self.words.sides[usize::from(colour)];
        let first = columns.start as usize - own.start;
        let at = row * own.len() + first;
        side.words.as_mut_slice().0[at..at + words.len()].copy_from_slice(words);
        let blocks = row * own.len().div_ceil(BLOCK);
        let live = first / BLOCK..(first + words.len()).div_ceil(BLOCK);
        side.is_live[blocks + live.start..blocks + live.end].fill(true);
    }

    fn set_parity(&mut self, generation: u64, source: u64) {
        let sheet = source / 64 / self.words.sheets.width as u64;
        if let Some((colour, _)) = self.words.sheets.places[sheet as usize] {
            self.words.sheets.colour = (usize::from(colour) + generation as usize) % 2;
        }
    }
}

impl GenerationMembers for DensePart<'_> {
    fn contains(&self, index: u64) -> bool {
        let width = self.words.sheets.width as u64;
        let (sheet, word) = (index / 64 / width, (index / 64 % width) as usize);
        match self.words.sheets.places[sheet as usize] {
            Some((colour, row))
                if usize::from(colour) == self.words.sheets.colour
                    && self.words.own.contains(&word) =>
            {
                let words = self.words.row(self.words.sheets.colour, row as usize);
                words[word - self.words.own.start] >> (index % 64) & 1 == 1
            }
            _ => false,
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        let side = self.words.sheets.colour;
        for (row, &sheet) in self.words.sheets.sides[side].sheets.iter().enumerate() {
            let first = sheet * self.words.sheets.width as u64;
            for at in self.words.own.clone().step_by(BLOCK) {
                let block = at..(at + BLOCK).min(self.words.own.end);
                if !self.words.holds(side, row, &block) {
                    continue;
                }
                let words = &self.words.row(side, row)
                    [at - self.words.own.start..block.end - self.words.own.start];
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
    let words = division.rows.saturating_mul(division.max_words());
    let marks = if has_marks {
        Marks::bytes_for(words * 64)
    } else {
        0
    };
    words * 8 + marks + super::Dense::table_bytes(graph) + BAND_WORDS * 8
}
