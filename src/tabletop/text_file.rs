//! The text of a puzzle file: its lines and their entries, each with its position.
//!
//! An entry is the text between two commas, semicolons or blanks, such as a number.
//!
//! Input of any bytes is parsed without a panic, and files above [`MAX_FILE_BYTES`] are refused.
//! The module does not depend on the puzzle.

use super::file_error::{TabletopError, quoted};

/// Greatest size of a puzzle file in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// An entry of a file with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FileWord<'a> {
    /// The entry without the blanks around it.
    pub text: &'a str,
    /// Line and column in characters, both from 1.
    pub place: (usize, usize),
}

/// A line of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileLine<'a> {
    /// The line without its line break.
    pub text: &'a str,
    /// The line number, from 1.
    pub number: usize,
}

/// The byte order mark that some editors write at the start of a file; it is skipped.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Decodes the bytes of a file as UTF-8, without a byte order mark.
pub(crate) fn text_of(bytes: &[u8]) -> Result<&str, TabletopError> {
    if bytes.len() > MAX_FILE_BYTES {
        let expected = format!("a file of at most {MAX_FILE_BYTES} bytes");
        return Err(TabletopError::at((1, 1), expected, "a longer file"));
    }
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = good.matches('\n').count() + 1;
        let column = good.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let found = match bytes {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "UTF-16".to_owned(),
            _ => format!("the byte 0x{:02x}", bytes[error.valid_up_to()]),
        };
        TabletopError::at((line, column), "UTF-8 text", found)
    })
}

/// Splits text into lines and drops blank lines at the end; an error if no line is left.
pub(crate) fn lines_of(text: &str) -> Result<Vec<FileLine<'_>>, TabletopError> {
    let mut lines: Vec<FileLine<'_>> = (1..)
        .zip(text.lines())
        .map(|(number, text)| FileLine { text, number })
        .collect();
    while lines.last().is_some_and(|line| line.text.trim().is_empty()) {
        lines.pop();
    }
    if lines.is_empty() {
        return Err(TabletopError::at((1, 1), "a puzzle", "an empty file"));
    }
    Ok(lines)
}

impl<'a> FileLine<'a> {
    /// Splits the line into entries at its commas.
    pub(crate) fn between_commas(self) -> Vec<FileWord<'a>> {
        self.between(',')
    }

    /// Splits the line into entries at a separator that is not a blank.
    fn between(self, separator: char) -> Vec<FileWord<'a>> {
        let mut words = Vec::new();
        let mut column = 1;
        for part in self.text.split(separator) {
            let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
            let text = part.trim();
            let indent = if text.is_empty() { 0 } else { blanks };
            words.push(FileWord {
                text,
                place: (self.number, column + indent),
            });
            column += part.chars().count() + 1;
        }
        words
    }

    /// Splits the line into entries at its blanks.
    pub(crate) fn between_blanks(self) -> Vec<FileWord<'a>> {
        let mut words = Vec::new();
        let mut rest = self.text;
        let mut column = 1;
        loop {
            let begun = rest.trim_start();
            column += rest[..rest.len() - begun.len()].chars().count();
            if begun.is_empty() {
                return words;
            }
            let end = begun.find(char::is_whitespace).unwrap_or(begun.len());
            words.push(FileWord {
                text: &begun[..end],
                place: (self.number, column),
            });
            column += begun[..end].chars().count();
            rest = &begun[end..];
        }
    }
}

/// The rows of a board of numbers, split into entries.
///
/// Semicolons separate the entries of a file that has any, else commas, else blanks: one separator
/// in the whole file, so that an entry that is left out is noticed.
pub(crate) fn rows_of<'a>(lines: &[FileLine<'a>]) -> Result<Vec<Vec<FileWord<'a>>>, TabletopError> {
    let separators = [';', ','];
    let has = |separator: &char| lines.iter().any(|line| line.text.contains(*separator));
    let separator = separators.into_iter().find(has);
    let row = |line: &FileLine<'a>| {
        if line.text.trim().is_empty() {
            let place = (line.number, 1);
            return Err(TabletopError::at(
                place,
                "a row of the board",
                "an empty line",
            ));
        }
        Ok(match separator {
            Some(separator) => line.between(separator),
            None => line.between_blanks(),
        })
    };
    lines.iter().map(row).collect()
}

/// The numbers of a rectangular board, some of them not given.
pub(crate) struct NumberGrid<'a> {
    /// The entries of the file, row by row.
    pub words: Vec<FileWord<'a>>,
    /// The number of each cell; `None` for an empty cell and for a hole.
    pub given: Vec<Option<i64>>,
    /// Whether each entry stands for a hole, which belongs to no cell.
    pub is_hole: Vec<bool>,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

