//! Solutions of levels by the method that fits the memory: an exploration, or a search with a
//! bound.

use super::level_answers::NOTHING_KEPT;
use crate::{NamedLevel, Observer, Problem, ProblemKind, Progress, SolveMethod, hint_for};
use num_bigint::BigUint;
use slidewise_render::human_bytes;
use slidewise_sokoban::{
    BoxSpace, GuidedEnd, GuidedLimits, GuidedSearch, LevelGraph, LevelLimits, LevelMetric,
    LevelSearch, LevelSolution,
};

/// A solution of a level, or how far its search came.
#[derive(Clone, Debug)]
pub enum LevelAnswer {
    /// A shortest solution by an exploration.
    Explored {
        /// Its generation.
        generation: u64,
        /// The solution.
        way: LevelSolution,
    },
    /// A solution by a guided search.
    Guided {
        /// Number of pushes.
        pushes: u32,
        /// The moves of the player.
        lurd: String,
        /// Number of shortest ways; `None` where there was no room to count them, and then those
        /// with the fewest pushes may not have the fewest steps.
        routes: Option<BigUint>,
        /// Number of positions whose pushes were tried.
        nodes: u64,
    },
    /// A guided search that was stopped.
    Stopped {
        /// Every solution has at least this many pushes or steps.
        at_least: u32,
        /// Number of positions whose pushes were tried.
        nodes: u64,
        /// Why it was stopped.
        problem: Problem,
    },
}

impl LevelAnswer {
    /// The moves of the player.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn into_lurd(self) -> Result<String, Problem> {
        match self {
            LevelAnswer::Explored { way, .. } => Ok(way.lurd),
            LevelAnswer::Guided { lurd, .. } => Ok(lurd),
            LevelAnswer::Stopped { problem, .. } => Err(problem),
        }
    }
}

impl NamedLevel {
    /// Finds a shortest solution: in steps one with the fewest steps, in pushes one with the
    /// fewest pushes and among those the fewest steps.
    ///
    /// `Tables` is a search guided by the pushes that boxes need alone and in small sets, `Auto`
    /// the same where an exploration of the live positions does not fit the memory.
    ///
    /// # Errors
    /// If the level has no solution, the method is not one of levels, the level is too large for
    /// it, or an exploration is stopped.
    pub fn solve(
        &self,
        metric: LevelMetric,
        method: SolveMethod,
        limits: LevelLimits<'_>,
        observer: &dyn Observer,
    ) -> Result<LevelAnswer, Problem> {
        match method {
            SolveMethod::Auto | SolveMethod::Explore => {}
            SolveMethod::Tables => return self.guided(metric, limits, observer),
            SolveMethod::Meet | SolveMethod::Grid => {
                return Err(Problem::of_input(
                    format!("levels are not solved by the method {}", method.name()),
                    "take auto, explore or tables",
                ));
            }
        }
        match self.explored_way(metric, limits, observer) {
            Err(problem)
                if method == SolveMethod::Auto && problem.kind() == ProblemKind::TooLarge =>
            {
                self.guided(metric, limits, observer)
            }
            explored => explored.map(|(generation, way)| LevelAnswer::Explored { generation, way }),
        }
    }

    /// Searches with a bound.
    fn guided(
        &self,
        metric: LevelMetric,
        limits: LevelLimits<'_>,
        observer: &dyn Observer,
    ) -> Result<LevelAnswer, Problem> {
        let unsolvable = || {
            Problem::no_such_thing(
                format!("{} has no solution", self.name),
                hint_for(
                    "`slidewise explore PUZZLE` shows all positions that can be reached",
                    &self.name,
                ),
            )
        };
        let search = GuidedSearch::new(&self.level, metric).ok_or_else(unsolvable)?;
        let bounded = GuidedLimits {
            memory: limits.memory,
            stop: limits.stop,
        };
        let answer = search.solve(bounded, &mut |at_least, nodes| {
            observer.progress(&Progress::Deepened { at_least, nodes });
        });
        let nodes = answer.nodes;
        match answer.end {
            GuidedEnd::Unsolvable => Err(unsolvable()),
            GuidedEnd::Solved { length, lurd } => {
                let way = self.best_way(metric, length, limits);
                let lurd = way.as_ref().map_or(lurd, |way| way.lurd.clone());
                Ok(LevelAnswer::Guided {
                    pushes: lurd.chars().filter(char::is_ascii_uppercase).count() as u32,
                    lurd,
                    routes: way.map(|way| way.routes),
                    nodes,
                })
            }
            GuidedEnd::Stopped {
                at_least,
                is_out_of_memory,
            } => {
                let (why, hint) = if is_out_of_memory {
                    let memory = human_bytes(limits.memory);
                    (format!("{memory} of memory are used up"), "raise --memory")
                } else {
                    let why = "interrupted".to_owned();
                    (why, NOTHING_KEPT)
                };
                let message = self.at_least(metric, at_least.into(), &why);
                Ok(LevelAnswer::Stopped {
                    at_least,
                    nodes,
                    problem: Problem::of_run(message, hint),
                })
            }
        }
    }

