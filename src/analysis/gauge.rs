//! Distances that a search has found, told from neighbour to neighbour.
//!
//! Marks tell a distance modulo three, and those of neighbours differ by one at most: so one that is known gives
//! the other. It promises exact distances, and does not know where it is taken.

use super::{Distances, Explored, QueryError};
use slidewise_store::Marks;

/// The distance of one vertex from where a finished search began, to be carried along edges.
#[derive(Clone, Copy, Debug)]
pub struct Gauge<'a> {
    explored: Explored<'a>,
    at: u64,
}

impl<'a> Gauge<'a> {
    /// The distances of a finished search, as told at one vertex; `None` if it has not met that one.
    ///
    /// Time: one expansion for each generation on the way back.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn new(explored: Explored<'a>, index: u64) -> Result<Option<Gauge<'a>>, QueryError> {
        if !explored.has_seen(index) {
            return Ok(None);
        }
        let at = Distances::new(explored).of(index)?;
        Ok(at.map(|at| Gauge { explored, at }))
    }

    /// The distance of the vertex at which it was told.
    pub fn at(self) -> u64 {
        self.at
    }

    /// The distance of a vertex that has a neighbour at `distance`: of another one it tells something else.
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
