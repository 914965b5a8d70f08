//! What a sweep answers: for each set of pieces, the start that needs the most moves.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How sets of pieces are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SetKind {
    /// By the numbers of pieces of 1, 2, 3 and more cells, the goal piece among them.
    Sizes,
    /// By the shapes of all pieces and that of the goal piece.
    Pieces,
    /// Not at all: the whole family is one set.
    Whole,
}

/// A set of pieces.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct PieceSet {
    /// Numbers of pieces of 1, 2, 3 and more cells, the goal piece among them.
    pub sizes: Vec<u32>,
    /// The shape of the goal piece, as far up and left as it can be; 0 where shapes are not told
    /// apart.
    pub goal_shape: u64,
    /// The other shapes and their numbers, in the order of the shapes.
    pub shapes: Vec<(u64, u32)>,
}

/// A start that no other start of its set exceeds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HardestStart {
    /// The fewest moves that solve it.
    pub moves: u32,
    /// The pieces as sets of cells, in the reading order of their first cells.
    pub pieces: Vec<u64>,
    /// The goal piece, one of them.
    pub goal_piece: u64,
    /// Where the goal piece must go: any one will do.
    pub finishes: Vec<u64>,
}

impl HardestStart {
    /// Whether this start is to be shown rather than the other: the harder one, and among equals
    /// the one whose pieces come first, so that the order of work does not matter.
    fn precedes(&self, other: &HardestStart) -> bool {
        let key = |start: &HardestStart| (start.pieces.clone(), start.goal_piece);
        self.moves > other.moves || (self.moves == other.moves && key(self) < key(other))
    }
}

/// The hardest starts by their sets of pieces; `None` where no board can be solved.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct HardestStarts {
    /// The starts.
    pub by_set: BTreeMap<PieceSet, Option<HardestStart>>,
}

impl HardestStarts {
    /// Adds what is known of a set.
    pub(crate) fn add(&mut self, set: PieceSet, start: Option<HardestStart>) {
        let known = self.by_set.entry(set).or_default();
        if let Some(start) = start
            && known.as_ref().is_none_or(|own| start.precedes(own))
        {
            *known = Some(start);
        }
    }

    /// The greatest number of moves of all sets.
    pub fn max_moves(&self) -> u32 {
        let starts = self.by_set.values().flatten();
        starts.map(|start| start.moves).max().unwrap_or(0)
    }
}
