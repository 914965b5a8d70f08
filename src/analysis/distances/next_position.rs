//! Neighbours of a configuration, ordered by the moves that lead to them.
//!
//! [`super::hints::Hints`] selects the neighbours that lead nearer to a goal.

use super::search_vertices::{SearchVertices, VertexNeighbours};
use super::single_move::Move;
use slidewise_engine::graph::Neighbours;
use slidewise_puzzle::Configuration;

/// Neighbour of a configuration, with the move that leads to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextPosition {
    /// Move that leads to the neighbour.
    pub by: Move,
    /// Index of the neighbour.
    pub index: u64,
    /// Configuration with this index.
    pub configuration: Configuration,
}

impl NextPosition {
    /// Lists the neighbours of a configuration that satisfy `is_wanted`, in ascending order of
    /// their moves.
    ///
    /// ```
    /// use slidewise_engine::graph::{Graph, Metric};
    /// use slidewise_puzzle::Puzzle;
    /// use slidewise_analysis::NextPosition;
    ///
    /// let puzzle = Puzzle::tiles(2, 2)?;
    /// let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step)?;
    /// let start = graph.index_of(&puzzle.start).expect("Start has a number");
    /// let onward = NextPosition::all(&mut graph.neighbours(), start, |_| true);
    /// let moves: Vec<_> = onward
    ///     .iter()
    ///     .map(|to| (to.by.piece.as_str(), to.by.letters(&puzzle.board)))
    ///     .collect();
    /// assert_eq!(moves, [("2", "D".to_owned()), ("3", "R".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(
        neighbours: &mut Neighbours<'_>,
        index: u64,
        is_wanted: impl FnMut(u64) -> bool,
    ) -> Vec<NextPosition> {
        let vertices = SearchVertices::Graph(neighbours.graph());
        let for_each = |visit: &mut dyn FnMut(u64)| neighbours.for_each(index, visit);
        NextPosition::among(vertices, index, is_wanted, for_each)
    }

    /// Lists the neighbours that `for_each` enumerates and that satisfy `is_wanted`, in ascending
    /// order of their moves.
    fn among(
        vertices: SearchVertices<'_>,
        index: u64,
        mut is_wanted: impl FnMut(u64) -> bool,
        for_each: impl FnOnce(&mut dyn FnMut(u64)),
    ) -> Vec<NextPosition> {
        let mut wanted = Vec::new();
        for_each(&mut |neighbour| {
            if is_wanted(neighbour) {
                wanted.push(neighbour);
            }
        });
        let (puzzle, metric) = (vertices.puzzle(), vertices.metric());
        let before = vertices.configuration(index);
        let successors = wanted.into_iter().filter_map(|index| {
            let configuration = vertices.configuration(index);
            let by = Move::between(puzzle, metric, &before, &configuration)?;
            Some(NextPosition {
                by,
                index,
                configuration,
            })
        });
        let mut successors: Vec<NextPosition> = successors.collect();
        successors.sort_unstable_by(|a, b| a.by.cmp(&b.by));
        successors
    }
}

impl VertexNeighbours<'_> {
    /// Lists the neighbours that satisfy `is_wanted`, in ascending order of their moves.
    pub(super) fn successors(
        &mut self,
        index: u64,
        is_wanted: impl FnMut(u64) -> bool,
    ) -> Vec<NextPosition> {
        let vertices = match self {
            VertexNeighbours::Graph(neighbours) => SearchVertices::Graph(neighbours.graph()),
            VertexNeighbours::Hash(table) => SearchVertices::Hash(table),
        };
        let for_each = |visit: &mut dyn FnMut(u64)| self.for_each(index, visit);
        NextPosition::among(vertices, index, is_wanted, for_each)
    }
}
