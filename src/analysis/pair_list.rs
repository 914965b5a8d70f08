//! The list of the pairs that are farthest apart, as text.
//!
//! What searches found is the pairs of one configuration of each kind; the others are their images under the puzzle's
//! symmetries. It promises each pair once, and takes it that those it was given are right.

use super::diameter::DiameterError;
use slidewise_engine::graph::Graph;
use slidewise_puzzle::{Configuration, Symmetries};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// Lists pairs with all their images.
pub(super) struct PairList<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The symmetries of its puzzle.
    pub symmetries: &'a Symmetries,
    /// How many are listed at most.
    pub most: usize,
    /// Set from outside to stop soon.
    pub stop: &'a AtomicBool,
}

/// A vertex of the component that is an image of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ImageOf {
    /// Which of the sources.
    pub source: usize,
    /// The vertex's number; a source is an image of itself.
    pub vertex: u64,
}

impl PairList<'_> {
    /// The pairs of the sources, each given with its farthest vertices, and of their images in the component, of
    /// which there are `count` in all. `vertices` is the component, `None` for what is no image of a source.
    ///
    /// Time: that of looking for a symmetry, for as many images as there are pairs to be listed.
    ///
    /// # Errors
    /// [`DiameterError::Interrupted`].
    pub fn of(
        &self,
        far: &[(u64, Vec<u64>)],
        vertices: impl Iterator<Item = Option<ImageOf>>,
        count: u128,
    ) -> Result<Vec<(String, String)>, DiameterError> {
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
        for image in vertices {
            if self.stop.load(Ordering::Relaxed) {
                return Err(DiameterError::Interrupted);
            }
            if pairs.len() == wanted {
                break;
            }
            let Some(ImageOf { source, vertex }) = image else {
                continue;
            };
            let one = self.graph.configuration(vertex);
            let (source, others) = &far[source];
            let Some(symmetry) = self.symmetries.taking(puzzle, source, &one) else {
                continue;
            };
            let one = puzzle.write_position(&one);
            for other in others {
                if pairs.len() == wanted {
                    break;
                }
                let other = puzzle.write_position(&symmetry.image(puzzle, other));
                let pair = if one < other {
                    (one.clone(), other)
                } else {
                    (other, one.clone())
                };
                pairs.insert(pair);
            }
        }
        Ok(pairs.into_iter().collect())
    }
}
