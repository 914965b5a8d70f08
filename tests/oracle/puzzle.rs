//! A puzzle file as a plain model: walls, gates, classes of pieces, rules, goals.
//!
//! The oracle is fed valid puzzles; a fault in one is a panic that says what is wrong. `[spelling]`,
//! `title` and `source` mean nothing here: the oracle reads and writes canonical text only.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

/// Row from the top and column from the left, counted from 0. Outside the board is allowed.
pub type Cell = (i32, i32);

/// A direction as the change of row and column.
pub type Direction = (i32, i32);

/// The four directions, with the letters that moves are written in.
pub const DIRECTIONS: [(char, Direction); 4] =
    [('U', (-1, 0)), ('D', (1, 0)), ('L', (0, -1)), ('R', (0, 1))];

/// A board as written: one token for each cell.
pub struct Board {
    /// The tokens, row by row from the top.
    pub rows: Vec<Vec<String>>,
    /// Whether blanks stand between the tokens.
    pub spaced: bool,
}

/// The line that a piece keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// It keeps to its row.
    Horizontal,
    /// It keeps to its column.
    Vertical,
}

/// Pieces that look alike.
#[derive(Debug)]
pub struct Class {
    /// One token for each piece, in the order in which the tokens first appear in the start; a units
    /// token stands here once for each of its pieces.
    pub tokens: Vec<String>,
    /// The cells of a piece seen from its first cell in reading order, which is `(0, 0)`.
    pub shape: Vec<Cell>,
    /// The line the pieces keep to, if any.
    pub axis: Option<Axis>,
    /// The tokens of the gates that the pieces may stand on.
    pub gates: BTreeSet<String>,
}

/// A piece: its class and its first cell in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Index of the class.
    pub class: usize,
    /// First cell in reading order.
    pub at: Cell,
}

/// Where the rays of an `exposed` rule begin.
#[derive(Debug)]
pub enum Source {
    /// At this edge cell.
    Edge(Cell),
    /// Beside each cell of each piece of this class.
    Class(usize),
}

/// A rule that every configuration obeys; classes by index.
#[derive(Debug)]
pub enum Rule {
    /// No two different pieces of these classes have cells side by side or corner to corner.
    Adjacent(BTreeSet<usize>),
    /// No piece of a class is met by a ray before a shield.
    Exposed {
        /// The class that must not be met.
        piece: usize,
        /// Where the rays begin.
        from: Source,
        /// Which way they run.
        toward: Direction,
        /// The classes that stop them.
        shields: BTreeSet<usize>,
    },
}

/// What a configuration must show to be a finish.
#[derive(Debug, Default)]
pub struct Goal {
    /// Cells that must be empty.
    pub empty: Vec<Cell>,
    /// Pieces that must stand so.
    pub pieces: Vec<Piece>,
}

/// A puzzle.
#[derive(Debug)]
pub struct Puzzle {
    /// Number of rows.
    pub rows: i32,
    /// Number of columns.
    pub columns: i32,
    /// Whether canonical text has blanks between the tokens: where one has several characters.
    pub spaced: bool,
    /// The walls, the cells of fixed tokens among them.
    pub walls: BTreeSet<Cell>,
    /// The gates, with their tokens.
    pub gates: BTreeMap<Cell, String>,
    /// The classes, in the order in which their first tokens appear in the start.
    pub classes: Vec<Class>,
    /// The pieces at the start, class by class.
    pub start: Vec<Piece>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The goals; any one will do.
    pub goals: Vec<Goal>,
}

/// What makes tokens one class.
#[derive(PartialEq)]
enum Key {
    /// They stand together in this `alike` list.
    Alike(usize),
    /// It is this named token, alone.
    Named(String),
    /// They are not named and have this shape. (Axis and gate rights name a token, so these have none.)
    Shape(Vec<Cell>),
}

/// The lists of a puzzle file that speak of tokens.
struct Lists {
    units: Vec<String>,
    horizontal: Vec<String>,
    vertical: Vec<String>,
    fixed: Vec<String>,
    distinct: Vec<String>,
    all_distinct: bool,
    alike: Vec<Vec<String>>,
    gates: BTreeMap<String, Vec<String>>,
    rules: Vec<Table>,
    goals: Vec<Board>,
}

