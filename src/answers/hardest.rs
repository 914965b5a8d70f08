//! The hardest start of a puzzle's pieces: the request, the search, and how far it is.

use crate::{AnswerError, PuzzleRequest};
use serde::Serialize;
use slidewise_design::{DesignError, Family, SetKind, Sweep, SweepMeans, Wanted};
use slidewise_engine::graph::Metric;
use slidewise_render::json::digits;

/// The state of a search for the hardest start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HardestState {
    /// Boards are being searched.
    #[default]
    Searching,
    /// All are searched.
    Ready,
    /// A request or the time limit has stopped it.
    Stopped,
    /// It met an error.
    Failed,
}

/// How far a search for the hardest start is, and what it has found.
#[derive(Clone, Debug, Default)]
pub struct HardestProgress {
    /// Whether it goes on or has ended.
    pub state: HardestState,
    /// The part of the boards that is searched.
    pub percent: u64,
    /// Number of boards in all, once they are counted.
    pub boards: Option<u64>,
    /// Number of boards met so far.
    pub searched: u64,
    /// The most moves, with the text of a puzzle that needs them; `None` if no board can be solved.
    pub hardest: Option<(u32, String)>,
    /// Why it was stopped or failed.
    pub trouble: Option<AnswerError>,
    /// Time that it has taken in seconds, once it has ended.
    pub seconds: f64,
}

/// How far a search for the hardest start is, as JSON.
#[derive(Debug, Serialize)]
pub struct HardestRecord {
    design: String,
    metric: &'static str,
    state: HardestState,
    percent: u64,
    boards: Option<String>,
    searched: String,
    moves: Option<u32>,
    text: Option<String>,
    seconds: f64,
    error: Option<String>,
    hint: Option<String>,
}

impl HardestProgress {
    /// The progress as a JSON record, `seconds` after the beginning.
    pub fn record(&self, id: &str, metric: Metric, seconds: f64) -> HardestRecord {
        let seconds = match self.state {
            HardestState::Searching => seconds,
            _ => self.seconds,
        };
        let (moves, text) = self.hardest.clone().unzip();
        HardestRecord {
            design: id.to_owned(),
            metric: metric.name(),
            state: self.state,
            percent: self.percent,
            boards: self.boards.map(digits),
            searched: digits(self.searched),
            moves,
            text,
            seconds,
            error: self.trouble.as_ref().map(|own| own.error().to_owned()),
            hint: self.trouble.as_ref().map(|own| own.hint().to_owned()),
        }
    }
}

/// Reads a request for the hardest start: the family of the puzzle's pieces, and the metric.
///
/// # Errors
/// If the metric has no hardest starts, or the pieces are no family.
pub fn hardest_request(body: &[u8]) -> Result<(Family, Metric), AnswerError> {
    let asked = PuzzleRequest::read(body)?;
    let (puzzle, metric) = (asked.puzzle()?, asked.metric()?);
    if metric == Metric::Line {
        return Err(AnswerError::wrong(
            "hardest starts are not searched in lines",
            "take steps, slides or moves",
        ));
    }
    let family = Family::of_puzzle(&puzzle).map_err(|error| {
        AnswerError::wrong(error, "change the puzzle, or describe a family in a file")
    })?;
    Ok((family, metric))
}

/// A change of the progress.
pub type HardestChange<'c> = &'c dyn Fn(&mut HardestProgress);

/// Searches all boards of a family for the most moves, and gives the text of a puzzle that needs
/// them; `None` if no board can be solved.
///
/// `tell` receives changes of the progress.
///
/// # Errors
/// If the search is stopped, or lacks memory.
pub fn hardest_start(
    family: &Family,
    metric: Metric,
    means: SweepMeans<'_>,
    tell: &(dyn Fn(HardestChange<'_>) + Sync),
) -> Result<Option<(u32, String)>, DesignError> {
    let wanted = Wanted {
        metric,
        by: SetKind::Whole,
        least: 0,
        most: None,
        is_unique: false,
        is_minimal: false,
    };
    let sweep = Sweep::within(family, wanted, means.memory, means.stop)?;
    tell(&|progress| progress.boards = Some(sweep.boards()));
    let swept = sweep.run(means, &|told| {
        tell(&|progress| {
            progress.percent = told.listed * 100 / told.to_list.max(1);
            progress.searched = told.met;
        });
    })?;
    let start = swept.starts.by_set.into_values().flatten().next();
    Ok(start.map(|start| {
        let text = family.puzzle_text(&start, &family.name, metric.name());
        (start.moves, text)
    }))
}
