//! Paths for people to read: positions, and moves that name each piece by one token throughout.

use super::piece_tracks::PieceTracks;
use super::single_move::Move;
use slidewise_puzzle::{Configuration, Puzzle};

/// Path from one configuration to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Configurations from the first to the last; there is one more than `moves`.
    pub positions: Vec<Configuration>,
    /// Moves between successive configurations.
    pub moves: Vec<Move>,
}

impl Path {
    /// Creates a path in which each piece keeps the token that it has at the first position.
    ///
    /// # Panics
    /// If there is no position, or the first is from another puzzle.
    pub fn new(puzzle: &Puzzle, positions: Vec<Configuration>, mut moves: Vec<Move>) -> Path {
        let mut tracks = PieceTracks::from(puzzle, &positions[0]);
        for step in &mut moves {
            if let Some(gone) = tracks.follow_all(step) {
                let tokens = step.pushed.iter_mut().map(|own| &mut own.piece);
                for (token, gone) in tokens.chain([&mut step.piece]).zip(gone) {
                    token.clear();
                    *token += tracks.0[gone].label(puzzle);
                }
            }
        }
        Path { positions, moves }
    }
}
