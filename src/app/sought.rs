//! The target of a search for ways, and the outcome of the search.

use super::Problem;
use slidewise_analysis::Unsolvable;
use slidewise_puzzle::{Configuration, Puzzle};
use std::path::{Path, PathBuf};

/// Where the ways lead.
#[derive(Clone, Copy, Debug)]
pub enum Target<'t> {
    /// To the nearest goals.
    Finish,
    /// To a position.
    Position(&'t Configuration),
}

impl Target<'_> {
    /// The obstacle that the puzzle alone shows, without an index or a search.
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

/// A search that was stopped before it met its target.
#[derive(Debug)]
pub struct Stopped {
    /// The target is at least this far from Start.
    pub at_least: u64,
    /// How many configurations are nearer; none of them is a target.
    pub searched: u64,
    /// Why it was stopped, and how it can be resumed.
    pub problem: Problem,
    /// Folder that keeps the search, and the bytes of its store.
    pub kept: Option<(PathBuf, u64)>,
}

impl Stopped {
    /// A search that met its target in no generation of these sizes.
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
    /// The result made from the ways; the folder that keeps the search, and the bytes of its store.
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
