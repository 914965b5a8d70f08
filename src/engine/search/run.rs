//! A run: from the sources, or from where an earlier run was cut off, to the end or to where it is stopped.
//!
//! It promises that the same sources leave the same marks and counts, whatever the number of threads and
//! however often it was interrupted.
//!
//! Where an earlier run did not live to its end, nothing vouches for the marks that it left: one may be of a later
//! generation, or damaged, and marks of which some are wrong can agree with each other and with all counts. So the run
//! begins at the sources again and believes none. In an undirected graph the neighbours of generation n are in n - 1, n
//! and n + 1: less the last two generations they are generation n + 1 exactly, whatever the marks are. Each member
//! that has a mark must have that of n + 1, and generations that are known must have the counts that are known. So by
//! induction the generations found are right, and so are the marks of all their members; where marks are then as many
//! as these members ([`Keeper::complete`] counts), nothing else has one. This takes the time of the earlier run once
//! more, and the sparse engine the memory of a third generation.

use super::keeper::KEEP_EVERY;
use super::{Choice, Doubt, Engine, Event, Keeper, Pass, Question};
use crate::graph::Graph;
use slidewise_store::{Marks, StoreError};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What is to be explored, and how far.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Generation 0.
    pub sources: &'a [u64],
    /// The engine.
    pub engine: Choice,
    /// The last generation wanted; `None` for all.
    pub max_generation: Option<u64>,
    /// How many threads may work; none counts as one.
    pub threads: usize,
    /// Set from outside to stop the run soon.
    pub stop: &'a AtomicBool,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every configuration that can be reached has been found.
    Complete,
    /// It was told to go no further: by the observer, or by the last generation wanted.
    Satisfied,
    /// It was stopped from outside, maybe in the middle of a generation.
    Interrupted,
    /// The next generation would take more of the disk than it may: [`Frontiers::limit_disk`](slidewise_store::Frontiers::limit_disk).
    OutOfDisk,
    /// The next generation would take more memory than it may: [`HashLimits`](super::HashLimits).
    OutOfMemory,
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub ended: Ended,
    /// Whether it went on with an earlier run that had been cut off.
    pub resumed: bool,
    /// Whether that run did not live to its end, so that all it left was checked from the sources on.
    pub checked: bool,
    /// Whether it searched at all; false where the answer was there already.
    pub searched: bool,
}

