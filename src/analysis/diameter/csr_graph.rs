//! The component of a configuration as a CSR graph (compressed sparse rows), with vertices numbered
//! 0, 1, 2, ...
//!
//! A [`Graph`] computes the neighbours of a vertex on each request. When the same component is
//! searched a hundred times, it pays to store all neighbours once. The vertices are in the order of
//! their graph indices.

use crate::verify::{OutOfMemory, filled, with_room};
use slidewise_engine::graph::Graph;
use slidewise_engine::search::Expander;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// All configurations reachable from a start, stored with their neighbours as a CSR graph.
#[derive(Debug)]
pub struct CsrGraph<'g> {
    graph: &'g Graph,
    roster: VertexIds,
    /// Position in `neighbours` of the first neighbour of each vertex, indexed by vertex. A last
    /// entry is the end of the last vertex's neighbours.
    first: Vec<u32>,
    /// Neighbours of the vertices, vertex by vertex. [`TOGETHER`] more entries follow, so that a
    /// read of `TOGETHER` entries never passes the end.
    neighbours: Vec<u32>,
    /// Largest number of neighbours that a vertex has.
    max_neighbours: usize,
}

/// The set of all reachable vertices, before their neighbours are stored.
#[derive(Debug)]
pub struct ReachableSet<'g> {
    graph: &'g Graph,
    roster: VertexIds,
    edges: u64,
}

/// Reasons why a component cannot be stored as a CSR graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CsrGraphError {
    /// The component has too many vertices or neighbour entries for numbers of 32 bits.
    #[error(
        "the component is too large: {vertices} configurations and {ends} neighbour entries; \
         both must be below 4,294,967,295"
    )]
    TooLarge {
        /// Number of vertices.
        vertices: u64,
        /// Number of neighbour entries: two for each edge.
        ends: u64,
    },
    /// The system refused to allocate memory.
    #[error(transparent)]
    NoRoom(#[from] OutOfMemory),
    /// The stop flag was raised.
    #[error("interrupted")]
    Interrupted,
}

/// Set of graph indices as a bitmap, with the position of each member among all members.
#[derive(Debug)]
struct VertexIds {
    words: Vec<u64>,
    /// Number of members before each word; filled when the set is complete.
    before: Vec<u32>,
    /// Number of members; filled when the set is complete.
    count: u64,
}

/// Number of neighbours that one read of fixed size copies; most vertices do not have more
/// neighbours.
pub(crate) const TOGETHER: usize = 4;

/// Number of vertices expanded between two checks of the stop flag.
const CHUNK: usize = 1 << 14;

impl VertexIds {
    fn new(len: u64) -> Result<VertexIds, OutOfMemory> {
        Ok(VertexIds {
            words: filled(len.div_ceil(64) as usize, 0)?,
            before: Vec::new(),
            count: 0,
        })
    }

    /// Adds a number to the set; returns false if the set had it already.
    ///
    /// The caller must count the members. If this function also added the bit to a count, LLVM 22.1
    /// (rustc 1.95, from opt-level 2 on) would drop the addition.
    fn insert(&mut self, number: u64) -> bool {
        let word = &mut self.words[(number / 64) as usize];
        let bit = 1 << (number % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Counts the members before each word. The set must have at most 2^32 members.
    fn number(&mut self) -> Result<(), OutOfMemory> {
        self.before = with_room(self.words.len())?;
        let mut before = 0;
        for word in &self.words {
            self.before.push(before);
            before += word.count_ones();
        }
        Ok(())
    }

    #[inline]
    fn position(&self, number: u64) -> Option<u32> {
        let word = *self.words.get((number / 64) as usize)?;
        let bit = 1u64 << (number % 64);
        (word & bit != 0)
            .then(|| self.before[(number / 64) as usize] + (word & (bit - 1)).count_ones())
    }

    fn member(&self, position: u32) -> u64 {
        let at = self.before.partition_point(|&before| before <= position) - 1;
        let mut word = self.words[at];
        for _ in self.before[at]..position {
            word &= word - 1;
        }
        at as u64 * 64 + u64::from(word.trailing_zeros())
    }

    fn members(&self) -> impl Iterator<Item = u64> + '_ {
        (0..).zip(&self.words).flat_map(|(at, &word)| {
            let rest = std::iter::successors((word != 0).then_some(word), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            });
            rest.map(move |rest| at * 64 + u64::from(rest.trailing_zeros()))
        })
    }
}

impl<'g> ReachableSet<'g> {
    /// Bytes that `ReachableSet::from` takes, apart from two generations of configurations.
    pub fn bytes_for(graph: &Graph) -> u64 {
        graph.len().div_ceil(64).saturating_mul(12)
    }

