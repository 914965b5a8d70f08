//! The vertices of a search with their neighbours: those of a numbered graph, or the positions of a hash search.

use super::Successor;
use slidewise_engine::graph::{Graph, Metric, Neighbours};
use slidewise_engine::search::HashSearch;
use slidewise_puzzle::{Configuration, Puzzle};

/// What a search numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Vertices<'a> {
    /// The vertices of a graph.
    Graph(&'a Graph),
    /// Positions in the order in which they were found.
    Hash(&'a HashSearch<'a>),
}

/// Finds the neighbours of vertices.
#[derive(Debug)]
pub(super) enum Adjacent<'a> {
    /// In a graph.
    Graph(Box<Neighbours<'a>>),
    /// Among the positions that a hash search has found.
    Hash(&'a HashSearch<'a>),
}

impl<'a> Vertices<'a> {
    /// The puzzle.
    pub fn puzzle(self) -> &'a Puzzle {
        match self {
            Vertices::Graph(graph) => graph.puzzle(),
            Vertices::Hash(search) => search.puzzle(),
        }
    }

    /// What an edge is.
    pub fn metric(self) -> Metric {
        match self {
            Vertices::Graph(graph) => graph.metric(),
            Vertices::Hash(search) => search.metric(),
        }
    }

    /// The configuration of a vertex.
    pub fn configuration(self, index: u64) -> Configuration {
        match self {
            Vertices::Graph(graph) => graph.configuration(index),
            Vertices::Hash(search) => search.configuration(index),
        }
    }

    /// Room for finding neighbours.
    pub fn adjacent(self) -> Adjacent<'a> {
        match self {
            Vertices::Graph(graph) => Adjacent::Graph(Box::new(graph.neighbours())),
            Vertices::Hash(search) => Adjacent::Hash(search),
        }
    }
}

impl Adjacent<'_> {
    /// Calls `visit` with each neighbour, each once.
    pub fn for_each(&mut self, index: u64, visit: impl FnMut(u64)) {
        match self {
            Adjacent::Graph(neighbours) => neighbours.for_each(index, visit),
            Adjacent::Hash(search) => search.for_each_neighbour(index, visit),
        }
    }

    /// Those neighbours that are wanted, least move first.
    pub fn successors(&mut self, index: u64, is_wanted: impl FnMut(u64) -> bool) -> Vec<Successor> {
        let vertices = match self {
            Adjacent::Graph(neighbours) => Vertices::Graph(neighbours.graph()),
            Adjacent::Hash(search) => Vertices::Hash(search),
        };
        let for_each = |visit: &mut dyn FnMut(u64)| self.for_each(index, visit);
        Successor::among(vertices, index, is_wanted, for_each)
    }
}
