//! Reads the start board of a puzzle file, and the properties of its tokens from the lists of the
//! file.
//!
//! Reports faults of the start board and of the keys `units`, `horizontal`, `vertical`, `fixed`,
//! `distinct` and `gates`. Classes are formed later.

use super::Axis;
use super::document::{BoardText, Document};
use super::error::quoted;
use super::faults::FaultCollector;
use super::similar_names::nearest;
use super::token;
use super::word_grid::{PlacedWord, RowBreaks, WordGrid};
use slidewise_board::{Board, BoardError, Cell, CellSet, Shape, Square};
use std::collections::{HashMap, HashSet};

/// The kind of a token of the start board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Piece,
    Gate,
    Fixed,
}

/// A token of the start board, with its role.
pub(super) struct TokenRole {
    pub token: String,
    pub role: TokenKind,
    /// The place in the file where the token first appears, in bytes.
    pub at: usize,
    /// The squares of the token, in reading order.
    pub squares: Vec<Square>,
    /// Whether each cell of the token is a piece of its own, because the key `units` lists the
    /// token.
    pub is_units: bool,
    pub axis: Axis,
    /// The cells on which the pieces of this token may stand.
    pub allowed: CellSet,
}

impl TokenRole {
    /// The shape of each piece of this token.
    pub(crate) fn shape(&self) -> Shape {
        if self.is_units {
            Shape::unit()
        } else {
            Shape::of(&self.squares).0
        }
    }

    /// The first square of each piece of this token.
    pub(crate) fn firsts(&self) -> &[Square] {
        if self.is_units {
            &self.squares
        } else {
            &self.squares[..1]
        }
    }
}

/// The start board: its cells and its tokens.
pub(super) struct StartBoard {
    pub board: Board,
    /// The tokens, in the order of their first squares.
    pub standings: Vec<TokenRole>,
    number_of: HashMap<String, usize>,
}

impl StartBoard {
    /// Reads the start board and the file's lists of tokens; `None` if the board cannot be read.
    pub(crate) fn read(sheet: &Document, faults: &mut FaultCollector<'_>) -> Option<StartBoard> {
        let start = sheet.start.as_ref()?;
        let drawing = match WordGrid::read(&start.chars, RowBreaks::Lines, None) {
            Ok(drawing) => drawing,
            Err(wrong) => {
                note_misdrawn(start, &wrong, faults);
                return None;
            }
        };
        let mut lineup = StartBoard::of(start, &drawing, sheet, faults)?;
        lineup.take_lists(sheet, faults);
        lineup.open_gates(sheet, faults);
        if !lineup.standings.iter().any(|s| s.role == TokenKind::Piece) {
            faults.add(start.at, "at least one piece that can move", "none");
        }
        Some(lineup)
    }

    /// Collects the tokens of the start board, before the file's lists of tokens are applied.
    fn of(
        start: &BoardText,
        drawing: &WordGrid,
        sheet: &Document,
        faults: &mut FaultCollector<'_>,
    ) -> Option<StartBoard> {
        let gates: HashSet<&str> = sheet
            .gates
            .iter()
            .map(|(gate, _)| gate.text.as_str())
            .collect();
        let fixed: HashSet<&str> = sheet.fixed.iter().map(|word| word.text.as_str()).collect();
        let is_gate = |text: &str| gates.contains(text);
        let is_fixed = |text: &str| fixed.contains(text);
        let is_wall = |text: &str| text == token::WALL || is_fixed(text) && !is_gate(text);
        let rows = &drawing.rows;
        let made = Board::new(rows.len(), rows[0].len(), |square| {
            is_wall(&rows[square.row as usize][square.column as usize].text)
        });
        let board = match made {
            Ok(board) => board,
            Err(error) => {
                let (expected, found) = board_fault(error);
                faults.add(start.at, &expected, &found);
                return None;
            }
        };
        let mut lineup = StartBoard {
            board,
            standings: Vec::new(),
            number_of: HashMap::new(),
        };
        for (row, words) in rows.iter().enumerate() {
            for (column, word) in words.iter().enumerate() {
                if word.text == token::EMPTY || word.text == token::WALL {
                    continue;
                }
                let square = Square {
                    row: row as u16,
                    column: column as u16,
                };
                if let Some(&number) = lineup.number_of.get(&word.text) {
                    lineup.standings[number].squares.push(square);
                    continue;
                }
                if !token::is_token(&word.text) {
                    note_bad_token(word, faults);
                }
                let role = match (is_gate(&word.text), is_fixed(&word.text)) {
                    (true, _) => TokenKind::Gate,
                    (_, true) => TokenKind::Fixed,
                    _ => TokenKind::Piece,
                };
                let number = lineup.standings.len();
                lineup.number_of.insert(word.text.clone(), number);
                lineup.standings.push(TokenRole {
                    token: word.text.clone(),
                    role,
                    at: word.at,
                    squares: vec![square],
                    is_units: false,
                    axis: Axis::Free,
                    allowed: lineup.board.cells(),
                });
            }
        }
        Some(lineup)
    }

    /// Looks up the index of a token; adds a fault unless the token names a piece that can move.
    pub(crate) fn piece(
        &self,
        word: &PlacedWord,
        faults: &mut FaultCollector<'_>,
    ) -> Option<usize> {
        let number = self.known(word, faults)?;
        match self.standings[number].role {
            TokenKind::Piece => return Some(number),
            TokenKind::Gate => faults.add(
                word.at,
                "a piece",
                &format!("the gate {}", quoted(&word.text)),
            ),
            TokenKind::Fixed => {
                let found = format!("{}, which is fixed", quoted(&word.text));
                faults.add(word.at, "a piece that can move", &found);
            }
        }
        None
    }

