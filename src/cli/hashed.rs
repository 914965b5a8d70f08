//! The search of a puzzle without an index, for commands that look for a way.

use super::Failure;
use super::arguments::Common;
use super::progress::Spinner;
use super::session::interrupted;
use super::shortest::{Sought, Stopped, Target};
use super::wish::stop_flag;
use crate::explore::{Budget, HashLimits, HashSearch, PlacedGoals, SearchEnd};
use slidewise_analysis::{Routes, Unsolvable};
use slidewise_engine::index::SpaceError;
use slidewise_puzzle::{Goal, Puzzle};
use slidewise_render::{counted, human_bytes, with_commas};
use std::time::Instant;

/// A search for a target in a hash table, within a budget.
#[derive(Debug)]
pub struct HashedSearch<'p> {
    common: &'p Common,
    puzzle: &'p Puzzle,
    target: Target<'p>,
    search: HashSearch<'p>,
    goals: PlacedGoals,
    bytes: u64,
}

impl<'p> HashedSearch<'p> {
    /// A search that has not begun.
    pub fn new(
        common: &'p Common,
        puzzle: &'p Puzzle,
        target: Target<'p>,
        budget: Budget,
    ) -> HashedSearch<'p> {
        let search = HashSearch::new(puzzle, common.metric);
        let goals: Vec<Goal> = match target {
            Target::Finish => puzzle.goals.clone(),
            Target::Position(position) => vec![puzzle.goal_of(position)],
        };
        HashedSearch {
            common,
            puzzle,
            target,
            goals: search.placed(&goals),
            search,
            bytes: budget.hash_bytes(),
        }
    }

    /// Searches until there are this many positions, the target is met, or the budget is used up.
    pub fn run(&mut self, positions: u64) -> SearchEnd {
        let spinner = Spinner::new(self.common.quiet);
        let begun = Instant::now();
        let limits = HashLimits {
            bytes: self.bytes,
            positions,
            stop: stop_flag(),
        };
        let ended = self.search.run(&self.goals, limits, |progress| {
            let rate = progress.found as f64 / begun.elapsed().as_secs_f64().max(0.001);
            spinner.show(format!(
                "generation {} ({} %), {}, {}/s, {}",
                progress.generation,
                progress.done * 100 / progress.count,
                counted(progress.found, "configuration"),
                with_commas(rate as u64),
                human_bytes(progress.bytes),
            ));
        });
        spinner.end();
        ended
    }

    /// The ways to the target that has been met.
    pub fn routes(&self) -> Routes<'_> {
        Routes::in_hash_search(&self.search, &self.search.met(&self.goals))
    }

    /// A search that met its target in no finished generation.
    pub fn stopped<T>(&self, failure: Failure) -> Sought<T> {
        Stopped::after(&self.search.generations(), failure, None)
    }

    /// The failure where all positions have been searched.
    pub fn unreachable(&self) -> Failure {
        let reached = self.search.generations().iter().sum();
        let why = Unsolvable::Component {
            reached: Some(reached),
        };
        match self.target {
            Target::Finish => Failure::of_no_solution(self.puzzle, &why),
            Target::Position(position) => Failure::of_no_way(self.puzzle, position, &why),
        }
    }

    /// The failure where it was stopped by a signal.
    pub fn interrupted(&self) -> Failure {
        let hint = "nothing was kept: the same command begins again";
        interrupted(&self.search.generations(), hint)
    }

    /// The failure where the next generation takes more memory than it may, and there is no index for the reason given.
    pub fn out_of_memory(&self, reason: SpaceError) -> Failure {
        let counts = self.search.generations();
        Failure::of_run(
            format!(
                "the next generation would take more than {} of memory; generations 0 to {} were searched, {}; {reason}",
                human_bytes(self.bytes),
                counts.len() - 1,
                counted(counts.iter().sum::<u64>(), "configuration"),
            ),
            "--memory SIZE lets it take more",
        )
    }
}
