//! State graphs as files for other programs: GraphML, DOT, CSV and Parquet.
//!
//! A [`NetworkWriter`] receives nodes and edges one at a time and streams them to its outputs. The
//! module defines the names of the columns, and depends on neither puzzles nor searches.

mod csv;
mod dot;
mod graphml;
#[cfg_attr(not(feature = "parquet"), path = "without_parquet.rs")]
pub mod parquet;
mod writer;

pub use self::csv::Csv;
pub use self::dot::Dot;
pub use self::graphml::GraphMl;
pub use self::writer::{EDGE_COLUMNS, Link, NODE_COLUMNS, NetworkWriter, Node, Subject};
