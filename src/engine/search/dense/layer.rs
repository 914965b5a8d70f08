//! The expansion of one generation by the dense engine: threads fill the words of one colour of
//! patterns from the words of the other colour.

use super::sheets::{BLOCK, Sheets};
use crate::search::Layer;
use crate::search::simd;
use crate::search::threads::run_workers;
use slidewise_store::{Marks, PageHints};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Least number of words that several threads fill faster than one thread.
pub(super) const WORTH_THREADS: usize = 1 << 14;

/// Most rows whose blocks are filled together: their sources fill the second cache.
const MAX_TOGETHER: usize = 16;

/// The expansion of one generation by the dense engine.
pub(super) struct Work<'a> {
    pub sheets: &'a Sheets<'a>,
    pub layer: Layer<'a>,
    /// Level of the stored words that are filled; `None` if the next generation is.
    pub stored: Option<usize>,
    /// Hints to the operating system about words on the disk; `None` if the words lie in memory.
    pub hints: Option<AccessHints<'a>>,
    pub found: AtomicU64,
    /// Number of words filled so far.
    pub done: AtomicU64,
}

/// Hints to the operating system about the words that an expansion reads and writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct AccessHints<'a> {
    pub sources: PageHints<'a>,
    pub targets: PageHints<'a>,
    pub marks: PageHints<'a>,
}

/// Ranges of words that a batch of blocks reads and writes, ascending and disjoint.
#[derive(Debug, Default)]
struct BatchRanges {
    sources: Vec<Range<usize>>,
    targets: Vec<Range<usize>>,
    marks: Vec<Range<usize>>,
}

/// Most words between two ranges that are joined to one range: as many as a memory page has.
const NEAR: usize = 512;

impl BatchRanges {
    /// The ranges that a batch of blocks reads and writes.
    fn by(batch: &[Task<'_>], all: &Sheets<'_>) -> BatchRanges {
        let width = all.width;
        let (sources, targets) = (&all.sides[all.colour], &all.sides[1 - all.colour]);
        let together = batch.iter().map(|task| task.words.len()).sum();
        let mut wanted = BatchRanges::default();
        for task in batch {
            let block = task.at..task.at + task.words.len();
            let before = wanted.sources.len();
            for incoming in &targets.slides[task.row] {
                let row = incoming.row as usize;
                let mut want = |range: Range<usize>| {
                    if sources.holds(row, width, &range) {
                        let first = row * width;
                        wanted.sources.push(first + range.start..first + range.end);
                    }
                };
                match incoming.plan.map(|plan| &all.plans[plan as usize]) {
                    None => want(block.clone()),
                    Some(ready) => ready.for_each_source(&block, together, want),
                }
            }
            let is_filled = wanted.sources.len() > before;
            if is_filled || *task.is_live {
                let first = task.row * width + task.at;
                wanted.targets.push(first..first + block.len());
            }
            if is_filled {
                let first = targets.sheets[task.row] as usize * width + task.at;
                wanted
                    .marks
                    .push(Marks::words_of(first)..Marks::words_of(first + block.len()));
            }
        }
        for ranges in [&mut wanted.sources, &mut wanted.targets, &mut wanted.marks] {
            ranges.sort_unstable_by_key(|range| range.start);
            ranges.dedup_by(|next, range| {
                let is_near = next.start <= range.end + NEAR;
                if is_near {
                    range.end = range.end.max(next.end);
                }
                is_near
            });
        }
        wanted
    }

    /// Calls `what` with each range and with the hints for the words in that range.
    fn tell(&self, hints: &AccessHints<'_>, what: impl Fn(PageHints<'_>, Range<usize>)) {
        for (ranges, hints) in [
            (&self.sources, hints.sources),
            (&self.targets, hints.targets),
            (&self.marks, hints.marks),
        ] {
            ranges.iter().for_each(|range| what(hints, range.clone()));
        }
    }
}

/// A block of words to be filled.
struct Task<'a> {
    row: usize,
    at: usize,
    words: &'a mut [u64],
    is_live: &'a mut bool,
}

/// The tasks of rows by bands of `together` rows, whose rows take turns, each with one block.
pub(super) fn in_turns<T>(
    mut rows: Vec<impl Iterator<Item = T>>,
    together: usize,
) -> impl Iterator<Item = T> {
    let count = rows.len();
    let (mut band, mut turn) = (0, 0);
    std::iter::from_fn(move || {
        loop {
            let end = (band + together).min(count);
            if band == end {
                return None;
            }
            let row = band + turn % (end - band);
            if let Some(task) = rows[row].next() {
                turn += 1;
                return Some(task);
            }
            (band, turn) = (end, 0);
        }
    })
}

