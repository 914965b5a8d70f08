//! A goal: what some cells must hold, whatever the others do.

use super::{Configuration, Puzzle};
use slidewise_board::{CellSet, Square};

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
    /// The goal that this configuration alone meets.
    ///
    /// # Panics
    /// If the configuration is another puzzle's.
    pub fn goal_of(&self, configuration: &Configuration) -> Goal {
        let demands = (0..self.classes.len()).flat_map(|class| {
            let pieces = self.pieces_of(configuration, class).into_iter();
            pieces.map(move |cells| Demand { class, cells })
        });
        let demands: Vec<Demand> = demands.collect();
        let covered = demands
            .iter()
            .fold(CellSet::EMPTY, |all, demand| all | demand.cells);
        Goal {
            empty: self.board.cells().without(covered),
            demands,
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_goal_of_a_configuration_is_met_by_it_alone() {
        let text = "start = \"\"\"\nAAb\nA.c\nd.#\n\"\"\"\ndistinct = ['d']";
        let mut puzzle = Puzzle::from_toml("x", "x.toml", text).unwrap();
        let goal = puzzle.goal_of(&puzzle.start);
        assert_eq!(puzzle.write_goal(&goal), "AAb:A_c:d_#");
        puzzle.goals = vec![goal];
        assert!(puzzle.is_solved(&puzzle.start));
        for other in ["AAb:Adc:..#", "AAb:A.c:.d#", "AA.:Abc:d.#"] {
            let other = puzzle.read_position(other).unwrap();
            assert!(!puzzle.is_solved(&other));
        }
    }
}
