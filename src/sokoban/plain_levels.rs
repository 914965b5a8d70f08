//! Levels in plain text: blocks of rows, with titles, authors and comments between them.
//!
//! Other lines than rows are text: `Title: NAME` and `Author: NAME` behind a level belong to it,
//! before the first level to the collection, as does `Collection: NAME`. A comment (`; NAME`) or
//! any other line of text is a title, too: that of the next level if the first level has one before
//! it, else that of the level before. Text from `Comment:` to `Comment-End:` is skipped.

use crate::collection::{Collection, CollectionEntry};
use crate::rows::{is_row, part_rows};

/// Parts a text into its levels.
pub(crate) fn read_plain(text: &str) -> Collection {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line);
    }
    reader.finish()
}

/// What a line of a collection is.
enum LineKind<'a> {
    Row,
    Blank,
    Key(&'a str, &'a str),
    Text(&'a str),
}

impl LineKind<'_> {
    fn of(line: &str, is_behind_row: bool) -> LineKind<'_> {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return LineKind::Blank;
        }
        // A damaged row is a fault of its level, not a line of text between two levels.
        let looks_like_row = is_behind_row && trimmed.starts_with('#');
        if is_row(line) || looks_like_row {
            return LineKind::Row;
        }
        if let Some(comment) = trimmed.strip_prefix(';') {
            return LineKind::Text(comment.trim());
        }
        match trimmed.split_once(':') {
            Some((key, value)) if is_key(key) => LineKind::Key(key.trim(), value.trim()),
            _ => LineKind::Text(trimmed),
        }
    }
}

/// Whether a word before a colon is a keyword of collections.
fn is_key(word: &str) -> bool {
    let word = word.trim();
    let starts_well = word.starts_with(|c: char| c.is_ascii_alphabetic());
    starts_well && word.len() <= 30 && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// A collection while it is read.
#[derive(Default)]
struct Reader {
    title: Option<String>,
    author: Option<String>,
    entries: Vec<CollectionEntry>,
    /// The last line of text since the last level.
    before: Option<String>,
    /// The first line of text behind each level.
    behind: Vec<Option<String>>,
    /// The last line of text before each level.
    ahead: Vec<Option<String>>,
    is_in_level: bool,
    is_in_comment: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        if self.is_in_comment {
            let lower = line.trim().to_ascii_lowercase();
            self.is_in_comment = !lower.starts_with("comment-end");
            return;
        }
        match LineKind::of(line, self.is_in_level) {
            LineKind::Blank => self.is_in_level = false,
            LineKind::Row => self.row(number, line),
            LineKind::Key(key, value) => {
                self.is_in_level = false;
                self.key(key, value);
            }
            LineKind::Text(text) => {
                self.is_in_level = false;
                if !text.is_empty() {
                    let text = text.to_owned();
                    if let Some(behind) = self.behind.last_mut() {
                        behind.get_or_insert_with(|| text.clone());
                    }
                    self.before = Some(text);
                }
            }
        }
    }

    fn row(&mut self, number: usize, line: &str) {
        let rows = part_rows(line, number, &['|']);
        if self.is_in_level
            && let Some(last) = self.entries.last_mut()
        {
            last.rows.extend(rows);
            return;
        }
        self.is_in_level = true;
        self.entries.push(CollectionEntry::of_rows(rows));
        self.ahead.push(self.before.take());
        self.behind.push(None);
    }

    fn key(&mut self, key: &str, value: &str) {
        let value = (!value.is_empty()).then(|| value.to_owned());
        let last = self.entries.last_mut();
        match key.to_ascii_lowercase().as_str() {
            "title" => match last {
                Some(last) => last.title = value,
                None => self.title = value,
            },
            "author" => match last {
                Some(last) => last.author = value,
                None => self.author = value,
            },
            "collection" if last.is_none() => self.title = value,
            "comment" => self.is_in_comment = value.is_none(),
            _ => {}
        }
    }

    fn finish(self) -> Collection {
        let is_ahead = self.ahead.first().is_some_and(Option::is_some);
        let texts = if is_ahead { self.ahead } else { self.behind };
        let mut entries = self.entries;
        for (entry, text) in entries.iter_mut().zip(texts) {
            entry.title = entry.title.take().or(text);
            entry.author = entry.author.take().or_else(|| self.author.clone());
        }
        Collection {
            title: self.title,
            entries,
        }
    }
}
