//! Catalogues in JSON: lists of puzzles with titles, grids and published figures.

use super::draft_sink::{DraftSink, numbered_name};
use super::field_board::FieldBoard;
use super::json_error::json_fault;
use super::rush_hour_lines::rush_draft;
use crate::error::{counted, message, quoted};
use crate::puzzle_draft::{PlacedRows, PuzzleDraft};
use crate::puzzle_file::clean_name;
use crate::token;
use crate::word_grid::PlacedWord;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The token of a gate in catalogues.
const GATE: &str = "-";
/// The token, in catalogues, of the only piece that may stand on gates.
const CROSSING: &str = "*";
/// The keys of a goal in objects that name their boards as they like.
const GOAL_KEYS: [&str; 4] = ["goal", "target", "end", "final"];
/// Titles and remarks are cut to this number of characters.
const MAX_TEXT: usize = 900;

/// The top level of a catalogue in the form of a JSON object.
#[derive(Deserialize)]
#[serde(expecting = "a list of puzzles, or an object with such a list as `puzzles`")]
struct JsonCatalogue<'a> {
    #[serde(borrow)]
    puzzles: Vec<&'a RawValue>,
}

/// A puzzle of a catalogue.
#[derive(Deserialize)]
#[serde(expecting = "a puzzle in `{` and `}`")]
struct CataloguePuzzle {
    id: Option<Value>,
    #[serde(alias = "title")]
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
    /// The board under another key than `grid` and `board`.
    #[serde(skip)]
    other_board: Option<FieldBoard>,
}

/// Reads a catalogue, passing each puzzle to `sink`.
pub(super) fn catalogue(text: &str, sink: &mut DraftSink<'_>) {
    let entries = match entries_of(text) {
        Ok(entries) => entries,
        Err(error) => return sink.fail([json_fault(text, 0, &error)]),
    };
    if entries.is_empty() {
        sink.fail([(0, message("at least one puzzle in the list", "none"))]);
    }
    let count = entries.len();
    for raw in entries {
        // `raw` is a slice of `text`, so the difference of their addresses is the offset of `raw`.
        let at = raw.get().as_ptr() as usize - text.as_ptr() as usize;
        match serde_json::from_str::<CataloguePuzzle>(raw.get()) {
            Ok(mut entry) => {
                if entry.grid.is_none() && entry.board.is_none() {
                    entry.other_board = board_of(raw);
                }
                let name = entry.own_name(|| match count {
                    1 => sink.stem.to_owned(),
                    _ => numbered_name(sink.stem, sink.count + 1, count),
                });
                let title = entry.title().unwrap_or_else(|| name.clone());
                sink.next(&name, Some(&title), || {
                    entry.draft(at).map_err(|wrong| vec![(at, wrong)])
                });
            }
            Err(error) => match board_of(raw) {
                Some(board) => sink.next_of(count, None, || board.draft(|_| at)),
                // The name is unknown, and so is the title.
                None => sink.next("", Some(""), || Err(vec![json_fault(text, at, &error)])),
            },
        }
    }
}

/// The values in JSON that hold one puzzle each.
///
/// They are the values of JSON lines; else the elements of a list, alone or under a key; else the
/// whole text.
fn entries_of(text: &str) -> Result<Vec<&RawValue>, serde_json::Error> {
    let error = match serde_json::from_str::<&RawValue>(text) {
        Ok(whole) => return entries_within(whole),
        // As a list, the text has the plainer faults.
        Err(error) => match serde_json::from_str::<Vec<&RawValue>>(text) {
            Err(plainer) if text.trim_start().starts_with('[') => plainer,
            _ => error,
        },
    };
    let mut values = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter() {
        match value {
            Ok(value) => values.push(value),
            Err(_) if values.len() < 2 => return Err(error),
            Err(error) => return Err(error),
        }
    }
    Ok(values)
}

fn entries_within(whole: &RawValue) -> Result<Vec<&RawValue>, serde_json::Error> {
    let text = whole.get();
    if text.starts_with('[') {
        let elements: Vec<&RawValue> = serde_json::from_str(text)?;
        let is_of_objects = elements.iter().any(|own| own.get().starts_with('{'));
        let is_board = !is_of_objects && board_of(whole).is_some();
        return Ok(if is_board { vec![whole] } else { elements });
    }
    let error = match serde_json::from_str::<JsonCatalogue<'_>>(text) {
        Ok(catalogue) => return Ok(catalogue.puzzles),
        Err(error) => error,
    };
    let keys: BTreeMap<String, &RawValue> = serde_json::from_str(text).unwrap_or_default();
    if ["grid", "board"].iter().any(|key| keys.contains_key(*key)) || board_of(whole).is_some() {
        return Ok(vec![whole]);
    }
    let is_puzzle = |own: &&RawValue| own.get().starts_with('{') || board_of(own).is_some();
    let lists = keys.values().filter_map(|own| {
        let elements: Vec<&RawValue> = serde_json::from_str(own.get()).ok()?;
        (!elements.is_empty() && elements.iter().all(is_puzzle)).then_some(elements)
    });
    match &mut lists.collect::<Vec<_>>()[..] {
        [only] => Ok(std::mem::take(only)),
        _ => Err(error),
    }
}

