//! Parking puzzles as lists of cars in CSV: car, orientation, column, row, length.
//!
//! A header may name the columns in another order. Orientation is H or V, or `horizontal` or
//! `vertical`; column and row are those of the upper left cell, counted from 1 (from 0 if a 0
//! occurs). The size of the board is in the name of the file, such as `Rushhour9x9_4.csv`;
//! otherwise the board is the smallest square that holds all cars, and a remark says so. The goal
//! car is `X`, else as on boards of several lines, and leaves at the right.

use super::block_board::BlockBoard;
use super::draft_sink::DraftSink;
use super::import_options::ImportOptions;
use super::parking::{ParkedCar, ParkingBoard};
use super::source_text::{SourceLine, content};
use crate::error::{counted, message, quoted};
use crate::import_remark::ImportRemark;
use crate::puzzle_draft::{PuzzleDraft, SourceFault};
use crate::token;
use slidewise_board::Board;
use std::collections::BTreeSet;

/// The fields of a car in their usual order.
const FIELDS: [&[&str]; 5] = [
    &["car", "id", "name", "vehicle"],
    &["orientation", "direction", "axis"],
    &["col", "column", "x"],
    &["row", "y"],
    &["length", "len", "size"],
];

/// A car as its line states it; column and row as they are written.
struct ListedCar<'t> {
    line: SourceLine<'t>,
    name: &'t str,
    is_horizontal: bool,
    column: usize,
    row: usize,
    length: usize,
}

/// The place of each of the five fields in a line.
type FieldOrder = [usize; 5];

/// Whether a text is a list of cars.
pub(super) fn is_car_list(text: &str) -> bool {
    let mut lines = content(text).peekable();
    let order = lines.peek().and_then(|&line| header(line));
    let is_headed = order.is_some();
    if is_headed {
        lines.next();
    }
    let order = order.unwrap_or([0, 1, 2, 3, 4]);
    lines
        .peek()
        .is_some_and(|&line| is_headed || car_of(line, order).is_ok())
}

/// Reads a list of cars, passing its puzzle to `sink`.
pub(super) fn read(text: &str, options: &ImportOptions<'_>, sink: &mut DraftSink<'_>) {
    let stem = sink.stem;
    sink.only(|| draft(text, stem, options));
}

fn draft(
    text: &str,
    stem: &str,
    options: &ImportOptions<'_>,
) -> Result<PuzzleDraft, Vec<SourceFault>> {
    let mut lines = content(text).peekable();
    let order = lines.peek().and_then(|&line| header(line));
    if order.is_some() {
        lines.next();
    }
    let order = order.unwrap_or([0, 1, 2, 3, 4]);
    let (mut cars, mut faults) = (Vec::new(), Vec::new());
    for line in lines {
        match car_of(line, order) {
            Ok(car) => cars.push(car),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let Some(first) = cars.first() else {
        let expected = "a line for each car: car, orientation, column, row, length";
        return Err(vec![(0, message(expected, "none"))]);
    };
    let at = first.line.at;
    let from_zero = cars.iter().any(|car| car.column == 0 || car.row == 0);
    let base = usize::from(!from_zero);
    let end = |car: &ListedCar<'_>| {
        let (across, down) = if car.is_horizontal {
            (car.length, 1)
        } else {
            (1, car.length)
        };
        let column = (car.column - base).saturating_add(across);
        column.max((car.row - base).saturating_add(down))
    };
    let side = cars.iter().map(end).max().unwrap_or(0);
    let named = size_in_name(stem);
    let (rows, columns) = named.unwrap_or((side, side));
    let mut board = BlockBoard::new(rows, columns, at).map_err(|fault| vec![fault])?;
    let (mut parked, mut names) = (Vec::new(), BTreeSet::new());
    for car in &cars {
        if !names.insert(car.name) {
            let expected = "a different name for each car";
            let found = format!("a second {}", quoted(car.name));
            return Err(vec![(car.line.at, message(expected, &found))]);
        }
        let (row, column) = (car.row - base, car.column - base);
        let square = |step: usize| {
            if car.is_horizontal {
                (row, column.saturating_add(step))
            } else {
                (row.saturating_add(step), column)
            }
        };
        let squares = (0..car.length).map(square);
        match board.put(car.name, car.line.at, squares.clone()) {
            Ok(()) => parked.push(ParkedCar {
                at: car.line.at,
                token: car.name.to_owned(),
                squares: squares.collect(),
                is_horizontal: car.is_horizontal,
            }),
            Err(fault) => return Err(vec![fault]),
        }
    }
    let board = ParkingBoard::with_exit(board.into_rows(), parked, None, options.exit)?;
    let mut draft = board.draft(stem);
    if named.is_none() {
        let kind = ImportRemark::AssumedSize { side };
        draft.doubts.push((at, kind.into()));
    }
    Ok(draft)
}

/// The order of the fields, if a line is a header.
fn header(line: SourceLine<'_>) -> Option<FieldOrder> {
    let words: Vec<String> = line.words().map(|word| word.text.to_lowercase()).collect();
    let place = |names: &[&str]| words.iter().position(|word| names.contains(&word.as_str()));
    let mut order = [0; 5];
    for (own, names) in order.iter_mut().zip(FIELDS) {
        *own = place(names)?;
    }
    Some(order)
}

/// Reads the line of a car.
fn car_of(line: SourceLine<'_>, order: FieldOrder) -> Result<ListedCar<'_>, SourceFault> {
    let words: Vec<SourceLine<'_>> = line.words().collect();
    let field = |number: usize| {
        words.get(order[number]).copied().ok_or_else(|| {
            let expected = "5 fields: car, orientation, column, row, length";
            (line.at, message(expected, &counted(words.len(), "field")))
        })
    };
    let number = |place: usize| {
        let word = field(place)?;
        let value = word.text.parse::<usize>().ok();
        let name = FIELDS[place][0];
        value.ok_or_else(|| {
            (
                word.at,
                message(&format!("a number for {name}"), &quoted(word.text)),
            )
        })
    };
    let orientation = field(1)?;
    let is_horizontal = match orientation.text.to_lowercase().as_str() {
        "h" | "horizontal" => true,
        "v" | "vertical" => false,
        _ => {
            let found = quoted(orientation.text);
            return Err((orientation.at, message("the orientation H or V", &found)));
        }
    };
    let (column, row, length) = (number(2)?, number(3)?, number(4)?);
    if !(2..=Board::MAX_SIDE).contains(&length) {
        let expected = format!("a length of 2 to {} cells", Board::MAX_SIDE);
        return Err((field(4)?.at, message(&expected, &length.to_string())));
    }
    let name = field(0)?;
    if [token::EMPTY, token::WALL].contains(&name.text) {
        let found = quoted(name.text);
        return Err((name.at, message("the name of a car", &found)));
    }
    Ok(ListedCar {
        line,
        name: name.text,
        is_horizontal,
        column,
        row,
        length,
    })
}

/// The rows and columns in the name of a file, such as `9x9` in `Rushhour9x9_4`.
fn size_in_name(stem: &str) -> Option<(usize, usize)> {
    stem.match_indices('x').find_map(|(at, _)| {
        let before = &stem[..at];
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let after = &stem[at + 1..];
        let end = after.bytes().take_while(u8::is_ascii_digit).count();
        let rows = before[before.len() - digits..].parse().ok()?;
        Some((rows, after[..end].parse().ok()?))
    })
}
