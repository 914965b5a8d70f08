//! The words of one process among several, and how a block is pulled from them.

use super::plan::ReadyPlan;
use super::sheets::{BLOCK, Incoming, Sheets};
use super::suited;
use crate::graph::Graph;
use crate::search::{Division, SimdLevel, simd};
use slidewise_store::{OwnedWords, StoreError};
use std::ops::Range;

/// The words of one process: the same columns of every sheet.
pub(super) struct PartWords<'g> {
    /// Edges and plans; the words in it are not used.
    pub sheets: Sheets<'g>,
    /// The columns of this process.
    pub own: Range<usize>,
    pub sides: [PartSide; 2],
    /// Whether each plan leads from each process's columns to the same columns.
    is_local: Vec<bool>,
}

/// The words of the sheets of one colour.
#[derive(Default)]
pub(super) struct PartSide {
    pub words: OwnedWords,
    /// Whether each block may hold a configuration, indexed by row and then block.
    pub is_live: Vec<bool>,
}

impl<'g> PartWords<'g> {
    /// The words of a process, still without a configuration.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub(super) fn new(
        graph: &'g Graph,
        level: SimdLevel,
        division: Division,
        rank: usize,
    ) -> Result<PartWords<'g>, StoreError> {
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
        Ok(PartWords {
            is_local: sheets.plans.iter().map(is_local).collect(),
            sheets,
            own,
            sides,
        })
    }

    /// A row of the words of this process.
    pub(super) fn row(&self, side: usize, row: usize) -> &[u64] {
        &self.sides[side].words.as_slice()[row * self.own.len()..(row + 1) * self.own.len()]
    }

    /// Whether columns of a row, all of them own, may hold a configuration.
    pub(super) fn holds(&self, side: usize, row: usize, columns: &Range<usize>) -> bool {
        let first = row * self.own.len().div_ceil(BLOCK);
        let from = first + (columns.start - self.own.start) / BLOCK;
        let to = first + (columns.end - 1 - self.own.start) / BLOCK;
        self.sides[side].is_live[from..=to].contains(&true)
    }

    /// Pulls a block of own columns from own sources; false if no source holds a configuration.
    pub(super) fn pull(
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
            let ready = &self.sheets.plans[plan as usize];
            let periods = ready.periods(block);
            if periods.start < self.own.start || periods.end > self.own.end {
                has_any |= self.pull_across(incoming, targets.signs[row], block, filled, scratch);
                continue;
            }
            if !self.holds(from, source_row, &ready.source_range(block)) {
                continue;
            }
            has_any = true;
            let base = self.own.start.next_multiple_of(ready.period());
            let source = (&self.row(from, source_row)[base - self.own.start..], base);
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
    pub(super) fn pull_for_others(
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
        let have = clipped(ready.source_range(block));
        if have.is_empty() || !self.holds(from, row, &have) {
            return false;
        }
        if ready.reads_parities() {
            // The words of a target come from several sources, some of which others own: these
            // are zero here, and the others send their part.
            let (base, end) = (ready.periods(block).start, ready.source_range(block).end);
            scratch.clear();
            scratch.resize(end - base, 0);
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
}
