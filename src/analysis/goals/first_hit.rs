//! Detection of the first generation with goals while a search is running.
//!
//! Each generation is examined when it is found. This saves the walks back from goals, or the
//! second search, that [`Goals::reached`] needs. [`FirstHit::meets`] must be called, in order, for
//! every generation that was not finished when the detector was created.

use super::goal_set::Goals;
use super::reached::ReachedGoals;
use crate::distances::{MarkedSearch, QueryError};
use slidewise_engine::search::GenerationMembers;

/// Detects the first generation with goals while a search is running.
#[derive(Debug)]
pub struct FirstHit<'a> {
    goals: &'a Goals<'a>,
    /// Number of the generation that [`FirstHit::meets`] examines next.
    next: u64,
    /// First generation with goals, if one was found. Its field `reachable` counts the goals of the
    /// first `known` generations.
    met: Option<ReachedGoals>,
    known: u64,
}

impl<'a> FirstHit<'a> {
    /// Creates a detector that continues after the finished generations of a search.
    ///
    /// Time: that of [`Goals::reached`]; almost no time if no generation is finished.
    ///
    /// # Errors
    /// Those of [`Goals::reached`].
    pub fn new(
        goals: &'a Goals<'a>,
        explored: MarkedSearch<'_>,
    ) -> Result<FirstHit<'a>, QueryError> {
        let finished = explored.counts().len() as u64;
        Ok(FirstHit {
            goals,
            next: finished,
            met: goals.reached(explored)?,
            known: finished,
        })
    }

    /// First generation with goals, if it has been found.
    pub fn first(&self) -> Option<u64> {
        self.met.as_ref().map(|reach| reach.generation)
    }

    /// Examines the next generation, which has `count` configurations. Returns whether this is the
    /// first generation with goals.
    pub fn meets(&mut self, generation: &dyn GenerationMembers, count: u64) -> bool {
        let number = self.next;
        self.next += 1;
        if self.met.is_some() {
            return false;
        }
        self.met = ReachedGoals::first(number, self.goals.in_generation(generation, count));
        if self.met.is_none() {
            return false;
        }
        self.known = self.next;
        true
    }

    /// Returns the goals that a search has reached.
    ///
    /// `explored` is the search after its end, or as of an earlier generation
    /// ([`MarkedSearch::up_to`]).
    ///
    /// # Errors
    /// Those of [`Goals::reached`].
    pub fn reach(self, explored: MarkedSearch<'_>) -> Result<Option<ReachedGoals>, QueryError> {
        let finished = explored.counts().len() as u64;
        let Some(reach) = self.met.filter(|reach| reach.generation < finished) else {
            return Ok(None);
        };
        let reachable = if finished == reach.generation + 1 {
            reach.nearest.len() as u64
        } else if finished == self.known {
            reach.reachable
        } else if explored.is_complete() {
            self.goals.count_seen(explored)?
        } else {
            // Counting the goals with a mark would be wrong here: marks may be ahead of the
            // generations of `explored`.
            return self.goals.reached(explored);
        };
        Ok(Some(ReachedGoals { reachable, ..reach }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchSources;
    use slidewise_engine::graph::{Graph, Metric};
    use slidewise_engine::search::{Event, MemorySink, Run};
    use slidewise_puzzle::Puzzle;
    use std::ops::ControlFlow;

    #[test]
    fn what_is_noted_on_the_way_is_what_marks_say_afterwards() {
        for word in ["lane-rouge", "checkmate", "tarohs-soap", "iba-43-climb-12"] {
            let puzzle = Puzzle::open(word).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let start = graph.index_of(&puzzle.start).unwrap();
            let sources = [start];
            let goals = Goals::of(&graph);
            let mut whole = MemorySink::new(graph.len()).unwrap();
            let run = Run::new(&graph, &sources);
            run.explore(&mut whole, &mut |_| ControlFlow::Continue(()))
                .unwrap();
            let explored = MarkedSearch::in_memory(&graph, &whole, SearchSources::At(start));
            let reach = goals.reached(explored).unwrap();
            let first = reach.map(|reach| reach.generation);
            assert_eq!(first.is_none(), word == "iba-43-climb-12", "{word}");
            let mut memory = MemorySink::new(graph.len()).unwrap();
            // Searches in several runs, each of which resumes the run before it: up to a generation
            // before the first goals, to the first goals, beyond them, and to the end.
            let before = first.map(|first| first - 1);
            let beyond = first.map(|first| first + 5);
            for last in [before, first, beyond, None, None] {
                let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
                let mut lookout = FirstHit::new(&goals, explored).unwrap();
                let known = lookout.first();
                let mut met = Vec::new();
                let run = Run {
                    max_generation: last,
                    ..Run::new(&graph, &sources)
                };
                run.explore(&mut memory, &mut |event| {
                    if let Event::Found {
                        generation,
                        count,
                        configurations,
                    } = event
                        && lookout.meets(configurations, count)
                    {
                        met.push(generation);
                    }
                    ControlFlow::Continue(())
                })
                .unwrap();
                let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
                let found = first.filter(|&first| last.is_none_or(|last| last >= first));
                let noted: Vec<u64> = known.into_iter().chain(met).collect();
                assert_eq!(noted, Vec::from_iter(found), "{word}");
                let by_marks = goals.reached(explored).unwrap();
                assert_eq!(lookout.reach(explored).unwrap(), by_marks, "{word}");
            }
            // A finished search that is limited to an earlier generation gives the same result as a
            // search that ended with this generation.
            let explored = MarkedSearch::in_memory(&graph, &whole, SearchSources::At(start));
            for last in [before, first, beyond].into_iter().flatten() {
                let mut short = MemorySink::new(graph.len()).unwrap();
                let run = Run {
                    max_generation: Some(last),
                    ..Run::new(&graph, &sources)
                };
                run.explore(&mut short, &mut |_| ControlFlow::Continue(()))
                    .unwrap();
                let at_the_time = MarkedSearch::in_memory(&graph, &short, SearchSources::At(start));
                let expected = goals.reached(at_the_time).unwrap();
                let lookout = FirstHit::new(&goals, explored).unwrap();
                let up_to = explored.up_to(last);
                assert_eq!(up_to.counts(), at_the_time.counts());
                assert_eq!(goals.reached(up_to).unwrap(), expected, "{word}: {last}");
                assert_eq!(lookout.reach(up_to).unwrap(), expected, "{word}: {last}");
            }
        }
    }
}
