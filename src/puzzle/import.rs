//! Converts puzzles of other formats into puzzle files: JSON catalogues, Rush Hour boards, grids.
//!
//! A **catalogue** is a JSON list of puzzles, or an object with such a list as `puzzles`. A puzzle
//! is an object with `id` and either `grid` and `goal`, lists of rows, or `board`, the 36 cells of
//! a Rush Hour board. In a grid `#` is a wall, `.` an empty cell, `-` a gate that only the piece
//! `*` may cross; every other character is a piece, which consists of all cells with this
//! character. In a goal `.` allows anything. Each string of `equiv` lists letters that are
//! interchangeable. `name`, `family`, `source`, `known`, `check` and `note` become titles and
//! remarks; other keys are ignored.
//!
//! **Rush Hour** boards stand one per line: the 36 cells, alone or beside numbers, as in Michael
//! Fogleman's database.
//!
//! A **grid** is a board as in puzzle files; further boards, separated by empty lines, are its
//! goals. If its start has no `.`, each `_` of the start is an empty cell.
//!
//! This file parses the foreign formats; `draft` writes the puzzle file.

use super::document::{MAX_GOALS, line_and_column};
use super::error::{Fault, PuzzleError, counted, message, quoted};
use super::puzzle_draft::{Converted, Draft, Rows, SourceFault};
use super::puzzle_file::{MAX_FILE_BYTES, clean_name};
use super::remark::{Placed, RemarkKind};
use super::word_grid::{Breaks, Drawing, PlacedText, Word};
use super::{Axis, PuzzleRemark, rush_hour, token};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

/// The format of a text with puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A catalogue in JSON.
    Catalogue,
    /// Rush Hour boards, one per line.
    Rush,
    /// A board, followed by its goals.
    Grid,
}

/// The token of gates in catalogues.
const GATE: &str = "-";
/// The piece of catalogues that may cross gates.
const CROSSING: &str = "*";
/// Titles and remarks are cut to this number of characters.
const MAX_TEXT: usize = 900;

impl Form {
    /// Guesses the format of a text.
    pub fn of(text: &str) -> Form {
        let text = unmarked(text);
        let mut lines = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .peekable();
        match text.trim_start().chars().next() {
            Some('{' | '[') => Form::Catalogue,
            _ if text.starts_with(rush_hour::PREFIX) => Form::Rush,
            _ if lines.peek().is_some() && lines.all(|line| rush_board(line, 0).is_some()) => {
                Form::Rush
            }
            _ => Form::Grid,
        }
    }
}

/// Removes the byte order mark that some editors put at the beginning of a text.
fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Converts all puzzles of a text.
///
/// `file` is the name of the text in error messages; its stem names puzzles that have no name of
/// their own.
///
/// # Errors
/// All faults found, with line and column, at most [`PuzzleError::MAX_FAULTS`]; if `file` is a word
/// `rush:BOARD`, only the first.
///
/// ```
/// use slidewise_puzzle::convert::{Form, convert};
///
/// let text = "AA?\n..?\n\n.AA\n...\n";
/// let puzzle = &convert(text, "pair.txt", Form::of(text))?[0];
/// assert_eq!(puzzle.name, "pair");
/// assert_eq!(puzzle.puzzle.write_position(&puzzle.puzzle.start), "AAB:..B");
/// # Ok::<(), slidewise_puzzle::PuzzleError>(())
/// ```
pub fn convert(text: &str, file: &str, form: Form) -> Result<Vec<Converted>, PuzzleError> {
    let mut all = Vec::new();
    each(text, file, form, &mut |converted| all.push(converted))?;
    Ok(all)
}

