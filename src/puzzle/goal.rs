//! A goal: what some cells must hold, whatever the others do.

use super::Puzzle;
use crate::board::{CellSet, Square};

/// One of the goals of a puzzle; a configuration is solved when it meets any one of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Goal {
    /// Each asks that a piece of the class covers exactly these cells.
    pub demands: Vec<Demand>,
    /// Cells that must be empty.
    pub empty: CellSet,
}

/// One piece of `class` covers exactly `cells`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Demand {
    /// The class, as an index into the puzzle's classes.
    pub class: usize,
    /// The cells that the piece covers.
    pub cells: CellSet,
}

impl Puzzle {
    /// A goal as a board: `_` where a cell must be empty, the token of a wanted piece, `#` a wall, `.` where
    /// anything may be; rows are joined by `:`.
    ///
    /// Alike pieces are given their tokens in reading order, so the text may differ from the file's.
    pub fn write_goal(&self, goal: &Goal) -> String {
        let mut demands = goal.demands.clone();
        demands.sort_unstable_by_key(|demand| demand.cells.first());
        let mut given = vec![0; self.classes.len()];
        let mut token_at = vec!["."; self.board.cell_count()];
        for cell in goal.empty {
            token_at[cell.index()] = "_";
        }
        for demand in demands {
            let label = &self.classes[demand.class].labels[given[demand.class]];
            given[demand.class] += 1;
            for cell in demand.cells {
                token_at[cell.index()] = label;
            }
        }
        let token = |row: u16, column: u16| match self.board.cell_at(Square { row, column }) {
            Some(cell) => token_at[cell.index()],
            None => "#",
        };
        let blank = if self.notation.blanks { " " } else { "" };
        let rows: Vec<String> = (0..self.board.rows() as u16)
            .map(|row| {
                let tokens: Vec<&str> = (0..self.board.columns() as u16)
                    .map(|column| token(row, column))
                    .collect();
                tokens.join(blank)
            })
            .collect();
        rows.join(":")
    }
}
