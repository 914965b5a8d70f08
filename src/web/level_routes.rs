//! Requests of the page that plays Sokoban levels: the levels of a text, and what is known of a
//! position.
//!
//! A request contains the level and the steps from its first position, which are made again here:
//! no position is answered that the level does not lead to. No path in it is opened.

use super::assets::page;
use super::blocking::run_blocking;
use super::error::WebError;
use super::level_guides::{LevelGuides, LevelKnowledge};
use super::response::json;
use super::settings::{ServedLevel, ServerSettings};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use slidewise_sokoban::{
    Collection, Level, LevelError, Placing, after_step, direction_of, live_cells,
};
use std::sync::Arc;

/// Greatest number of cells of a level, and of steps in a request: more take long to replay.
const MAX_CELLS: usize = 4096;
const MAX_STEPS: usize = 50_000;

/// The levels that the server was started with, and those that it has explored.
#[derive(Debug)]
pub(crate) struct Levels {
    settings: ServerSettings,
    guides: LevelGuides,
}

impl Levels {
    pub(crate) fn new(settings: ServerSettings) -> Levels {
        Levels {
            settings,
            guides: LevelGuides::default(),
        }
    }

    /// Stops all explorations.
    pub(crate) fn close(&self) {
        self.guides.close();
    }
}

/// The routes of the page.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(levels: Arc<Levels>) -> Router<S> {
    Router::new()
        .route("/level", get(|| page("level.html")))
        .route("/api/levels", get(served).post(read))
        .route("/api/level", post(look))
        .with_state(levels)
}

/// The levels of a list.
#[derive(Serialize)]
struct LevelList<'a> {
    levels: &'a [ServedLevel],
}

/// Responds with the levels that the server was started with.
async fn served(State(levels): State<Arc<Levels>>) -> Response {
    let levels = &levels.settings.levels;
    json(&LevelList { levels })
}

/// A text with levels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextRequest {
    text: String,
}

/// Responds with the levels of a text.
async fn read(body: Bytes) -> Result<Response, WebError> {
    let levels = run_blocking(move || {
        let asked: TextRequest = parsed(&body)?;
        let read = Collection::read(asked.text.as_bytes()).map_err(|error| refused(&error))?;
        let levels: Result<Vec<_>, _> = read.entries.iter().map(|own| own.level()).collect();
        let levels = levels.map_err(|error| refused(&error))?;
        Ok(levels.iter().map(ServedLevel::of).collect::<Vec<_>>())
    });
    let levels = &levels.await?;
    Ok(json(&LevelList { levels }))
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
}

/// Responds with what is known of a position.
async fn look(State(levels): State<Arc<Levels>>, body: Bytes) -> Result<Response, WebError> {
    let record = run_blocking(move || {
        let asked: LevelPositionRequest = parsed(&body)?;
        let level = Level::read(&asked.level).map_err(|error| refused(&error))?;
        if level.cells() > MAX_CELLS || asked.moves.len() > MAX_STEPS {
            return Err(WebError::wrong(
                format!("a level has at most {MAX_CELLS} cells here, and {MAX_STEPS} steps"),
                "`slidewise play LEVEL` plays larger levels in the terminal",
            ));
        }
        let placing = replayed(&level, &asked.moves)?;
        let known = levels.guides.of(&level, &levels.settings);
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
                    return Err(WebError::wrong(
                        "the request wants something else",
                        "set `want` to `hint` or `solution`, or leave it out",
                    ));
                }
            };
        }
        Ok(record)
    });
    Ok(json(&record.await?))
}

/// The position after steps, given as letters.
fn replayed(level: &Level, moves: &str) -> Result<Placing, WebError> {
    let mut placing = level.start().clone();
    for (number, letter) in (1..).zip(moves.chars()) {
        let after =
            direction_of(letter).and_then(|direction| after_step(level, &placing, direction).ok());
        (placing, _) = after.ok_or_else(|| {
            WebError::wrong(
                format!("step {number} cannot be made"),
                "send the letters u, d, l, r of steps from the level's first position",
            )
        })?;
    }
    Ok(placing)
}

fn parsed<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, WebError> {
    serde_json::from_slice(body).map_err(|error| {
        WebError::wrong(
            format!("invalid request: {error}"),
            "send a JSON object as docs/serve.md describes",
        )
        .at(Some(error.line()), Some(error.column()))
    })
}

/// The error of a text that is no level.
fn refused(error: &LevelError) -> WebError {
    let (line, column) = error.place.unzip();
    WebError::wrong(&error.fault, "docs/sokoban.md describes level files").at(line, column)
}
