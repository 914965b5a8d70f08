//! `Collection`: the levels of a file, with titles, authors and comments.
//!
//! A level is a block of rows. Other lines are text: `Title: NAME` and `Author: NAME` behind a
//! level belong to it, before the first level to the collection. A comment (`; NAME`) or any other
//! line of text is a title, too: that of the next level if the first level has one before it, else
//! that of the level before. Text from `Comment:` to `Comment-End:` is skipped.

use crate::level::Level;
use crate::level_error::{LevelError, LevelFault};
use crate::rows::{TextRow, is_row, part_rows};

/// Greatest size of a collection in bytes.
pub const MAX_COLLECTION_BYTES: usize = 1 << 23;

/// The levels of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// The title of the whole, if the file gives one.
    pub title: Option<String>,
    /// The levels in the order of the file.
    pub entries: Vec<CollectionEntry>,
}

/// A level of a collection, not read yet: a faulty one does not hide the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CollectionEntry {
    /// Its title, if the file gives one.
    pub title: Option<String>,
    /// Its author, or that of the collection.
    pub author: Option<String>,
    rows: Vec<TextRow>,
}

impl CollectionEntry {
    /// Reads the level.
    ///
    /// # Errors
    ///
    /// [`LevelError`]: what is wrong, and where.
    pub fn level(&self) -> Result<Level, LevelError> {
        let line = self.rows.first().map_or(1, |row| row.place.0);
        let mut level = Level::of_rows(&self.rows).map_err(|error| LevelError {
            place: error.place.or(Some((line, 1))),
            ..error
        })?;
        level.title.clone_from(&self.title);
        level.author.clone_from(&self.author);
        Ok(level)
    }

    /// The line of its first row, from 1.
    pub fn line(&self) -> usize {
        self.rows.first().map_or(1, |row| row.place.0)
    }
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
        self.entries.push(CollectionEntry {
            title: None,
            author: None,
            rows,
        });
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

impl Collection {
    /// Parts a file into its levels.
    ///
    /// # Errors
    ///
    /// [`LevelFault::NoLevel`], [`LevelFault::Encoding`], [`LevelFault::Size`].
    pub fn read(bytes: &[u8]) -> Result<Collection, LevelError> {
        if bytes.len() > MAX_COLLECTION_BYTES {
            return Err(LevelError::of_all(LevelFault::Size {
                what: "the file",
                most: MAX_COLLECTION_BYTES,
                unit: "bytes",
            }));
        }
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let text =
            std::str::from_utf8(bytes).map_err(|_| LevelError::of_all(LevelFault::Encoding))?;
        let mut reader = Reader::default();
        for (number, line) in (1..).zip(text.lines()) {
            reader.line(number, line);
        }
        let collection = reader.finish();
        if collection.entries.is_empty() {
            return Err(LevelError::of_all(LevelFault::NoLevel));
        }
        Ok(collection)
    }

    /// Whether a text is a collection of levels: its first line that is neither blank, a comment
    /// nor a keyword is a row, and a level in it can be read.
    pub fn is_one(bytes: &[u8]) -> bool {
        Collection::read(bytes)
            .is_ok_and(|collection| collection.entries.iter().any(|own| own.level().is_ok()))
    }

    /// The level of a number from 1, or of a title.
    pub fn find(&self, name: &str) -> Option<&CollectionEntry> {
        let by_number = name.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let mut titled = self.entries.iter();
        by_number
            .and_then(|number| self.entries.get(number))
            .or_else(|| titled.find(|own| own.title.as_deref() == Some(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &[u8] = b"Title: Both\nAuthor: N. N.\n\n; One\n\n#####\n#@$.#\n#####\n\n\
        ; Two\n#####\n#.$@#\n#####\nAuthor: M. M.\n";

    #[test]
    fn titles_stand_before_or_behind_levels() {
        let read = Collection::read(BEFORE).unwrap();
        assert_eq!(read.title.as_deref(), Some("Both"));
        let titles: Vec<_> = read
            .entries
            .iter()
            .map(|own| own.title.as_deref())
            .collect();
        assert_eq!(titles, [Some("One"), Some("Two")]);
        let authors: Vec<_> = read
            .entries
            .iter()
            .map(|own| own.author.as_deref())
            .collect();
        assert_eq!(authors, [Some("N. N."), Some("M. M.")]);
        assert_eq!(read.find("2"), read.find("Two"));
        assert_eq!(read.find("3"), None);
        let behind = "#####\n#@$.#\n#####\nTitle: One\n\n5#|#.$@#|5#\n; Two\n";
        let read = Collection::read(behind.as_bytes()).unwrap();
        assert_eq!(read.find("One").unwrap().line(), 1);
        assert_eq!(read.find("Two").unwrap().line(), 6);
        assert!(read.entries.iter().all(|own| own.level().is_ok()));
    }

    #[test]
    fn a_faulty_level_does_not_hide_the_others() {
        let text = "#####\n#@x.#\n#####\n\n#####\n#@$.#\n#####\n";
        let read = Collection::read(text.as_bytes()).unwrap();
        let fault = read.entries[0].level().unwrap_err();
        assert_eq!(fault.place, Some((2, 3)));
        assert!(read.entries[1].level().is_ok());
        assert!(Collection::is_one(text.as_bytes()));
        assert!(!Collection::is_one(b"size = 3"));
        let none = Collection::read(b"Comment:\n####\nComment-End:\n").unwrap_err();
        assert_eq!(none.fault, LevelFault::NoLevel);
        assert_eq!(
            Collection::read(b"\xff").unwrap_err().fault,
            LevelFault::Encoding
        );
    }
}
