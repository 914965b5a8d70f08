//! Arguments of `graph`: the part of the graph, the format and the file.

use super::{ReplaceArgs, SearchArgs, ThemeArg, parse_int, position};
use clap::{Args, ValueEnum};
use slidewise_app::Problem;
use slidewise_layout::LayoutKind;
use slidewise_render::graph_files::parquet;
use std::path::PathBuf;

/// Format of a written graph; the help lists all formats, even those that this build lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum NetworkFormat {
    /// GraphML: networkx, igraph, Gephi
    Graphml,
    /// GEXF: Gephi, with the places of a layout
    Gexf,
    /// DOT: Graphviz
    Dot,
    /// Comma-separated values, in two tables
    Csv,
    /// Apache Parquet, in two tables: pandas, Polars, DuckDB
    Parquet,
    /// A vector picture
    Svg,
    /// A picture in pixels
    Png,
    /// A poster to print
    Pdf,
    /// One turn of the graph in space, in pixels
    Gif,
    /// A page that plays the puzzle beside its graph
    Html,
}

/// Refuses Parquet in a build without its writer.
pub(crate) fn check_parquet_is_built() -> Result<(), Problem> {
    if parquet::IS_BUILT {
        return Ok(());
    }
    Err(Problem::of_input(
        "this build of slidewise writes no Parquet files",
        "choose --format csv, or build with --features parquet",
    ))
}

impl NetworkFormat {
    /// The name, which is also the usual extension of a file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            NetworkFormat::Graphml => "graphml",
            NetworkFormat::Gexf => "gexf",
            NetworkFormat::Dot => "dot",
            NetworkFormat::Csv => "csv",
            NetworkFormat::Parquet => "parquet",
            NetworkFormat::Svg => "svg",
            NetworkFormat::Png => "png",
            NetworkFormat::Pdf => "pdf",
            NetworkFormat::Gif => "gif",
            NetworkFormat::Html => "html",
        }
    }

    /// The names of all formats.
    pub(crate) fn names() -> Vec<&'static str> {
        let all = NetworkFormat::value_variants().iter();
        all.map(|format| format.name()).collect()
    }

    /// The format of files with this extension, which is in lower case.
    pub(crate) fn of_extension(extension: &str) -> Option<NetworkFormat> {
        let name = if extension == "gv" { "dot" } else { extension };
        let mut all = NetworkFormat::value_variants().iter().copied();
        all.find(|format| format.name() == name)
    }

    /// Refuses a format whose writer this build lacks.
    ///
    /// # Errors
    /// For a picture without the feature `pictures`, and for Parquet without the feature
    /// `parquet`.
    pub(crate) fn check_is_built(self) -> Result<(), Problem> {
        if self.is_picture() && !cfg!(feature = "pictures") {
            return Err(Problem::of_input(
                "this build of slidewise draws no pictures",
                "choose --format graphml, dot or csv, or build with --features pictures",
            ));
        }
        if self == NetworkFormat::Html && !cfg!(feature = "web") {
            return Err(Problem::of_input(
                "this build of slidewise makes no pages",
                "choose --format svg, or build with --features web",
            ));
        }
        if self == NetworkFormat::Parquet {
            return check_parquet_is_built();
        }
        Ok(())
    }

    /// Whether the format has two tables, one of nodes and one of edges.
    pub(crate) fn is_tables(self) -> bool {
        matches!(self, NetworkFormat::Csv | NetworkFormat::Parquet)
    }

    /// Whether the format is not text.
    pub(crate) fn is_binary(self) -> bool {
        use NetworkFormat::{Gif, Parquet, Pdf, Png};
        matches!(self, Parquet | Png | Pdf | Gif)
    }

    /// Whether the format is a picture.
    pub(crate) fn is_picture(self) -> bool {
        use NetworkFormat::{Gif, Pdf, Png, Svg};
        matches!(self, Svg | Png | Pdf | Gif)
    }
}

/// Distance that the colours of a picture of a graph show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColourScale {
    /// The distance from Start
    Generation,
    /// The distance to Finish
    Finish,
}

/// What the places of a layout show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LayoutArg {
    /// Lengths come near to distances
    Distances,
    /// The tree of a search from Start
    Tree,
}

