//! Refusals: a status as in HTTP, message, hint, and line and column if the error is in a text.

use crate::position_words::position_words;
use crate::reply::Reply;
use serde::Serialize;
use slidewise_analysis::QueryError;
use slidewise_app::{Problem, ProblemKind};
use slidewise_engine::index::SpaceError;
use slidewise_engine::search::OutOfResources;
use slidewise_puzzle::{PositionError, PuzzleError, PuzzleFault};
use slidewise_render::json;
use slidewise_store::StoreError;

/// The refusal of a request.
#[derive(Clone, Debug)]
pub struct AnswerError {
    status: u16,
    told: Box<ErrorBody>,
}

/// The JSON body of an error response.
#[derive(Clone, Debug, Serialize)]
struct ErrorBody {
    error: String,
    hint: String,
    line: Option<usize>,
    column: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<json::FaultRecord>,
}

impl AnswerError {
    /// A refusal with an HTTP status.
    pub fn new(status: u16, error: impl ToString, hint: impl ToString) -> AnswerError {
        AnswerError {
            status,
            told: Box::new(ErrorBody {
                error: error.to_string(),
                hint: hint.to_string(),
                line: None,
                column: None,
                faults: Vec::new(),
            }),
        }
    }

    /// 400: the request is invalid.
    pub fn wrong(error: impl ToString, hint: impl ToString) -> AnswerError {
        AnswerError::new(400, error, hint)
    }

    /// 404: the requested object does not exist.
    pub fn not_found(error: impl ToString, hint: impl ToString) -> AnswerError {
        AnswerError::new(404, error, hint)
    }

    /// 409: the puzzle is not explored yet, or its exploration has no result of the requested kind.
    pub fn conflict(error: impl ToString, hint: impl ToString) -> AnswerError {
        AnswerError::new(409, error, hint)
    }

    /// 409: the puzzle is not explored in this metric.
    pub fn not_explored() -> AnswerError {
        AnswerError::conflict(
            "this puzzle is not explored in this metric",
            "explore the puzzle in this metric first",
        )
    }

    /// 429: others are in the way, and will soon be done.
    pub fn busy(error: impl ToString, hint: impl ToString) -> AnswerError {
        AnswerError::new(429, error, hint)
    }

    /// 500: the request is valid, but the answer failed.
    pub fn failed(error: impl ToString, hint: impl ToString) -> AnswerError {
        AnswerError::new(500, error, hint)
    }

    /// 500: the system cannot start another thread.
    pub fn no_thread() -> AnswerError {
        AnswerError::failed(
            "the system cannot start another thread",
            "close other programs, then explore the puzzle again",
        )
    }

    /// The refusal as a reply, as JSON.
    pub fn reply(&self) -> Reply {
        Reply {
            status: self.status,
            ..Reply::json(&*self.told)
        }
    }

    /// Adds the line and column of the error in the text of the request or of the puzzle.
    pub fn at(mut self, line: Option<usize>, column: Option<usize>) -> AnswerError {
        (self.told.line, self.told.column) = (line, column);
        self
    }

    /// The error message.
    pub fn error(&self) -> &str {
        &self.told.error
    }

    /// The remedy.
    pub fn hint(&self) -> &str {
        &self.told.hint
    }
}

/// Errors of a puzzle file, as JSON.
pub(crate) fn fault_records(faults: &[PuzzleFault]) -> Vec<json::FaultRecord> {
    faults
        .iter()
        .cloned()
        .map(json::FaultRecord::from)
        .collect()
}

impl AnswerError {
    /// Whether the server is at fault, so that the client cannot correct the request.
    pub fn is_failure(&self) -> bool {
        self.status >= 500
    }

    /// Whether the same request would be refused again: not for a failure, nor where others are
    /// only in the way.
    pub fn is_lasting(&self) -> bool {
        (400..500).contains(&self.status) && self.status != 429
    }
}

impl From<PuzzleError> for AnswerError {
    fn from(error: PuzzleError) -> AnswerError {
        let first = error.faults().first();
        let (line, column) = first.map(|fault| (fault.line, fault.column)).unzip();
        let mut refusal = match &error {
            PuzzleError::Unknown { name, nearest } => {
                let hint = match nearest.first() {
                    Some(nearest) => format!("did you mean {nearest}?"),
                    None => "the catalogue at / lists the built-in puzzles".to_owned(),
                };
                let short: String = name.chars().take(48).collect();
                AnswerError::not_found(format!("there is no built-in puzzle {short:?}"), hint)
            }
            PuzzleError::Faults { faults, .. } => AnswerError::wrong(
                first.map_or_else(|| error.to_string(), |fault| fault.message.clone()),
                match faults.len() {
                    0 | 1 => "correct the puzzle's text at this place".to_owned(),
                    several => {
                        format!("correct the puzzle's text at this place; it has {several} errors")
                    }
                },
            ),
            _ => AnswerError::wrong(
                &error,
                "write `tiles:` with rows and columns, as in `tiles:3x4`, and `rush:` with the 36 \
                 cells of the board",
            ),
        };
        refusal.told.faults = fault_records(error.faults());
        refusal.at(line, column)
    }
}

impl From<Problem> for AnswerError {
    fn from(problem: Problem) -> AnswerError {
        let status = match problem.kind() {
            ProblemKind::Failed => 500,
            ProblemKind::TooLarge => 409,
            ProblemKind::Input => 400,
            ProblemKind::NotFound => 404,
        };
        let place = problem.place;
        AnswerError::new(status, problem.message, problem.hint).at(place.line, place.column)
    }
}

/// Implements `From` for errors that convert to a [`Problem`], which has their message and hint.
macro_rules! as_problems {
    ($($error:ty),+) => {
        $(impl From<$error> for AnswerError {
            fn from(error: $error) -> AnswerError {
                Problem::from(error).into()
            }
        })+
    };
}

impl From<PositionError> for AnswerError {
    fn from(error: PositionError) -> AnswerError {
        let (row, column) = error.place.unzip();
        AnswerError::wrong(
            position_words(&error),
            "write the rows of the board, with a dot for an empty cell",
        )
        .at(row, column)
    }
}

as_problems!(SpaceError, QueryError, StoreError, OutOfResources);
