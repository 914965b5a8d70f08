//! Failures of a command.

use super::puzzle::FaultRecord;
use serde::Serialize;

/// Output of any command that fails.
#[derive(Clone, Debug, Serialize)]
pub struct FailedRecord {
    /// The failure.
    pub error: FailureRecord,
}

/// A failure of a command.
#[derive(Clone, Debug, Serialize)]
pub struct FailureRecord {
    /// Exit code of the command.
    pub code: u8,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
    /// Identifier of the reason why there is no solution or no path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// File that caused the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line in that file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column in that line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// All faults of the input, for commands whose output lists them nowhere else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRecord>,
}
