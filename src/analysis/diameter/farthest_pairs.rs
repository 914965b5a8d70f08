//! List of the pairs of configurations that are farthest apart, as text.
//!
//! Searches have started at one configuration of each orbit, the source, and have found its
//! farthest pairs. These pairs are not checked again. All other farthest pairs are images of them
//! under the symmetries of the puzzle. Each pair is listed once.

use super::query::DiameterError;
use slidewise_engine::graph::Graph;
use slidewise_puzzle::{Configuration, SymmetryGroup};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// Lists the farthest pairs with all their images.
pub(super) struct FarthestPairs<'a> {
    /// Graph of the configurations.
    pub graph: &'a Graph,
    /// Symmetries of the graph's puzzle.
    pub symmetries: &'a SymmetryGroup,
    /// Maximum number of pairs to list.
    pub most: usize,
    /// Stop flag, checked at each vertex.
    pub stop: &'a AtomicBool,
}

/// Vertex of the component that is an image of a source; a source is an image of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SourceImage {
    /// Position of the source in the list of sources.
    pub source: usize,
    /// Index of the vertex in the graph.
    pub vertex: u64,
}

impl FarthestPairs<'_> {
    /// Lists the pairs of a source and one of its farthest vertices, and the images of these pairs
    /// in the component.
    ///
    /// `far` holds each source with its farthest vertices. `vertices` enumerates the vertices of
    /// the component; it yields `None` for a vertex that is not an image of a source. `count` is
    /// the number of all pairs.
    ///
    /// Time: a search for a symmetry for each image, until enough pairs are listed.
    ///
    /// # Errors
    /// [`DiameterError::Interrupted`] if the stop flag is raised.
    pub(super) fn of(
        &self,
        far: &[(u64, Vec<u64>)],
        vertices: impl Iterator<Item = Option<SourceImage>>,
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
            let Some(SourceImage { source, vertex }) = image else {
                continue;
            };
            let one = self.graph.configuration(vertex);
            let (source, others) = &far[source];
            let Some(symmetry) = self.symmetries.find_mapping(puzzle, source, &one) else {
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
