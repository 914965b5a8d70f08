//! Arguments of the commands that only write files: `convert` and `man`.

use super::{ReplaceArgs, values};
use clap::Args;
use slidewise_puzzle::ExitSide;
use slidewise_puzzle::import::SourceFormat;
use std::path::PathBuf;

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// A file, - for stdin, or rush:BOARD
    pub input: String,
    /// Format of the input
    // Written with its path: clap would read a bare `Option` as an option without a default.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = values::source_format(),
        default_value = "auto"
    )]
    pub format: std::option::Option<SourceFormat>,
    /// Side at which the goal car of a parking puzzle leaves [default: the marked one, else right]
    #[arg(long, value_name = "SIDE", value_parser = values::exit_side())]
    pub exit: Option<ExitSide>,
    /// File of the goal in the same format; only for trays, tiles and grids
    #[arg(long, value_name = "FILE")]
    pub goal: Option<PathBuf>,
    /// Only the puzzle with this name, or else the one whose name begins with it
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// Write to this file, or several puzzles to files in this folder [default: stdout]
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub replace: ReplaceArgs,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command [default: the page of slidewise itself]
    #[arg(conflicts_with = "out")]
    pub command: Option<String>,
    /// Write all pages into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub replace: ReplaceArgs,
}
