//! Reads single values of a puzzle file, and adds the faults of keys and types.

use super::error::quoted;
use super::faults::FaultCollector;
use super::similar_names::nearest;
use super::token;
use super::word_grid::PlacedWord;
use toml::Spanned;
use toml::de::DeValue;

/// Maximum number of characters of a title, family or source.
const MAX_TITLE: usize = 1000;
/// The top-level keys of a puzzle file.
pub(super) const KEYS: [&str; 24] = [
    "title",
    "author",
    "names",
    "family",
    "source",
    "start",
    "wrap",
    "lines",
    "units",
    "horizontal",
    "vertical",
    "fixed",
    "distinct",
    "alike",
    "gates",
    "goal",
    "rule",
    "spelling",
    "metric",
    "published",
    "shortest",
    "colours",
    "labels",
    "exit",
];

/// Keys that people write, each with what puzzle files have for it.
const USUAL_KEYS: [(&str, &str); 20] = [
    ("name", "the key `title`"),
    ("creator", "the key `author`"),
    ("designer", "the key `author`"),
    ("by", "the key `author`"),
    ("aliases", "the key `names`"),
    ("collection", "the key `family`"),
    ("set", "the key `family`"),
    ("url", "the key `source`"),
    ("link", "the key `source`"),
    ("board", "the key `start`"),
    ("grid", "the key `start`"),
    ("layout", "the key `start`"),
    ("target", "a table `[[goal]]` with the key `board`"),
    ("end", "a table `[[goal]]` with the key `board`"),
    ("par", "the key `published`"),
    ("best", "the key `published`"),
    ("optimal", "the key `published`"),
    ("description", "a comment, which begins with `#`"),
    ("comment", "a comment, which begins with `#`"),
    ("note", "a comment, which begins with `#`"),
];

/// A TOML value with its place in the file.
pub(super) type TomlValue<'i> = Spanned<DeValue<'i>>;

/// Reads TOML values and collects faults.
pub(super) struct DocumentReader<'t, 'f, 'g> {
    pub text: &'t str,
    pub faults: &'f mut FaultCollector<'g>,
}

impl DocumentReader<'_, '_, '_> {
    /// Adds the fault of an unknown key, with a similar known key as a hint.
    pub(crate) fn unknown_key(&mut self, key: &Spanned<std::borrow::Cow<'_, str>>, known: &[&str]) {
        let name = key.get_ref().as_ref();
        let is_of_file = known.len() == KEYS.len();
        let usual = USUAL_KEYS
            .iter()
            .find(|(usual, _)| is_of_file && *usual == name);
        let expected = if self.faults.are_many() {
            "a known key".to_owned()
        } else if let Some((_, own)) = usual {
            (*own).to_owned()
        } else if let [near, ..] = nearest(name, known.iter().copied())[..] {
            format!("the key {}", quoted(near))
        } else if !is_of_file && KEYS.contains(&name) {
            // The hint for a common mistake: in TOML, a key below a table header belongs to the
            // table, not to the file.
            format!("`{name}` above the first line in brackets")
        } else {
            let known: Vec<String> = known.iter().map(|key| quoted(key)).collect();
            format!("one of the keys {}", known.join(", "))
        };
        let found = format!("the unknown key {}", quoted(name));
        self.faults.add(key.span().start, &expected, &found);
    }

    /// Adds the fault of a value of the wrong type.
    pub(crate) fn wrong_type(&mut self, value: &TomlValue<'_>, expected: &str) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.faults.add(value.span().start, expected, found);
    }

    /// Reads a title, a family or a source: one line of printable text.
    pub(crate) fn title(&mut self, value: &TomlValue<'_>) -> Option<String> {
        self.line(value, MAX_TITLE)
    }

    /// Reads one line of printable text, of at most `most` characters.
    pub(crate) fn line(&mut self, value: &TomlValue<'_>, most: usize) -> Option<String> {
        let Some(title) = value.get_ref().as_str() else {
            self.wrong_type(value, "a string");
            return None;
        };
        let at = value.span().start;
        let odd = |c: &char| c.is_control() || !c.is_whitespace() && !token::is_visible(*c);
        // Combining marks and joiners are allowed, because ordinary text has them. Control
        // characters are refused, because a terminal would obey them.
        let is_letter_part = |c: char| matches!(c, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}');
        if let Some(wrong) = title.chars().filter(odd).find(|&c| !is_letter_part(c)) {
            let found = format!("the character {}", quoted(&wrong.to_string()));
            self.faults.add(at, "one line of printable text", &found);
            return None;
        }
        let length = title.chars().count();
        if length > most {
            let expected = format!("at most {most} characters");
            self.faults.add(at, &expected, &length.to_string());
            return None;
        }
        Some(title.to_owned())
    }

    /// Reads a value that must be a string; `expected` describes this string in a fault.
    pub(crate) fn word(&mut self, value: &TomlValue<'_>, expected: &str) -> Option<PlacedWord> {
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(value, expected);
            return None;
        };
        Some(PlacedWord {
            text: text.to_owned(),
            at: value.span().start,
        })
    }
}
