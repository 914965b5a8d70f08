//! A draft: what a puzzle file is to say, before it is written.
//!
//! Foreign collections use letters that puzzle files keep for other things; a draft gives such tokens other
//! names, in all boards and lists alike. It promises that what is written reads as the same puzzle, or tells
//! where in the source the fault lies. It does not know from which collection it comes.

use super::drawing::Word;
use super::remark::Placed;
use super::token;
use super::{Puzzle, PuzzleError};
use std::collections::{BTreeMap, BTreeSet};

/// A board as rows of words, each with its place in the source.
pub(super) type Rows = Vec<Vec<Word>>;

/// A puzzle file in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// What the puzzle is to be called.
    pub name: String,
    pub title: String,
    pub family: Option<String>,
    pub source: Option<String>,
    /// Remarks for the head of the file.
    pub remarks: Vec<String>,
    /// The start board: `.` and `#` as in puzzle files, all else a token.
    pub start: Rows,
    /// The goals.
    pub goals: Vec<Rows>,
    pub alike: Vec<Vec<String>>,
    pub horizontal: Vec<String>,
    pub vertical: Vec<String>,
    /// Gates and the pieces that may stand on them.
    pub gates: Vec<(String, Vec<String>)>,
    /// What the source hardly means, by places in bytes.
    pub doubts: Vec<Placed>,
}

/// A puzzle that was converted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    /// What it is called.
    pub name: String,
    /// The text of its puzzle file.
    pub text: String,
    /// The puzzle that the file describes; its remarks have their places in the source.
    pub puzzle: Puzzle,
}

/// What is wrong with a source, and where: a place in bytes.
pub(super) type SourceFault = (usize, String);

/// A board in the text: the line of its first row, from 1, and the column of each cell, row by row.
struct WrittenBoard<'d> {
    line: usize,
    columns: Vec<Vec<usize>>,
    rows: &'d Rows,
}

/// The text of a file in the making.
#[derive(Default)]
struct Page<'d> {
    text: String,
    /// How much of the text is counted, and how many lines that has.
    counted: (usize, usize),
    boards: Vec<WrittenBoard<'d>>,
}

/// Wider lines of remarks are broken.
const WIDTH: usize = 108;

impl Draft {
    /// Writes the file, and reads it again: what came of it, and the remarks on it, placed in the source.
    ///
    /// # Errors
    /// What is wrong with the puzzle, placed in the source.
    pub fn finish(&self) -> Result<(Converted, Vec<Placed>), Vec<SourceFault>> {
        let page = self.page();
        match Puzzle::from_toml(&self.name, &self.name, &page.text) {
            Ok(puzzle) => {
                let of_page = puzzle.remarks.iter().map(|remark| {
                    let at = page.source_of(remark.line, remark.column);
                    (at, remark.kind.clone())
                });
                let remarks = self.doubts.iter().cloned().chain(of_page).collect();
                let converted = Converted {
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

    fn page(&self) -> Page<'_> {
        let names = self.new_names();
        let mut page = Page::default();
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
        for (key, value) in [("family", &self.family), ("source", &self.source)] {
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

    /// The tokens that no puzzle file can have, with others in their place that no board has.
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
        // Where no piece or gate is called so, goals want a cell to be empty by it.
        let mut at_start = self.start.iter().flatten();
        let is_name = at_start.any(|word| word.text == token::MUST_BE_EMPTY);
        let is_foreign = |word: &&str| match *word {
            token::EMPTY | token::WALL => false,
            token::MUST_BE_EMPTY => is_name,
            word => !token::is_token(word),
        };
        used.iter()
            .copied()
            .filter(is_foreign)
            .map_while(|word| Some((word.to_owned(), free.next()?)))
            .collect()
    }
}

impl<'d> Page<'d> {
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

    /// How many lines there are so far; each byte of the text is looked at once, however often this is asked.
    fn lines(&mut self) -> usize {
        let (done, lines) = self.counted;
        let lines = lines + self.text[done..].matches('\n').count();
        self.counted = (self.text.len(), lines);
        lines
    }

    fn board(&mut self, key: &str, rows: &'d Rows, names: &BTreeMap<String, String>) {
        let named = |word: &'d Word| names.get(&word.text).unwrap_or(&word.text).as_str();
        let width = |word: &&'d Word| named(word).chars().count();
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
        self.boards.push(WrittenBoard {
            line,
            columns,
            rows,
        });
    }

    /// The place in the source of what stands in a line and column of the text.
    fn source_of(&self, line: usize, column: usize) -> usize {
        let first_of = |rows: &Rows| rows.iter().flatten().next().map_or(0, |word| word.at);
        for board in &self.boards {
            let row = line.wrapping_sub(board.line);
            if let (Some(words), Some(columns)) = (board.rows.get(row), board.columns.get(row)) {
                let before = columns.iter().filter(|&&begin| begin <= column).count();
                let word = words.get(before.saturating_sub(1));
                return word.map_or(first_of(board.rows), |word| word.at);
            }
        }
        // A fault between two boards, in a list, is one of the puzzle as a whole; a goal's head is the goal's.
        let before = self.boards.iter().rfind(|board| board.line <= line + 1);
        before.map_or(0, |board| first_of(board.rows))
    }
}

/// A text as a TOML string: what JSON escapes TOML escapes likewise.
fn string(text: &str) -> String {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(visible).collect();
    serde_json::Value::String(text).to_string()
}

fn list(tokens: &[String], names: &BTreeMap<String, String>) -> String {
    let tokens: Vec<String> = tokens
        .iter()
        .map(|token| string(names.get(token).unwrap_or(token)))
        .collect();
    format!("[{}]", tokens.join(", "))
}
