//! A board in one field of a record: in a column of a table, or a value in JSON.

use super::board_reader::read_boards;
use super::draft_sink::{DraftSink, Selection};
use super::form::SourceFormat;
use super::import_options::ImportOptions;
use super::table::Table;
use crate::error::{counted, message};
use crate::puzzle_draft::{PlacedRows, PuzzleDraft, SourceFault};
use crate::{rush_hour, token};
use serde_json::Value;

/// The text of a board, and its format.
pub(super) struct FieldBoard {
    text: String,
    form: SourceFormat,
}

impl FieldBoard {
    /// The board that a text is; `None` if it does not read as one.
    ///
    /// A grid needs two rows, because any word could be one row.
    pub(super) fn of_text(text: &str) -> Option<FieldBoard> {
        let board = FieldBoard {
            text: text.to_owned(),
            form: SourceFormat::of(text),
        };
        let is_open = board.form != SourceFormat::Grid || text.trim().contains('\n');
        (is_open && board.draft(|at| at).is_ok()).then_some(board)
    }

    /// The board that a value in JSON is: a text, a list of rows, or rows as lists of cells.
    pub(super) fn of_json(value: &Value) -> Option<FieldBoard> {
        let (text, of_blocks) = texts_of(value)?;
        FieldBoard::of_text(&text).or_else(|| FieldBoard::of_text(&of_blocks?))
    }

    /// The board with a goal, which is a board of the same kind.
    pub(super) fn with_goal(&self, goal: &FieldBoard) -> Option<FieldBoard> {
        FieldBoard::of_text(&format!("{}\n\n{}", self.text, goal.text))
    }

    /// Whether the board is one of Rush Hour in a single line.
    pub(super) fn is_rush_hour_line(&self) -> bool {
        self.form == SourceFormat::Rush
    }

    /// The draft of the board, without a title; `place` maps places in its text to those in the
    /// source.
    pub(super) fn draft(
        &self,
        place: impl Fn(usize) -> usize,
    ) -> Result<PuzzleDraft, Vec<SourceFault>> {
        let mut drafts = Vec::new();
        let mut take = |draft: PuzzleDraft| {
            drafts.push(draft);
            Vec::new()
        };
        let mut sink = DraftSink::new("", None, Selection::All, &mut take);
        let options = ImportOptions::default();
        read_boards(&self.text, self.form, &options, &mut sink);
        let faults = sink.into_faults();
        if !faults.is_empty() {
            let placed = |(at, what)| (place(at), what);
            return Err(faults.into_iter().map(placed).collect());
        }
        let count = drafts.len();
        let (Some(mut draft), 1) = (drafts.pop(), count) else {
            return Err(vec![(
                place(0),
                message("one board", &counted(count, "board")),
            )]);
        };
        let move_rows = |rows: &mut PlacedRows| {
            let words = rows.iter_mut().flatten();
            words.for_each(|word| word.at = place(word.at));
        };
        move_rows(&mut draft.start);
        draft.goals.iter_mut().for_each(move_rows);
        for (at, _) in &mut draft.doubts {
            *at = place(*at);
        }
        draft.title.clear();
        Ok(draft)
    }
}

/// Reads a table with boards in one column, passing each to `sink`.
pub(super) fn read_table(text: &str, sink: &mut DraftSink<'_>) {
    let Some(table) = Table::of(text, SourceFormat::is_field) else {
        return sink.fail([(0, message("a board in one column of each line", "none"))]);
    };
    let [column] = table.columns[..] else {
        let names: Vec<String> = table
            .columns
            .iter()
            .map(|own| (own + 1).to_string())
            .collect();
        let expected = "one column of boards, or one with the name `board` in the first line";
        let found = format!("boards in the columns {}", names.join(" and "));
        return sink.fail([(0, message(expected, &found))]);
    };
    let count = table.records.len();
    let first = table.records.iter().find_map(|record| record.get(column));
    let form = first.map_or(SourceFormat::Grid, |field| SourceFormat::of(field.text));
    let title = (form == SourceFormat::Rush).then_some(rush_hour::TITLE);
    for record in &table.records {
        sink.next_of(count, title, || match record.get(column) {
            Some(field) => {
                let text = field.text.to_owned();
                FieldBoard { text, form }.draft(|at| field.at + at)
            }
            None => {
                let expected = format!("at least {}", counted(column + 1, "field"));
                let found = counted(record.len(), "field");
                Err(vec![(record[0].at, message(&expected, &found))])
            }
        });
    }
}

/// The text of a board that a value in JSON may be; for numbers that are no tiles, also the text in
/// which 0 is an empty cell, as programs keep blocks.
fn texts_of(value: &Value) -> Option<(String, Option<String>)> {
    let rows = match value {
        Value::String(text) => return Some((text.clone(), None)),
        Value::Array(rows) => rows,
        _ => return None,
    };
    if let Some(texts) = rows.iter().map(Value::as_str).collect::<Option<Vec<_>>>() {
        return Some((texts.join("\n"), None));
    }
    let cells_of = |row: &Value| row.as_array()?.iter().map(cell_of).collect();
    let cells: Option<Vec<Vec<String>>> = rows.iter().map(cells_of).collect();
    // A list of numbers is the only row of its board.
    let alone = || Some(vec![rows.iter().map(cell_of).collect::<Option<Vec<_>>>()?]);
    let mut cells = cells.or_else(alone)?;
    let numbers: Option<Vec<usize>> = cells.iter().flatten().map(|own| own.parse().ok()).collect();
    let is_narrow = numbers.is_none() && cells.iter().flatten().all(|own| own.chars().count() == 1);
    let joined = |cells: &[Vec<String>]| {
        let rows = cells
            .iter()
            .map(|row| row.join(if is_narrow { "" } else { " " }));
        rows.collect::<Vec<_>>().join("\n")
    };
    let text = joined(&cells);
    let greatest = |all: &Vec<usize>| all.iter().max().is_some_and(|most| most + 1 < all.len());
    if !numbers.as_ref().is_some_and(greatest) {
        return Some((text, None));
    }
    for cell in cells.iter_mut().flatten().filter(|cell| *cell == "0") {
        token::EMPTY.clone_into(cell);
    }
    Some((text, Some(joined(&cells))))
}

/// The cell that a value in JSON is.
fn cell_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Null => String::new(),
        _ => return None,
    };
    let is_word = !text.contains(char::is_whitespace);
    let empty = token::EMPTY.to_owned();
    is_word.then(|| Some(text).filter(|text| !text.is_empty()).unwrap_or(empty))
}
