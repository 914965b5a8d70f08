//! A part of the state graph, vertex by vertex and edge by edge: all that is within some distance of one vertex.
//!
//! It is walked breadth first, and holds three generations of that walk at a time, as sorted lists; so it needs no
//! marks, and of a large graph the first generations can be had. Each vertex comes once, before its edges; each edge
//! comes once. It does not know what becomes of them.

use super::{Gauge, QueryError};
use slidewise_engine::graph::Graph;
use slidewise_engine::search::OutOfResources;
use thiserror::Error;

/// A vertex of a ball.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vertex {
    /// Its number.
    pub index: u64,
    /// How far it is from the centre.
    pub radius: u64,
    /// How far it is from where each gauge's search began.
    pub distances: [Option<u64>; 2],
}

/// Something in a ball.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Met {
    /// A vertex: those nearer to the centre first, and ascending where they are equally near.
    Vertex(Vertex),
    /// An edge: `from` is the end nearer to the centre, or the lesser where they are equally near.
    Edge {
        /// The number of one end.
        from: u64,
        /// The number of the other.
        to: u64,
    },
}

/// Why a walk through a ball came to no end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BallError {
    /// The marks contradict each other.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Three generations take more memory than allowed.
    #[error(transparent)]
    OutOfResources(#[from] OutOfResources),
}

/// All vertices within some distance of one, and the edges between them.
///
/// ```
/// use slidewise_engine::graph::{Graph, Metric};
/// use slidewise_analysis::{Ball, BallError, Met};
///
/// let puzzle = slidewise_puzzle::Puzzle::open("tiles:2x2")?;
/// let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
/// let start = graph.index_of(&puzzle.start).expect("Start is legal");
/// let (mut vertices, mut edges) = (0, 0);
/// Ball::new(&graph, start).walk(|met| {
///     match met {
///         Met::Vertex(_) => vertices += 1,
///         Met::Edge { .. } => edges += 1,
///     }
///     Ok::<(), BallError>(())
/// })?;
/// assert_eq!((vertices, edges), (12, 12), "a ring of twelve");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ball<'a> {
    graph: &'a Graph,
    centre: u64,
    /// None for all that can be reached.
    radius: Option<u64>,
    gauges: [Option<Gauge<'a>>; 2],
    memory: Option<u64>,
}

/// A vertex of a generation, with its distances where gauges tell them.
#[derive(Clone, Copy)]
struct Member {
    index: u64,
    distances: [u64; 2],
}

impl<'a> Ball<'a> {
    /// All that can be reached from a vertex.
    ///
    /// # Panics
    /// If `centre` is none.
    pub fn new(graph: &'a Graph, centre: u64) -> Ball<'a> {
        graph.expect_vertex(centre);
        Ball {
            graph,
            centre,
            radius: None,
            gauges: [None, None],
            memory: None,
        }
    }

    /// The part of it that is not farther from the centre than this.
    pub fn within(self, radius: Option<u64>) -> Ball<'a> {
        Ball { radius, ..self }
    }

    /// The same with distances that searches have found, each told at the centre.
    pub fn gauged(self, gauges: [Option<Gauge<'a>>; 2]) -> Ball<'a> {
        Ball { gauges, ..self }
    }

    /// The same in this many bytes of memory.
    pub fn in_memory(self, memory: Option<u64>) -> Ball<'a> {
        Ball { memory, ..self }
    }

    /// Gives `visit` each vertex and each edge, until it has met all or `visit` fails.
    ///
    /// Time: each vertex is expanded twice. Memory: 24 bytes for each vertex of two generations, and for each edge
    /// from one to the next.
    ///
    /// # Errors
    /// Those of `visit`; if the marks of a gauge are damaged; if the memory does not do.
    pub fn walk<E: From<BallError>>(
        &self,
        mut visit: impl FnMut(Met) -> Result<(), E>,
    ) -> Result<(), E> {
        self.graph.cut_after(0);
        let mut neighbours = self.graph.neighbours();
        let mut before: Vec<u64> = Vec::new();
        let mut current = vec![Member {
            index: self.centre,
            distances: self.gauges.map(|gauge| gauge.map_or(0, |gauge| gauge.at())),
        }];
        let mut radius = 0;
        self.show(&current, radius, &mut visit)?;
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
                self.show(&next, radius + 1, &mut visit)?;
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
                    visit(Met::Edge { from, to })?;
                }
            }
            before = indices;
            current = next;
            radius += 1;
        }
        Ok(())
    }

    /// Gives `visit` the vertices of a generation.
    fn show<E>(
        &self,
        members: &[Member],
        radius: u64,
        visit: &mut impl FnMut(Met) -> Result<(), E>,
    ) -> Result<(), E> {
        for member in members {
            let told = |gauge: usize| self.gauges[gauge].map(|_| member.distances[gauge]);
            visit(Met::Vertex(Vertex {
                index: member.index,
                radius,
                distances: [told(0), told(1)],
            }))?;
        }
        Ok(())
    }

    /// The neighbour of a vertex that has this number.
    fn beside(&self, member: &Member, index: u64) -> Result<Member, BallError> {
        let mut distances = member.distances;
        for (gauge, distance) in self.gauges.iter().zip(&mut distances) {
            if let Some(gauge) = gauge {
                *distance = gauge.beside(*distance, index)?;
            }
        }
        Ok(Member { index, distances })
    }

    fn check_memory(&self, kept: usize, found: usize) -> Result<(), BallError> {
        // A list that grows has up to twice the room it needs.
        let needed = ((kept + 2 * found) * size_of::<Member>()) as u64;
        match self.memory {
            Some(allowed) if needed > allowed => {
                Err(OutOfResources::Memory { needed, allowed }.into())
            }
            _ => Ok(()),
        }
    }
}
