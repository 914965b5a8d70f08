//! The kinds of boards that are filled, and how a file tells its own.

use super::fault::{Fault, quoted};
use super::sheet::{lines_of, text_of};

/// A kind of board to be filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Stones on a board.
    Stones,
    /// Consecutive numbers are neighbours.
    Hidoku,
    /// All lines have one sum.
    Magic,
}

impl Kind {
    /// The kind's name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Stones => "stones",
            Kind::Hidoku => "hidoku",
            Kind::Magic => "magic",
        }
    }

    /// The kind of a file: stones have letters or lines of `=`, a Hidoku has commas, a magic board has neither.
    ///
    /// # Errors
    /// If the file is empty, no text, or begins with what is none of these.
    pub fn of(bytes: &[u8]) -> Result<Kind, Fault> {
        let text = text_of(bytes)?;
        let lines = lines_of(text)?;
        for line in &lines {
            for (column, c) in (1..).zip(line.text.chars()) {
                match c {
                    'B' | 'W' | 'X' | '=' => return Ok(Kind::Stones),
                    ',' | '_' | '-' | '0'..='9' => {}
                    c if c.is_whitespace() => {}
                    c => {
                        return Err(Fault::at(
                            (line.number, column),
                            "stones (B, W, X, _ and lines of =), or rows of numbers and _",
                            quoted(c.encode_utf8(&mut [0; 4])),
                        ));
                    }
                }
            }
        }
        if text.contains(',') {
            Ok(Kind::Hidoku)
        } else {
            Ok(Kind::Magic)
        }
    }
}
