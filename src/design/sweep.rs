//! A sweep: the hardest start of every set of pieces of a family, by one search for each set.

use super::batch_result::BatchResult;
use super::batch_search::BatchSearch;
use super::board_code::BoardCode;
use super::design_error::DesignError;
use super::family::Family;
use super::hardest::{HardestStarts, SetKind};
use super::piece_sets::piece_set;
use super::sweep_record::{FinishedWork, SweepRecord, hexadecimal};
use super::universe::CountMeans;
use super::wanted::Wanted;
use super::word::Word;
use super::work_list::WorkList;
use slidewise_engine::search::run_workers;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The version of the division of the work into batches.
const DIVISION: u32 = 2;

/// The means of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct SweepMeans<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Memory in bytes.
    pub memory: u64,
    /// The file that keeps what is finished; `None`: nothing is kept.
    pub record: Option<&'a Path>,
    /// Nothing that the file keeps from earlier runs is used.
    pub is_fresh: bool,
    /// Stops the sweep when it becomes true.
    pub stop: &'a AtomicBool,
}

/// How far a sweep is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SweepProgress {
    /// Boards that were listed: their sets of pieces are finished.
    pub listed: u64,
    /// Boards to be listed in all: the solved ones, or all where any piece may be the goal piece.
    pub to_list: u64,
    /// Boards met by the searches of this run.
    pub met: u64,
}

/// A family whose boards are counted, ready to be swept.
#[derive(Debug)]
pub struct Sweep<'a> {
    family: &'a Family,
    wanted: Wanted,
    work: WorkList,
}

/// The answer of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swept {
    /// The hardest starts.
    pub starts: HardestStarts,
    /// Boards that the searches met, those of earlier runs among them.
    pub met: u64,
}

impl<'a> Sweep<'a> {
    /// Counts the boards of the family.
    ///
    /// Time: proportional to the sets of cells that are undecided at some moment; a second for any
    /// polyominoes on 4x5.
    ///
    /// # Errors
    ///
    /// [`DesignError::TooLarge`] for families that cannot be counted in memory.
    pub fn new(family: &'a Family, wanted: Wanted) -> Result<Sweep<'a>, DesignError> {
        Sweep::with(family, wanted, CountMeans::default())
    }

    /// Counts the boards of the family within `memory` bytes, until `stop` is set.
    ///
    /// # Errors
    ///
    /// Those of [`Sweep::new`], [`DesignError::CountMemory`] and [`DesignError::Stopped`].
    pub fn within(
        family: &'a Family,
        wanted: Wanted,
        memory: u64,
        stop: &AtomicBool,
    ) -> Result<Sweep<'a>, DesignError> {
        Sweep::with(family, wanted, CountMeans { memory, stop })
    }

