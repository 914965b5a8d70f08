//! The places of the characters of a TOML string in its file.
//!
//! The TOML parser reports where a string begins, but not where its characters stand. A fault
//! inside a board needs the place of its character.

use super::word_grid::PlacedText;
use std::ops::Range;

/// The characters of a string value, with their places in the file.
///
/// The string is parsed again from the source. If the result differs from the value that the TOML
/// parser decoded, all characters get the place of the string.
pub(super) fn placed_chars(text: &str, span: Range<usize>, decoded: &str) -> PlacedText {
    let written = text.get(span.clone()).unwrap_or("");
    let placed = written_chars(written, span.start).unwrap_or_default();
    // Carriage returns are not compared: the parser may drop them from a CRLF, and rows do not
    // depend on them.
    let without_returns = |&c: &char| c != '\r';
    let same = placed
        .iter()
        .map(|&(c, _)| c)
        .filter(without_returns)
        .eq(decoded.chars().filter(without_returns));
    if same {
        placed
    } else {
        decoded.chars().map(|c| (c, span.start)).collect()
    }
}

/// Parses a TOML string, quotes included, into characters with places; `None` if it is malformed.
fn written_chars(written: &str, begin: usize) -> Option<PlacedText> {
    let (quotes, escapes) = ["\"\"\"", "'''", "\"", "'"]
        .into_iter()
        .find(|&quotes| written.len() >= 2 * quotes.len() && written.starts_with(quotes))
        .map(|quotes| (quotes, quotes.starts_with('"')))?;
    let mut inner = written.strip_prefix(quotes)?.strip_suffix(quotes)?;
    if quotes.len() == 3 {
        inner = inner
            .strip_prefix("\r\n")
            .or(inner.strip_prefix('\n'))
            .unwrap_or(inner);
    }
    let inner_begin = begin + (written.len() - quotes.len() - inner.len());
    let mut chars = inner.char_indices().peekable();
    let mut placed = Vec::new();
    while let Some((at, c)) = chars.next() {
        let place = inner_begin + at;
        if c != '\\' || !escapes {
            placed.push((c, place));
            continue;
        }
        let (_, escape) = chars.next()?;
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        if digits > 0 {
            let mut code = 0;
            for _ in 0..digits {
                code = code * 16 + chars.next()?.1.to_digit(16)?;
            }
            placed.push((char::from_u32(code)?, place));
        } else if escape.is_whitespace() {
            // A backslash at the end of a line skips to the next character that is not blank.
            while chars.next_if(|(_, c)| c.is_ascii_whitespace()).is_some() {}
        } else {
            let meant = match escape {
                'b' => '\u{8}',
                't' => '\t',
                'n' => '\n',
                'f' => '\u{c}',
                'r' => '\r',
                'e' => '\u{1b}',
                '"' | '\\' => escape,
                _ => return None,
            };
            placed.push((meant, place));
        }
    }
    Some(placed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::de::DeTable;

    #[test]
    fn every_way_to_write_a_string_keeps_the_places() {
        for (file, wanted) in [
            ("s = \"ab\"", vec![('a', 5), ('b', 6)]),
            ("s = 'a\\'", vec![('a', 5), ('\\', 6)]),
            (
                "s = \"\"\"\na\nb\"\"\"",
                vec![('a', 8), ('\n', 9), ('b', 10)],
            ),
            ("s = '''\r\na'''", vec![('a', 9)]),
            ("s = \"a\\nb\"", vec![('a', 5), ('\n', 6), ('b', 8)]),
            (
                "s = \"\\u0041\\x42\\U00000043d\"",
                vec![('A', 5), ('B', 11), ('C', 15), ('d', 25)],
            ),
            ("s = \"\"\"a\\\n  b\"\"\"", vec![('a', 7), ('b', 12)]),
            ("s = \"\"\"a\"\"\"\"", vec![('a', 7), ('"', 8)]),
            ("s = \"\"", vec![]),
        ] {
            let table = DeTable::parse(file).unwrap();
            let value = &table.get_ref()["s"];
            let decoded = value.get_ref().as_str().unwrap();
            assert_eq!(
                placed_chars(file, value.span(), decoded),
                wanted,
                "{file:?}"
            );
        }
    }
}
