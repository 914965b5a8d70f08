//! The component of a configuration, laid out: vertices 0, 1, 2, ... without gaps, neighbours side by side.
//!
//! A graph finds neighbours again each time they are wanted. Where the same component is searched a hundred
//! times it pays to write them down once. The vertices follow the numbers of the graph.

use super::array::{NoRoom, filled, with_room};
use slidewise_engine::graph::Graph;
use slidewise_engine::search::Expander;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// All configurations that can be reached from one, with their neighbours.
#[derive(Debug)]
pub struct Component<'g> {
    graph: &'g Graph,
    roster: Roster,
    /// By vertex: where its neighbours begin; one more at the end.
    first: Vec<u32>,
    /// The neighbours, and [`TOGETHER`] more that stand for nothing, so that this many can be read anywhere.
    neighbours: Vec<u32>,
    /// The most neighbours that a vertex has.
    most_neighbours: usize,
}

/// Which vertices can be reached, before their neighbours are written down.
#[derive(Debug)]
pub struct Reached<'g> {
    graph: &'g Graph,
    roster: Roster,
    edges: u64,
}

/// Why a component was not laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ComponentError {
    /// Vertices and ends of edges are numbered in 32 bits.
    #[error(
        "{vertices} configurations with {ends} neighbours can be reached: fewer than 4,294,967,295 of either can be laid out"
    )]
    TooLarge {
        /// How many vertices there are.
        vertices: u64,
        /// How many ends their edges have.
        ends: u64,
    },
    /// There is no memory.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// It was stopped.
    #[error("interrupted")]
    Interrupted,
}

/// Which of many numbers are members, and the how-manieth of them each is.
#[derive(Debug)]
struct Roster {
    words: Vec<u64>,
    /// By word: how many members come before it; filled at the end.
    before: Vec<u32>,
    /// How many members there are; filled at the end.
    count: u64,
}

/// Neighbours that are read together: most vertices have no more.
pub(super) const TOGETHER: usize = 4;

/// This many vertices are expanded between two looks at the stop flag.
const CHUNK: usize = 1 << 14;

impl Roster {
    fn new(len: u64) -> Result<Roster, NoRoom> {
        Ok(Roster {
            words: filled(len.div_ceil(64) as usize, 0)?,
            before: Vec::new(),
            count: 0,
        })
    }

    /// Makes a number a member; false if it was one.
    ///
    /// Members are not counted here: LLVM 22.1 (rustc 1.95, from opt-level 2 on) loses the addition of a bit that is
    /// tested, set and returned in one go.
    fn insert(&mut self, number: u64) -> bool {
        let word = &mut self.words[(number / 64) as usize];
        let bit = 1 << (number % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Counts the members before each word: at most 2^32 in all.
    fn number(&mut self) -> Result<(), NoRoom> {
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

impl<'g> Reached<'g> {
    /// Bytes that finding them takes, beside the configurations of two generations.
    pub fn bytes_for(graph: &Graph) -> u64 {
        graph.len().div_ceil(64).saturating_mul(12)
    }

    /// Finds all that can be reached from `start`, a vertex of the graph.
    ///
    /// Time: one expansion of each. `observe` is told how many have been found.
    ///
    /// # Errors
    /// If there is no memory, or it was stopped.
    ///
    /// # Panics
    /// If `start` is none.
    pub fn from(
        graph: &'g Graph,
        start: u64,
        stop: &AtomicBool,
        mut observe: impl FnMut(u64),
    ) -> Result<Reached<'g>, ComponentError> {
        graph.expect_vertex(start);
        let mut roster = Roster::new(graph.len())?;
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
                    return Err(ComponentError::Interrupted);
                }
                for &index in chunk {
                    expander.add(index, |neighbour| met.push(neighbour));
                }
                expander.finish(|neighbour| met.push(neighbour));
                edges += met.len() as u64;
                next.extend(met.drain(..).filter(|&neighbour| roster.insert(neighbour)));
            }
            // Neighbours are found faster in order.
            next.sort_unstable();
            generation = next;
        }
        roster.count = count;
        Ok(Reached {
            graph,
            roster,
            edges,
        })
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.roster.count
    }

