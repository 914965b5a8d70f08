//! Puzzles written in other ways, into puzzle files: catalogues in JSON, Rush Hour boards, plain grids.
//!
//! A **catalogue** is a JSON list of puzzles, or an object whose `puzzles` is one. A puzzle is an object with
//! `id` and either `grid` and `goal`, lists of rows, or `board`, the 36 cells of a Rush Hour board. In a grid
//! `#` is a wall, `.` empty, `-` a gate that only the piece `*` may cross, and every other character a piece: all
//! cells with that character. In a goal `.` is anything. Each string of `equiv` holds the letters that may stand
//! for each other. `name`, `family`, `source`, `known`, `check` and `note` go into titles and remarks; other keys
//! are passed over.
//!
//! **Rush Hour** boards stand one a line: the 36 cells, or that and numbers beside it, as in Michael Fogleman's
//! database. A **grid** is a board as in puzzle files; further boards behind empty lines are its goals.
//! Where its start has no `.`, `_` is an empty cell there.
//!
//! It knows how others write puzzles, and leaves to the draft what a puzzle file is.

use super::draft::{Converted, Draft, Rows, SourceFault};
use super::drawing::{Breaks, Drawing, PlacedText, Word};
use super::fault::{Fault, PuzzleError, counted, message, quoted};
use super::file::{MAX_FILE_BYTES, clean_name};
use super::remark::{Placed, RemarkKind};
use super::sheet::{MAX_GOALS, line_and_column};
use super::{Axis, PuzzleRemark, rush, token};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

/// In which way puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A catalogue in JSON.
    Catalogue,
    /// Rush Hour boards, one a line.
    Rush,
    /// A board, then its goals.
    Grid,
}

/// The gate of catalogues, and the piece that may cross it.
const GATE: &str = "-";
const CROSSING: &str = "*";
/// The most characters of a title or remark that is taken over.
const MAX_TEXT: usize = 900;

impl Form {
    /// The form that a text seems to have.
    pub fn of(text: &str) -> Form {
        let text = unmarked(text);
        let mut lines = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .peekable();
        match text.trim_start().chars().next() {
            Some('{' | '[') => Form::Catalogue,
            _ if text.starts_with(rush::PREFIX) => Form::Rush,
            _ if lines.peek().is_some() && lines.all(|line| rush_board(line, 0).is_some()) => {
                Form::Rush
            }
            _ => Form::Grid,
        }
    }
}

/// A text without the byte order mark that some editors write before it.
fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Converts all puzzles of a text. `file` is what errors call the text; its stem names puzzles that have no
/// name of their own.
///
/// # Errors
/// All faults that were found, with line and column, at most [`PuzzleError::MAX_FAULTS`]; of a word `rush:BOARD`
/// given for `file` the first.
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

/// Converts the puzzles of a text one after the other: `take` is given each as soon as it is converted, those before a
/// fault too. Nothing is kept of it but its name.
///
/// # Errors
/// As [`convert`].
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
            wrong.push((at, message("a name of its own for each puzzle", &found)));
        }
        match draft.finish() {
            Ok((mut converted, remarks)) => {
                // Each place is found by counting lines: more than these would take long, and help nobody.
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
        let file = if file.starts_with(rush::PREFIX) {
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
    if file.starts_with(rush::PREFIX)
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

/// A list of puzzles in JSON.
#[derive(Deserialize)]
struct Catalogue<'a> {
    #[serde(borrow)]
    puzzles: Vec<&'a RawValue>,
}

/// A puzzle in JSON.
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
        faults.push((0, message("a list of puzzles", "an empty one")));
    }
    for raw in entries {
        // The raw value is a part of the text: where it begins is told by its address.
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

/// An error of the JSON reader in a part of the text that begins at `at`.
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

/// What the JSON reader tells, in the words of the other faults; `rest` begins where the fault is.
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
        "trailing comma" => "something behind the comma",
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

/// What the JSON reader does not accept; what is rare has its own words.
fn json_found(told: &str) -> &str {
    match told {
        "invalid number" => "a number that JSON does not have",
        "number out of range" => "a number that is too large",
        "invalid escape" => "an escape that JSON does not have",
        _ if told.ends_with("hex escape") => "an escape that is no character",
        "recursion limit exceeded" => "brackets in too many brackets",
        _ if told.starts_with("control character") => "a line break or the like in a text",
        _ => told,
    }
}

/// What the JSON reader calls a thing, in the words of those who write catalogues.
fn json_thing(told: &str) -> String {
    // A text keeps its double quotes, so that it is not taken for what stands in them.
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
                    "the key `grid` or the key `board`",
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

    /// What is known of the puzzle, in words.
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

/// The published figures in words: `81 moves, 25,955 positions`.
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

/// A text that is not too long for a title.
fn shortened(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

fn rows_at(rows: &[String], at: usize) -> Rows {
    let word = |c: char| Word { text: c.into(), at };
    rows.iter()
        .map(|row| row.chars().map(word).collect())
        .collect()
}

/// A name from an entry's number and title: `iba-30-maxi-ma`; where the first ends with a word, it is the name.
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

/// Small letters and digits, `-` between words.
fn slug(text: &str) -> String {
    let text = text.to_lowercase().replace('\'', "");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// The board in a line that holds one, and where: the only word of 36 characters, the others being numbers.
fn rush_board(line: &str, at: usize) -> Option<(&str, usize)> {
    let mut board = None;
    for word in line.split_whitespace() {
        let bare = word.strip_prefix(rush::PREFIX).unwrap_or(word);
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
            let bare = word.strip_prefix(rush::PREFIX).unwrap_or(word);
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

/// The draft of a Rush Hour board that stands at a place; `is_spread`: each cell at a place of its own.
fn rush_draft(board: &str, at: usize, is_spread: bool) -> Result<Draft, SourceFault> {
    let puzzle = rush::read(&format!("{}{board}", rush::PREFIX)).map_err(|error| {
        let fault = &error.faults()[0];
        let before = fault.column.saturating_sub(1 + rush::PREFIX.len());
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
        family: Some(rush::FAMILY.to_owned()),
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

/// The draft of a board and its goals; else what is wrong with it.
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
            // A puzzle file has no more, so that nothing behind is worth reading.
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

/// Makes empty cells of `_` where no cell of a board is `.`, and remarks on the first.
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
