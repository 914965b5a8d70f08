//! `slidewise check FILE`: every fault of a puzzle file.

use super::CommandResult;
use super::output::Output;
use crate::present::{counted, json};
use crate::puzzle::{Puzzle, PuzzleError};
use std::path::Path;

/// Reads a puzzle file and reports every fault.
pub fn run(file: &Path) -> CommandResult {
    let name = file.display().to_string();
    let (faults, remarks) = match Puzzle::read_file(file) {
        Ok(puzzle) => (Vec::new(), remarks(&puzzle)),
        Err(PuzzleError::Faults { faults, .. }) => (faults, Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let record = json::Check {
        file: name.clone(),
        ok: faults.is_empty(),
        errors: faults.iter().cloned().map(json::Fault::from).collect(),
        remarks: remarks.clone(),
    };
    let mut lines: Vec<String> = faults
        .iter()
        .map(|fault| format!("{name}:{fault}"))
        .collect();
    lines.push(match faults.len() {
        0 => format!("{name}: no fault found"),
        count => format!("{name}: {}", counted(count, "fault")),
    });
    lines.extend(remarks);
    let code = if faults.is_empty() { 0 } else { 2 };
    Ok(Output::new(lines, &record).with_code(code))
}

/// What is no fault, but hardly meant.
fn remarks(puzzle: &Puzzle) -> Vec<String> {
    let is_full = puzzle.covered(&puzzle.start).len() == puzzle.board.cell_count();
    let remark = "no cell of Start is empty (`.`), so that nothing can move";
    is_full.then(|| remark.to_owned()).into_iter().collect()
}