    /// Bytes that they take with their neighbours.
    pub fn bytes(&self) -> u64 {
        Reached::bytes_for(self.graph) + (self.roster.count + self.edges + 1 + TOGETHER as u64) * 4
    }

    /// Writes their neighbours down.
    ///
    /// # Errors
    /// If there are too many, there is no memory, or it was stopped.
    pub fn lay_out(mut self, stop: &AtomicBool) -> Result<Component<'g>, ComponentError> {
        let (vertices, ends) = (self.roster.count, self.edges);
        if vertices.max(ends) >= u64::from(u32::MAX) {
            return Err(ComponentError::TooLarge { vertices, ends });
        }
        self.roster.number()?;
        let mut first: Vec<u32> = with_room(vertices as usize + 1)?;
        let mut to: Vec<u32> = with_room(ends as usize + TOGETHER)?;
        let mut neighbours = self.graph.neighbours();
        first.push(0);
        for index in self.roster.members() {
            neighbours.for_each(index, |neighbour| {
                let position = self.roster.position(neighbour);
                to.push(position.expect("neighbours of what can be reached can be reached"));
            });
            first.push(to.len() as u32);
            if first.len().is_multiple_of(1 << 16) && stop.load(Ordering::Relaxed) {
                return Err(ComponentError::Interrupted);
            }
        }
        let counts = first.windows(2).map(|ends| ends[1] - ends[0]);
        let most_neighbours = counts.max().unwrap_or(0) as usize;
        to.extend([0; TOGETHER]);
        Ok(Component {
            graph: self.graph,
            roster: self.roster,
            first,
            neighbours: to,
            most_neighbours,
        })
    }
}

impl<'g> Component<'g> {
    /// The component of `start`, a vertex of the graph.
    ///
    /// Time: two expansions of each vertex. Bytes: a bit and a half for each number of the graph, 4 for each
    /// vertex and 4 for each of its neighbours; two generations' numbers of 8 bytes meanwhile.
    ///
    /// # Errors
    /// If it is too large, there is no memory, or it was stopped.
    ///
    /// # Panics
    /// If `start` is none.
    pub fn of(
        graph: &'g Graph,
        start: u64,
        stop: &AtomicBool,
    ) -> Result<Component<'g>, ComponentError> {
        Reached::from(graph, start, stop, |_| {})?.lay_out(stop)
    }

    /// The graph.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// The neighbours of a vertex.
    #[inline]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let (from, to) = (self.first[vertex as usize], self.first[vertex as usize + 1]);
        &self.neighbours[from as usize..to as usize]
    }

    /// The most neighbours that a vertex has.
    pub fn most_neighbours(&self) -> usize {
        self.most_neighbours
    }

    /// Writes the neighbours of a vertex, and over up to [`TOGETHER`] places in any case; returns how many they are.
    #[inline(always)]
    pub(super) fn put_neighbours(&self, vertex: u32, room: &mut [u32]) -> usize {
        let from = self.first[vertex as usize] as usize;
        let count = self.first[vertex as usize + 1] as usize - from;
        let neighbours = &self.neighbours[from..];
        let together: &[u32; TOGETHER] = neighbours.first_chunk().expect("some are left over");
        *room.first_chunk_mut().expect("there is room") = *together;
        if count > TOGETHER {
            room[TOGETHER..count].copy_from_slice(&neighbours[TOGETHER..count]);
        }
        count
    }

    /// The number that a vertex has in the graph.
    pub fn index(&self, vertex: u32) -> u64 {
        self.roster.member(vertex)
    }

    /// The numbers of all vertices in the graph, in their order.
    pub fn indices(&self) -> impl Iterator<Item = u64> + '_ {
        self.roster.members()
    }

    /// The vertex that has a number in the graph; `None` if it cannot be reached.
    #[inline]
    pub fn vertex(&self, index: u64) -> Option<u32> {
        self.roster.position(index)
    }
}
