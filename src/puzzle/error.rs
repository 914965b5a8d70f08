//! Errors of puzzles and positions: what was expected, what was found, and at which place.
//!
//! Messages are one line and safe to print: text from users is quoted, shortened and escaped. This
//! file depends on neither the format of puzzle files nor that of positions.

use std::fmt;
use std::io;
use thiserror::Error;

/// A fault in the text of a puzzle, with its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleFault {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected and what was found, in one line.
    pub message: String,
}

impl PuzzleFault {
    /// Beginning of the message of a fault in a file that is not TOML.
    pub(super) const NO_TOML: &str = "not TOML";

    /// Whether the fault is that the file is not valid TOML.
    pub fn is_of_toml(&self) -> bool {
        self.message.starts_with(PuzzleFault::NO_TOML)
    }
}

impl fmt::Display for PuzzleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// The reason why a puzzle cannot be opened.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// A puzzle file has faults.
    #[error("{}{}", one_a_line(file, faults), reading(read_as.as_deref()))]
    Faults {
        /// The name of the file as given; `puzzles/NAME.toml` for a built-in puzzle.
        file: String,
        /// The faults in file order: at least one, at most [`PuzzleError::MAX_FAULTS`].
        faults: Vec<PuzzleFault>,
        /// What the text was taken for, such as `a tray`; `None` for a puzzle file.
        read_as: Option<String>,
    },
    /// A text is of a kind that holds no sliding puzzle.
    #[error("{file} is {kind}, which is not read as a puzzle")]
    Foreign {
        /// The name of the file as given.
        file: String,
        /// What the text is, with an article.
        kind: &'static str,
    },
    /// A text holds several puzzles where one is needed.
    #[error("{file} holds {}", counted(*count, "puzzle"))]
    Several {
        /// The name of the file as given.
        file: String,
        /// Number of puzzles.
        count: usize,
    },
    /// A text has no puzzle with this number or name.
    #[error("{file} has no puzzle {}; it holds {}", quoted(wanted), counted(*count, "puzzle"))]
    NoneSuch {
        /// The name of the file as given.
        file: String,
        /// The number or name that was looked up.
        wanted: String,
        /// Number of puzzles.
        count: usize,
    },
    /// The part after the colon is wrong in a text such as `tiles:3x4` or `rush:BOARD`.
    #[error("{word}: {message}", word = quoted(word), message = fault.message)]
    Word {
        /// The whole text, which begins with `tiles:` or `rush:`.
        word: String,
        /// The fault. Its line is 1, and its column counts from the beginning of the whole text.
        fault: PuzzleFault,
    },
    /// A puzzle file cannot be read from the disk.
    #[error("{file}: {error}")]
    Io {
        /// The name of the file as given.
        file: String,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// No file and no built-in puzzle has this name.
    #[error(
        "there is no file and no built-in puzzle {name}{hint}",
        name = quoted(name),
        hint = did_you_mean(nearest)
    )]
    Unknown {
        /// The name that was looked up.
        name: String,
        /// Suggestions: the file `NAME.toml` if it exists, then similar built-in names. The list
        /// may be empty.
        nearest: Vec<String>,
    },
}

impl PuzzleError {
    /// Maximum number of faults that are reported at once.
    pub const MAX_FAULTS: usize = 100;

    /// The faults with their places; empty if the error has no place in a text.
    pub fn faults(&self) -> &[PuzzleFault] {
        match self {
            PuzzleError::Faults { faults, .. } => faults,
            PuzzleError::Word { fault, .. } => std::slice::from_ref(fault),
            PuzzleError::Io { .. }
            | PuzzleError::Unknown { .. }
            | PuzzleError::Foreign { .. }
            | PuzzleError::Several { .. }
            | PuzzleError::NoneSuch { .. } => &[],
        }
    }

    /// The name of the file, if the error concerns a file.
    pub fn file(&self) -> Option<&str> {
        match self {
            PuzzleError::Faults { file, .. }
            | PuzzleError::Io { file, .. }
            | PuzzleError::Foreign { file, .. }
            | PuzzleError::Several { file, .. }
            | PuzzleError::NoneSuch { file, .. } => Some(file),
            PuzzleError::Word { .. } | PuzzleError::Unknown { .. } => None,
        }
    }
}

