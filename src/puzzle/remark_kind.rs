//! The kinds of remarks, and their texts: the finding and the remedy in one line.

use super::error::quoted;
use super::import_remark::ImportRemark;
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
    /// Tiles with different numbers look alike, because nothing names them.
    AlikeTiles {
        /// The first of them.
        first: String,
        /// The second of them.
        second: String,
        /// Number of these tiles.
        count: usize,
        /// Whether the puzzle has no goal.
        is_aimless: bool,
    },
    /// The blocks look like cars of a parking puzzle, but move in all directions.
    FreeCars {
        /// The token that must reach the edge of the board in its own row.
        car: String,
        /// The tokens of lying blocks.
        horizontal: Vec<String>,
        /// The tokens of upright blocks.
        vertical: Vec<String>,
    },
    /// A text of another program was read in a way that it does not state.
    Import(ImportRemark),
}

impl RemarkKind {
    /// Whether the remark says which goal is assumed.
    pub(super) fn is_of_goal(&self) -> bool {
        let goals = |remark: &ImportRemark| {
            matches!(
                remark,
                ImportRemark::TileGoal { .. } | ImportRemark::KlotskiGoal
            )
        };
        matches!(self, RemarkKind::Import(remark) if goals(remark))
    }
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
            RemarkKind::AlikeTiles {
                first,
                second,
                count,
                is_aimless,
            } => write_alike_tiles(f, *count, [first, second], *is_aimless),
            RemarkKind::FreeCars {
                car,
                horizontal,
                vertical,
            } => write!(
                f,
                "the blocks look like cars, but move in all directions; if they move lengthwise \
                 only, add `horizontal = {horizontal:?}` and `vertical = {vertical:?}`; {}",
                listed(&quoted(car))
            ),
            RemarkKind::Import(remark) => remark.fmt(f),
        }
    }
}

/// Writes the remark on tiles of different numbers that count as alike.
fn write_alike_tiles(
    f: &mut fmt::Formatter<'_>,
    count: usize,
    examples: [&str; 2],
    is_aimless: bool,
) -> fmt::Result {
    let [first, second] = examples.map(quoted);
    let named_by = if is_aimless { "rule" } else { "goal or rule" };
    write!(
        f,
        "{count} tiles with different numbers, such as {first} and {second}, count as alike, \
         because no {named_by} names them; `distinct = true` makes each tile different, and a list \
         in `alike` says that it is intended"
    )?;
    if is_aimless {
        write!(f, "; a goal with all numbers makes them different, too")?;
    }
    Ok(())
}

impl From<ImportRemark> for RemarkKind {
    fn from(remark: ImportRemark) -> RemarkKind {
        RemarkKind::Import(remark)
    }
}
