//! The name of a puzzle in a line before its board.

use super::source_text::lines;

/// A text whose first line is the name of its puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Heading<'t> {
    pub title: &'t str,
    /// The text behind the line.
    pub body: &'t str,
    /// Whether an empty line follows.
    pub is_apart: bool,
}

/// The name in the first line of a text, if the line cannot be a row of the board below it.
///
/// It has a word of letters, and blanks where no other line has any, or more characters than the
/// longest row has with marks at both ends.
pub(super) fn heading(text: &str) -> Option<Heading<'_>> {
    let mut all = lines(text).skip_while(|line| line.text.trim().is_empty());
    let first = all.next()?;
    let title = first.text.trim();
    let is_letters = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
    let mut words = title.split(|c: char| !c.is_alphanumeric());
    let is_comment = title.starts_with(['#', ';']) || title.starts_with("//");
    if is_comment || !words.any(is_letters) {
        return None;
    }
    let body = lines(text).find(|line| line.at > first.at)?;
    let has_blank = |text: &str| text.contains(char::is_whitespace);
    let mut rest = all.map(|line| line.text.trim());
    let longest = rest.clone().map(|line| line.chars().count()).max()?;
    let is_of_words = has_blank(title) && !rest.any(has_blank);
    (is_of_words || title.chars().count() > longest + 2).then_some(Heading {
        title,
        body: &text[body.at..],
        is_apart: body.text.trim().is_empty(),
    })
}