/// Converts the puzzles of a text one after the other, passing each to `take` as soon as it is
/// ready.
///
/// `take` also receives the puzzles before a fault. Memory: the text, the names of all puzzles, and
/// one puzzle.
///
/// # Errors
/// Those of [`convert`].
pub fn each(
    text: &str,
    file: &str,
    form: Form,
    take: &mut dyn FnMut(Converted),
) -> Result<(), PuzzleError> {
    let text = unmarked(text);
    let mut faults: Vec<SourceFault> = Vec::new();
    let mut wrong: Vec<SourceFault> = Vec::new();
    let mut names = BTreeSet::new();
    let mut remarks_left = PuzzleError::MAX_FAULTS;
    let mut finish = |draft: Draft| {
        let at = draft
            .start
            .iter()
            .flatten()
            .next()
            .map_or(0, |word| word.at);
        if !names.insert(draft.name.clone()) {
            let found = format!("a second {}", quoted(&draft.name));
            wrong.push((at, message("a different name for each puzzle", &found)));
        }
        match draft.finish() {
            Ok((mut converted, remarks)) => {
                // Finding a place means counting lines, so only the first remarks are kept.
                let remarks = remarks.into_iter().take(remarks_left).map(|(at, kind)| {
                    let (line, column) = line_and_column(text, at);
                    PuzzleRemark { line, column, kind }
                });
                converted.puzzle.remarks = remarks.collect();
                remarks_left -= converted.puzzle.remarks.len();
                take(converted);
            }
            Err(faults) => wrong.extend(faults),
        }
    };
    if text.len() > 64 * MAX_FILE_BYTES {
        let expected = format!("at most {} bytes", 64 * MAX_FILE_BYTES);
        faults.push((0, message(&expected, "more")));
    } else {
        let file = if file.starts_with(rush_hour::PREFIX) {
            "rush-hour"
        } else {
            file
        };
        let stem = std::path::Path::new(file).file_stem();
        let stem = clean_name(&stem.unwrap_or_default().to_string_lossy());
        match form {
            Form::Catalogue => catalogue(text, &stem, &mut faults, &mut finish),
            Form::Rush => rush_hour(text, &stem, &mut faults, &mut finish),
            Form::Grid => faults.extend(grid(text, &stem, &mut finish)),
        }
    }
    faults.append(&mut wrong);
    if faults.is_empty() {
        return Ok(());
    }
    faults.sort();
    faults.dedup();
    faults.truncate(PuzzleError::MAX_FAULTS);
    let mut faults = faults.into_iter().map(|(at, message)| {
        let (line, column) = line_and_column(text, at);
        Fault {
            line,
            column,
            message,
        }
    });
    if file.starts_with(rush_hour::PREFIX)
        && let Some(fault) = faults.next()
    {
        let word = file.to_owned();
        return Err(PuzzleError::Word { word, fault });
    }
    Err(PuzzleError::Faults {
        file: file.to_owned(),
        faults: faults.collect(),
    })
}

/// The top level of a catalogue that is an object.
#[derive(Deserialize)]
struct Catalogue<'a> {
    #[serde(borrow)]
    puzzles: Vec<&'a RawValue>,
}

/// A puzzle of a catalogue.
#[derive(Deserialize)]
struct Entry {
    id: String,
    name: Option<String>,
    family: Option<String>,
    source: Option<Value>,
    grid: Option<Vec<String>>,
    goal: Option<Vec<String>>,
    #[serde(default)]
    equiv: Vec<String>,
    board: Option<String>,
    primary: Option<String>,
    known: Option<BTreeMap<String, Value>>,
    verified: Option<bool>,
    check: Option<String>,
    note: Option<String>,
}

