//! What can be wrong with a puzzle or a position: what was expected, what was found, and where.
//!
//! Every message is one line and safe to print: what users wrote is quoted, shortened and escaped. This file
//! knows neither the format of puzzle files nor that of positions.

use std::fmt;
use std::io;
use thiserror::Error;

/// One thing that is wrong with a puzzle, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected and what was found: one line.
    pub message: String,
}

impl Fault {
    /// How faults begin of a file that is not TOML.
    pub(super) const NO_TOML: &str = "not TOML";

    /// Whether the file is not TOML here.
    pub fn is_of_toml(&self) -> bool {
        self.message.starts_with(Fault::NO_TOML)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Why a puzzle cannot be had.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// A puzzle file has faults.
    #[error("{}", one_a_line(file, faults))]
    Faults {
        /// The file's name as it was given; `puzzles/NAME.toml` for a built-in puzzle.
        file: String,
        /// The faults in the order of their places; never none, and at most [`PuzzleError::MAX_FAULTS`].
        faults: Vec<Fault>,
    },
    /// The words after `tiles:` or `rush:` are wrong.
    #[error("{word}: {message}", word = quoted(word), message = fault.message)]
    Word {
        /// The whole word, `tiles:` or `rush:` included.
        word: String,
        /// What is wrong with it; the column counts from the word's begin, the line is 1.
        fault: Fault,
    },
    /// A puzzle file cannot be read from the disk.
    #[error("{file}: {error}")]
    Io {
        /// The file's name as it was given.
        file: String,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// There is neither a file nor a built-in puzzle of this name.
    #[error("there is no file and no built-in puzzle {name}{hint}", name = quoted(name), hint = did_you_mean(nearest))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The built-in names nearest to it, the nearest first; often none.
        nearest: Vec<String>,
    },
}

impl PuzzleError {
    /// The most faults that are reported at once.
    pub const MAX_FAULTS: usize = 100;

    /// The faults with their places; empty where the error is no fault of a text.
    pub fn faults(&self) -> &[Fault] {
        match self {
            PuzzleError::Faults { faults, .. } => faults,
            PuzzleError::Word { fault, .. } => std::slice::from_ref(fault),
            PuzzleError::Io { .. } | PuzzleError::Unknown { .. } => &[],
        }
    }

    /// The file's name, where the error concerns a file.
    pub fn file(&self) -> Option<&str> {
        match self {
            PuzzleError::Faults { file, .. } | PuzzleError::Io { file, .. } => Some(file),
            PuzzleError::Word { .. } | PuzzleError::Unknown { .. } => None,
        }
    }
}

/// Why a text is no position of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}expected {expected}, found {found}", place = place_words(*place))]
pub struct PositionError {
    /// Of what sort the error is.
    pub kind: PositionFault,
    /// Row from the top and cell in that row, both from 1; `None` where no single place is to blame.
    pub place: Option<(usize, usize)>,
    /// What would have been right.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

/// The sorts of [`PositionError`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PositionFault {
    /// The text has not the rows and columns of the board.
    Size,
    /// A token that the puzzle does not have.
    Token,
    /// A wall where none is, or none where one is.
    Wall,
    /// A gate's token beside its gate, or a piece on a gate that is closed to it.
    Gate,
    /// A piece is missing, or there are too many of a token.
    Count,
    /// The cells of a token have not the shape of its piece.
    Shape,
    /// A piece on an axis has left its row or column.
    Lane,
    /// The pieces stand where a rule forbids it.
    Rule,
}

/// The message of every fault: what was expected, what was found.
pub(super) fn message(expected: &str, found: &str) -> String {
    format!("expected {expected}, found {found}")
}

/// What a user wrote, in backticks, on one line and not too long.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

/// `n` things, in words: `1 cell`, `4 cells`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Several words in a list: `a`, `a or b`, `a, b or c`.
pub(super) fn any_of(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

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

fn one_a_line(file: &str, faults: &[Fault]) -> String {
    let lines: Vec<String> = faults.iter().map(|f| format!("{file}:{f}")).collect();
    lines.join("\n")
}

fn did_you_mean(nearest: &[String]) -> String {
    if nearest.is_empty() {
        return String::new();
    }
    let names: Vec<String> = nearest.iter().map(|name| quoted(name)).collect();
    format!("; did you mean {}?", any_of(&names))
}

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
        let fault = |line, column| Fault {
            line,
            column,
            message: message("a", "b"),
        };
        let error = PuzzleError::Faults {
            file: "x.toml".to_owned(),
            faults: vec![fault(1, 2), fault(3, 4)],
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
