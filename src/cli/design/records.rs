//! The JSON of `design`.

use serde::Serialize;

/// The answer.
#[derive(Serialize)]
pub(super) struct DesignRecord {
    pub(super) family: String,
    pub(super) metric: &'static str,
    pub(super) boards: String,
    pub(super) solved_boards: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) components: Option<String>,
    pub(super) searched: String,
    pub(super) sets: Vec<SetRecord>,
    pub(super) sets_in_all: u64,
    pub(super) hardest: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) files: Option<Vec<String>>,
    pub(super) seconds: f64,
}

/// A set of pieces with its hardest start.
#[derive(Serialize)]
pub(super) struct SetRecord {
    pub(super) sizes: Vec<u32>,
    pub(super) pieces: String,
    pub(super) moves: u32,
    pub(super) start: Option<String>,
    pub(super) goal: Option<String>,
}

/// The answer of `--estimate`.
#[derive(Serialize)]
pub(super) struct DesignEstimateRecord {
    pub(super) family: String,
    pub(super) metric: &'static str,
    pub(super) boards: String,
    pub(super) solved_boards: String,
    pub(super) listing_bytes: String,
    pub(super) seconds: f64,
}
