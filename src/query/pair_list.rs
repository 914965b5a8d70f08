//! The list of the pairs that are farthest apart, as text.
//!
//! What searches found is one pair of each kind; the others are its images under the puzzle's symmetries. It promises
//! each pair once, and takes it that those it was given are right.

use crate::moves::Graph;
use crate::puzzle::{Configuration, Symmetries};
use std::collections::BTreeSet;

/// Symmetries that are gone through for the list of pairs.
pub(super) const MOST_IMAGES: usize = 1 << 20;

/// Lists pairs with all their images.
pub(super) struct PairList<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The symmetries of its puzzle.
    pub symmetries: &'a Symmetries,
    /// Whether a configuration is in the component.
    pub is_reached: &'a dyn Fn(&Configuration) -> bool,
    /// How many are listed at most.
    pub most: usize,
}

impl PairList<'_> {
    /// The pairs of each source with its farthest vertices, and their images in the component, of which there
    /// are `count` in all.
    pub fn of(&self, far: &[(u64, Vec<u64>)], count: u128) -> Vec<(String, String)> {
        let puzzle = self.graph.puzzle();
        let far: Vec<(Configuration, Vec<Configuration>)> = far
            .iter()
            .map(|(source, others)| {
                let others = others.iter().map(|&index| self.graph.configuration(index));
                (self.graph.configuration(*source), others.collect())
            })
            .collect();
        let wanted = count.min(self.most as u128) as usize;
        let mut pairs = BTreeSet::new();
        'all: for symmetry in self.symmetries.elements().take(MOST_IMAGES) {
            for (source, others) in &far {
                let source = symmetry.image(puzzle, source);
                if !(self.is_reached)(&source) {
                    continue;
                }
                let source = puzzle.write_position(&source);
                for other in others {
                    if pairs.len() >= wanted {
                        break 'all;
                    }
                    let other = puzzle.write_position(&symmetry.image(puzzle, other));
                    let (one, other) = if source < other {
                        (source.clone(), other)
                    } else {
                        (other, source.clone())
                    };
                    pairs.insert((one, other));
                }
            }
        }
        pairs.into_iter().collect()
    }
}
