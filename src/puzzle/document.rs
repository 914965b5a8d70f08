//! A puzzle file after parsing: every string with its place, not yet compared with the board.
//!
//! Reports errors of TOML syntax, unknown keys, wrong types and unprintable texts. Each character
//! of a board has its place in the file, whatever quotes and escapes its string uses.

use super::document_reader::{DocumentReader, KEYS, TomlValue};
use super::error::quoted;
use super::faults::FaultCollector;
use super::presentation_keys::PresentationKeys;
use super::string_spans::placed_chars;
use super::toml_errors::note_toml_errors;
use super::word_grid::{PlacedText, PlacedWord};
use toml::de::{DeArray, DeTable, DeValue};

/// Maximum number of goals of a puzzle.
pub(super) const MAX_GOALS: usize = 1000;
/// Maximum number of rules of a puzzle.
const MAX_RULES: usize = 100;
/// Maximum number of spellings of a puzzle.
const MAX_SPELLINGS: usize = 100;
/// Maximum number of lines of a board of lines.
const MAX_LINES: usize = 10_000;
/// The values of the key `wrap`.
pub(super) const WRAPS: &str = "`left-right`, `top-bottom` or `both`";

/// The parsed document: the content of a puzzle file.
#[derive(Default)]
pub(super) struct Document {
    pub title: Option<String>,
    pub family: Option<String>,
    pub source: Option<String>,
    /// The start board; `None`, after adding a fault, if the key is missing or not a string.
    pub start: Option<BoardText>,
    /// Which edges of the board touch.
    pub wrap: Option<PlacedWord>,
    /// The lines of a board of lines, each as the names of its cells.
    pub lines: Option<Vec<PlacedWord>>,
    pub units: Vec<PlacedWord>,
    pub horizontal: Vec<PlacedWord>,
    pub vertical: Vec<PlacedWord>,
    pub fixed: Vec<PlacedWord>,
    pub distinct: Vec<PlacedWord>,
    /// Whether the file has `distinct = true`: each token that is not in `alike` forms a class of
    /// its own.
    pub all_distinct: bool,
    pub alike: Vec<Vec<PlacedWord>>,
    /// The token of each gate, with the tokens of the pieces that may stand on the gate.
    pub gates: Vec<(PlacedWord, Vec<PlacedWord>)>,
    pub goals: Vec<BoardText>,
    pub rules: Vec<RuleDocument>,
    /// The spellings: pairs of a character that positions may contain and the token that it means.
    pub spelling: Vec<(PlacedWord, PlacedWord)>,
    /// How the puzzle is counted and drawn.
    pub presentation: PresentationKeys,
}

/// A board as it is written in the file.
pub(super) struct BoardText {
    /// The place of the board's string in the file, in bytes.
    pub at: usize,
    /// The characters of the board's string, each with its place in the file.
    pub chars: PlacedText,
}

/// A rule as it is written in the file.
pub(super) struct RuleDocument {
    /// The place of the rule in the file, in bytes.
    pub at: usize,
    pub content: RuleContent,
}

/// The content of a rule, which depends on the kind that its key `never` names.
pub(super) enum RuleContent {
    Adjacent {
        pieces: Vec<PlacedWord>,
    },
    Exposed {
        piece: PlacedWord,
        from: PlacedWord,
        toward: PlacedWord,
        shields: Vec<PlacedWord>,
    },
}

impl Document {
    /// Parses a file; `None` if it is not TOML.
    ///
    /// If the file is not TOML, only syntax errors are reported, at most one for each line, because
    /// other faults would only follow from these errors.
    pub(crate) fn read(text: &str, faults: &mut FaultCollector<'_>) -> Option<Document> {
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            note_toml_errors(text, &errors, faults);
            return None;
        }
        let mut reader = DocumentReader { text, faults };
        Some(reader.document(table.get_ref()))
    }
}

