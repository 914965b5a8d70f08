//! Error responses: HTTP status, message, hint, and line and column if the error is in a text.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use slidewise_analysis::QueryError;
use slidewise_app::{Problem, ProblemKind};
use slidewise_engine::index::SpaceError;
use slidewise_engine::search::OutOfResources;
use slidewise_puzzle::{PositionError, PuzzleError, PuzzleFault};
use slidewise_render::json;
use slidewise_store::StoreError;

/// An error response.
#[derive(Clone, Debug)]
pub(crate) struct WebError {
    status: StatusCode,
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

impl WebError {
    /// Creates an error response with the HTTP status `status`.
    pub(crate) fn new(status: StatusCode, error: impl ToString, hint: impl ToString) -> WebError {
        WebError {
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
    pub(crate) fn wrong(error: impl ToString, hint: impl ToString) -> WebError {
        WebError::new(StatusCode::BAD_REQUEST, error, hint)
    }

    /// 404: the requested object does not exist.
    pub(crate) fn not_found(error: impl ToString, hint: impl ToString) -> WebError {
        WebError::new(StatusCode::NOT_FOUND, error, hint)
    }

    /// 409: the puzzle is not explored yet, or its exploration has no result of the requested kind.
    pub(crate) fn conflict(error: impl ToString, hint: impl ToString) -> WebError {
        WebError::new(StatusCode::CONFLICT, error, hint)
    }

    /// 500: the request is valid, but the server failed.
    pub(crate) fn failed(error: impl ToString, hint: impl ToString) -> WebError {
        WebError::new(StatusCode::INTERNAL_SERVER_ERROR, error, hint)
    }

    /// 500: the system cannot start another thread.
    pub(crate) fn no_thread() -> WebError {
        WebError::failed(
            "the system cannot start another thread",
            "close other programs, then explore the puzzle again",
        )
    }

    /// Adds the line and column of the error in the text of the request or of the puzzle.
    pub(crate) fn at(mut self, line: Option<usize>, column: Option<usize>) -> WebError {
        (self.told.line, self.told.column) = (line, column);
        self
    }

    /// The error message.
    pub(crate) fn error(&self) -> &str {
        &self.told.error
    }

    /// The remedy.
    pub(crate) fn hint(&self) -> &str {
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

impl WebError {
    /// Whether the server is at fault, so that the client cannot correct the request.
    pub(crate) fn is_failure(&self) -> bool {
        self.status.is_server_error()
    }

    /// Whether the same request would be refused again: not for a failure, nor where others are
    /// only in the way.
    pub(crate) fn is_lasting(&self) -> bool {
        self.status.is_client_error() && self.status != StatusCode::TOO_MANY_REQUESTS
    }
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        let mut response = super::response::json(&*self.told);
        *response.status_mut() = self.status;
        response
    }
}

impl From<PuzzleError> for WebError {
    fn from(error: PuzzleError) -> WebError {
        let first = error.faults().first();
        let (line, column) = first.map(|fault| (fault.line, fault.column)).unzip();
        let mut refusal = match &error {
            PuzzleError::Unknown { name, nearest } => {
                let hint = match nearest.first() {
                    Some(nearest) => format!("did you mean {nearest}?"),
                    None => "the catalogue at / lists the built-in puzzles".to_owned(),
                };
                let short: String = name.chars().take(48).collect();
                WebError::not_found(format!("there is no built-in puzzle {short:?}"), hint)
            }
            PuzzleError::Faults { faults, .. } => WebError::wrong(
                first.map_or_else(|| error.to_string(), |fault| fault.message.clone()),
                match faults.len() {
                    0 | 1 => "correct the puzzle's text at this place".to_owned(),
                    several => {
                        format!("correct the puzzle's text at this place; it has {several} errors")
                    }
                },
            ),
            _ => WebError::wrong(
                &error,
                "write `tiles:` with rows and columns, as in `tiles:3x4`, and `rush:` with the 36 \
                 cells of the board",
            ),
        };
        refusal.told.faults = fault_records(error.faults());
        refusal.at(line, column)
    }
}

impl From<Problem> for WebError {
    fn from(problem: Problem) -> WebError {
        let status = match problem.kind() {
            ProblemKind::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            ProblemKind::TooLarge => StatusCode::CONFLICT,
            ProblemKind::Input => StatusCode::BAD_REQUEST,
            ProblemKind::NotFound => StatusCode::NOT_FOUND,
        };
        let place = problem.place;
        WebError::new(status, problem.message, problem.hint).at(place.line, place.column)
    }
}

/// Implements `From` for errors that convert to a [`Problem`], which has their message and hint.
macro_rules! as_problems {
    ($($error:ty),+) => {
        $(impl From<$error> for WebError {
            fn from(error: $error) -> WebError {
                Problem::from(error).into()
            }
        })+
    };
}

as_problems!(
    PositionError,
    SpaceError,
    QueryError,
    StoreError,
    OutOfResources
);
