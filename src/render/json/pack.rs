//! Packs of positions: `sample --pack`.

use serde::Serialize;

/// Output of `sample --pack`.
#[derive(Clone, Debug, Serialize)]
pub struct PackRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the distances.
    pub metric: String,
    /// Sources of the search: `start` or `goal`.
    pub from: &'static str,
    /// Whether each configuration at a distance was equally probable.
    pub uniform: bool,
    /// Seed that gives the same positions again.
    pub seed: String,
    /// The positions at each distance.
    pub pack: Vec<PackPartRecord>,
    /// The distances at which there are fewer positions than were asked for.
    pub short: Vec<u64>,
}

/// The positions at one distance.
#[derive(Clone, Debug, Serialize)]
pub struct PackPartRecord {
    /// Distance of the positions.
    pub generation: u64,
    /// Number of configurations from which they were drawn; `None` if it is not known.
    pub of: Option<String>,
    /// The positions that were drawn.
    pub positions: Vec<String>,
}