/// Reads a catalogue, passing the draft of each puzzle to `take`.
fn catalogue(text: &str, stem: &str, faults: &mut Vec<SourceFault>, take: &mut dyn FnMut(Draft)) {
    let is_list = text.trim_start().starts_with('[');
    let read = if is_list {
        serde_json::from_str(text)
    } else {
        serde_json::from_str(text).map(|catalogue: Catalogue<'_>| catalogue.puzzles)
    };
    let entries: Vec<&RawValue> = match read {
        Ok(entries) => entries,
        Err(error) => {
            faults.push(json_fault(text, 0, &error));
            return;
        }
    };
    if entries.is_empty() {
        faults.push((0, message("at least one puzzle in the list", "none")));
    }
    for raw in entries {
        // `raw` is a slice of `text`, so the difference of their addresses is its offset.
        let at = raw.get().as_ptr() as usize - text.as_ptr() as usize;
        match serde_json::from_str::<Entry>(raw.get()) {
            Ok(entry) => match entry.draft(at, stem) {
                Ok(draft) => take(draft),
                Err(wrong) => faults.push((at, wrong)),
            },
            Err(error) => faults.push(json_fault(text, at, &error)),
        }
    }
}

/// Locates an error of the JSON parser; `at` is the offset of the parsed part in the text.
fn json_fault(text: &str, at: usize, error: &serde_json::Error) -> SourceFault {
    let part = text.get(at..).unwrap_or("");
    let line_begin: usize = part
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let mut place = (at + line_begin + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    if error.is_eof() {
        place = text.trim_end().len();
    }
    let told = error.to_string();
    let told = told
        .rsplit_once(" at line ")
        .map_or(told.as_str(), |(told, _)| told);
    (place, json_words(error, told, &text[place..]))
}

/// Rewrites a message of the JSON parser in the style of other faults; `rest` begins at the fault.
fn json_words(error: &serde_json::Error, told: &str, rest: &str) -> String {
    if error.is_eof() {
        return message("the rest of the catalogue's JSON", "the end of the text");
    }
    let of_type = told.strip_prefix("invalid type: ");
    if let Some((found, expected)) = of_type.and_then(|told| told.rsplit_once(", expected ")) {
        return message(&json_thing(expected), &json_thing(found));
    }
    if told.starts_with("invalid length ") {
        return message(&json_thing("struct Entry"), &json_thing("sequence"));
    }
    let key = |told: &str| quoted(told.trim_matches('`'));
    if let Some(missing) = told.strip_prefix("missing field ") {
        let expected = format!("the key {} in this object", key(missing));
        return message(&expected, "none");
    }
    if let Some(again) = told.strip_prefix("duplicate field ") {
        let found = format!("a second {}", key(again));
        return message("each key of an object once", &found);
    }
    let expected = match told {
        "expected value" => "a value",
        "expected ident" => "`true`, `false` or `null`",
        "trailing comma" => "another item after the comma",
        "trailing characters" => "nothing more",
        "key must be a string" => "a key in double quotes",
        _ => match told.strip_prefix("expected ") {
            Some(expected) => expected,
            None => return message("a catalogue in JSON", json_found(told)),
        },
    };
    let found: String = rest.chars().take(1).collect();
    message(
        &format!("{expected} in the catalogue's JSON"),
        &quoted(&found),
    )
}

/// Describes text that the JSON parser rejects; unknown messages are kept.
fn json_found(told: &str) -> &str {
    match told {
        "invalid number" => "a number that is not valid in JSON",
        "number out of range" => "a number that is too large",
        "invalid escape" => "an escape that is not valid in JSON",
        _ if told.ends_with("hex escape") => "an escape that stands for no character",
        "recursion limit exceeded" => "brackets nested too deeply",
        _ if told.starts_with("control character") => "a line break or control code in a text",
        _ => told,
    }
}

/// Translates a type name of the JSON parser for authors of catalogues.
fn json_thing(told: &str) -> String {
    // The double quotes show that a value was text: `"3"` is not the number 3.
    let value = |kind: &str| {
        let value = told.strip_prefix(kind)?.trim_matches('`');
        Some(quoted(value))
    };
    match told {
        "a sequence" | "sequence" => "a list in `[` and `]`".to_owned(),
        "a map" | "map" => "an object in `{` and `}`".to_owned(),
        "a string" => "a text in double quotes".to_owned(),
        "a boolean" => "`true` or `false`".to_owned(),
        "struct Entry" => "a puzzle in `{` and `}`".to_owned(),
        "struct Catalogue" => "a list of puzzles, or an object with one as `puzzles`".to_owned(),
        "null" => "`null`".to_owned(),
        _ => ["integer ", "floating point ", "boolean ", "string "]
            .into_iter()
            .find_map(value)
            .unwrap_or_else(|| told.to_owned()),
    }
}

impl Entry {
    /// Turns the entry into a draft; `at` is its offset in the text, `stem` the fallback name.
    fn draft(self, at: usize, stem: &str) -> Result<Draft, String> {
        let of_entry = |wrong: String| format!("{}: {wrong}", quoted(&self.id));
        let rows = || self.grid.iter().chain(&self.goal).flatten();
        let columns = rows().next().map_or(0, |row| row.chars().count());
        if let Some(row) = rows().find(|row| row.chars().count() != columns) {
            let expected = format!("{} in each row", counted(columns, "cell"));
            return Err(of_entry(message(&expected, &quoted(row))));
        }
        let mut draft = match (&self.grid, &self.board) {
            (Some(grid), None) => Draft {
                name: entry_name(&self.id, self.name.as_deref().unwrap_or("")),
                start: rows_at(grid, at),
                goals: self.goal.iter().map(|goal| rows_at(goal, at)).collect(),
                alike: self
                    .equiv
                    .iter()
                    .map(|letters| letters.chars().map(String::from).collect())
                    .collect(),
                ..Draft::default()
            },
            (None, Some(board)) => {
                let mut draft =
                    rush_draft(board, at, false).map_err(|(_, wrong)| of_entry(wrong))?;
                draft.name = clean_name(&format!("rush-{}", slug(&self.id)));
                let goal_car = draft.goals[0]
                    .iter()
                    .flatten()
                    .find(|word| !matches!(word.text.as_str(), token::EMPTY | token::WALL));
                let primary = self.primary.as_deref();
                if let Some(found) =
                    goal_car.filter(|car| primary.is_some_and(|own| own != car.text))
                {
                    let expected = format!("the goal car {}", quoted(primary.unwrap_or("")));
                    return Err(of_entry(message(&expected, &quoted(&found.text))));
                }
                draft
            }
            _ => {
                return Err(of_entry(message(
                    "exactly one of the keys `grid` and `board`",
                    "none or both",
                )));
            }
        };
        if draft.name.is_empty() {
            draft.name = stem.to_owned();
        }
        if draft.start.iter().flatten().any(|word| word.text == GATE) {
            let has_crossing = draft
                .start
                .iter()
                .flatten()
                .any(|word| word.text == CROSSING);
            let open_to = has_crossing.then(|| CROSSING.to_owned());
            draft
                .gates
                .push((GATE.to_owned(), open_to.into_iter().collect()));
        }
        draft.remarks = self.remarks();
        draft.title = shortened(self.name.as_deref().unwrap_or(&self.id));
        draft.family = self.family.as_deref().map(shortened).or(draft.family);
        draft.source = self.source.as_ref().and_then(Value::as_str).map(shortened);
        Ok(draft)
    }

    /// Published figures, doubts and notes, as sentences for the head of the puzzle file.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let published = self.known.as_ref().map(published).unwrap_or_default();
        if !published.is_empty() {
            remarks.push(format!("Published: {published}."));
        }
        if self.verified == Some(false)
            && let Some(check) = &self.check
        {
            remarks.push(format!("Not confirmed: {}.", shortened(check)));
        }
        if let Some(note) = self.note.as_deref().filter(|note| !note.is_empty()) {
            remarks.push(format!("Note: {}.", shortened(note)));
        }
        remarks
    }
}

/// Lists published figures in words, such as `81 moves, 25,955 positions`.
fn published(known: &BTreeMap<String, Value>) -> String {
    let also = known.get("also").and_then(Value::as_object);
    let metric = known
        .get("metric")
        .and_then(Value::as_str)
        .unwrap_or("move");
    let first = known.get("value").map(|value| (metric, value));
    let moves = known.get("moves").map(|value| ("move", value));
    let cluster = known.get("cluster_size").map(|value| ("states", value));
    let rest = also
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.as_str(), value));
    let words: Vec<String> = first
        .into_iter()
        .chain(moves)
        .chain(rest)
        .chain(cluster)
        .filter_map(|(what, value)| {
            let number = value.as_i64()?;
            let thing = match what {
                "unit" => "steps",
                "slide" => "slides",
                "states" => "positions",
                _ => "moves",
            };
            Some(match number {
                ..0 => "no solution".to_owned(),
                _ => format!("{number} {thing}"),
            })
        })
        .collect();
    words.join(", ")
}

