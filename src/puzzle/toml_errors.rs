//! Converts errors of the TOML parser to faults, at most one for each line.

use super::error::{PuzzleFault, message, quoted};
use super::faults::FaultCollector;

/// Adds the errors of the TOML parser as faults, only the first error of each line.
pub(super) fn note_toml_errors(
    text: &str,
    errors: &[toml::de::Error],
    faults: &mut FaultCollector<'_>,
) {
    let mut found: Vec<(usize, &str)> = errors
        .iter()
        .map(|error| (error.span().map_or(0, |span| span.start), error.message()))
        .collect();
    found.sort();
    let mut last_line_end = None;
    for (at, said) in found {
        // One mistake often causes several errors in a line; the first error is the most useful.
        if last_line_end.is_some_and(|end| at <= end) {
            continue;
        }
        if let Some((begin, end)) = board_in_short_quotes(text, at) {
            last_line_end = Some(end);
            let expected = "`\"\"\"` or `'''` around a text of several lines";
            let found = quoted(&text[begin..=begin]);
            let fault = format!("{}: {}", PuzzleFault::NO_TOML, message(expected, &found));
            faults.add_message(begin, fault);
            continue;
        }
        let rest = text.get(at..).unwrap_or("");
        last_line_end = Some(at + rest.find('\n').unwrap_or(rest.len()));
        faults.add_message(at, format!("{}: {said}", PuzzleFault::NO_TOML));
    }
}

/// Finds a string in `"` or `'` that begins in the line of `at` and is not closed in this line.
///
/// Returns the place of the opening quote, and the end of the line that has the closing quote.
fn board_in_short_quotes(text: &str, at: usize) -> Option<(usize, usize)> {
    let line_begin = text.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[line_begin..].lines().next()?;
    let value = line.find('=')? + 1;
    let value = value + line[value..].find(|c: char| !c.is_whitespace())?;
    let quote = line[value..]
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\''))?;
    if line[value + 1..].contains(quote) {
        return None;
    }
    let rest = line_begin + line.len();
    let closed = text[rest..]
        .find(quote)
        .map_or(text.len(), |close| rest + close);
    let end = text[closed..]
        .find('\n')
        .map_or(text.len(), |newline| closed + newline);
    Some((line_begin + value, end))
}
