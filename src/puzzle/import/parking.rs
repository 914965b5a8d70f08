//! Parking puzzles (Rush Hour) of any size: boards on several lines, with the exit marked or not.
//!
//! Every letter is a car of at least two cells in a line, which moves lengthwise only; `#` is a
//! wall. `.` is an empty cell; in a board without `.`, `_`, `-`, `0` or `o` is one. The exit is a
//! letter or an arrow outside the board, or a gap in a frame of `#`, `+`, `-`, `|`, `=` or `*`; by
//! default it is at the right. The goal car must cover the last cells before the exit in its lane.
//!
//! The goal car is the one in the lane of the exit: `X`, else `P`, `R` or `A` in either case, else
//! the only one. If the exit is not marked, its lane is that of a horizontal car `X`, else the row
//! just above the middle, as on boards of 6 x 6 cells.
//!
//! The file may begin with the size and the number of cars, as programming courses write it.
//! Blanks before all lines are no cells. An exit at the corner of a frame, one of several gaps, and
//! an exit that is not in line with a car `X` are refused.

use super::draft_sink::DraftSink;
use super::import_options::ImportOptions;
use super::parking_exit::{FramedBoard, MarkedExit, framed};
use super::source_text::{SourceLine, lines};
use crate::error::{any_of, counted, message, quoted};
use crate::exit_side::ExitSide;
use crate::import_remark::ImportRemark;
use crate::presentation::CustomaryMetric;
use crate::puzzle_draft::{PlacedRows, PuzzleDraft, SourceFault};
use crate::rush_hour::FAMILY;
use crate::token;
use crate::word_grid::PlacedWord;
use slidewise_board::Board;

/// Characters of empty cells on boards without `.`, the most usual first.
const EMPTY_MARKS: [&str; 4] = ["_", "-", "0", "o"];
/// Names that only goal cars have.
const MAIN_CARS: [&str; 2] = ["X", "x"];
/// Names of the goal car, the most usual first.
const GOAL_CARS: [&str; 7] = ["X", "P", "R", "A", "x", "r", "a"];

/// A car: its letter, and its squares as row and column.
pub(super) struct ParkedCar {
    /// Place of the car's first cell in the source.
    pub at: usize,
    pub token: String,
    /// The squares in reading order.
    pub squares: Vec<(usize, usize)>,
    pub is_horizontal: bool,
}

/// A parking puzzle before its draft is made.
pub(super) struct ParkingBoard {
    rows: PlacedRows,
    cars: Vec<ParkedCar>,
    /// Index of the goal car.
    goal_car: usize,
    exit: ExitSide,
}

/// Whether a text is surely a parking puzzle: its exit is marked, or it has 6 x 6 cells or a car
/// `X`, and every piece is a car of two or three cells.
pub(super) fn is_parking(text: &str) -> bool {
    let Ok(board) = ParsedBoard::read(text) else {
        return false;
    };
    let is_car = |car: &ParkedCar| (2..=3).contains(&car.squares.len());
    let has = |is_horizontal: bool| {
        board
            .cars
            .iter()
            .any(|car| car.is_horizontal == is_horizontal)
    };
    if !(has(true) && has(false) && board.cars.iter().all(is_car)) {
        return false;
    }
    // An exit at a doubtful place is one nevertheless, and is refused later.
    if !matches!(board.exit, Ok(None)) {
        return true;
    }
    let side = board.rows.len();
    let is_usual = side == board.rows[0].len() && side >= 6;
    let is_named = board.cars.iter().any(|car| car.token == "X");
    let has_goal_car = || ParkingBoard::with_exit(board.rows, board.cars, None, None).is_ok();
    is_usual && (is_named || side == 6 && has_goal_car())
}

/// Reads a parking board, passing it to `sink`.
pub(super) fn read(text: &str, options: &ImportOptions<'_>, sink: &mut DraftSink<'_>) {
    let stem = sink.stem;
    sink.only(|| {
        let board = ParkingBoard::read(text, options.exit)?;
        let car = &board.cars[board.goal_car];
        let kind = ImportRemark::Parking {
            car: car.token.clone(),
            exit: board.exit,
        };
        let doubts = vec![(car.at, kind.into())];
        Ok(PuzzleDraft {
            doubts,
            ..board.draft(stem)
        })
    });
}

