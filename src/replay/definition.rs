//! Parser for the definition of a puzzle in a certificate.

use std::collections::BTreeSet;
use thiserror::Error;

/// Square as row and column, counted from the top left.
pub(super) type GridSquare = (i32, i32);

/// Maximum number of rows, and of columns, of a board.
const MAX_ROWS: usize = 256;
/// Maximum number of cells of a board, not counting walls.
pub(super) const MAX_CELLS: usize = 1024;
/// Maximum number of rules, as in a puzzle file.
const MAX_RULES: usize = 100;
/// Maximum number of goals, as in a puzzle file.
const MAX_GOALS: usize = 1000;

/// Error in a line of a definition.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line} of the definition: {what}")]
pub struct ParseError {
    /// Number of the line, counted from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub what: String,
}

/// Puzzle that a definition describes.
pub(super) struct PuzzleDefinition {
    pub rows: i32,
    pub columns: i32,
    /// Square of each cell, indexed by the number of the cell.
    pub cells: Vec<GridSquare>,
    /// Whether the left and the right edge touch, and whether the top and the bottom edge do.
    pub wraps: [bool; 2],
    /// The lines of a board of lines; empty for other boards.
    pub lines: Vec<Vec<GridSquare>>,
    pub classes: Vec<DefinedClass>,
    pub rules: Vec<DefinedRule>,
    pub goals: Vec<DefinedGoal>,
}

/// Class of pieces that a line of the definition describes.
pub(super) struct DefinedClass {
    /// Squares of the shape, relative to its first square in reading order.
    pub shape: BTreeSet<GridSquare>,
    pub horizontal: bool,
    pub vertical: bool,
    /// Squares that the pieces may cover.
    pub allowed: BTreeSet<GridSquare>,
    /// First squares of the pieces at Start, sorted.
    pub start: Vec<GridSquare>,
}

/// Rule that forbids positions.
pub(super) enum DefinedRule {
    Adjacent(Vec<usize>),
    Exposed {
        class: usize,
        from: RuleRays,
        shields: Vec<usize>,
    },
}

/// Rays of an `exposed` rule.
pub(super) enum RuleRays {
    Through(Vec<GridSquare>),
    FromClass(usize, GridSquare),
}

/// Requirements of a goal.
pub(super) struct DefinedGoal {
    pub demands: Vec<(usize, BTreeSet<GridSquare>)>,
    pub empty: BTreeSet<GridSquare>,
}

/// Returns the unit step of a letter, as row and column; `None` if the letter is no direction.
pub(super) fn step_of(letter: char) -> Option<GridSquare> {
    match letter {
        'U' => Some((-1, 0)),
        'D' => Some((1, 0)),
        'L' => Some((0, -1)),
        'R' => Some((0, 1)),
        _ => None,
    }
}

impl PuzzleDefinition {
    /// Parses the lines of a definition.
    pub(crate) fn read(lines: &[String]) -> Result<PuzzleDefinition, ParseError> {
        let mut definition = PuzzleDefinition {
            rows: 0,
            columns: 0,
            cells: Vec::new(),
            wraps: [false; 2],
            lines: Vec::new(),
            classes: Vec::new(),
            rules: Vec::new(),
            goals: Vec::new(),
        };
        for (number, line) in (1..).zip(lines) {
            let read = match number {
                1 if line == "slidewise puzzle 1" => Ok(()),
                1 => Err("expected `slidewise puzzle 1`".to_owned()),
                2 => definition.read_board(line),
                _ => definition.read_line(line),
            };
            read.map_err(|what| ParseError { line: number, what })?;
        }
        if lines.len() < 2 {
            return Err(ParseError {
                line: lines.len() + 1,
                what: "the line is missing".to_owned(),
            });
        }
        Ok(definition)
    }

