//! `slidewise check FILE...`: all faults of puzzle files, or all remarks on files without faults.

use crate::io::input::{open_waiting, problem_of, read_puzzle_file};
use crate::io::output::{CommandResult, Output};
use crate::io::piped::levels_of;
use slidewise_analysis::Unsolvable;
use slidewise_app::{LevelFile, Problem};
use slidewise_puzzle::{Puzzle, PuzzleError};
use slidewise_render::{counted, json, still};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Reads puzzle files and reports all faults of each, or all remarks on one without faults.
pub(crate) fn run(files: &[PathBuf]) -> CommandResult {
    let mut lines = Vec::new();
    let mut records = Vec::new();
    for file in files {
        let record = check(file)?;
        lines.extend(lines_of(&record));
        records.push(record);
    }
    let ok = records.iter().all(|record| record.ok);
    if records.len() > 1 {
        let faulty = records.iter().filter(|record| !record.ok).count();
        lines.push(match faulty {
            0 => format!("{}, no fault found", counted(records.len(), "file")),
            _ => format!("{}, {faulty} with faults", counted(records.len(), "file")),
        });
    }
    let output = match <[json::CheckRecord; 1]>::try_from(records) {
        Ok([only]) => Output::new(lines, &only),
        Err(files) => Output::new(lines, &json::ChecksRecord { ok, files }),
    };
    Ok(output.with_code(if ok { 0 } else { 2 }))
}

/// The faults of a file, or the remarks on it.
fn check(file: &Path) -> Result<json::CheckRecord, Problem> {
    let name = file.display().to_string();
    if let Some(levels) = levels_of(&name) {
        return check_levels(&levels?);
    }
    let read = match name.split_once('#') {
        Some((list, _)) if !file.exists() && Path::new(list).is_file() => open_waiting(&name),
        _ => read_puzzle_file(file),
    };
    let (faults, remarks) = match read {
        Ok(puzzle) => {
            let mut remarks: Vec<_> = puzzle.remarks.iter().map(json::FaultRecord::from).collect();
            // A board without an empty cell has its remark already, with the cell.
            let still_start = Unsolvable::of_start(&puzzle);
            let still_start = still_start.filter(|why| *why == Unsolvable::NothingMoves);
            remarks.extend(still_start.map(|why| json::FaultRecord {
                line: 1,
                column: 1,
                message: still(&why).to_owned(),
            }));
            (Vec::new(), remarks)
        }
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
        Err(error) => return Err(problem_of(file, error)),
    };
    Ok(json::CheckRecord {
        file: name,
        levels: None,
        ok: faults.is_empty(),
        errors: faults.into_iter().map(json::FaultRecord::from).collect(),
        remarks,
    })
}

/// The faults of a file of Sokoban levels, or of the level that is named.
fn check_levels(levels: &LevelFile) -> Result<json::CheckRecord, Problem> {
    let checked = levels.entries()?;
    let faulty = checked.iter().filter_map(|own| own.level().err());
    let errors: Vec<json::FaultRecord> = faulty
        .map(|error| {
            let (line, column) = error.place.unwrap_or((1, 1));
            json::FaultRecord {
                line,
                column,
                message: error.fault.to_string(),
            }
        })
        .collect();
    Ok(json::CheckRecord {
        file: levels.name.clone(),
        levels: Some(checked.len()),
        ok: errors.is_empty(),
        errors,
        remarks: Vec::new(),
    })
}

/// A line for each fault and remark, and one that counts them.
fn lines_of(record: &json::CheckRecord) -> Vec<String> {
    let name = &record.file;
    let line = |own: &json::FaultRecord, kind: &str| {
        format!("{name}:{}:{}: {kind}{}", own.line, own.column, own.message)
    };
    let faults = record.errors.iter().map(|own| line(own, ""));
    let remarks = record.remarks.iter().map(|own| line(own, "remark: "));
    let mut lines: Vec<String> = faults.chain(remarks).collect();
    let mut counts = match record.errors.len() {
        0 => "no fault found".to_owned(),
        count => counted(count, "fault"),
    };
    if !record.remarks.is_empty() {
        counts += &format!(", {}", counted(record.remarks.len(), "remark"));
    }
    let kind = match record.levels {
        None => String::new(),
        Some(1) => "a Sokoban level, ".to_owned(),
        Some(levels) => format!("{}, ", counted(levels, "Sokoban level")),
    };
    lines.push(format!("{name}: {kind}{counts}"));
    lines
}
