//! Reads `rush:BOARD`, a Rush Hour board whose six rows follow each other without separators.
//!
//! `.` and `o` are empty cells, a lower-case `x` is a wall, and every other letter is a car of 2 or
//! 3 cells in a line, which moves lengthwise only. The goal car is a horizontal car of 2 cells in
//! the third row. The puzzle is solved when it covers the last two cells of this row.

use super::error::{any_of, counted, quoted};
use super::tiles::wrong_word;
use super::{
    Axis, Class, Configuration, CustomaryMetric, Demand, Goal, Notation, Presentation, Puzzle,
    PuzzleError,
};
use slidewise_board::{Board, CellSet, Shape, Square};

/// Prefix of a text that holds a Rush Hour board.
pub(super) const PREFIX: &str = "rush:";

/// The family of all Rush Hour boards.
pub(super) const FAMILY: &str = "Rush Hour";

/// The title of a board that has no other.
pub(super) const TITLE: &str = "Rush Hour board";

/// Number of rows, and of columns, of a Rush Hour board.
const SIDE: usize = 6;
/// The row of the goal car, counted from 0 at the top.
const EXIT_ROW: u16 = 2;

/// A car, with the squares that it covers in Start.
struct Car {
    letter: char,
    squares: Vec<Square>,
    axis: Axis,
}

/// A fault in the text of a board.
struct RushHourFault {
    /// Number of characters of the board before the fault.
    at: usize,
    expected: String,
    found: String,
}

impl RushHourFault {
    fn new(at: usize, expected: impl Into<String>, found: impl Into<String>) -> RushHourFault {
        RushHourFault {
            at,
            expected: expected.into(),
            found: found.into(),
        }
    }
}

/// Reads the puzzle that a text `rush:BOARD` describes.
pub(super) fn read(word: &str) -> Result<Puzzle, PuzzleError> {
    let text = word.strip_prefix(PREFIX).unwrap_or(word);
    let before = word.len() - text.len();
    puzzle_of(word, text)
        .map_err(|wrong| wrong_word(word, before + wrong.at, &wrong.expected, &wrong.found))
}

/// Builds the puzzle of a board of 36 characters.
fn puzzle_of(name: &str, text: &str) -> Result<Puzzle, RushHourFault> {
    let letters = letters_of(text)?;
    let cars = cars_of(&letters)?;
    let goal_car = goal_car(&cars)?;
    let board = board_of(&letters)?;
    let goal = Goal {
        demands: vec![Demand {
            class: goal_car,
            cells: exit_of(&board)?,
        }],
        empty: CellSet::EMPTY,
    };
    let first_of = |car: &Car| board.cell_at(car.squares[0]).into_iter().collect();
    let class_of = |car: &Car| Class {
        labels: vec![car.letter.to_string()],
        shape: Shape::of(&car.squares).0,
        axis: car.axis,
        allowed: board.cells(),
    };
    Ok(Puzzle {
        name: name.to_owned(),
        title: TITLE.to_owned(),
        family: Some(FAMILY.to_owned()),
        source: None,
        classes: cars.iter().map(class_of).collect(),
        gates: Vec::new(),
        rules: Vec::new(),
        goals: vec![goal],
        start: Configuration::new(cars.iter().map(first_of).collect()),
        notation: Notation {
            spelling: vec![
                ("o".to_owned(), super::token::EMPTY.to_owned()),
                ("x".to_owned(), super::token::WALL.to_owned()),
            ],
            ..Notation::default()
        },
        presentation: Presentation {
            metric: Some(CustomaryMetric::Slide),
            ..Presentation::default()
        },
        remarks: Vec::new(),
        board,
    })
}

/// Checks the characters of a board and returns all 36.
fn letters_of(text: &str) -> Result<Vec<char>, RushHourFault> {
    const EXPECTED: &str = "a Rush Hour board of 36 cells, its six rows run together";
    let parts_rows = |c: char| matches!(c, '/' | ':' | ',' | ' ' | '\n');
    if let Some(mark) = text.chars().find(|&c| parts_rows(c)) {
        let cells = text.chars().filter(|&c| !parts_rows(c)).count();
        let rows = text.split(parts_rows).filter(|row| !row.is_empty()).count();
        let found = format!(
            "{} in {}, separated by {}",
            counted(cells, "cell"),
            counted(rows, "row"),
            quoted(&mark.to_string())
        );
        return Err(RushHourFault::new(0, EXPECTED, found));
    }
    let letters: Vec<char> = text.chars().take(SIDE * SIDE + 1).collect();
    let odd = |&c: &char| c != '.' && !c.is_ascii_alphabetic();
    if let Some(at) = letters.iter().position(odd) {
        let found = quoted(&letters[at].to_string());
        return Err(RushHourFault::new(at, "a letter or `.`", found));
    }
    if letters.len() != SIDE * SIDE {
        let found = counted(text.chars().count(), "cell");
        return Err(RushHourFault::new(0, EXPECTED, found));
    }
    Ok(letters)
}

