//! Certificates: a path from one position to another, as plain data.

use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use thiserror::Error;

/// Path with everything that is needed to check it. The fields of the JSON file have the same
/// names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// Version of the format, [`Certificate::VERSION`].
    pub certificate: String,
    /// Name of the puzzle, for people.
    pub puzzle: String,
    /// Metric of the moves: `step`, `slide`, `move` or `line`.
    pub metric: String,
    /// Lines of the puzzle's definition.
    pub definition: Vec<String>,
    /// SHA-256 of the definition, in hexadecimal digits.
    pub fingerprint: String,
    /// Tokens of the pieces in positions, indexed by class.
    pub tokens: Vec<Vec<String>>,
    /// Tokens of squares without a piece; the token of a wall is always `#`.
    pub empty: Vec<String>,
    /// Whether the certificate claims that the path leads from Start to a goal.
    pub solves: bool,
    /// Number of moves that the certificate claims.
    pub moves: usize,
    /// Moves of the path.
    pub path: Vec<CertificateMove>,
    /// Texts of the positions from the first to the last; there is one position more than moves.
    ///
    /// A text has the rows of the board from the top, separated by `:`. The tokens of a row follow
    /// each other directly, or with blanks between them.
    pub positions: Vec<String>,
}

/// Move of one piece, or push of a row of pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CertificateMove {
    /// Tokens of all pieces of a push, nearest to the empty square first; absent in the other
    /// metrics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// Token that the piece has in the first position. The token that it has in the position before
    /// the move is accepted too.
    pub piece: String,
    /// First square of the piece, in reading order, before the move; named as in chess, with `a1`
    /// at the bottom left.
    pub from: String,
    /// First square of the piece after the move.
    pub to: String,
    /// Unit steps, one letter each: `U`, `D`, `L`, `R`.
    #[serde(rename = "move")]
    pub letters: String,
}

/// Reasons why a certificate cannot be written to a file or read from a file.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is, or would be, longer than [`Certificate::MAX_BYTES`].
    #[error("the certificate has more than {} bytes", Certificate::MAX_BYTES)]
    TooLong,
    /// The file does not hold a certificate.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Certificate {
    /// Value that the field `certificate` must have.
    pub const VERSION: &str = "slidewise path 1";

    /// Maximum size of a certificate's file in bytes, enough for a hundred thousand positions.
    pub const MAX_BYTES: u64 = 64 << 20;

    /// Formats the certificate as the text of its file.
    ///
    /// # Errors
    /// [`CertificateError::TooLong`] if [`Certificate::read`] would refuse the text.
    pub fn write(&self) -> Result<String, CertificateError> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        if text.len() as u64 > Certificate::MAX_BYTES {
            Err(CertificateError::TooLong)
        } else {
            Ok(text)
        }
    }

    /// Reads a certificate from its file, which may have at most [`Certificate::MAX_BYTES`].
    ///
    /// # Errors
    /// If the file cannot be read, is too long, or does not hold a certificate.
    pub fn read(file: impl Read) -> Result<Certificate, CertificateError> {
        let mut text = String::new();
        file.take(Certificate::MAX_BYTES + 1)
            .read_to_string(&mut text)?;
        if text.len() as u64 > Certificate::MAX_BYTES {
            Err(CertificateError::TooLong)
        } else {
            Ok(serde_json::from_str(&text)?)
        }
    }

    /// Text of the definition, with a line feed after each line; its SHA-256 is the fingerprint.
    pub fn text(&self) -> String {
        let mut text = self.definition.join("\n");
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a certificate with a file of exactly `bytes` bytes.
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
        let largest = of_bytes(Certificate::MAX_BYTES);
        let text = largest.write().unwrap();
        assert_eq!(text.len() as u64, Certificate::MAX_BYTES);
        assert_eq!(Certificate::read(text.as_bytes()).unwrap(), largest);

        let longer = of_bytes(Certificate::MAX_BYTES + 1);
        assert!(matches!(longer.write(), Err(CertificateError::TooLong)));
        let read = Certificate::read((text + " ").as_bytes());
        assert!(matches!(read, Err(CertificateError::TooLong)));
    }
}
