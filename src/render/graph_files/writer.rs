//! Nodes and edges as graph files show them, and the trait that each format implements.

use slidewise_layout::VertexPlace;
use std::io;

/// Puzzle and metric of a graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphHeader<'a> {
    /// Name of the puzzle.
    pub puzzle: &'a str,
    /// Metric that defines the edges: `step`, `slide` or `move`.
    pub metric: &'a str,
    /// Whether edges lead one way.
    pub is_directed: bool,
    /// Whether nodes have places.
    pub has_places: bool,
}

/// A node as files show it: a configuration and its attributes.
#[derive(Clone, Copy, Debug)]
pub struct NodeRow<'a> {
    /// Index of the configuration in the state graph.
    pub index: u64,
    /// Distance from Start, if known.
    pub generation: Option<u64>,
    /// Distance to the nearest goal that can be reached, if known.
    pub finish: Option<u64>,
    /// Text of the position.
    pub position: &'a str,
    /// Whether the configuration is Start.
    pub is_start: bool,
    /// Whether the configuration is a goal.
    pub is_goal: bool,
    /// Its place, if the file has places.
    pub place: Option<VertexPlace>,
}

/// An edge as files show it: the move of one piece between two configurations.
#[derive(Clone, Copy, Debug)]
pub struct EdgeRow<'a> {
    /// Index of the configuration before the move.
    pub from: u64,
    /// Index of the configuration after the move.
    pub to: u64,
    /// Token of the piece that moves, as the position before the move shows it.
    pub piece: &'a str,
    /// Name of the piece's first cell before the move.
    pub cell: &'a str,
    /// Directions of the piece's steps, as letters U, D, L, R.
    pub letters: &'a str,
}

/// Names of the columns of a table of nodes, in file order.
///
/// Gephi reads a node's name and what it writes beside the node from the columns `Id` and `Label`.
pub const NODE_COLUMNS: [&str; 7] = [
    "Id",
    "Label",
    "generation",
    "finish",
    "position",
    "start",
    "goal",
];

/// Units of the viewers of graphs for each unit of a layout, in which an edge is about 1 long.
const VIEWER_UNITS: f32 = 10.0;

/// A place for programs that show graphs, whose nodes are some units wide: y leads up there.
pub(super) fn in_viewers([x, y, z]: VertexPlace) -> [f32; 3] {
    // Zero has no sign in a text.
    [x, -y, z].map(|own| own * VIEWER_UNITS + 0.0)
}

/// Names of the columns for the places of nodes, which stand behind the others.
pub const PLACE_COLUMNS: [&str; 3] = ["x", "y", "z"];

/// Names of the columns of a table of edges, in file order.
///
/// Gephi reads the ends of an edge from the columns `Source` and `Target`.
pub const EDGE_COLUMNS: [&str; 5] = ["Source", "Target", "piece", "cell", "move"];

/// A format in which a graph can be written.
///
/// Both nodes of an edge must be written before the edge; nodes and edges may otherwise alternate.
pub trait GraphWriter {
    /// Whether all nodes must be written before all edges.
    fn has_nodes_first(&self) -> bool {
        false
    }

    /// Writes a node.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn node(&mut self, node: &NodeRow<'_>) -> io::Result<()>;

    /// Writes an edge.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn link(&mut self, link: &EdgeRow<'_>) -> io::Result<()>;

    /// Writes buffered rows and the end of the file, and flushes the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}

/// Values of a column of a table that is written at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableColumn {
    /// Numbers.
    Numbers(Vec<u64>),
    /// Texts.
    Texts(Vec<String>),
}

impl TableColumn {
    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            TableColumn::Numbers(values) => values.len(),
            TableColumn::Texts(values) => values.len(),
        }
    }

    /// A value in words.
    pub fn text(&self, row: usize) -> String {
        match self {
            TableColumn::Numbers(values) => values[row].to_string(),
            TableColumn::Texts(values) => values[row].clone(),
        }
    }
}
