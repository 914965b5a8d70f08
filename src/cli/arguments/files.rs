//! Arguments of the commands that only write files: `convert` and `man`.

use super::ReplaceArgs;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Format of the input of `convert`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum InputFormat {
    /// Recognized by the content
    Auto,
    /// A catalogue in JSON
    Catalogue,
    /// Rush Hour boards of 36 cells, one per line
    Rush,
    /// A board, and after empty lines its goals
    Grid,
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// A file, - for stdin, or rush:BOARD
    pub input: String,
    /// Format of the input
    #[arg(long, value_enum, default_value_t = InputFormat::Auto)]
    pub format: InputFormat,
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