/// A stop flag that is never raised.
pub static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Run<'a> {
    /// All generations from `sources`, by the best engine and one thread; change what is to be otherwise.
    pub fn new(graph: &'a Graph, sources: &'a [u64]) -> Run<'a> {
        Run {
            graph,
            sources,
            engine: Choice::best(graph),
            max_generation: None,
            threads: 1,
            stop: &NEVER,
        }
    }

    /// Explores. `observe` is told what happens and may stop the run before it begins and after a generation: what it
    /// returns is asked for at [`Event::Begun`] and [`Event::Found`].
    ///
    /// Time: one expansion of each configuration. Memory beside marks and tables: two bits a configuration for
    /// the sparse engine, which cost nothing where nothing is found, one for the dense engine, which may lie on
    /// the disk as the marks do (see [`Choice::within`]).
    ///
    /// # Errors
    /// If there are no sources, or they are no vertices of the graph; if the keeper keeps another search, fails, or
    /// contradicts what is found. What was kept before stays.
    pub fn go(
        &self,
        keeper: &mut dyn Keeper,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, StoreError> {
        let question = Question::new(self.graph, self.sources)?;
        keeper.admit(&question)?;
        let logged = keeper.counts().len() as u64;
        let resumed = logged > 0 && !keeper.is_complete();
        let doubtful = keeper.doubtful();
        let is_doubtful = doubtful.is_some();
        let finished = |ended, searched| Outcome {
            ended,
            resumed: resumed && searched,
            checked: is_doubtful && searched,
            searched,
        };
        if keeper.is_complete() {
            return Ok(finished(Ended::Complete, false));
        }
        if self.is_last(logged.checked_sub(1)) {
            return Ok(finished(Ended::Satisfied, false));
        }
        let choice = self.engine.for_sources(self.graph, self.sources);
        let mut engine = choice.make(self.graph, keeper, self.stop)?;
        let begun = Event::Begun {
            engine: engine.name(),
            reason: &choice.reason,
            generations: logged,
        };
        if observe(begun).is_break() {
            return Ok(finished(Ended::Satisfied, false));
        }
        let mut told = ControlFlow::Continue(());
        let last = match &doubtful {
            None => keeper.resume(&mut |at, bits| engine.put(at, bits))?,
            // It is read all the same: damage to it is told.
            Some(_) => keeper.resume(&mut |_, _| {}).map(|_| None)?,
        };
        // Not before: what refuses to be gone on from is to be left as it was.
        keeper.begin()?;
        let goes_on = !keeper.is_blank();
        let met = AtomicU64::new(Doubt::NONE);
        let doubt = doubtful.as_ref().map(|_| Doubt { met: &met });
        let (mut number, mut count) =
            last.unwrap_or_else(|| (0, first_generation(&question, keeper, &mut *engine, doubt)));
        check(doubtful.as_deref(), keeper, &met, number)?;
        drop(question);
        let mut kept = Instant::now();
        loop {
            keeper.note(number, count)?;
            if is_doubtful && number < logged {
                // It cannot end a run: what is known already was told before.
                let _ = observe(Event::Checked {
                    generation: number,
                    of: logged,
                });
            }
            if number >= logged {
                told = observe(Event::Found {
                    generation: number,
                    count,
                    configurations: engine.members(),
                });
            }
            if told.is_break() || self.is_last(Some(number)) {
                keeper.keep(&*engine)?;
                keeper.rest()?;
                return Ok(finished(Ended::Satisfied, true));
            }
            if kept.elapsed() >= KEEP_EVERY && number + 1 == keeper.counts().len() as u64 {
                keeper.keep(&*engine)?;
                kept = Instant::now();
            }
            let pass = Pass {
                marks: keeper.marks(),
                mark: Marks::mark_of(number + 1),
                goes_on,
                doubt,
                count,
                threads: self.threads.max(1),
                stop: self.stop,
            };
            let found = engine.find_next(pass, &mut |done| {
                // Progress cannot end a run: only a whole generation can.
                let _ = observe(Event::Working {
                    generation: number,
                    count,
                    done,
                });
            });
            check(doubtful.as_deref(), keeper, &met, number + 1)?;
            let Some(found) = found else {
                // What was found beyond this generation stays marked, rightly, and is found again when the run
                // goes on. A log that is ahead stays ahead: its last generation was kept.
                if number + 1 == keeper.counts().len() as u64 {
                    keeper.keep(&*engine)?;
                }
                keeper.rest()?;
                return Ok(finished(Ended::Interrupted, true));
            };
            if found == 0 {
                keeper.complete(&*engine)?;
                return Ok(finished(Ended::Complete, true));
            }
            engine.advance();
            count = found;
            number += 1;
        }
    }

    fn is_last(&self, generation: Option<u64>) -> bool {
        match (generation, self.max_generation) {
            (Some(generation), Some(last)) => generation >= last,
            _ => false,
        }
    }
}

/// Marks the sources and puts them into the engine; returns how many they are. Where marks are in doubt, stops at one
/// that is wrong.
fn first_generation(
    question: &Question<'_>,
    keeper: &dyn Keeper,
    engine: &mut dyn Engine,
    doubt: Option<Doubt<'_>>,
) -> u64 {
    let mark = Marks::mark_of(0);
    let sources = question.sources();
    for &source in sources {
        let (at, bit) = ((source / 64) as usize, 1 << (source % 64));
        if let Some(marks) = keeper.marks() {
            if let Some(doubt) = doubt {
                doubt.look(marks, at, bit, mark);
                if doubt.met.load(Ordering::Relaxed) != Doubt::NONE {
                    break;
                }
            }
            marks.set_alone(source, mark);
        }
        engine.put(at, bit);
    }
    sources.len() as u64
}

/// Fails if a member of a generation was met that has another mark.
fn check(
    doubtful: Option<&Path>,
    keeper: &dyn Keeper,
    met: &AtomicU64,
    generation: u64,
) -> Result<(), StoreError> {
    match (doubtful, keeper.marks(), met.load(Ordering::Relaxed)) {
        (Some(path), Some(marks), index) if index != Doubt::NONE => Err(StoreError::Mark {
            path: path.to_path_buf(),
            index,
            generation,
            expected: Marks::mark_of(generation),
            found: marks.get_as_it_is(index),
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Metric;
    use crate::search::Memory;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn a_run_that_is_not_wanted_when_it_begins_leaves_nothing() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let sources = [graph.index_of(&puzzle.start).unwrap()];
        let mut memory = Memory::new(graph.len()).unwrap();
        let outcome = Run::new(&graph, &sources).go(&mut memory, &mut |event| {
            assert!(matches!(event, Event::Begun { .. }), "{event:?}");
            ControlFlow::Break(())
        });
        let outcome = outcome.unwrap();
        assert_eq!((outcome.ended, outcome.searched), (Ended::Satisfied, false));
        assert!(memory.is_blank());
        assert_eq!(memory.marks().count()[1..], [0; 3]);
    }
}