/// The rows and cars of a board on several lines, and its exit.
struct ParsedBoard {
    rows: PlacedRows,
    cars: Vec<ParkedCar>,
    /// The exit, if it is marked; the fault of an exit or a size in doubt.
    exit: Result<Option<MarkedExit>, SourceFault>,
}

impl ParsedBoard {
    fn read(text: &str) -> Result<ParsedBoard, Vec<SourceFault>> {
        let BoardLines { lines, size } = board_lines(text);
        let begin = lines.first().map_or(0, |line| line.at);
        let fault = |expected: &str, found: &str| vec![(begin, message(expected, found))];
        if lines.len() < 2 {
            let found = counted(lines.len(), "line");
            return Err(fault("a board of at least 2 lines", &found));
        }
        let most = Board::MAX_SIDE + 3;
        if lines.len() > most
            || lines
                .iter()
                .any(|line| line.text.chars().nth(4 * most).is_some())
        {
            let expected = format!("a board of at most {} cells", Board::MAX_CELLS);
            return Err(fault(&expected, "more"));
        }
        let FramedBoard {
            rows,
            exit,
            is_indented,
        } = framed(&lines);
        let columns = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows
            .iter()
            .find(|row| row.len() != columns || row.is_empty())
        {
            let expected = format!("{} in this row", counted(columns, "cell"));
            let at = row.first().map_or(begin, |word| word.at);
            return Err(vec![(at, message(&expected, &row.len().to_string()))]);
        }
        if rows.len() * columns > Board::MAX_CELLS {
            let expected = format!("a board of at most {} cells", Board::MAX_CELLS);
            return Err(fault(&expected, &counted(rows.len() * columns, "cell")));
        }
        let has = |text: &str| rows.iter().flatten().any(|word| word.text.trim() == text);
        if is_indented && has("") && !has(token::EMPTY) {
            let expected = "`.` for empty cells, since blanks before the rows may be cells, too";
            return Err(fault(expected, "blanks"));
        }
        let found = [rows.len(), columns];
        let exit = match size {
            Some((own, at)) if own != found => {
                let expected = format!("a board of {} x {} cells", own[0], own[1]);
                let found = format!("{} x {columns}", rows.len());
                Err((at, message(&expected, &found)))
            }
            _ => exit,
        };
        let rows = with_empty_cells(rows);
        Ok(ParsedBoard {
            cars: cars_of(&rows)?,
            rows,
            exit,
        })
    }
}

impl ParkingBoard {
    /// Reads a board on several lines.
    fn read(text: &str, exit: Option<ExitSide>) -> Result<ParkingBoard, Vec<SourceFault>> {
        let board = ParsedBoard::read(text)?;
        let marked = board.exit.map_err(|fault| vec![fault])?;
        if let (Some(exit), Some(marked)) = (exit, marked)
            && exit != marked.side
        {
            let found = format!("an exit marked at the {}", marked.side.name());
            let expected = format!("the exit at the {}", exit.name());
            return Err(vec![(marked.at, message(&expected, &found))]);
        }
        ParkingBoard::with_exit(board.rows, board.cars, marked, exit)
    }

