//! `slidewise list`: the built-in puzzles.

use crate::arguments::{ListArgs, ListOrder};
use crate::io::output::{CommandResult, Output};
use slidewise_app::Problem;
use slidewise_puzzle::{Puzzle, builtin};
use slidewise_render::json;

/// The titles of the columns.
const HEADER: [&str; 8] = [
    "name",
    "size",
    "cells",
    "pieces",
    "metric",
    "shortest",
    "published",
    "title",
];
/// The mark of a published length that the known length does not confirm.
const UNCONFIRMED: char = '?';

/// Lists the built-in puzzles.
pub(crate) fn run(args: &ListArgs) -> CommandResult {
    let mut all = builtin::read_all()?;
    let families = families_of(&all);
    if let Some(wanted) = &args.family {
        let has = |family: &str| family.to_lowercase().contains(&wanted.to_lowercase());
        all.retain(|puzzle| has(family_of(puzzle)));
        if all.is_empty() {
            return Err(Problem::no_such_thing(
                format!("no family of built-in puzzles has {wanted:?} in its name"),
                format!("the families are: {}", families.join("; ")),
            ));
        }
    }
    let words = args.words.join(" ");
    all.retain(|puzzle| puzzle.is_found_by(&words));
    if all.is_empty() {
        return Err(Problem::no_such_thing(
            format!("no built-in puzzle has all of these words: {words:?}"),
            "try fewer words; `slidewise list` names all built-in puzzles",
        ));
    }
    match args.sort {
        ListOrder::Family => {}
        ListOrder::Name => all.sort_by(|one, other| one.name.cmp(&other.name)),
        ListOrder::Size => all.sort_by_key(|puzzle| {
            let board = &puzzle.board;
            (board.cell_count(), board.rows(), puzzle.piece_count())
        }),
        ListOrder::Moves => all.sort_by_key(|puzzle| {
            let length = shortest(puzzle).or(published(puzzle));
            (length.is_none(), length)
        }),
    }
    let lines = table(&all, args.sort == ListOrder::Family);
    let puzzles = all.into_iter().map(json::BuiltinRecord::from).collect();
    Ok(Output::new(lines, &json::ListRecord { puzzles }))
}

fn family_of(puzzle: &Puzzle) -> &str {
    puzzle.family.as_deref().unwrap_or_default()
}

fn families_of(all: &[Puzzle]) -> Vec<String> {
    let mut families: Vec<String> = all.iter().map(|own| family_of(own).to_owned()).collect();
    families.dedup();
    families
}

/// The known length of a shortest solution, in the puzzle's customary metric.
fn shortest(puzzle: &Puzzle) -> Option<u64> {
    let shown = &puzzle.presentation;
    shown.shortest_in(shown.metric?)
}

/// The published length of a shortest solution.
fn published(puzzle: &Puzzle) -> Option<u64> {
    let length = puzzle.presentation.published.as_ref()?;
    Some(length.moves)
}

/// The lines of the table; with `headed`, the name of each family stands above its puzzles.
fn table(all: &[Puzzle], headed: bool) -> Vec<String> {
    let rows: Vec<[String; 8]> = all.iter().map(row).collect();
    let mut widths = HEADER.map(str::len);
    for row in &rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = text.chars().count().max(*width);
        }
    }
    let line = |row: &[String; 8]| {
        let [
            name,
            size,
            cells,
            pieces,
            metric,
            shortest,
            published,
            title,
        ] = row;
        let [w0, w1, w2, w3, w4, w5, w6, _] = widths;
        format!(
            "  {name:<w0$}  {size:<w1$}  {cells:>w2$}  {pieces:>w3$}  {metric:<w4$}  \
             {shortest:>w5$}  {published:>w6$}  {title}"
        )
    };
    let mut lines = vec![line(&HEADER.map(str::to_owned))];
    let mut family = None;
    for (puzzle, row) in all.iter().zip(&rows) {
        if headed && family != Some(family_of(puzzle)) {
            family = Some(family_of(puzzle));
            lines.extend([String::new(), family_of(puzzle).to_owned()]);
        }
        lines.push(line(row));
    }
    if rows.iter().any(|row| row[6].ends_with(UNCONFIRMED)) {
        lines.push(String::new());
        lines.push(format!(
            "{UNCONFIRMED} marks a published length that searches of this layout do not confirm"
        ));
    }
    lines
}

/// The columns of a puzzle.
fn row(puzzle: &Puzzle) -> [String; 8] {
    let (board, shown) = (&puzzle.board, &puzzle.presentation);
    let number = |length: Option<u64>| length.map_or("-".to_owned(), |own| own.to_string());
    let published = shown.published.as_ref().map(|length| {
        let unit = if shown.metric == Some(length.metric) {
            String::new()
        } else {
            format!(" {}s", length.metric.name())
        };
        let is_confirmed = shown.shortest_in(length.metric) == Some(length.moves);
        let mark = Some(UNCONFIRMED).filter(|_| !is_confirmed);
        let mark = mark.map(String::from).unwrap_or_default();
        format!("{}{unit}{mark}", length.moves)
    });
    [
        puzzle.name.clone(),
        format!("{} x {}", board.rows(), board.columns()),
        board.cell_count().to_string(),
        puzzle.piece_count().to_string(),
        shown.metric.map_or("-", |metric| metric.name()).to_owned(),
        number(shortest(puzzle)),
        published.unwrap_or("-".to_owned()),
        puzzle.title.clone(),
    ]
}
