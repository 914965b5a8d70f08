//! The backend of a search over several processes.

use super::checkpoint::{Checkpoints, FoundSizes};
use super::division::Division;
use super::exchange::Cut;
use super::part_engine::{PartEngine, PartLayer};
use crate::search::backend::Backend;
use crate::search::{Event, Fabric, GenerationMembers, Reduce, SearchError};
use slidewise_store::Marks;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Counts the goals among the members of a generation, given their number.
pub(super) type CountGoals<'s> = &'s dyn Fn(&dyn GenerationMembers, u64) -> u64;

/// A search over several processes.
pub(super) struct PartBackend<'s> {
    pub fabric: &'s mut dyn Fabric,
    pub engine: Box<dyn PartEngine + 's>,
    /// The marks of this process's numbers; `None` if only sizes are wanted.
    pub marks: Option<&'s Marks>,
    pub division: Division,
    pub checkpoints: Option<&'s Checkpoints>,
    /// Interval between checkpoints.
    pub every: Duration,
    /// Time of the last checkpoint.
    pub saved: Instant,
    /// Number of generations in the last checkpoint.
    pub kept: usize,
    /// The generations found, in this run and earlier ones.
    pub found: Rc<RefCell<FoundSizes>>,
    pub count_goals: CountGoals<'s>,
    pub threads: usize,
    pub stop: &'s AtomicBool,
    /// Whether this process ends before the others, so that none waits for it.
    pub is_cut: bool,
}

/// The size of a generation, and what processes ask for at its end.
struct Wish {
    /// Number of members, over all processes.
    count: u64,
    /// Whether one asks for a checkpoint.
    checkpoint: bool,
    /// Whether one is stopped.
    end: bool,
    /// Whether this one is stopped.
    own_end: bool,
}

impl PartBackend<'_> {
    /// The place of a number among the marks of this process; `None` if another owns it.
    fn own_place(&self, index: u64) -> Option<u64> {
        let (row, column) = (
            index / 64 / self.division.width,
            index / 64 % self.division.width,
        );
        let own = self.division.words_of(self.fabric.rank());
        own.contains(&column).then(|| {
            let word = row * (own.end - own.start) + column - own.start;
            word * 64 + index % 64
        })
    }

    /// Adds the current generation, with this many members here, unless it is empty everywhere.
    fn add(&mut self, count: u64) -> Result<Option<Wish>, SearchError> {
        let goals = (self.count_goals)(self.engine.members(), count);
        let is_due = self.checkpoints.is_some() && self.saved.elapsed() >= self.every;
        let is_stopped = self.stop.load(Ordering::Relaxed);
        let mut all = [count, goals, u64::from(is_due), u64::from(is_stopped)];
        self.fabric.reduce(&mut all, Reduce::Sum)?;
        if all[0] == 0 {
            return Ok(None);
        }
        let mut found = self.found.borrow_mut();
        found.counts.push(all[0]);
        found.goals.push(all[1]);
        Ok(Some(Wish {
            count: all[0],
            checkpoint: all[2] > 0,
            end: all[3] > 0,
            own_end: is_stopped,
        }))
    }

    fn checkpoint(&mut self) -> Result<(), SearchError> {
        let found = self.found.borrow().clone();
        if let Some(checkpoints) = self.checkpoints
            && found.counts.len() != self.kept
        {
            let (engine, marks) = (&*self.engine, self.marks);
            checkpoints.save(self.division, engine, marks, &found, self.fabric)?;
            self.kept = found.counts.len();
        }
        self.saved = Instant::now();
        Ok(())
    }
}

impl Backend for PartBackend<'_> {
    fn begin(&mut self, sources: &[u64]) -> Result<(u64, u64), SearchError> {
        if self.found.borrow().counts.is_empty() {
            let mut own = 0;
            for &source in sources {
                self.engine.put(source);
                if let Some(place) = self.own_place(source) {
                    own += 1;
                    if let Some(marks) = self.marks {
                        marks.set_alone(place, Marks::mark_of(0));
                    }
                }
            }
            self.add(own)?;
        }
        let counts = &self.found.borrow().counts;
        Ok((counts.len() as u64 - 1, counts[counts.len() - 1]))
    }

    fn note(&mut self, _generation: u64, _count: u64) -> Result<(), SearchError> {
        // There is nothing to do: the generation was added when it was found.
        Ok(())
    }

    fn is_checking(&self) -> bool {
        // Nothing is in doubt: every chunk of a checkpoint has a checksum.
        false
    }

    fn known(&self) -> u64 {
        self.found.borrow().counts.len() as u64
    }

    fn show(&self, visit: &mut dyn FnMut(&dyn GenerationMembers)) -> Result<(), SearchError> {
        visit(self.engine.members());
        Ok(())
    }

    fn expand(
        &mut self,
        generation: u64,
        count: u64,
        emit: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<u64>, SearchError> {
        let layer = PartLayer {
            marks: self.marks,
            mark: Marks::mark_of(generation + 1),
            threads: self.threads,
            stop: self.stop,
        };
        let found = self.engine.find_next(self.fabric, layer, &mut |share| {
            emit(Event::Working {
                generation,
                count,
                done: (share * count as f64) as u64,
            });
        });
        let own = match found {
            Ok(own) => own,
            Err(Cut::Stopped) => {
                self.is_cut = true;
                return Ok(None);
            }
            Err(Cut::Failed(error)) => return Err(error.into()),
        };
        self.engine.advance();
        let Some(wish) = self.add(own)? else {
            self.engine.retreat();
            return Ok(Some(0));
        };
        if wish.checkpoint || wish.end {
            self.checkpoint()?;
        }
        if wish.own_end {
            self.is_cut = true;
            return Ok(None);
        }
        if wish.end {
            // The process that ends says so, which is the error of this call.
            self.fabric.reduce(&mut [], Reduce::Sum)?;
        }
        Ok(Some(wish.count))
    }

    fn save(&mut self) -> Result<(), SearchError> {
        // Nothing is saved here: the driver saves by its own clock, and a checkpoint needs all
        // processes at once. They agree on one at the end of a generation.
        Ok(())
    }

    fn pause(&mut self) -> Result<(), SearchError> {
        if self.is_cut {
            return Ok(());
        }
        self.checkpoint()
    }

    fn complete(&mut self) -> Result<(), SearchError> {
        if self.marks.is_some() {
            self.checkpoint()?;
        }
        let found = self.found.borrow().clone();
        match self.checkpoints {
            Some(checkpoints) => checkpoints.finish(self.division, &found, self.fabric),
            None => Ok(()),
        }
    }

    fn rescue(&mut self) {
        // The last checkpoint is what the processes can agree on.
    }
}
