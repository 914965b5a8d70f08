//! A hardest start as a puzzle file, and sets of pieces in words.

use super::family::Family;
use super::field::cells_of;
use super::hardest::{HardestStart, PieceSet};
use std::fmt::Write;

/// The letter of the goal piece.
const GOAL_LETTER: char = 'X';

/// The letters of the other pieces, in reading order: all but that of the goal piece.
fn letters() -> impl Iterator<Item = char> {
    let letters = ('A'..='Z').chain('a'..='z');
    letters.filter(|letter| *letter != GOAL_LETTER)
}

impl Family {
    /// A start as the text of a puzzle file, with this title and metric.
    pub fn puzzle_text(&self, start: &HardestStart, title: &str, metric: &str) -> String {
        let mut board = self.empty_board();
        let mut lying = Vec::new();
        let mut upright = Vec::new();
        let mut fixed = Vec::new();
        let mut letters = letters();
        for &piece in &start.pieces {
            let letter = if piece == start.goal_piece {
                GOAL_LETTER
            } else {
                letters
                    .next()
                    .expect("42 cells have fewer pieces than there are letters")
            };
            for cell in cells_of(piece) {
                board[cell as usize] = letter;
            }
            match self.code().kept_lines(piece, piece == start.goal_piece) {
                [true, true] => fixed.push(letter),
                [true, false] => lying.push(letter),
                [false, true] => upright.push(letter),
                [false, false] => {}
            }
        }
        // The escapes of JSON are those of TOML.
        let title = serde_json::Value::from(title);
        let mut text = format!("title = {title}\nmetric = \"{metric}\"\n");
        let _ = writeln!(text, "start = \"\"\"\n{}\"\"\"", self.rows(&board, "\n"));
        let lists = [
            ("horizontal", lying),
            ("vertical", upright),
            ("fixed", fixed),
        ];
        for (key, tokens) in lists {
            if !tokens.is_empty() {
                let quoted: Vec<String> = tokens
                    .iter()
                    .map(|own| format!("{own:?}").replace('\'', "\""))
                    .collect();
                let _ = writeln!(text, "{key} = [{}]", quoted.join(", "));
            }
        }
        for &finish in &start.finishes {
            let goal = self.rows(&self.goal_board(finish), "\n");
            let _ = write!(text, "\n[[goal]]\nboard = \"\"\"\n{goal}\"\"\"\n");
        }
        text
    }

    /// A goal as a position: the goal piece alone.
    pub fn goal_position(&self, finish: u64) -> String {
        let rows = self.rows(&self.goal_board(finish), ":");
        rows.trim_end_matches(':').to_owned()
    }

    fn goal_board(&self, finish: u64) -> Vec<char> {
        let mut board = self.empty_board();
        for cell in cells_of(finish) {
            board[cell as usize] = GOAL_LETTER;
        }
        board
    }

    fn empty_board(&self) -> Vec<char> {
        let cells = 0..self.field.cells();
        let open = self.field.open();
        cells
            .map(|cell| if open >> cell & 1 == 1 { '.' } else { '#' })
            .collect()
    }

    /// The rows of a board, each with `end` after it.
    fn rows(&self, board: &[char], end: &str) -> String {
        let rows = board.chunks(self.field.columns() as usize);
        rows.map(|row| row.iter().collect::<String>() + end)
            .collect()
    }

    /// A set of pieces in words.
    pub fn set_in_words(&self, set: &PieceSet) -> String {
        if set.sizes.is_empty() {
            return "all".to_owned();
        }
        if set.goal_shape == 0 {
            let sizes = (1..).zip(&set.sizes).filter(|(_, count)| **count > 0);
            let words = sizes.map(|(size, count)| format!("{count} of {size}"));
            return words.collect::<Vec<_>>().join(", ");
        }
        let mut words = vec![format!("goal {}", self.shape_in_words(set.goal_shape))];
        let others = set.shapes.iter();
        words.extend(
            others.map(|(shape, count)| format!("{count} {}", self.shape_in_words(*shape))),
        );
        words.join(", ")
    }

    /// Rows x columns of a rectangle; the rows of another shape.
    fn shape_in_words(&self, shape: u64) -> String {
        let (mut rows, mut columns) = (0, 0);
        for cell in cells_of(shape) {
            let (row, column) = self.field.place(cell);
            rows = rows.max(row + 1);
            columns = columns.max(column + 1);
        }
        if shape.count_ones() == rows * columns {
            return format!("{rows}x{columns}");
        }
        let row = |row: u32| -> String {
            let cells = (0..columns).map(|column| row * self.field.columns() + column);
            cells
                .map(|cell| if shape >> cell & 1 == 1 { 'o' } else { '.' })
                .collect()
        };
        (0..rows).map(row).collect::<Vec<_>>().join(":")
    }
}
