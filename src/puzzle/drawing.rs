//! A drawing: a board as text, cut into rows and words, each knowing where it stood.
//!
//! Used for the boards of puzzle files and for positions alike. It promises that a drawing is a rectangle of
//! at most [`Board::MAX_SIDE`] by [`Board::MAX_SIDE`] words; what the words mean it does not know.

use super::fault::counted;
use super::token;
use slidewise_board::Board;

/// A text as characters, each with its place in whatever it was taken from.
pub(super) type PlacedText = Vec<(char, usize)>;

/// A word and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    /// The word.
    pub text: String,
    /// Where it begins, as the [`PlacedText`] says.
    pub at: usize,
}

/// A rectangle of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Drawing {
    /// The rows from the top, all of one length, which is not 0.
    pub rows: Vec<Vec<Word>>,
}

/// A row too many, too few, or of the wrong length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Misdrawn {
    /// The row, from 0; `None` where the drawing as a whole has not the size that it should have.
    pub row: Option<usize>,
    /// Where the fault lies in the text.
    pub at: usize,
    /// What would have been right.
    pub expected: String,
    /// What there is.
    pub found: String,
}

/// Which characters end a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Breaks {
    /// Line breaks.
    Lines,
    /// Line breaks, `:` and `/`.
    Marks,
}

/// One row's characters, without the blanks at its ends.
struct Line<'a> {
    at: usize,
    chars: &'a [(char, usize)],
}

/// How the words of a row are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spacing {
    /// Blanks stand between them.
    Blanks,
    /// Each character is one.
    Characters,
    /// The whole row is one.
    OneColumn,
}

impl Drawing {
    /// Cuts `text` into rows and words; the size, where one is given, is demanded (rows, columns).
    ///
    /// If any row has a blank inside, blanks part the words of all rows; else each character is a word, but in
    /// a board of one column each row is. Without a size, a text with a row of one character and with rows of
    /// several lengths is taken for one column if every row by itself can be a word.
    ///
    /// # Errors
    /// All rows that are wrong; never an empty list.
    pub fn read(
        text: &[(char, usize)],
        breaks: Breaks,
        size: Option<(usize, usize)>,
    ) -> Result<Drawing, Vec<Misdrawn>> {
        let lines = lines_of(text, breaks);
        check_rows(&lines, size.map(|(rows, _)| rows))?;
        let columns = size.map(|(_, columns)| columns);
        let spacing = Spacing::of(&lines, columns);
        let rows: Vec<Vec<&[(char, usize)]>> = lines
            .iter()
            .map(|line| spacing.words_of(line.chars))
            .collect();
        let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        check_lengths(&lines, &lengths, columns)
            .map_err(|wrong| spacing.explained(&lines, wrong))?;
        let written = |row: Vec<&[(char, usize)]>| row.into_iter().map(word_of).collect();
        Ok(Drawing {
            rows: rows.into_iter().map(written).collect(),
        })
    }
}

