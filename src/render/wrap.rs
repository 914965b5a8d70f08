//! Line wrapping of text.

/// Wraps a text into lines of at most `width` characters; lines after the first begin with
/// `indent`.
///
/// Blanks at the beginning are kept. A word wider than `width` gets a line of its own.
pub fn folded(text: &str, width: usize, indent: &str) -> Vec<String> {
    let begin = &text[..text.len() - text.trim_start().len()];
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("{indent}{word}")),
            None => lines.push(format!("{begin}{word}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(folded(" one two three", 8, "  "), [" one two", "  three"]);
        assert_eq!(
            folded("longer than wide", 3, ""),
            ["longer", "than", "wide"]
        );
        assert!(folded("", 3, "").is_empty());
    }
}
