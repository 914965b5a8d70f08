//! The kinds of puzzle that `fill` solves, and how to recognise them in a file.

use super::file_error::{TabletopError, quoted};
use super::text_file::{lines_of, text_of};

/// A kind of puzzle that `fill` solves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FillKind {
    /// Polyominoes that cover a rectangle.
    Stones,
    /// A board of numbers in which consecutive numbers are neighbours: a Hidoku or a Numbrix.
    Hidoku,
    /// A square of numbers in which all rows, columns and diagonals have the same sum.
    Magic,
}

impl FillKind {
    /// The kind's name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            FillKind::Stones => "stones",
            FillKind::Hidoku => "hidoku",
            FillKind::Magic => "magic",
        }
    }

    /// Guesses the kind of a file: stones have letters or lines of `=`, a Hidoku has commas,
    /// semicolons or holes (`#`), a magic board has none of these.
    ///
    /// # Errors
    /// If the file is empty, is not UTF-8 text, or contains a character that no kind uses.
    pub fn of(bytes: &[u8]) -> Result<FillKind, TabletopError> {
        let text = text_of(bytes)?;
        let lines = lines_of(text)?;
        for line in &lines {
            for (column, c) in (1..).zip(line.text.chars()) {
                match c {
                    'B' | 'W' | 'X' | '=' => return Ok(FillKind::Stones),
                    ',' | ';' | '_' | '.' | '#' | '-' | '0'..='9' => {}
                    c if c.is_whitespace() => {}
                    c => {
                        return Err(TabletopError::at(
                            (line.number, column),
                            "stones (`B`, `W`, `X`, `_`, lines of `=`), or rows of numbers and `_`",
                            quoted(c.encode_utf8(&mut [0; 4])),
                        ));
                    }
                }
            }
        }
        if text.contains([',', ';', '#']) {
            Ok(FillKind::Hidoku)
        } else {
            Ok(FillKind::Magic)
        }
    }
}
