//! A draft: a converted puzzle, before it is written as a puzzle file.
//!
//! Other formats use characters that are reserved in puzzle files. A draft replaces these by
//! letters that the puzzle does not use, in all boards and lists. The written file is read back;
//! the result is the puzzle of this file, or faults with their places in the source text. A draft
//! does not depend on the format of the source text.

use super::presentation::CustomaryMetric;
use super::remark::PlacedRemark;
use super::remark_kind::RemarkKind;
use super::separator::SEPARATORS;
use super::token;
use super::word_grid::PlacedWord;
use super::{Puzzle, PuzzleError};
use std::collections::{BTreeMap, BTreeSet};

/// A board as rows of words, each word with its place in the source text.
pub(super) type PlacedRows = Vec<Vec<PlacedWord>>;

/// The content of a puzzle file before the file is written.
#[derive(Clone, Debug, Default)]
pub(super) struct PuzzleDraft {
    /// The name of the puzzle.
    pub name: String,
    pub title: String,
    pub family: Option<String>,
    pub source: Option<String>,
    /// The metric in which boards of this kind are customarily counted.
    pub metric: Option<CustomaryMetric>,
    /// Comments for the head of the file.
    pub remarks: Vec<String>,
    /// The start board: `.` and `#` as in puzzle files, everything else a token.
    pub start: PlacedRows,
    /// The boards of the goals.
    pub goals: Vec<PlacedRows>,
    pub alike: Vec<Vec<String>>,
    pub horizontal: Vec<String>,
    pub vertical: Vec<String>,
    /// The token of each gate, with the tokens of the pieces that may stand on the gate.
    pub gates: Vec<(String, Vec<String>)>,
    /// Remarks found while the source text was read.
    pub doubts: Vec<PlacedRemark>,
}

/// A puzzle that was converted from another format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConvertedPuzzle {
    /// The name of the puzzle.
    pub name: String,
    /// The text of the puzzle file.
    pub text: String,
    /// The puzzle. Its remarks have their places in the source text.
    pub puzzle: Puzzle,
}

/// A fault: its place in the source text, in bytes, and its message.
pub(super) type SourceFault = (usize, String);

/// A board within the written text: the line of its first row and the columns of its cells, both
/// from 1.
struct BoardLocation<'d> {
    line: usize,
    columns: Vec<Vec<usize>>,
    rows: &'d PlacedRows,
}

/// The text of a puzzle file while it is written.
#[derive(Default)]
struct PuzzleText<'d> {
    text: String,
    /// Number of bytes of `text` whose lines are counted already, and the number of these lines.
    counted: (usize, usize),
    boards: Vec<BoardLocation<'d>>,
}

/// Comment lines are wrapped at this number of characters.
const WIDTH: usize = 108;

impl PuzzleDraft {
    /// Writes the puzzle file and reads it back.
    ///
    /// Returns the puzzle, and the remarks with their places in the source text.
    ///
    /// # Errors
    /// The faults of the puzzle, with their places in the source text.
    pub(crate) fn finish(&self) -> Result<(ConvertedPuzzle, Vec<PlacedRemark>), Vec<SourceFault>> {
        let page = self.page();
        match Puzzle::from_toml(&self.name, &self.name, &page.text) {
            Ok(puzzle) => {
                // In other formats, the user or the text says which blocks are cars.
                let of_page = puzzle.remarks.iter();
                let of_page = of_page
                    .filter(|remark| !matches!(remark.kind, RemarkKind::FreeCars { .. }))
                    .map(|remark| {
                        let at = page.source_of(remark.line, remark.column);
                        (at, remark.kind.clone())
                    });
                let remarks = self.doubts.iter().cloned().chain(of_page).collect();
                let converted = ConvertedPuzzle {
                    name: self.name.clone(),
                    text: page.text,
                    puzzle,
                };
                Ok((converted, remarks))
            }
            Err(PuzzleError::Faults { faults, .. }) => Err(faults
                .into_iter()
                .map(|fault| (page.source_of(fault.line, fault.column), fault.message))
                .collect()),
            Err(error) => Err(vec![(0, error.to_string())]),
        }
    }

