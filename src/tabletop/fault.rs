//! What is wrong with a file: what was expected, what was found, and where.

use std::fmt;
use thiserror::Error;

/// A fault of a file, or of what was asked of it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}expected {expected}, found {found}", Place(*place))]
pub struct Fault {
    /// Line and column in characters, both from 1; `None` where no place of the file is to blame.
    pub place: Option<(usize, usize)>,
    /// What would have been right.
    pub expected: String,
    /// What stands there.
    pub found: String,
    /// Whether the file itself is right, and stones only do not make up the board: another board may do.
    pub is_misfit: bool,
}

struct Place(Option<(usize, usize)>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((line, column)) => write!(f, "{line}:{column}: "),
            None => Ok(()),
        }
    }
}

impl Fault {
    /// A fault at a place of the file.
    pub(super) fn at(
        place: (usize, usize),
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Fault {
        Fault {
            place: Some(place),
            expected: expected.into(),
            found: found.into(),
            is_misfit: false,
        }
    }

    /// A fault of what was asked.
    pub(super) fn of_words(expected: impl Into<String>, found: impl Into<String>) -> Fault {
        Fault {
            place: None,
            expected: expected.into(),
            found: found.into(),
            is_misfit: false,
        }
    }

    /// The same of stones that do not make up the board.
    pub(super) fn of_misfit(self) -> Fault {
        Fault {
            is_misfit: true,
            ..self
        }
    }
}

/// What a file says, in backticks, on one line, short, and safe to print.
pub(super) fn quoted(text: &str) -> String {
    const SHOWN: usize = 24;
    let mut short = String::from("`");
    for c in text.chars().take(SHOWN) {
        // What is not plain ASCII may turn the reading direction or take no room.
        if c.is_ascii_graphic() || c == ' ' || c.is_alphanumeric() {
            short.push(c);
        } else {
            short.extend(c.escape_default());
        }
    }
    if text.chars().nth(SHOWN).is_some() {
        short.push_str("...");
    }
    short.push('`');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_one_line_that_says_where() {
        let fault = Fault::at((2, 3), "a number", quoted("a\n\u{202e}"));
        assert_eq!(
            fault.to_string(),
            "2:3: expected a number, found `a\\n\\u{202e}`"
        );
        assert_eq!(quoted(&"x".repeat(30)), format!("`{}...`", "x".repeat(24)));
        let fault = Fault::of_words("16 squares", "15");
        assert_eq!(fault.to_string(), "expected 16 squares, found 15");
    }
}
