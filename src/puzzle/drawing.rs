//! A drawing: a board as text, cut into rows and words, each knowing where it stood.
//!
//! Used for the boards of puzzle files and for positions alike. It promises that a drawing is a rectangle of
//! at most [`Board::MAX_SIDE`] by [`Board::MAX_SIDE`] words; what the words mean it does not know.

use super::fault::counted;
use super::token;
use crate::board::Board;

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
    /// The row, from 0.
    pub row: usize,
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
        let at = lines.first().map_or(0, |line| line.at);
        let whole = |expected: String, found: String| {
            vec![Misdrawn {
                row: 0,
                at,
                expected,
                found,
            }]
        };
        if lines.is_empty() {
            return Err(whole("a board".to_owned(), "nothing".to_owned()));
        }
        let most = Board::MAX_SIDE;
        if lines.len() > most && size.is_none() {
            return Err(whole(
                format!("at most {most} rows"),
                counted(lines.len(), "row"),
            ));
        }
        if let Some((rows, _)) = size.filter(|&(rows, _)| rows != lines.len()) {
            return Err(whole(counted(rows, "row"), counted(lines.len(), "row")));
        }

        let blanks = lines
            .iter()
            .any(|line| line.chars.iter().any(|&(c, _)| c.is_whitespace()));
        let one_column = !blanks
            && match size {
                Some((_, columns)) => columns == 1,
                None => looks_like_one_column(&lines),
            };
        let lengths: Vec<usize> = lines
            .iter()
            .map(|line| match line.chars {
                [] => 0,
                _ if one_column => 1,
                chars if blanks => words_of(chars).count(),
                chars => chars.len(),
            })
            .collect();
        let columns = match size {
            Some((_, columns)) => columns,
            None => most_frequent(&lengths),
        };
        if columns > most {
            return Err(whole(
                format!("at most {most} cells in a row"),
                counted(columns, "cell"),
            ));
        }
        let wrong: Vec<Misdrawn> = lines
            .iter()
            .zip(&lengths)
            .enumerate()
            .filter(|&(_, (_, &length))| length != columns)
            .map(|(row, (line, &length))| Misdrawn {
                row,
                at: line.at,
                expected: format!("{} in this row", counted(columns, "cell")),
                found: counted(length, "cell"),
            })
            .collect();
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let rows = lines
            .iter()
            .map(|line| {
                if one_column {
                    vec![word_of(line.chars)]
                } else if blanks {
                    words_of(line.chars).map(word_of).collect()
                } else {
                    line.chars.chunks(1).map(word_of).collect()
                }
            })
            .collect();
        Ok(Drawing { rows })
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

fn trimmed(text: &[(char, usize)]) -> &[(char, usize)] {
    let is_ink = |&(c, _): &(char, usize)| !c.is_whitespace();
    match (text.iter().position(is_ink), text.iter().rposition(is_ink)) {
        (Some(first), Some(last)) => &text[first..=last],
        _ => &[],
    }
}

fn words_of(chars: &[(char, usize)]) -> impl Iterator<Item = &[(char, usize)]> {
    chars
        .split(|(c, _)| c.is_whitespace())
        .filter(|word| !word.is_empty())
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
                .map(|w| format!("{}@{}: {} / {}", w.row, w.at, w.expected, w.found))
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
