//! `Answer`: what a search for shortest ways has found.

use super::question::{SolveMethod, WantedWays};
use crate::Problem;
use crate::explore::search::Solution;
use num_bigint::BigUint;
use slidewise_analysis::{Path, Routes};
use std::path::{Path as FilePath, PathBuf};

/// The answer to a [`Question`](crate::Question).
///
/// Either `way` is a shortest way, or `problem` says why none is known; both are there if the ways
/// were not all counted.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Answer {
    /// A shortest way: of several, the least.
    pub way: Option<Path>,
    /// Number of all shortest ways; `None` if they were not counted.
    pub routes: Option<BigUint>,
    /// Numbers of the ways with one move more than the fewest, two more, and so on, as far as the
    /// question asks for them.
    pub longer: Vec<BigUint>,
    /// Lower bound of the distance, which is exact if there is a way.
    pub at_least: u64,
    /// The method of the search, which is never `Auto`.
    pub method: SolveMethod,
    /// Number of positions that the search has found or visited; `None` for an exploration that
    /// has met its target.
    pub nodes: Option<u64>,
    /// Why there is no way, or why the search was stopped.
    pub problem: Option<Problem>,
    /// Folder that keeps the search, and the bytes of its store; `None` if nothing is kept.
    pub kept: Option<(PathBuf, u64)>,
}

/// Receives an answer with all its ways, at most once.
pub type WaysReader<'r> = &'r mut dyn FnMut(&Answer, &Routes<'_>) -> Result<(), Problem>;

impl Answer {
    /// The answer of ways that a search has found; `read` receives them if they are to be listed.
    pub(crate) fn of_routes(
        wanted: WantedWays,
        routes: &Routes<'_>,
        (method, nodes): (SolveMethod, Option<u64>),
        kept: Option<(&FilePath, u64)>,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        let answer = Answer {
            way: Some(routes.least()),
            routes: (wanted != WantedWays::One).then(|| routes.count()),
            longer: routes.longer_counts(),
            at_least: routes.distance(),
            method,
            nodes,
            problem: None,
            kept: owned(kept),
        };
        if wanted == WantedWays::Listed {
            read(&answer, routes)?;
        }
        Ok(answer)
    }

    /// The answer of a way that bounds have found.
    pub(crate) fn of_way(
        way: Path,
        routes: Option<u64>,
        method: SolveMethod,
        nodes: u64,
    ) -> Answer {
        Answer {
            at_least: way.moves.len() as u64,
            way: Some(way),
            routes: routes.map(BigUint::from),
            longer: Vec::new(),
            method,
            nodes: Some(nodes),
            problem: None,
            kept: None,
        }
    }

    /// The answer of a search without a way, for the reason of `problem`, after `nodes` positions.
    pub(crate) fn without_way(
        at_least: u64,
        problem: Problem,
        method: SolveMethod,
        nodes: u64,
    ) -> Answer {
        Answer {
            way: None,
            routes: None,
            longer: Vec::new(),
            at_least,
            method,
            nodes: Some(nodes),
            problem: Some(problem),
            kept: None,
        }
    }

    /// The answer of a search that `problem` stopped after generations of the sizes `counts`, all
    /// without the target.
    pub(crate) fn after(
        counts: &[u64],
        problem: Problem,
        kept: Option<(&FilePath, u64)>,
    ) -> Answer {
        let (at_least, nodes) = (counts.len() as u64, counts.iter().sum());
        let method = SolveMethod::Explore;
        Answer::without_way(at_least, problem, method, nodes).kept_in(kept)
    }

    pub(crate) fn kept_in(self, kept: Option<(&FilePath, u64)>) -> Answer {
        Answer {
            kept: owned(kept),
            ..self
        }
    }

    /// The way with the number of all shortest ways.
    ///
    /// # Errors
    /// If there is no way, or the search was stopped before it had found and counted them.
    pub fn into_solution(self) -> Result<Solution, Problem> {
        match (self.way, self.routes, self.problem) {
            (Some(way), Some(routes), None) => Ok(Solution::of_path(way, routes)),
            (_, _, Some(problem)) => Err(problem),
            _ => Err(Problem::of_input(
                "the question was for one way, not for their number",
                "ask for WantedWays::Counted",
            )),
        }
    }

    /// The way.
    ///
    /// # Errors
    /// If there is none, or none was found before the search was stopped.
    pub fn into_way(self) -> Result<Path, Problem> {
        match (self.way, self.problem) {
            (Some(way), _) => Ok(way),
            (None, Some(problem)) => Err(problem),
            (None, None) => unreachable!("an answer without a way has a problem"),
        }
    }
}

fn owned(kept: Option<(&FilePath, u64)>) -> Option<(PathBuf, u64)> {
    kept.map(|(folder, bytes)| (folder.to_owned(), bytes))
}
