//! The edges of a walk through a state graph, written as moves.

use crate::graph_files::{EdgeRow, GraphWriter};
use slidewise_analysis::Move;
use slidewise_engine::graph::Graph;
use slidewise_puzzle::Configuration;
use std::io;

/// Writes edges that are grouped by their first configuration, which is unranked once a group.
#[derive(Debug)]
pub struct EdgeWalk<'g> {
    graph: &'g Graph,
    /// The first configuration of the last edge.
    before: Option<(u64, Configuration)>,
}

impl<'g> EdgeWalk<'g> {
    /// A walk that has written no edge.
    pub fn new(graph: &'g Graph) -> EdgeWalk<'g> {
        EdgeWalk {
            graph,
            before: None,
        }
    }

    /// Writes the edge between two configurations, given by their indices.
    ///
    /// # Errors
    /// If the output cannot be written.
    ///
    /// # Panics
    /// If no edge joins the configurations.
    pub fn write(&mut self, from: u64, to: u64, writer: &mut dyn GraphWriter) -> io::Result<()> {
        let graph = self.graph;
        if self.before.as_ref().is_none_or(|(index, _)| *index != from) {
            self.before = None;
        }
        let (_, before) = self
            .before
            .get_or_insert_with(|| (from, graph.configuration(from)));
        let after = graph.configuration(to);
        let puzzle = graph.puzzle();
        let own = Move::between(puzzle, graph.metric(), before, &after)
            .expect("an edge joins configurations one move apart");
        writer.link(&EdgeRow {
            from,
            to,
            piece: &own.piece,
            cell: &puzzle.board.name_of(puzzle.board.square_of(own.from)),
            letters: &own.letters(&puzzle.board),
        })
    }
}
