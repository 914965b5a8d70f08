//! The puzzles on which engines are measured, with their answers.

use slidewise::unstable::puzzle::Puzzle;
use slidewise_tools::trial::{Trial, hash_map};

/// A puzzle to measure, with its known figures.
pub(crate) struct EngineCase {
    pub(crate) word: &'static str,
    /// Number of reachable configurations.
    pub(crate) configurations: u64,
    /// The greatest distance.
    pub(crate) depth: usize,
    /// The search with the hash map, if memory and time suffice for it.
    pub(crate) hash_map: Option<fn(&Puzzle, usize) -> Trial>,
    /// Whether the sparse engine is measured.
    pub(crate) sparse: SparseRuns,
    pub(crate) is_large: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SparseRuns {
    Always,
    WhenAsked,
    Never,
}

pub(crate) const REFERENCE: &str = "tiles:2x5";
pub(crate) const MEASURED: &str = "tiles:3x4";

pub(crate) const CASES: [EngineCase; 6] = [
    EngineCase {
        word: "tiles:3x3",
        configurations: 181_440,
        depth: 31,
        hash_map: Some(hash_map::<9>),
        sparse: SparseRuns::Always,
        is_large: false,
    },
    EngineCase {
        word: REFERENCE,
        configurations: 1_814_400,
        depth: 55,
        hash_map: Some(hash_map::<10>),
        sparse: SparseRuns::Always,
        is_large: false,
    },
    EngineCase {
        word: "get-my-goat-commercial",
        configurations: 119_750_400,
        depth: 49,
        hash_map: None,
        sparse: SparseRuns::Never,
        is_large: false,
    },
    EngineCase {
        word: MEASURED,
        configurations: 239_500_800,
        depth: 53,
        hash_map: None,
        sparse: SparseRuns::WhenAsked,
        is_large: false,
    },
    EngineCase {
        word: "tiles:2x6",
        configurations: 239_500_800,
        depth: 80,
        hash_map: None,
        sparse: SparseRuns::Never,
        is_large: false,
    },
    EngineCase {
        word: "tiles:2x7",
        configurations: 43_589_145_600,
        depth: 108,
        hash_map: None,
        sparse: SparseRuns::Never,
        is_large: true,
    },
];