/// The board that a value in JSON is, or that it has under one of its keys.
///
/// Beside it, a board under the key of a goal is its goal.
fn board_of(raw: &RawValue) -> Option<FieldBoard> {
    let value: Value = serde_json::from_str(raw.get()).ok()?;
    let Some(keys) = value.as_object() else {
        return FieldBoard::of_json(&value);
    };
    let boards = keys
        .iter()
        .filter_map(|(key, value)| Some((key, FieldBoard::of_json(value)?)));
    let (goals, mut starts): (Vec<_>, Vec<_>) =
        boards.partition(|(key, _)| GOAL_KEYS.contains(&key.as_str()));
    match (&starts[..], &goals[..]) {
        ([_], []) => starts.pop().map(|(_, board)| board),
        ([(_, start)], [(_, goal)]) => start.with_goal(goal),
        _ => None,
    }
}

impl CataloguePuzzle {
    /// The id as a text, if the entry has one.
    fn own_id(&self) -> Option<String> {
        match self.id.as_ref()? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// The name of the puzzle, made from its id and its title; `other` if both give none.
    fn own_name(&self, other: impl FnOnce() -> String) -> String {
        let id = self.own_id().unwrap_or_default();
        let name = match (&self.grid, &self.board) {
            (None, Some(_)) => clean_name(&format!("rush-{}", slug(&id))),
            _ => entry_name(&id, self.name.as_deref().unwrap_or("")),
        };
        if id.is_empty() || name.is_empty() {
            return other();
        }
        name
    }

    /// The title of the puzzle: its name in the catalogue, else its id.
    fn title(&self) -> Option<String> {
        let name = self.name.clone().or_else(|| self.own_id());
        name.map(|name| shortened(&name))
    }

    /// Converts the puzzle to a draft; `at` is the place of the puzzle in the text.
    fn draft(self, at: usize) -> Result<PuzzleDraft, String> {
        let of_entry = |wrong: String| match self.own_id() {
            Some(id) => format!("{}: {wrong}", quoted(&id)),
            None => wrong,
        };
        let rows = || self.grid.iter().chain(&self.goal).flatten();
        let columns = rows().next().map_or(0, |row| row.chars().count());
        if let Some(row) = rows().find(|row| row.chars().count() != columns) {
            let expected = format!("{} in each row", counted(columns, "cell"));
            return Err(of_entry(message(&expected, &quoted(row))));
        }
        let in_line = self.board.as_deref().and_then(FieldBoard::of_text);
        let other = in_line.filter(|own| !own.is_rush_hour_line());
        let other = other.as_ref().or(self.other_board.as_ref());
        let of_board = |own: &FieldBoard| own.draft(|_| at).map_err(|mut all| all.remove(0).1);
        let mut draft = match (&self.grid, &self.board) {
            (None, _) if other.is_some() => other.map_or(Ok(PuzzleDraft::default()), of_board)?,
            (Some(grid), None) => PuzzleDraft {
                start: rows_at(grid, at),
                goals: self.goal.iter().map(|goal| rows_at(goal, at)).collect(),
                alike: self
                    .equiv
                    .iter()
                    .map(|letters| letters.chars().map(String::from).collect())
                    .collect(),
                ..PuzzleDraft::default()
            },
            (None, Some(board)) => {
                let draft = rush_draft(board, at, false).map_err(|(_, wrong)| of_entry(wrong))?;
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
                let expected = "a board under exactly one key, such as `grid` or `board`";
                return Err(of_entry(message(expected, "none or several")));
            }
        };
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
        draft.title = self.title().unwrap_or_default();
        draft.family = self.family.as_deref().map(shortened).or(draft.family);
        draft.source = self.source.as_ref().and_then(Value::as_str).map(shortened);
        Ok(draft)
    }

    /// Sentences for comments at the head of the puzzle file: published figures, doubts about these
    /// figures, and notes.
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

/// Cuts a text to [`MAX_TEXT`] characters.
fn shortened(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

/// Splits rows into words of one character, all with the place `at`.
fn rows_at(rows: &[String], at: usize) -> PlacedRows {
    let word = |c: char| PlacedWord { text: c.into(), at };
    rows.iter()
        .map(|row| row.chars().map(word).collect())
        .collect()
}

/// Builds a puzzle's name, such as `iba-30-maxi-ma`, from its id (`iba-30`) and its title.
///
/// If the id does not end in a number, or the title has no letters, the name consists of the id
/// alone.
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
