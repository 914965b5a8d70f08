//! Converts errors of the TOML parser to faults, at most one for each line.

use super::error::{PuzzleFault, message, quoted};
use super::faults::FaultCollector;
use super::unclosed_text::{UnclosedText, unclosed_texts};

/// Adds the errors of the TOML parser as faults, only the first error of each line.
///
/// All errors that follow from a text without its closing quotes are one fault, at the place where
/// the text begins.
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
    let mut unclosed = unclosed_texts(text).into_iter().peekable();
    let mut last_line_end = None;
    for (at, said) in found {
        // One mistake often causes several errors in a line; the first error is the most useful.
        if last_line_end.is_some_and(|end| at <= end) {
            continue;
        }
        while unclosed.next_if(|own| own.end < at).is_some() {}
        if let Some(own) = unclosed.next_if(|own| own.begin <= at) {
            last_line_end = Some(own.last_effect(text));
            faults.add_message(own.begin, said_of(&own));
            continue;
        }
        let rest = text.get(at..).unwrap_or("");
        last_line_end = Some(at + rest.find('\n').unwrap_or(rest.len()));
        faults.add_message(at, format!("{}: {said}", PuzzleFault::NO_TOML));
    }
}

/// The fault of a text without its closing quotes, and the remedy.
fn said_of(own: &UnclosedText) -> String {
    let quotes = quoted(own.quotes);
    if own.has_rows {
        let expected = "`\"\"\"` or `'''` around a text of several lines";
        let said = message(expected, &quotes);
        return format!("{}: {said}", PuzzleFault::NO_TOML);
    }
    let remedy = if own.quotes.len() == 3 {
        format!("add a line {quotes} below its last row")
    } else {
        format!("add {quotes} at its end")
    };
    format!("the text that begins here with {quotes} is not closed; {remedy}")
}