    /// The solution with the fewest steps among those of the least length, and their number;
    /// `None` if the positions on such solutions do not fit into the memory.
    fn best_way(
        &self,
        metric: LevelMetric,
        length: u32,
        limits: LevelLimits<'_>,
    ) -> Option<LevelSolution> {
        let graph = LevelGraph::new(&self.level, metric, BoxSpace::Live)?;
        let found = LevelSearch::of_shortest(&graph, u64::from(length), limits);
        let found = found.ok()??;
        let solved = found.solved(&graph).ok()??;
        found
            .solution(&graph, solved.generation, &solved.first, limits.stop)
            .ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;
    use std::sync::atomic::AtomicBool;

    fn solve(
        method: SolveMethod,
        metric: LevelMetric,
        memory: u64,
    ) -> Result<LevelAnswer, Problem> {
        let limits = LevelLimits {
            memory,
            threads: 1,
            until_solved: false,
            max_generation: u64::MAX,
            stop: &AtomicBool::new(false),
        };
        let level = NamedLevel::open("microban:1", None).unwrap();
        level.solve(metric, method, limits, &Silent)
    }

    #[test]
    fn both_methods_agree() {
        for metric in [LevelMetric::Push, LevelMetric::Step] {
            let LevelAnswer::Explored { generation, way } =
                solve(SolveMethod::Auto, metric, 1 << 30).unwrap()
            else {
                panic!("the level is small")
            };
            let LevelAnswer::Guided {
                pushes,
                lurd,
                routes,
                ..
            } = solve(SolveMethod::Tables, metric, 1 << 30).unwrap()
            else {
                panic!("the level has a solution")
            };
            let length = match metric {
                LevelMetric::Push => u64::from(pushes),
                LevelMetric::Step => lurd.len() as u64,
            };
            assert_eq!((length, &lurd), (generation, &way.lurd));
            assert_eq!((u64::from(pushes), routes), (way.pushes, Some(way.routes)));
        }
    }

    #[test]
    fn an_interrupted_search_says_what_is_proved() {
        let limits = LevelLimits {
            memory: 1 << 30,
            threads: 1,
            until_solved: false,
            max_generation: u64::MAX,
            stop: &AtomicBool::new(true),
        };
        let level = NamedLevel::open("microban:1", None).unwrap();
        let (auto, push) = (SolveMethod::Auto, LevelMetric::Push);
        let stopped = level.solve(push, auto, limits, &Silent);
        let stopped = stopped.unwrap_err();
        assert_eq!(stopped.message, "microban:1: at least 1 push; interrupted");
        assert_eq!(stopped.hint, NOTHING_KEPT);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let small = solve(SolveMethod::Explore, LevelMetric::Step, 1).unwrap_err();
        assert_eq!(small.kind(), ProblemKind::TooLarge);
        for (metric, unit) in [
            (LevelMetric::Push, " pushes;"),
            (LevelMetric::Step, " steps;"),
        ] {
            let stopped = solve(SolveMethod::Auto, metric, 1).unwrap();
            let LevelAnswer::Stopped { at_least, .. } = stopped else {
                panic!("the memory is too small");
            };
            let message = stopped.into_lurd().unwrap_err().message;
            let bound = format!("at least {at_least}{unit}");
            assert!(message.contains(&bound), "{message}");
        }
    }
}
