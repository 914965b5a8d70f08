//! The first goals that a search reaches, found in its marks or files, or by a second search.

use super::goal_set::Goals;
use crate::distances::{DistanceCache, FiledSearch, MarkedSearch, QueryError};
use slidewise_engine::search::{CountSink, Event, Filed, GenerationMembers, Run, SearchEnd};
use slidewise_store::StoreError;
use std::ops::ControlFlow;

/// The first goals that a search has reached, and the number of all goals that it has reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachedGoals {
    /// First generation with a goal configuration.
    pub generation: u64,
    /// Goal configurations in that generation.
    pub nearest: Vec<u64>,
    /// Number of goal configurations reached in all generations.
    pub reachable: u64,
}

impl ReachedGoals {
    /// Creates the result for the first generation with goals; `None` if `nearest` is empty.
    pub(crate) fn first(generation: u64, nearest: Vec<u64>) -> Option<ReachedGoals> {
        (!nearest.is_empty()).then_some(ReachedGoals {
            generation,
            reachable: nearest.len() as u64,
            nearest,
        })
    }
}

impl Goals<'_> {
    /// Threshold for a second search. If more than one in 50 configurations is a goal, a second
    /// search is faster than following a path back from each goal.
    pub const MANY: u64 = 50;

    /// Updates `reach` with the goals in generation `generation` of a search, which has `count`
    /// configurations.
    pub(crate) fn note(
        &self,
        reach: &mut Option<ReachedGoals>,
        generation: u64,
        members: &dyn GenerationMembers,
        count: u64,
    ) {
        if let Some(reach) = reach {
            reach.reachable += self.count_in(members, count);
            return;
        }
        *reach = ReachedGoals::first(generation, self.in_generation(members, count));
    }

    /// The first goals that a search has reached, and the number of goals reached; `None` if no
    /// finished generation has a goal.
    ///
    /// Time: a path is followed back from each goal seen; most paths soon meet another path. If
    /// more than one in [`Goals::MANY`] configurations is a goal, a second search without marks is
    /// made instead. It ends at the first goals if the search is complete. A search that is yet to
    /// be run can find its first goals at almost no cost
    /// ([`FirstHit`](super::first_hit::FirstHit)).
    ///
    /// Memory: 8 bytes for each goal seen, or that of the second search.
    ///
    /// # Errors
    /// If the marks are damaged, the stop flag is raised, or the second search exceeds the memory
    /// limit.
    pub fn reached(&self, explored: MarkedSearch<'_>) -> Result<Option<ReachedGoals>, QueryError> {
        if explored.counts().is_empty() {
            return Ok(None);
        }
        if !self.are_listed()
            && let Some(start) = explored.start()
        {
            // Goals that are not listed are probably numerous, and a second search will then
            // follow. If memory does not allow this search, the call fails here, before it counts
            // goals for long.
            explored.again(&[start])?;
        }
        let configurations: u64 = explored.counts().iter().sum();
        let most = configurations / Goals::MANY;
        let (mut seen, mut count) = (Vec::new(), 0);
        self.for_each_seen(explored, |index| {
            count += 1;
            if count <= most {
                seen.push(index);
            } else {
                // More than `most` goals were seen: a second search will find them, so the list is
                // dropped.
                seen = Vec::new();
            }
        })?;
        if count > most {
            match self.met_again(explored, count)? {
                Some(reach) => return Ok(reach),
                None => seen = self.seen_by(explored)?,
            }
        }
        let finished = explored.counts().len() as u64;
        let mut distances = DistanceCache::new(explored);
        let mut reach: Option<ReachedGoals> = None;
        let mut reachable = 0;
        for index in seen {
            if explored.is_stopped() {
                return Err(QueryError::Stopped);
            }
            let distance = distances.of(index)?;
            let Some(generation) = distance.filter(|&generation| generation < finished) else {
                continue;
            };
            reachable += 1;
            match &mut reach {
                Some(reach) if reach.generation < generation => {}
                Some(reach) if reach.generation == generation => reach.nearest.push(index),
                _ => {
                    reach = Some(ReachedGoals {
                        generation,
                        nearest: vec![index],
                        reachable,
                    });
                }
            }
        }
        Ok(reach.map(|reach| ReachedGoals { reachable, ..reach }))
    }

    /// Finds the first goals by a second search from the same source.
    ///
    /// `seen` is the number of goals with a mark; it becomes the result's number of goals if the
    /// search is complete. Returns `None` if the marks must be used instead: the search had several
    /// sources, the second search failed, or its generations have other sizes than the recorded
    /// ones.
    fn met_again(
        &self,
        explored: MarkedSearch<'_>,
        seen: u64,
    ) -> Result<Option<Option<ReachedGoals>>, QueryError> {
        let Some(start) = explored.start() else {
            return Ok(None);
        };
        let sources = [start];
        let is_complete = explored.is_complete();
        let mut reach: Option<ReachedGoals> = None;
        let mut agrees = true;
        let run = Run {
            max_generation: Some(explored.counts().len() as u64 - 1),
            ..explored.again(&sources)?
        };
        let ended = run.explore(&mut CountSink::default(), &mut |event| {
            let Event::Found {
                generation,
                count,
                configurations,
            } = event
            else {
                return ControlFlow::Continue(());
            };
            agrees &= explored.counts().get(generation as usize) == Some(&count);
            self.note(&mut reach, generation, configurations, count);
            if agrees && !(is_complete && reach.is_some()) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        match ended {
            Ok(outcome) if outcome.ended == SearchEnd::Interrupted => Err(QueryError::Stopped),
            Ok(_) if !agrees || is_complete && reach.is_none() => Ok(None),
            Ok(_) if is_complete => Ok(Some(reach.map(|reach| ReachedGoals {
                reachable: seen,
                ..reach
            }))),
            Ok(_) => Ok(Some(reach)),
            Err(_) => Ok(None),
        }
    }
}

impl FiledSearch<'_> {
    /// First generation with goals, and the number of goals reached; `None` if no goal is reached.
    ///
    /// If `last` is given, generations after generation `last` are ignored.
    ///
    /// Time: for each generation, either a lookup of each goal or a pass over the file of the
    /// generation. Goals are looked up if they are listed and the generation has at least as many
    /// configurations.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, or was not kept.
    pub fn goals(
        &self,
        goals: &Goals<'_>,
        last: Option<u64>,
    ) -> Result<Option<ReachedGoals>, StoreError> {
        let mut reach: Option<ReachedGoals> = None;
        if goals.is_empty() {
            return Ok(None);
        }
        for (generation, &count) in (0..=last.unwrap_or(u64::MAX)).zip(self.files().generations()) {
            let members = Filed::new(self.files(), generation)?;
            goals.note(&mut reach, generation, &members, count);
            members.into_result()?;
        }
        Ok(reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchSources;
    use crate::goals::constraints::ScannedGoal;
    use crate::goals::goal_lister::listed;
    use crate::goals::matcher::KnownGoals;
    use crate::goals::pattern_bitmap::PatternBitmap;
    use slidewise_engine::graph::{Graph, Metric};
    use slidewise_engine::search::{EngineChoice, MemorySink, OutOfResources, Resources, Sink};
    use slidewise_puzzle::Puzzle;

    /// Opens a puzzle and searches from Start; returns its graph, the index of Start, and the
    /// marks.
    fn searched(word: &str) -> (Graph, u64, MemorySink) {
        let puzzle = Puzzle::open(word).unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        let mut memory = MemorySink::new(graph.len()).unwrap();
        Run::new(&graph, &[start])
            .explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        (graph, start, memory)
    }

    /// Finds the first goals that a search from Start reaches in two ways: by a second search, and
    /// by a path back from each goal.
    fn met_twice(word: &str, known: impl Fn(&Graph) -> KnownGoals) -> [Option<ReachedGoals>; 2] {
        let (graph, start, memory) = searched(word);
        let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
        let goals = Goals::new(&graph, known(&graph));
        let seen = goals.seen_by(explored).unwrap();
        let some = (0..graph.len()).step_by(97);
        for index in some.filter(|&index| graph.is_vertex(index)) {
            let is_goal = graph.puzzle().is_solved(&graph.configuration(index));
            assert_eq!(goals.contains(index), is_goal, "{word}: {index}");
        }
        let mut distances = DistanceCache::new(explored);
        let far = seen
            .iter()
            .map(|&goal| distances.of(goal).unwrap().unwrap());
        let far: Vec<u64> = far.collect();
        let by_ways = far.iter().min().map(|&generation| ReachedGoals {
            generation,
            nearest: seen
                .iter()
                .zip(&far)
                .filter(|(_, far)| **far == generation)
                .map(|(&goal, _)| goal)
                .collect(),
            reachable: seen.len() as u64,
        });
        let again = goals.met_again(explored, seen.len() as u64).unwrap();
        assert_eq!(goals.reached(explored), Ok(by_ways.clone()), "{word}");
        [again.unwrap(), by_ways]
    }

    #[test]
    fn searching_again_meets_the_goals_that_ways_back_lead_from() {
        for word in ["lane-rouge", "checkmate", "tarohs-soap", "iba-14-hardtime"] {
            let by_list =
                |graph: &Graph| KnownGoals::List(listed(graph, &ScannedGoal::all(graph)).unwrap());
            let by_bits = |graph: &Graph| {
                KnownGoals::Bitmap(PatternBitmap::of(graph, &ScannedGoal::all(graph)).unwrap())
            };
            let listed = met_twice(word, by_list);
            assert!(listed[0].is_some() && listed[0] == listed[1], "{word}");
            assert_eq!(met_twice(word, by_bits), listed, "{word}, by a bitmap");
            let tested = met_twice(word, |_| KnownGoals::Tested);
            assert_eq!(tested, listed, "{word}, by tests");
        }
    }

    #[test]
    fn no_search_is_begun_again_that_takes_more_memory_than_it_may() {
        let (graph, start, memory) = searched("lane-rouge");
        let goals = Goals::of(&graph);
        let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
        let seen = goals.count_seen(explored).unwrap();
        assert_eq!(seen, goals.seen_by(explored).unwrap().len() as u64);
        let all: u64 = memory.counts().iter().sum();
        assert!(seen * Goals::MANY > all, "{seen} of {all}");
        let reach = goals.reached(explored).unwrap();
        assert_eq!(reach.map(|reach| reach.reachable), Some(seen));

        let needed = Resources::to_count(&graph, &EngineChoice::best(&graph)).min_memory_bytes;
        assert!(goals.reached(explored.within(Some(needed))).is_ok());
        let allowed = needed - 1;
        assert_eq!(
            goals.reached(explored.within(Some(allowed))),
            Err(QueryError::Memory(OutOfResources::Memory {
                needed,
                allowed
            }))
        );
    }

    #[test]
    fn where_another_search_was_counted_marks_are_looked_at() {
        let (graph, start, memory) = searched("lane-rouge");
        let mut counts = memory.counts().to_vec();
        let goals = Goals::of(&graph);
        let met = |counts: &[u64], is_complete| {
            let at = SearchSources::At(start);
            let explored = MarkedSearch::new(&graph, memory.marks(), counts, is_complete, at);
            goals.met_again(explored, 1)
        };
        for is_complete in [true, false] {
            assert!(met(&counts, is_complete).unwrap().is_some());
        }
        counts[100] += 1;
        for is_complete in [true, false] {
            assert_eq!(met(&counts, is_complete), Ok(None));
        }
    }
}