/// Finds the cars, in the order of their first cells.
fn cars_of(letters: &[char]) -> Result<Vec<Car>, RushHourFault> {
    let mut cars: Vec<Car> = Vec::new();
    for (place, &letter) in letters.iter().enumerate() {
        if matches!(letter, '.' | 'o' | 'x') || cars.iter().any(|car| car.letter == letter) {
            continue;
        }
        let squares: Vec<Square> = (place..letters.len())
            .filter(|&other| letters[other] == letter)
            .map(square_at)
            .collect();
        let Some(axis) = axis_of(&squares) else {
            let letter = quoted(&letter.to_string());
            let expected = format!("2 or 3 cells in a line for the car {letter}");
            let found = match squares.len() {
                cells @ 2..=3 => format!("{} that are not in a line", counted(cells, "cell")),
                cells => counted(cells, "cell"),
            };
            return Err(RushHourFault::new(place, expected, found));
        };
        cars.push(Car {
            letter,
            squares,
            axis,
        });
    }
    Ok(cars)
}

/// Builds the board; `x` is a wall.
fn board_of(letters: &[char]) -> Result<Board, RushHourFault> {
    let is_wall = |square: Square| letters[place_of(square)] == 'x';
    Board::new(SIDE, SIDE, is_wall)
        .map_err(|error| RushHourFault::new(0, "a board with cells", error.to_string()))
}

/// The cells that the goal car must cover.
fn exit_of(board: &Board) -> Result<CellSet, RushHourFault> {
    let cell_in = |column: usize| {
        let square = square_at(EXIT_ROW as usize * SIDE + column);
        let expected = "no wall on the last two cells of the third row";
        let wall = || RushHourFault::new(place_of(square), expected, "`x`");
        board.cell_at(square).ok_or_else(wall)
    };
    (SIDE - 2..SIDE).map(cell_in).collect()
}

/// The square of the character with this index.
fn square_at(place: usize) -> Square {
    Square {
        row: (place / SIDE) as u16,
        column: (place % SIDE) as u16,
    }
}

/// The index of the character on a square.
fn place_of(square: Square) -> usize {
    square.row as usize * SIDE + square.column as usize
}

/// The axis of a car that covers `squares`, listed in reading order; `None` if the squares form no
/// car.
fn axis_of(squares: &[Square]) -> Option<Axis> {
    if !(2..=3).contains(&squares.len()) {
        return None;
    }
    let steps = |rows: u16, columns: u16| {
        squares.windows(2).all(|pair| {
            pair[0].row + rows == pair[1].row && pair[0].column + columns == pair[1].column
        })
    };
    if steps(0, 1) {
        Some(Axis::Horizontal)
    } else if steps(1, 0) {
        Some(Axis::Vertical)
    } else {
        None
    }
}