impl Work<'_> {
    /// Fills all words of the colour of the next generation; returns false if stopped before the
    /// end.
    pub(super) fn all(
        &self,
        words: &mut [u64],
        is_live: &mut [bool],
        pulse: &mut dyn FnMut(u64),
    ) -> bool {
        let width = self.sheets.width;
        let blocks = width.div_ceil(BLOCK);
        let total = words.len();
        let rows = words.chunks_mut(width).zip(is_live.chunks_mut(blocks));
        let rows: Vec<_> = rows
            .enumerate()
            .map(|(row, (words, is_live))| {
                let ats = (0..).step_by(BLOCK);
                let blocks = words.chunks_mut(BLOCK).zip(is_live).zip(ats);
                blocks.map(move |((words, is_live), at)| Task {
                    row,
                    at,
                    words,
                    is_live,
                })
            })
            .collect();
        let count = rows.len();
        let together = self.rows_together(count, blocks);
        let tasks = in_turns(rows, together);
        let threads = if total < WORTH_THREADS {
            1
        } else {
            self.layer.threads
        };
        let tasks = Mutex::new(tasks);
        let at_once = self.sheets.blocks_at_once(threads).max(together);
        // Hints for a batch are given before the previous batch is filled, so that the disk reads
        // ahead.
        let take = || {
            let batch: Vec<Task<'_>> = {
                let mut tasks = tasks.lock().unwrap_or_else(|held| held.into_inner());
                tasks.by_ref().take(at_once).collect()
            };
            let wanted = self.hints.as_ref().map(|hints| {
                let wanted = BatchRanges::by(&batch, self.sheets);
                wanted.tell(hints, |hints, range| hints.will_need(range));
                wanted
            });
            (!batch.is_empty()).then_some((batch, wanted))
        };
        let worker = |_| {
            let mut filled = vec![0; BLOCK];
            let mut ahead = take();
            while let Some((batch, wanted)) = ahead
                && !self.layer.stop.load(Ordering::Relaxed)
            {
                ahead = take();
                self.fill_all(batch, &mut filled);
                if let (Some(wanted), Some(hints)) = (wanted, &self.hints) {
                    wanted.tell(hints, |hints, range| hints.done_with(range));
                }
            }
        };
        self.begin_hints();
        if threads <= 1 {
            worker(0);
        } else {
            run_workers(0..threads, worker, &mut || {
                let share = self.done.load(Ordering::Relaxed) as f64 / total as f64;
                pulse((share * self.layer.count as f64) as u64);
            });
        }
        self.end_hints();
        !self.layer.stop.load(Ordering::Relaxed)
    }

    /// Fills the blocks of a batch, and counts words and configurations.
    fn fill_all(&self, batch: Vec<Task<'_>>, filled: &mut [u64]) {
        let words: usize = batch.iter().map(|task| task.words.len()).sum();
        let found: u64 = batch.into_iter().map(|task| self.fill(task, filled)).sum();
        self.done.fetch_add(words as u64, Ordering::Relaxed);
        self.found.fetch_add(found, Ordering::Relaxed);
    }

    /// Number of rows whose blocks at the same place are filled one after the other.
    ///
    /// Many slides read the block at the same place of another row, or one near it. So the words
    /// that one row reads are still in the cache when the next row reads them. On the disk, rows
    /// are filled one after the other.
    fn rows_together(&self, rows: usize, blocks: usize) -> usize {
        if self.hints.is_some() || blocks < 2 {
            return 1;
        }
        rows.clamp(1, MAX_TOGETHER)
    }

    /// Announces to the operating system that the words will be used in no particular order.
    fn begin_hints(&self) {
        if let Some(hints) = &self.hints {
            for hints in [hints.sources, hints.targets, hints.marks] {
                hints.expect_no_order();
            }
        }
    }

    /// Lets the operating system drop the words of this expansion from memory.
    fn end_hints(&self) {
        if let Some(hints) = &self.hints {
            hints.marks.expect_order();
            // All words are released, since the system may have read more words than the hints
            // named.
            for hints in [hints.sources, hints.targets, hints.marks] {
                hints.done_with(0..usize::MAX);
            }
        }
    }

    /// Takes the current generation out of a block of its own neighbours.
    fn leave_out_current(&self, row: usize, block: &Range<usize>, filled: &mut [u64]) {
        let sheet = self.sheets.sides[self.sheets.colour].sheets[row];
        if let Some(current) = self.sheets.current(sheet, block) {
            for (word, current) in filled.iter_mut().zip(current) {
                *word &= !current;
            }
        }
    }

    /// Fills one block, and returns the number of new configurations in it.
    fn fill(&self, task: Task<'_>, filled: &mut [u64]) -> u64 {
        let filled = &mut filled[..task.words.len()];
        filled.fill(0);
        let block = task.at..task.at + task.words.len();
        if let Some(level) = self.stored {
            let has_any = self.sheets.pull_stored(level, task.row, block, filled);
            if has_any || *task.is_live {
                task.words.copy_from_slice(filled);
            }
            *task.is_live = has_any;
            return 0;
        }
        if !self.sheets.pull(task.row, block.clone(), filled) {
            if std::mem::replace(task.is_live, false) {
                task.words.fill(0);
            }
            return 0;
        }
        let level = self.sheets.level;
        if self.sheets.is_in_lines && (self.layer.marks.is_none() || self.layer.check.is_some()) {
            self.leave_out_current(task.row, &block, filled);
        }
        let found = match self.layer.marks {
            None => simd::renew(level, task.words, filled),
            Some(marks) => {
                let other = 1 - self.sheets.colour;
                let sheet = self.sheets.sides[other].sheets[task.row] as usize;
                let first = sheet * self.sheets.width + task.at;
                if let Some(check) = self.layer.check {
                    simd::renew(level, task.words, filled);
                    filled.copy_from_slice(task.words);
                    let words = (first..).zip(&*filled);
                    words.for_each(|(at, &found)| check.look(marks, at, found, self.layer.mark));
                }
                simd::sift(level, marks, first, task.words, filled, self.layer.mark)
            }
        };
        *task.is_live = found > 0;
        found
    }
}
