//! The kinds of remarks, and their texts: the finding and the remedy in one line.

use super::error::{counted, quoted};
use super::exit_side::ExitSide;
use super::tile_order::TileOrder;
use std::fmt;

/// A remark on a puzzle file, with its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleRemark {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The kind of remark.
    pub kind: RemarkKind,
}

impl fmt::Display for PuzzleRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: remark: {}", self.line, self.column, self.kind)
    }
}

/// The kinds of remarks; [`fmt::Display`] writes the finding and the remedy in one line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RemarkKind {
    /// A token stands for one piece in several separate parts, which move together.
    SeparateParts {
        /// The token.
        token: String,
        /// Number of cells of the piece.
        cells: usize,
        /// Number of separate parts.
        parts: usize,
    },
    /// No cell of Start is empty, so nothing can move.
    NothingMoves {
        /// The token that is probably meant as the empty cell.
        stand_in: Option<String>,
    },
    /// Rows of different lengths are read as a board of one column, so each row is one token.
    OneColumn {
        /// The first token that has several characters.
        token: String,
    },
    /// Several equal characters, such as `AA`, form one token, because blanks separate the cells of
    /// the board.
    RunTogether {
        /// The token.
        token: String,
    },
    /// The shields of a rule include the piece that must not be seen, or a piece that looks like
    /// this piece.
    OwnShield {
        /// The token among the shields.
        token: String,
    },
    /// A character on the start board of a plain grid is read as an empty cell.
    ReadAsEmpty {
        /// The character.
        token: String,
    },
    /// The source of numbered tiles states no goal, so one of the usual orders is the goal.
    TileGoal {
        /// The order.
        order: TileOrder,
        /// Whether Start reaches none of the usual orders.
        is_last_resort: bool,
    },
    /// The source of a Klotski board states no goal, so the usual one is the goal.
    KlotskiGoal,
    /// The board is read as a parking puzzle.
    Parking {
        /// The goal car.
        car: String,
        /// The side at which it leaves.
        exit: ExitSide,
    },
    /// A list of cars does not state the size of the board.
    AssumedSize {
        /// Number of rows and of columns of the board.
        side: usize,
    },
    /// The letter `g` marks the cells that the piece `0` must cover.
    GoalMarks,
    /// Free cells outside the walls of the board are walls.
    OutsideWalls {
        /// Number of these cells.
        cells: usize,
    },
}

impl fmt::Display for RemarkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |token: &str| format!("if that is intended, list {token} in `distinct`");
        match self {
            RemarkKind::SeparateParts {
                token,
                cells,
                parts,
            } => {
                let cure = if cells == parts {
                    format!("if each cell is a piece, add `units = [\"{token}\"]`")
                } else {
                    "if they are several pieces, give each its own letter \
                              (pieces of one shape stay interchangeable)"
                        .to_owned()
                };
                let token = quoted(token);
                write!(
                    f,
                    "{token} is one rigid piece of {cells} cells in {parts} separate parts; \
                     {cure}; {}",
                    listed(&token)
                )
            }
            RemarkKind::NothingMoves { stand_in } => {
                write!(f, "no cell of Start is empty, so nothing can move; ")?;
                match stand_in {
                    Some(token) => {
                        write!(f, "if {} is the empty cell, write `.`", quoted(token))
                    }
                    None => write!(f, "an empty cell is written `.`"),
                }
            }
            RemarkKind::OneColumn { token } => {
                let token = quoted(token);
                write!(
                    f,
                    "{token} is one token, because rows of different lengths are read as a board \
                     of one column; if each character is a cell, make all rows equally long \
                     (`.` is an empty cell); {}",
                    listed(&token)
                )
            }
            RemarkKind::RunTogether { token } => {
                let token = quoted(token);
                write!(
                    f,
                    "{token} is one token, because blanks separate the cells of this board; \
                     if each character is a cell, leave the blanks out (`.` is an empty cell); {}",
                    listed(&token)
                )
            }
            RemarkKind::OwnShield { token } => write!(
                f,
                "{} cannot be a shield of this rule, because it is the piece that must not be seen \
                 or looks like this piece; remove it from `shields`",
                quoted(token)
            ),
            RemarkKind::ReadAsEmpty { token } => write!(
                f,
                "{} is read as an empty cell, which puzzle files write as `.`",
                quoted(token)
            ),
            RemarkKind::TileGoal {
                order,
                is_last_resort,
            } => {
                let reached = match is_last_resort {
                    true => ", although no usual order can be reached",
                    false => "",
                };
                let order = order.in_words();
                write!(f, "no goal is stated; the goal is {order}{reached}")
            }
            RemarkKind::KlotskiGoal => write!(
                f,
                "no goal is stated; the goal is that of Klotski: the 2 x 2 block at the bottom in \
                 the middle"
            ),
            RemarkKind::Parking { car, exit } => write!(
                f,
                "the board is read as a parking puzzle: cars move lengthwise only, and {} leaves at \
                 the {}; if blocks move in all directions, convert it with `--format grid`",
                quoted(car),
                exit.name()
            ),
            RemarkKind::AssumedSize { side } => write!(
                f,
                "no size is stated; the board is taken to have {side} x {side} cells; a file name \
                 with a size, such as `9x9`, states it"
            ),
            RemarkKind::GoalMarks => write!(
                f,
                "`g` is read as a mark of the cells that the piece `0` must cover, not as a piece"
            ),
            RemarkKind::OutsideWalls { cells } => write!(
                f,
                "{} at the edge that no piece can reach {} read as walls",
                counted(*cells, "free cell"),
                if *cells == 1 { "is" } else { "are" }
            ),
        }
    }
}
