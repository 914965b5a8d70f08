//! A search that has been made: its marks and the sizes of its generations, ready to be asked.
//!
//! It promises exact answers for every generation that was finished. It does not know where marks are kept.

use crate::moves::{Graph, Neighbours};
use crate::store::Marks;
use ahash::AHashMap;
use thiserror::Error;

/// Why a question has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum QueryError {
    /// The marks contradict each other.
    #[error(
        "configuration {index} is marked as seen, but no way leads from it back to the beginning: the marks are damaged"
    )]
    Damaged {
        /// The number of the configuration.
        index: u64,
    },
    /// The goals match too many configurations.
    #[error("the goals match more than {most} configurations, which is the most that are listed", most = super::Goals::MOST)]
    TooManyGoals,
}

/// What a search has found so far.
#[derive(Clone, Copy, Debug)]
pub struct Explored<'a> {
    graph: &'a Graph,
    marks: &'a Marks,
    counts: &'a [u64],
    is_complete: bool,
}

impl<'a> Explored<'a> {
    /// The search that left these marks and counts.
    pub fn new(
        graph: &'a Graph,
        marks: &'a Marks,
        counts: &'a [u64],
        is_complete: bool,
    ) -> Explored<'a> {
        Explored {
            graph,
            marks,
            counts,
            is_complete,
        }
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The sizes of the finished generations.
    pub fn counts(&self) -> &'a [u64] {
        self.counts
    }

    /// Whether everything that can be reached has been found.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether a configuration has been seen.
    pub fn has_seen(&self, index: u64) -> bool {
        self.marks.get(index) != 0
    }

    /// The neighbours of a configuration that are one generation nearer to the beginning.
    pub fn predecessors(&self, neighbours: &mut Neighbours<'_>, index: u64) -> Vec<u64> {
        let nearer = match self.marks.get(index) {
            0 => return Vec::new(),
            1 => 3,
            mark => mark - 1,
        };
        let mut found = Vec::new();
        neighbours.for_each(index, |neighbour| {
            if self.marks.get(neighbour) == nearer {
                found.push(neighbour);
            }
        });
        found
    }

    /// The generation of a configuration; `None` if it has not been seen.
    ///
    /// Time: one expansion for each generation on the way back.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn generation_of(&self, index: u64) -> Result<Option<u64>, QueryError> {
        if !self.has_seen(index) {
            return Ok(None);
        }
        Distances::new(*self).of(index).map(Some)
    }
}

/// Walks back to the beginning, remembering what was met: many distances for little more than one.
#[derive(Debug)]
pub struct Distances<'a> {
    explored: Explored<'a>,
    neighbours: Neighbours<'a>,
    known: AHashMap<u64, u64>,
}

impl<'a> Distances<'a> {
    /// Nothing remembered yet.
    pub fn new(explored: Explored<'a>) -> Distances<'a> {
        Distances {
            explored,
            neighbours: explored.graph.neighbours(),
            known: AHashMap::new(),
        }
    }

    /// The generation of a configuration that has been seen.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn of(&mut self, index: u64) -> Result<u64, QueryError> {
        let mut way = vec![index];
        // An unfinished generation may have been marked beyond the finished ones, and then generations are
        // found again from an earlier one: no chain of right marks is longer than there are vertices.
        let mut at = index;
        let distance = loop {
            if let Some(&distance) = self.known.get(&at) {
                break distance;
            }
            let nearer = match self.explored.marks.get(at) {
                0 => return Err(QueryError::Damaged { index }),
                1 => 3,
                mark => mark - 1,
            };
            let mut before = None;
            self.neighbours.for_each(at, |neighbour| {
                if self.explored.marks.get(neighbour) == nearer {
                    before = Some(neighbour);
                }
            });
            match before {
                Some(before) => {
                    at = before;
                    way.push(before);
                    if way.len() as u64 > self.explored.graph.len() {
                        return Err(QueryError::Damaged { index });
                    }
                }
                // The beginning is where no way leads nearer, and it is in generation 0.
                None if self.explored.marks.get(at) == Marks::mark_of(0) => break 0,
                None => return Err(QueryError::Damaged { index }),
            }
        };
        // The last of the way is the configuration whose distance is known.
        for (further, &met) in (0..).zip(way.iter().rev()) {
            self.known.insert(met, distance + further);
        }
        Ok(distance + way.len() as u64 - 1)
    }
}