/// Greatest absolute value of a number in a file; sums of such numbers do not overflow an `i64`.
pub(crate) const GREATEST: i64 = 1_000_000_000;

/// Parses rows of numbers; underscores or full stops stand for an empty cell, and `#` for a hole.
///
/// The number 0 stays a number; [`NumberGrid::clear_zeros`] makes it an empty cell.
pub(crate) fn numbers_of<'a>(rows: &[Vec<FileWord<'a>>]) -> Result<NumberGrid<'a>, TabletopError> {
    let columns = rows[0].len();
    let mut words = Vec::new();
    let mut given = Vec::new();
    let mut is_hole = Vec::new();
    for row in rows {
        if row.len() != columns {
            // The error is at the first surplus entry or, if the row is too short, at the last one.
            let at = row.get(columns).or(row.last());
            let place = at.map_or((1, 1), |word| word.place);
            return Err(TabletopError::at(
                place,
                format!("a row of {}, as in the first row", cells(columns)),
                cells(row.len()),
            ));
        }
        for word in row {
            is_hole.push(is_all(word.text, b'#'));
            given.push(number_of(word)?);
            words.push(*word);
        }
    }
    Ok(NumberGrid {
        words,
        given,
        is_hole,
        rows: rows.len(),
        columns,
    })
}

/// Whether a text is one character, once or several times, as where columns are aligned.
fn is_all(text: &str, mark: u8) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == mark)
}

fn number_of(word: &FileWord<'_>) -> Result<Option<i64>, TabletopError> {
    if [b'_', b'.', b'#']
        .iter()
        .any(|&mark| is_all(word.text, mark))
    {
        return Ok(None);
    }
    let is_number = {
        let digits = word.text.strip_prefix('-').unwrap_or(word.text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number {
        let found = match word.text {
            "" => "nothing".to_owned(),
            text => quoted(text),
        };
        let expected = "a number, `_` where the cell is empty, or `#` for a hole";
        return Err(TabletopError::at(word.place, expected, found));
    }
    match word.text.parse() {
        Ok(number) if (-GREATEST..=GREATEST).contains(&number) => Ok(Some(number)),
        _ => Err(TabletopError::at(
            word.place,
            format!("a number from {} to {GREATEST}", -GREATEST),
            quoted(word.text),
        )),
    }
}

/// Formats a number of cells, as "1 cell" or "5 cells".
pub(crate) fn cells(count: usize) -> String {
    match count {
        1 => "1 cell".to_owned(),
        _ => format!("{count} cells"),
    }
}

impl NumberGrid<'_> {
    /// Makes each cell with the number 0 an empty cell.
    pub(crate) fn clear_zeros(&mut self) {
        for number in &mut self.given {
            *number = number.filter(|&number| number != 0);
        }
    }

    /// Refuses a board on which a number is given twice.
    pub(crate) fn check_distinct(&self) -> Result<(), TabletopError> {
        let mut seen = std::collections::HashMap::new();
        for (word, number) in self.words.iter().zip(&self.given) {
            let Some(number) = number else { continue };
            if let Some((line, column)) = seen.insert(number, word.place) {
                return Err(TabletopError::at(
                    word.place,
                    "each number once",
                    format!("{number} again, first given at {line}:{column}"),
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places() {
        let line = FileLine {
            text: " é, 12 ,,x",
            number: 3,
        };
        let words: Vec<(&str, usize)> = line
            .between_commas()
            .iter()
            .map(|word| (word.text, word.place.1))
            .collect();
        assert_eq!(words, [("é", 2), ("12", 5), ("", 9), ("x", 10)]);
        let line = FileLine {
            text: "é  12 x ",
            number: 3,
        };
        let words: Vec<(&str, usize)> = line
            .between_blanks()
            .iter()
            .map(|word| (word.text, word.place.1))
            .collect();
        assert_eq!(words, [("é", 1), ("12", 4), ("x", 7)]);
    }

    #[test]
    fn what_is_no_text_is_told_by_its_place() {
        let fault = text_of(b"a\n\xc3\xa9\xff").unwrap_err();
        assert_eq!(
            fault.to_string(),
            "2:2: expected UTF-8 text, found the byte 0xff"
        );
        let fault = text_of(b"\xef\xbb\xbfa\xff").unwrap_err();
        assert_eq!(
            fault.place,
            Some((1, 2)),
            "a byte order mark takes no column"
        );
        assert_eq!(text_of("\u{feff}1 \u{feff}".as_bytes()), Ok("1 \u{feff}"));
        assert!(text_of(&vec![b'1'; MAX_FILE_BYTES + 1]).is_err());
        assert!(lines_of(" \n\t\n").is_err());
        assert!(lines_of("").is_err());
    }
}
