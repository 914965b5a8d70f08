//! Successors, hashes and goals of positions, one by one or of an array of boards.

use crate::integers::integers;
use crate::interruptible::interruptible;
use crate::position::{PyMove, PyPosition};
use crate::position_rows::{BoardWriter, PieceLabels};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use slidewise_analysis::Move;
use slidewise_app::Problem;
use slidewise_board::Cell;
use slidewise_engine::graph::Metric;
use slidewise_engine::search::{SuccessorRoom, Successors};
use slidewise_puzzle::{Configuration, Puzzle};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use twox_hash::XxHash64;

/// What is expected of boards, in messages.
const BOARDS: &str = "boards";
/// The seed of the hash of positions, which no version changes.
pub(crate) const HASH_SEED: u64 = 0;
/// Boards between two looks at the stop flag.
const PART: usize = 1 << 10;

/// The squares of an array of boards of these sides, one after the other.
pub(crate) fn squares_of_boards(
    given: &Bound<'_, PyAny>,
    (rows, columns): (usize, usize),
) -> PyResult<Vec<u8>> {
    let boards = integers::<u8>(BOARDS, given, &[None, Some(rows), Some(columns)])?;
    // The slice of an array in order is far faster than its elements one by one.
    Ok(match boards.as_slice() {
        Ok(squares) => squares.to_vec(),
        Err(_) => boards.as_array().iter().copied().collect(),
    })
}

/// The boards of a puzzle as positions, one after the other.
struct BoardReader<'p> {
    puzzle: &'p Puzzle,
    labels: PieceLabels,
    squares: usize,
}

impl<'p> BoardReader<'p> {
    fn new(py: Python<'_>, puzzle: &'p Puzzle) -> PyResult<BoardReader<'p>> {
        Ok(BoardReader {
            puzzle,
            labels: PieceLabels::of(py, puzzle)?,
            squares: puzzle.board.rows() * puzzle.board.columns(),
        })
    }

    /// The position of a board; `None` if it is none.
    fn read(&self, row: &[u8]) -> Option<Configuration> {
        let read = self.labels.read(self.puzzle, row)?;
        (self.puzzle.rules.is_empty() || self.puzzle.obeys_rules(&read)).then_some(read)
    }

    /// Calls `visit` with each board as a position.
    fn for_each(
        &self,
        boards: &[u8],
        is_stopped: impl Fn() -> bool,
        mut visit: impl FnMut(&Configuration),
    ) -> Result<(), Problem> {
        for (number, row) in boards.chunks_exact(self.squares).enumerate() {
            if number % PART == 0 && is_stopped() {
                return Err(Problem::of_nothing_kept());
            }
            let position = self.read(row).ok_or_else(|| {
                Problem::of_input(
                    format!("board {number} is no position of {}", self.puzzle.name),
                    "a board is as Position.array() gives it",
                )
            })?;
            visit(&position);
        }
        Ok(())
    }
}

/// Positions as an array of boards.
pub(crate) fn boards_of<'py>(
    py: Python<'py>,
    puzzle: &Puzzle,
    positions: &[Configuration],
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let labels = PieceLabels::of(py, puzzle)?;
    let rows = positions.iter();
    let squares: Vec<u8> = rows.flat_map(|own| labels.row_of(puzzle, own)).collect();
    let shape = [positions.len(), puzzle.board.rows(), puzzle.board.columns()];
    PyArray1::from_vec(py, squares).reshape(shape)
}

/// The hash of a position.
pub(crate) fn hash(py: Python<'_>, puzzle: &Puzzle, position: &Configuration) -> PyResult<u64> {
    Ok(hash_of(puzzle, &PieceLabels::of(py, puzzle)?, position))
}

fn hash_of(puzzle: &Puzzle, labels: &PieceLabels, position: &Configuration) -> u64 {
    XxHash64::oneshot(HASH_SEED, &labels.row_of(puzzle, position))
}