    /// Chooses the goal car of a board with these cars.
    pub(super) fn with_exit(
        rows: PlacedRows,
        cars: Vec<ParkedCar>,
        marked: Option<MarkedExit>,
        exit: Option<ExitSide>,
    ) -> Result<ParkingBoard, Vec<SourceFault>> {
        let exit = exit.or(marked.map(|marked| marked.side));
        let exit = exit.unwrap_or(ExitSide::Right);
        let lane_of = |car: &ParkedCar| {
            if exit.is_horizontal() {
                car.squares[0].0
            } else {
                car.squares[0].1
            }
        };
        let named = |token: &str| {
            let mut own = cars.iter().filter(|car| car.token == token);
            own.find(|car| car.is_horizontal == exit.is_horizontal())
        };
        let kind = if exit.is_horizontal() {
            "row"
        } else {
            "column"
        };
        let main = MAIN_CARS
            .into_iter()
            .find_map(|name| cars.iter().find(|car| car.token == name));
        if let Some(car) = main
            && (marked.is_some_and(|marked| marked.lane != lane_of(car))
                || car.is_horizontal != exit.is_horizontal())
        {
            let expected = format!(
                "the exit at an end of the {} of the car {}",
                if car.is_horizontal { "row" } else { "column" },
                quoted(&car.token)
            );
            let found = match marked {
                Some(marked) => format!("an exit of {kind} {}", marked.lane + 1),
                None => format!("an exit at the {}; `--exit` gives its side", exit.name()),
            };
            let at = marked.map_or(car.at, |marked| marked.at);
            return Err(vec![(at, message(&expected, &found))]);
        }
        let lanes = if exit.is_horizontal() {
            rows.len()
        } else {
            rows[0].len()
        };
        let lane = marked.map(|marked| marked.lane);
        let lane = lane.or_else(|| named("X").map(lane_of));
        let lane = lane.unwrap_or((lanes - 1) / 2);
        let candidates: Vec<usize> = (0..cars.len())
            .filter(|&car| cars[car].is_horizontal == exit.is_horizontal())
            .filter(|&car| lane_of(&cars[car]) == lane)
            .collect();
        let by_name = GOAL_CARS.into_iter().find_map(|name| {
            let mut own = candidates.iter().copied();
            own.find(|&car| cars[car].token == name)
        });
        let goal_car = match (by_name, &candidates[..]) {
            (Some(car), _) | (None, &[car]) => car,
            _ => {
                let tokens = candidates.iter().map(|&car| quoted(&cars[car].token));
                let found = match candidates[..] {
                    [] => "none".to_owned(),
                    _ => any_of(&tokens.collect::<Vec<_>>()),
                };
                let expected = format!("a goal car in {kind} {} of the exit", lane + 1);
                let at = rows.iter().flatten().next().map_or(0, |word| word.at);
                return Err(vec![(at, message(&expected, &found))]);
            }
        };
        Ok(ParkingBoard {
            rows,
            cars,
            goal_car,
            exit,
        })
    }

    /// The draft of the puzzle.
    pub(super) fn draft(self, stem: &str) -> PuzzleDraft {
        let car = &self.cars[self.goal_car];
        let length = car.squares.len();
        let last = match self.exit {
            ExitSide::Left | ExitSide::Top => 0..length,
            ExitSide::Right => self.rows[0].len() - length..self.rows[0].len(),
            ExitSide::Bottom => self.rows.len() - length..self.rows.len(),
        };
        let is_goal = |row: usize, column: usize| {
            if car.is_horizontal {
                row == car.squares[0].0 && last.contains(&column)
            } else {
                column == car.squares[0].1 && last.contains(&row)
            }
        };
        let word = |row: usize, column: usize, own: &PlacedWord| PlacedWord {
            text: if is_goal(row, column) {
                car.token.clone()
            } else {
                token::EMPTY.to_owned()
            },
            at: own.at,
        };
        let goal: PlacedRows = (0..)
            .zip(&self.rows)
            .map(|(row, words)| {
                (0..)
                    .zip(words)
                    .map(|(column, own)| word(row, column, own))
                    .collect()
            })
            .collect();
        let of_axis = |is_horizontal: bool| {
            let own = self
                .cars
                .iter()
                .filter(|car| car.is_horizontal == is_horizontal);
            own.map(|car| car.token.clone()).collect()
        };
        PuzzleDraft {
            name: stem.to_owned(),
            title: stem.to_owned(),
            family: Some(FAMILY.to_owned()),
            metric: Some(CustomaryMetric::Slide),
            horizontal: of_axis(true),
            vertical: of_axis(false),
            start: self.rows,
            goals: vec![goal],
            ..PuzzleDraft::default()
        }
    }
}

/// The lines of a board, and what the lines before it say.
struct BoardLines<'t> {
    lines: Vec<SourceLine<'t>>,
    /// Rows and columns, with the place of their line.
    size: Option<([usize; 2], usize)>,
}

