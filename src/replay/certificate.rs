//! A certificate: a way from one position to another, as plain data.

use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use thiserror::Error;

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

/// Why a certificate cannot be written to a file or read from one.
#[derive(Debug, Error)]
pub enum FileFault {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has, or would have, more bytes than are read.
    #[error("a certificate has at most {} bytes", Certificate::MOST_BYTES)]
    TooLong,
    /// The file holds something else.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Certificate {
    /// What the field `certificate` says.
    pub const VERSION: &str = "slidewise path 1";

    /// The most bytes of a certificate's file, written or read: room for a hundred thousand positions.
    pub const MOST_BYTES: u64 = 64 << 20;

    /// The text of the certificate's file.
    ///
    /// # Errors
    /// [`FileFault::TooLong`] if [`Certificate::read`] would refuse it.
    pub fn write(&self) -> Result<String, FileFault> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        match text.len() as u64 > Certificate::MOST_BYTES {
            true => Err(FileFault::TooLong),
            false => Ok(text),
        }
    }

    /// Reads a certificate's file, and never more than [`Certificate::MOST_BYTES`] and one byte of it.
    ///
    /// # Errors
    /// If the file cannot be read, is too long, or holds no certificate.
    pub fn read(file: impl Read) -> Result<Certificate, FileFault> {
        let mut text = String::new();
        file.take(Certificate::MOST_BYTES + 1)
            .read_to_string(&mut text)?;
        match text.len() as u64 > Certificate::MOST_BYTES {
            true => Err(FileFault::TooLong),
            false => Ok(serde_json::from_str(&text)?),
        }
    }

    /// The definition as one text, whose hash is the fingerprint.
    pub fn text(&self) -> String {
        let mut text = self.definition.join("\n");
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A certificate whose file has this many bytes.
    fn of_bytes(bytes: u64) -> Certificate {
        let mut certificate = Certificate {
            certificate: Certificate::VERSION.to_owned(),
            puzzle: String::new(),
            metric: "step".to_owned(),
            definition: Vec::new(),
            fingerprint: String::new(),
            tokens: Vec::new(),
            empty: Vec::new(),
            solves: false,
            moves: 0,
            path: Vec::new(),
            positions: Vec::new(),
        };
        let rest = bytes as usize - certificate.write().unwrap().len();
        certificate.puzzle = "x".repeat(rest);
        certificate
    }

    #[test]
    fn what_is_written_is_read_up_to_the_most_bytes_and_no_more_is_either() {
        let largest = of_bytes(Certificate::MOST_BYTES);
        let text = largest.write().unwrap();
        assert_eq!(text.len() as u64, Certificate::MOST_BYTES);
        assert_eq!(Certificate::read(text.as_bytes()).unwrap(), largest);

        let longer = of_bytes(Certificate::MOST_BYTES + 1);
        assert!(matches!(longer.write(), Err(FileFault::TooLong)));
        let read = Certificate::read((text + " ").as_bytes());
        assert!(matches!(read, Err(FileFault::TooLong)));
    }
}
