//! Collects the faults of a text, and converts their places from bytes to line and column.

use super::error::{PuzzleError, PuzzleFault, message};

/// Faults beyond this number are dropped, which bounds time and memory on any input.
const MAX_COLLECTED: usize = 10_000;

/// Collects the faults of a text, each with its place in bytes.
pub(super) struct FaultCollector<'t> {
    text: &'t str,
    list: Vec<(usize, String)>,
}

impl<'t> FaultCollector<'t> {
    pub(crate) fn new(text: &'t str) -> FaultCollector<'t> {
        FaultCollector {
            text,
            list: Vec::new(),
        }
    }

    /// Adds a fault: its place, what was expected and what was found.
    pub(crate) fn add(&mut self, at: usize, expected: &str, found: &str) {
        self.add_message(at, message(expected, found));
    }

    /// Adds a fault: its place and its message.
    pub(crate) fn add_message(&mut self, at: usize, message: String) {
        if self.list.len() < MAX_COLLECTED {
            self.list.push((at, message));
        }
    }

    /// Whether at least [`PuzzleError::MAX_FAULTS`] faults were found.
    ///
    /// Further faults get no hints, because the search for hints would take too long.
    pub(crate) fn are_many(&self) -> bool {
        self.list.len() >= PuzzleError::MAX_FAULTS
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The faults in file order, without duplicates, at most [`PuzzleError::MAX_FAULTS`].
    pub(crate) fn into_list(mut self) -> Vec<PuzzleFault> {
        self.list.sort();
        self.list.dedup();
        self.list.truncate(PuzzleError::MAX_FAULTS);
        let mut places = PlaceCounter::new(self.text);
        self.list
            .into_iter()
            .map(|(at, message)| {
                let (line, column) = places.line_and_column(at);
                PuzzleFault {
                    line,
                    column,
                    message,
                }
            })
            .collect()
    }
}

/// Finds lines and columns of places that mostly ascend, so that no line is counted twice.
pub(super) struct PlaceCounter<'t> {
    text: &'t str,
    /// Place up to which lines are counted, at the beginning of a line.
    at: usize,
    /// Number of lines before `at`.
    lines: usize,
}

impl<'t> PlaceCounter<'t> {
    pub(super) fn new(text: &'t str) -> PlaceCounter<'t> {
        PlaceCounter {
            text,
            at: 0,
            lines: 0,
        }
    }

    /// Line and column, from 1, of a place in bytes, as [`line_and_column`] finds them.
    pub(super) fn line_and_column(&mut self, at: usize) -> (usize, usize) {
        if at < self.at {
            *self = PlaceCounter::new(self.text);
        }
        let rest = &self.text[self.at..];
        let (line, column) = line_and_column(rest, at - self.at);
        let line = self.lines + line;
        let counted = rest.get(..at - self.at).unwrap_or(rest);
        if let Some(newline) = counted.rfind('\n') {
            self.at += newline + 1;
            self.lines = line - 1;
        }
        (line, column)
    }
}

/// Line and column, from 1, of a place in bytes; a byte order mark does not count as a column.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[begin..].chars().filter(|&c| c != '\u{feff}').count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let text = "\u{feff}ab\r\né曹x\n";
        for (part, place) in [("ab", (1, 1)), ("b", (1, 2)), ("é", (2, 1)), ("x", (2, 3))] {
            assert_eq!(line_and_column(text, text.find(part).unwrap()), place);
        }
        assert_eq!(line_and_column(text, text.len()), (3, 1));
        assert_eq!(line_and_column(text, 1000), (3, 1));
    }

    #[test]
    fn places_in_any_order_are_found_as_if_each_were_counted_alone() {
        let text = "ab\n\ncd\r\né\n\nlast";
        let places: Vec<usize> = (0..text.len() + 3).collect();
        let backwards = places.iter().rev().copied();
        let mut counter = PlaceCounter::new(text);
        for at in places.iter().copied().chain(backwards) {
            assert_eq!(counter.line_and_column(at), line_and_column(text, at));
        }
    }
}
