//! `slidewise check FILE`: all faults of a puzzle file, or all remarks if it has no fault.

use super::output::{CommandResult, Output};
use slidewise_app::Problem;
use slidewise_puzzle::{Puzzle, PuzzleError};
use slidewise_render::{counted, json};
use std::io::ErrorKind;
use std::path::Path;

/// Reads a puzzle file and reports all its faults, or all remarks if it has no fault.
pub(crate) fn run(file: &Path) -> CommandResult {
    let name = file.display().to_string();
    let (faults, remarks) = match Puzzle::read_file(file) {
        Ok(puzzle) => (Vec::new(), puzzle.remarks),
        Err(PuzzleError::Faults { faults, .. }) => (faults, Vec::new()),
        Err(PuzzleError::Io { error, .. })
            if error.kind() == ErrorKind::NotFound && Puzzle::named(&name).is_ok() =>
        {
            return Err(Problem::of_input(
                format!(
                    "there is no file {name}; {name} is a built-in puzzle, but check reads files"
                ),
                format!("name a puzzle file; `slidewise show {name}` shows the built-in puzzle"),
            )
            .about(name));
        }
        Err(error) => return Err(error.into()),
    };
    let record = json::CheckRecord {
        file: name.clone(),
        ok: faults.is_empty(),
        errors: faults
            .iter()
            .cloned()
            .map(json::FaultRecord::from)
            .collect(),
        remarks: remarks.iter().map(json::FaultRecord::from).collect(),
    };
    let of_faults = faults.iter().map(ToString::to_string);
    let of_remarks = remarks.iter().map(ToString::to_string);
    let mut lines: Vec<String> = of_faults
        .chain(of_remarks)
        .map(|line| format!("{name}:{line}"))
        .collect();
    let mut counts = match faults.len() {
        0 => "no fault found".to_owned(),
        count => counted(count, "fault"),
    };
    if !remarks.is_empty() {
        counts += &format!(", {}", counted(remarks.len(), "remark"));
    }
    lines.push(format!("{name}: {counts}"));
    let code = if faults.is_empty() { 0 } else { 2 };
    Ok(Output::new(lines, &record).with_code(code))
}
