//! The contents of a request, parsed from JSON: the puzzle, the metric, a position and options.
//!
//! A request gives a built-in name, `tiles:RxC` or `rush:BOARD`, or contains the text of a puzzle
//! file. No function of this module opens a file, whatever the request contains.

use crate::AnswerError;
use serde::Deserialize;
use slidewise_engine::graph::Metric;
use slidewise_layout::{LayoutKind, LayoutRequest};
use slidewise_puzzle::import::SourceFormat;
use slidewise_puzzle::{Configuration, Puzzle, builtin};

/// The body of a request, parsed from JSON.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRequest {
    /// The name of a puzzle; must not occur together with `text`.
    pub name: Option<String>,
    /// The text of a puzzle file, or of a board of numbered tiles; must not occur together with
    /// `name`.
    pub text: Option<String>,
    /// The goal, as a position or the name of a usual order of numbered tiles: `last`, `first` or
    /// `snail`; defaults to the goals of the puzzle.
    pub to: Option<String>,
    /// Name of the metric, `step`, `slide`, `move` or `line`; defaults to `step`.
    pub metric: Option<String>,
    /// A position as text; defaults to Start.
    pub position: Option<String>,
    /// Sources from which listed positions are farthest: `start` or `goal`; defaults to `start`.
    pub from: Option<String>,
    /// Index of the goal to draw, from 0.
    pub goal: Option<usize>,
    /// Greatest number of positions to list.
    pub limit: Option<usize>,
    /// Distance of a position that is drawn at random.
    pub distance: Option<u64>,
    /// Number of steps of a random walk.
    pub steps: Option<u64>,
    /// Whether to start an exploration only if it is quick.
    #[serde(default)]
    pub cautious: bool,
    /// Whether to use the dark theme for a picture.
    #[serde(default)]
    pub dark: bool,
    /// Whether to use a logarithmic scale for a plot.
    #[serde(default)]
    pub logarithmic: bool,
    /// What the places of a drawn state graph show: `distances` or `tree`; defaults to `distances`.
    pub layout: Option<String>,
    /// Number of dimensions of a drawn state graph, 2 or 3; defaults to 2.
    pub dimensions: Option<usize>,
}

/// The layout with a name and a number of dimensions, by distances and in the plane if they are
/// absent.
pub(crate) fn layout_request(
    name: Option<&str>,
    dimensions: Option<usize>,
) -> Result<LayoutRequest, AnswerError> {
    let kind = name.map_or(Some(LayoutKind::default()), LayoutKind::named);
    let kind =
        kind.ok_or_else(|| AnswerError::wrong("unknown layout", "use `distances` or `tree`"))?;
    let dimensions = dimensions.unwrap_or(2);
    if !(2..=3).contains(&dimensions) {
        return Err(AnswerError::wrong(
            format!("a state graph is not drawn in {dimensions} dimensions"),
            "use 2 or 3",
        ));
    }
    Ok(LayoutRequest {
        dimensions,
        ..LayoutRequest::new(kind, 0)
    })
}

/// Whether a text is a board of numbered tiles, as other programs write it.
pub(crate) fn is_of_tiles(text: &str) -> bool {
    SourceFormat::of(text) == SourceFormat::Tiles
}

impl PuzzleRequest {
    /// Parses the body of a request.
    pub fn read(body: &[u8]) -> Result<PuzzleRequest, AnswerError> {
        serde_json::from_slice(body).map_err(|error| {
            AnswerError::wrong(
                format!("invalid request: {error}"),
                "send a JSON object with the name or the text of a puzzle",
            )
            .at(Some(error.line()), Some(error.column()))
        })
    }

    /// The puzzle that the request names or contains.
    pub fn puzzle(&self) -> Result<Puzzle, AnswerError> {
        let mut puzzle = match (&self.name, &self.text) {
            (Some(name), None) => Puzzle::named(name)?,
            (None, Some(text)) if is_of_tiles(text) => Puzzle::from_text("drawn.txt", text)?,
            (None, Some(text)) => Puzzle::from_toml("drawn", "drawn.toml", text)?,
            _ => {
                return Err(AnswerError::wrong(
                    "the request must have `name` or `text`, not both",
                    "send either the name of a puzzle or the text of a puzzle file",
                ));
            }
        };
        if let Some(to) = &self.to {
            puzzle.aim_at(to)?;
        }
        if !puzzle.board.is_plain() {
            return Err(AnswerError::wrong(
                "the pages move pieces on boards of squares, but this board runs round or is made \
                 of lines",
                "`slidewise solve PUZZLE` and the other commands take such boards",
            ));
        }
        Ok(puzzle)
    }

    /// Whether the puzzle is a built-in one.
    pub fn is_built_in(&self) -> bool {
        let name = self.name.as_deref();
        self.to.is_none() && name.is_some_and(|name| builtin::find(name).is_some())
    }

    /// The metric of the request, or [`Metric::Step`] if the request names no metric.
    pub fn metric(&self) -> Result<Metric, AnswerError> {
        let Some(name) = &self.metric else {
            return Ok(Metric::Step);
        };
        let named = Metric::ALL
            .into_iter()
            .find(|metric| metric.name() == name.as_str());
        named.ok_or_else(|| {
            AnswerError::wrong("unknown metric", "use `step`, `slide`, `move` or `line`")
        })
    }

    /// The layout of a state graph that the request asks for; the root is left to the graph.
    pub fn layout(&self) -> Result<LayoutRequest, AnswerError> {
        layout_request(self.layout.as_deref(), self.dimensions)
    }

    /// The position of the request, or Start if the request has no position.
    pub fn position(&self, puzzle: &Puzzle) -> Result<Configuration, AnswerError> {
        match &self.position {
            Some(text) => Ok(puzzle.read_position(text)?),
            None => Ok(puzzle.start.clone()),
        }
    }
}
