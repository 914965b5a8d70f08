//! Reads a puzzle file into a [`Puzzle`].
//!
//! The steps:
//!
//! 1. `document` parses the TOML.
//! 2. `start_board` reads the start board.
//! 3. `join_check` lets its edges touch, or joins its cells along lines.
//! 4. `goal_drafts` and `rule_drafts` read goals and rules, and collect the tokens in them.
//! 5. `class_forming` forms the classes.
//! 6. `presentation_check` checks how the puzzle is counted and drawn.
//! 7. This file assembles the puzzle.
//!
//! Each fault has a line and column, and as many faults as possible are reported at once, up to
//! 100. If a file is not valid TOML, only its syntax errors are reported. Whether a goal can be
//! reached is not checked.
//!
//! No input causes a panic or takes long, because of these limits:
//!
//! - file: 1 MiB
//! - board: 256 rows, 256 columns and 1,024 cells
//! - token: 16 characters
//! - title: 1,000 characters
//! - puzzle: 1,000 goals, 100 rules, 100 spellings and 100 sides in `exit`

use super::class_forming::FormedClasses;
use super::document::Document;
use super::error::{PuzzleFault, message, quoted};
use super::faults::{FaultCollector, line_and_column};
use super::start_board::{StartBoard, TokenKind};
use super::{
    Gate, Goal, Notation, Puzzle, PuzzleError, PuzzleRemark, Rule, goal_drafts, join_check,
    presentation_check, remark, rule_drafts, separator, token,
};
use std::collections::HashSet;
use std::io;

/// Maximum size of a puzzle file in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;

impl Puzzle {
    /// Reads a puzzle from the text of a puzzle file; `name` is the puzzle's name, `file` the
    /// file's name in errors.
    ///
    /// # Errors
    /// If the text has faults; all faults found are in the error.
    ///
    /// ```
    /// use slidewise_puzzle::Puzzle;
    ///
    /// let puzzle = Puzzle::from_toml("pair", "pair.toml", "start = 'AB.'").unwrap();
    /// assert_eq!(puzzle.write_position(&puzzle.start), "AB.");
    ///
    /// let text = "start = 'AB.'\nunits = ['C']";
    /// let error = Puzzle::from_toml("pair", "pair.toml", text).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "pair.toml:2:10: expected a token of the start board, found `C`"
    /// );
    /// ```
    pub fn from_toml(name: &str, file: &str, text: &str) -> Result<Puzzle, PuzzleError> {
        if text.len() > MAX_FILE_BYTES {
            return Err(too_long(file));
        }
        let mut faults = FaultCollector::new(text);
        match puzzle_of(name, text, &mut faults) {
            Some(puzzle) if faults.is_empty() => Ok(puzzle),
            _ => Err(PuzzleError::Faults {
                file: file.to_owned(),
                faults: faults.into_list(),
                read_as: None,
            }),
        }
    }
}

/// Decodes a file as UTF-8; `file` is the file's name in errors.
pub fn text_of<'b>(file: &str, bytes: &'b [u8]) -> Result<&'b str, PuzzleError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let readable = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let place = line_and_column(&readable, readable.len());
        let found = match bytes {
            // Older Windows shells write redirected output as UTF-16, so such files occur.
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "UTF-16".to_owned(),
            _ => format!("the byte 0x{:02x}", bytes[error.valid_up_to()]),
        };
        one_fault(file, place, "UTF-8 text", &found)
    })
}

impl PuzzleError {
    /// The error for a file that cannot be read, or is longer than [`MAX_FILE_BYTES`].
    pub fn of_input(file: &str, error: io::Error) -> PuzzleError {
        match error.kind() {
            io::ErrorKind::FileTooLarge => too_long(file),
            _ => PuzzleError::Io {
                file: file.to_owned(),
                error,
            },
        }
    }
}

/// The error for a file that is longer than [`MAX_FILE_BYTES`].
pub(super) fn too_long(file: &str) -> PuzzleError {
    let expected = format!("a puzzle file of at most {MAX_FILE_BYTES} bytes");
    one_fault(file, (1, 1), &expected, "a longer file")
}

