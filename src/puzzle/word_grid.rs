//! Splits a board that is written as text into rows and words, each with its place.
//!
//! Boards of puzzle files and positions are both split here. The result is a rectangle of at most
//! [`Board::MAX_SIDE`] by [`Board::MAX_SIDE`] words; their meaning is decided elsewhere.

use super::error::counted;
use super::token;
use slidewise_board::Board;

/// A text as characters, each with its place in the source text.
pub(super) type PlacedText = Vec<(char, usize)>;

/// A word: the text of one square or one string, with its place in the source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlacedWord {
    /// The characters of the word.
    pub text: String,
    /// The place of the word's first character, as given by the [`PlacedText`].
    pub at: usize,
}

/// A rectangle of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WordGrid {
    /// The rows from the top, all of the same length, which is at least 1.
    pub rows: Vec<Vec<PlacedWord>>,
}

/// A fault in the text of a board: a row is missing, superfluous or of the wrong length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GridFault {
    /// The index of the wrong row, from 0; `None` if the whole board has a wrong number of rows or
    /// columns.
    pub row: Option<usize>,
    /// The place of the fault in the source text.
    pub at: usize,
    /// What the text should have.
    pub expected: String,
    /// What the text has.
    pub found: String,
}

/// The characters that end a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RowBreaks {
    /// Line breaks end a row.
    Lines,
    /// Line breaks, `:` and `/` end a row.
    Marks,
}

/// The characters of one row, without leading and trailing blanks.
struct GridRow<'a> {
    at: usize,
    chars: &'a [(char, usize)],
}

/// How the words of a row are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WordSpacing {
    /// Blanks separate the words.
    Blanks,
    /// Each character is a word.
    Characters,
    /// Each row is one word.
    OneColumn,
}

impl WordGrid {
    /// Splits `text` into rows and words; `size`, if given, is the required number of rows and
    /// columns.
    ///
    /// If any row has a blank inside, blanks separate the words of all rows. Otherwise each
    /// character is a word, except that in a board of one column each row is a word. Without a
    /// size, rows of different lengths are read as one column if at least one row has a single
    /// character and each row can be a token, `.` or `#`.
    ///
    /// # Errors
    /// A list of one fault for each wrong row, or of one fault for the whole board; never empty.
    pub(crate) fn read(
        text: &[(char, usize)],
        breaks: RowBreaks,
        size: Option<(usize, usize)>,
    ) -> Result<WordGrid, Vec<GridFault>> {
        let lines = lines_of(text, breaks);
        check_rows(&lines, size.map(|(rows, _)| rows))?;
        let columns = size.map(|(_, columns)| columns);
        let spacing = WordSpacing::of(&lines, columns);
        if let Some(wrong) = stray_blanks(&lines, columns) {
            return Err(wrong);
        }
        let rows: Vec<Vec<&[(char, usize)]>> = lines
            .iter()
            .map(|line| spacing.words_of(line.chars))
            .collect();
        let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        check_lengths(&lines, &lengths, columns)
            .map_err(|wrong| spacing.explained(&lines, wrong))
            .map_err(|wrong| explained_ends(text, &lines, wrong))?;
        let written = |row: Vec<&[(char, usize)]>| row.into_iter().map(word_of).collect();
        Ok(WordGrid {
            rows: rows.into_iter().map(written).collect(),
        })
    }
}