/// The reason why a text is not a position of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}expected {expected}, found {found}", place = place_words(*place))]
pub struct PositionError {
    /// The kind of error.
    pub kind: PositionErrorKind,
    /// The row and column of the fault, both from 1; `None` if the fault is not in one place.
    pub place: Option<(usize, usize)>,
    /// What the position should have.
    pub expected: String,
    /// What the position has.
    pub found: String,
}

/// The kinds of [`PositionError`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PositionErrorKind {
    /// The number of rows or columns differs from the board's.
    Size,
    /// The puzzle has no such token.
    Token,
    /// A wall stands on a cell of the board, or a wall of the board is missing.
    Wall,
    /// A gate's token stands outside its gate, or a piece stands on a gate that is closed to it.
    Gate,
    /// A piece is missing, or a token stands on too many cells.
    Count,
    /// The cells of a token do not have the shape of its piece.
    Shape,
    /// A horizontal piece is not in the row where it starts, or a vertical piece not in its column.
    Lane,
    /// The position breaks a rule.
    Rule,
}

/// Formats the message of a fault.
pub(super) fn message(expected: &str, found: &str) -> String {
    format!("expected {expected}, found {found}")
}

/// Quotes text from a user in backticks, escaped and shortened to one line.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

/// Formats a number with its noun, such as `1 cell` or `4 cells`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Joins words into a list such as `a`, `a or b` or `a, b or c`.
pub(super) fn any_of(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// Escapes characters that are not visible and cuts the text after 48 characters.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 48;
    let mut short: String = text
        .chars()
        .take(SHOWN)
        .flat_map(|c| {
            let plain = !c.is_control() && super::token::is_visible(c) || c == ' ';
            let escaped = (!plain).then(|| c.escape_default());
            let kept = plain.then_some(c);
            kept.into_iter().chain(escaped.into_iter().flatten())
        })
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        short.push_str("...");
    }
    short
}

/// Formats what a text was taken for as the end of a message; empty for a puzzle file.
fn reading(read_as: Option<&str>) -> String {
    read_as.map_or(String::new(), |what| format!(" (read as {what})"))
}

/// Formats one line for each fault, which begins with the name of the file.
fn one_a_line(file: &str, faults: &[PuzzleFault]) -> String {
    let lines: Vec<String> = faults.iter().map(|f| format!("{file}:{f}")).collect();
    lines.join("\n")
}

/// Formats similar names as the question `did you mean`; empty if there are no names.
fn did_you_mean(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return String::new();
    }
    let names: Vec<String> = nearest.iter().map(|name| quoted(name)).collect();
    format!("; did you mean {}?", any_of(&names))
}

/// Formats a row and column as the beginning of a message; empty if there is no place.
fn place_words(place: Option<(usize, usize)>) -> String {
    match place {
        Some((row, column)) => format!("row {row}, column {column}: "),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_print_one_line_a_fault() {
        let fault = |line, column| PuzzleFault {
            line,
            column,
            message: message("a", "b"),
        };
        let error = PuzzleError::Faults {
            file: "x.toml".to_owned(),
            faults: vec![fault(1, 2), fault(3, 4)],
            read_as: None,
        };
        assert_eq!(
            error.to_string(),
            "x.toml:1:2: expected a, found b\nx.toml:3:4: expected a, found b"
        );
        let unknown = PuzzleError::Unknown {
            name: "chekmate".to_owned(),
            nearest: vec!["checkmate".to_owned(), "checkmate-rook".to_owned()],
        };
        assert_eq!(
            unknown.to_string(),
            "there is no file and no built-in puzzle `chekmate`; \
             did you mean `checkmate` or `checkmate-rook`?"
        );
    }

    #[test]
    fn what_users_wrote_is_printed_on_one_line_without_tricks() {
        assert_eq!(quoted("a b"), "`a b`");
        assert_eq!(quoted("a\u{1b}[2J\n\u{202e}"), "`a\\u{1b}[2J\\n\\u{202e}`");
        assert_eq!(quoted(&"x".repeat(50)), format!("`{}...`", "x".repeat(48)));
    }
}
