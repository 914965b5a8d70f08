//! `Desk`: what answers need of the program that gives them.

use crate::explored::PositionDistances;
use crate::listed_level::{LevelKnowledge, ListedLevel};
use crate::{AnswerError, ExploredPuzzle};
use serde::Serialize;
use slidewise_analysis::Path;
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_sokoban::Level;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// The program that answers: its limits, its finished explorations, its tables and its levels.
pub trait Desk {
    /// The limits of explorations.
    fn limits(&self) -> Limits;

    /// The exploration of a puzzle in a metric, if it is finished and can answer.
    fn explored(&self, puzzle: &Puzzle, metric: Metric) -> Option<Arc<ExploredPuzzle>>;

    /// What tables tell of a position of a puzzle that is not explored; `None` if the puzzle has
    /// none.
    ///
    /// # Errors
    /// If a table is damaged.
    fn place_by_tables(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        position: &Configuration,
    ) -> Result<Option<PositionDistances>, AnswerError>;

    /// A shortest solution that tables guide; `None` if the puzzle has none, or none was found in
    /// time.
    ///
    /// # Errors
    /// If a table is damaged.
    fn solution_by_tables(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        position: &Configuration,
    ) -> Result<Option<Path>, AnswerError>;

    /// A number that differs from call to call, for what is drawn at random.
    fn seed(&self) -> u64 {
        // The standard library has no generator, but its hash keys are random.
        RandomState::new().hash_one(0)
    }

    /// The levels that the page of levels offers.
    fn levels(&self) -> &[ListedLevel];

    /// What is known of a level; begins to explore it if it is new.
    fn level(&self, level: &Level) -> LevelKnowledge;
}

/// The limits of explorations, as the pages receive them in JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Limits {
    /// Greatest use of memory by one exploration, in bytes.
    pub memory_bytes: u64,
    /// Greatest duration of one exploration, in seconds.
    pub seconds: u64,
    /// Number of explorations that may run at the same time.
    pub jobs: usize,
    /// Greatest number of positions of a state graph that pages draw.
    pub drawn: u32,
}

impl Limits {
    /// Greatest number of positions of a state graph that pages load and draw.
    pub const MAX_DRAWN: u32 = 1_000_000;

    /// The limits of the engine in a browser, with this memory.
    pub fn of_browser(memory_bytes: u64) -> Limits {
        Limits {
            memory_bytes,
            seconds: 0,
            jobs: 1,
            drawn: Limits::MAX_DRAWN,
        }
    }
}
