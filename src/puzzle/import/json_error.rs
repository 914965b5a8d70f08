//! Converts errors of the JSON parser to faults of a catalogue, in the style of other faults.

use crate::error::{message, quoted};
use crate::puzzle_draft::SourceFault;

/// Converts an error of the JSON parser to a fault; `at` is the place where the parsed part begins.
pub(super) fn json_fault(text: &str, at: usize, error: &serde_json::Error) -> SourceFault {
    let part = text.get(at..).unwrap_or("");
    let line_begin: usize = part
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let mut place = (at + line_begin + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    if error.is_eof() {
        place = text.trim_end().len();
    }
    let told = error.to_string();
    let told = told
        .rsplit_once(" at line ")
        .map_or(told.as_str(), |(told, _)| told);
    (place, json_words(error, told, &text[place..]))
}

/// Rewrites `told`, a message of the JSON parser, in the style of other faults; `rest` is the text
/// that begins at the fault.
fn json_words(error: &serde_json::Error, told: &str, rest: &str) -> String {
    if error.is_eof() {
        return message("the rest of the catalogue's JSON", "the end of the text");
    }
    let of_type = told.strip_prefix("invalid type: ");
    if let Some((found, expected)) = of_type.and_then(|told| told.rsplit_once(", expected ")) {
        return message(&json_thing(expected), &json_thing(found));
    }
    let of_length = told.strip_prefix("invalid length ");
    if let Some((_, expected)) = of_length.and_then(|told| told.split_once(", expected ")) {
        return message(&json_thing(expected), &json_thing("sequence"));
    }
    let key = |told: &str| quoted(told.trim_matches('`'));
    if let Some(missing) = told.strip_prefix("missing field ") {
        let or_board = if missing == "`puzzles`" {
            " or `board`"
        } else {
            ""
        };
        let expected = format!("the key {}{or_board} in this object", key(missing));
        return message(&expected, "no such key");
    }
    if let Some(again) = told.strip_prefix("duplicate field ") {
        let found = format!("a second {}", key(again));
        return message("each key of an object once", &found);
    }
    let expected = match told {
        "expected value" => "a value",
        "expected ident" => "`true`, `false` or `null`",
        "trailing comma" => "another item after the comma",
        "trailing characters" => "nothing more",
        "key must be a string" => "a key in double quotes",
        _ => match told.strip_prefix("expected ") {
            Some(expected) => expected,
            None => return message("a catalogue in JSON", json_found(told)),
        },
    };
    let found: String = rest.chars().take(1).collect();
    message(
        &format!("{expected} in the catalogue's JSON"),
        &quoted(&found),
    )
}

/// Describes the rejected text, given the message `told` of the JSON parser; an unknown message is
/// returned unchanged.
fn json_found(told: &str) -> &str {
    match told {
        "invalid number" => "a number that is not valid in JSON",
        "number out of range" => "a number that is too large",
        "invalid escape" => "an escape that is not valid in JSON",
        _ if told.ends_with("hex escape") => "an escape that stands for no character",
        "recursion limit exceeded" => "brackets nested too deeply",
        _ if told.starts_with("control character") => "a line break or control code in a text",
        _ => told,
    }
}

/// Translates a type name of the JSON parser for authors of catalogues; any other text is returned
/// unchanged.
fn json_thing(told: &str) -> String {
    // The double quotes show that a value was text: `"3"` is not the number 3.
    let value = |kind: &str| {
        let value = told.strip_prefix(kind)?.trim_matches('`');
        Some(quoted(value))
    };
    match told {
        "a sequence" | "sequence" => "a list in `[` and `]`".to_owned(),
        "a map" | "map" => "an object in `{` and `}`".to_owned(),
        "a string" => "a text in double quotes".to_owned(),
        "a boolean" => "`true` or `false`".to_owned(),
        "null" => "`null`".to_owned(),
        _ => ["integer ", "floating point ", "boolean ", "string "]
            .into_iter()
            .find_map(value)
            .unwrap_or_else(|| told.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::import::{SourceFormat, convert};

    #[test]
    fn wrong_types_of_a_catalogue_are_told_in_words() {
        for (text, wanted) in [
            ("[5]", "1:2: expected a puzzle in `{` and `}`, found `5`"),
            (
                "[[]]",
                "1:3: expected a puzzle in `{` and `}`, found a list in `[` and `]`",
            ),
            (
                "5",
                "1:1: expected a list of puzzles, or an object with such a list as `puzzles`, \
                 found \
                 `5`",
            ),
        ] {
            let error = convert(text, "x.json", SourceFormat::Catalogue).unwrap_err();
            assert_eq!(error.faults()[0].to_string(), wanted, "{text}");
        }
    }
}
