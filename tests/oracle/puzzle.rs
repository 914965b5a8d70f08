//! A plain model of a puzzle file: walls, gates, classes of pieces, rules, goals.
//!
//! The oracle expects valid puzzles and panics on an error in a file. It ignores `[spelling]`,
//! `title` and `source`, because it reads and writes only canonical text.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

/// Row from the top and column from the left, both from 0; may be outside the board.
pub(crate) type OracleCell = (i32, i32);

/// A direction, as the change of row and column.
pub(crate) type OracleDirection = (i32, i32);

/// The four directions with the letters that denote them in moves.
pub(crate) const DIRECTIONS: [(char, OracleDirection); 4] =
    [('U', (-1, 0)), ('D', (1, 0)), ('L', (0, -1)), ('R', (0, 1))];

/// How a piece moves on: in a direction, or along a line, forward or back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OracleWay {
    By(OracleDirection),
    Along(usize, bool),
}

/// A board as written in a file: one token for each cell.
pub(crate) struct OracleBoard {
    /// The tokens, row by row from the top.
    pub rows: Vec<Vec<String>>,
    /// Whether blanks separate the tokens.
    pub spaced: bool,
}

/// The direction to which a piece is restricted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OracleAxis {
    /// The piece stays in its row.
    Horizontal,
    /// The piece stays in its column.
    Vertical,
}

/// A class: pieces that are interchangeable.
#[derive(Debug)]
pub(crate) struct OracleClass {
    /// One token for each piece, in order of first appearance at Start; a `units` token is repeated
    /// for each of its pieces.
    pub tokens: Vec<String>,
    /// The cells of a piece relative to its first cell in reading order, which is `(0, 0)`.
    pub shape: Vec<OracleCell>,
    /// The axis to which the pieces are restricted, if any.
    pub axis: Option<OracleAxis>,
    /// The tokens of the gates that the pieces may enter.
    pub gates: BTreeSet<String>,
}

/// A piece: its class and its first cell in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OraclePiece {
    /// Index of the class.
    pub class: usize,
    /// First cell in reading order.
    pub at: OracleCell,
}

/// Where the rays of an `exposed` rule start.
#[derive(Debug)]
pub(crate) enum OracleRaySource {
    /// At this cell on the edge of the board.
    Edge(OracleCell),
    /// Next to each cell of each piece of this class.
    Class(usize),
}

/// A rule that every configuration satisfies; classes are given by index.
#[derive(Debug)]
pub(crate) enum OracleRule {
    /// No two pieces of these classes may have cells that touch by a side or a corner.
    Adjacent(BTreeSet<usize>),
    /// No ray may reach a piece of a class before it reaches a shield.
    Exposed {
        /// The class that no ray may reach.
        piece: usize,
        /// Where the rays start.
        from: OracleRaySource,
        /// The direction of the rays.
        toward: OracleDirection,
        /// The classes that stop rays.
        shields: BTreeSet<usize>,
    },
}

/// The conditions that make a configuration a goal.
#[derive(Debug, Default)]
pub(crate) struct OracleGoal {
    /// Cells that must be empty.
    pub empty: Vec<OracleCell>,
    /// Pieces that must be at these places.
    pub pieces: Vec<OraclePiece>,
}

/// A puzzle.
#[derive(Debug)]
pub(crate) struct OraclePuzzle {
    /// Number of rows.
    pub rows: i32,
    /// Number of columns.
    pub columns: i32,
    /// Whether canonical text has blanks between the tokens, as it does if a token has several
    /// characters.
    pub spaced: bool,
    /// The walls, including the cells of fixed tokens.
    pub walls: BTreeSet<OracleCell>,
    /// Whether the left and the right edge touch, and whether the top and the bottom edge do.
    pub wraps: (bool, bool),
    /// The lines of a board of lines; empty for other boards.
    pub lines: Vec<Vec<OracleCell>>,
    /// The gates with their tokens.
    pub gates: BTreeMap<OracleCell, String>,
    /// The classes, in order of first appearance of their tokens at Start.
    pub classes: Vec<OracleClass>,
    /// The pieces at Start, sorted by class.
    pub start: Vec<OraclePiece>,
    /// The rules, all of which must hold.
    pub rules: Vec<OracleRule>,
    /// The goals, one of which must hold.
    pub goals: Vec<OracleGoal>,
}