impl DocumentReader<'_, '_, '_> {
    /// Reads all keys of a file.
    fn document(&mut self, table: &DeTable<'_>) -> Document {
        let mut sheet = Document::default();
        let mut has_start = false;
        for (key, value) in table.iter() {
            match key.get_ref().as_ref() {
                "title" => sheet.title = self.title(value),
                "family" => sheet.family = self.title(value),
                "source" => sheet.source = self.title(value),
                "start" => {
                    has_start = true;
                    sheet.start = self.board(value);
                }
                "wrap" => sheet.wrap = self.word(value, WRAPS),
                "lines" => sheet.lines = self.lines(value),
                "units" => sheet.units = self.tokens(value),
                "horizontal" => sheet.horizontal = self.tokens(value),
                "vertical" => sheet.vertical = self.tokens(value),
                "fixed" => sheet.fixed = self.tokens(value),
                "distinct" => match value.get_ref() {
                    DeValue::Boolean(all) => sheet.all_distinct = *all,
                    DeValue::Array(list) => sheet.distinct = self.token_list(list),
                    _ => self.wrong_type(value, "a list of tokens, or true"),
                },
                "alike" => sheet.alike = self.lists(value),
                "gates" => sheet.gates = self.gates(value),
                "goal" => sheet.goals = self.goals(value),
                "rule" => sheet.rules = self.rules(value),
                "spelling" => sheet.spelling = self.spelling(value),
                _ if sheet.presentation.read(self, key.get_ref(), value) => {}
                _ => self.unknown_key(key, &KEYS),
            }
        }
        if !has_start {
            self.faults
                .add(0, "the key `start` with a board", "no such key");
        }
        sheet
    }

    /// Reads a board, which must be a string.
    fn board(&mut self, value: &TomlValue<'_>) -> Option<BoardText> {
        let Some(decoded) = value.get_ref().as_str() else {
            self.wrong_type(value, "a board as a string");
            return None;
        };
        Some(BoardText {
            at: value.span().start,
            chars: placed_chars(self.text, value.span(), decoded),
        })
    }

    /// Reads the lines of a board of lines.
    fn lines(&mut self, value: &TomlValue<'_>) -> Option<Vec<PlacedWord>> {
        let expected = "a list of lines, such as [\"a1 b1 c1\", \"b1 b2\"]";
        let list = match value.get_ref() {
            DeValue::Array(list) if (1..=MAX_LINES).contains(&list.len()) => list,
            DeValue::Array(list) => {
                let expected = format!("1 to {MAX_LINES} lines");
                let at = value.span().start;
                self.faults.add(at, &expected, &list.len().to_string());
                return None;
            }
            _ => {
                self.wrong_type(value, expected);
                return None;
            }
        };
        let lines = list.iter();
        let lines = lines.map(|line| self.word(line, "a line as a string, such as \"a1 b1 c1\""));
        lines.collect()
    }

    /// Reads a list of tokens.
    fn tokens(&mut self, value: &TomlValue<'_>) -> Vec<PlacedWord> {
        let DeValue::Array(list) = value.get_ref() else {
            self.wrong_type(value, "a list of tokens");
            return Vec::new();
        };
        self.token_list(list)
    }

    /// Reads the tokens of a list; reports repeated tokens.
    fn token_list(&mut self, list: &DeArray<'_>) -> Vec<PlacedWord> {
        let mut seen = std::collections::HashSet::new();
        let mut words = Vec::new();
        for value in list.iter() {
            let Some(word) = self.word(value, "a token as a string") else {
                continue;
            };
            if seen.insert(word.text.clone()) {
                words.push(word);
            } else {
                let found = format!("{} again", quoted(&word.text));
                self.faults.add(word.at, "each token once", &found);
            }
        }
        words
    }

    /// Reads a list of tokens; reports an empty list.
    fn some_tokens(&mut self, value: &TomlValue<'_>) -> Vec<PlacedWord> {
        if value
            .get_ref()
            .as_array()
            .is_some_and(|list| list.is_empty())
        {
            self.faults
                .add(value.span().start, "at least one token", "an empty list");
        }
        self.tokens(value)
    }

    /// Reads a list of lists of tokens.
    fn lists(&mut self, value: &TomlValue<'_>) -> Vec<Vec<PlacedWord>> {
        let expected = "a list of lists of tokens";
        let DeValue::Array(lists) = value.get_ref() else {
            self.wrong_type(value, expected);
            return Vec::new();
        };
        let mut read = Vec::new();
        for list in lists.iter() {
            if list.get_ref().is_array() {
                read.push(self.some_tokens(list));
            } else {
                self.wrong_type(list, "a list of tokens inside the list");
            }
        }
        read
    }

    /// Reads a table of gates.
    fn gates(&mut self, value: &TomlValue<'_>) -> Vec<(PlacedWord, Vec<PlacedWord>)> {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong_type(value, "a table of gates");
            return Vec::new();
        };
        let mut gates = Vec::new();
        for (key, pieces) in table.iter() {
            let token = PlacedWord {
                text: key.get_ref().to_string(),
                at: key.span().start,
            };
            gates.push((token, self.tokens(pieces)));
        }
        gates
    }

    /// Reads a table of spellings.
    fn spelling(&mut self, value: &TomlValue<'_>) -> Vec<(PlacedWord, PlacedWord)> {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong_type(value, "a table of spellings");
            return Vec::new();
        };
        if table.len() > MAX_SPELLINGS {
            let expected = format!("at most {MAX_SPELLINGS} spellings");
            let at = value.span().start;
            self.faults.add(at, &expected, &table.len().to_string());
            return Vec::new();
        }
        let mut spelling = Vec::new();
        for (key, meant) in table.iter() {
            let written = PlacedWord {
                text: key.get_ref().to_string(),
                at: key.span().start,
            };
            if let Some(meant) = self.word(meant, "a token, `.` or `#` as a string") {
                spelling.push((written, meant));
            }
        }
        spelling
    }

    /// Reads the tables with the header `[[name]]`, each with its place in the file.
    ///
    /// Adds a fault for each value that is no table, and if there are more than `most` tables.
    fn tables<'v, 'i>(
        &mut self,
        value: &'v TomlValue<'i>,
        name: &str,
        most: usize,
    ) -> Vec<(usize, &'v DeTable<'i>)> {
        let expected = format!("tables headed `[[{name}]]` (double brackets)");
        let DeValue::Array(list) = value.get_ref() else {
            self.wrong_type(value, &expected);
            return Vec::new();
        };
        if list.len() > most {
            let expected = format!("at most {most} tables headed `[[{name}]]`");
            let at = value.span().start;
            self.faults.add(at, &expected, &list.len().to_string());
            return Vec::new();
        }
        let mut tables = Vec::new();
        for value in list.iter() {
            match value.get_ref() {
                DeValue::Table(table) => tables.push((value.span().start, table)),
                _ => self.wrong_type(value, &expected),
            }
        }
        tables
    }

    /// Reads the boards of the goals from a single string or from `[[goal]]` tables.
    fn goals(&mut self, value: &TomlValue<'_>) -> Vec<BoardText> {
        if value.get_ref().is_str() {
            return self.board(value).into_iter().collect();
        }
        let mut goals = Vec::new();
        for (at, table) in self.tables(value, "goal", MAX_GOALS) {
            let mut has_board = false;
            for (key, value) in table.iter() {
                match key.get_ref().as_ref() {
                    "board" => {
                        has_board = true;
                        goals.extend(self.board(value));
                    }
                    _ => self.unknown_key(key, &["board"]),
                }
            }
            if !has_board {
                self.faults
                    .add(at, "the key `board` in the goal", "no such key");
            }
        }
        goals
    }

    /// Reads the rules; rules with faults are left out.
    fn rules(&mut self, value: &TomlValue<'_>) -> Vec<RuleDocument> {
        self.tables(value, "rule", MAX_RULES)
            .into_iter()
            .filter_map(|(at, table)| self.rule(at, table))
            .collect()
    }

    /// Reads the table of one rule.
    fn rule(&mut self, at: usize, table: &DeTable<'_>) -> Option<RuleDocument> {
        const SORTS: &str = "`adjacent` or `exposed`";
        let Some(never) = table.get("never") else {
            let expected = format!("the key `never` ({SORTS}) in the rule");
            self.faults.add(at, &expected, "no such key");
            return None;
        };
        let never = self.word(never, SORTS)?;
        let known: &[&str] = match never.text.as_str() {
            "adjacent" => &["never", "pieces"],
            "exposed" => &["never", "piece", "from", "toward", "shields"],
            _ => {
                self.faults.add(never.at, SORTS, &quoted(&never.text));
                return None;
            }
        };
        for (key, _) in table.iter() {
            if !known.contains(&key.get_ref().as_ref()) {
                self.unknown_key(key, known);
            }
        }
        let content = if never.text == "adjacent" {
            let pieces = self.needed(at, table, "pieces", "a list of tokens")?;
            RuleContent::Adjacent {
                pieces: self.some_tokens(pieces),
            }
        } else {
            let mut word = |key: &str, what: &str| {
                let value = self.needed(at, table, key, what)?;
                self.word(value, what)
            };
            let piece = word("piece", "a token");
            let from = word(
                "from",
                "a token, or `below`, `above`, `left of` or `right of` a cell",
            );
            let toward = word("toward", "`up`, `down`, `left` or `right`");
            let shields = table.get("shields").map(|value| self.tokens(value));
            RuleContent::Exposed {
                piece: piece?,
                from: from?,
                toward: toward?,
                shields: shields.unwrap_or_default(),
            }
        };
        Some(RuleDocument { at, content })
    }

    /// Looks up a required key of a rule; reports a missing key.
    fn needed<'v, 'i>(
        &mut self,
        at: usize,
        table: &'v DeTable<'i>,
        key: &str,
        what: &str,
    ) -> Option<&'v TomlValue<'i>> {
        let value = table.get(key);
        if value.is_none() {
            let expected = format!("the key `{key}` ({what}) in the rule");
            self.faults.add(at, &expected, "no such key");
        }
        value
    }
}
