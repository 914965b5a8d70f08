//! Tables of tiles, and the answers of searches that they guide: `tables` and `solve --starts`.

use super::FailureRecord;
use super::search::StepRecord;
use serde::Serialize;

/// Output of `tables`.
#[derive(Clone, Debug, Serialize)]
pub struct TablesRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the tables.
    pub metric: String,
    /// The goal of the tables, as text; null if there are several.
    pub to: Option<String>,
    /// The tables.
    pub tables: Vec<TableRecord>,
}

/// A table of some tiles.
#[derive(Clone, Debug, Serialize)]
pub struct TableRecord {
    /// Tokens of the kept tiles.
    pub keep: Vec<String>,
    /// Number of entries.
    pub entries: String,
    /// Number of entries by distance to the goal's entry.
    pub by_distance: Vec<String>,
    /// Size of the table in bytes.
    pub bytes: u64,
    /// Time of building or opening it in seconds.
    pub seconds: f64,
}

/// Output of `solve --starts`.
#[derive(Clone, Debug, Serialize)]
pub struct StartsRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the solutions.
    pub metric: String,
    /// Goal of a board of tiles: the name of a usual order, or the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The answers, in the order of the starts.
    pub solutions: Vec<StartRecord>,
    /// Number of positions visited for all starts.
    pub nodes: String,
    /// Time of all searches in seconds, without that of the tables.
    pub seconds: f64,
    /// Failure that ended the list, such as a line without a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<FailureRecord>,
}

/// The answer for one start.
#[derive(Clone, Debug, Serialize)]
pub struct StartRecord {
    /// The start, as text.
    pub start: String,
    /// Length of a shortest solution; null if there is none or the search was stopped.
    pub moves: Option<u64>,
    /// Number of shortest solutions; null if they were not counted.
    pub routes: Option<String>,
    /// Method of the search: `tables` or `grid`.
    pub method: &'static str,
    /// Number of positions visited.
    pub nodes: String,
    /// Time of the search in seconds.
    pub seconds: f64,
    /// Whether `moves` is proved to be the least length, or that there is no solution.
    pub proved: bool,
    /// Lower bound that is proved, if the search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// Why there is no solution, or why the search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// With `--paths`: a shortest solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<StepRecord>>,
}
