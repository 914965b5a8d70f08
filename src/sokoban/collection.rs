//! `Collection`: the levels of a file, with titles and authors.

use crate::level::Level;
use crate::level_error::LevelError;
use crate::rows::TextRow;

/// Greatest size of a collection in bytes.
pub const MAX_COLLECTION_BYTES: usize = 1 << 23;

/// Fewest rows of a level.
pub(crate) const FEWEST_ROWS: usize = 3;

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
    pub(crate) rows: Vec<TextRow>,
}

impl CollectionEntry {
    /// An entry with these rows, without a title and an author.
    pub(crate) fn of_rows(rows: Vec<TextRow>) -> CollectionEntry {
        CollectionEntry {
            title: None,
            author: None,
            rows,
        }
    }

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

    /// Whether the rows can be nothing but a level, with or without faults: walls and a player or a
    /// box in XSB, and no letters, in at least [`FEWEST_ROWS`] rows.
    pub(crate) fn is_plainly_level(&self) -> bool {
        let texts = || self.rows.iter().map(|row| row.text.as_str());
        let has = |wanted: &[char]| texts().any(|text| text.contains(wanted));
        let is_known = |c: char| "#@+$*.-_ \t".contains(c) || c.is_ascii_digit();
        self.rows.len() >= FEWEST_ROWS
            && has(&['#'])
            && has(&['@', '+', '$'])
            && texts().all(|text| text.trim_end().chars().all(is_known))
    }

    /// The line of its first row, from 1.
    pub fn line(&self) -> usize {
        self.rows.first().map_or(1, |row| row.place.0)
    }
}

impl Collection {
    /// The index of the level with a number from 1, written in digits.
    pub fn numbered(&self, number: &str) -> Option<usize> {
        let index = number.parse::<usize>().ok()?.checked_sub(1)?;
        (index < self.entries.len()).then_some(index)
    }

    /// The indices of the levels with a title.
    pub fn titled<'a>(&'a self, title: &'a str) -> impl Iterator<Item = usize> + 'a {
        let all = self.entries.iter().enumerate();
        let titled = all.filter(move |(_, own)| own.title.as_deref() == Some(title));
        titled.map(|(index, _)| index)
    }
}
