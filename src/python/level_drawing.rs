//! Drawings of positions of levels as squares: the sum of 1 for a wall, 2 for a goal, 4 for a box
//! and 8 for the player.

use crate::error::InputError;
use crate::integers::integers;
use pyo3::prelude::*;
use slidewise_sokoban::{Level, Placing};

/// Characters of XSB by their numbers in arrays: the sum of 1 for a wall, 2 for a goal, 4 for a box
/// and 8 for the player.
const CHARACTERS: [(u8, char); 7] = [
    (0, '-'),
    (1, '#'),
    (2, '.'),
    (4, '$'),
    (6, '*'),
    (8, '@'),
    (10, '+'),
];

/// The drawing in XSB of an array as `LevelPosition.array()` gives it, or text as it is.
pub(crate) fn drawing_of(given: &Bound<'_, PyAny>, shape: [Option<usize>; 2]) -> PyResult<String> {
    if let Ok(text) = given.extract() {
        return Ok(text);
    }
    let squares = integers::<u8>("a drawing: its text in XSB, or its squares", given, &shape)?;
    let squares = squares.as_array();
    let columns = squares.shape()[1];
    let squares: Vec<u8> = squares.iter().copied().collect();
    drawing_of_squares(&squares, columns)
}

/// The drawing in XSB of squares, one row after the other.
pub(crate) fn drawing_of_squares(squares: &[u8], columns: usize) -> PyResult<String> {
    let mut text = String::new();
    for row in squares.chunks(columns.max(1)) {
        for square in row {
            let known = CHARACTERS.iter().find(|(own, _)| own == square);
            let (_, character) = known.ok_or_else(|| {
                InputError::new_err(format!(
                    "expected 0, 1, 2, 4, 6, 8 or 10 for a square of a drawing, found {square}"
                ))
            })?;
            text.push(*character);
        }
        text.push('\n');
    }
    Ok(text)
}

/// The squares of a position, one row after the other, as `LevelPosition.array()` gives them.
pub(crate) fn squares_of(level: &Level, placing: &Placing) -> Vec<u8> {
    let (rows, columns) = level.size();
    let mut squares = vec![0; rows * columns];
    let lines = level.rows_of(placing, '-');
    for (row, line) in lines.iter().enumerate() {
        for (column, character) in line.chars().enumerate() {
            let known = CHARACTERS.iter().find(|(_, own)| *own == character);
            squares[row * columns + column] = known.map_or(0, |(square, _)| *square);
        }
    }
    squares
}
