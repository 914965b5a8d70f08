//! Positions as text: reads all accepted notations, and writes the canonical notation.
//!
//! Each configuration has one canonical text, which reads back as this configuration. Only
//! positions that obey all rules are read. Cost: one pass over the board, with allocations; not for
//! inner loops.

use super::error::{any_of, counted, quoted};
use super::similar_names::nearest;
use super::token;
use super::word_grid::{PlacedText, PlacedWord, RowBreaks, WordGrid};
use super::{Axis, Class, Configuration, PositionError, PositionErrorKind, Puzzle};
use slidewise_board::{Cell, CellSet, Shape, Square};
use std::collections::HashMap;

/// The token `0`, read as an empty cell if the puzzle does not use it otherwise.
const ZERO: &str = "0";

/// Maximum size of a position in bytes, enough for any board and tokens that fit a puzzle file.
const MAX_POSITION_BYTES: usize = 1 << 20;

/// A token, with the class and the number of the pieces that it names.
struct TokenPieces<'p> {
    token: &'p str,
    class: usize,
    pieces: usize,
}

/// The meaning of a word on its square.
#[derive(Clone, Copy)]
enum WordMeaning {
    Empty,
    Wall,
    /// A cell of a gate that no piece covers; the set holds all cells of the gate.
    Gate(CellSet),
    /// A cell of a piece, with the index of the piece's token in the list of [`Puzzle::owners`].
    Piece(usize),
}

