//! Tables of tiles as objects: bounds of positions and of boards, and the tables as arrays.

use crate::distance_table::filled;
use crate::error::{InputError, OrRaise};
use crate::integers::whole;
use crate::interruptible::interruptible;
use crate::many::aimed;
use crate::options::{bytes_of, keep_of, listener, metric_of, threads_of};
use crate::position::configuration_of;
use crate::position_arrays::{of_positions, position_of, squares_of_boards};
use crate::puzzle::PyPuzzle;
use numpy::{IntoPyArray, PyArray1};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use slidewise_app::{BoundsPlan, Explorer, GroupDistances, PositionBounds};
use slidewise_puzzle::{Configuration, Puzzle};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What is expected of a position, in messages.
const POSITION: &str = "a position: its text, its board, or the bytes of its board";

/// Bound of what is no position, or has no way to a goal.
const NONE: i16 = -1;

/// Tables of groups of pieces, whose distances add up to lower bounds.
///
/// `puzzle` is a `Puzzle`, or a word that `Puzzle.open` takes, with its `to`. `keep` names the
/// pieces of each table (`["1 2 3", "4 5 6"]`); without it they are as few as `memory` allows.
/// `metric` is that of the distances. `store` also keeps the tables for searches. Nothing is built
/// before the first bound, or `build`.
#[pyclass(name = "Tables", module = "slidewise", frozen)]
pub(crate) struct PyTables {
    puzzle: Arc<Puzzle>,
    plan: BoundsPlan,
    ready: OnceLock<PositionBounds>,
    /// Held while the tables are built, so that they are built once.
    building: Mutex<()>,
}

/// The tokens of the tiles of each table.
fn groups_of(keep: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Vec<String>>> {
    let Some(keep) = keep else {
        return Ok(Vec::new());
    };
    let wrong = || {
        InputError::new_err("keep is a list of groups: texts such as \"1 2 3\", or lists of tiles")
    };
    if keep.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let mut groups = Vec::new();
    for group in keep.try_iter().map_err(|_| wrong())? {
        let group = group?;
        let tokens = match group.cast::<PyString>() {
            Ok(text) => text
                .to_string()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            Err(_) => {
                let tiles = group.try_iter().map_err(|_| wrong())?;
                let tokens = tiles.map(|tile| Ok(tile?.str()?.to_string()));
                tokens.collect::<PyResult<Vec<String>>>()?
            }
        };
        groups.push(tokens);
    }
    Ok(groups)
}

/// A bound as a number; one that 16 bits do not hold is the largest that they hold.
fn in_words(bound: Option<u32>) -> i16 {
    bound.map_or(NONE, |bound| i16::try_from(bound).unwrap_or(i16::MAX))
}

fn bound_of(bounds: &GroupDistances, position: &Configuration) -> i16 {
    in_words(bounds.bound(position))
}

/// A copy of a table as an array.
fn copied<'py, T: numpy::Element + Copy + Default + Sync>(
    py: Python<'py>,
    table: &[T],
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let mut copy = filled(table.len() as u64, T::default()).or_raise(py)?;
    py.detach(|| copy.copy_from_slice(table));
    Ok(copy.into_pyarray(py))
}

impl PyTables {
    /// Rows and columns of a board.
    fn sides(&self) -> (usize, usize) {
        (self.puzzle.board.rows(), self.puzzle.board.columns())
    }

    /// Squares of a board.
    fn squares(&self) -> usize {
        self.puzzle.board.rows() * self.puzzle.board.columns()
    }

    fn ready(
        &self,
        py: Python<'_>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<&PositionBounds> {
        if self.ready.get().is_none() {
            interruptible(py, listener(progress)?, |stop, reporter| {
                let _alone = self.building.lock().unwrap_or_else(PoisonError::into_inner);
                // Another thread may have built them meanwhile.
                if self.ready.get().is_none() {
                    let built = self.plan.build(stop, Arc::new(reporter))?;
                    let _ = self.ready.set(built);
                }
                Ok(())
            })?;
        }
        Ok(self.ready.get().expect("the tables were built above"))
    }

    /// The number of a table, if there is one of this number.
    fn checked(&self, number: usize) -> PyResult<usize> {
        let count = self.plan.groups().len();
        if number < count {
            return Ok(number);
        }
        Err(InputError::new_err(format!(
            "there are {count} tables, numbered from 0: there is none of number {number}"
        )))
    }
}

