//! SLC: the XML in which collections are published.
//!
//! `<SokobanLevels>` has a title and collections; a `<Level Id="...">` has its rows as `<L>`. A
//! `Copyright` of the level, or else of its collection, is its author. External files are never
//! read, and entities that a file defines are refused.

use crate::collection::{Collection, CollectionEntry};
use crate::level_error::{LevelError, LevelFault};
use crate::rows::part_rows;
use crate::text_places::TextPlaces;
use roxmltree::{Document, Node, ParsingOptions};

/// The most elements, texts and comments of a file.
const MAX_NODES: u32 = 1_000_000;

/// Whether a text is a collection in XML.
pub(crate) fn is_slc(text: &str) -> bool {
    let begins = text.trim_start().starts_with('<');
    begins
        && ["<SokobanLevels", "<LevelCollection", "<L>"]
            .iter()
            .any(|tag| text.contains(tag))
}

/// Reads the levels of a collection in XML.
///
/// # Errors
///
/// [`LevelFault::Xml`], [`LevelFault::NoLevel`].
pub(crate) fn read_slc(text: &str) -> Result<Collection, LevelError> {
    if let Some(at) = text.find("<!ENTITY") {
        let what = "it defines entities".to_owned();
        let place = TextPlaces::new(text).of(at);
        return Err(LevelError::at(place, LevelFault::Xml { what }));
    }
    // A declaration before the root names the kind of the document; what it refers to is not read.
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text.trim_start(), options);
    let before = text.len() - text.trim_start().len();
    let document = document.map_err(|error| {
        let lines = text[..before].matches('\n').count();
        let place = match error {
            roxmltree::Error::UnclosedRootNode | roxmltree::Error::UnexpectedEndOfStream => {
                TextPlaces::new(text).of(text.len())
            }
            _ => (lines + error.pos().row as usize, error.pos().col as usize),
        };
        let what = words_of(&error);
        LevelError::at(place, LevelFault::Xml { what })
    })?;
    let mut places = TextPlaces::new(text);
    let levels = document
        .descendants()
        .filter(|node| node.has_tag_name("Level"));
    let entries: Vec<CollectionEntry> = levels
        .map(|level| entry_of(level, before, &mut places))
        .filter(|entry| !entry.rows.is_empty())
        .collect();
    if entries.is_empty() {
        return Err(LevelError::of_all(LevelFault::NoLevel));
    }
    let mut children = document.root_element().children();
    let title = children.find(|node| node.has_tag_name("Title"));
    Ok(Collection {
        title: title.and_then(|node| filled(node.text())),
        entries,
    })
}

/// The message of the XML reader without its place.
fn words_of(error: &roxmltree::Error) -> String {
    let words = error.to_string();
    let at = format!(" at {}", error.pos());
    words.replace(&at, "")
}

fn entry_of(level: Node<'_, '_>, before: usize, places: &mut TextPlaces<'_>) -> CollectionEntry {
    let mut rows = Vec::new();
    for line in level.children().filter(|node| node.has_tag_name("L")) {
        let text = line.text().unwrap_or_default();
        let content = line.first_child().unwrap_or(line);
        let (number, column) = places.of(before + content.range().start);
        for mut row in part_rows(text, number, &['|', '\n']) {
            row.place.1 += column - 1;
            rows.push(row);
        }
    }
    let copyright = |node: Node<'_, '_>| filled(node.attribute("Copyright"));
    CollectionEntry {
        title: filled(level.attribute("Id")),
        author: copyright(level).or_else(|| level.parent().and_then(copyright)),
        rows,
    }
}

/// A text without blanks around it, if anything is left.
fn filled(text: Option<&str>) -> Option<String> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    text.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n";
    const LEVEL: &str = "<Level Id=\"One\"><L>#####</L>\n<L>#@$x#</L><L>#####</L></Level>";

    fn read(text: &str) -> Result<Collection, LevelError> {
        read_slc(&format!("{BEGIN}{text}"))
    }

    #[test]
    fn levels_have_titles_authors_and_places() {
        let text = format!(
            "<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">\n<SokobanLevels>\
             <Title> All </Title><LevelCollection Copyright=\"N. N.\">{LEVEL}<Level/>\
             </LevelCollection></SokobanLevels>"
        );
        let all = read(&text).unwrap();
        assert_eq!(all.title.as_deref(), Some("All"));
        assert_eq!(all.entries.len(), 1);
        assert_eq!(all.entries[0].title.as_deref(), Some("One"));
        assert_eq!(all.entries[0].author.as_deref(), Some("N. N."));
        assert_eq!(all.entries[0].level().unwrap_err().place, Some((4, 7)));
        assert!(is_slc(&text) && !is_slc("<html>") && !is_slc("#<L>"));
    }

    #[test]
    fn damaged_and_hostile_files_are_refused() {
        let fault = |text: &str| read(text).unwrap_err();
        let broken = fault("<SokobanLevels>\n<L>");
        assert!(matches!(broken.fault, LevelFault::Xml { .. }), "{broken}");
        assert_eq!(broken.place.map(|place| place.0), Some(3));
        let entity = fault("<!DOCTYPE a [<!ENTITY b SYSTEM \"/etc/passwd\">]><L>&b;</L>");
        assert!(entity.to_string().contains("defines entities"), "{entity}");
        let unknown = fault("<SokobanLevels><Level><L>&b;</L></Level></SokobanLevels>");
        assert!(matches!(unknown.fault, LevelFault::Xml { .. }), "{unknown}");
        assert_eq!(fault("<SokobanLevels/>").fault, LevelFault::NoLevel);
        assert!(read(&"<L>".repeat(1_000_000)).is_err());
        let deep = format!("{}{}", "<L>".repeat(300_000), "</L>".repeat(300_000));
        assert_eq!(fault(&deep).fault, LevelFault::NoLevel);
    }
}
