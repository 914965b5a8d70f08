//! State graphs as files for other programs: GraphML, DOT, tables as CSV and as Parquet.
//!
//! A [`NetworkWriter`] takes a graph node by node and edge by edge and writes as it goes. It knows the words that
//! files have for these, and neither puzzles nor searches.

mod csv;
mod dot;
mod graphml;
#[cfg_attr(not(feature = "parquet"), path = "without_parquet.rs")]
pub mod parquet;

pub use self::csv::Csv;
pub use self::dot::Dot;
pub use self::graphml::GraphMl;

use std::io;

/// What a graph is of.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The puzzle's name.
    pub puzzle: &'a str,
    /// What an edge is: `step`, `slide` or `move`.
    pub metric: &'a str,
}

/// A configuration, as files tell of it.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// Its number.
    pub index: u64,
    /// Its distance from Start.
    pub generation: Option<u64>,
    /// Its distance from the nearest goal that can be reached.
    pub finish: Option<u64>,
    /// Its text.
    pub position: &'a str,
    /// Whether it is Start.
    pub is_start: bool,
    /// Whether it is a goal.
    pub is_goal: bool,
}

/// An edge, as files tell of it.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// The number of the configuration that the piece goes from.
    pub from: u64,
    /// The number of the configuration that it makes.
    pub to: u64,
    /// The piece's token in the former.
    pub piece: &'a str,
    /// The name of its first cell there.
    pub cell: &'a str,
    /// The letters of its steps, U D L R.
    pub letters: &'a str,
}

/// The names of a node's columns, in order.
pub const NODE_COLUMNS: [&str; 6] = ["index", "generation", "finish", "position", "start", "goal"];

/// The names of an edge's columns, in order.
pub const EDGE_COLUMNS: [&str; 5] = ["from", "to", "piece", "cell", "move"];

/// Writes a graph. Nodes come before the edges that they are ends of, but not all nodes before all edges.
pub trait NetworkWriter {
    /// Writes a node.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn node(&mut self, node: &Node<'_>) -> io::Result<()>;

    /// Writes an edge.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn link(&mut self, link: &Link<'_>) -> io::Result<()>;

    /// Writes what stands at the end, and all that is held back.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}
