//! Reads the keys of a puzzle file that say nothing about the puzzle's meaning: `author`,
//! `names`, `metric`, `published`, `shortest`, `colours`, `labels` and `exit`.

use super::document_reader::{DocumentReader, TomlValue};
use super::error::quoted;
use super::presentation::{CustomaryMetric, PieceColour, PublishedLength};
use super::word_grid::PlacedWord;
use toml::de::{DeTable, DeValue};

/// Maximum number of sides in `exit`.
const MAX_EXITS: usize = 100;
/// Maximum number of other names.
const MAX_NAMES: usize = 100;
/// Maximum number of characters of a label; longer texts do not fit on a piece.
const MAX_LABEL: usize = 16;
/// Description of a metric, for messages.
const METRICS: &str = "`step`, `slide` or `move`";

/// The keys as they are written in the file; tokens and sides are not yet compared with the board.
#[derive(Default)]
pub(super) struct PresentationKeys {
    pub author: Option<String>,
    pub names: Vec<String>,
    pub metric: Option<CustomaryMetric>,
    pub published: Option<PublishedLength>,
    pub shortest: Vec<(CustomaryMetric, u64)>,
    pub colours: Vec<(PlacedWord, PieceColour)>,
    pub labels: Vec<(PlacedWord, String)>,
    pub exits: Vec<PlacedWord>,
}

impl PresentationKeys {
    /// Reads the value of a key; `false` if the key is not one of these.
    pub(crate) fn read(
        &mut self,
        reader: &mut DocumentReader<'_, '_, '_>,
        key: &str,
        value: &TomlValue<'_>,
    ) -> bool {
        match key {
            "author" => self.author = reader.title(value),
            "names" => self.names = reader.names(value),
            "metric" => self.metric = reader.metric(value),
            "published" => self.published = reader.published(value),
            "shortest" => self.shortest = reader.shortest(value),
            "colours" => self.colours = reader.by_token(value, "colours", DocumentReader::colour),
            "labels" => self.labels = reader.by_token(value, "labels", DocumentReader::label),
            "exit" => self.exits = reader.exits(value),
            _ => return false,
        }
        true
    }
}