    fn with(
        family: &'a Family,
        wanted: Wanted,
        means: CountMeans<'_>,
    ) -> Result<Sweep<'a>, DesignError> {
        let work = WorkList::new(family, takes_all_goals(family, &wanted), means)?;
        Ok(Sweep {
            family,
            wanted,
            work,
        })
    }

    /// The number of boards of the family: placements of its pieces.
    pub fn boards(&self) -> u64 {
        self.work.boards
    }

    /// The number of boards with a goal piece at its goal.
    pub fn solved(&self) -> u64 {
        self.work.solved
    }

    /// Memory of one thread for listing boards, in bytes.
    pub fn listing_bytes(&self) -> u64 {
        let word = if BoardCode::fits_64_bits(self.family.field) {
            16
        } else {
            32
        };
        self.work.largest * word
    }

    /// Searches all sets of pieces. The answer does not depend on the number of threads.
    ///
    /// # Errors
    ///
    /// [`DesignError::Stopped`] once `stop` is set, with everything finished in the record;
    /// [`DesignError::WrongCount`] if the lists went through another number of boards than
    /// was counted; [`DesignError::Memory`]; faults of the record.
    pub fn run(
        &self,
        means: SweepMeans<'_>,
        progress: &(dyn Fn(SweepProgress) + Sync),
    ) -> Result<Swept, DesignError> {
        if BoardCode::fits_64_bits(self.family.field) {
            self.run_in::<u64>(means, progress)
        } else {
            self.run_in::<u128>(means, progress)
        }
    }

    /// A file name for the record of this sweep, which no other sweep has.
    pub fn record_name(&self) -> String {
        let name = self.family.name.chars().take(40);
        let plain = |own: char| {
            if own.is_ascii_alphanumeric() {
                own
            } else {
                '-'
            }
        };
        let name: String = name.map(plain).collect();
        let metric = self.wanted.metric.name();
        let sum = hexadecimal(self.definition().as_bytes(), 16);
        format!("design-{name}-{metric}-{sum}.sweep")
    }

    /// The number of threads whose lists of boards take at most half of the memory.
    fn threads_within(&self, threads: usize, memory: u64) -> Result<usize, DesignError> {
        let fitting = memory / (2 * self.listing_bytes()).max(1);
        match usize::try_from(fitting).unwrap_or(usize::MAX) {
            0 => Err(DesignError::Memory { limit: memory }),
            fitting => Ok(threads.min(fitting)),
        }
    }

    /// What distinguishes this sweep from others in a record, and its division into batches from
    /// that of other versions.
    fn definition(&self) -> String {
        format!("{DIVISION} {:?} {:?}", self.family, self.wanted)
    }

    /// The record, and what it holds.
    fn record(
        &self,
        means: SweepMeans<'_>,
        batches: usize,
    ) -> Result<(SweepRecord, FinishedWork), DesignError> {
        match means.record {
            Some(file) => SweepRecord::open(file, &self.definition(), batches, means.is_fresh),
            None => Ok((SweepRecord::nowhere(), Vec::new())),
        }
    }

    fn run_in<W: Word>(
        &self,
        means: SweepMeans<'_>,
        progress: &(dyn Fn(SweepProgress) + Sync),
    ) -> Result<Swept, DesignError> {
        let batches = &self.work.batches(means.memory)?;
        let (record, finished) = self.record(means, batches.len())?;
        let mut sum = Sum::new(self.work.listed);
        let mut is_done = vec![false; batches.len()];
        for (number, result) in finished {
            is_done[number] = true;
            sum.add(result);
        }
        let waiting: Vec<usize> = (0..batches.len()).filter(|own| !is_done[*own]).collect();
        progress(sum.progress(0));
        if !waiting.is_empty() {
            let threads = means.threads.clamp(1, waiting.len());
            let threads = self.threads_within(threads, means.memory)?;
            let limit = means.memory / threads as u64 - self.listing_bytes();
            let next = AtomicUsize::new(0);
            let shared = Mutex::new((record, &mut sum, 0, Ok(())));
            let work = |_| {
                let mut search = BatchSearch::<W>::new(self.family, self.wanted, limit, means.stop);
                while let Some(&number) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = search.run(&batches[number]);
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    let (record, sum, met, outcome) = &mut *shared;
                    if outcome.is_err() {
                        return;
                    }
                    *outcome = result.and_then(|result| {
                        record.append(number, &result)?;
                        *met += result.met;
                        sum.add(result);
                        progress(sum.progress(*met));
                        Ok(())
                    });
                }
            };
            run_workers(0..threads, work, &mut || {});
            let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
            shared.3?;
        }
        self.check_count(&sum)?;
        let mut starts = sum.starts;
        self.add_sets_without_solution(&mut starts);
        if self.wanted.by == SetKind::Pieces {
            starts = self.family.without_mirror_images(starts);
        }
        Ok(Swept {
            starts,
            met: sum.met,
        })
    }

    /// Refuses a sum whose boards are not as many as were counted before.
    fn check_count(&self, sum: &Sum) -> Result<(), DesignError> {
        let work = &self.work;
        for (expected, found) in [(work.listed, sum.listed), (work.solved, sum.solved)] {
            if expected != found {
                return Err(DesignError::WrongCount {
                    name: self.family.name.clone(),
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }

    /// Adds the sets of listed pieces whose boards were counted but never have the goal piece at
    /// its goal.
    fn add_sets_without_solution(&self, starts: &mut HardestStarts) {
        if self.wanted.is_restricted() {
            starts.by_set.retain(|_, start| start.is_some());
            return;
        }
        if self.family.is_goal_unmarked {
            return;
        }
        for goal_piece in &self.family.goal_pieces {
            for &(tally, _) in &self.work.universe {
                if let Some(pieces) = self.family.pieces_of(goal_piece.placements[0], tally) {
                    let set = piece_set(self.family, self.wanted.by, &pieces);
                    starts.add(set, None);
                }
            }
        }
    }
}

/// Whether one search serves all goal pieces: where any piece may be it, and neither ways are
/// counted nor pieces taken away.
fn takes_all_goals(family: &Family, wanted: &Wanted) -> bool {
    family.is_of_polyominoes() && !wanted.is_unique && !wanted.is_minimal
}

/// The sum of all batches so far.
struct Sum {
    starts: HardestStarts,
    to_list: u64,
    listed: u64,
    solved: u64,
    met: u64,
}

impl Sum {
    fn new(to_list: u64) -> Sum {
        Sum {
            starts: HardestStarts::default(),
            to_list,
            listed: 0,
            solved: 0,
            met: 0,
        }
    }

    fn add(&mut self, result: BatchResult) {
        self.listed += result.listed;
        self.solved += result.solved;
        self.met += result.met;
        for (set, start) in result.starts {
            self.starts.add(set, start);
        }
    }

    fn progress(&self, met: u64) -> SweepProgress {
        SweepProgress {
            listed: self.listed,
            to_list: self.to_list,
            met,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(sweep: &Sweep<'_>, memory: u64) -> Result<Swept, DesignError> {
        let means = SweepMeans {
            threads: 2,
            memory,
            record: None,
            is_fresh: false,
            stop: &AtomicBool::new(false),
        };
        sweep.run(means, &|_| {})
    }

    #[test]
    fn a_set_of_pieces_that_is_left_out_is_noticed() {
        let wanted = Wanted {
            metric: slidewise_engine::graph::Metric::Move,
            by: SetKind::Pieces,
            least: 0,
            most: None,
            is_unique: false,
            is_minimal: false,
        };
        for family in [
            Family::klotski(4, 3),
            Family::polyominoes(2, 3),
            Family::rush(3, 4),
        ] {
            let family = family.unwrap();
            let whole = Sweep::new(&family, wanted).unwrap();
            run(&whole, 1 << 30).unwrap();
            let unstopped = AtomicBool::new(false);
            let counted = Sweep::within(&family, wanted, 100, &unstopped);
            assert!(matches!(
                counted,
                Err(DesignError::CountMemory { limit: 100, .. })
            ));
            let counted = Sweep::within(&family, wanted, 1 << 30, &AtomicBool::new(true));
            assert!(matches!(counted, Err(DesignError::Stopped)));
            assert!(matches!(run(&whole, 1), Err(DesignError::Memory { .. })));
            for left_out in 0..whole.work.units.len() {
                let mut sweep = Sweep::new(&family, wanted).unwrap();
                let unit = sweep.work.units.remove(left_out);
                let error = run(&sweep, 1 << 30).unwrap_err();
                let DesignError::WrongCount {
                    expected, found, ..
                } = error
                else {
                    panic!("{unit:?}: {error}");
                };
                assert_eq!(found + unit.boards, expected, "{unit:?}");
            }
        }
    }
}