impl Puzzle {
    /// Reads a position in any accepted notation.
    ///
    /// `:`, `/` and line breaks separate rows. Cells are written without separators, or separated
    /// by blanks or by commas (unless a token contains a comma). A text without row separators is
    /// accepted if it has all cells of the board. `0` is an empty cell, unless the puzzle gives it
    /// another meaning.
    ///
    /// # Errors
    /// The first fault found: in the size, a token, a wall, a gate, the number or shape of pieces,
    /// a row or column that a piece may not leave, or a rule.
    ///
    /// ```
    /// let puzzle = slidewise_puzzle::Puzzle::open("checkmate")?;
    /// let walkers = puzzle.read_position("kBWB:BWFW:KBDD:EWBW")?;
    /// assert_eq!(walkers, puzzle.start);
    /// assert_eq!(puzzle.write_position(&walkers), "kBWB:BW#W:KBDD:.WBW");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_position(&self, text: &str) -> Result<Configuration, PositionError> {
        let owners = self.owners();
        let meanings = self.meanings(&owners);
        let has_commas = meanings.keys().any(|word| word.contains(','));
        let drawing = self.position_drawing(text, has_commas)?;
        let mut cells_of = vec![Vec::new(); owners.len()];
        for (row, words) in drawing.rows.iter().enumerate() {
            for (column, word) in words.iter().enumerate() {
                let square = Square {
                    row: row as u16,
                    column: column as u16,
                };
                if let Some((number, cell)) = self.read_word(square, word, &meanings)? {
                    cells_of[number].push(cell);
                }
            }
        }
        let mut firsts = vec![Vec::new(); self.classes.len()];
        for (owner, cells) in owners.iter().zip(&cells_of) {
            firsts[owner.class].extend(self.read_pieces(owner, cells)?);
        }
        for (number, class) in self.classes.iter().enumerate() {
            self.check_lanes(number, class, &firsts[number])?;
        }
        let configuration = Configuration::new(firsts);
        self.check_rules(&configuration)?;
        Ok(configuration)
    }

    /// Writes the canonical text of a configuration, with rows joined by `:`.
    ///
    /// # Panics
    /// If the configuration does not fit the puzzle ([`Puzzle::fits`]), or a piece may not stand
    /// where it is put.
    pub fn write_position(&self, configuration: &Configuration) -> String {
        let between = if self.notation.blanks { " " } else { "" };
        let rows: Vec<String> = self
            .rows_of(configuration)
            .iter()
            .map(|row| row.join(between))
            .collect();
        rows.join(":")
    }

    /// The canonical token of every square, indexed by row and column.
    ///
    /// A wall is `#`, an empty cell `.`, and a free cell of a gate the token of the gate.
    ///
    /// # Panics
    /// If the configuration does not fit the puzzle ([`Puzzle::fits`]), or a piece may not stand
    /// where it is put.
    pub fn rows_of(&self, configuration: &Configuration) -> Vec<Vec<String>> {
        assert!(
            self.fits(configuration),
            "a configuration of {} pieces does not fit the puzzle {}",
            configuration.firsts().len(),
            self.name
        );
        let mut rows = self.bare_rows();
        for (number, class) in self.classes.iter().enumerate() {
            let pieces = self.pieces_of(configuration, number);
            for (cells, label) in pieces.into_iter().zip(&class.labels) {
                for square in cells.iter().map(|cell| self.board.square_of(cell)) {
                    rows[usize::from(square.row)][usize::from(square.column)] = label.clone();
                }
            }
        }
        rows
    }

    /// The token of every square of the board without pieces, indexed by row and column.
    ///
    /// A wall is `#`, a cell of a gate the token of the gate, and any other cell `.`.
    pub fn bare_rows(&self) -> Vec<Vec<String>> {
        let mut token_of = vec![token::EMPTY; self.board.cell_count()];
        for gate in &self.gates {
            for cell in gate.cells {
                token_of[cell.index()] = &gate.token;
            }
        }
        (0..self.board.rows() as u16)
            .map(|row| {
                (0..self.board.columns() as u16)
                    .map(|column| match self.board.cell_at(Square { row, column }) {
                        Some(cell) => token_of[cell.index()].to_owned(),
                        None => token::WALL.to_owned(),
                    })
                    .collect()
            })
            .collect()
    }

    /// The canonical token of the piece of `class` whose first cell is `first`.
    ///
    /// # Panics
    /// If the configuration belongs to another puzzle, or has no such piece.
    pub fn label_of(&self, configuration: &Configuration, class: usize, first: Cell) -> &str {
        let place = self
            .firsts_of(configuration, class)
            .binary_search(&first)
            .expect("a piece of this class has its first cell here");
        &self.classes[class].labels[place]
    }

    /// Splits a position into words.
    ///
    /// Commas separate words, unless `has_commas` says that tokens or spellings of the puzzle
    /// contain commas.
    fn position_drawing(&self, text: &str, has_commas: bool) -> Result<WordGrid, PositionError> {
        let size = (self.board.rows(), self.board.columns());
        if text.len() > MAX_POSITION_BYTES {
            return Err(PositionError {
                kind: PositionErrorKind::Size,
                place: None,
                expected: format!("a position of at most {MAX_POSITION_BYTES} bytes"),
                found: "a longer text".to_owned(),
            });
        }
        let parted = |c: char| if c == ',' && !has_commas { ' ' } else { c };
        let placed = text.char_indices().map(|(at, c)| (parted(c), at)).collect();
        let placed = in_rows(placed, size);
        WordGrid::read(&placed, RowBreaks::Marks, Some(size)).map_err(|wrong| {
            let first = wrong.into_iter().next();
            let (row, expected, found) = first.map_or_else(
                || (None, counted(size.0, "row"), "another number".to_owned()),
                |misdrawn| (misdrawn.row, misdrawn.expected, misdrawn.found),
            );
            PositionError {
                kind: PositionErrorKind::Size,
                place: row.map(|row| (row + 1, 1)),
                expected,
                found,
            }
        })
    }

    /// The tokens of all pieces, class by class.
    fn owners(&self) -> Vec<TokenPieces<'_>> {
        let mut owners: Vec<TokenPieces<'_>> = Vec::new();
        for (number, class) in self.classes.iter().enumerate() {
            for label in &class.labels {
                match owners.last_mut() {
                    Some(last) if last.class == number && last.token == label => last.pieces += 1,
                    _ => owners.push(TokenPieces {
                        token: label,
                        class: number,
                        pieces: 1,
                    }),
                }
            }
        }
        owners
    }

    /// Maps each word that a position may contain to its meaning.
    fn meanings<'p>(&'p self, owners: &[TokenPieces<'p>]) -> HashMap<&'p str, WordMeaning> {
        let mut meanings = HashMap::from([
            (token::EMPTY, WordMeaning::Empty),
            (token::WALL, WordMeaning::Wall),
        ]);
        let fixed = self.notation.fixed.iter();
        meanings.extend(fixed.map(|token| (token.as_str(), WordMeaning::Wall)));
        let gates = self.gates.iter();
        meanings.extend(gates.map(|gate| (gate.token.as_str(), WordMeaning::Gate(gate.cells))));
        let owners = owners.iter().enumerate();
        meanings.extend(owners.map(|(number, owner)| (owner.token, WordMeaning::Piece(number))));
        for (written, meant) in &self.notation.spelling {
            if let Some(&meaning) = meanings.get(meant.as_str()) {
                meanings.insert(written, meaning);
            }
        }
        // `0` is accepted as an empty cell, because most programs for sliding tiles write it so.
        meanings.entry(ZERO).or_insert(WordMeaning::Empty);
        meanings
    }

    /// Reads the word on a square.
    ///
    /// Returns the index of the token and the cell if the word stands for a piece, else `None`.
    fn read_word(
        &self,
        square: Square,
        word: &PlacedWord,
        meanings: &HashMap<&str, WordMeaning>,
    ) -> Result<Option<(usize, Cell)>, PositionError> {
        let fault = |kind, expected: &str| {
            Err(PositionError {
                kind,
                place: Some((square.row as usize + 1, square.column as usize + 1)),
                expected: expected.to_owned(),
                found: quoted(&word.text),
            })
        };
        let Some(&meaning) = meanings.get(word.text.as_str()) else {
            let expected = match nearest(&word.text, meanings.keys().copied())[..] {
                [near, ..] => format!("a token of this puzzle, such as {}", quoted(near)),
                [] => "a token of this puzzle, `.` or `#`".to_owned(),
            };
            return fault(PositionErrorKind::Token, &expected);
        };
        match (meaning, self.board.cell_at(square)) {
            (WordMeaning::Wall, None) | (WordMeaning::Empty, Some(_)) => Ok(None),
            (_, None) => fault(PositionErrorKind::Wall, "the wall `#`"),
            (WordMeaning::Wall, Some(_)) => fault(PositionErrorKind::Wall, "a piece or `.`"),
            (WordMeaning::Gate(cells), Some(cell)) if cells.contains(cell) => Ok(None),
            (WordMeaning::Gate(_), Some(_)) => fault(
                PositionErrorKind::Gate,
                "a piece or `.`, because this cell is not in the gate",
            ),
            (WordMeaning::Piece(number), Some(cell)) => Ok(Some((number, cell))),
        }
    }

    /// Finds the first cells of the pieces of one token, given its `cells` in reading order.
    fn read_pieces(
        &self,
        owner: &TokenPieces<'_>,
        cells: &[Cell],
    ) -> Result<Vec<Cell>, PositionError> {
        let class = &self.classes[owner.class];
        let token = quoted(owner.token);
        let Some(&first) = cells.first() else {
            return Err(PositionError {
                kind: PositionErrorKind::Count,
                place: None,
                expected: match owner.pieces {
                    1 => format!("the piece {token}"),
                    pieces => format!("{} {token}", counted(pieces, "piece")),
                },
                found: "none".to_owned(),
            });
        };
        if class.shape.size() == 1 && cells.len() != owner.pieces {
            return Err(PositionError {
                kind: PositionErrorKind::Count,
                place: Some(self.place_of(cells[owner.pieces.min(cells.len() - 1)])),
                expected: format!("{} {token}", counted(owner.pieces, "piece")),
                found: cells.len().to_string(),
            });
        }
        if class.shape.size() > 1 {
            let squares: Vec<Square> = cells.iter().map(|&c| self.board.square_of(c)).collect();
            if Shape::of(&squares).0 != class.shape {
                let size = class.shape.size();
                return Err(PositionError {
                    kind: PositionErrorKind::Shape,
                    place: Some(self.place_of(first)),
                    expected: format!("{} in the shape of {token}", counted(size, "cell")),
                    found: if cells.len() == size {
                        "another shape".to_owned()
                    } else {
                        counted(cells.len(), "cell")
                    },
                });
            }
        }
        let closed = cells.iter().find(|&&cell| !class.allowed.contains(cell));
        if let Some(&cell) = closed {
            return Err(PositionError {
                kind: PositionErrorKind::Gate,
                place: Some(self.place_of(cell)),
                expected: "a piece that may stand on this gate".to_owned(),
                found: token,
            });
        }
        Ok(cells[..if owner.pieces > 1 { cells.len() } else { 1 }].to_vec())
    }

    /// Checks that the pieces of a class are in the lanes that the class has in Start.
    ///
    /// The pieces of a class are interchangeable, so only the number of pieces in each lane is
    /// compared with Start.
    fn check_lanes(
        &self,
        number: usize,
        class: &Class,
        firsts: &[Cell],
    ) -> Result<(), PositionError> {
        let lane = |&first: &Cell| class.lane(&self.board, first);
        let mut free: Vec<Option<u16>> = self
            .firsts_of(&self.start, number)
            .iter()
            .map(lane)
            .collect();
        for first in firsts {
            let found = lane(first);
            match free.iter().position(|&lane| lane == found) {
                Some(place) => {
                    free.swap_remove(place);
                }
                None => {
                    let mut tokens = class.labels.clone();
                    tokens.dedup();
                    let tokens: Vec<String> = tokens.iter().map(|token| quoted(token)).collect();
                    let line = match class.axis {
                        Axis::Vertical => "column",
                        _ => "row",
                    };
                    return Err(PositionError {
                        kind: PositionErrorKind::Lane,
                        place: Some(self.place_of(*first)),
                        expected: format!("{} in the {line} where it starts", any_of(&tokens)),
                        found: format!("another {line}"),
                    });
                }
            }
        }
        Ok(())
    }

    /// Checks that a configuration obeys all rules.
    fn check_rules(&self, configuration: &Configuration) -> Result<(), PositionError> {
        let pieces_of = |class| self.pieces_of(configuration, class);
        match self
            .rules
            .iter()
            .find(|rule| !rule.holds(&self.board, &pieces_of))
        {
            None => Ok(()),
            Some(rule) => Err(PositionError {
                kind: PositionErrorKind::Rule,
                place: None,
                expected: format!("a position in which {}", self.rule_in_words(rule)),
                found: "a position that breaks this rule".to_owned(),
            }),
        }
    }

    /// The row and column of a cell, from 1.
    fn place_of(&self, cell: Cell) -> (usize, usize) {
        let square = self.board.square_of(cell);
        (square.row as usize + 1, square.column as usize + 1)
    }
}

