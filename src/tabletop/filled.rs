//! A filled board, as numbers and as lines of text.

use slidewise_board::{Board, Square};

/// The colour of a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SquareColour {
    /// `B`
    Black,
    /// `W`
    White,
}

impl SquareColour {
    /// The colour's letter in files: `B` or `W`.
    pub fn letter(self) -> char {
        match self {
            SquareColour::Black => 'B',
            SquareColour::White => 'W',
        }
    }

    /// The colour of a square on a chequered board whose top left square has colour `self`.
    pub(super) fn at(self, (row, column): (usize, usize)) -> SquareColour {
        match (self, (row + column).is_multiple_of(2)) {
            (SquareColour::Black, true) | (SquareColour::White, false) => SquareColour::Black,
            _ => SquareColour::White,
        }
    }
}

/// A filled board: a solution of a puzzle of `fill`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FilledBoard {
    /// The number in each cell, row by row; `None` for a hole. For stones: the number, from 1, of
    /// the stone that covers the cell.
    pub numbers: Vec<Option<i64>>,
    /// Number of columns of the board.
    pub columns: usize,
    /// The colour of the top left square; `None` if squares have no colours.
    pub first: Option<SquareColour>,
}

impl FilledBoard {
    /// The board whose cells have the numbers that `number` gives for their indices.
    pub(super) fn on(
        board: &Board,
        first: Option<SquareColour>,
        number: impl Fn(usize) -> i64,
    ) -> FilledBoard {
        let rows = 0..board.rows() as u16;
        let squares = rows
            .flat_map(|row| (0..board.columns() as u16).map(move |column| Square { row, column }));
        let numbers = squares.map(|square| Some(number(board.cell_at(square)?.index())));
        FilledBoard {
            numbers: numbers.collect(),
            columns: board.columns(),
            first,
        }
    }

    /// The board as text, one line for each row.
    ///
    /// The numbers are right-aligned to a common width. If squares have colours, the letter of the
    /// colour follows each number. A hole is `#`.
    pub fn lines(&self) -> Vec<String> {
        let numbers = self.numbers.iter().flatten();
        let width = numbers.map(|number| number.to_string().len());
        let width = width.max().unwrap_or(0);
        let rows = (0..).zip(self.numbers.chunks(self.columns));
        rows.map(|(row, numbers)| {
            let words: Vec<String> = (0..)
                .zip(numbers)
                .map(|(column, number)| {
                    let colour = self.first.map(|first| first.at((row, column)).letter());
                    let letter = colour.map(String::from).unwrap_or_default();
                    match number {
                        Some(number) => format!("{number:>width$}{letter}"),
                        None => format!("{:>1$}", '#', width + letter.len()),
                    }
                })
                .collect();
            words.join(" ")
        })
        .collect()
    }
}
