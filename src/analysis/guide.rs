//! A guide to Finish: from any configuration, how far it is and which moves are good ones.
//!
//! Its distances are exact, from a complete search from all goal configurations; without one it knows the moves
//! alone. It does not know how anybody came to where they are.

use super::{Distances, Explored, QueryError, Successor};
use slidewise_engine::graph::{Graph, Neighbours};

/// A guide through a graph.
#[derive(Debug)]
pub struct Guide<'a> {
    neighbours: Neighbours<'a>,
    /// What the search from the goals has to say; `None` where there is none.
    search: Option<(Explored<'a>, Distances<'a>)>,
}

/// A move that can be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// Where it leads.
    pub to: Successor,
    /// How far Finish is from there; `None` where that is not known, or no way leads there.
    pub distance: Option<u64>,
}

impl<'a> Guide<'a> {
    /// A guide by a complete search from all goals; without one it knows no distance.
    ///
    /// # Panics
    /// If the search is one from Start.
    pub fn new(graph: &'a Graph, from_goals: Option<Explored<'a>>) -> Guide<'a> {
        let is_from_start = from_goals.is_some_and(|explored| explored.start().is_some());
        assert!(
            !is_from_start,
            "a search from Start tells no distances to goals"
        );
        Guide {
            neighbours: graph.neighbours(),
            search: from_goals.map(|explored| (explored, Distances::new(explored))),
        }
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.neighbours.graph()
    }

    /// How far Finish is from a configuration; `None` where that is not known, or no way leads there.
    ///
    /// Time: one expansion for each generation on the way, less where the way was met before; 24 bytes for each
    /// configuration met are kept.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn distance(&mut self, index: u64) -> Result<Option<u64>, QueryError> {
        match &mut self.search {
            Some((explored, distances)) if explored.has_seen(index) => distances.of(index),
            _ => Ok(None),
        }
    }

    /// All that can be done from a configuration, least move first.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn suggestions(&mut self, index: u64) -> Result<Vec<Suggestion>, QueryError> {
        Successor::all(&mut self.neighbours, index, |_| true)
            .into_iter()
            .map(|to| {
                let distance = self.distance(to.index)?;
                Ok(Suggestion { to, distance })
            })
            .collect()
    }

    /// A best move: the least of those that lead nearer to Finish; `None` at Finish, and where no distance is known.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn hint(&mut self, index: u64) -> Result<Option<Successor>, QueryError> {
        let Some((explored, _)) = self.search else {
            return Ok(None);
        };
        let nearer = explored.predecessors(&mut self.neighbours, index);
        let best = Successor::all(&mut self.neighbours, index, |to| nearer.contains(&to));
        Ok(best.into_iter().next())
    }
}
