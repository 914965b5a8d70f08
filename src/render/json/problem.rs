//! Failures of a command.

use super::puzzle::FaultRecord;
use serde::Serialize;

/// Output of any command that fails.
#[derive(Clone, Debug, Serialize)]
pub struct FailedRecord {
    /// The failure.
    pub error: FailureRecord,
}

/// Output of a batch for a puzzle without an answer.
#[derive(Clone, Debug, Serialize)]
pub struct FailedPuzzleRecord {
    /// Name of the puzzle; what the batch has for it if it cannot be read.
    pub puzzle: String,
    /// The failure.
    #[serde(flatten)]
    pub failed: FailedRecord,
}

/// A failure of a command.
#[derive(Clone, Debug, Serialize)]
pub struct FailureRecord {
    /// Exit code of the command.
    pub code: u8,
    /// The fact and its cause.
    pub message: String,
    /// Remedy, or the command that shows more.
    pub hint: String,
    /// Identifier of the reason, if there is no solution or a position cannot be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Goal that a board of tiles does not reach: the name of a usual order, or the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// File that caused the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line of the failure in `file`, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column of the failure in `line`, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// All faults of the input; empty if another field of the output lists them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRecord>,
}
