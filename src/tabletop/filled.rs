//! A board that has been filled, as numbers and as lines of text.

/// The colour of a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// `B`
    Black,
    /// `W`
    White,
}

impl Colour {
    /// Its letter in files.
    pub fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }

    /// The colour of a square on a board whose top left square has this one.
    pub(super) fn at(self, (row, column): (usize, usize)) -> Colour {
        match (self, (row + column).is_multiple_of(2)) {
            (Colour::Black, true) | (Colour::White, false) => Colour::Black,
            _ => Colour::White,
        }
    }
}

/// A board that has been filled.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Filled {
    /// The number in each cell, row by row; of stones, which stone covers it, from 1.
    pub numbers: Vec<i64>,
    /// How many columns the board has.
    pub columns: usize,
    /// Of stones with colours, the colour of the top left square.
    pub first: Option<Colour>,
}

impl Filled {
    /// A line for each row: the numbers, with the squares' colours where they count; all equally wide, one blank
    /// between them.
    pub fn lines(&self) -> Vec<String> {
        let width = self.numbers.iter().map(|number| number.to_string().len());
        let width = width.max().unwrap_or(0);
        let rows = (0..).zip(self.numbers.chunks(self.columns));
        rows.map(|(row, numbers)| {
            let words: Vec<String> = (0..)
                .zip(numbers)
                .map(|(column, number)| {
                    let colour = self.first.map(|first| first.at((row, column)).letter());
                    let letter = colour.map(String::from).unwrap_or_default();
                    format!("{number:>width$}{letter}")
                })
                .collect();
            words.join(" ")
        })
        .collect()
    }
}
