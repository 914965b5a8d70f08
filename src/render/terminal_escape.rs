//! Escaping of untrusted text, such as file names, for terminals.

use std::borrow::Cow;

/// Writes control characters and marks that change the text direction as escapes, such as `\n`.
///
/// ```
/// assert_eq!(slidewise_render::visible("a\u{1b}[2J\nb"), "a\\u{1b}[2J\\nb");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut written = String::new();
    for character in text.chars() {
        if is_obeyed(character) {
            written.extend(character.escape_default())
        } else {
            written.push(character)
        }
    }
    Cow::Owned(written)
}

/// Whether a terminal acts on a character instead of showing it.
fn is_obeyed(character: char) -> bool {
    let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || character.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out_and_all_else_stays() {
        for plain in ["", "puzzles/L'\u{c2}ne.toml", "\u{66f9} e\u{301} -->"] {
            assert!(matches!(visible(plain), Cow::Borrowed(text) if text == plain));
        }
        let obeyed = (0..0x20).chain(0x7f..0xa0).chain([0x202e, 0x2066]);
        for character in obeyed.map(|code| char::from_u32(code).unwrap()) {
            let text = format!("a{character}b");
            let written = visible(&text);
            assert!(
                !written.contains(character) && written.starts_with("a\\"),
                "{written}"
            );
        }
        assert_eq!(visible("\u{9b}31m\u{7}"), "\\u{9b}31m\\u{7}");
    }
}