/// The lines of the board, without comments and the lines before it that hold the size and the
/// number of cars.
fn board_lines(text: &str) -> BoardLines<'_> {
    let is_comment = |line: &SourceLine<'_>| {
        let begin = line.text.trim_start();
        begin.starts_with("//") || begin.starts_with(';')
    };
    let all: Vec<SourceLine<'_>> = lines(text)
        .filter(|line| !line.text.trim().is_empty() && !is_comment(line))
        .collect();
    let mut board = BoardLines {
        lines: Vec::new(),
        size: None,
    };
    let mut begin = 0;
    let mut has_count = false;
    while let Some((line, rest)) = all[begin..]
        .split_first()
        .filter(|(_, rest)| rest.len() > 1)
    {
        let numbers = line.numbers().unwrap_or_default();
        let values: Vec<usize> = numbers.iter().map(|number| number.value).collect();
        match values[..] {
            [rows, columns] if board.size.is_none() => {
                board.size = Some(([rows, columns], line.at))
            }
            // A row of digits is a row of the board.
            [_] if !has_count && !is_as_long(line, rest) => has_count = true,
            _ => break,
        }
        begin += 1;
    }
    board.lines = all[begin..].to_vec();
    board
}

/// Whether a line is as long as one of the next two.
fn is_as_long(line: &SourceLine<'_>, rest: &[SourceLine<'_>]) -> bool {
    let length = |line: &SourceLine<'_>| line.text.trim().chars().count();
    rest.iter().take(2).any(|own| length(own) == length(line))
}

/// The rows of a board with `.` for empty cells.
fn with_empty_cells(mut rows: PlacedRows) -> PlacedRows {
    let has = |text: &str| rows.iter().flatten().any(|word| word.text == text);
    let is_blank = |word: &PlacedWord| word.text.trim().is_empty();
    let has_blank = rows.iter().flatten().any(is_blank);
    let mark = match has(token::EMPTY) {
        true => None,
        false if has_blank => Some(" "),
        false => EMPTY_MARKS.into_iter().find(|mark| has(mark)),
    };
    for word in rows.iter_mut().flatten() {
        let is_empty = mark.is_some_and(|mark| word.text == mark || mark == " " && is_blank(word));
        if is_empty {
            token::EMPTY.clone_into(&mut word.text);
        }
    }
    rows
}

/// Finds the cars of a board in the order of their first cells.
///
/// # Errors
/// All tokens whose cells are not at least two in a line.
fn cars_of(rows: &PlacedRows) -> Result<Vec<ParkedCar>, Vec<SourceFault>> {
    let mut cars: Vec<ParkedCar> = Vec::new();
    for (row, words) in rows.iter().enumerate() {
        for (column, word) in words.iter().enumerate() {
            if [token::EMPTY, token::WALL].contains(&word.text.as_str()) {
                continue;
            }
            match cars.iter_mut().find(|car| car.token == word.text) {
                Some(car) => car.squares.push((row, column)),
                None => cars.push(ParkedCar {
                    at: word.at,
                    token: word.text.clone(),
                    squares: vec![(row, column)],
                    is_horizontal: true,
                }),
            }
        }
    }
    let mut faults = Vec::new();
    for car in &mut cars {
        let steps = |rows: usize, columns: usize| {
            let mut pairs = car.squares.windows(2);
            pairs.all(|pair| pair[0].0 + rows == pair[1].0 && pair[0].1 + columns == pair[1].1)
        };
        let is_line = car.squares.len() > 1 && (steps(0, 1) || steps(1, 0));
        car.is_horizontal = steps(0, 1);
        if !is_line {
            let expected = format!(
                "at least 2 cells in a line for the car {}",
                quoted(&car.token)
            );
            let found = match car.squares.len() {
                1 => "1 cell".to_owned(),
                cells => format!("{} that are not in a line", counted(cells, "cell")),
            };
            faults.push((car.at, message(&expected, &found)));
        }
    }
    if cars.is_empty() {
        let at = rows.iter().flatten().next().map_or(0, |word| word.at);
        faults.push((at, message("at least one car", "none")));
    }
    if faults.is_empty() {
        Ok(cars)
    } else {
        Err(faults)
    }
}