impl WordSpacing {
    /// Determines how words are separated; `columns` is the required number of columns, if known.
    fn of(lines: &[GridRow<'_>], columns: Option<usize>) -> WordSpacing {
        let is_one_column = || match columns {
            Some(columns) => columns == 1,
            None => looks_like_one_column(lines),
        };
        if lines.iter().any(has_blank) {
            WordSpacing::Blanks
        } else if is_one_column() {
            WordSpacing::OneColumn
        } else {
            WordSpacing::Characters
        }
    }

    /// Adds to each fault its probable cause, if one row has blanks and another row has no blanks.
    fn explained(self, lines: &[GridRow<'_>], mut wrong: Vec<GridFault>) -> Vec<GridFault> {
        let is_run = |line: &GridRow<'_>| line.chars.len() > 1 && !has_blank(line);
        if self == WordSpacing::Blanks && lines.iter().any(is_run) {
            for misdrawn in &mut wrong {
                misdrawn.found += "; since one row has blanks, the cells of every row must be \
                 separated by blanks";
            }
        }
        wrong
    }

    /// Splits a row into its words.
    fn words_of(self, chars: &[(char, usize)]) -> Vec<&[(char, usize)]> {
        match self {
            WordSpacing::Blanks => chars
                .split(|(c, _)| c.is_whitespace())
                .filter(|word| !word.is_empty())
                .collect(),
            WordSpacing::Characters => chars.chunks(1).collect(),
            WordSpacing::OneColumn => chars.chunks(chars.len().max(1)).collect(),
        }
    }
}

/// The faults of blanks in rows of one character a cell; `None` if blanks separate the cells.
///
/// Blanks are stray if more rows have none, and those rows, or all rows if the number of columns is
/// known, are equally long.
fn stray_blanks(lines: &[GridRow<'_>], columns: Option<usize>) -> Option<Vec<GridFault>> {
    let full: Vec<&GridRow<'_>> = lines
        .iter()
        .filter(|line| line.chars.len() > 1 && !has_blank(line))
        .collect();
    let columns = columns.or(full.first().map(|line| line.chars.len()))?;
    let with_blank = lines.iter().filter(|line| has_blank(line)).count();
    let are_rows = full.iter().all(|line| line.chars.len() == columns);
    if with_blank == 0 || full.len() < with_blank || !are_rows {
        return None;
    }
    let faults = lines.iter().enumerate().filter_map(|(row, line)| {
        let blank = line.chars.iter().position(|(c, _)| c.is_whitespace())?;
        let cells = line
            .chars
            .iter()
            .filter(|(c, _)| !c.is_whitespace())
            .count();
        let remedy = match columns {
            own if own == line.chars.len() => "write `.` for an empty cell",
            own if own == cells => "leave it out",
            _ => "write `.` for an empty cell, or separate the cells of every row by blanks",
        };
        Some(GridFault {
            row: Some(row),
            at: line.chars[blank].1,
            expected: format!("{} in this row", counted(columns, "cell")),
            found: format!("a blank, while other rows have none; {remedy}"),
        })
    });
    Some(faults.collect())
}

/// Moves the fault of a short row to a blank at its beginning or end, which is no cell.
fn explained_ends(
    text: &[(char, usize)],
    lines: &[GridRow<'_>],
    mut wrong: Vec<GridFault>,
) -> Vec<GridFault> {
    let is_blank = |&&(c, _): &&(char, usize)| c.is_whitespace() && !matches!(c, '\n' | '\r');
    for fault in &mut wrong {
        let Some(line) = fault.row.and_then(|row| lines.get(row)) else {
            continue;
        };
        let Some(&(_, first)) = line.chars.first() else {
            continue;
        };
        let begin = text.partition_point(|&(_, at)| at < first);
        let end = begin + line.chars.len();
        if text.get(begin..end) != Some(line.chars) {
            continue;
        }
        let before = begin.checked_sub(1).and_then(|before| text.get(before));
        let blank = before.filter(is_blank).or(text.get(end).filter(is_blank));
        if let Some(&(_, at)) = blank {
            fault.at = at;
            fault.found +=
                "; a blank at the end of a row is no cell, so write `.` for an empty one";
        }
    }
    wrong
}

/// A list of one fault that concerns the whole board, placed at the board's first row.
fn misdrawn(lines: &[GridRow<'_>], expected: String, found: String) -> Vec<GridFault> {
    vec![GridFault {
        row: None,
        at: lines.first().map_or(0, |line| line.at),
        expected,
        found,
    }]
}

/// Checks the number of rows: the required number or, if no number is required, 1 to
/// [`Board::MAX_SIDE`].
fn check_rows(lines: &[GridRow<'_>], demanded: Option<usize>) -> Result<(), Vec<GridFault>> {
    if lines.is_empty() {
        return Err(misdrawn(lines, "a board".to_owned(), "nothing".to_owned()));
    }
    let most = Board::MAX_SIDE;
    let expected = match demanded {
        Some(rows) if rows != lines.len() => counted(rows, "row"),
        None if lines.len() > most => format!("at most {most} rows"),
        _ => return Ok(()),
    };
    Err(misdrawn(lines, expected, counted(lines.len(), "row")))
}

/// Checks that all rows have the required length or, if no length is required, the most frequent
/// length.
fn check_lengths(
    lines: &[GridRow<'_>],
    lengths: &[usize],
    demanded: Option<usize>,
) -> Result<(), Vec<GridFault>> {
    let most = Board::MAX_SIDE;
    let columns = demanded.unwrap_or_else(|| most_frequent(lengths));
    if columns > most {
        let expected = format!("at most {most} cells in a row");
        return Err(misdrawn(lines, expected, counted(columns, "cell")));
    }
    let wrong: Vec<GridFault> = lines
        .iter()
        .zip(lengths)
        .enumerate()
        .filter(|&(_, (_, &length))| length != columns)
        .map(|(row, (line, &length))| GridFault {
            row: Some(row),
            at: line.at,
            expected: format!("{} in this row", counted(columns, "cell")),
            found: counted(length, "cell"),
        })
        .collect();
    let is_same = |other: &usize| Some(other) == lengths.first();
    if demanded.is_some() && !wrong.is_empty() && lengths.iter().all(is_same) {
        let found = counted(lengths[0], "column");
        return Err(misdrawn(lines, counted(columns, "column"), found));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Splits a text into rows; empty lines at its beginning and end are dropped.
fn lines_of(text: &[(char, usize)], breaks: RowBreaks) -> Vec<GridRow<'_>> {
    let text = trimmed(text);
    if text.is_empty() {
        return Vec::new();
    }
    let ends_row =
        |c: char| matches!(c, '\n' | '\r') || breaks == RowBreaks::Marks && matches!(c, ':' | '/');
    let mut lines = Vec::new();
    let mut begin = 0;
    for end in 0..=text.len() {
        if end < text.len() && !ends_row(text[end].0) {
            continue;
        }
        // The line feed of a CRLF does not end another row.
        let halved = end > 0 && end < text.len() && text[end].0 == '\n' && text[end - 1].0 == '\r';
        if !halved {
            let chars = trimmed(&text[begin..end]);
            let at = match (chars.first(), text.get(begin), text.last()) {
                (Some(&(_, at)), ..) | (None, Some(&(_, at)), _) | (None, None, Some(&(_, at))) => {
                    at
                }
                (None, None, None) => 0,
            };
            lines.push(GridRow { at, chars });
        }
        begin = end + 1;
    }
    lines
}

/// Whether a row has a blank inside.
fn has_blank(line: &GridRow<'_>) -> bool {
    line.chars.iter().any(|&(c, _)| c.is_whitespace())
}

/// The text without leading and trailing blanks.
fn trimmed(text: &[(char, usize)]) -> &[(char, usize)] {
    let is_ink = |&(c, _): &(char, usize)| !c.is_whitespace();
    match (text.iter().position(is_ink), text.iter().rposition(is_ink)) {
        (Some(first), Some(last)) => &text[first..=last],
        _ => &[],
    }
}

/// Joins characters into a word at the place of the first character.
fn word_of(chars: &[(char, usize)]) -> PlacedWord {
    PlacedWord {
        text: chars.iter().map(|&(c, _)| c).collect(),
        at: chars.first().map_or(0, |&(_, at)| at),
    }
}

/// Guesses whether rows of different lengths form a board of one column.
///
/// The answer is yes if each row can be a token, `.` or `#`, and at least one row has a single
/// character. If no row has a single character, it is more likely that a row lacks a cell.
fn looks_like_one_column(lines: &[GridRow<'_>]) -> bool {
    let lengths = || lines.iter().map(|line| line.chars.len());
    lengths().any(|length| length == 1)
        && lengths().any(|length| length > 1)
        && lines.iter().all(|line| {
            let word = word_of(line.chars).text;
            word == token::EMPTY || word == token::WALL || token::is_token(&word)
        })
}

/// The most frequent length above 0; of equally frequent lengths, the first.
fn most_frequent(lengths: &[usize]) -> usize {
    let times = |length: usize| lengths.iter().filter(|&&other| other == length).count();
    let mut best = (0, 0);
    for &length in lengths.iter().filter(|&&length| length > 0) {
        if times(length) > best.0 {
            best = (times(length), length);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, size: Option<(usize, usize)>) -> Result<Vec<String>, String> {
        let placed: PlacedText = text.char_indices().map(|(at, c)| (c, at)).collect();
        match WordGrid::read(&placed, RowBreaks::Marks, size) {
            Ok(drawing) => Ok(drawing
                .rows
                .iter()
                .map(|row| {
                    let words: Vec<&str> = row.iter().map(|word| word.text.as_str()).collect();
                    words.join(",")
                })
                .collect()),
            Err(wrong) => Err(wrong
                .iter()
                .map(|w| {
                    format!(
                        "{}@{}: {} / {}",
                        w.row.unwrap_or(0),
                        w.at,
                        w.expected,
                        w.found
                    )
                })
                .collect::<Vec<_>>()
                .join("; ")),
        }
    }

    #[test]
    fn rows_and_words_are_found_in_every_way_of_writing_them() {
        for text in [
            "ab:cd",
            "ab/cd",
            "ab\ncd",
            "\r\n ab \r\n cd\r\n",
            "ab\rcd",
            "a b:c d",
            "a\tb/  c  d",
        ] {
            assert_eq!(read(text, None).unwrap(), ["a,b", "c,d"], "{text:?}");
        }
        assert_eq!(read("1 10\n. 2", None).unwrap(), ["1,10", ".,2"]);
        assert_eq!(read("1\n10\n.", None).unwrap(), ["1", "10", "."]);
        assert_eq!(read("10:11", Some((2, 1))).unwrap(), ["10", "11"]);
        assert_eq!(read("10:11", None).unwrap(), ["1,0", "1,1"]);
    }

    #[test]
    fn a_stray_blank_is_reported_at_its_place() {
        let found = "3 cells in this row / a blank, while other rows have none; ";
        for (text, wanted) in [
            ("AA.\nB .\nCC.", "1@5: {}write `.` for an empty cell"),
            ("AA.\nB. .\nCC.", "1@6: {}leave it out"),
            ("A A.\nB..", "0@1: {}leave it out"),
            (
                "AA.\nB .\nC .\nDD.\nE  F\nEE.",
                "1@5: {}write `.` for an empty cell; 2@9: {}write `.` for an empty cell; \
                 4@17: {}write `.` for an empty cell, or separate the cells of every row by blanks",
            ),
        ] {
            assert_eq!(
                read(text, None).unwrap_err(),
                wanted.replace("{}", found),
                "{text:?}"
            );
        }
        let wanted = format!("1@5: {found}write `.` for an empty cell");
        assert_eq!(read("AA.:B .:CC.", Some((3, 3))).unwrap_err(), wanted);
        let ends = "a blank at the end of a row is no cell, so write `.` for an empty one";
        for (text, wanted) in [
            ("AA.\nB. \nCC.", "1@6"),
            ("AA.\n B.\nCC.", "1@4"),
            ("AA.\nBB.\nCC \n", "2@10"),
            ("AA.\r\nB. \r\nCC.", "1@7"),
        ] {
            let told = read(text, None).unwrap_err();
            let wanted = format!("{wanted}: 3 cells in this row / 2 cells; {ends}");
            assert_eq!(told, wanted, "{text:?}");
        }
    }

    #[test]
    fn wrong_rows_are_all_reported() {
        assert_eq!(read("", None).unwrap_err(), "0@0: a board / nothing");
        assert_eq!(read(" \n ", None).unwrap_err(), "0@0: a board / nothing");
        assert_eq!(
            read("abc:ab.:a#:abc:abcd", None).unwrap_err(),
            "2@8: 3 cells in this row / 2 cells; 4@15: 3 cells in this row / 4 cells"
        );
        assert_eq!(
            read("ab::cd", None).unwrap_err(),
            "1@3: 2 cells in this row / 0 cells"
        );
        assert_eq!(
            read("ab:cd:", None).unwrap_err(),
            "2@5: 2 cells in this row / 0 cells"
        );
        assert_eq!(
            read("ab:cd", Some((3, 2))).unwrap_err(),
            "0@0: 3 rows / 2 rows"
        );
        assert_eq!(
            read(&"a".repeat(257), None).unwrap_err(),
            "0@0: at most 256 cells in a row / 257 cells"
        );
        assert_eq!(
            read(&"a\n".repeat(257), None).unwrap_err(),
            "0@0: at most 256 rows / 257 rows"
        );
    }
}