    /// Writes the text of the puzzle file.
    fn page(&self) -> PuzzleText<'_> {
        let names = self.new_names();
        let mut page = PuzzleText::default();
        for remark in &self.remarks {
            page.remark(remark);
        }
        for (old, new) in &names {
            page.remark(&format!("The source has {old} for {new}."));
        }
        if !page.text.is_empty() {
            page.text.push('\n');
        }
        page.text += &format!("title  = {}\n", string(&self.title));
        let metric = self.metric.map(|metric| metric.name().to_owned());
        for (key, value) in [
            ("family", &self.family),
            ("source", &self.source),
            ("metric", &metric),
        ] {
            if let Some(value) = value {
                page.text += &format!("{key} = {}\n", string(value));
            }
        }
        page.text.push('\n');
        page.board("start", &self.start, &names);
        for (key, tokens) in [
            ("horizontal", &self.horizontal),
            ("vertical", &self.vertical),
        ] {
            if !tokens.is_empty() {
                page.text += &format!("{key} = {}\n", list(tokens, &names));
            }
        }
        if !self.alike.is_empty() {
            let lists: Vec<String> = self.alike.iter().map(|own| list(own, &names)).collect();
            page.text += &format!("alike = [{}]\n", lists.join(", "));
        }
        if !self.gates.is_empty() {
            page.text += "\n[gates]\n";
        }
        for (gate, pieces) in &self.gates {
            let gate = string(names.get(gate).unwrap_or(gate));
            page.text += &format!("{gate} = {}\n", list(pieces, &names));
        }
        for goal in &self.goals {
            page.text += "\n[[goal]]\n";
            page.board("board", goal, &names);
        }
        page
    }

    /// Maps tokens that are not allowed in puzzle files to letters that no board uses.
    fn new_names(&self) -> BTreeMap<String, String> {
        let boards = std::iter::once(&self.start).chain(&self.goals);
        let used: BTreeSet<&str> = boards
            .flatten()
            .flatten()
            .map(|word| word.text.as_str())
            .collect();
        let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        let more = ('\u{c0}'..='\u{24f}').chain('\u{400}'..='\u{4ff}');
        let mut free = letters
            .chain(more.filter(|letter| letter.is_alphabetic()))
            .map(String::from)
            .filter(|letter| !used.contains(letter.as_str()));
        // `_` is replaced only if it names a piece or gate. Otherwise it stays, because in goals it
        // demands an empty cell.
        let mut at_start = self.start.iter().flatten();
        let is_name = at_start.any(|word| word.text == token::MUST_BE_EMPTY);
        let is_foreign = |word: &&str| match *word {
            token::EMPTY | token::WALL => false,
            token::MUST_BE_EMPTY => is_name,
            // Separators would be faults of the puzzle file where they fill a column.
            word => !token::is_token(word) || word.contains(SEPARATORS),
        };
        used.iter()
            .copied()
            .filter(is_foreign)
            .map_while(|word| Some((word.to_owned(), free.next()?)))
            .collect()
    }
}

impl<'d> PuzzleText<'d> {
    /// Writes a text as comment lines of at most `WIDTH` characters.
    fn remark(&mut self, text: &str) {
        let mut line = String::from("#");
        for word in text.split_whitespace() {
            if line.chars().count() + word.chars().count() >= WIDTH && line.len() > 1 {
                self.text += &line;
                self.text.push('\n');
                line = String::from("#");
            }
            line.push(' ');
            line.extend(word.chars().filter(|&c| token::is_visible(c)));
        }
        self.text += &line;
        self.text.push('\n');
    }

    /// Number of lines written so far.
    ///
    /// A call scans only the text that was added since the previous call.
    fn lines(&mut self) -> usize {
        let (done, lines) = self.counted;
        let lines = lines + self.text[done..].matches('\n').count();
        self.counted = (self.text.len(), lines);
        lines
    }

    /// Writes a board and records where its cells stand; `names` maps tokens to their replacements.
    fn board(&mut self, key: &str, rows: &'d PlacedRows, names: &BTreeMap<String, String>) {
        let named = |word: &'d PlacedWord| names.get(&word.text).unwrap_or(&word.text).as_str();
        let width = |word: &&'d PlacedWord| named(word).chars().count();
        let widest = rows.iter().flatten().map(|word| width(&word)).max();
        let widest = widest.unwrap_or(1);
        self.text += &format!("{key} = \"\"\"\n");
        let line = self.lines() + 1;
        let mut columns = Vec::new();
        for row in rows {
            let mut own = Vec::new();
            let mut text = String::new();
            for word in row {
                if widest > 1 && !text.is_empty() {
                    text.push(' ');
                }
                text += &" ".repeat(widest - width(&word));
                own.push(text.chars().count() + 1);
                text += named(word);
            }
            self.text += &text;
            self.text.push('\n');
            columns.push(own);
        }
        self.text += "\"\"\"\n";
        self.boards.push(BoardLocation {
            line,
            columns,
            rows,
        });
    }

    /// Maps a line and column of the written text to a place in the source text.
    fn source_of(&self, line: usize, column: usize) -> usize {
        let first_of = |rows: &PlacedRows| rows.iter().flatten().next().map_or(0, |word| word.at);
        for board in &self.boards {
            let row = line.wrapping_sub(board.line);
            if let (Some(words), Some(columns)) = (board.rows.get(row), board.columns.get(row)) {
                let before = columns.iter().filter(|&&begin| begin <= column).count();
                let word = words.get(before.saturating_sub(1));
                return word.map_or(first_of(board.rows), |word| word.at);
            }
        }
        // A fault in the line directly before the rows of a board belongs to this board. Any other
        // fault outside a board is placed at the previous board.
        let before = self.boards.iter().rfind(|board| board.line <= line + 1);
        before.map_or(0, |board| first_of(board.rows))
    }
}

/// Quotes a text as a TOML string, with the escapes of JSON, which are valid in TOML.
fn string(text: &str) -> String {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(visible).collect();
    serde_json::Value::String(text).to_string()
}

/// Writes a TOML list of tokens; `names` maps tokens to their replacements.
fn list(tokens: &[String], names: &BTreeMap<String, String>) -> String {
    let tokens: Vec<String> = tokens
        .iter()
        .map(|token| string(names.get(token).unwrap_or(token)))
        .collect();
    format!("[{}]", tokens.join(", "))
}