    /// Looks up the index of a token of any kind.
    pub(crate) fn number_of(&self, token: &str) -> Option<usize> {
        self.number_of.get(token).copied()
    }

    /// Looks up the index of a token of any kind; adds a fault if the start board lacks it.
    fn known(&self, word: &PlacedWord, faults: &mut FaultCollector<'_>) -> Option<usize> {
        let number = self.number_of(&word.text);
        if number.is_none() {
            // Fixed pieces may have many tokens. To be fast on any input, hints are sought only for
            // the first faults, and not among the tokens of fixed pieces.
            let hints = self
                .standings
                .iter()
                .filter(|s| s.role != TokenKind::Fixed && !faults.are_many());
            let tokens = hints.map(|s| s.token.as_str());
            let expected = match nearest(&word.text, tokens)[..] {
                [near, ..] => format!("a token of the start board, such as {}", quoted(near)),
                [] => "a token of the start board".to_owned(),
            };
            faults.add(word.at, &expected, &quoted(&word.text));
        }
        number
    }

    /// Applies the lists of tokens `fixed`, `distinct`, `units`, `horizontal` and `vertical`.
    fn take_lists(&mut self, sheet: &Document, faults: &mut FaultCollector<'_>) {
        for word in &sheet.fixed {
            if let Some(number) = self.known(word, faults)
                && self.standings[number].role == TokenKind::Gate
            {
                let found = format!("the gate {}", quoted(&word.text));
                faults.add(word.at, "a piece", &found);
            }
        }
        for word in &sheet.distinct {
            self.piece(word, faults);
        }
        for word in &sheet.units {
            if let Some(number) = self.piece(word, faults) {
                self.standings[number].is_units = true;
            }
        }
        for word in &sheet.horizontal {
            if let Some(number) = self.piece(word, faults) {
                self.standings[number].axis = Axis::Horizontal;
            }
        }
        for word in &sheet.vertical {
            let Some(number) = self.piece(word, faults) else {
                continue;
            };
            let axis = &mut self.standings[number].axis;
            if *axis == Axis::Horizontal {
                let found = format!("{} in `horizontal` too", quoted(&word.text));
                let expected =
                    "a token that is not in `horizontal` (use `fixed` for an immovable piece)";
                faults.add(word.at, expected, &found);
            }
            *axis = Axis::Vertical;
        }
    }

    /// Closes each gate to the pieces that the gate's list in the file does not name.
    fn open_gates(&mut self, sheet: &Document, faults: &mut FaultCollector<'_>) {
        for (gate, pieces) in &sheet.gates {
            if !token::is_token(&gate.text) {
                note_bad_token(gate, faults);
                continue;
            }
            let Some(number) = self.known(gate, faults) else {
                continue;
            };
            let open_to: HashSet<usize> = pieces
                .iter()
                .filter_map(|word| self.piece(word, faults))
                .collect();
            let cells = self.cells_of(number);
            for (number, standing) in self.standings.iter_mut().enumerate() {
                if !open_to.contains(&number) && standing.role == TokenKind::Piece {
                    standing.allowed = standing.allowed.without(cells);
                }
            }
        }
    }

    /// The cells on which a token starts; empty for a fixed piece, whose squares are walls.
    pub(crate) fn cells_of(&self, number: usize) -> CellSet {
        let squares = self.standings[number].squares.iter();
        squares
            .filter_map(|&square| self.board.cell_at(square))
            .collect()
    }

    /// The first cell of each piece of a token.
    pub(crate) fn first_cells(&self, number: usize) -> Vec<Cell> {
        let squares = self.standings[number].firsts().iter();
        squares
            .filter_map(|&square| self.board.cell_at(square))
            .collect()
    }
}

/// Adds the faults that were found when a board was split into rows.
pub(super) fn note_misdrawn(
    board: &BoardText,
    wrong: &[super::word_grid::GridFault],
    faults: &mut FaultCollector<'_>,
) {
    for fault in wrong {
        // The characters of an empty string cannot give a place, so the fault is placed at the
        // string.
        let at = if board.chars.is_empty() || fault.at == 0 {
            board.at
        } else {
            fault.at
        };
        faults.add(at, &fault.expected, &fault.found);
    }
}

/// Adds the fault of a word that cannot be a token.
fn note_bad_token(word: &PlacedWord, faults: &mut FaultCollector<'_>) {
    let length = word.text.chars().count();
    if length > token::MAX_TOKEN && word.text.chars().all(token::is_token_char) {
        let expected = format!("a token of at most {} characters", token::MAX_TOKEN);
        faults.add(word.at, &expected, &quoted(&word.text));
    } else if word.text == token::MUST_BE_EMPTY {
        let expected = "a token, or `.` for an empty cell";
        faults.add(word.at, expected, "`_`, which stands in goals only");
    } else {
        faults.add(word.at, token::WHAT_A_TOKEN_IS, &quoted(&word.text));
    }
}

/// Describes why a rectangle cannot be a board: what was expected, and what was found.
fn board_fault(error: BoardError) -> (String, String) {
    match error {
        BoardError::TooLong { rows, columns } => (
            format!("at most {0} rows and {0} columns", Board::MAX_SIDE),
            format!("{rows} and {columns}"),
        ),
        BoardError::TooManyCells { found } => (
            format!("at most {} cells that are not walls", Board::MAX_CELLS),
            found.to_string(),
        ),
        BoardError::NoCells => (
            "at least one cell that is no wall".to_owned(),
            "none".to_owned(),
        ),
    }
}