/// What `find` says of each board of an array.
fn of_each<T: Send>(
    puzzle: &Puzzle,
    boards: &Bound<'_, PyAny>,
    find: impl Fn(&BoardReader<'_>, &Configuration) -> T + Sync,
) -> PyResult<Vec<T>> {
    let reader = BoardReader::new(boards.py(), puzzle)?;
    let squares = squares_of_boards(boards, (puzzle.board.rows(), puzzle.board.columns()))?;
    interruptible(boards.py(), None, |stop, _| {
        let mut found = Vec::new();
        let is_stopped = || stop.load(Ordering::Relaxed);
        reader.for_each(&squares, is_stopped, |own| found.push(find(&reader, own)))?;
        Ok(found)
    })
}

/// What `find` says of each board, or `none` of one that is no position.
pub(crate) fn of_positions<T: Copy + Send + Sync>(
    puzzle: &Puzzle,
    boards: &Bound<'_, PyAny>,
    none: T,
    find: impl Fn(&Configuration) -> T + Sync,
) -> PyResult<Vec<T>> {
    let reader = BoardReader::new(boards.py(), puzzle)?;
    let squares = squares_of_boards(boards, (puzzle.board.rows(), puzzle.board.columns()))?;
    interruptible(boards.py(), None, |stop, _| {
        let mut found = Vec::new();
        for (number, row) in squares.chunks_exact(reader.squares).enumerate() {
            if number % PART == 0 && stop.load(Ordering::Relaxed) {
                return Err(Problem::of_nothing_kept());
            }
            found.push(reader.read(row).map_or(none, |own| find(&own)));
        }
        Ok(found)
    })
}

/// The position of the squares of a board; `None` if it is none.
pub(crate) fn position_of(
    py: Python<'_>,
    puzzle: &Puzzle,
    squares: &[u8],
) -> PyResult<Option<Configuration>> {
    Ok(BoardReader::new(py, puzzle)?.read(squares))
}

/// The hashes of boards.
pub(crate) fn hashes<'py>(
    puzzle: &Puzzle,
    boards: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let hash = |reader: &BoardReader<'_>, own: &Configuration| hash_of(puzzle, &reader.labels, own);
    Ok(of_each(puzzle, boards, hash)?.into_pyarray(boards.py()))
}

/// Whether boards meet a goal.
pub(crate) fn are_goals<'py>(
    puzzle: &Puzzle,
    boards: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let found = of_each(puzzle, boards, |_, own| puzzle.is_solved(own))?;
    Ok(found.into_pyarray(boards.py()))
}

/// A move from one board to another: the byte of its piece, and the piece's first square before
/// and after.
type MoveRow = [i32; 3];

/// The successors of boards, as the parts of arrays.
#[derive(Default)]
struct SuccessorArrays {
    pointers: Vec<i64>,
    boards: Vec<u8>,
    moves: Vec<i32>,
}

/// The successors of a position, in the order of the squares that pieces leave and reach.
pub(crate) fn successors(
    puzzle: &Arc<Puzzle>,
    successors: &Successors,
    before: &Configuration,
) -> Vec<(PyMove, PyPosition)> {
    let mut onward = Move::onward(successors, before);
    onward.sort_by_key(|(by, _)| (by.from, by.to));
    let onward = onward.into_iter().map(|(by, configuration)| {
        let position = PyPosition {
            puzzle: puzzle.clone(),
            configuration,
        };
        (PyMove::new(puzzle, &by), position)
    });
    onward.collect()
}

/// Successors of boards: where those of each begin, the boards, and the moves.
pub(crate) type SuccessorParts<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray3<u8>>,
    Bound<'py, PyArray2<i32>>,
);

/// The parts as arrays, for boards of these sides.
pub(crate) fn as_arrays(
    py: Python<'_>,
    (pointers, boards, moves): (Vec<i64>, Vec<u8>, Vec<i32>),
    (rows, columns): (usize, usize),
) -> PyResult<SuccessorParts<'_>> {
    let found = moves.len() / 3;
    let boards = PyArray1::from_vec(py, boards).reshape([found, rows, columns])?;
    let moves = PyArray1::from_vec(py, moves).reshape([found, 3])?;
    Ok((pointers.into_pyarray(py), boards, moves))
}

