//! Arguments of the commands whose puzzles do not slide: `fill` and `jump`.

use super::{parse_int, values};
use clap::{Args, ValueEnum};
use slidewise_tabletop::FillKind;
use std::path::PathBuf;

/// Colour of a square on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColourArg {
    /// Black
    #[value(name = "B", alias = "b")]
    Black,
    /// White
    #[value(name = "W", alias = "w")]
    White,
}

/// Arguments of `fill`.
#[derive(Debug, Args)]
#[command(after_help = "\
Stones: rows of B, W, X (any colour) and _ (not covered) with commas; a line of = ends a stone.
Hidoku: rows of numbers with commas, _ where the board is empty.
Magic board: rows of numbers with blanks, __ where the board is empty.

Example:
  slidewise fill pentominoes.txt --board 10x6 --count
      how many ways there are")]
pub(crate) struct FillArgs {
    /// The file with the board or the stones
    pub file: PathBuf,
    /// Kind of the board [default: recognized by the content]
    #[arg(long, value_parser = values::board_kind())]
    pub kind: Option<FillKind>,
    /// Count the solutions, and list none
    #[arg(long)]
    pub count: bool,
    /// Stop after this many solutions
    #[arg(long, value_name = "N", value_parser = parse_int::<u64>(1..))]
    pub limit: Option<u64>,
    /// Stones: columns and rows of the board, such as 10x6 [default: the square that the stones
    /// make up]
    #[arg(long, value_name = "CxR", value_parser = board_size)]
    pub board: Option<(usize, usize)>,
    /// Stones: the colour of the top left square [default: both are tried]
    #[arg(long, value_enum, conflicts_with = "no_colours")]
    pub first: Option<ColourArg>,
    /// Stones: they may be turned, but not flipped over
    #[arg(long)]
    pub no_flip: bool,
    /// Stones: ignore their colours
    #[arg(long)]
    pub no_colours: bool,
    /// Stones: only one of the solutions that are alike when the whole board is turned or flipped
    #[arg(long)]
    pub unique: bool,
    /// Magic board: the smallest number [default: deduced]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = parse_int::<i64>(..)
    )]
    pub from: Option<i64>,
    /// Magic board: the sum of each line [default: deduced]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = parse_int::<i64>(..)
    )]
    pub sum: Option<i64>,
}

/// Arguments of `jump`.
#[derive(Debug, Args)]
#[command(after_help = "\
FILE: the number of rows, 2 to 26, on a line; then the rows, of . (never used), _ (free), B and W.
The squares alternate as on a chequered board: those of one colour are all .,
those of the other _, B or W.

Example:
  slidewise jump position.txt --all
      every black checker that can take all white ones, and how")]
pub(crate) struct JumpArgs {
    /// The file with the position
    pub file: PathBuf,
    /// List every checker that can take all white ones, with its jumps
    #[arg(long)]
    pub all: bool,
}

/// Parses columns and rows, such as `10x6`.
fn board_size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x');
    let side = |digits: &str| digits.parse().ok().filter(|&side: &usize| side > 0);
    sides
        .and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)))
        .ok_or_else(|| "expected columns x rows, such as 10x6".to_owned())
}
