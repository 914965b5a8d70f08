//! A finished search from Start, which answers at once.

use super::marked::Marked;
use super::sample::SampleRequest;
use super::stop_token::StopToken;
use crate::{Explorer, Numbered, Problem};
use num_bigint::BigUint;
use slidewise_analysis::{DiameterQuery, DistanceCache, MarkedSearch, Move, Path, Routes};
use slidewise_puzzle::{Configuration, SearchOrigin};
use std::sync::Arc;

/// A finished search of all that Start leads to.
///
/// Its answers are exact. Memory: two bits for each configuration, and the index.
#[derive(Debug)]
#[must_use]
pub struct Search {
    numbered: Numbered,
    marked: Arc<Marked>,
}

/// A shortest way, and the number of all shortest ways.
#[derive(Clone, Debug)]
#[must_use]
pub struct Solution {
    path: Path,
    routes: BigUint,
}

impl Explorer {
    /// Explores all that Start leads to.
    ///
    /// Time: one expansion of each configuration. Memory: two bits for each, and the index.
    ///
    /// # Errors
    /// If the puzzle cannot be numbered, needs more than it may take, is stopped, or its store
    /// fails.
    pub fn explore(self) -> Result<Search, Problem> {
        let numbered = self.number()?;
        let marked = numbered.search_from_start()?;
        Ok(Search {
            numbered,
            marked: Arc::new(marked),
        })
    }
}

impl Search {
    /// The puzzle with its numbers.
    pub fn numbered(&self) -> &Numbered {
        &self.numbered
    }

    /// The same search, whose answers stop soon after this token asks them to.
    pub fn stopped_by(&self, token: &StopToken) -> Search {
        Search {
            numbered: self.numbered.stopped_by(token),
            marked: self.marked.clone(),
        }
    }

    fn is_stopped(&self) -> bool {
        self.numbered.explorer.is_stopped()
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

    /// A shortest way to the nearest positions that `is_goal` accepts, whatever the goals of the
    /// puzzle are.
    ///
    /// Time: one call for each position that can be reached.
    ///
    /// # Errors
    /// If none of them is accepted, marks are damaged, or the answer is stopped.
    ///
    /// ```
    /// # use slidewise_app::Explorer;
    /// # use slidewise_puzzle::Puzzle;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let puzzle = Puzzle::open("tiles:2x3")?;
    /// let search = Explorer::new(&puzzle).explore()?;
    /// // The empty cell in the upper left corner.
    /// let solution = search.solve_where(|position| {
    ///     puzzle.write_position(position).starts_with('.')
    /// })?;
    /// assert_eq!(solution.len(), 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn solve_where(
        &self,
        mut is_goal: impl FnMut(&Configuration) -> bool,
    ) -> Result<Solution, Problem> {
        let (explored, graph) = (self.explored(), &self.numbered.graph);
        let mut distances = DistanceCache::new(explored);
        let (mut nearest, mut distance) = (Vec::new(), u64::MAX);
        for index in explored.seen() {
            if self.is_stopped() {
                return Err(Problem::of_nothing_kept());
            }
            if !is_goal(&graph.configuration(index)) {
                continue;
            }
            let own = distances.of(index)?.unwrap_or(u64::MAX);
            if own < distance {
                (nearest, distance) = (Vec::new(), own);
            }
            if own == distance {
                nearest.push(index);
            }
        }
        if nearest.is_empty() {
            return Err(Problem::no_such_thing(
                format!(
                    "none of the {} positions that Start of {} leads to is accepted",
                    self.states(),
                    self.numbered.puzzle().name
                ),
                "accept other positions",
            ));
        }
        Ok(Solution::of(&Routes::to(explored, &nearest, distance)?))
    }

