//! Tables of tiles as objects: bounds of positions and of boards, and the tables as arrays.

use crate::distance_table::filled;
use crate::error::{InputError, OrRaise};
use crate::integers::whole;
use crate::interruptible::interruptible;
use crate::many::aimed;
use crate::options::{bytes_of, keep_of, listener, threads_of};
use crate::position::configuration_of;
use crate::position_arrays::squares_of_boards;
use crate::puzzle::PyPuzzle;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use slidewise_app::{BoundsPlan, Explorer, TileBounds};
use slidewise_puzzle::Puzzle;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What is expected of a position, in messages.
const POSITION: &str = "a position: its text, its board, or the bytes of its board";

/// Tables of groups of tiles, whose distances add up to lower bounds.
///
/// `puzzle` is a board of distinct tiles: a `Puzzle`, or a word that `Puzzle.open` takes, with its
/// `to`. `keep` names the tiles of each table (`["1 2 3", "4 5 6"]`); without it they are as few as
/// `memory` allows. `store` also keeps the tables for searches. Nothing is built before the first
/// bound, or `build`.
#[pyclass(name = "Tables", module = "slidewise", frozen)]
pub(crate) struct PyTables {
    puzzle: Arc<Puzzle>,
    plan: BoundsPlan,
    ready: OnceLock<TileBounds>,
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

impl PyTables {
    fn ready(&self, py: Python<'_>, progress: Option<Bound<'_, PyAny>>) -> PyResult<&TileBounds> {
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
    #[pyo3(signature = (puzzle, *, keep = None, to = None, store = None, memory = None,
                        threads = None))]
    fn new(
        puzzle: &Bound<'_, PyAny>,
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

    /// The tiles of each table.
    #[getter]
    fn groups(&self) -> Vec<Vec<String>> {
        self.plan.groups()
    }

    /// Bytes of memory that building the tables takes, known before they are built.
    #[getter]
    fn memory(&self) -> u64 {
        self.plan.bytes()
    }

    /// The number of sums of which the largest counts: one, and one for each symmetry of the goal
    /// that gives another.
    #[getter]
    fn sums(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.ready(py, None)?.sums())
    }

    /// Builds the tables, unless they are built. `progress` is as for `Puzzle.explore`.
    #[pyo3(signature = (*, progress = None))]
    fn build(&self, py: Python<'_>, progress: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        self.ready(py, progress).map(|_| ())
    }

    /// A lower bound of the steps from a position (`Position`, text, board, or the bytes of a
    /// board) to the goal; -1 if no way leads there.
    fn bound(&self, position: &Bound<'_, PyAny>) -> PyResult<i16> {
        let bounds = self.ready(position.py(), None)?;
        let mut bound = [0];
        if let Ok(board) = position.cast::<PyBytes>() {
            let squares = board.as_bytes();
            if squares.len() != self.puzzle.board.cell_count() {
                return Err(InputError::new_err(format!(
                    "expected {} bytes, found {}",
                    self.puzzle.board.cell_count(),
                    squares.len()
                )));
            }
            bounds.bounds(squares, &mut bound);
            return Ok(bound[0]);
        }
        let own = configuration_of(&self.puzzle, POSITION, position)?;
        bounds.bounds(&self.puzzle.tile_numbers(&own), &mut bound);
        Ok(bound[0])
    }

    /// Lower bounds for an array of boards: `int16` of shape `(n,)`, -1 where no way leads to the
    /// goal, or a board is no position.
    fn bounds<'py>(&self, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let py = boards.py();
        let own = self.ready(py, None)?;
        let shape = (self.puzzle.board.rows(), self.puzzle.board.columns());
        let squares = squares_of_boards(boards, shape)?;
        let mut bounds = vec![0; squares.len() / self.puzzle.board.cell_count()];
        py.detach(|| own.bounds(&squares, &mut bounds));
        Ok(bounds.into_pyarray(py))
    }

    /// A copy of a table: `uint8`, the distance of each entry, 255 for one that no position has.
    #[pyo3(signature = (number = 0))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] number: usize,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let number = self.checked(number)?;
        let own = self.ready(py, None)?;
        let bytes = own.tables().nth(number).unwrap_or_default();
        let mut copy = filled(bytes.len() as u64, 0u8).or_raise(py)?;
        py.detach(|| copy.copy_from_slice(bytes));
        Ok(copy.into_pyarray(py))
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
        let own = self.ready(py, None)?;
        let shape = (self.puzzle.board.rows(), self.puzzle.board.columns());
        let squares = squares_of_boards(boards, shape)?;
        let ranks = py.detach(|| {
            let boards = squares.chunks_exact(self.puzzle.board.cell_count());
            let rank = |board| own.rank(number, board).map_or(-1, |rank| rank as i64);
            boards.map(rank).collect::<Vec<i64>>()
        });
        Ok(ranks.into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        let groups = self.plan.groups();
        let groups: Vec<String> = groups.iter().map(|group| group.join(" ")).collect();
        format!("<Tables of {}: {}>", self.puzzle.name, groups.join(", "))
    }
}
