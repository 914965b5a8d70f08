//! Tile groups: sets of tiles that only the arrangement distinguishes, not the pattern.

use super::arrangement::word_count;
use super::start_reach::StartReach;
use slidewise_puzzle::{Axis, Puzzle};

/// Tile group: classes of tiles whose order is given by one arrangement.
#[derive(Clone, Debug)]
pub struct TileGroup {
    /// Classes of the group; a class's index in this list is its letter in the arrangement.
    pub classes: Vec<usize>,
    /// Number of movable pieces of each class, indexed by the letter that stands for the class.
    pub counts: Vec<usize>,
}

/// Maximum number of arrangements of a group with equal tiles, so that the entries of its rotation
/// tables fit 16 bits.
const MAX_WORDS: u64 = 1 << 16;
/// Minimum number of distinct tiles for which equal tiles of their shape are always left to the
/// pattern. Arrangements are then permutations, and an edge changes only the digits inside its
/// window.
const ENOUGH_DISTINCT: usize = 5;

/// Chooses the tile groups of a puzzle.
///
/// Candidates are classes of one shape with the same allowed cells that are free to move both ways
/// and that no rule names. A tile is distinct if its class has only one movable piece. The first of
/// the following sets that exists becomes the group:
///
/// 1. the distinct tiles, if there are five or more;
/// 2. all tiles of the shape, equal ones included, if they have two or more classes and at most
///    65,536 arrangements;
/// 3. the distinct tiles, if there are two or more.
pub(super) fn tile_groups(puzzle: &Puzzle, reach: &StartReach) -> Vec<TileGroup> {
    let ruled: Vec<usize> = puzzle
        .rules
        .iter()
        .flat_map(|rule| rule.classes())
        .collect();
    let mut grouped = vec![false; puzzle.classes.len()];
    let mut groups = Vec::new();
    for class in 0..puzzle.classes.len() {
        if grouped[class] {
            continue;
        }
        let own = &puzzle.classes[class];
        let fits = |other: &usize| {
            let definition = &puzzle.classes[*other];
            definition.axis == Axis::Free
                && definition.shape == own.shape
                && definition.allowed == own.allowed
                && !ruled.contains(other)
                && reach.moving(puzzle, *other) > 0
        };
        if !fits(&class) {
            continue;
        }
        let alike: Vec<usize> = (class..puzzle.classes.len()).filter(fits).collect();
        for &member in &alike {
            grouped[member] = true;
        }
        let size = |&c: &usize| reach.moving(puzzle, c);
        let distinct: Vec<usize> = alike.iter().copied().filter(|c| size(c) == 1).collect();
        let few_words = word_count(alike.iter().map(size)) <= MAX_WORDS.into();
        let chosen = if distinct.len() >= ENOUGH_DISTINCT {
            distinct
        } else if alike.len() >= 2 && few_words {
            alike
        } else {
            distinct
        };
        if chosen.len() >= 2 {
            groups.push(TileGroup {
                counts: chosen.iter().map(size).collect(),
                classes: chosen,
            });
        }
    }
    groups
}
