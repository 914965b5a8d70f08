//! `slidewise recount`: every figure of Walker's article against the program.

use super::arguments::Common;
use super::output::{Output, line_width, remark};
use super::session::threads_of;
use super::wish::stop_flag;
use super::{CommandResult, Failure};
use crate::recount::{Desk, RecountError, Recounted, Value, figures};
use slidewise_puzzle::Puzzle;
use slidewise_render::{counted, folded, json, with_commas};
use std::io::IsTerminal;
use std::path::Path;

/// Recounts all figures, or those that do not take long; with the puzzle files of a folder, where it has them.
pub fn run(common: &Common, quick: bool, puzzles: Option<&Path>) -> CommandResult {
    let file_of = |name: &str| puzzles.map(|folder| folder.join(format!("{name}.toml")));
    if let Some(folder) = puzzles
        && !figures()
            .iter()
            .any(|figure| file_of(&figure.puzzle).is_some_and(|file| file.exists()))
    {
        return Err(Failure::of_input(
            format!("{} has no puzzle file of the article's", folder.display()),
            "--puzzles DIR wants files such as checkmate.toml; those that it lacks are the built-in ones",
        ));
    }
    let open = |name: &str| match file_of(name).filter(|file| file.exists()) {
        Some(file) => Puzzle::read_file(&file),
        None => Puzzle::open(name),
    };
    let tells = !common.quiet && std::io::stderr().is_terminal();
    let mut desk = Desk::new(&open, threads_of(common), stop_flag());
    let mut rows: Vec<Recounted> = Vec::new();
    let mut left_out = Vec::new();
    for figure in figures() {
        if quick && figure.slow {
            left_out.push(format!("{}: {}", figure.puzzle, figure.figure));
            continue;
        }
        if tells {
            remark(format!("{}: {}", figure.puzzle, figure.figure));
        }
        rows.push(desk.recount(&figure)?);
    }
    let agreeing = rows.iter().filter(|row| row.agrees).count();
    let mut lines: Vec<String> = rows.iter().flat_map(lines_of).collect();
    for figure in &left_out {
        lines.push(format!("left out, since it takes long: {figure}"));
    }
    lines.push(format!(
        "{agreeing} of {} agree with the article",
        counted(rows.len(), "figure")
    ));
    let record = json::Recount {
        agreeing,
        figures: rows.into_iter().map(record_of).collect(),
        left_out,
    };
    Ok(Output::new(lines, &record))
}

/// A figure in a few lines.
fn lines_of(row: &Recounted) -> Vec<String> {
    let figure = &row.figure;
    let (document, found) = (
        for_people(&figure.document.like(&row.value)),
        for_people(&row.value),
    );
    let verdict = if row.agrees {
        format!("  {found}, as the article has it")
    } else {
        format!("  {found}; the article has {document}")
    };
    let mut lines = folded(
        &format!("{}: {}", figure.puzzle, figure.figure),
        line_width(),
        "  ",
    );
    lines.push(verdict);
    if let Some(note) = &figure.note {
        lines.extend(folded(&format!("  {note}"), line_width(), "  "));
    }
    lines.push(String::new());
    lines
}

fn for_people(value: &Value) -> String {
    match value {
        Value::Count(count) => with_commas(count),
        Value::Number(number) => with_commas(number),
        Value::Words(words) => words.clone(),
    }
}

fn record_of(row: Recounted) -> json::Figure {
    let record = |value: &Value| match value {
        Value::Number(number) => (*number).into(),
        Value::Count(_) | Value::Words(_) => value.to_string().into(),
    };
    json::Figure {
        document: record(&row.figure.document.like(&row.value)),
        recounted: record(&row.value),
        puzzle: row.figure.puzzle,
        figure: row.figure.figure,
        agrees: row.agrees,
        note: row.figure.note,
    }
}

impl From<RecountError> for Failure {
    fn from(error: RecountError) -> Failure {
        match error {
            RecountError::Puzzle(error) => error.into(),
            RecountError::Space(error) => error.into(),
            RecountError::Count(error) => error.into(),
            RecountError::Memory(error) => error.into(),
            RecountError::Search(error) => error.into(),
            RecountError::Query(error) => error.into(),
            RecountError::Diameter(error) => error.into(),
            RecountError::Components(error) => error.into(),
            RecountError::Missing { .. } => {
                Failure::of_input(error, "the figures are those of the article's puzzles")
            }
            RecountError::Interrupted => Failure::of_run(error, "nothing is kept; begin again"),
        }
    }
}
