//! Requests of the page that plays Sokoban levels: the levels of a text, and what is known of a
//! position.
//!
//! A request contains the level and the steps from its first position, which are made again here:
//! no position is answered that the level does not lead to. No path in it is opened.

use crate::listed_level::{LevelKnowledge, ListedLevel};
use crate::{AnswerError, Desk, Reply};
use serde::{Deserialize, Serialize};
use slidewise_sokoban::{
    Collection, Level, LevelError, Placing, after_step, direction_of, live_cells,
};

/// Greatest number of cells of a level, and of steps in a request: more take long to replay.
const MAX_CELLS: usize = 4096;
const MAX_STEPS: usize = 50_000;

/// The levels of a list.
#[derive(Serialize)]
struct LevelList<'a> {
    levels: &'a [ListedLevel],
}

/// Answers with the levels that the page offers.
pub fn offered_levels(levels: &[ListedLevel]) -> Reply {
    Reply::json(&LevelList { levels })
}

/// A text with levels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextRequest {
    text: String,
}

/// Answers with the levels of a text.
pub(crate) fn read(body: &[u8]) -> Result<Reply, AnswerError> {
    let asked: TextRequest = parsed(body)?;
    let read = Collection::read(asked.text.as_bytes()).map_err(|error| refused(&error))?;
    let levels: Result<Vec<_>, _> = read.entries.iter().map(|own| own.level()).collect();
    let levels = levels.map_err(|error| refused(&error))?;
    let levels: &Vec<_> = &levels.iter().map(ListedLevel::of).collect();
    Ok(Reply::json(&LevelList { levels }))
}

/// A position of a level, by the steps that lead to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelPositionRequest {
    /// The level on one line.
    level: String,
    /// The steps from its first position, as letters.
    #[serde(default)]
    moves: String,
    /// What is wanted besides: `hint` or `solution`.
    want: Option<String>,
}

/// What is known of a position.
#[derive(Serialize)]
struct LevelOutlookRecord {
    /// `ready`, `searching`, `busy` or `too_large`.
    state: &'static str,
    solved: bool,
    /// Whether the level cannot be solved from here; null if that is not known.
    dead: Option<bool>,
    /// The fewest pushes to a solution; null if there is none, or it is not known.
    left: Option<u64>,
    /// The fewest pushes from the level's first position.
    least: Option<u64>,
    /// The steps that were asked for, as letters.
    lurd: Option<String>,
    /// The squares from which a box can never come to a goal, each as row and column, from 0.
    dead_squares: Vec<[usize; 2]>,
}

/// Answers with what is known of a position.
pub(crate) fn look(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let asked: LevelPositionRequest = parsed(body)?;
    let level = Level::read(&asked.level).map_err(|error| refused(&error))?;
    if level.cells() > MAX_CELLS || asked.moves.len() > MAX_STEPS {
        return Err(AnswerError::wrong(
            format!("a level has at most {MAX_CELLS} cells here, and {MAX_STEPS} steps"),
            "`slidewise play LEVEL` plays larger levels in the terminal",
        ));
    }
    let placing = replayed(&level, &asked.moves)?;
    let known = desk.level(&level);
    let is_solved = level.is_solved(&placing);
    let is_live = live_cells(&level);
    let is_stuck = placing
        .boxes
        .iter()
        .any(|&cell| !is_live[usize::from(cell)]);
    let state = match known {
        LevelKnowledge::Busy => "busy",
        LevelKnowledge::Searching => "searching",
        LevelKnowledge::Ready(_) => "ready",
        LevelKnowledge::TooLarge => "too_large",
    };
    let mut record = LevelOutlookRecord {
        state,
        solved: is_solved,
        dead: match (is_solved, is_stuck) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        },
        left: is_solved.then_some(0),
        least: None,
        lurd: None,
        dead_squares: dead_squares(&level, &is_live),
    };
    if let LevelKnowledge::Ready(guide) = known {
        record.left = guide.pushes_left(&placing)?;
        record.least = guide.pushes_left(level.start())?;
        record.dead = Some(record.left.is_none());
        record.lurd = match asked.want.as_deref() {
            None => None,
            Some("hint") => guide.next_push(&placing)?,
            Some("solution") => guide.solution(&placing)?,
            Some(_) => {
                return Err(AnswerError::wrong(
                    "the request wants something else",
                    "set `want` to `hint` or `solution`, or leave it out",
                ));
            }
        };
    }
    Ok(Reply::json(&record))
}

/// The squares that are not live, each as row and column.
fn dead_squares(level: &Level, is_live: &[bool]) -> Vec<[usize; 2]> {
    let dead = (0..).zip(is_live).filter(|&(_, &is_live)| !is_live);
    dead.map(|(cell, _)| level.row_and_column(cell).into())
        .collect()
}

/// The position after steps, given as letters.
fn replayed(level: &Level, moves: &str) -> Result<Placing, AnswerError> {
    let mut placing = level.start().clone();
    for (number, letter) in (1..).zip(moves.chars()) {
        let after =
            direction_of(letter).and_then(|direction| after_step(level, &placing, direction).ok());
        (placing, _) = after.ok_or_else(|| {
            AnswerError::wrong(
                format!("step {number} cannot be made"),
                "send the letters u, d, l, r of steps from the level's first position",
            )
        })?;
    }
    Ok(placing)
}

pub(crate) fn parsed<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, AnswerError> {
    serde_json::from_slice(body).map_err(|error| {
        AnswerError::wrong(
            format!("invalid request: {error}"),
            "send a JSON object as docs/serve.md describes",
        )
        .at(Some(error.line()), Some(error.column()))
    })
}

/// The error of a text that is no level.
pub(crate) fn refused(error: &LevelError) -> AnswerError {
    let (line, column) = error.place.unzip();
    AnswerError::wrong(&error.fault, "docs/sokoban.md describes level files").at(line, column)
}
