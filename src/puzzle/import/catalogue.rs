//! Catalogues in JSON: lists of puzzles with titles, grids and published figures.

use super::draft_sink::DraftSink;
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

/// Reads a catalogue, passing each puzzle to `sink`.
pub(super) fn catalogue(text: &str, sink: &mut DraftSink<'_>) {
    let is_list = text.trim_start().starts_with('[');
    let read = if is_list {
        serde_json::from_str(text)
    } else {
        serde_json::from_str(text).map(|catalogue: JsonCatalogue<'_>| catalogue.puzzles)
    };
    let entries: Vec<&RawValue> = match read {
        Ok(entries) => entries,
        Err(error) => return sink.fail([json_fault(text, 0, &error)]),
    };
    if entries.is_empty() {
        sink.fail([(0, message("at least one puzzle in the list", "none"))]);
    }
    for raw in entries {
        // `raw` is a slice of `text`, so the difference of their addresses is the offset of `raw`.
        let at = raw.get().as_ptr() as usize - text.as_ptr() as usize;
        match serde_json::from_str::<CataloguePuzzle>(raw.get()) {
            Ok(entry) => {
                let (name, title) = (entry.own_name(sink.stem), entry.title());
                sink.next(&name, Some(&title), || {
                    entry.draft(at).map_err(|wrong| vec![(at, wrong)])
                });
            }
            // The name is unknown, and so is the title.
            Err(error) => sink.next("", Some(""), || Err(vec![json_fault(text, at, &error)])),
        }
    }
}

impl CataloguePuzzle {
    /// The name of the puzzle, made from its id and its title; `stem` if both give none.
    fn own_name(&self, stem: &str) -> String {
        let name = match self.grid {
            Some(_) => entry_name(&self.id, self.name.as_deref().unwrap_or("")),
            None => clean_name(&format!("rush-{}", slug(&self.id))),
        };
        if name.is_empty() {
            return stem.to_owned();
        }
        name
    }

    /// The title of the puzzle: its name in the catalogue, else its id.
    fn title(&self) -> String {
        shortened(self.name.as_deref().unwrap_or(&self.id))
    }

    /// Converts the puzzle to a draft; `at` is the place of the puzzle in the text.
    fn draft(self, at: usize) -> Result<PuzzleDraft, String> {
        let of_entry = |wrong: String| format!("{}: {wrong}", quoted(&self.id));
        let rows = || self.grid.iter().chain(&self.goal).flatten();
        let columns = rows().next().map_or(0, |row| row.chars().count());
        if let Some(row) = rows().find(|row| row.chars().count() != columns) {
            let expected = format!("{} in each row", counted(columns, "cell"));
            return Err(of_entry(message(&expected, &quoted(row))));
        }
        let mut draft = match (&self.grid, &self.board) {
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
                return Err(of_entry(message(
                    "exactly one of the keys `grid` and `board`",
                    "neither or both",
                )));
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
        draft.title = self.title();
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
