//! A finished search from Start, which answers at once.

use super::marked::Marked;
use crate::{Explorer, Numbered, Problem};
use num_bigint::BigUint;
use slidewise_analysis::{MarkedSearch, Move, Path, Routes};
use slidewise_puzzle::Configuration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A finished search of all that Start leads to.
///
/// Its answers are exact. Memory: two bits for each configuration, and the index.
#[derive(Debug)]
pub struct Search<'a> {
    numbered: Numbered<'a>,
    marked: Arc<Marked>,
}

/// A shortest way, and the number of all shortest ways.
#[derive(Clone, Debug)]
pub struct Solution {
    path: Path,
    routes: BigUint,
}

impl<'a> Explorer<'a> {
    /// Explores all that Start leads to.
    ///
    /// Time: one expansion of each configuration. Memory: two bits for each, and the index.
    ///
    /// # Errors
    /// If the puzzle cannot be numbered, needs more than it may take, is stopped, or its store
    /// fails.
    pub fn explore(self) -> Result<Search<'a>, Problem> {
        let numbered = self.number()?;
        let marked = numbered.search_from_start()?;
        Ok(Search {
            numbered,
            marked: Arc::new(marked),
        })
    }
}

impl<'a> Search<'a> {
    /// The puzzle with its numbers.
    pub fn numbered(&self) -> &Numbered<'a> {
        &self.numbered
    }

    /// Lets go of the stop flag and of the observer, so that the search outlives both.
    pub fn detached(self) -> Search<'static> {
        Search {
            numbered: self.numbered.detached(),
            marked: self.marked,
        }
    }

    /// The same search, whose answers stop soon after this flag is raised.
    pub fn stopped_by<'s>(&self, stop: &'s AtomicBool) -> Search<'s> {
        Search {
            numbered: self.numbered.stopped_by(stop),
            marked: self.marked.clone(),
        }
    }

    /// The marks, as the functions of `slidewise::unstable::analysis` take them.
    pub fn explored(&self) -> MarkedSearch<'_> {
        self.numbered.explored(&self.marked)
    }

    /// The number of configurations in each generation, that is at each distance from Start.
    pub fn generations(&self) -> &[u64] {
        self.marked.counts()
    }

    /// The number of all configurations that can be reached.
    pub fn states(&self) -> u64 {
        self.generations().iter().sum()
    }

    /// The greatest distance from Start.
    pub fn depth(&self) -> u64 {
        self.generations().len() as u64 - 1
    }

    /// A shortest way to the nearest goal.
    ///
    /// # Errors
    /// If the puzzle has no goal, or none can be reached.
    pub fn solve(&self) -> Result<Solution, Problem> {
        let goals = self.numbered.goals()?;
        let explored = self.explored();
        let Some(met) = goals.reached(explored)? else {
            return Err(self.numbered.unsolvable(&goals, explored.counts()));
        };
        let routes = Routes::to(explored, &met.nearest, met.generation)?;
        Ok(Solution::of(&routes))
    }

    /// A shortest way to a position.
    ///
    /// # Errors
    /// If no way leads there.
    pub fn find(&self, position: &Configuration) -> Result<Solution, Problem> {
        let index = self.numbered.index_of(position)?;
        match Routes::shortest(self.explored(), index)? {
            Some(routes) => Ok(Solution::of(&routes)),
            None => Err(self.numbered.unreachable(position)),
        }
    }

    /// The distance of a position from Start; `None` if no way leads there.
    ///
    /// # Errors
    /// If marks are damaged.
    pub fn distance(&self, position: &Configuration) -> Result<Option<u64>, Problem> {
        let Some(index) = self.numbered.graph.index_of(position) else {
            return Ok(None);
        };
        Ok(self.explored().generation_of(index)?)
    }

    /// The positions farthest from Start.
    ///
    /// # Errors
    /// If the store cannot be read, or the answer is stopped.
    pub fn farthest(&self) -> Result<Vec<Configuration>, Problem> {
        let mut positions = Vec::new();
        let graph = &self.numbered.graph;
        let is_stopped = || self.numbered.explorer.stop.load(Ordering::Relaxed);
        self.marked.visit_last(|index| {
            if !is_stopped() {
                positions.push(graph.configuration(index));
            }
        })?;
        if is_stopped() {
            Err(Problem::of_nothing_kept())
        } else {
            Ok(positions)
        }
    }
}

impl Solution {
    pub(crate) fn of(routes: &Routes<'_>) -> Solution {
        Solution {
            path: routes.least(),
            routes: routes.count(),
        }
    }

    pub(crate) fn of_path(path: Path, routes: impl Into<BigUint>) -> Solution {
        Solution {
            path,
            routes: routes.into(),
        }
    }

    /// The number of moves: each is one edge of the metric.
    pub fn len(&self) -> usize {
        self.path.moves.len()
    }

    /// The number of shortest ways.
    pub fn routes(&self) -> &BigUint {
        &self.routes
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.path.moves
    }

    /// The moves and the positions between them.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SampleRequest;
    use slidewise_puzzle::{Puzzle, SearchOrigin};

    #[test]
    fn a_raised_flag_stops_every_answer() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let search = Explorer::new(&puzzle).explore().unwrap();
        let far = search.farthest().unwrap().remove(0);
        let request = SampleRequest {
            from: SearchOrigin::Start,
            distance: 20,
            count: 3,
            seed: 0,
        };
        let flag = AtomicBool::new(false);
        let stoppable = search.stopped_by(&flag);
        assert_eq!(
            stoppable.solve().unwrap().len(),
            search.solve().unwrap().len()
        );
        assert_eq!(stoppable.find(&far).unwrap().len() as u64, search.depth());
        let problems = || {
            [
                stoppable.solve().err(),
                stoppable.find(&far).err(),
                stoppable.farthest().err(),
                stoppable.numbered().sample(request).err(),
            ]
        };
        assert!(problems().iter().all(Option::is_none));
        flag.store(true, Ordering::Relaxed);
        for problem in problems() {
            let problem = problem.expect("the flag is raised");
            assert_eq!(problem.cause(), &crate::Cause::Interrupted, "{problem}");
        }
        assert!(search.solve().is_ok());
    }
}
