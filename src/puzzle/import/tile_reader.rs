//! `TileReader`: boards of numbered tiles, line by line, for a puzzle that is known.

use super::source_text::{PlacedNumber, SourceLine};
use super::tile_lists::{LineForm, are_all};
use super::tile_text::{CellForm, NumberLine, is_rule, number_line};
use crate::error::message;
use crate::{Configuration, Puzzle};

/// What a line of a text of boards holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TileLine {
    /// It ends a board.
    Board(Configuration),
    /// It is a part of a board, a size or a frame.
    Part,
    /// It is no line of numbers that fits the board.
    Other,
    /// It is a line of a board with a fault.
    Fault(String),
}

/// Reads boards of a puzzle of numbered tiles: one a line, or the rows of each on lines.
///
/// A line may have the number of its board in front, and a known length behind.
#[derive(Clone, Debug)]
pub struct TileReader<'p> {
    puzzle: &'p Puzzle,
    /// The form of the last line that could be read in one way only.
    form: Option<LineForm>,
    /// The number in front of the last board.
    last: usize,
    /// The rows of a board that is not complete.
    rows: Vec<PlacedNumber>,
    /// Whether a row may be digits without separators.
    takes_runs: bool,
}

impl<'p> TileReader<'p> {
    /// A reader for a puzzle; `None` if the puzzle is no board of the tiles 1, 2, 3, ... with one
    /// empty cell.
    pub fn new(puzzle: &'p Puzzle) -> Option<TileReader<'p>> {
        puzzle.of_numbers(&[]).map(|_| TileReader {
            puzzle,
            form: None,
            last: 0,
            rows: Vec::new(),
            takes_runs: true,
        })
    }

    /// Notes that a line was a whole position, so that digits alone are no row of a board.
    pub fn note_position(&mut self) {
        self.takes_runs = false;
    }

    /// Whether the rows of a board have begun and not ended.
    pub fn is_within(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Reads the next line, which is neither blank nor a comment.
    pub fn read(&mut self, text: &str) -> TileLine {
        if is_rule(text) {
            return TileLine::Part;
        }
        let Ok(line) = self.numbers(text) else {
            return TileLine::Other;
        };
        let (rows, columns) = (self.puzzle.board.rows(), self.puzzle.board.columns());
        let values: Vec<usize> = line.iter().map(|number| number.value).collect();
        if line.len() == columns && rows > 1 {
            self.rows.extend(line);
            if self.rows.len() < rows * columns {
                return TileLine::Part;
            }
            let board = std::mem::take(&mut self.rows);
            return self.board(&board);
        }
        let is_size = values == [rows, columns] || rows == columns && values == [rows];
        if self.rows.is_empty() && is_size {
            return TileLine::Part;
        }
        if !self.rows.is_empty() {
            let expected = format!("{columns} numbers in this row");
            return TileLine::Fault(message(&expected, &line.len().to_string()));
        }
        match line.len().checked_sub(rows * columns) {
            Some(others @ 0..=2) => self.list_line(&line, others),
            _ => TileLine::Other,
        }
    }

    /// The numbers of a line; those of a row may be digits without separators.
    fn numbers(&self, text: &str) -> NumberLine {
        let line = SourceLine { at: 0, text };
        let columns = self.puzzle.board.columns();
        let is_run = self.takes_runs && columns > 1 && text.trim().chars().count() == columns;
        let run = is_run.then(|| number_line(line, CellForm::Characters));
        match run {
            Some(Ok(row)) => Ok(row),
            _ => number_line(line, CellForm::DottedWords),
        }
    }

    /// Reads a line that holds a board, and `others` numbers beside it.
    fn list_line(&mut self, line: &[PlacedNumber], others: usize) -> TileLine {
        let form = |has_number, has_length| LineForm {
            has_number,
            has_length,
        };
        let form = match others {
            0 => form(false, false),
            2 => form(true, true),
            _ => {
                let all = [form(true, false), form(false, true)];
                let is_board =
                    |form: &LineForm| are_all(form.board(line).iter().map(|number| number.value));
                let fitting: Vec<LineForm> = all.into_iter().filter(is_board).collect();
                match (&fitting[..], self.form) {
                    ([only], _) => {
                        self.form = Some(*only);
                        *only
                    }
                    (_, Some(known)) => known,
                    ([number, _], None) if line[0].value == self.last + 1 => *number,
                    _ => {
                        return TileLine::Fault(
                            "the line has one number too many, and it may be the number of the \
                             board in front or its known length behind"
                                .to_owned(),
                        );
                    }
                }
            }
        };
        if form.has_number {
            self.last = line[0].value;
        }
        self.board(form.board(line))
    }

    fn board(&self, numbers: &[PlacedNumber]) -> TileLine {
        let values: Vec<usize> = numbers.iter().map(|number| number.value).collect();
        match self.puzzle.of_numbers(&values) {
            Some(board) if are_all(values.iter().copied()) => TileLine::Board(board),
            _ => {
                let expected = format!("each number from 0 to {} once", values.len() - 1);
                let again = (1..values.len()).find(|&at| values[..at].contains(&values[at]));
                let found = match again {
                    Some(at) => format!("{} again", values[at]),
                    None => "another number".to_owned(),
                };
                TileLine::Fault(message(&expected, &found))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boards and faults of lines.
    fn read(word: &str, lines: &[&str]) -> Vec<String> {
        let puzzle = Puzzle::open(word).unwrap();
        let mut reader = TileReader::new(&puzzle).unwrap();
        let told = lines.iter().filter_map(|line| match reader.read(line) {
            TileLine::Board(board) => Some(puzzle.write_position(&board)),
            TileLine::Part => None,
            TileLine::Other => Some("other".to_owned()),
            TileLine::Fault(fault) => Some(fault),
        });
        told.collect()
    }

    #[test]
    fn boards_are_read_as_lists_have_them() {
        let eight = "867:254:3.1";
        for lines in [
            &["8 6 7 2 5 4 3 0 1   31"][..],
            &["8 6 7 2 5 4 3 _ 1"],
            &["[8, 6, 7, 2, 5, 4, 3, -1, 1]"],
            &["[[8, 6, 7], [2, 5, 4], [3, x, 1]]"],
            &["17: 8 6 7 2 5 4 3 0 1 31"],
            &["9 8 6 7 2 5 4 3 0 1"],
            &["3", "8 6 7", "2 5 4", "3 0 1"],
            &["+---+", "|8|6|7|", "|2|5|4|", "|3| |1|", "+---+"],
            &["8 6 7 2 5 4 3 . 1"],
            &["17: 8 6 7 2 5 4 3 . 1 31"],
            &["8 6 7", "2 5 4", "3 . 1"],
            &["867", "254", "3.1"],
            &["867", "254", "301"],
        ] {
            assert_eq!(read("tiles:3x3", lines), [eight], "{lines:?}");
        }
        // A line that can be read in two ways is read as the others are.
        let lines = ["8 6 7 2 5 4 3 0 1 31", "1 8 6 7 2 5 4 3 0 1"];
        assert_eq!(read("tiles:3x3", &lines), [eight, "186:725:43."]);
        assert_eq!(read("tiles:3x3", &["1 8 6 7 2 5 4 3 0 1"]), [eight]);
        for (lines, wanted) in [
            (
                &["7 8 6 1 2 5 4 3 0 7"][..],
                "the line has one number too many",
            ),
            (
                &["8 6 7 2 5 4 3 3 1"],
                "expected each number from 0 to 8 once, found 3 again",
            ),
            (&["8 6 7 2 5"], "other"),
            (
                &["8 6 7", "2 5 4 3"],
                "expected 3 numbers in this row, found 4",
            ),
            (&["867:254:3.1"], "other"),
        ] {
            let told = read("tiles:3x3", lines);
            assert!(told[0].starts_with(wanted), "{lines:?}: {told:?}");
        }
        assert!(TileReader::new(&Puzzle::open("lane-rouge").unwrap()).is_none());
    }
}