/// What tokens must share to be in the same class.
#[derive(PartialEq)]
enum OracleClassKey {
    /// They are in this `alike` list.
    Alike(usize),
    /// The token is named in the file, and is alone in its class.
    Named(String),
    /// They are not named and have this shape. Axes and gate rights name a token, so they need no
    /// field.
    Shape(Vec<OracleCell>),
}

/// The parts of a puzzle file that contain tokens.
struct TokenLists {
    units: Vec<String>,
    horizontal: Vec<String>,
    vertical: Vec<String>,
    fixed: Vec<String>,
    distinct: Vec<String>,
    all_distinct: bool,
    alike: Vec<Vec<String>>,
    gates: BTreeMap<String, Vec<String>>,
    rules: Vec<Table>,
    goals: Vec<OracleBoard>,
}

impl OracleBoard {
    /// Parses rows; if the board is known to have one column, each row is one token.
    pub(crate) fn read<'a>(
        rows: impl IntoIterator<Item = &'a str>,
        columns: Option<i32>,
    ) -> OracleBoard {
        let rows: Vec<&str> = rows.into_iter().map(str::trim).collect();
        let spaced = rows.iter().any(|row| row.contains(char::is_whitespace));
        let tokens = |row: &&str| -> Vec<String> {
            if spaced || columns == Some(1) {
                row.split_whitespace().map(str::to_string).collect()
            } else {
                row.chars().map(String::from).collect()
            }
        };
        OracleBoard {
            rows: rows.iter().map(tokens).collect(),
            spaced,
        }
    }

    /// All cells with their tokens, in reading order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (OracleCell, &str)> {
        self.rows.iter().zip(0..).flat_map(|(tokens, row)| {
            let columns = tokens.iter().zip(0..);
            columns.map(move |(token, column)| ((row, column), token.as_str()))
        })
    }

    /// Number of rows and columns; panics if the rows differ in length.
    pub(crate) fn size(&self) -> (i32, i32) {
        let columns = self.rows.first().expect("a board has rows").len();
        assert!(columns > 0, "a board has columns");
        assert!(
            self.rows.iter().all(|row| row.len() == columns),
            "the rows {:?} are not equally long",
            self.rows
        );
        (self.rows.len() as i32, columns as i32)
    }

    /// The tokens of pieces and gates with their cells, in order of first appearance.
    fn tokens(&self) -> Vec<(&str, Vec<OracleCell>)> {
        let mut tokens: Vec<(&str, Vec<OracleCell>)> = Vec::new();
        for (cell, token) in self.cells() {
            if matches!(token, "." | "#" | "_") {
                continue;
            }
            match tokens.iter_mut().find(|(known, _)| *known == token) {
                Some((_, cells)) => cells.push(cell),
                None => tokens.push((token, vec![cell])),
            }
        }
        tokens
    }
}

impl OraclePuzzle {
    /// Parses a puzzle file.
    pub(crate) fn read(text: &str) -> OraclePuzzle {
        let table: Table = text.parse().expect("the text is TOML");
        let start = string(&table, "start").expect("a puzzle has `start`");
        OraclePuzzle::new(&OracleBoard::read(start.trim().lines(), None), &table)
    }