impl From<LayoutArg> for LayoutKind {
    fn from(own: LayoutArg) -> LayoutKind {
        match own {
            LayoutArg::Distances => LayoutKind::Distances,
            LayoutArg::Tree => LayoutKind::Tree,
        }
    }
}

/// Size of the paper of a poster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PaperArg {
    // Documentation comments here would change the help texts.
    #[value(name = "A0")]
    A0,
    #[value(name = "A1")]
    A1,
    #[value(name = "A2")]
    A2,
    #[value(name = "A3")]
    A3,
    #[value(name = "A4")]
    A4,
    Letter,
}

/// How the paper of a poster lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OrientationArg {
    // Documentation comments here would change the help texts.
    Portrait,
    Landscape,
}

/// A table of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum GraphTable {
    /// A row for each configuration
    Nodes,
    /// A row for each edge
    Edges,
}

impl GraphTable {
    /// Both tables.
    pub(crate) const BOTH: [GraphTable; 2] = [GraphTable::Nodes, GraphTable::Edges];

    /// The table's name, on the command line and in file names.
    pub(crate) fn name(self) -> &'static str {
        match self {
            GraphTable::Nodes => "nodes",
            GraphTable::Edges => "edges",
        }
    }
}

/// Arguments of `graph`.
#[derive(Debug, Args)]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub searched: SearchArgs,
    /// Format of the output [default: by the extension of the file]
    #[arg(long, value_enum)]
    pub format: Option<NetworkFormat>,
    /// The file, - for stdout; two tables go to FILE.nodes.csv and FILE.edges.csv [default: stdout]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub replace: ReplaceArgs,
    /// Write only this table, into FILE itself
    #[arg(long, value_enum)]
    pub table: Option<GraphTable>,
    /// Only configurations at most this far from Start
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "around",
        value_parser = parse_int::<u64>(0..)
    )]
    pub max_generation: Option<u64>,
    /// Only configurations within --radius of this position
    #[arg(
        long,
        value_name = "POSITION",
        requires = "radius",
        allow_hyphen_values = true,
        value_parser = position
    )]
    pub around: Option<String>,
    /// With --around: the largest distance from that position
    #[arg(long, value_name = "N", requires = "around", value_parser = parse_int::<u64>(0..))]
    pub radius: Option<u64>,
    /// Leave out the distances to Finish, which need a complete search
    #[arg(long)]
    pub no_finish: bool,
    /// CSV, Parquet, GraphML and DOT: add the places of a layout, as x, y and z
    #[arg(long)]
    pub coordinates: bool,
    /// What the places of a layout show [default: distances]
    #[arg(long, value_enum)]
    pub layout: Option<LayoutArg>,
    /// Coordinates: dimensions of the layout, 2 or 3 [default: 2]
    #[arg(long, value_name = "N", value_parser = parse_int::<usize>(2..=3))]
    pub dimensions: Option<usize>,
    /// Layouts: start of the numbers by chance that separate configurations with equal distances
    /// [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_int::<u64>(0..))]
    pub seed: Option<u64>,
    /// Pictures: the distance that the colours show [default: generation]
    #[arg(long, value_enum)]
    pub colour: Option<ColourScale>,
    /// Pictures: dark on light, light on dark, or as the viewer's system has it
    #[arg(long, value_enum, default_value = "auto")]
    pub theme: ThemeArg,
    /// PDF, SVG and PNG: draw a poster of this size of paper [default: A4 for PDF]
    #[arg(long, value_enum, value_name = "PAPER", ignore_case = true)]
    pub size: Option<PaperArg>,
    /// Posters: how the paper lies [default: the way in which the graph is larger]
    #[arg(long, value_enum)]
    pub orientation: Option<OrientationArg>,
    /// GIF: number of frames in one turn of the graph [default: 60]
    #[arg(long, value_name = "N", value_parser = parse_int::<u32>(1..=400))]
    pub frames: Option<u32>,
    /// PNG: show the graph in space, turned by this angle
    #[arg(long, value_name = "DEGREES", value_parser = parse_int::<u32>(0..=360))]
    pub turn: Option<u32>,
}

impl GraphArgs {
    /// What the places of a layout show.
    pub(crate) fn layout(&self) -> LayoutKind {
        self.layout
            .map_or_else(LayoutKind::default, LayoutKind::from)
    }

    /// Start of the numbers by chance of a layout.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}
