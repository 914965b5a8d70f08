//! Vertices of a search with their neighbours, in a graph or in a hash search.

use slidewise_engine::graph::{Graph, Metric, Neighbours};
use slidewise_engine::search::PositionTable;
use slidewise_puzzle::{Configuration, Puzzle};

/// Vertices of a search; each vertex is named by a number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SearchVertices<'a> {
    /// Vertices of a graph.
    Graph(&'a Graph),
    /// Positions of a hash search, in the order in which they were found.
    Hash(&'a PositionTable<'a>),
}

/// Enumerator of the neighbours of a vertex, in a graph or in a hash search.
#[derive(Debug)]
pub(super) enum VertexNeighbours<'a> {
    /// Enumerates the neighbours in a graph.
    Graph(Box<Neighbours<'a>>),
    /// Enumerates the neighbours among the positions that a hash search has found.
    Hash(&'a PositionTable<'a>),
}

impl<'a> SearchVertices<'a> {
    /// Puzzle of the search.
    pub(super) fn puzzle(self) -> &'a Puzzle {
        match self {
            SearchVertices::Graph(graph) => graph.puzzle(),
            SearchVertices::Hash(table) => table.puzzle(),
        }
    }

    /// Metric of the search, which defines its edges.
    pub(super) fn metric(self) -> Metric {
        match self {
            SearchVertices::Graph(graph) => graph.metric(),
            SearchVertices::Hash(table) => table.metric(),
        }
    }

    /// Returns the configuration of a vertex.
    pub(super) fn configuration(self, index: u64) -> Configuration {
        match self {
            SearchVertices::Graph(graph) => graph.configuration(index),
            SearchVertices::Hash(table) => table.configuration(index),
        }
    }

    /// Creates an enumerator of neighbours.
    pub(super) fn adjacent(self) -> VertexNeighbours<'a> {
        match self {
            SearchVertices::Graph(graph) => VertexNeighbours::Graph(Box::new(graph.neighbours())),
            SearchVertices::Hash(table) => VertexNeighbours::Hash(table),
        }
    }
}

impl VertexNeighbours<'_> {
    /// Calls `visit` once with each neighbour of a vertex.
    pub(super) fn for_each(&mut self, index: u64, visit: impl FnMut(u64)) {
        match self {
            VertexNeighbours::Graph(neighbours) => neighbours.for_each(index, visit),
            VertexNeighbours::Hash(table) => table.for_each_neighbour(index, visit),
        }
    }
}