/// Finds the index of the goal car among the horizontal cars of 2 cells in the third row.
///
/// The goal car is the car `X` if it is among these cars, else the car `A`, else the only one of
/// these cars.
fn goal_car(cars: &[Car]) -> Result<usize, RushHourFault> {
    let candidates: Vec<usize> = (0..cars.len())
        .filter(|&number| {
            let car = &cars[number];
            car.axis == Axis::Horizontal && car.squares.len() == 2 && car.squares[0].row == EXIT_ROW
        })
        .collect();
    for wanted in ['X', 'A'] {
        if let Some(&number) = candidates.iter().find(|&&n| cars[n].letter == wanted) {
            return Ok(number);
        }
    }
    let found = match candidates[..] {
        [only] => return Ok(only),
        [] => "none".to_owned(),
        _ => {
            let letters = candidates
                .iter()
                .map(|&n| quoted(&cars[n].letter.to_string()));
            any_of(&letters.collect::<Vec<_>>())
        }
    };
    let expected = "a horizontal car of 2 cells in the third row: `X`, else `A`, else the only one";
    Err(RushHourFault::new(
        EXIT_ROW as usize * SIDE,
        expected,
        found,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY_ROWS: &str = "..................";

    fn with_third_row(row: &str) -> String {
        format!("rush:............{row}{EMPTY_ROWS}")
    }

    fn goal_letter(word: &str) -> String {
        let puzzle = read(word).unwrap();
        let demand = puzzle.goals[0].demands[0];
        let squares: Vec<String> = demand
            .cells
            .iter()
            .map(|cell| puzzle.board.name_of(puzzle.board.square_of(cell)))
            .collect();
        assert_eq!(squares, ["e4", "f4"]);
        puzzle.classes[demand.class].labels[0].clone()
    }

    #[test]
    fn a_printed_card_is_read() {
        let word = "rush:AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";
        let puzzle = read(word).unwrap();
        assert_eq!(puzzle.name, word);
        assert_eq!(puzzle.piece_count(), 8);
        assert_eq!(goal_letter(word), "X");
        let text = puzzle.write_position(&puzzle.start);
        assert_eq!(text, "AA...O:P..Q.O:PXXQ.O:P..Q..:B...CC:B.RRR.");
        assert_eq!(puzzle.read_position(&text).unwrap(), puzzle.start);
        let axes: Vec<Axis> = puzzle.classes.iter().map(|class| class.axis).collect();
        assert_eq!(axes[0], Axis::Horizontal);
        assert_eq!(axes[1], Axis::Vertical);
    }

    #[test]
    fn the_goal_car_is_x_else_a_else_the_only_one() {
        assert_eq!(goal_letter(&with_third_row("AABBXX")), "X");
        assert_eq!(goal_letter(&with_third_row("AABB..")), "A");
        assert_eq!(goal_letter(&with_third_row("BBCCC.")), "B");
        assert_eq!(goal_letter(&with_third_row("xBBo..")), "B");
    }

    #[test]
    fn walls_are_cells_of_their_own() {
        let puzzle = read(&with_third_row("xxAA..")).unwrap();
        assert_eq!(puzzle.board.cell_count(), 34);
        let written = puzzle.write_position(&puzzle.start);
        assert!(written.contains("##AA.."));
        assert_eq!(
            puzzle
                .read_position(&written.replace('#', "x").replace('.', "o"))
                .unwrap(),
            puzzle.start
        );
    }

    #[test]
    fn wrong_boards_are_refused() {
        let goal_car =
            "a horizontal car of 2 cells in the third row: `X`, else `A`, else the only one";
        for (word, column, message) in [
            (
                "rush:".to_owned(),
                6,
                "a Rush Hour board of 36 cells, its six rows run together, found 0 cells",
            ),
            (
                "rush:AA".to_owned(),
                6,
                "a Rush Hour board of 36 cells, its six rows run together, found 2 cells",
            ),
            (
                with_third_row("AA....."),
                6,
                "a Rush Hour board of 36 cells, its six rows run together, found 37 cells",
            ),
            (with_third_row("AA.1.."), 21, "a letter or `.`, found `1`"),
            (
                with_third_row("AA.B.."),
                21,
                "2 or 3 cells in a line for the car `B`, found 1 cell",
            ),
            (
                with_third_row("AAB.B."),
                20,
                "2 or 3 cells in a line for the car `B`, found 2 cells that are not in a line",
            ),
            (
                with_third_row("BBBB.."),
                18,
                "2 or 3 cells in a line for the car `B`, found 4 cells",
            ),
            (
                with_third_row("AA...x"),
                23,
                "no wall on the last two cells of the third row, found `x`",
            ),
            (
                with_third_row("......"),
                18,
                &format!("{goal_car}, found none"),
            ),
            (
                with_third_row("BBBCCC"),
                18,
                &format!("{goal_car}, found none"),
            ),
            (
                with_third_row("BBCC.."),
                18,
                &format!("{goal_car}, found `B` or `C`"),
            ),
        ] {
            let error = read(&word).unwrap_err();
            assert_eq!(
                error.faults()[0].message,
                format!("expected {message}"),
                "{word}"
            );
            assert_eq!(error.faults()[0].column, column, "{word}");
        }
        // The last cell of a row and the first cell of the next row are adjacent in the text, but
        // not in a line on the board.
        assert!(read("rush:......BAA..BAA................B.....").is_err());
    }
}
