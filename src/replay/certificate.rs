//! A certificate: a way from one position to another, as plain data.

use serde::{Deserialize, Serialize};

/// A way with all that is needed to judge it. The fields stand in the JSON file by these names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// [`Certificate::VERSION`].
    pub certificate: String,
    /// The puzzle's name, for people.
    pub puzzle: String,
    /// `step`, `slide` or `move`.
    pub metric: String,
    /// The definition, line by line.
    pub definition: Vec<String>,
    /// The SHA-256 of the definition in hexadecimal digits.
    pub fingerprint: String,
    /// By class: the tokens of its pieces in positions.
    pub tokens: Vec<Vec<String>>,
    /// The tokens of squares without a piece; `#` is a wall.
    pub empty: Vec<String>,
    /// Whether the way is said to end at a goal.
    pub solves: bool,
    /// How many moves it is said to have.
    pub moves: usize,
    /// The moves.
    pub path: Vec<Step>,
    /// The positions from the first to the last, one more than moves: rows from the top, with `:` between them;
    /// tokens run together, or with blanks between them.
    pub positions: Vec<String>,
}

/// A move of one piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The piece's token in the first position, which it keeps; also read: its token in the position before.
    pub piece: String,
    /// Its first square in reading order before: as in chess, `a1` being the bottom left one.
    pub from: String,
    /// Its first square after.
    pub to: String,
    /// One letter a unit step: `U`, `D`, `L`, `R`.
    #[serde(rename = "move")]
    pub letters: String,
}

impl Certificate {
    /// What the field `certificate` says.
    pub const VERSION: &str = "slidewise path 1";

    /// The most bytes that a certificate is read from: room for a hundred thousand positions.
    pub const MOST_BYTES: u64 = 64 << 20;

    /// The definition as one text, whose hash is the fingerprint.
    pub fn text(&self) -> String {
        let mut text = self.definition.join("\n");
        text.push('\n');
        text
    }
}
