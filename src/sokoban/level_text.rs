//! Levels from the text of a file, whatever its form: the one place that decides whether a text is
//! Sokoban.

use crate::collection::{Collection, CollectionEntry, MAX_COLLECTION_BYTES};
use crate::json_levels::read_json;
use crate::level_error::{LevelError, LevelFault};
use crate::level_legend::LevelLegend;
use crate::plain_levels::read_plain;
use crate::slc::{is_slc, read_slc};
use std::borrow::Cow;

/// Decodes text in UTF-8, or else in Latin-1, without a byte order mark.
///
/// # Errors
///
/// [`LevelFault::Encoding`] for UTF-16 and for what is no text.
pub fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, LevelError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) if bytes.contains(&0) => Err(LevelError::of_all(LevelFault::Encoding)),
        Err(_) => Ok(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

impl Collection {
    /// Reads the levels of a file: plain text, SLC (XML) or JSON.
    ///
    /// # Errors
    ///
    /// [`LevelFault::NoLevel`], [`LevelFault::Encoding`], [`LevelFault::Size`],
    /// [`LevelFault::Xml`], and [`LevelFault::Legend`] if no level can be read otherwise.
    pub fn read(bytes: &[u8]) -> Result<Collection, LevelError> {
        let text = text_within(bytes)?;
        if is_slc(&text) {
            return read_slc(&text);
        }
        let read = read_json(&text).unwrap_or_else(|| read_plain(&text));
        if let Some(legend) = LevelLegend::guessed(&text).filter(|_| !read.has_level()) {
            return Err(legend.fault());
        }
        if read.entries.is_empty() {
            return Err(LevelError::of_all(LevelFault::NoLevel));
        }
        Ok(read)
    }

    /// The levels of a text that is known to be Sokoban by itself, or the fault for which they
    /// cannot be read; `None` for any other text.
    pub fn recognized(bytes: &[u8]) -> Option<Result<Collection, LevelError>> {
        let text = text_within(bytes).ok()?;
        if is_slc(&text) {
            return Some(read_slc(&text));
        }
        if let Some(read) = read_json(&text) {
            return Some(Ok(read));
        }
        let read = read_plain(&text);
        if read.entries.iter().any(CollectionEntry::is_plainly_level) || read.has_level() {
            return Some(Ok(read));
        }
        LevelLegend::guessed(&text).map(|legend| Err(legend.fault()))
    }

    fn has_level(&self) -> bool {
        self.entries.iter().any(|own| own.level().is_ok())
    }
}

/// The text of a file that is not too long.
fn text_within(bytes: &[u8]) -> Result<Cow<'_, str>, LevelError> {
    if bytes.len() > MAX_COLLECTION_BYTES {
        return Err(LevelError::of_all(LevelFault::Size {
            what: "the file",
            most: MAX_COLLECTION_BYTES,
            unit: "bytes",
        }));
    }
    decoded(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level_error::LevelFault;

    const BEFORE: &[u8] = b"Title: Both\nAuthor: N. N.\n\n; One\n\n#####\n#@$.#\n#####\n\n\
        ; Two\n#####\n#.$@#\n#####\nAuthor: M. M.\n";

    fn line(read: &Collection, title: &str) -> usize {
        read.entries[read.titled(title).next().unwrap()].line()
    }

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
        assert_eq!(read.numbered("2"), read.titled("Two").next());
        assert_eq!(read.numbered("3"), None);
        let behind = "#####\n#@$.#\n#####\nTitle: One\n\n5#|#.$@#|5#\n; Two\n";
        let read = Collection::read(behind.as_bytes()).unwrap();
        assert_eq!(line(&read, "One"), 1);
        assert_eq!(line(&read, "Two"), 6);
        assert!(read.entries.iter().all(|own| own.level().is_ok()));
    }

    #[test]
    fn a_faulty_level_does_not_hide_the_others() {
        let text = "#####\n#@x.#\n#####\n\n#####\n#@$.#\n#####\n";
        let read = Collection::read(text.as_bytes()).unwrap();
        let fault = read.entries[0].level().unwrap_err();
        assert_eq!(fault.place, Some((2, 3)));
        assert!(read.entries[1].level().is_ok());
        let none = Collection::read(b"Comment:\n####\nComment-End:\n").unwrap_err();
        assert_eq!(none.fault, LevelFault::NoLevel);
        let wide = Collection::read(b"\xff\xfe#\0").unwrap_err();
        assert_eq!(wide.fault, LevelFault::Encoding);
    }

    #[test]
    fn levels_are_known_by_their_text() {
        let is_known = |text: &[u8]| Collection::recognized(text).is_some_and(|own| own.is_ok());
        for text in [
            &b"#####\n#@$.#\n#####\n"[..],
            b"#####\n#@@.#\n#####\n",
            b"#####\n@$.#\n#####\n",
            b"; \xe9t\xe9\n\t#####\n\t#@$.#\n\t#####\n",
            b"4#2 |#2.3#|#-2$-#|#-@--#|6#",
            b"[[\"#####\",\"#@$.#\",\"#####\"]]",
        ] {
            assert!(is_known(text), "{}", String::from_utf8_lossy(text));
        }
        for text in [
            &b"size = 3"[..],
            b"####\n#*.#\n####\n",
            b"######\n#aab.#\n######\n",
            b"[[\"####\",\"#a.#\",\"####\"]]",
            b"<html></html>",
            b"1 2 3\n4 5 6\n7 8 0\n",
        ] {
            assert!(Collection::recognized(text).is_none(), "{text:?}");
        }
    }
}