impl Board {
    /// Reads rows; where the number of columns is known to be one, each row is one token.
    pub fn read<'a>(rows: impl IntoIterator<Item = &'a str>, columns: Option<i32>) -> Board {
        let rows: Vec<&str> = rows.into_iter().map(str::trim).collect();
        let spaced = rows.iter().any(|row| row.contains(char::is_whitespace));
        let tokens = |row: &&str| -> Vec<String> {
            if spaced || columns == Some(1) {
                row.split_whitespace().map(str::to_string).collect()
            } else {
                row.chars().map(String::from).collect()
            }
        };
        Board {
            rows: rows.iter().map(tokens).collect(),
            spaced,
        }
    }

    /// All cells with their tokens, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, &str)> {
        self.rows.iter().zip(0..).flat_map(|(tokens, row)| {
            let columns = tokens.iter().zip(0..);
            columns.map(move |(token, column)| ((row, column), token.as_str()))
        })
    }

    /// Rows and columns; panics where the rows are not equally long.
    pub fn size(&self) -> (i32, i32) {
        let columns = self.rows.first().expect("a board has rows").len();
        assert!(columns > 0, "a board has columns");
        assert!(
            self.rows.iter().all(|row| row.len() == columns),
            "the rows {:?} are not equally long",
            self.rows
        );
        (self.rows.len() as i32, columns as i32)
    }

    /// The tokens and the cells they stand on, in order of first appearance, less `.`, `#`, `_`.
    fn tokens(&self) -> Vec<(&str, Vec<Cell>)> {
        let mut tokens: Vec<(&str, Vec<Cell>)> = Vec::new();
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

impl Puzzle {
    /// Reads a puzzle file.
    pub fn read(text: &str) -> Puzzle {
        let table: Table = text.parse().expect("the text is TOML");
        let start = string(&table, "start").expect("a puzzle has a start");
        Puzzle::new(&Board::read(start.trim().lines(), None), &table)
    }

    /// The sliding tiles `tiles:RxC`.
    pub fn tiles(rows: usize, columns: usize) -> Puzzle {
        let last = rows * columns - 1;
        let token = |cell: usize| match cell {
            cell if cell == last => ".".to_string(),
            cell => (cell + 1).to_string(),
        };
        let board = Board {
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
        Puzzle::new(&board, &table)
    }

    /// The Rush Hour board `rush:` with these 36 characters.
    pub fn rush(text: &str) -> Puzzle {
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
        let board = Board::read(rows.iter().map(String::as_str), None);
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
        let names = |cars: &[(&str, Vec<Cell>)]| -> Vec<String> {
            cars.iter().map(|(token, _)| token.to_string()).collect()
        };
        let table = format!(
            "horizontal = {:?}\nvertical = {:?}\n[[goal]]\nboard = \"\"\"\n......\n......\n....{goal}{goal}\n......\n......\n......\n\"\"\"",
            names(&horizontal),
            names(&vertical),
        );
        Puzzle::new(&board, &table.parse().expect("this is TOML"))
    }

    /// Whether the cell lies on the board.
    pub fn contains(&self, (row, column): Cell) -> bool {
        (0..self.rows).contains(&row) && (0..self.columns).contains(&column)
    }

    /// All cells of the board, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The cells that a piece covers.
    pub fn cells_of(&self, piece: Piece) -> impl Iterator<Item = Cell> + '_ {
        let shape = &self.classes[piece.class].shape;
        shape.iter().map(move |offset| add(piece.at, *offset))
    }

    /// The cell of this name, such as `b3`.
    pub fn cell(&self, name: &str) -> Cell {
        cell(name, self.rows)
    }

    /// The model of a board with the rest of its file.
    fn new(board: &Board, table: &Table) -> Puzzle {
        let (rows, columns) = board.size();
        let lists = Lists::read(table, columns);
        let tokens = board.tokens();
        let mut puzzle = Puzzle {
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
            gates: BTreeMap::new(),
            classes: Vec::new(),
            start: Vec::new(),
            rules: Vec::new(),
            goals: Vec::new(),
        };
        let named = lists.named();
        let mut keys: Vec<Key> = Vec::new();
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
                .unwrap_or_else(|| panic!("{token} is no piece's token"))
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

    /// Adds the pieces of a token to a class, which may be a new one.
    fn add_pieces(&mut self, token: &str, cells: &[Cell], lists: &Lists, class: usize) {
        let pieces = lists.pieces(token, cells);
        let own = Class {
            tokens: vec![token.to_string(); pieces.len()],
            shape: shape(&pieces[0]),
            axis: lists.axis(token),
            gates: lists.rights(token),
        };
        match self.classes.get_mut(class) {
            Some(known) => {
                assert!(
                    known.shape == own.shape && known.axis == own.axis && known.gates == own.gates,
                    "{token} has another shape, axis or gate right than {:?}",
                    known.tokens
                );
                known.tokens.extend(own.tokens);
            }
            None => self.classes.push(own),
        }
        self.start.extend(pieces.iter().map(|cells| Piece {
            class,
            at: cells[0],
        }));
    }

    /// The goal that a board states.
    fn goal(&self, board: &Board, lists: &Lists, class: impl Fn(&str) -> usize) -> Goal {
        assert_eq!(
            board.size(),
            (self.rows, self.columns),
            "a goal has the size of the start"
        );
        let mut goal = Goal::default();
        for (cell, token) in board.cells() {
            let wall = self.walls.contains(&cell);
            assert!(
                !wall || matches!(token, "#" | "."),
                "a goal has {token} on a wall"
            );
            assert!(wall || token != "#", "a goal has # where no wall is");
            if token == "_" {
                goal.empty.push(cell);
            }
        }
        for (token, cells) in board.tokens() {
            let class = class(token);
            if lists.is_units(token) {
                goal.pieces
                    .extend(cells.iter().map(|cell| Piece { class, at: *cell }));
            } else {
                assert_eq!(
                    shape(&cells),
                    self.classes[class].shape,
                    "{token} has this shape"
                );
                goal.pieces.push(Piece {
                    class,
                    at: cells[0],
                });
            }
        }
        goal
    }
}

impl Lists {
    fn read(table: &Table, columns: i32) -> Lists {
        let all_distinct = table.get("distinct").and_then(Value::as_bool);
        let gates = table.get("gates").and_then(Value::as_table);
        let goal = |goal: &Table| {
            let board = string(goal, "board").expect("a goal has a board");
            Board::read(board.trim().lines(), Some(columns))
        };
        Lists {
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
                // The short form of a single goal.
                Some(board @ Value::String(_)) => {
                    let board = [("board".to_owned(), board.clone())];
                    vec![goal(&board.into_iter().collect())]
                }
                _ => tables(table, "goal").iter().map(goal).collect(),
            },
        }
    }

    /// The tokens that are named, but for `distinct = true`.
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

    /// What makes the pieces of a token a class with others; `named` are the tokens that are named.
    fn key(&self, token: &str, named: &BTreeSet<String>, cells: &[Cell]) -> Key {
        match self.alike.iter().position(|alike| contains(alike, token)) {
            Some(list) => Key::Alike(list),
            None if self.all_distinct || named.contains(token) => Key::Named(token.to_string()),
            None => Key::Shape(shape(&self.pieces(token, cells)[0])),
        }
    }

    /// The cells of each piece of a token.
    fn pieces(&self, token: &str, cells: &[Cell]) -> Vec<Vec<Cell>> {
        match self.is_units(token) {
            true => cells.iter().map(|cell| vec![*cell]).collect(),
            false => vec![cells.to_vec()],
        }
    }

    fn is_units(&self, token: &str) -> bool {
        contains(&self.units, token)
    }

    fn axis(&self, token: &str) -> Option<Axis> {
        match (
            contains(&self.horizontal, token),
            contains(&self.vertical, token),
        ) {
            (true, false) => Some(Axis::Horizontal),
            (false, true) => Some(Axis::Vertical),
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
pub fn add(cell: Cell, offset: Cell) -> Cell {
    (cell.0 + offset.0, cell.1 + offset.1)
}

/// The cells seen from the first of them; they come in reading order.
fn shape(cells: &[Cell]) -> Vec<Cell> {
    cells
        .iter()
        .map(|cell| (cell.0 - cells[0].0, cell.1 - cells[0].1))
        .collect()
}

/// The cell of a name such as `b3`: columns a, b, ... z, aa, ab, ... from the left, rows from the bottom.
fn cell(name: &str, rows: i32) -> Cell {
    let digits = name
        .find(|c: char| c.is_ascii_digit())
        .expect("a cell has a number");
    let (letters, number) = name.split_at(digits);
    let column = letters.bytes().fold(0, |column, letter| {
        assert!(letter.is_ascii_lowercase(), "{name} is no cell");
        column * 26 + i32::from(letter - b'a') + 1
    });
    let number: i32 = number.parse().expect("a cell ends in a number");
    (rows - number, column - 1)
}

/// Reads a `[[rule]]`.
fn rule(table: &Table, rows: i32, class: impl Fn(&str) -> usize) -> Rule {
    let word = |key: &str| string(table, key).unwrap_or_else(|| panic!("a rule needs {key}"));
    let classes = |key: &str| {
        strings(table, key)
            .iter()
            .map(|token| class(token))
            .collect()
    };
    match word("never") {
        "adjacent" => Rule::Adjacent(classes("pieces")),
        "exposed" => Rule::Exposed {
            piece: class(word("piece")),
            from: match word("from")
                .split_whitespace()
                .collect::<Vec<_>>()
                .as_slice()
            {
                ["below" | "above", name] | ["left" | "right", "of", name] => {
                    Source::Edge(cell(name, rows))
                }
                [token] => Source::Class(class(token)),
                other => panic!("no ray begins from {other:?}"),
            },
            toward: match word("toward") {
                "up" => (-1, 0),
                "down" => (1, 0),
                "left" => (0, -1),
                "right" => (0, 1),
                other => panic!("no ray runs toward {other}"),
            },
            shields: classes("shields"),
        },
        other => panic!("no rule is called {other}"),
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