/// Converts the stem of a file to a puzzle's name that is safe in the name of a folder.
///
/// The name has at most 60 bytes, and consists of letters, digits, `-`, `_` and `.`.
pub(super) fn clean_name(stem: &str) -> String {
    const LONGEST: usize = 60;
    let mut name = String::new();
    for c in stem.chars() {
        let kept = if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
            c
        } else {
            '-'
        };
        if name.len() + kept.len_utf8() > LONGEST {
            break;
        }
        name.push(kept);
    }
    let name = name.trim_matches('.');
    if name.is_empty() {
        "puzzle".to_owned()
    } else {
        name.to_owned()
    }
}

/// Creates an error with a single fault.
fn one_fault(
    file: &str,
    (line, column): (usize, usize),
    expected: &str,
    found: &str,
) -> PuzzleError {
    PuzzleError::Faults {
        file: file.to_owned(),
        faults: vec![PuzzleFault {
            line,
            column,
            message: message(expected, found),
        }],
        read_as: None,
    }
}

/// Builds the puzzle of a text; the result is valid only if no fault was added.
fn puzzle_of(name: &str, text: &str, faults: &mut FaultCollector<'_>) -> Option<Puzzle> {
    let sheet = Document::read(text, faults)?;
    let mut lineup = StartBoard::read(&sheet, faults)?;
    join_check::join(&sheet, &mut lineup, faults);
    let goal_drafts = goal_drafts::drafts(&sheet, &lineup, faults);
    let rule_drafts = rule_drafts::drafts(&sheet, &lineup, faults);
    let named: HashSet<usize> = goal_drafts
        .iter()
        .flat_map(|goal| goal.tokens())
        .chain(rule_drafts.iter().flat_map(|rule| rule.tokens()))
        .collect();
    let classes = FormedClasses::form(&sheet, &lineup, named, faults);
    let goals: Vec<Goal> = goal_drafts
        .iter()
        .map(|goal| goal.finish(&lineup, &classes, faults))
        .collect();
    let rules: Vec<(usize, Rule)> = rule_drafts
        .iter()
        .filter_map(|rule| Some((rule.at, rule.finish(&classes)?)))
        .collect();
    separator::check(&sheet, &lineup, faults);
    let notation = notation(&sheet, &lineup, faults);
    let gates = lineup.standings.iter().enumerate();
    let gates = gates
        .filter(|(_, standing)| standing.role == TokenKind::Gate)
        .map(|(number, standing)| Gate {
            token: standing.token.clone(),
            cells: lineup.cells_of(number),
        })
        .collect();
    let remarks = remark::find(&sheet, &lineup, &classes, &goals).into_iter();
    let remarks = remarks.map(|(at, kind)| {
        let (line, column) = line_and_column(text, at);
        PuzzleRemark { line, column, kind }
    });
    let presentation = presentation_check::check(sheet.presentation, &lineup, faults);
    let puzzle = Puzzle {
        name: name.to_owned(),
        remarks: remarks.collect(),
        title: sheet.title.unwrap_or_else(|| name.to_owned()),
        family: sheet.family,
        source: sheet.source,
        start: classes.start(),
        classes: classes.list,
        gates,
        rules: rules.iter().map(|(_, rule)| rule.clone()).collect(),
        goals,
        notation,
        presentation,
        board: lineup.board,
    };
    for (at, rule) in &rules {
        let pieces_of = |class| puzzle.pieces_of(&puzzle.start, class);
        if !rule.holds(&puzzle.board, &pieces_of) {
            let expected = format!(
                "a rule that the start position obeys ({})",
                puzzle.rule_in_words(rule)
            );
            faults.add(*at, &expected, "a rule that Start breaks");
        }
    }
    Some(puzzle)
}

