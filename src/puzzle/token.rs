//! Tokens: the names of pieces and gates on a board, and the reserved characters.
//!
//! A token is one or more visible characters; a few characters are reserved for other uses.

/// Maximum number of characters of a token; far more than any puzzle needs.
pub(super) const MAX_TOKEN: usize = 16;

/// The character for an empty cell.
pub(super) const EMPTY: &str = ".";
/// The character for a wall.
pub(super) const WALL: &str = "#";
/// The character, in goals, for a cell that must be empty.
pub(super) const MUST_BE_EMPTY: &str = "_";

/// Description of a valid token, for messages.
pub(super) const WHAT_A_TOKEN_IS: &str = "a token (visible characters other than `.` `#` `_` \
    `?` `:` `/` quotes, backtick and backslash)";

/// Whether `text` is a valid token.
pub(super) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_token_char) && text.chars().count() <= MAX_TOKEN
}

/// Whether `c` may be part of a token.
pub(super) fn is_token_char(c: char) -> bool {
    is_visible(c)
        && !matches!(
            c,
            '.' | '#' | '_' | '?' | ':' | '/' | '"' | '\'' | '`' | '\\'
        )
}

/// Whether `c` is visible on its own.
///
/// Blanks, control characters, and characters that join, hide or reorder their neighbours are not
/// visible. Combining marks, zero-width characters, direction marks and tags are examples of such
/// characters.
pub(super) fn is_visible(c: char) -> bool {
    !c.is_whitespace()
        && !c.is_control()
        && !matches!(
            c,
            '\u{ad}'
                | '\u{300}'..='\u{36f}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{1ab0}'..='\u{1aff}'
                | '\u{1dc0}'..='\u{1dff}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{20d0}'..='\u{20ff}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{fe20}'..='\u{fe2f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{ffff}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_visible_and_keep_off_the_marks() {
        for right in ["A", "10", "-", "*", "é", "曹", "a-b"] {
            assert!(is_token(right), "{right}");
        }
        let long = "x".repeat(MAX_TOKEN + 1);
        for wrong in [
            "", ".", "#", "_", "?", ":", "/", "\"", "'", "\\", "a.b", "a b", "\u{200b}", "\n",
            &long,
        ] {
            assert!(!is_token(wrong), "{wrong:?}");
        }
    }
}
