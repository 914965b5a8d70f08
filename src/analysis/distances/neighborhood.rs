//! The neighbourhood of a vertex: all vertices within a given distance of it, and the edges between
//! them.
//!
//! A breadth-first walk visits these vertices and edges. It keeps three generations as sorted lists
//! and needs no marks, so that the first generations of a very large graph can be listed too. The
//! walk visits each vertex once, before its edges, and each edge once.

use super::distance_tracker::DistanceTracker;
use super::marked_search::QueryError;
use slidewise_engine::graph::Graph;
use slidewise_engine::search::OutOfResources;
use thiserror::Error;

/// Vertex of a neighbourhood, with its distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vertex {
    /// Index of the vertex in the graph.
    pub index: u64,
    /// Distance from the centre.
    pub radius: u64,
    /// Distance from the sources of each of two finished searches; `None` without a tracker for
    /// that search ([`Neighborhood::gauged`]).
    pub distances: [Option<u64>; 2],
}

/// Item that a walk through a neighbourhood visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NeighborhoodItem {
    /// A vertex. Vertices nearer to the centre are visited first; vertices at the same distance are
    /// visited in ascending order of their indices.
    Vertex(Vertex),
    /// An edge. `from` is the end nearer to the centre; if both ends are equally far from the
    /// centre, `from` is the end with the smaller index.
    Edge {
        /// Index of one end.
        from: u64,
        /// Index of the other end.
        to: u64,
    },
}

/// Reasons why a walk through a neighbourhood fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NeighborhoodError {
    /// The marks contradict each other.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The generations that the walk keeps take more memory than allowed.
    #[error(transparent)]
    OutOfResources(#[from] OutOfResources),
}

/// All vertices within a given distance of a centre, and the edges between them.
///
/// ```
/// use slidewise_engine::graph::{Graph, Metric};
/// use slidewise_analysis::{Neighborhood, NeighborhoodError, NeighborhoodItem};
///
/// let puzzle = slidewise_puzzle::Puzzle::open("tiles:2x2")?;
/// let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
/// let start = graph.index_of(&puzzle.start).expect("Start is legal");
/// let (mut vertices, mut edges) = (0, 0);
/// Neighborhood::new(&graph, start).walk(|item| {
///     match item {
///         NeighborhoodItem::Vertex(_) => vertices += 1,
///         NeighborhoodItem::Edge { .. } => edges += 1,
///     }
///     Ok::<(), NeighborhoodError>(())
/// })?;
/// assert_eq!((vertices, edges), (12, 12), "a ring of twelve");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Neighborhood<'a> {
    graph: &'a Graph,
    centre: u64,
    /// Greatest distance from the centre; `None` includes all reachable vertices.
    radius: Option<u64>,
    /// Trackers of finished searches, created at the centre.
    gauges: [Option<DistanceTracker<'a>>; 2],
    /// Memory limit of a walk, in bytes.
    memory: Option<u64>,
}

/// Vertex of a generation, with its distance in the search of each tracker; 0 where there is no
/// tracker.
#[derive(Clone, Copy)]
struct TrackedVertex {
    index: u64,
    distances: [u64; 2],
}

impl<'a> Neighborhood<'a> {
    /// Creates the neighbourhood of `centre` with all vertices reachable from it.
    ///
    /// # Panics
    /// If `centre` is not a vertex of the graph.
    pub fn new(graph: &'a Graph, centre: u64) -> Neighborhood<'a> {
        graph.expect_vertex(centre);
        Neighborhood {
            graph,
            centre,
            radius: None,
            gauges: [None, None],
            memory: None,
        }
    }

    /// Restricts the neighbourhood to vertices at most `radius` edges from the centre.
    pub fn within(self, radius: Option<u64>) -> Neighborhood<'a> {
        Neighborhood { radius, ..self }
    }

