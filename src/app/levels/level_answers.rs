//! Answers about levels from explorations: solutions, ways to positions, farthest positions.

use crate::{Cause, NamedLevel, Observer, Problem, Progress, hint_for};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::counted;
use slidewise_sokoban::{
    BoxSpace, LevelGraph, LevelLimits, LevelMetric, LevelSearch, LevelSearchError, LevelSolution,
    Placing,
};
use slidewise_store::{Access, RunStore, StoreError};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The hint of a search that was interrupted and has no store.
pub(crate) const NOTHING_KEPT: &str = "nothing was saved; begin once more";

impl NamedLevel {
    /// The graph of the level.
    ///
    /// # Errors
    /// If its positions cannot be numbered.
    pub fn graph(&self, metric: LevelMetric, space: BoxSpace) -> Result<LevelGraph<'_>, Problem> {
        LevelGraph::new(&self.level, metric, space).ok_or_else(|| {
            Problem::new(
                Cause::TooLarge,
                format!("{} has more positions than 63 bits can number", self.name),
                "take a level with fewer boxes or fewer cells",
            )
        })
    }

    /// Opens the store in `folder` that keeps the search from the start: for reading if the search
    /// is complete, else for writing; a `fresh` one holds nothing.
    ///
    /// # Errors
    /// If the store is in use or damaged, or the folder cannot be written.
    pub fn open_store(
        &self,
        graph: &LevelGraph<'_>,
        folder: &Path,
        fresh: bool,
    ) -> Result<RunStore, Problem> {
        let header = graph.header(&self.store_name());
        if !fresh {
            match RunStore::open(folder, &header, Access::Read) {
                Ok(store) if store.is_complete() => return Ok(store),
                Ok(_) | Err(StoreError::Missing { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(RunStore::open(folder, &header, Access::Write { fresh })?)
    }

    /// Searches from the start, into a store or in memory.
    ///
    /// # Errors
    /// If there is not enough memory or disk, the search is stopped, or the store fails.
    pub fn search(
        &self,
        graph: &LevelGraph<'_>,
        store: Option<RunStore>,
        limits: LevelLimits<'_>,
        observer: &dyn Observer,
    ) -> Result<LevelSearch, Problem> {
        Ok(LevelSearch::from_start(
            graph,
            store,
            limits,
            &mut found_by(observer),
        )?)
    }

    /// A search that is kept in `folder`, with its store open for reading alone: it answers while
    /// others go on with the store.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn released(
        &self,
        graph: &LevelGraph<'_>,
        folder: &Path,
        found: LevelSearch,
    ) -> Result<LevelSearch, Problem> {
        let header = graph.header(&self.store_name());
        Ok(found.reopened(|| RunStore::open(folder, &header, Access::Read))?)
    }

    /// The name of the level in its store: that of the file and the level, without folders.
    pub fn store_name(&self) -> String {
        let short = self.name.rsplit(['/', '\\']).next().unwrap_or(&self.name);
        short.replace(['#', ':', ' '], "-")
    }

    /// A shortest solution and its generation, by an exploration of the live positions.
    ///
    /// # Errors
    /// If the level has no solution, is too large, or the search is stopped.
    pub fn explored_way(
        &self,
        metric: LevelMetric,
        limits: LevelLimits<'_>,
        observer: &dyn Observer,
    ) -> Result<(u64, LevelSolution), Problem> {
        let graph = self.graph(metric, BoxSpace::Live)?;
        let limits = LevelLimits {
            until_solved: true,
            ..limits
        };
        let found = LevelSearch::from_start(&graph, None, limits, &mut found_by(observer));
        let found = found.map_err(|error| match error {
            // No complete generation has a solution.
            LevelSearchError::Stopped { generation } => {
                let message = self.at_least(metric, generation, "interrupted");
                Problem::of_run(message, NOTHING_KEPT)
            }
            error => error.into(),
        })?;
        self.solution_in(&graph, &found, limits.stop)
    }

    /// Says what a search has proved that was stopped before it found a solution.
    pub(crate) fn at_least(&self, metric: LevelMetric, bound: u64, why: &str) -> String {
        let unit = match (metric, bound) {
            (LevelMetric::Push, 1) => "push",
            (LevelMetric::Push, _) => "pushes",
            (LevelMetric::Step, 1) => "step",
            (LevelMetric::Step, _) => "steps",
        };
        format!("{}: at least {bound} {unit}; {why}", self.name)
    }

    /// A shortest solution and its generation, from a search that has found one.
    ///
    /// # Errors
    /// If the search has found no solved position, `stop` is raised, or its store fails.
    pub fn solution_in(
        &self,
        graph: &LevelGraph<'_>,
        found: &LevelSearch,
        stop: &AtomicBool,
    ) -> Result<(u64, LevelSolution), Problem> {
        let solved = found.solved(graph)?.ok_or_else(|| {
            let all = counted(found.positions(), "position");
            Problem::no_such_thing(
                format!("{} has no solution: {all} searched", self.name),
                hint_for(
                    "`slidewise explore PUZZLE` shows all positions that can be reached",
                    &self.name,
                ),
            )
        })?;
        let way = found.solution(graph, solved.generation, &solved.first, stop)?;
        Ok((solved.generation, way))
    }

    /// A shortest way from the start to a position, its number and its generation.
    ///
    /// # Errors
    /// If the search has not found the position, `stop` is raised, or its store fails.
    pub fn way_in(
        &self,
        graph: &LevelGraph<'_>,
        found: &LevelSearch,
        wanted: &Placing,
        stop: &AtomicBool,
    ) -> Result<(u64, u64, LevelSolution), Problem> {
        let unreached = || {
            Problem::no_such_thing(
                "the position cannot be reached from the start of the level",
                "`slidewise explore` counts the positions that can be",
            )
        };
        let number = graph.number(wanted).ok_or_else(unreached)?;
        let generation = found.generation_of(number)?.ok_or_else(unreached)?;
        let way = found.solution(graph, generation, &[number], stop)?;
        Ok((number, generation, way))
    }

    /// The distance and the members of the last generation: the positions farthest from the start,
    /// or of all positions those farthest from the solved ones.
    ///
    /// # Errors
    /// If the level has no solved position, is too large, or the search is stopped.
    pub fn farthest(
        &self,
        metric: LevelMetric,
        from: SearchOrigin,
        limits: LevelLimits<'_>,
        observer: &dyn Observer,
    ) -> Result<(u64, Vec<Placing>), Problem> {
        let is_back = from == SearchOrigin::Goals;
        let space = if is_back {
            BoxSpace::Live
        } else {
            BoxSpace::All
        };
        let graph = self.graph(metric, space)?;
        let found = if is_back {
            LevelSearch::from_solved(&graph, limits, &mut found_by(observer))?
        } else {
            self.search(&graph, None, limits, observer)?
        };
        if found.counts().is_empty() {
            return Err(Problem::no_such_thing(
                format!("{} has no solved position", self.name),
                "a box out of the player's reach does not stand on a goal",
            ));
        }
        let members = found.generation(found.depth())?.into_iter();
        let placings = members.map(|number| graph.placing(number));
        Ok((found.depth(), placings.collect()))
    }
}

/// Reports to an observer each generation that a search finds.
fn found_by(observer: &dyn Observer) -> impl FnMut(u64, u64) {
    |generation, count| observer.progress(&Progress::Found { generation, count })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    #[test]
    fn a_raised_flag_stops_the_way_back() {
        let named = NamedLevel::open("microban:1", None).unwrap();
        let (flag, raised) = (AtomicBool::new(false), AtomicBool::new(true));
        let limits = LevelLimits {
            memory: 1 << 30,
            threads: 1,
            until_solved: false,
            max_generation: u64::MAX,
            stop: &flag,
        };
        let graph = named.graph(LevelMetric::Push, BoxSpace::All).unwrap();
        let found = named.search(&graph, None, limits, &Silent).unwrap();
        let (generation, way) = named.solution_in(&graph, &found, &flag).unwrap();
        assert_eq!((generation, way.steps), (8, 33));
        let stopped = named.solution_in(&graph, &found, &raised).unwrap_err();
        assert_eq!(stopped.cause(), &crate::Cause::Interrupted, "{stopped}");
        let (_, at, back) = named
            .way_in(&graph, &found, way.positions.last().unwrap(), &flag)
            .unwrap();
        assert_eq!((at, back.lurd), (generation, way.lurd));
        let distance = |from| {
            let found = named.farthest(LevelMetric::Push, from, limits, &Silent);
            found.unwrap().0
        };
        assert_eq!(distance(SearchOrigin::Start), found.depth());
        assert!(distance(SearchOrigin::Goals) >= generation);
    }

    #[test]
    fn the_name_in_a_store_has_no_folders() {
        let named = NamedLevel {
            name: "a/levels.xsb#The end".to_owned(),
            ..NamedLevel::open("microban:1", None).unwrap()
        };
        assert_eq!(named.store_name(), "levels.xsb-The-end");
    }
}