    /// The sliding tiles `tiles:RxC`.
    pub(crate) fn tiles(rows: usize, columns: usize) -> OraclePuzzle {
        let last = rows * columns - 1;
        let token = |cell: usize| match cell {
            cell if cell == last => ".".to_string(),
            cell => (cell + 1).to_string(),
        };
        let board = OracleBoard {
            rows: (0..rows)
                .map(|row| {
                    (0..columns)
                        .map(|column| token(row * columns + column))
                        .collect()
                })
                .collect(),
            spaced: last > 9,
        };
        let table = "distinct = true".parse().expect("this is TOML");
        OraclePuzzle::new(&board, &table)
    }

    /// The Rush Hour board `rush:` with these 36 characters.
    pub(crate) fn rush(text: &str) -> OraclePuzzle {
        let text = text.replace('o', ".").replace('x', "#");
        assert_eq!(
            text.chars().count(),
            36,
            "a Rush Hour board has 36 characters"
        );
        let characters: Vec<char> = text.chars().collect();
        let rows: Vec<String> = characters
            .chunks(6)
            .map(|row| row.iter().collect())
            .collect();
        let board = OracleBoard::read(rows.iter().map(String::as_str), None);
        let (horizontal, vertical): (Vec<_>, Vec<_>) = board
            .tokens()
            .into_iter()
            .partition(|(_, cells)| cells[0].0 == cells[cells.len() - 1].0);
        let candidates: Vec<&str> = horizontal
            .iter()
            .filter(|(_, cells)| cells.len() == 2 && cells[0].0 == 2)
            .map(|(token, _)| *token)
            .collect();
        let goal = match candidates.as_slice() {
            several if several.contains(&"X") => "X",
            several if several.contains(&"A") => "A",
            [only] => only,
            _ => panic!("no goal car among {candidates:?}"),
        };
        let names = |cars: &[(&str, Vec<OracleCell>)]| -> Vec<String> {
            cars.iter().map(|(token, _)| token.to_string()).collect()
        };
        let table = format!(
            "horizontal = {:?}\nvertical = {:?}\n[[goal]]\nboard = \"\"\"\n......\n......\n\
             ....{goal}{goal}\n......\n......\n......\n\"\"\"",
            names(&horizontal),
            names(&vertical),
        );
        OraclePuzzle::new(&board, &table.parse().expect("this is TOML"))
    }

    /// Whether the cell is on the board.
    pub(crate) fn contains(&self, (row, column): OracleCell) -> bool {
        (0..self.rows).contains(&row) && (0..self.columns).contains(&column)
    }

    /// All cells of the board, in reading order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = OracleCell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The ways along which pieces move: the four directions, or the lines in both senses.
    pub(crate) fn ways(&self) -> Vec<OracleWay> {
        if self.lines.is_empty() {
            return DIRECTIONS.map(|(_, by)| OracleWay::By(by)).to_vec();
        }
        let lines = 0..self.lines.len();
        lines
            .flat_map(|line| [false, true].map(|back| OracleWay::Along(line, back)))
            .collect()
    }

    /// The next cell along a way; outside the board if the way ends.
    pub(crate) fn next(&self, cell: OracleCell, way: OracleWay) -> OracleCell {
        match way {
            OracleWay::By(by) => {
                let (mut row, mut column) = add(cell, by);
                if self.wraps.0 {
                    column = (column + self.columns) % self.columns;
                }
                if self.wraps.1 {
                    row = (row + self.rows) % self.rows;
                }
                (row, column)
            }
            OracleWay::Along(line, back) => {
                let mut cells = self.lines[line].clone();
                if back {
                    cells.reverse();
                }
                let mut pairs = cells.windows(2);
                pairs
                    .find(|pair| pair[0] == cell)
                    .map_or((-1, -1), |pair| pair[1])
            }
        }
    }

