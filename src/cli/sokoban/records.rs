//! The JSON of answers about Sokoban levels.

use serde::Serialize;

/// The JSON of `show`.
#[derive(Serialize)]
pub(crate) struct LevelShowRecord {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) start: String,
    pub(crate) goals: usize,
    pub(crate) boxes: usize,
    pub(crate) cells: usize,
    pub(crate) live_cells: usize,
    pub(crate) space: String,
}

/// The JSON of `explore`.
#[derive(Serialize)]
pub(crate) struct LevelExploreRecord {
    pub(crate) puzzle: String,
    pub(crate) metric: &'static str,
    pub(crate) engine: &'static str,
    pub(crate) live: bool,
    pub(crate) complete: bool,
    pub(crate) generations: Vec<String>,
    pub(crate) states: String,
    pub(crate) dead: Option<String>,
    pub(crate) depth: u64,
    pub(crate) goal: Option<SolvedRecord>,
    pub(crate) seconds: f64,
    pub(crate) resumed: bool,
}

/// The first generation with solved positions.
#[derive(Serialize)]
pub(crate) struct SolvedRecord {
    pub(crate) generation: u64,
    pub(crate) states: String,
    pub(crate) reachable: String,
}

/// The JSON of `solve` and `find`.
#[derive(Serialize)]
pub(crate) struct LevelWayRecord {
    pub(crate) puzzle: String,
    pub(crate) metric: &'static str,
    pub(crate) generation: u64,
    pub(crate) pushes: u64,
    pub(crate) steps: u64,
    pub(crate) routes: String,
    pub(crate) proved: bool,
    pub(crate) lurd: String,
    pub(crate) positions: Vec<String>,
}

/// The JSON of `solve` for a level that is too large to explore.
#[derive(Serialize)]
pub(crate) struct GuidedRecord {
    pub(crate) puzzle: String,
    pub(crate) metric: &'static str,
    pub(crate) method: &'static str,
    pub(crate) nodes: String,
    pub(crate) pushes: Option<u64>,
    pub(crate) steps: Option<u64>,
    pub(crate) routes: Option<String>,
    pub(crate) proved: bool,
    pub(crate) at_least: Option<u32>,
    pub(crate) hint: Option<String>,
    pub(crate) lurd: Option<String>,
}

/// The JSON of `farthest`.
#[derive(Serialize)]
pub(crate) struct LevelFarthestRecord {
    pub(crate) puzzle: String,
    pub(crate) metric: &'static str,
    pub(crate) from: &'static str,
    pub(crate) generation: u64,
    pub(crate) count: String,
    pub(crate) positions: Vec<String>,
}

/// The JSON of `replay`.
#[derive(Serialize)]
pub(crate) struct LurdRecord {
    pub(crate) puzzle: String,
    pub(crate) file: String,
    pub(crate) ok: bool,
    pub(crate) problem: Option<String>,
    pub(crate) pushes: u64,
    pub(crate) steps: u64,
    pub(crate) solved: bool,
}

/// The JSON of `verify`.
#[derive(Serialize)]
pub(crate) struct LevelVerifyRecord {
    pub(crate) puzzle: String,
    pub(crate) metric: &'static str,
    pub(crate) ok: bool,
    pub(crate) problems: Vec<String>,
}
