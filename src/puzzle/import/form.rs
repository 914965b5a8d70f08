//! The format of a text with puzzles: named by the user, or guessed from the text.

use super::rush_hour_lines::rush_board;
use crate::rush_hour;

/// The format of a text with puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SourceFormat {
    /// A catalogue in JSON.
    Catalogue,
    /// Rush Hour boards, one per line.
    Rush,
    /// A board, followed by its goals.
    Grid,
}

impl SourceFormat {
    /// Guesses the format of a text.
    pub fn of(text: &str) -> SourceFormat {
        let text = unmarked(text);
        let mut lines = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .peekable();
        match text.trim_start().chars().next() {
            Some('{' | '[') => SourceFormat::Catalogue,
            _ if text.starts_with(rush_hour::PREFIX) => SourceFormat::Rush,
            _ if lines.peek().is_some() && lines.all(|line| rush_board(line, 0).is_some()) => {
                SourceFormat::Rush
            }
            _ => SourceFormat::Grid,
        }
    }
}

/// Removes the byte order mark that some editors put at the beginning of a text.
pub(super) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
