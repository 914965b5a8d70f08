//! The number of components of a family: sets of boards that moves join.

use super::board_code::BoardCode;
use super::board_lister::BoardLister;
use super::design_error::DesignError;
use super::family::{Family, Pieces};
use super::list_memory::reserve;
use super::set_search::SetSearch;
use super::sweep::SweepMeans;
use super::universe::{CountMeans, Counter, Counts, PieceTally};
use super::word::Word;
use slidewise_engine::graph::Metric;
use slidewise_engine::search::run_workers;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

impl Family {
    /// The number of components of all boards of the family, those without a solution among them.
    ///
    /// Time: each board is met once, in steps.
    ///
    /// # Errors
    ///
    /// [`DesignError::Components`] for families of any polyominoes, [`DesignError::WrongCount`],
    /// [`DesignError::Stopped`], [`DesignError::Memory`] and [`DesignError::CountMemory`].
    pub fn components(&self, means: SweepMeans<'_>) -> Result<u64, DesignError> {
        if matches!(self.pieces, Pieces::AnyPolyominoes(_)) {
            return Err(DesignError::Components {
                name: self.name.clone(),
            });
        }
        if BoardCode::fits_64_bits(self.field) {
            self.components_in::<u64>(means)
        } else {
            self.components_in::<u128>(means)
        }
    }

    fn components_in<W: Word>(&self, means: SweepMeans<'_>) -> Result<u64, DesignError> {
        let (memory, stop) = (means.memory, means.stop);
        let mut counter = Counter::within(self, CountMeans { memory, stop });
        let mut counts = Counts::new();
        for goal_piece in &self.goal_pieces {
            for placement in &goal_piece.placements {
                counts.extend(counter.counts(self.field.open() & !placement, 1)?);
            }
        }
        let counts = self.summed(counts)?;
        let threads = means.threads.clamp(1, counts.len().max(1));
        let next = AtomicUsize::new(0);
        let sum = Mutex::new(Ok(0));
        let work = |_| {
            let listing = means.memory / threads as u64 / 3;
            let mut search =
                SetSearch::<W>::new(self.code(), Metric::Step, 2 * listing, means.stop);
            while let Some(&(tally, boards)) = counts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let found = if boards.saturating_mul(size_of::<W>() as u64) > listing {
                    Err(DesignError::Memory { limit: memory })
                } else {
                    self.components_of(tally, boards, &mut search)
                };
                let mut sum = sum.lock().expect("no thread panics with the lock");
                match (&mut *sum, found) {
                    (Ok(sum), Ok(found)) => *sum += found,
                    (Ok(_), Err(error)) => *sum = Err(error),
                    (Err(_), _) => return,
                }
            }
        };
        run_workers(0..threads, work, &mut || {});
        sum.into_inner().expect("no thread panics with the lock")
    }

    /// The number of components of the boards with these pieces, of which there are `boards`.
    fn components_of<W: Word>(
        &self,
        tally: PieceTally,
        boards: u64,
        search: &mut SetSearch<'_, W>,
    ) -> Result<u64, DesignError> {
        let lister = BoardLister::new(self);
        let mut all = Vec::new();
        reserve(&mut all, boards as usize)?;
        for goal_piece in &self.goal_pieces {
            for &placement in &goal_piece.placements {
                lister.for_each_board(placement, tally, &mut |_, board: W| all.push(board));
            }
        }
        search.clear(all.len())?;
        let mut components = 0;
        for board in &all {
            if search.reach(std::slice::from_ref(board), None)? {
                components += 1;
            }
        }
        if all.len() as u64 != boards || search.met() != boards {
            return Err(DesignError::WrongCount {
                name: self.name.clone(),
                expected: boards,
                found: all.len() as u64,
            });
        }
        Ok(components)
    }
}
