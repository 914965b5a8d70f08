//! A search for a target without an index: packed positions in a hash table.

use super::answer::Answer;
use super::question::Target;
use crate::Progress;
use crate::explore::observer::ReportedSearch;
use crate::{Cause, Explorer, Problem};
use slidewise_analysis::{Routes, Unsolvable};
use slidewise_engine::index::SpaceError;
use slidewise_engine::search::{HashLimits, HashSearch, PlacedGoals, SearchEnd};
use slidewise_puzzle::Goal;
use slidewise_render::{counted, human_bytes};

/// A search for a target that keeps packed positions in a hash table, within a memory limit.
pub(crate) struct HashedSearch<'e> {
    explorer: &'e Explorer,
    target: &'e Target,
    search: HashSearch<'e>,
    goals: PlacedGoals,
    bytes: u64,
}

impl<'e> HashedSearch<'e> {
    /// A search that has not begun.
    pub(crate) fn new(explorer: &'e Explorer, target: &'e Target) -> HashedSearch<'e> {
        let puzzle = &explorer.puzzle;
        let search = HashSearch::new(puzzle, explorer.metric);
        let goals: Vec<Goal> = match target {
            Target::Finish => puzzle.goals.clone(),
            Target::Position(position) => vec![puzzle.goal_of(position)],
        };
        HashedSearch {
            target,
            goals: search.placed(&goals),
            search,
            bytes: explorer.budget().hash_bytes(),
            explorer,
        }
    }

    /// Searches until it has found `positions` positions or the target, or the memory is used up.
    pub(crate) fn run(&mut self, positions: u64) -> SearchEnd {
        let reported = ReportedSearch::new(&*self.explorer.observer);
        let report = |progress| reported.progress(&Progress::Hashed(progress));
        let limits = HashLimits {
            bytes: self.bytes,
            positions,
            stop: &self.explorer.stop,
            ..HashLimits::default()
        };
        self.search.run(&self.goals, limits, report)
    }

    /// The shortest ways to the target that has been met.
    pub(crate) fn routes(&self) -> Routes<'_> {
        Routes::in_hash_search(&self.search, &self.search.met(&self.goals))
    }

    /// The outcome of a search that `problem` stopped before a finished generation had the target.
    pub(crate) fn stopped(&self, problem: Problem) -> Answer {
        Answer::after(&self.search.generations(), problem, None)
    }

    /// The problem if all positions were searched and the target is not among them.
    pub(crate) fn unreachable(&self) -> Problem {
        let reached = self.search.generations().iter().sum();
        let puzzle = &self.explorer.puzzle;
        let why = Unsolvable::without_goal(puzzle, &puzzle.start, Some(reached));
        match self.target {
            Target::Finish => Problem::of_no_solution(puzzle, &why),
            Target::Position(position) => Problem::of_no_way(puzzle, position, &why),
        }
    }

    /// The problem of a search that the stop flag ended.
    pub(crate) fn interrupted(&self) -> Problem {
        let hint = "nothing was kept: the same command begins again";
        Problem::of_interruption(&self.search.generations(), hint)
    }

    /// The problem if the next generation exceeds the memory limit; `reason` says why there is no
    /// index.
    pub(crate) fn out_of_memory(&self, reason: &SpaceError) -> Problem {
        let counts = self.search.generations();
        let cause = Cause::OutOfMemory {
            needed: None,
            allowed: Some(self.bytes),
        };
        Problem::new(
            cause,
            format!(
                "the next generation would take more than {} of memory; generations 0 to {} were \
                 searched, {} in all; {reason}",
                human_bytes(self.bytes),
                counts.len() - 1,
                counted(counts.iter().sum::<u64>(), "configuration"),
            ),
            "raise --memory",
        )
    }
}
