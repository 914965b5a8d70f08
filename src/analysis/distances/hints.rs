//! Hints towards Finish: the distance from any configuration to the nearest goal, and the best
//! moves.
//!
//! Distances are exact. They come from a complete search from all goal configurations; without one,
//! only the possible moves are available.

use super::guide::{Guide, KnownDistance};
use super::marked_search::{DistanceCache, MarkedSearch, QueryError};
use super::next_position::NextPosition;
use super::single_move::Move;
use slidewise_engine::graph::{Graph, Neighbours};
use slidewise_puzzle::Configuration;

/// Distances and best moves towards the goals of a graph.
#[derive(Debug)]
pub struct Hints<'a> {
    neighbours: Neighbours<'a>,
    /// The search from the goals, with a cache of distances; `None` without a search.
    search: Option<(MarkedSearch<'a>, DistanceCache<'a>)>,
}

/// A possible move, with the distance to Finish after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The move and the configuration to which it leads.
    pub to: NextPosition,
    /// Distance to Finish after the move; `None` if it is not known, or no path leads to Finish.
    pub distance: Option<u64>,
}

impl<'a> Hints<'a> {
    /// Creates hints from a complete search from all goals; without one, distances are not known.
    ///
    /// # Panics
    /// If the search began at Start.
    pub fn new(graph: &'a Graph, from_goals: Option<MarkedSearch<'a>>) -> Hints<'a> {
        let is_from_start = from_goals.is_some_and(|explored| explored.start().is_some());
        assert!(
            !is_from_start,
            "a search from Start gives no distances to goals"
        );
        Hints {
            neighbours: graph.neighbours(),
            search: from_goals.map(|explored| (explored, DistanceCache::new(explored))),
        }
    }

    /// Graph of the puzzle.
    pub fn graph(&self) -> &'a Graph {
        self.neighbours.graph()
    }

    /// Distance from a configuration to Finish; `None` if it is not known, or no path leads to
    /// Finish.
    ///
    /// Time: one expansion for each generation on the path, fewer if the path meets an earlier
    /// path. Memory: 24 bytes for each configuration on a path, which stays in the cache.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn distance(&mut self, index: u64) -> Result<Option<u64>, QueryError> {
        match &mut self.search {
            Some((explored, distances)) if explored.has_seen(index) => distances.of(index),
            _ => Ok(None),
        }
    }

    /// All moves from a configuration, in ascending order ([`Move`]).
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn suggestions(&mut self, index: u64) -> Result<Vec<Suggestion>, QueryError> {
        NextPosition::all(&mut self.neighbours, index, |_| true)
            .into_iter()
            .map(|to| {
                let distance = self.distance(to.index)?;
                Ok(Suggestion { to, distance })
            })
            .collect()
    }

    /// Best move: of all moves that lead nearer to Finish, the first in ascending order.
    ///
    /// `None` at Finish, or if no distance is known.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn hint(&mut self, index: u64) -> Result<Option<NextPosition>, QueryError> {
        let Some((explored, _)) = self.search else {
            return Ok(None);
        };
        let nearer = explored.predecessors(&mut self.neighbours, index);
        let best = NextPosition::all(&mut self.neighbours, index, |to| nearer.contains(&to));
        Ok(best.into_iter().next())
    }
}

impl Guide for Hints<'_> {
    fn distance(&mut self, position: &Configuration) -> Result<KnownDistance, QueryError> {
        let distance = match self.graph().index_of(position) {
            Some(index) => Hints::distance(self, index)?,
            None => None,
        };
        Ok(distance.map_or(KnownDistance::Unknown, KnownDistance::Exactly))
    }

    fn best(&mut self, position: &Configuration) -> Result<Option<Move>, QueryError> {
        let best = match self.graph().index_of(position) {
            Some(index) => self.hint(index)?,
            None => None,
        };
        Ok(best.map(|best| best.by))
    }
}