    fn read_board(&mut self, line: &str) -> Result<(), String> {
        let board = line.strip_prefix("board ").ok_or("expected `board ROWS`")?;
        let rows: Vec<&str> = board.split(':').collect();
        let columns = rows[0].len();
        if rows.len() > MAX_ROWS || columns == 0 || columns > MAX_ROWS {
            return Err(format!("a board has 1 to {MAX_ROWS} rows and columns"));
        }
        if rows.iter().any(|row| row.len() != columns) {
            return Err("the rows differ in length".to_owned());
        }
        for (row, text) in (0..).zip(&rows) {
            for (column, letter) in (0..).zip(text.chars()) {
                match letter {
                    '.' => self.cells.push((row, column)),
                    '#' => {}
                    _ => return Err(format!("`{letter}` is neither `.` nor `#`")),
                }
            }
        }
        if self.cells.len() > MAX_CELLS {
            return Err(format!("a board has at most {MAX_CELLS} cells"));
        }
        self.rows = rows.len() as i32;
        self.columns = columns as i32;
        Ok(())
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        if let Some(class) = line.strip_prefix("class ") {
            let class = self.read_class(class)?;
            self.classes.push(class);
        } else if let Some(wrap) = line.strip_prefix("wrap ") {
            self.wraps = match wrap {
                "left-right" => [true, false],
                "top-bottom" => [false, true],
                "both" => [true, true],
                _ => return Err(format!("`{wrap}` is not left-right, top-bottom or both")),
            };
        } else if let Some(line) = line.strip_prefix("line ") {
            let closing = line.rsplit_once(' ').filter(|(before, last)| {
                before.split(' ').next() == Some(last) && before.contains(' ')
            });
            let open = closing.map_or(line, |(before, _)| before);
            let mut squares = self.numbered(open, "a line")?;
            squares.extend(closing.map(|_| squares[0]));
            self.lines.push(squares);
        } else if let Some(classes) = line.strip_prefix("rule adjacent ") {
            let classes = self.class_numbers(classes)?;
            self.rules.push(DefinedRule::Adjacent(classes));
        } else if let Some(rule) = line.strip_prefix("rule exposed ") {
            let rule = self.read_exposed(rule)?;
            self.rules.push(rule);
        } else if let Some(goal) = line.strip_prefix("goal ") {
            let goal = self.read_goal(goal)?;
            self.goals.push(goal);
        } else if line != "from the goals" {
            return Err("expected a class, a rule or a goal".to_owned());
        }
        // The limit bounds the time of a replay, because each position is checked against all rules
        // and goals.
        if self.rules.len() > MAX_RULES || self.goals.len() > MAX_GOALS {
            return Err(format!(
                "a puzzle has at most {MAX_RULES} rules and {MAX_GOALS} goals"
            ));
        }
        Ok(())
    }

    fn read_class(&self, text: &str) -> Result<DefinedClass, String> {
        let (shape_and_axis, rest) = text.split_once(" on ").ok_or("`on` is missing")?;
        let (allowed, start) = rest.split_once(" at ").ok_or("`at` is missing")?;
        let (shape, axis) = shape_and_axis
            .rsplit_once(' ')
            .ok_or("the axis is missing")?;
        let shape = shape
            .split(' ')
            .map(|square| {
                let (row, column) = square.split_once(',')?;
                let square: GridSquare = (row.parse().ok()?, column.parse().ok()?);
                let is_small = square.0.abs().max(square.1.abs()) <= MAX_ROWS as i32;
                is_small.then_some(square)
            })
            .collect::<Option<BTreeSet<GridSquare>>>()
            .ok_or("the shape must be a list of squares `ROW,COLUMN`")?;
        if shape.first() != Some(&(0, 0)) {
            return Err("the first square of the shape must be 0,0".to_owned());
        }
        if !["free", "horizontal", "vertical"].contains(&axis) {
            return Err(format!("axis `{axis}` is not free, horizontal or vertical"));
        }
        let mut start = self.numbered(start, "a class")?;
        if start.is_empty() {
            return Err("the class has no piece".to_owned());
        }
        start.sort_unstable();
        Ok(DefinedClass {
            shape,
            horizontal: axis == "horizontal",
            vertical: axis == "vertical",
            allowed: self.set(allowed)?,
            start,
        })
    }

