//! What a request asks: the puzzle, the metric, a position; read from JSON.
//!
//! A puzzle is named by a built-in name, `tiles:RxC` or `rush:BOARD`, or brought along as text. Nothing here opens a
//! file, whatever the request says.

use super::refusal::Refusal;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use serde::Deserialize;
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle, builtin};

/// The body of a request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The puzzle's name.
    pub name: Option<String>,
    /// Or the text of its file.
    pub text: Option<String>,
    /// `step`, `slide` or `move`; without it, `step`.
    pub metric: Option<String>,
    /// A position; without it, Start.
    pub position: Option<String>,
    /// Where to measure from: `start` or `goal`.
    pub from: Option<String>,
    /// Which goal, counted from 0.
    pub goal: Option<usize>,
    /// The most that are listed.
    pub limit: Option<usize>,
    /// Whether what would take long is left until it is asked for again.
    #[serde(default)]
    pub cautious: bool,
    /// Whether a picture is dark.
    #[serde(default)]
    pub dark: bool,
    /// Whether a plot shows logarithms.
    #[serde(default)]
    pub logarithmic: bool,
}

/// The name at the end of a request's path.
#[derive(Clone, Debug)]
pub struct Named(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Refusal> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(name)) => Ok(Named(name)),
            Err(_) => Err(Refusal::not_found(
                "there is nothing of that name",
                "the catalogue is at /",
            )),
        }
    }
}

impl Asked {
    /// Reads a body.
    pub fn read(body: &[u8]) -> Result<Asked, Refusal> {
        serde_json::from_slice(body).map_err(|error| {
            Refusal::wrong(
                format!("the request is not what it should be: {error}"),
                "send a JSON object with a puzzle's name or text",
            )
            .at(Some(error.line()), Some(error.column()))
        })
    }

    /// The puzzle that is asked for.
    pub fn puzzle(&self) -> Result<Puzzle, Refusal> {
        match (&self.name, &self.text) {
            (Some(name), None) => Ok(Puzzle::named(name)?),
            (None, Some(text)) => Ok(Puzzle::from_toml("drawn", "drawn.toml", text)?),
            _ => Err(Refusal::wrong(
                "the request names no puzzle, or two",
                "send either a puzzle's name or its text",
            )),
        }
    }

    /// Whether the puzzle is one of those built in.
    pub fn is_built_in(&self) -> bool {
        let name = self.name.as_deref();
        name.is_some_and(|name| builtin::find(name).is_some())
    }

    /// The metric.
    pub fn metric(&self) -> Result<Metric, Refusal> {
        let Some(name) = &self.metric else {
            return Ok(Metric::Step);
        };
        let named = Metric::ALL
            .into_iter()
            .find(|metric| metric.name() == name.as_str());
        named.ok_or_else(|| {
            Refusal::wrong(
                "there is no such metric",
                "the metrics are step, slide and move",
            )
        })
    }

    /// The position, Start without one.
    pub fn position(&self, puzzle: &Puzzle) -> Result<Configuration, Refusal> {
        match &self.position {
            Some(text) => Ok(puzzle.read_position(text)?),
            None => Ok(puzzle.start.clone()),
        }
    }
}
