//! `slidewise recount`: compares every figure of Walker's article with the program's.

use crate::arguments::CommonArgs;
use crate::io::input::{open_waiting, read_puzzle_file};
use crate::io::output::{CommandResult, Output, line_width, remark};
use crate::io::setup::threads_of;
use crate::io::signals::stop_flag;
use slidewise_app::Problem;
use slidewise_recount::{FigureValue, Recounted, Recounter, figures};
use slidewise_render::{counted, folded, json, with_commas};
use std::io::IsTerminal;
use std::path::Path;

/// Recounts the figures of the article.
///
/// `quick` leaves out the slow figures; the puzzle files of the folder `puzzles` replace the
/// article's puzzles of the same names.
pub(crate) fn run(common: &CommonArgs, quick: bool, puzzles: Option<&Path>) -> CommandResult {
    let file_of = |name: &str| puzzles.map(|folder| folder.join(format!("{name}.toml")));
    if let Some(folder) = puzzles
        && !figures()
            .iter()
            .any(|figure| file_of(&figure.puzzle).is_some_and(|file| file.exists()))
    {
        return Err(Problem::of_input(
            format!("{} has no puzzle file of the article", folder.display()),
            "name a folder with files such as checkmate.toml; \
             built-in puzzles are used for missing files",
        ));
    }
    let open = |name: &str| match file_of(name).filter(|file| file.exists()) {
        Some(file) => read_puzzle_file(&file),
        None => open_waiting(name),
    };
    let shows_progress = !common.quiet && std::io::stderr().is_terminal();
    let mut desk = Recounter::new(&open, threads_of(common), stop_flag());
    let mut rows: Vec<Recounted> = Vec::new();
    let mut left_out = Vec::new();
    for figure in figures() {
        if quick && figure.slow {
            left_out.push(format!("{}: {}", figure.puzzle, figure.figure));
            continue;
        }
        if shows_progress {
            remark(format!("{}: {}", figure.puzzle, figure.figure));
        }
        rows.push(desk.recount(&figure)?);
    }
    let agreeing = rows.iter().filter(|row| row.agrees).count();
    let mut lines: Vec<String> = rows.iter().flat_map(lines_of).collect();
    for figure in &left_out {
        lines.push(format!("left out, because it takes long: {figure}"));
    }
    lines.push(format!(
        "{agreeing} of {} agree with the article",
        counted(rows.len(), "figure")
    ));
    let record = json::RecountRecord {
        agreeing,
        figures: rows.into_iter().map(record_of).collect(),
        left_out,
    };
    Ok(Output::new(lines, &record))
}

/// The lines of a figure: its name, its value, and its note if there is one.
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

fn for_people(value: &FigureValue) -> String {
    match value {
        FigureValue::Count(count) => with_commas(count),
        FigureValue::Number(number) => with_commas(number),
        FigureValue::Words(words) => words.clone(),
    }
}

fn record_of(row: Recounted) -> json::FigureRecord {
    let record = |value: &FigureValue| match value {
        FigureValue::Number(number) => (*number).into(),
        FigureValue::Count(_) | FigureValue::Words(_) => value.to_string().into(),
    };
    json::FigureRecord {
        document: record(&row.figure.document.like(&row.value)),
        recounted: record(&row.value),
        puzzle: row.figure.puzzle,
        figure: row.figure.figure,
        agrees: row.agrees,
        note: row.figure.note,
    }
}
