//! A request that cannot be answered: the status, what is wrong, what to do about it, and where it is.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use slidewise_analysis::QueryError;
use slidewise_engine::index::SpaceError;
use slidewise_engine::search::{OutOfResources, SearchError};
use slidewise_puzzle::{Fault, PositionError, PuzzleError};
use slidewise_render::{human_bytes, json};
use slidewise_store::StoreError;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Refusal {
    status: StatusCode,
    told: Box<Told>,
}

/// What the client gets to read.
#[derive(Clone, Debug, Serialize)]
struct Told {
    error: String,
    hint: String,
    line: Option<usize>,
    column: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<json::Fault>,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, error: impl ToString, hint: impl ToString) -> Refusal {
        Refusal {
            status,
            told: Box::new(Told {
                error: error.to_string(),
                hint: hint.to_string(),
                line: None,
                column: None,
                faults: Vec::new(),
            }),
        }
    }

    /// The request is wrong.
    pub fn wrong(error: impl ToString, hint: impl ToString) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, error, hint)
    }

    /// There is no such thing.
    pub fn not_found(error: impl ToString, hint: impl ToString) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, error, hint)
    }

    /// There is no answer yet, or none that the puzzle has.
    pub fn conflict(error: impl ToString, hint: impl ToString) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, error, hint)
    }

    /// The server failed, and not the request.
    pub fn failed(error: impl ToString, hint: impl ToString) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error, hint)
    }

    /// The machine has too little memory, or too little of it free.
    fn of_machine(needed: u64, total: u64, available: u64) -> Refusal {
        Refusal::conflict(
            format!(
                "exploring this puzzle needs {} of memory, and of the {} of this machine {} are free",
                human_bytes(needed),
                human_bytes(total),
                human_bytes(available)
            ),
            "close other programs, or take a machine with more memory",
        )
    }

    /// The system gives no more threads.
    pub fn no_thread() -> Refusal {
        Refusal::failed(
            "the system has no room for another thread",
            "close other programs, and explore again",
        )
    }

    /// The same at a place in the text of the request or of the puzzle.
    pub fn at(mut self, line: Option<usize>, column: Option<usize>) -> Refusal {
        (self.told.line, self.told.column) = (line, column);
        self
    }

    /// What is wrong.
    pub fn error(&self) -> &str {
        &self.told.error
    }

    /// What to do about it.
    pub fn hint(&self) -> &str {
        &self.told.hint
    }
}

/// Faults as answers have them.
pub fn fault_records(faults: &[Fault]) -> Vec<json::Fault> {
    faults.iter().cloned().map(json::Fault::from).collect()
}

impl Refusal {
    /// Whether the fault is the server's, so that the client cannot mend it.
    pub fn is_failure(&self) -> bool {
        self.status.is_server_error()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = super::router::json(&*self.told);
        *response.status_mut() = self.status;
        response
    }
}

impl From<PuzzleError> for Refusal {
    fn from(error: PuzzleError) -> Refusal {
        let first = error.faults().first();
        let (line, column) = first.map(|fault| (fault.line, fault.column)).unzip();
        let mut refusal = match &error {
            PuzzleError::Unknown { name, nearest } => {
                let hint = match nearest.first() {
                    Some(nearest) => format!("did you mean {nearest}?"),
                    None => "the catalogue has the built-in puzzles".to_owned(),
                };
                let short: String = name.chars().take(48).collect();
                Refusal::not_found(format!("there is no built-in puzzle {short:?}"), hint)
            }
            PuzzleError::Faults { faults, .. } => Refusal::wrong(
                first.map_or_else(|| error.to_string(), |fault| fault.message.clone()),
                match faults.len() {
                    0 | 1 => "mend the puzzle's text there".to_owned(),
                    several => format!("mend the puzzle's text there; {several} faults in all"),
                },
            ),
            _ => Refusal::wrong(
                &error,
                "write tiles:RxC as tiles:3x4, and rush: with the 36 cells of the board",
            ),
        };
        refusal.told.faults = fault_records(error.faults());
        refusal.at(line, column)
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Refusal {
        let (line, column) = error.place.unzip();
        let error = format!("not a position of this puzzle: {error}");
        Refusal::wrong(
            error,
            "a position is a board as text, its rows separated by ':'",
        )
        .at(line, column)
    }
}

impl From<SpaceError> for Refusal {
    fn from(error: SpaceError) -> Refusal {
        Refusal::conflict(
            error,
            "a smaller board, or fewer pieces that are told apart, can be explored",
        )
    }
}

impl From<QueryError> for Refusal {
    fn from(error: QueryError) -> Refusal {
        Refusal::failed(error, MAKE_AGAIN)
    }
}

/// What helps where a store is of no use.
pub const MAKE_AGAIN: &str = "the command slidewise explore PUZZLE --fresh makes the store again, and slidewise farthest PUZZLE --from goal --fresh that of the search from the goals; explore it again then";

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        let hint = match &error {
            StoreError::Held { .. } => {
                "another program explores this puzzle: wait until it is done"
            }
            StoreError::NoFiles { .. } => "start the server with another --store DIR",
            StoreError::NoSpace { .. } | StoreError::Io { .. } => {
                "make room, or start the server with another --store DIR"
            }
            StoreError::NotAFile { .. } | StoreError::Linked { .. } | StoreError::Moved { .. } => {
                "look what is in that folder, or start the server with another --store DIR"
            }
            StoreError::Memory { .. } => "close other programs, or take a machine with more memory",
            _ => MAKE_AGAIN,
        };
        Refusal::failed(error, hint)
    }
}

impl From<SearchError> for Refusal {
    fn from(error: SearchError) -> Refusal {
        match error {
            SearchError::Store(error) => error.into(),
            _ => Refusal::failed(error, MAKE_AGAIN),
        }
    }
}

impl From<OutOfResources> for Refusal {
    fn from(shortage: OutOfResources) -> Refusal {
        let (what, needed, there) = match shortage {
            OutOfResources::Memory { needed, allowed } => ("memory", needed, allowed),
            OutOfResources::Machine { needed, total } => {
                return Refusal::of_machine(needed, total, total);
            }
            OutOfResources::Free {
                needed,
                total,
                available,
            } => return Refusal::of_machine(needed, total, available),
            OutOfResources::Disk { needed, free } => ("disk", needed, free),
        };
        Refusal::conflict(
            format!(
                "exploring this puzzle needs {} of {what}, and may take {}",
                human_bytes(needed),
                human_bytes(there)
            ),
            "start the server with more --memory, or make room on the disk",
        )
    }
}