impl DocumentReader<'_, '_, '_> {
    /// Reads a list of other names.
    fn names(&mut self, value: &TomlValue<'_>) -> Vec<String> {
        let DeValue::Array(list) = value.get_ref() else {
            self.wrong_type(value, "a list of names");
            return Vec::new();
        };
        if list.len() > MAX_NAMES {
            let expected = format!("at most {MAX_NAMES} names");
            let at = value.span().start;
            self.faults.add(at, &expected, &list.len().to_string());
            return Vec::new();
        }
        list.iter().filter_map(|name| self.title(name)).collect()
    }

    /// Reads the name of a metric.
    fn metric(&mut self, value: &TomlValue<'_>) -> Option<CustomaryMetric> {
        let word = self.word(value, METRICS)?;
        let mut all = CustomaryMetric::ALL.into_iter();
        let found = all.find(|metric| metric.name() == word.text);
        if found.is_none() {
            self.faults.add(word.at, METRICS, &quoted(&word.text));
        }
        found
    }

    /// Reads a published length: a table with the keys `moves`, `metric` and, optional, `source`.
    fn published(&mut self, value: &TomlValue<'_>) -> Option<PublishedLength> {
        const EXPECTED: &str = "a table such as `{ moves = 81, metric = \"move\" }`";
        let table = self.table(value, EXPECTED)?;
        let (mut moves, mut metric, mut source) = (None, None, None);
        for (key, value) in table.iter() {
            match key.get_ref().as_ref() {
                "moves" => moves = Some(self.length(value)),
                "metric" => metric = Some(self.metric(value)),
                "source" => source = self.title(value),
                _ => self.unknown_key(key, &["moves", "metric", "source"]),
            }
        }
        let at = value.span().start;
        for (key, is_missing) in [("moves", moves.is_none()), ("metric", metric.is_none())] {
            if is_missing {
                let expected = format!("the key `{key}` in `published`");
                self.faults.add(at, &expected, "no such key");
            }
        }
        Some(PublishedLength {
            moves: moves??,
            metric: metric??,
            source,
        })
    }

    /// Reads the known lengths: a table from the names of metrics to lengths.
    fn shortest(&mut self, value: &TomlValue<'_>) -> Vec<(CustomaryMetric, u64)> {
        const EXPECTED: &str = "a table such as `{ step = 116, move = 81 }`";
        let Some(table) = self.table(value, EXPECTED) else {
            return Vec::new();
        };
        let names = CustomaryMetric::ALL.map(CustomaryMetric::name);
        let mut known = Vec::new();
        for (key, value) in table.iter() {
            let name = key.get_ref().as_ref();
            let mut all = CustomaryMetric::ALL.into_iter();
            match all.find(|metric| metric.name() == name) {
                Some(metric) => known.extend(self.length(value).map(|length| (metric, length))),
                None => self.unknown_key(key, &names),
            }
        }
        known.sort_unstable();
        known
    }

    /// Reads a length: a whole number from 0.
    fn length(&mut self, value: &TomlValue<'_>) -> Option<u64> {
        const EXPECTED: &str = "a whole number from 0";
        let DeValue::Integer(digits) = value.get_ref() else {
            self.wrong_type(value, EXPECTED);
            return None;
        };
        let length = u64::from_str_radix(digits.as_str(), digits.radix()).ok();
        // The limit of TOML.
        let length = length.filter(|&length| i64::try_from(length).is_ok());
        if length.is_none() {
            let found = quoted(&digits.to_string());
            self.faults.add(value.span().start, EXPECTED, &found);
        }
        length
    }

    /// Reads a table from tokens to values that `read` reads; entries with faults are left out.
    fn by_token<T>(
        &mut self,
        value: &TomlValue<'_>,
        name: &str,
        read: impl Fn(&mut Self, &TomlValue<'_>) -> Option<T>,
    ) -> Vec<(PlacedWord, T)> {
        let Some(table) = self.table(value, &format!("a table of {name} by token")) else {
            return Vec::new();
        };
        let mut entries = Vec::new();
        for (key, value) in table.iter() {
            let token = PlacedWord {
                text: key.get_ref().to_string(),
                at: key.span().start,
            };
            entries.extend(read(self, value).map(|entry| (token, entry)));
        }
        entries
    }

    /// Reads a colour.
    fn colour(&mut self, value: &TomlValue<'_>) -> Option<PieceColour> {
        let expected = "a colour as `#rrggbb` or by name";
        let word = self.word(value, expected)?;
        let colour = PieceColour::parse(&word.text);
        if colour.is_none() {
            let names = PieceColour::NAMED.map(|(name, _)| name).join(", ");
            let expected = format!("{expected} ({names})");
            self.faults.add(word.at, &expected, &quoted(&word.text));
        }
        colour
    }

    /// Reads a label.
    fn label(&mut self, value: &TomlValue<'_>) -> Option<String> {
        self.line(value, MAX_LABEL)
    }

    /// Reads a side of a cell, or a list of them.
    fn exits(&mut self, value: &TomlValue<'_>) -> Vec<PlacedWord> {
        const EXPECTED: &str = "a side of a cell such as `right of f4`, or a list of sides";
        let DeValue::Array(list) = value.get_ref() else {
            return self.word(value, EXPECTED).into_iter().collect();
        };
        if list.len() > MAX_EXITS {
            let expected = format!("at most {MAX_EXITS} sides");
            let at = value.span().start;
            self.faults.add(at, &expected, &list.len().to_string());
            return Vec::new();
        }
        let sides = list.iter();
        sides
            .filter_map(|side| self.word(side, "a side of a cell such as `right of f4`"))
            .collect()
    }

    /// The table that a value must be; `expected` describes it in a fault.
    fn table<'v, 'i>(
        &mut self,
        value: &'v TomlValue<'i>,
        expected: &str,
    ) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_type(value, expected);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::{FrameOpening, Presentation};
    use crate::{Puzzle, PuzzleFault};
    use slidewise_board::{Direction, Square};

    /// Asserts that a file with these lines after its start has these faults.
    #[track_caller]
    fn assert_faults(lines: &str, wanted: &[&str]) {
        let text = format!("start = 'AAB.'\n{lines}");
        let error = Puzzle::from_toml("x", "x.toml", &text).expect_err(lines);
        let found: Vec<String> = error.faults().iter().map(PuzzleFault::to_string).collect();
        let found: Vec<String> = found
            .iter()
            .map(|fault| fault.replacen(": expected ", ": ", 1))
            .collect();
        assert_eq!(found, wanted, "{lines}");
    }

    #[test]
    fn the_keys_are_read_and_leave_the_fingerprint() {
        let start = "start = \"\"\"\nAAB\n#..\n\"\"\"\n";
        let keys = "metric = 'move'\nexit = ['right of c2', 'below a1']\n\
                    published = { moves = 81, metric = 'slide', source = 'A book' }\n\
                    shortest = { move = 3, step = 0x10 }\n\
                    [colours]\nA = '#0aB1c2'\nB = 'red'\n[labels]\nA = 'Père'\n";
        let read = |text: &str| Puzzle::from_toml("x", "x.toml", text).unwrap();
        let (plain, puzzle) = (read(start), read(&format!("{start}{keys}")));
        assert_eq!(plain.presentation, Presentation::default());
        assert_eq!(plain.canonical_form(), puzzle.canonical_form());
        let shown = &puzzle.presentation;
        assert_eq!(shown.metric, Some(CustomaryMetric::Move));
        let published = shown.published.as_ref().unwrap();
        assert_eq!(
            (published.moves, published.metric),
            (81, CustomaryMetric::Slide)
        );
        assert_eq!(published.source.as_deref(), Some("A book"));
        let lengths = CustomaryMetric::ALL.map(|metric| shown.shortest_in(metric));
        assert_eq!(lengths, [Some(16), None, Some(3)]);
        let colours = ["A", "B", "C"].map(|token| shown.colour_of(token));
        let colours = colours.map(|colour| colour.map(|own| own.to_string()));
        let wanted = [Some("#0ab1c2".to_owned()), Some("#ff0000".to_owned()), None];
        assert_eq!(colours, wanted);
        assert_eq!(["A", "B"].map(|token| shown.label_of(token)), ["Père", "B"]);
        let side = |row, column, outward| FrameOpening {
            square: Square { row, column },
            outward,
        };
        let wanted = [side(0, 2, Direction::Right), side(1, 0, Direction::Down)];
        assert_eq!(shown.exits, wanted);
    }

    #[test]
    fn faults_are_told_with_their_places() {
        assert_faults(
            "metric = 3",
            &["2:10: `step`, `slide` or `move`, found an integer"],
        );
        assert_faults(
            "metric = 'push'",
            &["2:10: `step`, `slide` or `move`, found `push`"],
        );
        assert_faults(
            "published = 81",
            &["2:13: a table such as `{ moves = 81, metric = \"move\" }`, found an integer"],
        );
        assert_faults(
            "published = { source = 'x' }",
            &[
                "2:13: the key `metric` in `published`, found no such key",
                "2:13: the key `moves` in `published`, found no such key",
            ],
        );
        assert_faults(
            "published = { moves = -1, metric = 'steps', note = '' }",
            &[
                "2:23: a whole number from 0, found `-1`",
                "2:36: `step`, `slide` or `move`, found `steps`",
                "2:45: one of the keys `moves`, `metric`, `source`, found the unknown key `note`",
            ],
        );
        assert_faults(
            "shortest = { moves = 1, step = 1.5, slide = 99999999999999999999 }",
            &[
                "2:14: the key `move`, found the unknown key `moves`",
                "2:32: a whole number from 0, found a number",
                "2:45: a whole number from 0, found `99999999999999999999`",
            ],
        );
        let names = PieceColour::NAMED.map(|(name, _)| name).join(", ");
        assert_faults(
            "[colours]\nA = '#12345'\nB = 7\nC = 'red'",
            &[
                &format!("3:5: a colour as `#rrggbb` or by name ({names}), found `#12345`"),
                "4:5: a colour as `#rrggbb` or by name, found an integer",
                "5:1: a token of the start board, found `C`",
            ],
        );
        assert_faults(
            "labels = { A = \"a\\nb\", B = 'a label that is long' }",
            &[
                "2:16: one line of printable text, found the character `\\n`",
                "2:28: at most 16 characters, found 20",
            ],
        );
        assert_faults(
            "labels = ['A']",
            &["2:10: a table of labels by token, found a list"],
        );
        assert_faults(
            "exit = ['right of d1', 'right of c1', 'above z9', 'd1', 2]",
            &[
                "2:24: a cell on the edge of the board that `right of` names, found `c1`",
                "2:39: a cell of the board such as `a1`, found `z9`",
                "2:51: `below`, `above`, `left of` or `right of` a cell, such as `right of f4`, \
                 found `d1`",
                "2:57: a side of a cell such as `right of f4`, found an integer",
            ],
        );
        let many = "'below a1',".repeat(101);
        assert_faults(
            &format!("exit = [{many}]"),
            &["2:8: at most 100 sides, found 101"],
        );
    }
}