#[pymethods]
impl PyTables {
    #[new]
    #[pyo3(signature = (puzzle, *, metric = "step", keep = None, to = None, store = None,
                        memory = None, threads = None))]
    fn new(
        puzzle: &Bound<'_, PyAny>,
        metric: &str,
        keep: Option<Bound<'_, PyAny>>,
        to: Option<&Bound<'_, PyAny>>,
        store: Option<Bound<'_, PyAny>>,
        memory: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<PyTables> {
        let py = puzzle.py();
        let own = match puzzle.cast::<PyPuzzle>() {
            Ok(own) => match to {
                Some(to) => Arc::new(aimed(&own.get().0, to)?),
                None => own.get().0.clone(),
            },
            Err(_) => PyPuzzle::open(py, puzzle.extract::<PathBuf>()?, to)?.0,
        };
        let explorer = Explorer::new(&own)
            .metric(metric_of(metric)?)
            .memory(memory.as_ref().map(bytes_of).transpose()?)
            .threads(threads_of(threads)?)
            .keep(keep_of(store.as_ref())?);
        let groups = groups_of(keep.as_ref())?;
        let plan = py.detach(|| explorer.plan_bounds(&groups)).or_raise(py)?;
        Ok(PyTables {
            puzzle: own,
            plan,
            ready: OnceLock::new(),
            building: Mutex::default(),
        })
    }

    /// The puzzle, with the goal to which distances are bounded.
    #[getter]
    fn puzzle(&self) -> PyPuzzle {
        PyPuzzle::new(self.puzzle.clone())
    }

    /// The pieces of each table.
    #[getter]
    fn groups(&self) -> Vec<Vec<String>> {
        self.plan.groups()
    }

    /// Bytes of memory that building the tables takes, known before they are built.
    #[getter]
    fn memory(&self) -> u64 {
        self.plan.bytes()
    }

    /// The number of sums of which the largest counts: of tiles one, and one for each symmetry of
    /// the goal that gives another; of other pieces one for each choice of tables without a common
    /// piece.
    #[getter]
    fn sums(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.ready(py, None)?.sums())
    }

    /// Builds the tables, unless they are built. `progress` is as for `Puzzle.explore`.
    #[pyo3(signature = (*, progress = None))]
    fn build(&self, py: Python<'_>, progress: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        self.ready(py, progress).map(|_| ())
    }

    /// A lower bound of the distance from a position (`Position`, text, board, or the bytes of a
    /// board) to the nearest goal; -1 if it is proved that no way leads there.
    fn bound(&self, position: &Bound<'_, PyAny>) -> PyResult<i16> {
        let py = position.py();
        let bounds = self.ready(py, None)?;
        if let Ok(board) = position.cast::<PyBytes>() {
            let (squares, expected) = (board.as_bytes(), self.squares());
            if squares.len() != expected {
                return Err(InputError::new_err(format!(
                    "expected {expected} bytes, found {}",
                    squares.len()
                )));
            }
            return match bounds {
                PositionBounds::Tiles(own) => {
                    let mut bound = [NONE];
                    own.bounds(squares, &mut bound);
                    Ok(bound[0])
                }
                PositionBounds::Groups(own) => {
                    let position = position_of(py, &self.puzzle, squares)?;
                    Ok(position.map_or(NONE, |position| bound_of(own, &position)))
                }
            };
        }
        let own = configuration_of(&self.puzzle, POSITION, position)?;
        Ok(in_words(bounds.bound(&own)))
    }

    /// Lower bounds for an array of boards: `int16` of shape `(n,)`, -1 where it is proved that no
    /// way leads to a goal, or a board is no position.
    fn bounds<'py>(&self, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let py = boards.py();
        let found = match self.ready(py, None)? {
            PositionBounds::Tiles(own) => {
                let squares = squares_of_boards(boards, self.sides())?;
                let mut bounds = vec![NONE; squares.len() / self.squares()];
                py.detach(|| own.bounds(&squares, &mut bounds));
                bounds
            }
            PositionBounds::Groups(own) => {
                let find = |position: &Configuration| bound_of(own, position);
                of_positions(&self.puzzle, boards, NONE, find)?
            }
        };
        Ok(found.into_pyarray(py))
    }

    /// A copy of a table, the distance of each entry: of tiles `uint8`, 255 for an entry that no
    /// position has; of other pieces `uint16`, 65535 also where no way leads to a goal.
    #[pyo3(signature = (number = 0))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] number: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let number = self.checked(number)?;
        match self.ready(py, None)? {
            PositionBounds::Tiles(own) => {
                copied(py, own.tables().nth(number).unwrap_or_default())?.into_bound_py_any(py)
            }
            PositionBounds::Groups(own) => {
                copied(py, own.tables().nth(number).unwrap_or_default())?.into_bound_py_any(py)
            }
        }
    }

    /// The numbers of the entries of boards in a table: `int64` of shape `(n,)`, -1 for a board
    /// that is no position.
    #[pyo3(signature = (boards, number = 0))]
    fn rank<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole)] number: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let py = boards.py();
        let number = self.checked(number)?;
        let number_of = |rank: Option<u64>| rank.map_or(-1, |rank| rank as i64);
        let ranks = match self.ready(py, None)? {
            PositionBounds::Tiles(own) => {
                let squares = squares_of_boards(boards, self.sides())?;
                py.detach(|| {
                    let boards = squares.chunks_exact(self.squares());
                    let ranks = boards.map(|board| number_of(own.rank(number, board)));
                    ranks.collect::<Vec<i64>>()
                })
            }
            PositionBounds::Groups(own) => {
                let find = |position: &Configuration| number_of(own.rank(number, position));
                of_positions(&self.puzzle, boards, -1, find)?
            }
        };
        Ok(ranks.into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        let groups = self.plan.groups();
        let groups: Vec<String> = groups.iter().map(|group| group.join(" ")).collect();
        format!("<Tables of {}: {}>", self.puzzle.name, groups.join(", "))
    }
}
