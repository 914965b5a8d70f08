//! The words of `graph`: what is written, of what, and where to.

use super::whole::whole;
use super::{Replace, Searched};
use clap::{Args, ValueEnum};
#[cfg(feature = "pictures")]
use slidewise_render::picture::Theme;
use std::path::PathBuf;

/// What a graph is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum NetworkFormat {
    /// GraphML: networkx, igraph, Gephi
    Graphml,
    /// DOT: Graphviz
    Dot,
    /// Comma-separated values, in two tables
    Csv,
    /// Apache Parquet, in two tables: pandas, Polars, DuckDB
    #[cfg(feature = "parquet")]
    Parquet,
    /// A picture, drawn with lines
    #[cfg(feature = "pictures")]
    Svg,
    /// A picture in pixels
    #[cfg(feature = "pictures")]
    Png,
}

impl NetworkFormat {
    /// The name, which is also how a file's name ends.
    pub fn name(self) -> &'static str {
        match self {
            NetworkFormat::Graphml => "graphml",
            NetworkFormat::Dot => "dot",
            NetworkFormat::Csv => "csv",
            #[cfg(feature = "parquet")]
            NetworkFormat::Parquet => "parquet",
            #[cfg(feature = "pictures")]
            NetworkFormat::Svg => "svg",
            #[cfg(feature = "pictures")]
            NetworkFormat::Png => "png",
        }
    }

    /// All names.
    pub fn names() -> Vec<&'static str> {
        let all = NetworkFormat::value_variants().iter();
        all.map(|format| format.name()).collect()
    }

    /// The format of files whose names end so.
    pub fn of_ending(ending: &str) -> Option<NetworkFormat> {
        let ending = if ending == "gv" { "dot" } else { ending };
        let mut all = NetworkFormat::value_variants().iter().copied();
        all.find(|format| format.name() == ending)
    }

    /// Whether a graph is two tables, one of nodes and one of edges.
    pub fn is_tables(self) -> bool {
        match self {
            NetworkFormat::Csv => true,
            #[cfg(feature = "parquet")]
            NetworkFormat::Parquet => true,
            _ => false,
        }
    }

    /// Whether it is no text.
    pub fn is_binary(self) -> bool {
        match self {
            #[cfg(feature = "parquet")]
            NetworkFormat::Parquet => true,
            #[cfg(feature = "pictures")]
            NetworkFormat::Png => true,
            _ => false,
        }
    }

    /// Whether it is a picture.
    #[cfg(feature = "pictures")]
    pub fn is_picture(self) -> bool {
        matches!(self, NetworkFormat::Svg | NetworkFormat::Png)
    }
}

/// What the colours of a picture of a graph show.
#[cfg(feature = "pictures")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Scale {
    /// The distance from Start
    Generation,
    /// The distance to Finish
    Finish,
}

/// The tables of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Table {
    /// A row for each configuration
    Nodes,
    /// A row for each edge
    Edges,
}

impl Table {
    /// Both.
    pub const BOTH: [Table; 2] = [Table::Nodes, Table::Edges];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Table::Nodes => "nodes",
            Table::Edges => "edges",
        }
    }
}

/// Words of `graph`.
#[derive(Debug, Args)]
pub struct Graph {
    #[command(flatten)]
    pub searched: Searched,
    /// What to write [default: as the end of the file's name says]
    #[arg(long, value_enum)]
    pub format: Option<NetworkFormat>,
    /// The file, - for stdout; of two tables, FILE.nodes.csv and FILE.edges.csv [default: stdout]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub replace: Replace,
    /// Of two tables only this one, into FILE itself
    #[arg(long, value_enum)]
    pub table: Option<Table>,
    /// Only what is not farther from Start
    #[arg(long, value_name = "N", conflicts_with = "around", value_parser = whole::<u64>(0..))]
    pub max_generation: Option<u64>,
    /// Only what is near this position, as --radius says
    #[arg(long, value_name = "POSITION", requires = "radius", allow_hyphen_values = true, value_parser = super::position)]
    pub around: Option<String>,
    /// With --around: how near
    #[arg(long, value_name = "N", requires = "around", value_parser = whole::<u64>(0..))]
    pub radius: Option<u64>,
    /// Leave out the distances to Finish: then no search of all is needed
    #[arg(long)]
    pub no_finish: bool,
    /// Of a picture: what its colours show [default: generation]
    #[cfg(feature = "pictures")]
    #[arg(long, value_enum)]
    pub colour: Option<Scale>,
    /// Of a picture: dark on light, light on dark, or as the viewer has it
    #[cfg(feature = "pictures")]
    #[arg(long, value_enum, default_value_t = Theme::Auto)]
    pub theme: Theme,
}
