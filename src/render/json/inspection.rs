//! Output of `inspect`.

use crate::{AutomatonLevel, IndexWalk};
use serde::Serialize;

/// Output of `inspect automaton`.
#[derive(Clone, Debug, Serialize)]
pub struct AutomatonRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Number of patterns, as digits.
    pub patterns: String,
    /// Number of nodes.
    pub nodes: usize,
    /// Number of edges.
    pub edges: usize,
    /// Bytes of the automaton.
    pub bytes: usize,
    /// Nodes and edges by cell, in the order of the scan.
    pub levels: Vec<AutomatonLevel>,
}

/// Output of `inspect index`.
#[derive(Clone, Debug, Serialize)]
pub struct IndexRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// The position.
    pub position: String,
    /// How the rank comes about.
    #[serde(flatten)]
    pub walk: IndexWalk,
    /// Number of the position in the state graph, as digits; where half of the arrangements cannot
    /// be reached, it differs from the rank.
    pub number: String,
}

/// A file of a store.
#[derive(Clone, Debug, Serialize)]
pub struct StoreFileRecord {
    /// Name.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
}

/// Output of `inspect store`.
#[derive(Clone, Debug, Serialize)]
pub struct StoreViewRecord {
    /// Folder of the store.
    pub folder: String,
    /// `marks` or `frontier`.
    pub kind: &'static str,
    /// Version of the format.
    pub format: u32,
    /// Name of the puzzle, for people.
    pub puzzle: String,
    /// Fingerprint of the puzzle and the sources, as 64 hexadecimal digits.
    pub fingerprint: String,
    /// Metric.
    pub metric: String,
    /// Where the search starts: `start` or `goal`.
    pub from: String,
    /// Number of configurations in the space.
    pub configurations: String,
    /// How configurations are numbered and marks laid out.
    pub layout: String,
    /// Sizes of the finished generations, as digits.
    pub generations: Vec<String>,
    /// Whether the log has the record of the end.
    pub complete: bool,
    /// Bytes behind the last good record of the log.
    pub torn_bytes: u64,
    /// Files with their sizes.
    pub files: Vec<StoreFileRecord>,
}
