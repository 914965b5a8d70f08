//! Escaping of text for XML and HTML.

/// Escapes the special characters of XML, and replaces control characters by blanks.
///
/// Other characters that XML forbids also become blanks.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
    out
}