    /// Finds all configurations reachable from `start`. Calls `observe` once for each generation,
    /// with the number of configurations found so far.
    ///
    /// Time: one expansion for each configuration.
    ///
    /// # Errors
    /// If there is not enough memory, or the stop flag is raised.
    ///
    /// # Panics
    /// If `start` is not a vertex of the graph.
    pub fn from(
        graph: &'g Graph,
        start: u64,
        stop: &AtomicBool,
        mut observe: impl FnMut(u64),
    ) -> Result<ReachableSet<'g>, CsrGraphError> {
        graph.expect_vertex(start);
        let mut roster = VertexIds::new(graph.len())?;
        let mut expander = Expander::new(graph, stop);
        let mut generation = vec![start];
        let (mut count, mut edges) = (0, 0);
        let mut met: Vec<u64> = Vec::new();
        roster.insert(start);
        while !generation.is_empty() {
            count += generation.len() as u64;
            observe(count);
            let mut next = Vec::new();
            for chunk in generation.chunks(CHUNK) {
                if stop.load(Ordering::Relaxed) {
                    return Err(CsrGraphError::Interrupted);
                }
                for &index in chunk {
                    expander.add(index, |neighbour| met.push(neighbour));
                }
                expander.finish(|neighbour| met.push(neighbour));
                edges += met.len() as u64;
                next.extend(met.drain(..).filter(|&neighbour| roster.insert(neighbour)));
            }
            // Vertices are expanded faster in ascending order.
            next.sort_unstable();
            generation = next;
        }
        roster.count = count;
        Ok(ReachableSet {
            graph,
            roster,
            edges,
        })
    }

    /// Number of reachable vertices.
    pub fn len(&self) -> u64 {
        self.roster.count
    }

    /// Bytes of the CSR graph that [`ReachableSet::lay_out`] makes.
    pub fn bytes(&self) -> u64 {
        ReachableSet::bytes_for(self.graph)
            + (self.roster.count + self.edges + 1 + TOGETHER as u64) * 4
    }

    /// Stores the neighbours of all vertices.
    ///
    /// # Errors
    /// If there are too many vertices or neighbours, there is not enough memory, or the stop flag
    /// is raised.
    pub fn lay_out(mut self, stop: &AtomicBool) -> Result<CsrGraph<'g>, CsrGraphError> {
        let (vertices, ends) = (self.roster.count, self.edges);
        if vertices.max(ends) >= u64::from(u32::MAX) {
            return Err(CsrGraphError::TooLarge { vertices, ends });
        }
        self.roster.number()?;
        let mut first: Vec<u32> = with_room(vertices as usize + 1)?;
        let mut to: Vec<u32> = with_room(ends as usize + TOGETHER)?;
        let mut neighbours = self.graph.neighbours();
        first.push(0);
        for index in self.roster.members() {
            neighbours.for_each(index, |neighbour| {
                let position = self.roster.position(neighbour);
                to.push(position.expect("a neighbour of a reachable vertex is reachable"));
            });
            first.push(to.len() as u32);
            if first.len().is_multiple_of(1 << 16) && stop.load(Ordering::Relaxed) {
                return Err(CsrGraphError::Interrupted);
            }
        }
        let counts = first.windows(2).map(|ends| ends[1] - ends[0]);
        let max_neighbours = counts.max().unwrap_or(0) as usize;
        to.extend([0; TOGETHER]);
        Ok(CsrGraph {
            graph: self.graph,
            roster: self.roster,
            first,
            neighbours: to,
            max_neighbours,
        })
    }
}

impl<'g> CsrGraph<'g> {
    /// Stores the component of `start`.
    ///
    /// Time: two expansions for each vertex. Memory: 1.5 bits for each index of the graph, 4 bytes
    /// for each vertex, and 4 bytes for each neighbour of a vertex. During the search, 8 bytes more
    /// for each configuration of two generations.
    ///
    /// # Errors
    /// If the component is too large, there is not enough memory, or the stop flag is raised.
    ///
    /// # Panics
    /// If `start` is not a vertex of the graph.
    pub fn of(
        graph: &'g Graph,
        start: u64,
        stop: &AtomicBool,
    ) -> Result<CsrGraph<'g>, CsrGraphError> {
        ReachableSet::from(graph, start, stop, |_| {})?.lay_out(stop)
    }

    /// The graph that the component is part of.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Neighbours of a vertex.
    #[inline]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let (from, to) = (self.first[vertex as usize], self.first[vertex as usize + 1]);
        &self.neighbours[from as usize..to as usize]
    }

    /// Largest number of neighbours that a vertex has.
    pub fn max_neighbours(&self) -> usize {
        self.max_neighbours
    }

    /// Copies the neighbours of a vertex to the front of `room` and returns their number.
    ///
    /// At least [`TOGETHER`] entries of `room` are overwritten.
    #[inline(always)]
    pub(super) fn put_neighbours(&self, vertex: u32, room: &mut [u32]) -> usize {
        let from = self.first[vertex as usize] as usize;
        let count = self.first[vertex as usize + 1] as usize - from;
        let neighbours = &self.neighbours[from..];
        let together: &[u32; TOGETHER] = neighbours.first_chunk().expect("spare entries follow");
        *room.first_chunk_mut().expect("there is room") = *together;
        if count > TOGETHER {
            room[TOGETHER..count].copy_from_slice(&neighbours[TOGETHER..count]);
        }
        count
    }

    /// Index of a vertex in the graph.
    pub fn index(&self, vertex: u32) -> u64 {
        self.roster.member(vertex)
    }

    /// Graph indices of all vertices, ascending.
    pub fn indices(&self) -> impl Iterator<Item = u64> + '_ {
        self.roster.members()
    }

    /// Vertex with a given graph index; `None` if it is not reachable.
    #[inline]
    pub fn vertex(&self, index: u64) -> Option<u32> {
        self.roster.position(index)
    }
}
