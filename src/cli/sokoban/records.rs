//! The JSON of answers about Sokoban levels.

use serde::Serialize;

/// The JSON of `show`.
#[derive(Serialize)]
pub(super) struct LevelShowRecord {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
    pub(super) start: String,
    pub(super) goals: usize,
    pub(super) boxes: usize,
    pub(super) cells: usize,
    pub(super) live_cells: usize,
    pub(super) space: String,
}

/// The JSON of `explore`.
#[derive(Serialize)]
pub(super) struct LevelExploreRecord {
    pub(super) puzzle: String,
    pub(super) metric: &'static str,
    pub(super) engine: &'static str,
    pub(super) live: bool,
    pub(super) complete: bool,
    pub(super) generations: Vec<String>,
    pub(super) states: String,
    pub(super) dead: Option<String>,
    pub(super) depth: u64,
    pub(super) goal: Option<SolvedRecord>,
    pub(super) seconds: f64,
    pub(super) resumed: bool,
}

/// The first generation with solved positions.
#[derive(Serialize)]
pub(super) struct SolvedRecord {
    pub(super) generation: u64,
    pub(super) states: String,
    pub(super) reachable: String,
}

/// The JSON of `solve` and `find`.
#[derive(Serialize)]
pub(super) struct LevelWayRecord {
    pub(super) puzzle: String,
    pub(super) metric: &'static str,
    pub(super) generation: u64,
    pub(super) pushes: u64,
    pub(super) steps: u64,
    pub(super) routes: String,
    pub(super) proved: bool,
    pub(super) lurd: String,
    pub(super) positions: Vec<String>,
}

/// The JSON of `solve` for a level that is too large to explore.
#[derive(Serialize)]
pub(super) struct GuidedRecord {
    pub(super) puzzle: String,
    pub(super) metric: &'static str,
    pub(super) method: &'static str,
    pub(super) nodes: String,
    pub(super) pushes: Option<u64>,
    pub(super) steps: Option<u64>,
    pub(super) routes: Option<String>,
    pub(super) proved: bool,
    pub(super) at_least: Option<u32>,
    pub(super) hint: Option<String>,
    pub(super) lurd: Option<String>,
}

/// The JSON of `farthest`.
#[derive(Serialize)]
pub(super) struct LevelFarthestRecord {
    pub(super) puzzle: String,
    pub(super) metric: &'static str,
    pub(super) from: &'static str,
    pub(super) generation: u64,
    pub(super) count: String,
    pub(super) positions: Vec<String>,
}

/// The JSON of `replay`.
#[derive(Serialize)]
pub(super) struct LurdRecord {
    pub(super) puzzle: String,
    pub(super) file: String,
    pub(super) ok: bool,
    pub(super) problem: Option<String>,
    pub(super) pushes: u64,
    pub(super) steps: u64,
    pub(super) solved: bool,
}

/// The JSON of `verify`.
#[derive(Serialize)]
pub(super) struct LevelVerifyRecord {
    pub(super) puzzle: String,
    pub(super) metric: &'static str,
    pub(super) ok: bool,
    pub(super) problems: Vec<String>,
}
