//! Faults of levels and of their searches as problems.

use super::{Problem, ProblemKind};
use slidewise_render::human_bytes;
use slidewise_sokoban::{LevelError, LevelSearchError};

impl Problem {
    /// The problem of a level, of a position or of a solution that cannot be read.
    pub fn of_level(file: &str, error: &LevelError) -> Problem {
        let (line, column) = error.place.unzip();
        Problem::of_input(
            error.fault.to_string(),
            "docs/sokoban.md describes level files",
        )
        .about(file)
        .at(line, column)
    }
}

impl From<LevelSearchError> for Problem {
    fn from(error: LevelSearchError) -> Problem {
        match error {
            LevelSearchError::Store(error) => error.into(),
            LevelSearchError::Stopped { generation } => Problem::of_run(
                format!("interrupted in generation {generation}"),
                "the same command goes on from the generations that it has kept, if any",
            ),
            LevelSearchError::Memory { limit } => Problem::new(
                ProblemKind::TooLarge,
                format!(
                    "the positions of the level take more than {} of memory",
                    human_bytes(limit)
                ),
                "give more with --memory, or leave out boxes on dead cells with --live",
            ),
        }
    }
}