/// Inserts row separators into a text that has all cells of the board in one row.
fn in_rows(text: PlacedText, (rows, columns): (usize, usize)) -> PlacedText {
    let is_break = |c: char| matches!(c, ':' | '/' | '\n' | '\r');
    let is_blank = |at: usize| text[at].0.is_whitespace();
    let words: Vec<usize> = (0..text.len()).filter(|&at| !is_blank(at)).collect();
    let [Some(&first), Some(&last)] = [words.first(), words.last()] else {
        return text;
    };
    let has_blanks = (first..last).any(is_blank);
    let begins = |at: &usize| !has_blanks || *at == first || is_blank(at - 1);
    let words: Vec<usize> = words.into_iter().filter(begins).collect();
    // On a board of one column, a text without blanks is a single token, so it has one cell.
    let is_whole = words.len() == rows * columns && (columns > 1 || has_blanks);
    if !is_whole || text.iter().any(|&(c, _)| is_break(c)) {
        return text;
    }
    let mut parted = PlacedText::new();
    let mut written = 0;
    for row in words.chunks(columns).skip(1) {
        parted.extend(&text[written..row[0]]);
        parted.push((':', text[row[0]].1));
        written = row[0];
    }
    parted.extend(&text[written..]);
    parted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::from_toml("x", "x.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// The canonical text of a position that is read, or the error.
    fn read(puzzle: &Puzzle, text: &str) -> String {
        match puzzle.read_position(text) {
            Ok(configuration) => {
                let written = puzzle.write_position(&configuration);
                let again = puzzle.read_position(&written);
                assert_eq!(again.as_ref(), Ok(&configuration), "{written} reads back");
                written
            }
            Err(error) => format!("{:?}: {error}", error.kind),
        }
    }

    #[test]
    fn numbered_tiles_are_read_as_other_programs_write_them() {
        let tiles = Puzzle::tiles(3, 3).unwrap();
        for text in [
            "8 6 7 2 5 4 3 0 1",
            "8,6,7,2,5,4,3,0,1",
            "8, 6, 7, 2, 5, 4, 3, 0, 1",
            "8 6 7/2 5 4/3 0 1",
            "867:254:301",
            "867254301",
            "867:254:3.1",
        ] {
            assert_eq!(read(&tiles, text), "867:254:3.1", "{text}");
        }
        let column = Puzzle::tiles(3, 1).unwrap();
        assert_eq!(read(&column, "0 1 2"), ".:1:2");
        let large = Puzzle::tiles(4, 4).unwrap();
        let korf = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
        assert_eq!(read(&large, korf), ". 1 2 3:4 5 6 7:8 9 10 11:12 13 14 15");
        assert!(read(&large, "0 1 2").starts_with("Size"));
        // In a puzzle with the token `0` or `,`, this character is a piece, not an empty cell or a
        // separator.
        let zero = puzzle("start = '0A.'\ndistinct = true\n");
        assert_eq!(read(&zero, "A0."), "A0.");
        assert!(read(&zero, "A00").starts_with("Count"));
        let comma = puzzle("start = ',A.'\ndistinct = true\n");
        assert_eq!(read(&comma, "A,."), "A,.");
    }

    #[test]
    fn every_spelling_is_read() {
        let checkmate = Puzzle::open("checkmate").unwrap();
        for text in [
            "kBWB:BW#W:KBDD:.WBW",
            "kBWB/BWFW/KBDD/EWBW",
            "kBWB\nBWFW\nKBDD\n.WBW\n",
            "\r\n  kBWB\r\n  BW#W\r\n  KBDD\r\n  EWBW\r\n",
            "k B W B : B W F W : K B D D : E W B W",
            "k B W B/B W # W\nK B D D:. W B W",
        ] {
            assert_eq!(read(&checkmate, text), "kBWB:BW#W:KBDD:.WBW", "{text:?}");
        }
    }

    #[test]
    fn alike_tokens_are_read_in_any_order_and_written_in_one() {
        let alike = puzzle("start = \"\"\"\nbb.\naa.\nCDc\n\"\"\"\nalike = [['a', 'b']]");
        assert_eq!(read(&alike, "aa.:bb.:CDc"), "bb.:aa.:CDc");
        assert_eq!(read(&alike, "aa.:.bb:cDC"), "bb.:.aa:CDc");
        assert_eq!(
            read(&alike, ".C.:bb.:aaD"),
            "Count: expected the piece `c`, found none"
        );
        let moved = alike.read_position("..D:aaC:bbc").unwrap();
        let last = alike.firsts_of(&moved, 0)[1];
        assert_eq!(alike.label_of(&moved, 0, last), "a");
        assert_eq!(
            alike.rows_of(&moved),
            [[".", ".", "C"], ["b", "b", "D"], ["a", "a", "c"]]
        );
    }

    #[test]
    fn units_among_alike_ones_come_by_the_order_of_their_tokens() {
        let mixed = puzzle("start = 'yB.By'\nunits = ['B', 'y']\nalike = [['B', 'y']]");
        assert_eq!(read(&mixed, "BBy.y"), "yyB.B");
    }

    #[test]
    fn long_tokens_stand_apart_and_a_column_needs_no_blanks() {
        let fifteen = Puzzle::open("fifteen").unwrap();
        let written = "1 2 3 4:5 6 7 8:9 10 11 12:13 15 14 .";
        assert_eq!(fifteen.write_position(&fifteen.start), written);
        assert_eq!(
            read(&fifteen, "1 2 3 4/5 6 7 8/9 10 11 12\n13 15 . 14"),
            "1 2 3 4:5 6 7 8:9 10 11 12:13 15 . 14"
        );
        let column = puzzle("start = \"1\\n10\\n.\"\ndistinct = true");
        assert_eq!(read(&column, "10:.:1"), "10:.:1");
    }

    #[test]
    fn gates_print_as_their_token_and_read_as_empty_too() {
        let gated = puzzle("start = 'AB.-#'\n[gates]\n'-' = ['A']");
        assert_eq!(read(&gated, "AB..#"), "AB.-#");
        assert_eq!(read(&gated, ".B.A#"), ".B.A#");
        assert_eq!(
            read(&gated, ".A.B#"),
            "Gate: row 1, column 4: expected a piece that may stand on this gate, found `B`"
        );
        assert_eq!(
            read(&gated, "AB--#"),
            "Gate: row 1, column 3: expected a piece or `.`, because this cell is not in the gate, \
             found `-`"
        );
    }

    #[test]
    fn wrong_positions_say_where_and_why() {
        let lanes = puzzle(
            "start = \"\"\"\nAA.F\n...v\nHHHv\n.11.\n\"\"\"\nunits = ['1']\nfixed = ['F']\n\
             horizontal = ['A', 'H']\nvertical = ['v']\n[spelling]\no = '1'",
        );
        assert_eq!(read(&lanes, ".AAF:...v:HHHv:oo.."), ".AA#:...v:HHHv:11..");
        for (text, wanted) in [
            ("", "Size: expected a board, found nothing"),
            ("AA.F:...v:HHHv", "Size: expected 4 rows, found 3 rows"),
            (
                "AA.F:...v:HHHv:.11.:....",
                "Size: expected 4 rows, found 5 rows",
            ),
            (
                "AA.:...:HHH:.11",
                "Size: expected 4 columns, found 3 columns",
            ),
            (
                "AA.F.:...v.:HHHv.:.11..",
                "Size: expected 4 columns, found 5 columns",
            ),
            (
                "AA.F:...v:HHHv:.11",
                "Size: row 4, column 1: expected 4 cells in this row, found 3 cells",
            ),
            (
                "AA.F:...v:HHHv:.1Z.",
                "Token: row 4, column 3: expected a token of this puzzle, `.` or `#`, found `Z`",
            ),
            (
                "AA..:...v:HHHv:.11.",
                "Wall: row 1, column 4: expected the wall `#`, found `.`",
            ),
            (
                "AA#F:...v:HHHv:.11.",
                "Wall: row 1, column 3: expected a piece or `.`, found `#`",
            ),
            (
                "..1F:...v:HHHv:..1.",
                "Count: expected the piece `A`, found none",
            ),
            (
                "AA.F:...v:HHHv:..1.",
                "Count: row 4, column 3: expected 2 pieces `1`, found 1",
            ),
            (
                "AA.F:...v:HHHv:111.",
                "Count: row 4, column 3: expected 2 pieces `1`, found 3",
            ),
            (
                "AA.F:...v:HHHv:....",
                "Count: expected 2 pieces `1`, found none",
            ),
            (
                "AAAF:...v:HHHv:.11.",
                "Shape: row 1, column 1: expected 2 cells in the shape of `A`, found 3 cells",
            ),
            (
                "A.AF:...v:HHHv:.11.",
                "Shape: row 1, column 1: expected 2 cells in the shape of `A`, found another shape",
            ),
            (
                "...#:AA.v:HHHv:.11.",
                "Lane: row 2, column 1: expected `A` in the row where it starts, found another row",
            ),
            (
                "AA.#:HHHv:...v:.11.",
                "Lane: row 2, column 1: expected `H` in the row where it starts, found another row",
            ),
            (
                "AA.#:v...:vHHH:.11.",
                "Lane: row 2, column 1: expected `v` in the column where it starts, found \
                 another column",
            ),
        ] {
            assert_eq!(read(&lanes, text), wanted, "{text}");
        }
        let huge = "A".repeat(2 << 20);
        assert!(read(&lanes, &huge).starts_with("Size: expected a position of at most"));
    }

    #[test]
    fn rules_hold_for_positions() {
        let checkmate = Puzzle::open("checkmate").unwrap();
        assert_eq!(
            read(&checkmate, "BBWB:BW#W:KkDD:.WBW"),
            "Rule: expected a position in which no two of k, K are ever adjacent, found a \
             position that breaks this rule"
        );
        assert_eq!(
            read(&checkmate, "kBWB:BW#K:WBDD:.WBW"),
            "Rule: expected a position in which k is never seen from the edge at a1 looking up \
             unless K stands between, found a position that breaks this rule"
        );
    }

    #[test]
    fn all_cells_in_one_row_are_cut_into_those_of_the_board() {
        let puzzle = Puzzle::tiles(3, 3).unwrap();
        let read = |text: &str| puzzle.read_position(text);
        assert_eq!(read("12345678."), Ok(puzzle.start.clone()));
        assert_eq!(read(" 1 2 3 4 5 6 7 8 . "), Ok(puzzle.start.clone()));
        assert_eq!(read("1234567.8"), read("123:456:7.8"));
        for wrong in [
            "12345678",
            "12345678..",
            "123:45678.",
            "1 2 3 4 5 6 7 8",
            "",
        ] {
            let refused = read(wrong).unwrap_err();
            assert_eq!(refused.kind, PositionErrorKind::Size, "{wrong}");
        }
        let fifteen = Puzzle::open("tiles:4x4").unwrap();
        let run = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 .";
        assert_eq!(fifteen.read_position(run), Ok(fifteen.start.clone()));
        let column = Puzzle::tiles(3, 1).unwrap();
        assert_eq!(column.read_position("1 2 ."), Ok(column.start.clone()));
        assert!(column.read_position("12.").is_err(), "that is one row");
        let row = Puzzle::tiles(1, 3).unwrap();
        assert_eq!(row.read_position("12."), Ok(row.start.clone()));
    }
}
