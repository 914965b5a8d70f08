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
    /// Number of nodes of the automaton.
    pub nodes: usize,
    /// Number of edges of the automaton.
    pub edges: usize,
    /// Size of the automaton in memory, in bytes.
    pub bytes: usize,
    /// Numbers of nodes and edges for each cell, in the order of the scan.
    pub levels: Vec<AutomatonLevel>,
}

/// Output of `inspect index`.
#[derive(Clone, Debug, Serialize)]
pub struct IndexRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Canonical text of the position.
    pub position: String,
    /// The rank of the position, with the parts from which the rank is computed.
    #[serde(flatten)]
    pub walk: IndexWalk,
    /// Number of the position in the state graph, as digits.
    ///
    /// If the parity law holds, it differs from the rank, because half of the ranks get no number.
    pub number: String,
}

/// A file of a store.
#[derive(Clone, Debug, Serialize)]
pub struct StoreFileRecord {
    /// Name of the file.
    pub name: String,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Output of `inspect store`.
#[derive(Clone, Debug, Serialize)]
pub struct StoreViewRecord {
    /// Folder of the store.
    pub folder: String,
    /// Kind of store: `marks` or `frontier`.
    pub kind: &'static str,
    /// Version of the store format.
    pub format: u32,
    /// Name of the puzzle; the fingerprint, not the name, identifies the puzzle.
    pub puzzle: String,
    /// Fingerprint of the puzzle and the sources, as 64 hexadecimal digits.
    pub fingerprint: String,
    /// Metric of the search.
    pub metric: String,
    /// Sources of the search: `start` or `goal`.
    pub from: String,
    /// Number of configurations in the numbering of the store, as digits.
    pub configurations: String,
    /// Description of how configurations are numbered and marks laid out.
    pub layout: String,
    /// Sizes of the finished generations, as digits.
    pub generations: Vec<String>,
    /// Whether the search is finished, so that the log ends with its final record.
    pub complete: bool,
    /// Number of bytes after the last valid record of the log, left by an interrupted write.
    pub torn_bytes: u64,
    /// Files of the store, sorted by name.
    pub files: Vec<StoreFileRecord>,
}
