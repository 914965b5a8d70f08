//! Ways to a target that are longer than the shortest by a few edges.
//!
//! A way ends at the first target that it meets, and may visit another configuration twice. The
//! configurations on the ways of one length form a layer for each number of edges. The layers are
//! found from the targets back: a configuration belongs to a layer if a search from the sources has
//! reached it in as many edges or fewer. Then the ways are counted from the sources on, which drops
//! the configurations that no way of this length reaches.

use super::marked_search::{DistanceCache, MarkedSearch, QueryError};
use super::shortest_paths::{Routes, counted_layers};

/// Bytes that a configuration in a layer takes, with its number of ways.
const ENTRY_BYTES: u64 = 80;

impl Routes<'_> {
    /// Adds the ways that are up to `extra` edges longer than the shortest.
    ///
    /// `targets` has all targets that the search has seen, in ascending order, and the search must
    /// have finished `extra` generations after the nearest of them, if there are as many.
    ///
    /// Time: some expansions for each configuration in a layer. Memory: some 80 bytes for each.
    ///
    /// # Errors
    /// If the layers take more than `max_bytes`, the stop flag is raised, or marks are damaged.
    pub fn with_longer(
        mut self,
        explored: MarkedSearch<'_>,
        targets: &[u64],
        (extra, max_bytes): (u64, u64),
    ) -> Result<Self, QueryError> {
        let distance = self.distance();
        let mut known = DistanceCache::new(explored);
        let mut near = Vec::new();
        for &target in targets {
            let own = known.of(target)?;
            if let Some(own) = own.filter(|&own| own <= distance.saturating_add(extra)) {
                near.push((target, own));
            }
        }
        let mut neighbours = explored.graph().neighbours();
        let mut entries = 0;
        for length in (1..=extra).map(|more| distance + more) {
            let ends = near.iter().filter(|&&(_, own)| own <= length);
            let mut layers: Vec<Vec<u64>> = vec![ends.map(|&(target, _)| target).collect()];
            for edges in (0..length).rev() {
                // Layers without a member are passed quickly, but there may be many.
                if explored.is_stopped() {
                    return Err(QueryError::Stopped);
                }
                let mut before = Vec::new();
                for &index in &layers[layers.len() - 1] {
                    if explored.is_stopped() {
                        return Err(QueryError::Stopped);
                    }
                    neighbours.for_each(index, |neighbour| before.push(neighbour));
                }
                before.sort_unstable();
                before.dedup();
                before.retain(|index| targets.binary_search(index).is_err());
                let mut nearer = Vec::new();
                for index in before {
                    if known.of(index)?.is_some_and(|own| own <= edges) {
                        nearer.push(index);
                    }
                }
                // An empty layer takes memory as well.
                entries += 1 + nearer.len() as u64;
                if entries.saturating_mul(ENTRY_BYTES) > max_bytes {
                    return Err(QueryError::ManyWays { allowed: max_bytes });
                }
                layers.push(nearer);
            }
            layers.reverse();
            let counted = counted_layers(self.vertices, layers, || explored.is_stopped());
            self.longer.push(counted.ok_or(QueryError::Stopped)?);
        }
        explored.if_sound(self)
    }
}
