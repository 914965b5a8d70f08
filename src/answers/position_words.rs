//! Words for visitors of the pages about a text that is not a position.
//!
//! The command quotes in backticks and speaks of tokens, as its documents do. A visitor has read
//! none of them.

use slidewise_puzzle::{PositionError, PositionErrorKind};

/// A sentence without its full stop: where the text is wrong, and how.
pub(crate) fn position_words(error: &PositionError) -> String {
    let expected = error.expected.replace('`', "");
    let found = error.found.replace('`', "");
    let sentence = match error.kind {
        PositionErrorKind::Size => return size_words(error.place, &expected, &found),
        PositionErrorKind::Rule => {
            let rule = expected.trim_start_matches("a position in which ");
            format!("this position breaks a rule of the puzzle: {rule}")
        }
        PositionErrorKind::Token => {
            let near = expected.split_once(", such as ").map(|(_, near)| near);
            let near = near.map_or(String::new(), |near| format!("; is it {near}?"));
            format!("{found} is not a piece of this puzzle{near}")
        }
        PositionErrorKind::Wall if found == "#" => {
            "there is no wall here, so # is wrong".to_owned()
        }
        PositionErrorKind::Wall => format!("a wall is here, so write #, not {found}"),
        PositionErrorKind::Count if found == "none" => format!("{expected} is missing"),
        PositionErrorKind::Count => format!("the board has {expected}, not {found}"),
        PositionErrorKind::Shape => {
            let (size, piece) = expected
                .split_once(" in the shape of ")
                .unwrap_or((&expected, "the piece"));
            format!("{piece} keeps its shape of {size}, and here it has {found}")
        }
        PositionErrorKind::Lane => expected.replacen(" in the ", " stays in the ", 1),
        PositionErrorKind::Gate if expected.starts_with("a piece that") => {
            format!("{found} may not stand on this gate")
        }
        PositionErrorKind::Gate => {
            format!("no gate is here, so write a piece or a dot, not {found}")
        }
    };
    match error.place {
        Some((row, column)) => format!("Row {row}, column {column}: {sentence}"),
        None => capitalised(&sentence),
    }
}

/// What is wrong with the number of rows, or of the cells in a row.
fn size_words(place: Option<(usize, usize)>, expected: &str, found: &str) -> String {
    match place {
        _ if found == "nothing" => "Nothing is written".to_owned(),
        _ if expected.starts_with("a position of at most") => "This text is too long".to_owned(),
        Some((row, _)) => {
            let cells = expected.trim_end_matches(" in this row");
            format!("Row {row} of the board has {cells}, and here it has {found}")
        }
        None => format!("The board has {expected}, and this position has {found}"),
    }
}

/// Begins a sentence with a capital.
fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::position_words;
    use slidewise_puzzle::Puzzle;

    const LANES: &str = "start = \"\"\"\nAA#F\n...v\nHHHv\n.11.\n\"\"\"\nhorizontal = [\"H\"]\n\
                         vertical = [\"v\"]\nfixed = [\"F\"]\nunits = [\"1\"]\n";

    fn words(puzzle: &Puzzle, text: &str) -> String {
        position_words(&puzzle.read_position(text).unwrap_err())
    }

    #[test]
    fn what_is_wrong_with_a_position_is_said_without_the_words_of_the_files() {
        let rouge = Puzzle::open("lane-rouge").unwrap();
        let start = rouge.write_position(&rouge.start);
        for (from, to, wanted) in [
            ("J", "X", "Row 5, column 4: X is not a piece of this puzzle"),
            (
                "J",
                "j",
                "Row 5, column 4: j is not a piece of this puzzle; is it J?",
            ),
            (
                "J",
                "#",
                "Row 5, column 4: there is no wall here, so # is wrong",
            ),
            ("J", ".", "The piece J is missing"),
            (
                "BAAC:BAAC",
                "BAAC:BA.C",
                "Row 1, column 2: A keeps its shape of 4 cells, and here it has 3 cells",
            ),
            (
                ":I..J",
                "",
                "The board has 5 rows, and this position has 4 rows",
            ),
            (
                "I..J",
                "I.J",
                "Row 5 of the board has 4 cells, and here it has 3 cells",
            ),
        ] {
            let text = start.replacen(from, to, 1);
            assert_ne!(text, start, "{from}");
            assert_eq!(words(&rouge, &text), wanted, "{text}");
        }
        assert_eq!(words(&rouge, ""), "Nothing is written");
    }

    #[test]
    fn walls_lanes_counts_and_rules_are_told() {
        let lanes = Puzzle::from_toml("lanes", "lanes.toml", LANES).unwrap();
        for (text, wanted) in [
            (
                "AA.F:...v:HHHv:.11.",
                "Row 1, column 3: a wall is here, so write #, not .",
            ),
            (
                "AA#F:...v:HHHv:111.",
                "Row 4, column 3: the board has 2 pieces 1, not 3",
            ),
            (
                "AA#F:HHHv:...v:.11.",
                "Row 2, column 1: H stays in the row where it starts",
            ),
        ] {
            assert_eq!(words(&lanes, text), wanted, "{text}");
        }
        let checkmate = Puzzle::open("checkmate").unwrap();
        assert_eq!(
            words(&checkmate, "BBWB:BW#W:KkDD:.WBW"),
            "This position breaks a rule of the puzzle: no two of k, K are ever adjacent"
        );
    }
}