    /// The cells that a piece covers.
    pub(crate) fn cells_of(&self, piece: OraclePiece) -> impl Iterator<Item = OracleCell> + '_ {
        let shape = &self.classes[piece.class].shape;
        shape.iter().map(move |offset| add(piece.at, *offset))
    }

    /// The cell with a name such as `b3`.
    pub(crate) fn cell(&self, name: &str) -> OracleCell {
        cell(name, self.rows)
    }

    /// Builds the model from the Start board and the rest of the file.
    fn new(board: &OracleBoard, table: &Table) -> OraclePuzzle {
        let (rows, columns) = board.size();
        let lists = TokenLists::read(table, columns);
        let tokens = board.tokens();
        let mut puzzle = OraclePuzzle {
            rows,
            columns,
            spaced: tokens.iter().any(|(token, _)| {
                !lists.fixed.contains(&token.to_string()) && token.chars().count() > 1
            }),
            walls: board
                .cells()
                .filter(|(_, token)| *token == "#")
                .map(|(cell, _)| cell)
                .collect(),
            wraps: match string(table, "wrap") {
                None => (false, false),
                Some("left-right") => (true, false),
                Some("top-bottom") => (false, true),
                Some("both") => (true, true),
                Some(other) => panic!("wrap = {other}"),
            },
            lines: strings(table, "lines")
                .iter()
                .map(|line| {
                    line.split_whitespace()
                        .map(|name| cell(name, rows))
                        .collect()
                })
                .collect(),
            gates: BTreeMap::new(),
            classes: Vec::new(),
            start: Vec::new(),
            rules: Vec::new(),
            goals: Vec::new(),
        };
        let named = lists.named();
        let mut keys: Vec<OracleClassKey> = Vec::new();
        let mut class_of: BTreeMap<&str, usize> = BTreeMap::new();
        for (token, cells) in &tokens {
            if lists.gates.contains_key(*token) {
                let gates = cells.iter().map(|cell| (*cell, token.to_string()));
                puzzle.gates.extend(gates);
            } else if contains(&lists.fixed, token) {
                puzzle.walls.extend(cells);
            } else {
                let key = lists.key(token, &named, cells);
                let class = keys.iter().position(|known| *known == key);
                let class = class.unwrap_or(keys.len());
                if class == keys.len() {
                    keys.push(key);
                }
                puzzle.add_pieces(token, cells, &lists, class);
                class_of.insert(token, class);
            }
        }
        puzzle.start.sort();
        let class = |token: &str| -> usize {
            *class_of
                .get(token)
                .unwrap_or_else(|| panic!("{token} is not the token of a piece"))
        };
        puzzle.rules = lists
            .rules
            .iter()
            .map(|table| rule(table, rows, class))
            .collect();
        puzzle.goals = lists
            .goals
            .iter()
            .map(|goal| puzzle.goal(goal, &lists, class))
            .collect();
        puzzle
    }

    /// Adds the pieces of a token to a class; creates the class if it is new.
    fn add_pieces(&mut self, token: &str, cells: &[OracleCell], lists: &TokenLists, class: usize) {
        let pieces = lists.pieces(token, cells);
        let own = OracleClass {
            tokens: vec![token.to_string(); pieces.len()],
            shape: shape(&pieces[0]),
            axis: lists.axis(token),
            gates: lists.rights(token),
        };
        match self.classes.get_mut(class) {
            Some(known) => {
                assert!(
                    known.shape == own.shape && known.axis == own.axis && known.gates == own.gates,
                    "{token} differs in shape, axis or gate rights from {:?}",
                    known.tokens
                );
                known.tokens.extend(own.tokens);
            }
            None => self.classes.push(own),
        }
        self.start.extend(pieces.iter().map(|cells| OraclePiece {
            class,
            at: cells[0],
        }));
    }

    /// Builds a goal from its board.
    fn goal(
        &self,
        board: &OracleBoard,
        lists: &TokenLists,
        class: impl Fn(&str) -> usize,
    ) -> OracleGoal {
        assert_eq!(
            board.size(),
            (self.rows, self.columns),
            "the size of a goal"
        );
        let mut goal = OracleGoal::default();
        for (cell, token) in board.cells() {
            let wall = self.walls.contains(&cell);
            assert!(
                !wall || matches!(token, "#" | "."),
                "a goal has {token} on a wall"
            );
            assert!(
                wall || token != "#",
                "a goal has # on a cell without a wall"
            );
            if token == "_" {
                goal.empty.push(cell);
            }
        }
        for (token, cells) in board.tokens() {
            let class = class(token);
            if lists.is_units(token) {
                goal.pieces
                    .extend(cells.iter().map(|cell| OraclePiece { class, at: *cell }));
            } else {
                assert_eq!(
                    shape(&cells),
                    self.classes[class].shape,
                    "the shape of {token} in a goal"
                );
                goal.pieces.push(OraclePiece {
                    class,
                    at: cells[0],
                });
            }
        }
        goal
    }
}

