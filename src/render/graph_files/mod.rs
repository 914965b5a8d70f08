//! State graphs as files for other programs: GraphML, GEXF, DOT, CSV and Parquet.
//!
//! A [`GraphWriter`] receives nodes and edges one at a time and streams them to its outputs. This
//! module defines the names of the columns. It uses no types of puzzles or searches.

mod csv;
mod dot;
mod gexf;
mod graphml;
#[cfg_attr(not(feature = "parquet"), path = "without_parquet.rs")]
pub mod parquet;
mod writer;

pub use self::csv::{CsvWriter, csv_field};
pub use self::dot::DotWriter;
pub use self::gexf::GexfWriter;
pub use self::graphml::GraphMlWriter;
pub use self::writer::{
    EDGE_COLUMNS, EdgeRow, GraphHeader, GraphWriter, NODE_COLUMNS, NodeRow, PLACE_COLUMNS,
    TableColumn,
};
