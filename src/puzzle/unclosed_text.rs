//! Finds texts of a puzzle file that lack their closing quotes.
//!
//! The TOML parser reports such a text where it stops: at the end of the file, or at the next text,
//! whose opening quotes it takes for closing ones.

use super::document_reader::KEYS;

/// Keys of the tables of a puzzle file that often follow a board.
const TABLE_KEYS: [&str; 4] = ["board", "never", "piece", "pieces"];
/// The quotes of a text, the longest first.
const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];

/// A text without its closing quotes; places are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UnclosedText {
    /// The place of the opening quotes.
    pub begin: usize,
    /// The end of the line, or of the file for a text of several lines.
    pub end: usize,
    /// The opening quotes.
    pub quotes: &'static str,
    /// Whether the text is in the quotes of one line, but has rows below.
    pub has_rows: bool,
}

impl UnclosedText {
    /// The end of the last line in which the parser may report an error that this text causes.
    pub(crate) fn last_effect(&self, text: &str) -> usize {
        if !self.has_rows {
            return self.end;
        }
        let closed = find_from(text, self.end, self.quotes);
        find_from(text, closed, "\n")
    }
}

/// The texts of a file that lack their closing quotes, in file order.
pub(super) fn unclosed_texts(text: &str) -> Vec<UnclosedText> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        if c == '#' {
            at = find_from(text, at, "\n");
            continue;
        }
        let opening = QUOTES.into_iter().find(|&own| text[at..].starts_with(own));
        let Some(quotes) = opening else {
            at += c.len_utf8();
            continue;
        };
        let is_long = quotes.len() == 3;
        let inner = at + quotes.len();
        let last = if is_long {
            text.len()
        } else {
            find_from(text, inner, "\n")
        };
        let close = closing(&text[..last], inner, quotes);
        match close.filter(|&close| !is_long || !text[inner..close].lines().any(is_of_file)) {
            Some(close) => {
                // The last two characters of a text of several lines may be quotes, too.
                let more = if is_long { 2 } else { 0 };
                let after = text[close + quotes.len()..].chars().take(more);
                let more = after.take_while(|&c| quotes.starts_with(c)).count();
                at = close + quotes.len() + more;
            }
            None => {
                found.push(UnclosedText {
                    begin: at,
                    end: last,
                    quotes,
                    has_rows: !is_long && has_row_below(text, last),
                });
                at = last;
            }
        }
    }
    found
}

/// The place of the closing quotes of a text whose characters begin at `from`.
fn closing(text: &str, from: usize, quotes: &str) -> Option<usize> {
    let escapes = quotes.starts_with('"');
    let mut at = from;
    loop {
        let rest = text.get(at..)?;
        let next = rest.find(|c: char| escapes && c == '\\' || quotes.starts_with(c))?;
        at += next;
        if text[at..].starts_with(quotes) {
            return Some(at);
        }
        let is_escape = text[at..].starts_with('\\');
        let skipped = text[at..].chars().take(1 + usize::from(is_escape));
        at += skipped.map(char::len_utf8).sum::<usize>();
    }
}

/// Whether a line within quotes is a line of the file: a key of puzzle files with `=`, or a header.
fn is_of_file(line: &str) -> bool {
    let line = line.trim();
    let is_known = |key: &str| KEYS.contains(&key) || TABLE_KEYS.contains(&key);
    let key = line.split_once('=').map(|(key, _)| key.trim());
    let header = line.trim_start_matches('[').trim_end_matches(']').trim();
    key.is_some_and(is_known) || line.starts_with('[') && line.ends_with(']') && is_known(header)
}

/// Whether the line after the place `at` is a row of a board, rather than a line of the file.
fn has_row_below(text: &str, at: usize) -> bool {
    let line = text[at..].lines().nth(1).unwrap_or("").trim();
    !line.is_empty() && !line.starts_with('#') && !is_of_file(line)
}

/// The place of a text from the place `from` on; the end of `text` if there is none.
fn find_from(text: &str, from: usize, wanted: &str) -> usize {
    let found = text.get(from..).and_then(|rest| rest.find(wanted));
    found.map_or(text.len(), |found| from + found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::de::DeTable;

    #[test]
    fn texts_without_closing_quotes_are_found() {
        for (text, wanted) in [
            ("a = \"\"\"\nA.\n", vec![(4, "\"\"\"", false)]),
            ("a = '''\nA.\n''", vec![(4, "'''", false)]),
            (
                "start = \"\"\"\nA.\n[[goal]]\nboard = \"\"\"\n.A\n\"\"\"\n",
                vec![(8, "\"\"\"", false)],
            ),
            (
                "a = \"b\nstart = 'A.\nunits = ['A]",
                vec![(4, "\"", false), (15, "'", false), (28, "'", false)],
            ),
            (
                "start = \"A.\n.B\"\n",
                vec![(8, "\"", true), (14, "\"", false)],
            ),
            ("a = \"\\\"", vec![(4, "\"", false)]),
            ("# it's \"\"\"\na = 'b' # it's", vec![]),
        ] {
            let found = unclosed_texts(text).into_iter();
            let found: Vec<_> = found
                .map(|own| (own.begin, own.quotes, own.has_rows))
                .collect();
            assert_eq!(found, wanted, "{text:?}");
        }
    }

    #[test]
    fn texts_of_valid_files_are_closed() {
        for text in [
            "a = \"b\\\"\"\nb = '\\'\nc = \"\"\"\n\"a\" \\\"\"\"\"\"\nd = '''''''\n'e' = \"'\"",
            "a = \"\"\"a\"\"\"\"\"\nb = ''\nc = \"\"",
            "e = 1 # é\n\"é\" = 'é'",
        ] {
            DeTable::parse(text).unwrap();
            assert_eq!(unclosed_texts(text), [], "{text:?}");
        }
        for own in crate::builtin::list() {
            assert_eq!(unclosed_texts(own.text), [], "{}", own.name);
        }
    }
}