    /// The positions at a distance from Start, in the order of their numbers.
    ///
    /// Time: a second search up to this generation, unless it is the last. Memory: eight bytes for
    /// each of them, and what that search takes.
    ///
    /// # Errors
    /// If no position has this distance, there is too little memory, or the search is stopped.
    ///
    /// ```
    /// # use slidewise_app::Explorer;
    /// # use slidewise_puzzle::Puzzle;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let search = Explorer::new(&Puzzle::open("tiles:3x3")?).explore()?;
    /// assert_eq!(search.positions(3)?.count() as u64, search.generations()[3]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn positions(
        &self,
        distance: u64,
    ) -> Result<impl ExactSizeIterator<Item = Configuration> + '_, Problem> {
        self.drawn(distance, u64::MAX, 0)
    }

    /// Positions at a distance from Start, drawn so that each set of `count` is equally probable;
    /// all of them if there are no more.
    ///
    /// # Errors
    /// As [`Search::positions`].
    pub fn sample(
        &self,
        distance: u64,
        count: u64,
        seed: u64,
    ) -> Result<Vec<Configuration>, Problem> {
        Ok(self.drawn(distance, count, seed)?.collect())
    }

    fn drawn(
        &self,
        distance: u64,
        count: u64,
        seed: u64,
    ) -> Result<impl ExactSizeIterator<Item = Configuration> + '_, Problem> {
        let request = SampleRequest {
            from: SearchOrigin::Start,
            distance,
            count,
            seed,
        };
        let members = self.numbered.sample(request)?.members;
        let graph = &self.numbered.graph;
        Ok(members.into_iter().map(|index| graph.configuration(index)))
    }

    /// The goals that Start leads to, in the order of their numbers; none if the puzzle has none.
    ///
    /// # Errors
    /// If marks are damaged, or the answer is stopped.
    pub fn goals(&self) -> Result<impl ExactSizeIterator<Item = Configuration> + '_, Problem> {
        let goals = self.numbered.list_goals().seen_by(self.explored())?;
        let graph = &self.numbered.graph;
        Ok(goals.into_iter().map(|index| graph.configuration(index)))
    }

    /// The positions one edge of the metric away from a position.
    ///
    /// # Errors
    /// If Start leads to no such position.
    pub fn neighbours(&self, position: &Configuration) -> Result<Vec<Configuration>, Problem> {
        let (index, graph) = (self.numbered.index_of(position)?, &self.numbered.graph);
        let mut found = Vec::new();
        graph
            .neighbours()
            .for_each(index, |next| found.push(graph.configuration(next)));
        Ok(found)
    }

    /// The greatest distance between any two of the positions.
    ///
    /// Time: that of many searches; see `docs/how-it-works.md`.
    ///
    /// # Errors
    /// If there is too little memory, or the search is stopped.
    pub fn diameter(&self) -> Result<u64, Problem> {
        let numbered = &self.numbered;
        let query = DiameterQuery {
            wants_radius: false,
            max_pairs: 0,
            memory: numbered.explorer.memory_limit(),
            threads: numbered.explorer.thread_count(),
            stop: &numbered.explorer.stop,
            ..DiameterQuery::new(&numbered.graph, numbered.start())
        };
        Ok(query.measure(&mut |_| ())?.diameter)
    }

    /// The positions farthest from Start.
    ///
    /// # Errors
    /// If the store cannot be read, or the answer is stopped.
    pub fn farthest(&self) -> Result<Vec<Configuration>, Problem> {
        let mut positions = Vec::new();
        let graph = &self.numbered.graph;
        let is_stopped = || self.is_stopped();
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

    /// A way, and the number of all ways of its length.
    pub fn of_path(path: Path, routes: impl Into<BigUint>) -> Solution {
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
    use slidewise_puzzle::Puzzle;

    #[test]
    fn a_token_stops_every_answer() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let search = Explorer::new(&puzzle).explore().unwrap();
        let far = search.farthest().unwrap().remove(0);
        let request = SampleRequest {
            from: SearchOrigin::Start,
            distance: 20,
            count: 3,
            seed: 0,
        };
        let token = StopToken::default();
        let stoppable = search.stopped_by(&token);
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
        token.stop();
        for problem in problems() {
            let problem = problem.expect("the token asks to stop");
            assert_eq!(problem.cause(), &crate::Cause::Interrupted, "{problem}");
        }
        assert!(search.solve().is_ok());
    }

    #[test]
    fn generations_neighbours_and_goals_are_positions() {
        let puzzle = Puzzle::open("rush-card-01").unwrap();
        let search = Explorer::new(&puzzle).explore().unwrap();
        for (distance, &count) in (0..).zip(search.generations()).step_by(3) {
            let positions = search.positions(distance).unwrap();
            assert_eq!(positions.len() as u64, count, "{distance}");
            let sample = search.sample(distance, 2, 7).unwrap();
            assert_eq!(sample.len() as u64, count.min(2));
            for position in positions.chain(sample).step_by(5) {
                let own = search.distance(&position).unwrap();
                assert_eq!(own, Some(distance));
                for next in search.neighbours(&position).unwrap() {
                    let next = search.distance(&next).unwrap().unwrap();
                    assert!(next.abs_diff(distance) <= 1, "{distance} and {next}");
                }
            }
        }
        let too_far = search.positions(search.depth() + 1).err().unwrap();
        assert_eq!(too_far.cause(), &crate::Cause::NotFound);
        let goals: Vec<Configuration> = search.goals().unwrap().collect();
        let solved = search.solve().unwrap();
        let last = solved.path().positions.last().unwrap();
        assert!(goals.contains(last) && goals.iter().all(|goal| puzzle.is_solved(goal)));
        let by_test = search.solve_where(|position| puzzle.is_solved(position));
        let by_test = by_test.unwrap();
        assert_eq!(
            (by_test.len(), by_test.routes()),
            (solved.len(), solved.routes())
        );
        let none = search.solve_where(|_| false).unwrap_err();
        assert_eq!(none.cause(), &crate::Cause::NotFound);
    }

    #[test]
    fn the_diameter_is_the_greatest_distance_from_any_position() {
        let puzzle = Puzzle::open("tiles:2x3").unwrap();
        let search = Explorer::new(&puzzle).explore().unwrap();
        let far = (0..=search.depth()).flat_map(|distance| search.positions(distance).unwrap());
        let depth = |start: Configuration| {
            let begun = Puzzle {
                start,
                ..puzzle.clone()
            };
            Explorer::new(&begun).explore().unwrap().depth()
        };
        assert_eq!(search.diameter().unwrap(), far.map(depth).max().unwrap());
    }
}
