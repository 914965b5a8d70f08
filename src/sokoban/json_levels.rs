//! Levels in JSON: lists of rows, or of rows of single characters, at any place of the value.

use crate::collection::{Collection, CollectionEntry};
use crate::rows::{TextRow, part_rows};
use crate::text_places::TextPlaces;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How deep lists and objects with levels may lie in each other.
const MAX_DEPTH: usize = 8;

/// Keys of an object for the title of its level, the best first.
const TITLE_KEYS: [&str; 3] = ["title", "name", "id"];

/// Reads the levels of a text in JSON; `None` if it has none, or any list of rows in it is
/// something else than a level.
pub(crate) fn read_json(text: &str) -> Option<Collection> {
    if !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let value: &RawValue = serde_json::from_str(text).ok()?;
    let mut walk = JsonWalk {
        places: TextPlaces::new(text),
        entries: Vec::new(),
    };
    walk.value(value, None, MAX_DEPTH);
    let entries = walk.entries;
    let is_level = !entries.is_empty() && entries.iter().all(CollectionEntry::is_plainly_level);
    is_level.then_some(Collection {
        title: None,
        entries,
    })
}

/// A walk over a value that collects lists of rows.
struct JsonWalk<'t> {
    places: TextPlaces<'t>,
    entries: Vec<CollectionEntry>,
}

impl<'t> JsonWalk<'t> {
    fn value(&mut self, value: &'t RawValue, title: Option<&str>, depth: usize) {
        if depth == 0 {
            return;
        }
        let text = value.get();
        if let Some(string) = string_of(value) {
            if string.contains('\n') {
                let (line, column) = self.places.of_part(text);
                let mut rows = Vec::new();
                let mut begun = column + 1;
                for row in string.lines() {
                    rows.push(row_at(row, (line, begun), 1));
                    begun += row.chars().count() + 2;
                }
                self.entry(rows, title);
            }
        } else if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) {
            match self.rows_of(&items) {
                Some(rows) => self.entry(rows, title),
                None => items
                    .iter()
                    .for_each(|item| self.value(item, title, depth - 1)),
            }
        } else if let Ok(object) = serde_json::from_str::<BTreeMap<Cow<'_, str>, &RawValue>>(text) {
            let titles = TITLE_KEYS.iter().filter_map(|key| object.get(*key));
            let mut titles = titles.filter_map(|value| string_of(value));
            let own = titles.next();
            for item in object.values() {
                self.value(item, own.as_deref(), depth - 1);
            }
        }
    }

    fn entry(&mut self, rows: Vec<TextRow>, title: Option<&str>) {
        let mut entry = CollectionEntry::of_rows(rows);
        entry.title = title.map(str::to_owned);
        self.entries.push(entry);
    }

    /// The rows that a list holds: a text each, or a list of single characters each.
    fn rows_of(&mut self, items: &[&'t RawValue]) -> Option<Vec<TextRow>> {
        let is_whole = |item: &&RawValue| string_of(item).is_some_and(|own| own.contains('\n'));
        if items.is_empty() || items.iter().any(is_whole) {
            return None;
        }
        let rows = items.iter().map(|item| {
            let place = self.places.of_part(item.get());
            match string_of(item) {
                Some(row) => Some(row_at(&row, (place.0, place.1 + 1), 1)),
                None => self.row_of_characters(item),
            }
        });
        rows.collect()
    }

    fn row_of_characters(&mut self, item: &'t RawValue) -> Option<TextRow> {
        let cells: Vec<&RawValue> = serde_json::from_str(item.get()).ok()?;
        let (first, second) = (cells.first()?, cells.get(1)?);
        let (begin, next) = (
            self.places.of_part(first.get()),
            self.places.of_part(second.get()),
        );
        let cells = cells.into_iter().map(|cell| {
            let cell = string_of(cell)?;
            (cell.chars().count() == 1).then_some(cell)
        });
        let text: String = cells.collect::<Option<_>>()?;
        let step = next.1.saturating_sub(begin.1).max(1);
        Some(row_at(&text, (begin.0, begin.1 + 1), step))
    }
}

/// The text of a value in double quotes.
fn string_of(value: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str::<String>(value.get())
        .ok()
        .map(Cow::Owned)
}

fn row_at(text: &str, place: (usize, usize), step: usize) -> TextRow {
    let mut rows = part_rows(text, place.0, &[]);
    let mut row = rows.remove(0);
    (row.place.1, row.step) = (place.1, step);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// JSON that is written with single quotes.
    fn json(text: &str) -> String {
        text.replace('\'', "\"")
    }

    #[test]
    fn lists_of_rows_are_levels() {
        let rows = json("['#####', '#@$.#', '#####']");
        let grid = json("[['#','#','#','#'], ['#','@','$','.'], ['#','#','#','#']]");
        let text = json("{'name': 'One', 'level': '#####\\n#@$.#\\n#####'}");
        let titled = format!("{{\"levels\": [{{\"id\": \"A\", \"rows\": {rows}}}, {text}]}}");
        for (text, count) in [(&rows, 1), (&grid, 1), (&text, 1), (&titled, 2)] {
            let read = read_json(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(read.entries.len(), count, "{text}");
        }
        let read = read_json(&titled).unwrap();
        let titles = read.entries.iter().map(|own| own.title.as_deref());
        assert_eq!(titles.collect::<Vec<_>>(), [Some("A"), Some("One")]);
        assert!(read.entries.iter().all(|own| own.level().is_ok()));
        let hole = read_json(&grid).unwrap().entries[0].level().unwrap_err();
        assert_eq!(hole.place, Some((1, 35)));
    }

    #[test]
    fn other_values_are_no_levels() {
        for text in [
            "",
            "[",
            "[]",
            "{}",
            "[1, 2]",
            "[[1, 2], [3, 0]]",
            "['abc', 'd.e']",
            "[['###', '#@#', '###'], ['AA', '.B', '..']]",
        ] {
            assert!(read_json(&json(text)).is_none(), "{text}");
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(read_json(&deep).is_none());
    }
}