impl Spacing {
    /// That of a drawing of this many columns, if these are known.
    fn of(lines: &[Line<'_>], columns: Option<usize>) -> Spacing {
        let is_one_column = || match columns {
            Some(columns) => columns == 1,
            None => looks_like_one_column(lines),
        };
        if lines.iter().any(has_blank) {
            Spacing::Blanks
        } else if is_one_column() {
            Spacing::OneColumn
        } else {
            Spacing::Characters
        }
    }

    /// The same faults, with the reason where a blank in one row cuts rows that were meant to be run together.
    fn explained(self, lines: &[Line<'_>], mut wrong: Vec<Misdrawn>) -> Vec<Misdrawn> {
        let is_run = |line: &Line<'_>| line.chars.len() > 1 && !has_blank(line);
        if self == Spacing::Blanks && lines.iter().any(is_run) {
            for misdrawn in &mut wrong {
                misdrawn.found += "; a blank in any row separates the cells of all rows";
            }
        }
        wrong
    }

    /// The words of a row.
    fn words_of(self, chars: &[(char, usize)]) -> Vec<&[(char, usize)]> {
        match self {
            Spacing::Blanks => chars
                .split(|(c, _)| c.is_whitespace())
                .filter(|word| !word.is_empty())
                .collect(),
            Spacing::Characters => chars.chunks(1).collect(),
            Spacing::OneColumn => chars.chunks(chars.len().max(1)).collect(),
        }
    }
}

/// What is wrong with a drawing as a whole, told at its first row.
fn misdrawn(lines: &[Line<'_>], expected: String, found: String) -> Vec<Misdrawn> {
    vec![Misdrawn {
        row: None,
        at: lines.first().map_or(0, |line| line.at),
        expected,
        found,
    }]
}

/// Refuses a drawing without rows, with too many, or with others than this many.
fn check_rows(lines: &[Line<'_>], demanded: Option<usize>) -> Result<(), Vec<Misdrawn>> {
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

/// Refuses rows that are too long, or not as long as demanded; without a demand, as long as most.
fn check_lengths(
    lines: &[Line<'_>],
    lengths: &[usize],
    demanded: Option<usize>,
) -> Result<(), Vec<Misdrawn>> {
    let most = Board::MAX_SIDE;
    let columns = demanded.unwrap_or_else(|| most_frequent(lengths));
    if columns > most {
        let expected = format!("at most {most} cells in a row");
        return Err(misdrawn(lines, expected, counted(columns, "cell")));
    }
    let wrong: Vec<Misdrawn> = lines
        .iter()
        .zip(lengths)
        .enumerate()
        .filter(|&(_, (_, &length))| length != columns)
        .map(|(row, (line, &length))| Misdrawn {
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
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong),
    }
}

/// The rows of a text; empty lines at its begin and end are none.
fn lines_of(text: &[(char, usize)], breaks: Breaks) -> Vec<Line<'_>> {
    let text = trimmed(text);
    if text.is_empty() {
        return Vec::new();
    }
    let ends_row =
        |c: char| matches!(c, '\n' | '\r') || breaks == Breaks::Marks && matches!(c, ':' | '/');
    let mut lines = Vec::new();
    let mut begin = 0;
    for end in 0..=text.len() {
        if end < text.len() && !ends_row(text[end].0) {
            continue;
        }
        // The second half of a CRLF ends no row of its own.
        let halved = end > 0 && end < text.len() && text[end].0 == '\n' && text[end - 1].0 == '\r';
        if !halved {
            let chars = trimmed(&text[begin..end]);
            let at = match (chars.first(), text.get(begin), text.last()) {
                (Some(&(_, at)), ..) | (None, Some(&(_, at)), _) | (None, None, Some(&(_, at))) => {
                    at
                }
                (None, None, None) => 0,
            };
            lines.push(Line { at, chars });
        }
        begin = end + 1;
    }
    lines
}

fn has_blank(line: &Line<'_>) -> bool {
    line.chars.iter().any(|&(c, _)| c.is_whitespace())
}

fn trimmed(text: &[(char, usize)]) -> &[(char, usize)] {
    let is_ink = |&(c, _): &(char, usize)| !c.is_whitespace();
    match (text.iter().position(is_ink), text.iter().rposition(is_ink)) {
        (Some(first), Some(last)) => &text[first..=last],
        _ => &[],
    }
}

fn word_of(chars: &[(char, usize)]) -> Word {
    Word {
        text: chars.iter().map(|&(c, _)| c).collect(),
        at: chars.first().map_or(0, |&(_, at)| at),
    }
}

/// Rows of several lengths are no board of one-character tokens, but may be a column of longer ones. A row of
/// one character among them tells it from a board with a cell forgotten.
fn looks_like_one_column(lines: &[Line<'_>]) -> bool {
    let lengths = || lines.iter().map(|line| line.chars.len());
    lengths().any(|length| length == 1)
        && lengths().any(|length| length > 1)
        && lines.iter().all(|line| {
            let word = word_of(line.chars).text;
            word == token::EMPTY || word == token::WALL || token::is_token(&word)
        })
}

/// The length that most rows have; of several, the one that comes first.
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
        match Drawing::read(&placed, Breaks::Marks, size) {
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