impl TokenLists {
    fn read(table: &Table, columns: i32) -> TokenLists {
        let all_distinct = table.get("distinct").and_then(Value::as_bool);
        let gates = table.get("gates").and_then(Value::as_table);
        let goal = |goal: &Table| {
            let board = string(goal, "board").expect("a goal has a board");
            OracleBoard::read(board.trim().lines(), Some(columns))
        };
        TokenLists {
            units: strings(table, "units"),
            horizontal: strings(table, "horizontal"),
            vertical: strings(table, "vertical"),
            fixed: strings(table, "fixed"),
            distinct: match all_distinct {
                Some(_) => Vec::new(),
                None => strings(table, "distinct"),
            },
            all_distinct: all_distinct == Some(true),
            alike: table.get("alike").map_or(Vec::new(), |lists| {
                lists
                    .as_array()
                    .expect("alike is a list")
                    .iter()
                    .map(list)
                    .collect()
            }),
            gates: gates.map_or(BTreeMap::new(), |gates| {
                gates
                    .iter()
                    .map(|(token, pieces)| (token.clone(), list(pieces)))
                    .collect()
            }),
            rules: tables(table, "rule"),
            goals: match table.get("goal") {
                // A single goal may be written as one string.
                Some(board @ Value::String(_)) => {
                    let board = [("board".to_owned(), board.clone())];
                    vec![goal(&board.into_iter().collect())]
                }
                _ => tables(table, "goal").iter().map(goal).collect(),
            },
        }
    }

    /// The tokens that the file names anywhere except through `distinct = true`.
    fn named(&self) -> BTreeSet<String> {
        let mut named: BTreeSet<String> = BTreeSet::new();
        for list in [
            &self.units,
            &self.horizontal,
            &self.vertical,
            &self.distinct,
        ] {
            named.extend(list.iter().cloned());
        }
        named.extend(self.gates.values().flatten().cloned());
        for goal in &self.goals {
            named.extend(goal.tokens().iter().map(|(token, _)| token.to_string()));
        }
        for rule in &self.rules {
            named.extend(strings(rule, "pieces"));
            named.extend(strings(rule, "shields"));
            named.extend(string(rule, "piece").map(String::from));
            named.extend(string(rule, "from").map(String::from));
        }
        named
    }

    /// The key of a token's class; `named` are the tokens that the file names.
    fn key(&self, token: &str, named: &BTreeSet<String>, cells: &[OracleCell]) -> OracleClassKey {
        match self.alike.iter().position(|alike| contains(alike, token)) {
            Some(list) => OracleClassKey::Alike(list),
            None if self.all_distinct || named.contains(token) => {
                OracleClassKey::Named(token.to_string())
            }
            None => OracleClassKey::Shape(shape(&self.pieces(token, cells)[0])),
        }
    }

    /// The cells of each piece of a token.
    fn pieces(&self, token: &str, cells: &[OracleCell]) -> Vec<Vec<OracleCell>> {
        if self.is_units(token) {
            cells.iter().map(|cell| vec![*cell]).collect()
        } else {
            vec![cells.to_vec()]
        }
    }

    fn is_units(&self, token: &str) -> bool {
        contains(&self.units, token)
    }

