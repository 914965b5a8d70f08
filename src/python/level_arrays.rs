//! Successors, hashes and goals of positions of levels, one by one or of an array.

use crate::error::OrRaise;
use crate::interruptible::interruptible;
use crate::level_drawing::{drawing_of_squares, squares_of};
use crate::position_arrays::{HASH_SEED, SuccessorParts, as_arrays, squares_of_boards};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use slidewise_app::{Problem, SeededDraw};
use slidewise_sokoban::{Level, LevelMetric, LevelSuccessor, Placing};
use std::sync::atomic::Ordering;
use twox_hash::XxHash64;

/// The positions of an array of drawings.
pub(crate) fn placings_of(level: &Level, boards: &Bound<'_, PyAny>) -> PyResult<Vec<Placing>> {
    let (rows, columns) = level.size();
    let squares = squares_of_boards(boards, (rows, columns))?;
    let drawings = squares.chunks_exact((rows * columns).max(1));
    let placings = drawings.map(|squares| placing_of(boards.py(), level, squares));
    placings.collect()
}

/// The position of the squares of a drawing.
pub(crate) fn placing_of(py: Python<'_>, level: &Level, squares: &[u8]) -> PyResult<Placing> {
    let read = level.read_position(&drawing_of_squares(squares, level.size().1)?);
    read.map_err(|error| Problem::of_level("position", &error))
        .or_raise(py)
}

/// The successors of an array of drawings.
pub(crate) fn expanded<'py>(
    level: &Level,
    boards: &Bound<'py, PyAny>,
    metric: LevelMetric,
) -> PyResult<SuccessorParts<'py>> {
    let py = boards.py();
    let placings = placings_of(level, boards)?;
    let parts = interruptible(py, None, |stop, _| {
        let (mut pointers, mut boards, mut moves) = (vec![0], Vec::new(), Vec::new());
        for before in &placings {
            if stop.load(Ordering::Relaxed) {
                return Err(Problem::of_nothing_kept());
            }
            for next in level.successors(before, metric) {
                boards.extend(squares_of(level, &next.after));
                moves.extend(move_of(level, &next));
            }
            pointers.push((moves.len() / 3) as i64);
        }
        Ok((pointers, boards, moves))
    })?;
    as_arrays(py, parts, level.size())
}

/// Whether a box is pushed, and the squares of box or player before and after.
fn move_of(level: &Level, next: &LevelSuccessor) -> [i32; 3] {
    let square = |cell| {
        let (row, column) = level.row_and_column(cell);
        (row * level.size().1 + column) as i32
    };
    [next.is_push.into(), square(next.from), square(next.to)]
}

/// The position after random pushes or steps, given by their number and the seed.
pub(crate) fn random_walk(
    py: Python<'_>,
    level: &Level,
    (moves, seed): (u64, u64),
    metric: LevelMetric,
) -> PyResult<Placing> {
    interruptible(py, None, |stop, _| {
        let mut draw = SeededDraw::new(seed);
        let mut at = level.start().clone();
        for _ in 0..moves {
            if stop.load(Ordering::Relaxed) {
                return Err(Problem::of_nothing_kept());
            }
            let mut onward = level.successors(&at, metric);
            if onward.is_empty() {
                break;
            }
            let drawn = draw.below(onward.len() as u64) as usize;
            at = onward.swap_remove(drawn).after;
        }
        Ok(at)
    })
}

/// The hash of a position.
pub(crate) fn hash(level: &Level, placing: &Placing) -> u64 {
    XxHash64::oneshot(HASH_SEED, &squares_of(level, placing))
}

/// The hashes of an array of drawings.
pub(crate) fn hashes<'py>(
    level: &Level,
    boards: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let placings = placings_of(level, boards)?;
    let found: Vec<u64> = placings.iter().map(|own| hash(level, own)).collect();
    Ok(found.into_pyarray(boards.py()))
}

/// Whether each of an array of drawings is solved.
pub(crate) fn are_goals<'py>(
    level: &Level,
    boards: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let placings = placings_of(level, boards)?;
    let found: Vec<bool> = placings.iter().map(|own| level.is_solved(own)).collect();
    Ok(found.into_pyarray(boards.py()))
}
