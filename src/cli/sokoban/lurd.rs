//! `slidewise replay LEVEL SOLUTION`: whether a solution in letters solves a level.

use super::records::LurdRecord;
use super::searches::counted_in;
use crate::arguments::ReplayArgs;
use crate::io::output::{CommandResult, Output};
use crate::io::piped::piped;
use crate::io::wait::waiting;
use slidewise_app::{NamedLevel, Problem};
use slidewise_puzzle::read_file_within;
use slidewise_render::counted;
use slidewise_sokoban::{decoded, read_lurd, replay_lurd};
use std::io;

/// Most bytes of the file of a solution: letters of the most steps that a solution may have.
const MAX_BYTES: usize = 16 << 20;

/// Replays the solution.
pub(crate) fn run(args: &ReplayArgs, named: &NamedLevel) -> CommandResult {
    let Some(file) = &args.solution else {
        return Err(Problem::of_input(
            "a level needs a solution to replay",
            "add the file of the solution, or - for standard input: letters u, d, l, r",
        ));
    };
    let shown = file.display().to_string();
    let bytes = match piped(&shown) {
        Some(read) => read.map(|bytes| bytes.to_vec()).map_err(io::Error::from),
        None => waiting(|| read_file_within(file, MAX_BYTES)),
    };
    let bytes = bytes.map_err(|error| {
        Problem::of_input(
            format!("{shown} cannot be read: {error}"),
            "name a file with the letters of a solution, or - for standard input",
        )
        .about(&shown)
    })?;
    let moves = decoded(&bytes).and_then(|text| read_lurd(&text));
    let moves = moves.map_err(|error| Problem::of_level(&shown, &error))?;
    let rows = named.level.rows_of(named.level.start(), ' ');
    let replayed = replay_lurd(&rows, &moves);
    let problem = match &replayed {
        Ok(end) if end.is_solved => None,
        Ok(_) => Some("the level is not solved at the end".to_owned()),
        Err(fault) => Some(fault.to_string()),
    };
    let ends = replayed.as_ref().ok();
    let record = LurdRecord {
        puzzle: named.name.clone(),
        file: shown.clone(),
        ok: problem.is_none(),
        pushes: ends.map_or(0, |end| end.pushes),
        steps: ends.map_or(0, |end| end.steps),
        solved: ends.is_some_and(|end| end.is_solved),
        problem,
    };
    let line = match &record.problem {
        Some(problem) => format!("{shown}: {problem}"),
        None => {
            let pushes = counted_in(record.pushes, "push");
            let steps = counted(record.steps, "step");
            format!("{shown}: {pushes}, {steps}, solves {}", named.name)
        }
    };
    let code = u8::from(!record.ok);
    Ok(Output::new(vec![line], &record).with_code(code))
}