    /// Adds to each vertex its distances in finished searches, from trackers created at the centre.
    pub fn gauged(self, gauges: [Option<DistanceTracker<'a>>; 2]) -> Neighborhood<'a> {
        Neighborhood { gauges, ..self }
    }

    /// Limits the memory of a walk to `memory` bytes; `None` sets no limit.
    pub fn in_memory(self, memory: Option<u64>) -> Neighborhood<'a> {
        Neighborhood { memory, ..self }
    }

    /// Calls `visit` with each vertex and each edge. Ends early if `visit` fails.
    ///
    /// Time: two expansions for each vertex. Memory: 24 bytes for each vertex of two generations,
    /// and 24 bytes for each edge from one generation to the next.
    ///
    /// # Errors
    /// If `visit` fails, if the marks of a tracker are damaged, or if the memory limit is too low.
    pub fn walk<E: From<NeighborhoodError>>(
        &self,
        mut visit: impl FnMut(NeighborhoodItem) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut refusal = None;
        let mut refuse = |error| {
            refusal = Some(error);
            None
        };
        let walked = self.walk_until(&mut |item| visit(item).map_err(&mut refuse));
        match (refusal, walked) {
            (Some(error), _) => Err(error),
            (None, Err(Some(error))) => Err(error.into()),
            (None, _) => Ok(()),
        }
    }

    /// Calls `visit` until it fails. Compiled once, for whatever visits.
    ///
    /// # Errors
    /// `None` if `visit` failed.
    fn walk_until(
        &self,
        visit: &mut dyn FnMut(NeighborhoodItem) -> Result<(), Option<NeighborhoodError>>,
    ) -> Result<(), Option<NeighborhoodError>> {
        self.graph.build_half_boards(0);
        let mut neighbours = self.graph.neighbours();
        let mut before: Vec<u64> = Vec::new();
        let mut current = vec![TrackedVertex {
            index: self.centre,
            distances: self.gauges.map(|gauge| gauge.map_or(0, |gauge| gauge.at())),
        }];
        let mut radius = 0;
        self.show(&current, radius, visit)?;
        while !current.is_empty() {
            let indices: Vec<u64> = current.iter().map(|member| member.index).collect();
            let is_new = |index: &u64| {
                indices.binary_search(index).is_err() && before.binary_search(index).is_err()
            };
            let is_last = self.radius == Some(radius);
            let mut next = Vec::new();
            if !is_last {
                let mut met = Vec::new();
                for member in &current {
                    neighbours.for_each(member.index, |index| met.push(index));
                    for index in met.drain(..).filter(is_new) {
                        next.push(self.beside(member, index)?);
                    }
                    self.check_memory(before.len() + current.len(), next.len())?;
                }
                next.sort_unstable_by_key(|member| member.index);
                next.dedup_by_key(|member| member.index);
                self.show(&next, radius + 1, visit)?;
            }
            let mut ends = Vec::new();
            for &from in &indices {
                neighbours.for_each(from, |to| ends.push(to));
                ends.retain(|to| match indices.binary_search(to) {
                    Ok(_) => from < *to,
                    Err(_) => !is_last && before.binary_search(to).is_err(),
                });
                ends.sort_unstable();
                for to in ends.drain(..) {
                    visit(NeighborhoodItem::Edge { from, to })?;
                }
            }
            before = indices;
            current = next;
            radius += 1;
        }
        Ok(())
    }

    /// Calls `visit` with each vertex of a generation.
    fn show<E>(
        &self,
        members: &[TrackedVertex],
        radius: u64,
        visit: &mut dyn FnMut(NeighborhoodItem) -> Result<(), E>,
    ) -> Result<(), E> {
        for member in members {
            let told = |gauge: usize| self.gauges[gauge].map(|_| member.distances[gauge]);
            visit(NeighborhoodItem::Vertex(Vertex {
                index: member.index,
                radius,
                distances: [told(0), told(1)],
            }))?;
        }
        Ok(())
    }

    /// Returns the neighbour `index` of a vertex, with its distance in the search of each tracker.
    fn beside(
        &self,
        member: &TrackedVertex,
        index: u64,
    ) -> Result<TrackedVertex, NeighborhoodError> {
        let mut distances = member.distances;
        for (gauge, distance) in self.gauges.iter().zip(&mut distances) {
            if let Some(gauge) = gauge {
                *distance = gauge.beside(*distance, index)?;
            }
        }
        Ok(TrackedVertex { index, distances })
    }

    fn check_memory(&self, kept: usize, found: usize) -> Result<(), NeighborhoodError> {
        // A growing vector may have twice the capacity that it needs.
        let needed = ((kept + 2 * found) * size_of::<TrackedVertex>()) as u64;
        match self.memory {
            Some(allowed) if needed > allowed => {
                Err(OutOfResources::Memory { needed, allowed }.into())
            }
            _ => Ok(()),
        }
    }
}
