//! The target of a search for ways, and the outcome of the search.

use crate::Problem;
use slidewise_analysis::{Routes, Unsolvable};
use slidewise_puzzle::{Configuration, Puzzle};
use std::path::{Path, PathBuf};

/// The end of the ways that are sought.
#[derive(Clone, Copy, Debug)]
pub enum Target<'t> {
    /// The nearest goals.
    Finish,
    /// A position.
    Position(&'t Configuration),
}

impl Target<'_> {
    /// The problem of a target that cannot be reached, if this is known without an index or a
    /// search.
    pub fn obstacle(&self, puzzle: &Puzzle) -> Option<Problem> {
        match self {
            Target::Finish => {
                let why = Unsolvable::of_puzzle(puzzle)?;
                Some(Problem::of_no_solution(puzzle, &why))
            }
            Target::Position(position) => {
                let why = Unsolvable::of_position(puzzle, position)?;
                Some(Problem::of_no_way(puzzle, position, &why))
            }
        }
    }
}

/// The shortest ways to a target, and how they were found.
#[derive(Clone, Copy, Debug)]
pub struct Ways<'r> {
    /// The shortest ways.
    pub routes: &'r Routes<'r>,
    /// Number of configurations found on both sides, if the search went from both ends.
    pub met_after: Option<u64>,
}

impl<'r> Ways<'r> {
    /// The ways that a search from Start alone has found.
    pub(crate) fn from_start(routes: &'r Routes<'r>) -> Ways<'r> {
        Ways {
            routes,
            met_after: None,
        }
    }
}

/// A search that was stopped before it met its target.
#[derive(Debug)]
pub struct Stopped {
    /// Lower bound for the distance from Start to the target.
    pub at_least: u64,
    /// Number of configurations found; none of them is a target nearer than `at_least`.
    pub searched: u64,
    /// Why the search was stopped, and how it can be resumed.
    pub problem: Problem,
    /// Folder that keeps the search, and the bytes of its store; `None` if nothing is kept.
    pub kept: Option<(PathBuf, u64)>,
}

impl Stopped {
    /// A search that `problem` stopped after generations of the sizes `counts`, all without the
    /// target.
    pub(crate) fn after(counts: &[u64], problem: Problem) -> Stopped {
        Stopped {
            at_least: counts.len() as u64,
            searched: counts.iter().sum(),
            problem,
            kept: None,
        }
    }

    pub(crate) fn kept_in(self, kept: Option<(&Path, u64)>) -> Stopped {
        let kept = kept.map(|(folder, bytes)| (folder.to_owned(), bytes));
        Stopped { kept, ..self }
    }
}

/// The outcome of a search for ways.
#[derive(Debug)]
pub enum Sought<T> {
    /// The result made from the ways. The second field is the folder that keeps the search, with
    /// the bytes of its store.
    Found(T, Option<(PathBuf, u64)>),
    /// The search was stopped before it met its target.
    Stopped(Stopped),
}

impl<T> Sought<T> {
    pub(crate) fn found(made: T, kept: Option<(&Path, u64)>) -> Sought<T> {
        let kept = kept.map(|(folder, bytes)| (folder.to_owned(), bytes));
        Sought::Found(made, kept)
    }

    /// The result made from the ways.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn into_found(self) -> Result<T, Problem> {
        match self {
            Sought::Found(found, _) => Ok(found),
            Sought::Stopped(stopped) => Err(stopped.problem),
        }
    }
}