/// The successors of an array of boards.
pub(crate) fn expanded<'py>(
    successors: &Successors,
    boards: &Bound<'py, PyAny>,
) -> PyResult<SuccessorParts<'py>> {
    let (py, puzzle) = (boards.py(), successors.puzzle());
    let sides = (puzzle.board.rows(), puzzle.board.columns());
    let reader = BoardReader::new(py, puzzle)?;
    let squares = squares_of_boards(boards, sides)?;
    let arrays = interruptible(py, None, |stop, _| {
        let is_stopped = || stop.load(Ordering::Relaxed);
        SuccessorArrays::of(successors, &reader, &squares, is_stopped)
    })?;
    as_arrays(py, (arrays.pointers, arrays.boards, arrays.moves), sides)
}

impl SuccessorArrays {
    fn of(
        successors: &Successors,
        reader: &BoardReader<'_>,
        boards: &[u8],
        is_stopped: impl Fn() -> bool,
    ) -> Result<SuccessorArrays, Problem> {
        let writer = BoardWriter::new(reader.puzzle);
        let mut arrays = SuccessorArrays::default();
        arrays.pointers.push(0);
        let mut room = SuccessorRoom::default();
        let mut found: Vec<(MoveRow, Vec<Cell>)> = Vec::new();
        let mut spare: Vec<Vec<Cell>> = Vec::new();
        reader.for_each(boards, is_stopped, |before| {
            successors.for_each(before, &mut room, |after| {
                let mut kept = spare.pop().unwrap_or_default();
                kept.clear();
                kept.extend_from_slice(after);
                let by = move_between(successors, &writer, before.firsts(), after);
                found.push((by, kept));
            });
            found.sort_unstable_by_key(|&([_, from, to], _)| (from, to));
            for (by, after) in found.drain(..) {
                arrays.moves.extend(by);
                writer.append(&after, &mut arrays.boards);
                spare.push(after);
            }
            arrays.pointers.push((arrays.moves.len() / 3) as i64);
        })?;
        Ok(arrays)
    }
}

/// The move between two neighbours, given by the first cells of their pieces.
///
/// Of a push along a line, it is that of the piece that is farthest from the empty cell.
fn move_between(
    successors: &Successors,
    writer: &BoardWriter,
    before: &[Cell],
    after: &[Cell],
) -> MoveRow {
    let changed = |one: &[Cell], other: &[Cell]| {
        let mut begin = 0;
        for class in &successors.puzzle().classes {
            let own = begin..begin + class.size();
            begin = own.end;
            let rest = &other[own.clone()];
            if one[own.clone()] == *rest {
                continue;
            }
            let mut places = own;
            if let Some(piece) = places.find(|&piece| !rest.contains(&one[piece])) {
                return Some(piece);
            }
        }
        None
    };
    let square = |cell: Cell| writer.square_of(cell) as i32;
    if successors.metric() == Metric::Line {
        // All pieces of a push are of one cell: one cell is left, and one is reached.
        let left = before.iter().position(|cell| !after.contains(cell));
        let reached = after.iter().find(|cell| !before.contains(cell));
        let (piece, to) = left.zip(reached).expect("a push leaves a cell");
        let (from, to) = (square(before[piece]), square(*to));
        let columns = successors.puzzle().board.columns() as i32;
        let step = if from / columns == to / columns {
            (to - from).signum()
        } else {
            (to - from).signum() * columns
        };
        return [piece as i32 + 1, from, from + step];
    }
    let piece = changed(before, after).expect("a move leaves a place");
    let to = changed(after, before).expect("a move reaches a place");
    [piece as i32 + 1, square(before[piece]), square(after[to])]
}