    fn read_exposed(&self, text: &str) -> Result<DefinedRule, String> {
        let (front, shields) = text.split_once(" shields").ok_or("`shields` is missing")?;
        let (class, from) = front.split_once(" from ").ok_or("`from` is missing")?;
        let from = match from.strip_prefix("class ") {
            Some(looking) => {
                let (looking, letter) = looking.split_once(' ').ok_or("a direction is missing")?;
                let step = match letter.chars().collect::<Vec<_>>()[..] {
                    [letter] => step_of(letter),
                    _ => None,
                };
                let step = step.ok_or_else(|| format!("`{letter}` is not U, D, L or R"))?;
                RuleRays::FromClass(self.class_number(looking)?, step)
            }
            None => RuleRays::Through(self.numbered(from, "a ray")?),
        };
        Ok(DefinedRule::Exposed {
            class: self.class_number(class)?,
            from,
            shields: self.class_numbers(shields)?,
        })
    }

    fn read_goal(&self, text: &str) -> Result<DefinedGoal, String> {
        let (demands, empty) = match text.strip_prefix("empty ") {
            Some(empty) => ("", empty),
            None => text.split_once(" empty ").ok_or("`empty` is missing")?,
        };
        let demands = demands.split(", ").filter(|demand| !demand.is_empty());
        Ok(DefinedGoal {
            demands: demands
                .map(|demand| {
                    let (class, cells) = demand.split_once(" on ").ok_or("`on` is missing")?;
                    Ok((self.class_number(class)?, self.set(cells)?))
                })
                .collect::<Result<_, String>>()?,
            empty: self.set(empty)?,
        })
    }

    /// Parses the number of a class in a rule or goal. All classes stand before the rules and
    /// goals, so the class must be known.
    fn class_number(&self, text: &str) -> Result<usize, String> {
        let number = text.parse().ok();
        number
            .filter(|&number: &usize| number < self.classes.len())
            .ok_or_else(|| format!("there is no class `{text}`"))
    }

    /// Parses numbers of classes; a repeated number counts once.
    fn class_numbers(&self, text: &str) -> Result<Vec<usize>, String> {
        let words = text.split_whitespace();
        let classes: BTreeSet<usize> = words
            .map(|word| self.class_number(word))
            .collect::<Result<_, _>>()?;
        Ok(classes.into_iter().collect())
    }

    /// Parses numbers of cells, which must all differ, into squares. In an error, `whose` names the
    /// owner of the cells, such as `a ray`.
    fn numbered(&self, text: &str, whose: &str) -> Result<Vec<GridSquare>, String> {
        let square = |word: &str| {
            let square = word.parse().ok().and_then(|n: usize| self.cells.get(n));
            square
                .copied()
                .ok_or_else(|| format!("there is no cell `{word}`"))
        };
        let squares: Vec<GridSquare> = text
            .split_whitespace()
            .map(square)
            .collect::<Result<_, _>>()?;
        let different: BTreeSet<&GridSquare> = squares.iter().collect();
        if different.len() == squares.len() {
            Ok(squares)
        } else {
            Err(format!("the cells of {whose} must all differ"))
        }
    }

    /// Parses a hexadecimal number into the squares of the cells whose bits are set.
    fn set(&self, text: &str) -> Result<BTreeSet<GridSquare>, String> {
        let digits: Option<Vec<u32>> = text.chars().rev().map(|digit| digit.to_digit(16)).collect();
        let digits = digits.filter(|digits| !digits.is_empty());
        let digits = digits.ok_or_else(|| format!("`{text}` is not a hexadecimal number"))?;
        let bits = digits
            .iter()
            .flat_map(|digit| (0..4).map(move |bit| digit >> bit & 1 == 1));
        let mut squares = BTreeSet::new();
        for (number, _) in bits.enumerate().filter(|&(_, is_set)| is_set) {
            let square = self.cells.get(number);
            let square =
                square.ok_or_else(|| format!("`{text}` has cells that are not on the board"))?;
            squares.insert(*square);
        }
        Ok(squares)
    }
}
