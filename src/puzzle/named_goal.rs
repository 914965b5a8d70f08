//! `NamedGoal`: the goal of a board of numbered tiles, as answers name it.

use super::Puzzle;
use super::tile_order::TileOrder;
use std::fmt;

/// Most cells of a board that is written in a sentence.
const MAX_CELLS: usize = 16;

/// The only goal of a board of distinct tiles; [`fmt::Display`] writes it in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedGoal {
    /// The usual order that it is, if it is one.
    pub order: Option<TileOrder>,
    /// The board as text.
    pub board: String,
    /// Number of cells of the board.
    cells: usize,
}

impl NamedGoal {
    /// The goal of a puzzle; `None` if the puzzle is no board of distinct tiles with one goal that
    /// gives each tile its place.
    ///
    /// ```
    /// use slidewise_puzzle::{NamedGoal, Puzzle};
    ///
    /// let goal = NamedGoal::of(&Puzzle::open("tiles:2x3")?).expect("it is one of tiles");
    /// assert_eq!(goal.name(), "last");
    /// assert_eq!(goal.to_string(), "row order with the empty cell last");
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> Option<NamedGoal> {
        let order = puzzle.goal_order();
        let board = match order {
            Some(order) => puzzle.in_order(order)?,
            None if puzzle.tiles_obstacle().is_some() => return None,
            None => puzzle.of_tile_numbers(&puzzle.goal_tile_numbers()?),
        };
        Some(NamedGoal {
            order,
            board: puzzle.write_position(&board),
            cells: puzzle.board.cell_count(),
        })
    }

    /// The name of the usual order, or the board: both are words for `--to`.
    pub fn name(&self) -> &str {
        match self.order {
            Some(order) => order.name(),
            None => &self.board,
        }
    }
}

impl fmt::Display for NamedGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.order {
            Some(order) => f.write_str(order.in_words()),
            None if self.cells <= MAX_CELLS => f.write_str(&self.board),
            None => f.write_str("the stated board"),
        }
    }
}
