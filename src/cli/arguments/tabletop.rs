//! Arguments of the commands whose puzzles do not slide: `fill` and `jump`.

use super::{parse_int, values};
use clap::{Args, ValueEnum};
use slidewise_tabletop::{FillKind, Neighbourhood};
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

/// Board of stones on the command line.
#[derive(Clone, Debug)]
pub(crate) enum BoardArg {
    /// A rectangle, by its columns and rows
    Size(usize, usize),
    /// A file with the outline
    File(PathBuf),
}

/// Arguments of `fill`.
#[derive(Debug, Args)]
#[command(after_help = "\
Stones: rows of B, W, X (any colour) and _ (not covered), with commas between
the cells; the line = ends a stone. The file of --board has rows of . (a cell)
and # (a hole).
Hidoku, Numbrix: rows of numbers with commas, semicolons or blanks between them;
0, _ or . is an empty cell, # a hole. Without commas, semicolons and holes,
--kind hidoku or --neighbours is needed.
Magic board: rows of numbers with blanks between them; __ or . is an empty cell.

Examples:
  slidewise fill pentominoes.txt --board 10x6 --count
      how many ways there are
  slidewise fill numbrix.txt --neighbours 4
      a Numbrix, in which only cells that share an edge are neighbours")]
pub(crate) struct FillArgs {
    /// The file with the board or the stones
    pub file: PathBuf,
    /// Kind of the board [default: recognized by the content]
    #[arg(long, value_parser = values::board_kind())]
    pub kind: Option<FillKind>,
    /// Count the solutions without listing them
    #[arg(long)]
    pub count: bool,
    /// Stop after this many solutions
    #[arg(long, value_name = "N", value_parser = parse_int::<u64>(1..))]
    pub limit: Option<u64>,
    /// Stones: columns and rows of the board, such as 10x6, or a file with its cells (.) and holes
    /// (#) [default: a square as large as all stones together]
    #[arg(long, value_name = "CxR|FILE", value_parser = board_of_stones)]
    pub board: Option<BoardArg>,
    /// Stones: the colour of the top left square [default: both are tried]
    #[arg(long, value_enum, conflicts_with = "no_colours")]
    pub first: Option<ColourArg>,
    /// Stones: turn them, but never flip them over
    #[arg(long)]
    pub no_flip: bool,
    /// Stones: ignore their colours
    #[arg(long)]
    pub no_colours: bool,
    /// Stones: count solutions once that differ only by a turn or flip of the whole board
    #[arg(long)]
    pub unique: bool,
    /// Hidoku: neighbours of a cell, 8 or, in a Numbrix, 4 [default: 8]
    #[arg(long, value_name = "4|8", value_parser = values::neighbourhood())]
    pub neighbours: Option<Neighbourhood>,
    /// Magic board: the smallest number [default: deduced]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = parse_int::<i64>(..)
    )]
    pub from: Option<i64>,
    /// Magic board: the sum of each row, column and diagonal [default: deduced]
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
FILE: a line with the number of rows, 2 to 40; then the rows, in one notation:
  . never used   _ free   B a black checker   W a white one
  - never used   + free   K a king, which jumps as B does   o its opponent
Letters may be in lower or upper case. The squares are those of a chequered
board: every square of one colour is never used, and every square of the other
colour is free or holds a piece.

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

/// Parses columns and rows, such as `10x6`, or the name of a file.
///
/// Text of digits and `x` alone is no name of a file, so that a slip in a size is noticed.
fn board_of_stones(text: &str) -> Result<BoardArg, String> {
    if text.contains(|c: char| !c.is_ascii_digit() && c != 'x') {
        return Ok(BoardArg::File(text.into()));
    }
    let sides = text.split_once('x');
    let side = |digits: &str| digits.parse().ok().filter(|&side: &usize| side > 0);
    sides
        .and_then(|(columns, rows)| Some(BoardArg::Size(side(columns)?, side(rows)?)))
        .ok_or_else(|| "expected columns x rows, such as 10x6, or a file".to_owned())
}
