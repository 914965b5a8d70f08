//! Where a piece of the goals comes, if no goal can be reached: how near a design is to a solution.

use crate::distances::Move;
use slidewise_board::CellSet;
use slidewise_puzzle::{Configuration, Puzzle};
use std::collections::HashSet;

/// The cells to which a piece comes that the goals place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceReach {
    /// Token of the piece.
    pub piece: String,
    /// Cells that the piece covers in some configuration that can be reached from Start.
    pub covered: CellSet,
    /// Cells of its places in the goals that it never covers.
    pub missed: CellSet,
    /// Whether it comes into one of its places.
    pub is_placed: bool,
}

impl PieceReach {
    /// Most configurations that are searched: more would delay the answer by over a second.
    const MAX_SEARCHED: usize = 20_000;
    /// Most pieces that are named.
    const MAX_PIECES: usize = 2;

    /// The first pieces that the goals place and that look like no other piece; none if more than
    /// 20,000 configurations can be reached, or if the puzzle has rules.
    ///
    /// Moves of single pieces are searched. A push of a row comes to nothing more, unless a rule
    /// forbids what lies between.
    pub(super) fn all(puzzle: &Puzzle, start: &Configuration) -> Vec<PieceReach> {
        let demands = || puzzle.goals.iter().flat_map(|goal| &goal.demands);
        let mut classes: Vec<usize> = demands().map(|demand| demand.class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes.retain(|&class| puzzle.classes[class].size() == 1);
        classes.truncate(PieceReach::MAX_PIECES);
        if classes.is_empty() || !puzzle.rules.is_empty() {
            return Vec::new();
        }
        let mut found = HashSet::from([start.clone()]);
        let mut waiting = vec![start.clone()];
        while let Some(before) = waiting.pop() {
            for own in Move::all(puzzle, &before) {
                let after = own.after(puzzle, &before);
                if found.insert(after.clone()) {
                    waiting.push(after);
                }
            }
            if found.len() > PieceReach::MAX_SEARCHED {
                return Vec::new();
            }
        }
        let reach = |class: usize| {
            let places: HashSet<CellSet> = found
                .iter()
                .filter_map(|own| puzzle.pieces_of(own, class).pop())
                .collect();
            let covered = places.iter().flat_map(|&place| place).collect::<CellSet>();
            let wanted = demands().filter(|demand| demand.class == class);
            let wanted: Vec<CellSet> = wanted.map(|demand| demand.cells).collect();
            let all = wanted.iter().flat_map(|&place| place).collect::<CellSet>();
            PieceReach {
                piece: puzzle.classes[class].labels[0].clone(),
                covered,
                missed: all.without(covered),
                is_placed: wanted.iter().any(|place| places.contains(place)),
            }
        };
        classes.into_iter().map(reach).collect()
    }
}
