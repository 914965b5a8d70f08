//! Reasons why figures cannot be recounted.

use slidewise_analysis::{ComponentsError, CountError, DiameterError, QueryError};
use slidewise_app::Problem;
use slidewise_engine::index::SpaceError;
use slidewise_puzzle::PuzzleError;
use thiserror::Error;

/// Reasons why figures cannot be recounted.
#[derive(Debug, Error)]
pub enum RecountError {
    /// A puzzle cannot be opened.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A puzzle has too many configurations.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The patterns cannot be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A puzzle cannot be explored.
    #[error("{}", .0.message)]
    Search(Problem),
    /// The marks of a search contradict each other.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The diameter cannot be found.
    #[error(transparent)]
    Diameter(DiameterError),
    /// The components cannot be counted.
    #[error(transparent)]
    Components(ComponentsError),
    /// A figure names a piece or cell that its puzzle does not have.
    #[error("the puzzle {puzzle} has no {what}, which a figure of the article needs")]
    Missing {
        /// Name of the puzzle.
        puzzle: String,
        /// Description of the piece or cell that the puzzle does not have.
        what: String,
    },
    /// The stop flag was raised.
    #[error("interrupted")]
    Interrupted,
}

impl From<DiameterError> for RecountError {
    fn from(error: DiameterError) -> RecountError {
        match error {
            DiameterError::Interrupted => RecountError::Interrupted,
            error => RecountError::Diameter(error),
        }
    }
}

impl From<ComponentsError> for RecountError {
    fn from(error: ComponentsError) -> RecountError {
        match error {
            ComponentsError::Interrupted => RecountError::Interrupted,
            error => RecountError::Components(error),
        }
    }
}

impl From<RecountError> for Problem {
    fn from(error: RecountError) -> Problem {
        match error {
            RecountError::Puzzle(error) => error.into(),
            RecountError::Space(error) => error.into(),
            RecountError::Count(error) => error.into(),
            RecountError::Search(problem) => problem,
            RecountError::Query(error) => error.into(),
            RecountError::Diameter(error) => error.into(),
            RecountError::Components(error) => error.into(),
            RecountError::Missing { .. } => {
                Problem::of_input(error, "use the article's pieces in the puzzle files")
            }
            RecountError::Interrupted => {
                Problem::of_run(error, "nothing was kept; run the same command again")
            }
        }
    }
}
