//! Remarks on texts of other programs: what was assumed where the text leaves something unsaid.

use super::error::{counted, quoted};
use super::exit_side::ExitSide;
use super::tile_order::TileOrder;
use std::fmt;

/// An assumption about a text of another program; [`fmt::Display`] writes it in one line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ImportRemark {
    /// A character on the start board of a plain grid is read as an empty cell.
    ReadAsEmpty {
        /// The character.
        token: String,
    },
    /// The source of numbered tiles states no goal, so one of the usual orders is the goal.
    TileGoal {
        /// The order.
        order: TileOrder,
        /// The other usual orders that Start reaches, if it reaches this one.
        others: Vec<TileOrder>,
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
    /// Four numbers of a tray can be read as blocks in two ways.
    TrayReading {
        /// Whether the numbers are two opposite corners of a block.
        is_corners: bool,
        /// Whether the other way fits the tray, too.
        is_open: bool,
    },
    /// The letter `g` marks the cells that the piece `0` must cover.
    GoalMarks,
    /// Free cells outside the walls of the board are walls.
    OutsideWalls {
        /// Number of these cells.
        cells: usize,
    },
}

impl fmt::Display for ImportRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportRemark::ReadAsEmpty { token } => write!(
                f,
                "{} is read as an empty cell, which puzzle files write as `.`",
                quoted(token)
            ),
            ImportRemark::TileGoal { order, others } => {
                write!(f, "no goal is stated; the goal is {}", order.in_words())?;
                for other in others {
                    write!(
                        f,
                        "; `--to {}` takes {}, which can be reached, too",
                        other.name(),
                        other.in_words()
                    )?;
                }
                Ok(())
            }
            ImportRemark::KlotskiGoal => write!(
                f,
                "no goal is stated; the goal is that of Klotski: the 2 x 2 block at the bottom in \
                 the middle"
            ),
            ImportRemark::Parking { car, exit } => write!(
                f,
                "the board is read as a parking puzzle: cars move lengthwise only, and {} leaves \
                 at the {}; if blocks move in all directions, convert it with `--format grid`",
                quoted(car),
                exit.name()
            ),
            ImportRemark::AssumedSize { side } => write!(
                f,
                "no size is stated; the board is taken to have {side} x {side} cells; a file name \
                 with a size, such as `9x9`, states it"
            ),
            ImportRemark::TrayReading {
                is_corners,
                is_open,
            } => {
                let reading = match is_corners {
                    true => "the rows and columns of two opposite corners",
                    false => "its height, its width, and the row and column of its upper left cell",
                };
                let other = match is_open {
                    true => "; the tray can be read in the other way, too",
                    false => "",
                };
                write!(
                    f,
                    "the four numbers of each block are read as {reading}, all from 0{other}"
                )
            }
            ImportRemark::GoalMarks => write!(
                f,
                "`g` is read as a mark of the cells that the piece `0` must cover, not as a piece"
            ),
            ImportRemark::OutsideWalls { cells } => write!(
                f,
                "{} at the edge that no piece can reach {} read as walls",
                counted(*cells, "free cell"),
                if *cells == 1 { "is" } else { "are" }
            ),
        }
    }
}
