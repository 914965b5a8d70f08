//! A text in another format as lines and words, each with its place in bytes.

use crate::word_grid::PlacedWord;
use std::fmt;

/// Marks of grids: a line of a list that has one may be a row of a grid.
pub(super) const GRID_MARKS: [char; 4] = ['.', '#', '_', '@'];

/// A line of a source text without its line break and without blanks at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SourceLine<'t> {
    /// Place of the first byte of the line.
    pub at: usize,
    /// The line, with the blanks at its beginning.
    pub text: &'t str,
}

/// The place where the file of the goal begins: behind the text, as if both were one text.
pub(super) fn goal_begin(text: &str) -> usize {
    text.len() + 1
}

/// Splits a text into lines, empty lines included.
pub(super) fn lines(text: &str) -> impl Iterator<Item = SourceLine<'_>> + Clone {
    lines_from(text, 0)
}

/// Splits a text that begins at the place `begin` into lines, empty lines included.
fn lines_from(text: &str, begin: usize) -> impl Iterator<Item = SourceLine<'_>> + Clone {
    text.split_inclusive('\n').map(move |line| SourceLine {
        at: begin + (line.as_ptr() as usize - text.as_ptr() as usize),
        text: line.trim_end(),
    })
}

/// The lines of a text that are neither empty nor comments; a comment begins with `# `, `//` or
/// `;`, or is a lone `#`.
pub(super) fn content(text: &str) -> impl Iterator<Item = SourceLine<'_>> + Clone {
    content_from(text, 0)
}

/// The lines of [`content`] of a text that begins at the place `begin`.
pub(super) fn content_from(
    text: &str,
    begin: usize,
) -> impl Iterator<Item = SourceLine<'_>> + Clone {
    lines_from(text, begin).filter(|line| {
        let begin = line.text.trim_start();
        let is_comment =
            begin == "#" || ["# ", "//", ";"].iter().any(|mark| begin.starts_with(mark));
        !begin.is_empty() && !is_comment
    })
}

impl<'t> SourceLine<'t> {
    /// The line without its first characters.
    pub(super) fn without(self, characters: usize) -> SourceLine<'t> {
        let mut rest = self.text.chars();
        rest.by_ref().take(characters).for_each(drop);
        let text = rest.as_str();
        SourceLine {
            at: self.at + (self.text.len() - text.len()),
            text,
        }
    }

    /// The words of the line, separated by blanks, commas or semicolons.
    pub(super) fn words(self) -> impl Iterator<Item = SourceLine<'t>> + Clone {
        let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
        let words = self.text.split(is_separator);
        words.filter(|word| !word.is_empty()).map(move |word| {
            let before = word.as_ptr() as usize - self.text.as_ptr() as usize;
            SourceLine {
                at: self.at + before,
                text: word,
            }
        })
    }

    /// The words of the line as numbers; `None` if the line is empty or has another word.
    ///
    /// Numbers that are negative or too large are [`PlacedNumber::OUT_OF_RANGE`].
    pub(super) fn numbers(self) -> Option<Vec<PlacedNumber>> {
        let number = |word: SourceLine<'t>| {
            let digits = word.text.strip_prefix('-').unwrap_or(word.text);
            let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
            let value = word.text.parse().unwrap_or(PlacedNumber::OUT_OF_RANGE);
            is_number.then_some(PlacedNumber { value, at: word.at })
        };
        let numbers: Option<Vec<PlacedNumber>> = self.words().map(number).collect();
        numbers.filter(|numbers| !numbers.is_empty())
    }

    /// Each character of the line as a word of its own.
    pub(super) fn characters(self) -> Vec<PlacedWord> {
        let placed = self.text.char_indices();
        let word = |(before, c): (usize, char)| PlacedWord {
            text: c.into(),
            at: self.at + before,
        };
        placed.map(word).collect()
    }
}

/// A number with its place in the source text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlacedNumber {
    pub value: usize,
    pub at: usize,
}

impl PlacedNumber {
    /// The value of a number that is negative or too large.
    pub(super) const OUT_OF_RANGE: usize = usize::MAX;
}

impl fmt::Display for PlacedNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            PlacedNumber::OUT_OF_RANGE => f.write_str("a number out of range"),
            value => write!(f, "{value}"),
        }
    }
}

/// Whether lines are a list, of which some may have faults: the first fits, and so do most.
///
/// Lines that do not fit have none of `marks`; those that have are rows of a grid.
pub(super) fn is_list<'t>(
    lines: impl Iterator<Item = &'t str>,
    marks: &[char],
    fits: impl Fn(&str) -> bool,
) -> bool {
    let (mut count, mut good) = (0, 0);
    for line in lines {
        count += 1;
        match fits(line) {
            true => good += 1,
            false if good == 0 || line.contains(marks) => return false,
            false => {}
        }
    }
    good * 2 > count
}

/// Removes the byte order mark that some editors put at the beginning of a text.
pub(super) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
