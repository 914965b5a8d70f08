//! Goals as text.

use super::goal::Goal;
use super::model::Puzzle;
use slidewise_board::Square;

impl Puzzle {
    /// Writes a goal as a board whose rows are joined by `:`.
    ///
    /// `_` is a cell that must be empty, `#` a wall, `.` a cell that may hold anything; other
    /// tokens are pieces. Pieces of one class get their tokens in reading order, so the text may
    /// differ from the text in the puzzle file.
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