/// Cuts a text to the length of a title.
fn shortened(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

/// Splits rows into words of one character, all with the place `at`.
fn rows_at(rows: &[String], at: usize) -> Rows {
    let word = |c: char| Word { text: c.into(), at };
    rows.iter()
        .map(|row| row.chars().map(word).collect())
        .collect()
}

/// Builds a name such as `iba-30-maxi-ma` from id and title; an id that ends in a word is the name.
fn entry_name(id: &str, title: &str) -> String {
    let last = id.rsplit('-').next().unwrap_or("");
    let ends_with_number = !last.is_empty() && last.bytes().all(|c| c.is_ascii_digit());
    let id = slug(id);
    let title = title.split(" (").next().unwrap_or("");
    let title = slug(title.split(", ").next().unwrap_or(""));
    let has_words = title.bytes().any(|c| c.is_ascii_alphabetic());
    if has_words && ends_with_number {
        clean_name(&format!("{id}-{title}"))
    } else {
        clean_name(&id)
    }
}

/// Reduces a text to lower-case words of letters and digits, joined by `-`.
fn slug(text: &str) -> String {
    let text = text.to_lowercase().replace('\'', "");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Finds the board in a line, and its offset: the only word of 36 cells, all other words being
/// numbers.
fn rush_board(line: &str, at: usize) -> Option<(&str, usize)> {
    let mut board = None;
    for word in line.split_whitespace() {
        let bare = word.strip_prefix(rush_hour::PREFIX).unwrap_or(word);
        if bare.len() == 36 && bare.bytes().all(|c| c == b'.' || c.is_ascii_alphabetic()) {
            if board.is_some() {
                return None;
            }
            let before = bare.as_ptr() as usize - line.as_ptr() as usize;
            board = Some((bare, at + before));
        } else if !word.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
    }
    board
}

/// Reads Rush Hour boards, passing the draft of each to `take`.
fn rush_hour(text: &str, stem: &str, faults: &mut Vec<SourceFault>, take: &mut dyn FnMut(Draft)) {
    let is_board = |line: &&str| !line.trim().is_empty();
    let boards = text.lines().filter(is_board).count();
    if boards == 0 {
        faults.push((0, message("a board of 36 cells in each line", "none")));
    }
    let digits = boards.to_string().len();
    let mut number = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let begin = at;
        at += line.len();
        if !is_board(&line) {
            continue;
        }
        number += 1;
        let (board, place) = rush_board(line, begin).unwrap_or_else(|| {
            let word = line.split_whitespace().next().unwrap_or("");
            let bare = word.strip_prefix(rush_hour::PREFIX).unwrap_or(word);
            (
                bare,
                begin + (bare.as_ptr() as usize - line.as_ptr() as usize),
            )
        });
        match rush_draft(board, place, true) {
            Ok(draft) => take(match boards {
                1 => Draft {
                    name: stem.to_owned(),
                    title: "Rush Hour board".to_owned(),
                    ..draft
                },
                _ => Draft {
                    name: clean_name(&format!("{stem}-{number:0digits$}")),
                    title: format!("Rush Hour board {number}"),
                    ..draft
                },
            }),
            Err(wrong) => faults.push(wrong),
        }
    }
}

/// The draft of one Rush Hour board; `is_spread` gives each cell its own place instead of the
/// board's.
fn rush_draft(board: &str, at: usize, is_spread: bool) -> Result<Draft, SourceFault> {
    let puzzle = rush_hour::read(&format!("{}{board}", rush_hour::PREFIX)).map_err(|error| {
        let fault = &error.faults()[0];
        let before = fault.column.saturating_sub(1 + rush_hour::PREFIX.len());
        let place = if is_spread { at + before } else { at };
        (place, fault.message.clone())
    })?;
    let placed = |text: String| -> Rows {
        let mut number = 0;
        let mut word = |c: char| {
            number += 1;
            Word {
                text: c.into(),
                at: if is_spread { at + number - 1 } else { at },
            }
        };
        text.split(':')
            .map(|row| row.chars().map(&mut word).collect())
            .collect()
    };
    let of_axis = |axis: Axis| -> Vec<String> {
        let classes = puzzle.classes.iter().filter(|class| class.axis == axis);
        classes.flat_map(|class| class.labels.clone()).collect()
    };
    Ok(Draft {
        family: Some(rush_hour::FAMILY.to_owned()),
        start: placed(puzzle.write_position(&puzzle.start)),
        goals: puzzle
            .goals
            .iter()
            .map(|goal| placed(puzzle.write_goal(goal)))
            .collect(),
        horizontal: of_axis(Axis::Horizontal),
        vertical: of_axis(Axis::Vertical),
        ..Draft::default()
    })
}

/// Reads a board and its goals, passes their draft to `take`, and returns the faults.
fn grid(text: &str, stem: &str, take: &mut dyn FnMut(Draft)) -> Vec<SourceFault> {
    let mut blocks: Vec<PlacedText> = Vec::new();
    let mut at = 0;
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        let chars = line.char_indices().map(|(before, c)| (c, at + before));
        let chars: PlacedText = chars.filter(|&(c, _)| c != '\u{feff}').collect();
        at += line.len();
        if chars.iter().all(|&(c, _)| c.is_whitespace()) {
            is_inside = false;
            continue;
        }
        if !is_inside && blocks.len() > MAX_GOALS {
            // A puzzle file cannot hold more goals, so the rest need not be read.
            let expected = format!("a board and at most {MAX_GOALS} goals");
            return vec![(chars[0].1, message(&expected, "one more"))];
        }
        match blocks.last_mut() {
            Some(block) if is_inside => block.extend(chars),
            _ => blocks.push(chars),
        }
        is_inside = true;
    }
    let mut size = None;
    let mut boards: Vec<Rows> = Vec::new();
    for block in &blocks {
        match Drawing::read(block, Breaks::Lines, size) {
            Ok(drawing) => {
                let columns = drawing.rows.first().map_or(0, Vec::len);
                size = size.or(Some((drawing.rows.len(), columns)));
                boards.push(drawing.rows);
            }
            Err(wrong) => {
                let place = |at| if at == 0 { block[0].1 } else { at };
                let wrong = wrong.into_iter();
                return wrong
                    .map(|w| (place(w.at), message(&w.expected, &w.found)))
                    .collect();
            }
        }
    }
    let mut boards = boards.into_iter();
    let Some(mut start) = boards.next() else {
        return vec![(0, message("a board", "nothing"))];
    };
    let doubts = empty_underscores(&mut start);
    take(Draft {
        doubts,
        name: stem.to_owned(),
        title: stem.to_owned(),
        start,
        goals: boards.collect(),
        ..Draft::default()
    });
    Vec::new()
}

/// Replaces `_` by `.` on a board without `.`, and returns a remark on the first one.
fn empty_underscores(board: &mut Rows) -> Vec<Placed> {
    if board.iter().flatten().any(|word| word.text == token::EMPTY) {
        return Vec::new();
    }
    let mut first = None;
    let words = board.iter_mut().flatten();
    for word in words.filter(|word| word.text == token::MUST_BE_EMPTY) {
        word.text = token::EMPTY.to_owned();
        first = first.or(Some((word.at, RemarkKind::Underscore)));
    }
    first.into_iter().collect()
}
