//! Tile groups: the tiles whose order is an arrangement, and not part of the pattern.

use super::arrangement::word_count;
use super::start_reach::StartReach;
use slidewise_puzzle::{Axis, Puzzle};

/// Tile group: classes whose pieces are ordered by one arrangement.
#[derive(Clone, Debug)]
pub struct TileGroup {
    /// The classes, in the order of their letters in the arrangement.
    pub classes: Vec<usize>,
    /// Number of pieces of each class.
    pub counts: Vec<usize>,
}

/// Maximum number of arrangements of a group with equal tiles: tables of rotations have 16-bit
/// entries.
const MOST_WORDS: u64 = 1 << 16;
/// From this many distinct tiles on, equal tiles are left to the pattern: arrangements are then
/// permutations, and an edge changes only the digits inside its window.
const ENOUGH_DISTINCT: usize = 5;

/// Chooses the tile groups of a puzzle.
///
/// Candidates are classes of one shape with the same allowed cells, free to move both ways and
/// named by no rule. The first of these sets that exists becomes the group:
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
        let few_words = word_count(alike.iter().map(size)) <= MOST_WORDS.into();
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
