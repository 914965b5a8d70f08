//! Errors in puzzle files: what was expected, what was found, and where.

use std::fmt;
use thiserror::Error;

/// An error in a puzzle file or in the options for it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}expected {expected}, found {found}", ErrorPosition(*place))]
pub struct TabletopError {
    /// Line and column in characters, both from 1; `None` if the error is in the options.
    pub place: Option<(usize, usize)>,
    /// Description of valid input.
    pub expected: String,
    /// Description of the actual input.
    pub found: String,
    /// Whether another board size may help: the file is valid, but the total area of the stones is
    /// not that of the board.
    pub is_misfit: bool,
}

struct ErrorPosition(Option<(usize, usize)>);

impl fmt::Display for ErrorPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((line, column)) => write!(f, "{line}:{column}: "),
            None => Ok(()),
        }
    }
}

impl TabletopError {
    /// An error at a position of the file.
    pub(super) fn at(
        place: (usize, usize),
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> TabletopError {
        TabletopError {
            place: Some(place),
            expected: expected.into(),
            found: found.into(),
            is_misfit: false,
        }
    }

    /// An error in the options.
    pub(super) fn of_words(expected: impl Into<String>, found: impl Into<String>) -> TabletopError {
        TabletopError {
            place: None,
            expected: expected.into(),
            found: found.into(),
            is_misfit: false,
        }
    }

    /// Sets `is_misfit`: the total area of the stones is not that of the board.
    pub(super) fn of_misfit(self) -> TabletopError {
        TabletopError {
            is_misfit: true,
            ..self
        }
    }
}

/// Quotes text of a file for a message: in backticks, on one line, shortened to 24 characters.
pub(super) fn quoted(text: &str) -> String {
    const SHOWN: usize = 24;
    let mut short = String::from("`");
    for c in text.chars().take(SHOWN) {
        // Any other character is escaped: it may change the reading direction or be invisible.
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
        let fault = TabletopError::at((2, 3), "a number", quoted("a\n\u{202e}"));
        assert_eq!(
            fault.to_string(),
            "2:3: expected a number, found `a\\n\\u{202e}`"
        );
        assert_eq!(quoted(&"x".repeat(30)), format!("`{}...`", "x".repeat(24)));
        let fault = TabletopError::of_words("16 squares", "15");
        assert_eq!(fault.to_string(), "expected 16 squares, found 15");
    }
}
