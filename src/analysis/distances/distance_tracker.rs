//! Distances of a finished search, carried along edges from one vertex to the next.
//!
//! A mark holds a distance modulo three, and the distances of neighbours differ by at most one. A
//! known distance and the mark of a neighbour therefore give the neighbour's exact distance.

use super::marked_search::{DistanceCache, MarkedSearch, QueryError};
use slidewise_store::Marks;

/// Distances from the sources of a finished search, carried along edges from a first vertex.
#[derive(Clone, Copy, Debug)]
pub struct DistanceTracker<'a> {
    explored: MarkedSearch<'a>,
    /// Distance of the first vertex from the sources.
    at: u64,
}

impl<'a> DistanceTracker<'a> {
    /// Creates a tracker at a vertex; `None` if the search has not seen this vertex.
    ///
    /// Time: one expansion for each generation on the path back to the sources.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn new(
        explored: MarkedSearch<'a>,
        index: u64,
    ) -> Result<Option<DistanceTracker<'a>>, QueryError> {
        if !explored.has_seen(index) {
            return Ok(None);
        }
        let at = DistanceCache::new(explored).of(index)?;
        Ok(at.map(|at| DistanceTracker { explored, at }))
    }

    /// Distance of the vertex at which the tracker was created.
    pub fn at(self) -> u64 {
        self.at
    }

    /// Distance of vertex `index`, which must have a neighbour at distance `distance` from the
    /// sources.
    ///
    /// Without such a neighbour the result is meaningless.
    ///
    /// # Errors
    /// If the marks are damaged.
    #[inline]
    pub fn beside(self, distance: u64, index: u64) -> Result<u64, QueryError> {
        let mark = self.explored.mark_of(index);
        let told = [
            Some(distance),
            distance.checked_add(1),
            distance.checked_sub(1),
        ];
        let agrees = |distance: &u64| Marks::mark_of(*distance) == mark;
        let found = told.into_iter().flatten().find(agrees);
        found.ok_or(QueryError::Damaged { index })
    }
}
