//! Rotation plans of the dense engine in the form that its kernels read, with the loops over the
//! words of one pattern.

use super::parities::Parities;
use crate::graph::RotationPlan;
use crate::index::Rotation;
use crate::search::plan_cells::{BitTurn, PlanCells, PlanSource};
use crate::search::simd::{self, Control, SimdLevel};
use std::ops::Range;

/// A rotation plan in the form that the kernels read.
#[derive(Debug)]
pub(super) struct ReadyPlan {
    /// The rotation that leads from the words to be filled back to their sources.
    pub back: Rotation,
    plan: RotationPlan,
    pieces: Vec<PlanSource>,
    pub controls: Vec<Control>,
    /// The permutations as turns of a word's bits; `None` if not all of them are turns.
    ///
    /// They are if the window ends with the first of the last five slots: of each source, the
    /// arrangements with one first tile become those with another.
    turns: Option<Vec<BitTurn>>,
    /// Offset to the source of each cell's run, for a plan that copies words unchanged.
    offsets: Vec<isize>,
    /// Range of the offsets from a word to its source words, in words.
    pub reach: Range<i64>,
}

impl ReadyPlan {
    /// Prepares a rotation plan for a SIMD level.
    pub(super) fn new(back: Rotation, plan: RotationPlan, level: SimdLevel) -> ReadyPlan {
        let controls = plan
            .gathers
            .iter()
            .map(|gather| Control::new(gather, level))
            .collect();
        let pieces = plan
            .sources
            .iter()
            .map(|source| (source.offset, source.gather.unwrap_or(0)))
            .collect();
        let offsets = || plan.sources.iter().map(|source| source.offset);
        let turns = plan.gathers.iter().map(BitTurn::of).collect();
        let copied = plan.gathers.is_empty();
        let own = offsets().filter(|_| copied).map(|offset| offset as isize);
        let own = own.collect();
        let reach = offsets().min().unwrap_or(0)..offsets().max().unwrap_or(0) + 1;
        ReadyPlan {
            back,
            pieces,
            controls,
            turns,
            offsets: own,
            reach,
            plan,
        }
    }

    /// Pulls words by a plan that copies words unchanged. `filled` begins at word `at` of the
    /// sheet, and `source` at word `base`, which must be a multiple of the plan's period.
    pub(super) fn join_runs(
        &self,
        level: SimdLevel,
        filled: &mut [u64],
        (source, base): (&[u64], usize),
        at: usize,
    ) {
        let run = self.plan.run as usize;
        simd::join_runs(level, filled, source, at - base, &self.offsets, run);
    }

    /// Calls `visit` with each run of a block's words, for a plan that copies words unchanged.
    ///
    /// `visit` receives the index in the block of the run's first word, and the range of the run's
    /// source words.
    pub(super) fn for_each_run(
        &self,
        block: Range<usize>,
        mut visit: impl FnMut(usize, Range<usize>),
    ) {
        let (run, cells) = (self.plan.run as usize, self.plan.cells as usize);
        let mut done = 0;
        let mut cell = block.start / run % cells;
        let mut within = block.start % run;
        while done < block.len() {
            let length = (run - within).min(block.len() - done);
            let from = (block.start + done).wrapping_add_signed(self.pieces[cell].0 as isize);
            visit(done, from..from + length);
            done += length;
            within = 0;
            cell += 1;
            if cell == cells {
                cell = 0;
            }
        }
    }

    /// Calls `visit` with ranges that hold all source words of a block.
    ///
    /// There is only one range if the plan permutes bits, or repeats itself after at most
    /// `together` words.
    pub(super) fn for_each_source(
        &self,
        block: &Range<usize>,
        together: usize,
        mut visit: impl FnMut(Range<usize>),
    ) {
        if self.controls.is_empty() && self.period() > together {
            self.for_each_run(block.clone(), |_, source| visit(source));
            return;
        }
        visit(self.source_range(block));
    }

    /// Number of words after which the plan repeats itself.
    pub(super) fn period(&self) -> usize {
        self.plan.run as usize * self.plan.cells as usize
    }

    /// Whether the plan reads parities.
    pub(super) fn reads_parities(&self) -> bool {
        !self.controls.is_empty()
    }

    /// The words of the periods that a block has words of.
    pub(super) fn periods(&self, block: &Range<usize>) -> Range<usize> {
        let period = self.period();
        block.start / period * period..block.end.next_multiple_of(period)
    }

    /// The range from the first to the last source word of a block, within the periods of the
    /// block.
    pub(super) fn source_range(&self, block: &Range<usize>) -> Range<usize> {
        let periods = self.periods(block);
        let start = block.start.saturating_add_signed(self.reach.start as isize);
        let end = block.end.saturating_add_signed(self.reach.end as isize - 1);
        start.max(periods.start)..end.min(periods.end)
    }

    /// Pulls words by a plan that permutes bits; `sign` is the entry of `signs` for the sheet to be
    /// filled.
    ///
    /// `filled` begins at word `at` of the sheet. `source` begins at word `base` of its sheet,
    /// which must be a multiple of the plan's period.
    pub(super) fn pull_cells(
        &self,
        level: SimdLevel,
        filled: &mut [u64],
        (source, base): (&[u64], usize),
        at: usize,
        sign: u8,
        parities: &Parities,
    ) {
        let mut done = 0;
        while done < filled.len() {
            let at = at + done;
            let length = (parities.run() - at % parities.run()).min(filled.len() - done);
            let part = &mut filled[done..done + length];
            let first = at / self.period() * self.period();
            self.pull_run(
                level,
                part,
                &source[first - base..],
                at - first,
                sign ^ parities.before(at),
                parities.from(first),
            );
            done += length;
        }
    }

    /// Pulls the words of one run of parities.
    fn pull_run(
        &self,
        level: SimdLevel,
        filled: &mut [u64],
        source: &[u64],
        at: usize,
        sign: u8,
        parities: &[u8],
    ) {
        if self.plan.cells == 1 {
            let [even, odd] = [0, 1].map(|variant| {
                let first = self.plan.first[variant][0] as usize;
                &self.controls[usize::from(self.pieces[first].1)]
            });
            let controls = if sign == 0 { [even, odd] } else { [odd, even] };
            let end = at + filled.len();
            simd::alternate(
                level,
                filled,
                &source[at..end],
                &parities[at..end],
                controls,
            );
            return;
        }
        let [even, odd] = [0, 1].map(|variant| self.plan.first[variant].as_slice());
        let first = if sign == 0 { [even, odd] } else { [odd, even] };
        if let Some(turns) = &self.turns {
            let cells = PlanCells {
                first,
                pieces: &self.pieces,
                controls: turns,
            };
            simd::fill_turned(level, filled, source, at, parities, cells);
            return;
        }
        let cells = PlanCells {
            first,
            pieces: &self.pieces,
            controls: &self.controls,
        };
        simd::fill(level, filled, source, at, parities, cells);
    }
}
