//! The JSON of `design`.

use serde::Serialize;

/// The answer.
#[derive(Serialize)]
pub(crate) struct DesignRecord {
    pub(crate) family: String,
    pub(crate) metric: &'static str,
    pub(crate) boards: String,
    pub(crate) solved_boards: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) components: Option<String>,
    pub(crate) searched: String,
    pub(crate) sets: Vec<SetRecord>,
    pub(crate) sets_in_all: u64,
    pub(crate) hardest: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) files: Option<Vec<String>>,
    pub(crate) seconds: f64,
}

/// A set of pieces with its hardest start.
#[derive(Serialize)]
pub(crate) struct SetRecord {
    pub(crate) sizes: Vec<u32>,
    pub(crate) pieces: String,
    pub(crate) moves: u32,
    pub(crate) start: Option<String>,
    pub(crate) goal: Option<String>,
}

/// The answer of `--estimate`.
#[derive(Serialize)]
pub(crate) struct DesignEstimateRecord {
    pub(crate) family: String,
    pub(crate) metric: &'static str,
    pub(crate) boards: String,
    pub(crate) solved_boards: String,
    pub(crate) listing_bytes: String,
    pub(crate) seconds: f64,
}