/// Determines how positions are written, and checks the spellings.
fn notation(sheet: &Document, lineup: &StartBoard, faults: &mut FaultCollector<'_>) -> Notation {
    let shown = |role: TokenKind| role != TokenKind::Fixed;
    let mut notation = Notation {
        blanks: lineup
            .standings
            .iter()
            .any(|standing| shown(standing.role) && standing.token.chars().count() > 1),
        fixed: lineup
            .standings
            .iter()
            .filter(|standing| !shown(standing.role))
            .map(|standing| standing.token.clone())
            .collect(),
        spelling: Vec::new(),
    };
    for (written, meant) in &sheet.spelling {
        let mut right = true;
        if written.text.chars().count() != 1 || !token::is_token(&written.text) {
            let expected = "a spelling of one character that could be a token";
            faults.add(written.at, expected, &quoted(&written.text));
            right = false;
        } else if lineup.number_of(&written.text).is_some() {
            let found = format!("{}, which is a token", quoted(&written.text));
            faults.add(
                written.at,
                "a spelling that is no token of the start board",
                &found,
            );
            right = false;
        }
        let is_mark = meant.text == token::EMPTY || meant.text == token::WALL;
        if !is_mark && lineup.number_of(&meant.text).is_none() {
            let expected = "`.`, `#` or a token of the start board";
            faults.add(meant.at, expected, &quoted(&meant.text));
            right = false;
        }
        if right {
            let pair = (written.text.clone(), meant.text.clone());
            notation.spelling.push(pair);
        }
    }
    notation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, Demand, Rule};

    fn read(text: &str) -> Puzzle {
        Puzzle::from_toml("x", "x.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// Formats the faults of a file as `line:column: message`, without the leading `expected`.
    fn faults(text: &str) -> Vec<String> {
        let Err(error) = Puzzle::from_toml("x", "x.toml", text) else {
            panic!("no fault in\n{text}");
        };
        let told = error.faults().iter().map(PuzzleFault::to_string);
        told.map(|fault| fault.replacen(": expected ", ": ", 1))
            .collect()
    }

    /// Asserts that a file has one fault, formatted as in [`faults`].
    #[track_caller]
    fn assert_fault(text: impl AsRef<str>, wanted: impl AsRef<str>) {
        assert_eq!(
            faults(text.as_ref()),
            [wanted.as_ref()],
            "{}",
            text.as_ref()
        );
    }

    const START: &str = "start = 'AAB.'\n";

    #[test]
    fn faults_of_boards_are_told_with_their_places() {
        let token = token::WHAT_A_TOKEN_IS;
        assert_fault("", "1:1: the key `start` with a board, found no such key");
        assert_fault("start = 3", "1:9: a board as a string, found an integer");
        assert_fault("start = ''", "1:9: a board, found nothing");
        assert_fault(
            "start = 'AB'\nsource = 1.5",
            "2:10: a string, found a number",
        );
        assert_fault(
            "start = \"\"\"\nAB\nA.C\n..\n\"\"\"",
            "3:1: 2 cells in this row, found 3 cells",
        );
        assert_fault(
            "start = \"\"\"\r\nAB\r\nA\r\n..\r\n\"\"\"",
            "3:1: 2 cells in this row, found 1 cell",
        );
        assert_fault("start = \"AB\\nA?\"", format!("1:15: {token}, found `?`"));
        assert_fault("start = 'A:B'", format!("1:11: {token}, found `:`"));
        assert_fault(
            "start = '''\n  é .\n  B\u{200b} .'''",
            format!("3:3: {token}, found `B\\u{{200b}}`"),
        );
        assert_fault(
            "start = '12345678901234567 .'",
            "1:10: a token of at most 16 characters, found `12345678901234567`",
        );
        assert_fault(
            "start = '..#'",
            "1:9: at least one piece that can move, found none",
        );
        assert_fault(
            "start = '##'",
            "1:9: at least one cell that is no wall, found none",
        );
        assert_fault(
            "start = 'F.'\nfixed = ['F']",
            "1:9: at least one piece that can move, found none",
        );
        assert_fault(
            format!("start = '''{}'''", "AAAAA\n".repeat(205)),
            "1:9: at most 1024 cells that are not walls, found 1025",
        );
        assert_fault(
            format!("start = 'A{}'", "#".repeat(256)),
            "1:10: at most 256 cells in a row, found 257 cells",
        );
        assert_fault(
            format!("start = '''{}'''", "A\n".repeat(257)),
            "1:12: at most 256 rows, found 257 rows",
        );
    }

    #[test]
    fn wrong_keys_and_wrong_types_are_told_with_their_places() {
        let s = START;
        assert_fault(
            format!("{s}unit = ['A']"),
            "2:1: the key `units`, found the unknown key `unit`",
        );
        assert_fault(
            format!("{s}zzzzzz = 1"),
            "2:1: one of the keys `title`, `author`, `names`, `family`, `source`, `start`, \
             `wrap`, `lines`, `units`, `horizontal`, `vertical`, `fixed`, `distinct`, `alike`, \
             `gates`, `goal`, `rule`, `spelling`, `metric`, `published`, `shortest`, `colours`, \
             `labels`, `exit`, found the unknown key `zzzzzz`",
        );
        assert_fault(
            format!("{s}title = \"a\\u001bb\""),
            "2:9: one line of printable text, found the character `\\u{1b}`",
        );
        assert_fault(
            format!("{s}title = '{}'", "x".repeat(1001)),
            "2:9: at most 1000 characters, found 1001",
        );
        assert_fault(
            format!("{s}units = 'A'"),
            "2:9: a list of tokens, found a string",
        );
        assert_fault(
            format!("{s}units = ['A', true]"),
            "2:15: a token as a string, found true or false",
        );
        assert_fault(
            format!("{s}units = ['A', 'A']"),
            "2:15: each token once, found `A` again",
        );
        assert_fault(
            format!("{s}distinct = 'A'"),
            "2:12: a list of tokens, or true, found a string",
        );
        assert_fault(
            format!("{s}alike = 'A'"),
            "2:9: a list of lists of tokens, found a string",
        );
        assert_fault(
            format!("{s}alike = ['A', ['B']]"),
            "2:10: a list of tokens inside the list, found a string",
        );
        assert_fault(
            format!("{s}alike = [[]]"),
            "2:10: at least one token, found an empty list",
        );
        assert_fault(
            format!("{s}gates = 'A'"),
            "2:9: a table of gates, found a string",
        );
        assert_fault(
            format!("{s}spelling = 'A'"),
            "2:12: a table of spellings, found a string",
        );
        assert_fault(
            format!("{s}[goal]\nboard = '....'"),
            "2:1: tables headed `[[goal]]` (double brackets), found a table",
        );
        assert_fault(
            format!("{s}rule = [2020-02-02]"),
            "2:9: tables headed `[[rule]]` (double brackets), found a date or time",
        );
        assert_fault(
            format!("{s}rule = [{}]", "{},".repeat(101)),
            "2:8: at most 100 tables headed `[[rule]]`, found 101",
        );
    }

    #[test]
    fn texts_that_are_no_toml_are_told_with_their_places() {
        let s = START;
        assert_fault(
            format!("{s}b = = 1"),
            "2:5: not TOML: extra `=`, expected nothing",
        );
        assert_fault(format!("{s}start = 'A'"), "2:1: not TOML: duplicate key");
        assert_fault(
            "start = \"\nAAB\nA.B\n\"\n",
            "1:9: not TOML: `\"\"\"` or `'''` around a text of several lines, found `\"`",
        );
        assert_fault(
            "title = 'x'\nstart = 'AAB\nA.B'\nunits = []\n",
            "2:9: not TOML: `\"\"\"` or `'''` around a text of several lines, found `'`",
        );
        assert_fault(
            "start = 'A.'\n[[goal]]\nboard = \"\n.A\n",
            "3:9: not TOML: `\"\"\"` or `'''` around a text of several lines, found `\"`",
        );
        assert_fault(
            "start = '''\nAAB\nA B\nCC.\n'''",
            "3:2: 3 cells in this row, found a blank, while other rows have none; write `.` for \
             an empty cell",
        );
    }

    #[test]
    fn lists_that_contradict_the_start_board_are_told_with_their_places() {
        let s = START;
        let token = token::WHAT_A_TOKEN_IS;
        assert_fault(
            format!("{s}units = ['a']"),
            "2:10: a token of the start board, such as `A`, found `a`",
        );
        assert_fault(
            format!("{s}distinct = ['C']"),
            "2:13: a token of the start board, found `C`",
        );
        assert_fault(
            format!("{s}horizontal = ['A']\nvertical = ['B', 'A']"),
            "3:18: a token that is not in `horizontal` (use `fixed` for an immovable piece), found \
             `A` in `horizontal` too",
        );
        assert_fault(
            format!("{s}fixed = ['A']\nunits = ['A']"),
            "3:10: a piece that can move, found `A`, which is fixed",
        );
        assert_fault(
            format!("{s}fixed = ['A']\nalike = [['A', 'B']]"),
            "3:11: a piece that can move, found `A`, which is fixed",
        );
        assert_fault(
            format!("{s}fixed = ['A']\n[gates]\nA = ['B']"),
            "2:10: a piece, found the gate `A`",
        );
        assert_fault(
            format!("{s}horizontal = ['A']\n[gates]\nA = ['B']"),
            "2:15: a piece, found the gate `A`",
        );
        assert_fault(
            format!("{s}[gates]\n'-' = ['B']"),
            "3:1: a token of the start board, found `-`",
        );
        assert_fault(
            format!("{s}[gates]\n'.' = ['B']"),
            format!("3:1: {token}, found `.`"),
        );
        assert_fault(
            format!("{s}alike = [['A', 'B']]"),
            "2:16: a piece with the shape of `A`, found `B`",
        );
        assert_fault(
            "start = 'AB.'\nhorizontal = ['A']\nalike = [['A', 'B']]",
            "3:16: a piece with the axis of `A`, found `B`",
        );
        assert_fault(
            "start = 'AB-'\ngates = { '-' = ['A'] }\nalike = [['A', 'B']]",
            "3:16: a piece with the gates of `A`, found `B`",
        );
        assert_fault(
            "start = 'ABC.'\nalike = [['A', 'B'], ['C', 'B']]",
            "2:28: each token at most once in `alike`, found `B` again",
        );
    }

    #[test]
    fn faults_of_goals_are_told_with_their_places() {
        let s = START;
        assert_fault(
            format!("{s}[[goal]]"),
            "2:1: the key `board` in the goal, found no such key",
        );
        assert_fault(
            format!("{s}[[goal]]\nboard = '....'\nunits = ['B']"),
            "4:1: `units` above the first line in brackets, found the unknown key `units`",
        );
        assert_fault(
            format!("{s}[[goal]]\nboard = '...'"),
            "3:10: 4 columns, found 3 columns",
        );
        assert_fault(
            format!("{s}[[goal]]\nboard = \"\"\"\n....\n....\"\"\""),
            "4:1: 1 row, found 2 rows",
        );
        assert_fault(
            format!("{s}[[goal]]\nboard = '..#.'"),
            "3:12: no wall on c1, where the start board has none, found `#`",
        );
        assert_fault(
            format!("{s}[[goal]]\nboard = 'C...'"),
            "3:10: a token of the start board, found `C`",
        );
        assert_fault(
            format!("{s}[[goal]]\nboard = 'A.A.'"),
            "3:10: 2 cells in the shape of `A`, found another shape; all cells of `A` are one \
             piece; if each cell is a piece, add `units = [\"A\"]`",
        );
        assert_fault(
            format!("{s}[[goal]]\nboard = 'A...'"),
            "3:10: 2 cells in the shape of `A`, found 1 cell",
        );
        assert_fault(
            format!("{s}[[goal]]\nboard = 'B.BB'\n"),
            "3:10: 1 cell in the shape of `B`, found 3 cells; all cells of `B` are one piece; if \
             each cell is a piece, add `units = [\"B\"]`",
        );
        assert_fault(
            "start = 'BB.#'\nunits = ['B']\n[[goal]]\nboard = 'BBB#'",
            "4:12: at most 2 pieces that look like `B`, found one more",
        );
        assert_fault(
            "start = 'BB.#'\n[[goal]]\nboard = '.BBB'",
            "3:13: `#` or `.` on the wall d1, found `B`",
        );
        assert_fault(
            "start = 'BB.#'\n[[goal]]\nboard = '..._'",
            "3:13: `#` or `.` on the wall d1, found `_`",
        );
        assert_fault(
            "start = 'B.F'\nfixed = ['F']\n[[goal]]\nboard = 'F.#'",
            "4:10: a piece that can move, found `F`, which is fixed",
        );
        assert_fault(
            "start = 'B-'\ngates = { '-' = ['B'] }\n[[goal]]\nboard = '-B'",
            "4:10: a piece, found the gate `-`",
        );
    }

    #[test]
    fn faults_of_rules_are_told_with_their_places() {
        let s = START;
        assert_fault(
            format!("{s}[[rule]]\npieces = ['A']"),
            "2:1: the key `never` (`adjacent` or `exposed`) in the rule, found no such key",
        );
        assert_fault(
            format!("{s}[[rule]]\nnever = 'near'"),
            "3:9: `adjacent` or `exposed`, found `near`",
        );
        assert_fault(
            format!("{s}[[rule]]\nnever = 'adjacent'"),
            "2:1: the key `pieces` (a list of tokens) in the rule, found no such key",
        );
        assert_fault(
            format!("{s}[[rule]]\nnever = 'adjacent'\npieces = []"),
            "4:10: at least one token, found an empty list",
        );
        assert_fault(
            format!("{s}[[rule]]\nnever = 'adjacent'\npieces = ['A', 'Z']"),
            "4:16: a token of the start board, found `Z`",
        );
        assert_fault(
            format!("{s}[[rule]]\nnever = 'adjacent'\npieces = ['A', 'B']"),
            "2:1: a rule that the start position obeys (no two of A, B are ever adjacent), found a \
             rule that Start breaks",
        );
        assert_fault(
            format!("{s}[[rule]]\nnever = 'adjacent'\npieces = ['A']\ntoward = 'up'"),
            "5:1: one of the keys `never`, `pieces`, found the unknown key `toward`",
        );
        assert_fault(
            format!("{}from = 'A'\ntoward = 'in'", exposed(s)),
            "6:10: `up`, `down`, `left` or `right`, found `in`",
        );
        assert_fault(
            format!("{}from = 'below'\ntoward = 'up'", exposed(s)),
            "5:8: a token of the start board, or `below`, `above`, `left of` or `right of` a cell \
             such as `a1`, found `below`",
        );
        assert_fault(
            format!("{}from = 'below e1'\ntoward = 'up'", exposed(s)),
            "5:8: a cell of the board such as `a1`, found `e1`",
        );
        assert_fault(
            format!("{}from = 'left of b1'\ntoward = 'right'", exposed(s)),
            "5:8: a cell on the edge of the board that `left of` names, found `b1`",
        );
        assert_fault(
            format!("{}from = 'right of d1'\ntoward = 'up'", exposed(s)),
            "6:10: `left`, which points onto the board, found `up`",
        );
        assert_fault(
            format!("{}from = 'above c1'\n", exposed(s)),
            "2:1: the key `toward` (`up`, `down`, `left` or `right`) in the rule, found no such \
             key",
        );
        assert_fault(
            format!("{}from = 'above c1'\ntoward = 'down'", exposed(s)),
            "2:1: a rule that the start position obeys (B is never seen from the edge at c1 \
             looking down), found a rule that Start breaks",
        );
    }

    #[test]
    fn faults_of_spellings_are_told_with_their_places() {
        let s = START;
        assert_fault(
            format!("{s}[spelling]\nEE = '.'"),
            "3:1: a spelling of one character that could be a token, found `EE`",
        );
        assert_fault(
            format!("{s}[spelling]\n'#' = '.'"),
            "3:1: a spelling of one character that could be a token, found `#`",
        );
        assert_fault(
            format!("{s}[spelling]\nA = '.'"),
            "3:1: a spelling that is no token of the start board, found `A`, which is a token",
        );
        assert_fault(
            format!("{s}[spelling]\nE = 'Z'"),
            "3:5: `.`, `#` or a token of the start board, found `Z`",
        );
        assert_fault(
            format!("{s}[spelling]\nE = 0"),
            "3:5: a token, `.` or `#` as a string, found an integer",
        );
    }

    /// Returns the beginning of a puzzle file with the rule that B is never exposed.
    fn exposed(start: &str) -> String {
        format!("{start}[[rule]]\nnever = 'exposed'\npiece = 'B'\n")
    }

    #[test]
    fn many_faults_are_told_at_once_in_their_order() {
        let text = "title = 1\nstart = \"\"\"\nAA.\nB..\n\"\"\"\nunits = ['Q']\ncolour = 3\n\
                    [[goal]]\nboard = \"\"\"\n..A\n#..\n\"\"\"\n[spelling]\nA = '.'\n";
        assert_eq!(
            faults(text),
            [
                "1:9: a string, found an integer",
                "6:10: a token of the start board, found `Q`",
                "7:1: the key `colours`, found the unknown key `colour`",
                "10:3: 2 cells in the shape of `A`, found 1 cell",
                "11:1: no wall on a1, where the start board has none, found `#`",
                "14:1: a spelling that is no token of the start board, found `A`, which is a token",
            ]
        );
        assert_eq!(
            faults("a = \n\nb = = 1\n"),
            [
                "1:5: not TOML: string values must be quoted, expected literal string",
                "3:5: not TOML: extra `=`, expected nothing",
            ]
        );
        let many: String = (0..200).map(|n| format!("key{n} = 1\n")).collect();
        assert_eq!(faults(&many).len(), PuzzleError::MAX_FAULTS);
    }

    #[test]
    fn hostile_files_are_refused_in_moments() {
        let begun = std::time::Instant::now();
        let near_limit = MAX_FILE_BYTES - 100;
        let lists = |each: &str| each.repeat(near_limit / each.len());
        for text in [
            "=".repeat(near_limit),
            "[".repeat(near_limit),
            format!("a{}=1", lists(".a")),
            format!("start='AB.'\nunits=[{}]", lists("'A',")),
            format!("start='AB.'\nunits=[{}]", lists("'Z',")),
            format!("start='{}'", lists("A")),
            format!("start='''{}'''", lists("A\n")),
            format!("start='''{}'''", lists("A B\n")),
            format!("start='AB.'\ngoal=[{}]", lists("{},")),
            (0..near_limit / 12)
                .map(|n| format!("k{n} = 1\n"))
                .collect(),
            "x".repeat(MAX_FILE_BYTES + 1),
        ] {
            let told = faults(&text);
            assert!(!told.is_empty() && told.len() <= PuzzleError::MAX_FAULTS);
            assert!(told.iter().all(|fault| fault.chars().count() < 400));
        }
        let many_fixed: String = (0..256)
            .map(|row| (0..256).map(|n| format!("f{row}-{n} ")).collect::<String>() + "\n")
            .collect();
        let fixed: String = many_fixed
            .split_whitespace()
            .map(|f| format!("'{f}',"))
            .collect();
        faults(&format!("start='''\n{many_fixed}'''\nfixed=[{fixed}]"));
        assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    }

    #[test]
    fn classes_are_formed_by_name_shape_and_rights() {
        let labels = |text: &str| -> Vec<String> {
            let puzzle = read(text);
            puzzle
                .classes
                .iter()
                .map(|class| class.labels.join(","))
                .collect()
        };
        let start = "start = \"\"\"\nAAb.\nCCdE\nE.ff\n\"\"\"\n";
        for (lists, wanted) in [
            ("", vec!["A,C,f", "b,d", "E"]),
            ("units = ['E']", vec!["A,C,f", "b,d", "E,E"]),
            ("distinct = ['C']", vec!["A,f", "b,d", "C", "E"]),
            ("distinct = true", vec!["A", "b", "C", "d", "E", "f"]),
            ("distinct = false", vec!["A,C,f", "b,d", "E"]),
            ("horizontal = ['C', 'f']", vec!["A", "b,d", "C", "E", "f"]),
            (
                "horizontal = ['C', 'f']\nalike = [['f', 'C']]",
                vec!["A", "b,d", "C,f", "E"],
            ),
            ("alike = [['f', 'A']]", vec!["A,f", "b,d", "C", "E"]),
            (
                "units = ['E']\nalike = [['E', 'b']]",
                vec!["A,C,f", "b,E,E", "d"],
            ),
            (
                "[[goal]]\nboard = '''\n....\n..AA\n....'''",
                vec!["A", "b,d", "C,f", "E"],
            ),
            (
                "[[rule]]\nnever = 'adjacent'\npieces = ['E']",
                vec!["A,C,f", "b,d", "E"],
            ),
            (
                "[[rule]]\nnever = 'exposed'\npiece = 'b'\nfrom = 'f'\ntoward = 'right'\n\
                 shields = ['C']",
                vec!["A", "b", "C", "d", "E", "f"],
            ),
            ("fixed = ['b']", vec!["A,C,f", "d", "E"]),
        ] {
            assert_eq!(labels(&format!("{start}{lists}")), wanted, "{lists}");
        }
        assert_eq!(labels("start = 'AB-'\ngates = { '-' = ['B'] }"), ["A", "B"]);
    }

    #[test]
    fn the_whole_of_checkmate_is_read() {
        let puzzle = Puzzle::open("checkmate").unwrap();
        assert_eq!(puzzle.title, "Checkmate");
        assert_eq!(puzzle.board.cell_count(), 15);
        let labels: Vec<String> = puzzle.classes.iter().map(|c| c.labels.concat()).collect();
        assert_eq!(labels, ["k", "BBBBB", "WWWWW", "K", "D"]);
        assert_eq!(puzzle.classes[4].axis, Axis::Horizontal);
        assert_eq!(
            puzzle.rules[0],
            Rule::Adjacent {
                classes: vec![0, 3]
            }
        );
        assert_eq!(puzzle.goals[0].demands.len(), 13);
        assert!(!puzzle.is_solved(&puzzle.start));
        let solved = puzzle.read_position("WBWB:BWFK:DDWB:EWBk");
        // The horizontal piece D is in the row where it starts, so Walker's Finish is a position.
        assert!(puzzle.is_solved(&solved.unwrap()));
    }

    #[test]
    fn a_goal_may_ask_for_alike_pieces_by_any_of_their_tokens() {
        let puzzle = read("start = 'ad..'\nalike = [['a', 'd']]\n[[goal]]\nboard = '_.ad'");
        let cells = |bits: u128| {
            let set = slidewise_board::CellMask(bits);
            set.iter().collect()
        };
        assert_eq!(
            puzzle.goals[0].demands,
            [
                Demand {
                    class: 0,
                    cells: cells(4)
                },
                Demand {
                    class: 0,
                    cells: cells(8)
                }
            ]
        );
        assert_eq!(puzzle.goals[0].empty, cells(1));
        let text = "start = 'ad..'\nalike = [['a', 'd']]\n[[goal]]\nboard = '.ddd'";
        assert_eq!(
            faults(text),
            [
                "4:11: 1 cell in the shape of `d`, found 3 cells; all cells of `d` are one \
                 piece; if each cell is a piece, add `units = [\"d\"]`"
            ]
        );
    }

    #[test]
    fn a_single_goal_may_be_a_plain_board() {
        let short = read("start = 'A.'\ngoal = '.A'");
        let long = read("start = 'A.'\n[[goal]]\nboard = '.A'");
        assert_eq!(short.goals, long.goals);
    }

    #[test]
    fn names_are_made_safe_for_folders() {
        for (stem, name) in [
            ("checkmate", "checkmate"),
            ("a b/c:d\u{202e}", "a-b-c-d-"),
            ("..", "puzzle"),
            ("", "puzzle"),
            ("横刀立马", "横刀立马"),
        ] {
            assert_eq!(clean_name(stem), name);
        }
        assert!(clean_name(&"é".repeat(100)).len() <= 60);
    }
}