    fn axis(&self, token: &str) -> Option<OracleAxis> {
        match (
            contains(&self.horizontal, token),
            contains(&self.vertical, token),
        ) {
            (true, false) => Some(OracleAxis::Horizontal),
            (false, true) => Some(OracleAxis::Vertical),
            (false, false) => None,
            (true, true) => panic!("{token} is horizontal and vertical"),
        }
    }

    fn rights(&self, token: &str) -> BTreeSet<String> {
        let gates = self
            .gates
            .iter()
            .filter(|(_, pieces)| contains(pieces, token));
        gates.map(|(gate, _)| gate.clone()).collect()
    }
}

/// The sum of a cell and an offset.
pub(crate) fn add(cell: OracleCell, offset: OracleCell) -> OracleCell {
    (cell.0 + offset.0, cell.1 + offset.1)
}

/// The cells relative to the first one; they must be in reading order.
fn shape(cells: &[OracleCell]) -> Vec<OracleCell> {
    cells
        .iter()
        .map(|cell| (cell.0 - cells[0].0, cell.1 - cells[0].1))
        .collect()
}

/// Parses a cell name such as `b3`: columns a, b, ... z, aa, ab, ... from the left, rows from the
/// bottom.
fn cell(name: &str, rows: i32) -> OracleCell {
    let digits = name
        .find(|c: char| c.is_ascii_digit())
        .expect("a cell has a number");
    let (letters, number) = name.split_at(digits);
    let column = letters.bytes().fold(0, |column, letter| {
        assert!(
            letter.is_ascii_lowercase(),
            "{name} is not the name of a cell"
        );
        column * 26 + i32::from(letter - b'a') + 1
    });
    let number: i32 = number.parse().expect("a cell ends in a number");
    (rows - number, column - 1)
}

/// Parses a `[[rule]]`.
fn rule(table: &Table, rows: i32, class: impl Fn(&str) -> usize) -> OracleRule {
    let word = |key: &str| string(table, key).unwrap_or_else(|| panic!("a rule needs {key}"));
    let classes = |key: &str| {
        strings(table, key)
            .iter()
            .map(|token| class(token))
            .collect()
    };
    match word("never") {
        "adjacent" => OracleRule::Adjacent(classes("pieces")),
        "exposed" => OracleRule::Exposed {
            piece: class(word("piece")),
            from: match word("from")
                .split_whitespace()
                .collect::<Vec<_>>()
                .as_slice()
            {
                ["below" | "above", name] | ["left" | "right", "of", name] => {
                    OracleRaySource::Edge(cell(name, rows))
                }
                [token] => OracleRaySource::Class(class(token)),
                other => panic!("rays cannot start from {other:?}"),
            },
            toward: match word("toward") {
                "up" => (-1, 0),
                "down" => (1, 0),
                "left" => (0, -1),
                "right" => (0, 1),
                other => panic!("unknown direction {other}"),
            },
            shields: classes("shields"),
        },
        other => panic!("unknown rule {other}"),
    }
}

fn contains(list: &[String], token: &str) -> bool {
    list.iter().any(|known| known == token)
}

fn string<'a>(table: &'a Table, key: &str) -> Option<&'a str> {
    table.get(key).map(|value| {
        value
            .as_str()
            .unwrap_or_else(|| panic!("{key} is a string"))
    })
}

fn strings(table: &Table, key: &str) -> Vec<String> {
    table.get(key).map_or(Vec::new(), list)
}

fn list(value: &Value) -> Vec<String> {
    let values = value.as_array().expect("this is a list");
    values
        .iter()
        .map(|value| {
            value
                .as_str()
                .expect("this is a list of strings")
                .to_string()
        })
        .collect()
}

fn tables(table: &Table, key: &str) -> Vec<Table> {
    let values = table
        .get(key)
        .map_or(&[][..], |value| value.as_array().expect("these are tables"));
    values
        .iter()
        .map(|value| value.as_table().expect("this is a table").clone())
        .collect()
}
