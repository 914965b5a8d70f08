//! Arguments of `design`.

use super::table::TableFormat;
use crate::arguments::{ReplaceArgs, parse_int};
use clap::{Args, ValueEnum};
use slidewise_design::SetKind;
use std::path::PathBuf;

/// How sets of pieces are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SetArg {
    /// The numbers of pieces of 1, 2, 3 and more cells
    Sizes,
    /// The shapes of all pieces, and that of the goal piece
    Pieces,
    /// The whole family is one set
    None,
}

impl From<SetArg> for SetKind {
    fn from(arg: SetArg) -> SetKind {
        match arg {
            SetArg::Sizes => SetKind::Sizes,
            SetArg::Pieces => SetKind::Pieces,
            SetArg::None => SetKind::Whole,
        }
    }
}

/// Arguments of `design`.
#[derive(Debug, Args)]
pub(crate) struct DesignArgs {
    /// polyominoes:RxC, klotski:RxC, rush:RxC (rows x columns), or a file that describes a family
    pub family: String,
    /// What makes a set of pieces, each with its hardest start [default: sizes for polyominoes,
    /// pieces for other families]
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    pub by: Option<SetArg>,
    /// Only the N sets with the hardest starts
    #[arg(long, value_name = "N", value_parser = parse_int::<u64>(1..))]
    pub top: Option<u64>,
    /// Only starts that need at least N moves
    #[arg(long, value_name = "N", value_parser = parse_int::<u32>(0..))]
    pub min_moves: Option<u32>,
    /// Only starts that need at most N moves
    #[arg(long, value_name = "N", value_parser = parse_int::<u32>(0..))]
    pub max_moves: Option<u32>,
    /// Only starts with exactly one shortest solution
    #[arg(long)]
    pub unique: bool,
    /// Only starts that become easier without any one of their pieces, or with a shorter one
    #[arg(long)]
    pub minimal: bool,
    /// Only boards with exactly N empty cells; not for polyominoes
    #[arg(long, value_name = "N", value_parser = parse_int::<u32>(0..))]
    pub empty: Option<u32>,
    /// Only boards of at least N pieces, the goal piece among them; for polyominoes
    #[arg(long, value_name = "N", value_parser = parse_int::<u32>(1..))]
    pub min_pieces: Option<u32>,
    /// Only boards of at most N pieces, the goal piece among them; for polyominoes
    #[arg(long, value_name = "N", value_parser = parse_int::<u32>(1..))]
    pub max_pieces: Option<u32>,
    /// Count the components of all boards, too; not for polyominoes
    #[arg(long)]
    pub components: bool,
    /// Count the boards of the family, and search nothing
    #[arg(long)]
    pub estimate: bool,
    /// Append to this file how many boards are done, and when all may be, a line of JSON every ten
    /// seconds
    #[arg(long, value_name = "FILE", conflicts_with = "estimate")]
    pub progress: Option<PathBuf>,
    /// Write the starts as puzzle files, a table and sheet.svg into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// With --out: the table as table.csv or table.parquet
    #[arg(long, value_enum, default_value = "csv", hide_possible_values = true)]
    pub format: TableFormat,
    #[command(flatten)]
    pub replace: ReplaceArgs,
    /// Search again what an earlier run has finished
    #[arg(long, conflicts_with = "no_store")]
    pub fresh: bool,
    /// Keep nothing, and use nothing that an earlier run has kept
    #[arg(long)]
    pub no_store: bool,
}
