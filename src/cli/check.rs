//! `slidewise check FILE`: every fault of a puzzle file.

use super::CommandResult;
use super::output::Output;
use crate::present::{counted, json};
use crate::puzzle::{Puzzle, PuzzleError};
use std::path::Path;

/// Reads a puzzle file and reports every fault.
pub fn run(file: &Path) -> CommandResult {
    let name = file.display().to_string();
    let faults = match Puzzle::read_file(file) {
        Ok(_) => Vec::new(),
        Err(PuzzleError::Faults { faults, .. }) => faults,
        Err(error) => return Err(error.into()),
    };
    let record = json::Check {
        file: name.clone(),
        ok: faults.is_empty(),
        errors: faults.iter().cloned().map(json::Fault::from).collect(),
    };
    let mut lines: Vec<String> = faults
        .iter()
        .map(|fault| format!("{name}:{fault}"))
        .collect();
    lines.push(match faults.len() {
        0 => format!("{name}: no fault found"),
        count => format!("{name}: {}", counted(count, "fault")),
    });
    let code = if faults.is_empty() { 0 } else { 2 };
    Ok(Output::new(lines, &record).with_code(code))
}
