//! Sokoban levels: opening, exploring and solving them, and their positions.

use crate::error::{InputError, OrRaise};
use crate::integers::whole;
use crate::interruptible::interruptible;
use crate::level_arrays;
use crate::level_drawing::{drawing_of, squares_of};
use crate::level_search::PyLevelSearch;
use crate::level_solution::PyLevelSolution;
use crate::options::{bytes_of, chosen, folder_of, listener, threads_of};
use crate::position::CELL;
use crate::position_arrays::SuccessorParts;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use slidewise_app::{NamedLevel, Problem, SolveMethod, memory_within};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::picture::{LevelScene, Theme};
use slidewise_sokoban::{
    BoxSpace, LevelLimits, LevelMetric, Placing, live_cells, read_lurd, replay_lurd,
};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The memory of a search without a limit, as that of the command.
const USUAL_MEMORY: u64 = 4 << 30;

/// Memory and threads of a search of a level.
#[derive(Clone, Copy)]
pub(crate) struct LevelMeans {
    memory: u64,
    threads: usize,
}

impl LevelMeans {
    fn new(memory: Option<&Bound<'_, PyAny>>, threads: Option<usize>) -> PyResult<LevelMeans> {
        Ok(LevelMeans {
            memory: memory_within(memory.map(bytes_of).transpose()?, USUAL_MEMORY),
            threads: threads_of(threads)?,
        })
    }

    /// The limits of a search of all positions.
    pub(crate) fn limits(self, stop: &AtomicBool) -> LevelLimits<'_> {
        LevelLimits {
            memory: self.memory,
            threads: self.threads,
            until_solved: false,
            max_generation: u64::MAX,
            stop,
        }
    }
}

/// The metric of a word.
pub(crate) fn metric_of(word: &str) -> PyResult<LevelMetric> {
    let metrics = [("push", LevelMetric::Push), ("step", LevelMetric::Step)];
    chosen("metric", word, &metrics)
}

/// A Sokoban level.
#[pyclass(name = "Level", module = "slidewise", frozen)]
pub(crate) struct PyLevel(pub(crate) Arc<NamedLevel>);

impl PyLevel {
    pub(crate) fn position_of(&self, placing: Placing) -> PyLevelPosition {
        PyLevelPosition {
            level: self.0.clone(),
            placing,
        }
    }

    /// The placing of a position, of its text, or of its array.
    pub(crate) fn placing_of(&self, position: &Bound<'_, PyAny>) -> PyResult<Placing> {
        if let Ok(position) = position.cast::<PyLevelPosition>() {
            let own = position.get();
            if own.level.level.size() != self.0.level.size() || own.level.name != self.0.name {
                return Err(InputError::new_err(format!(
                    "the position belongs to {}, not to {}",
                    own.level.name, self.0.name
                )));
            }
            return Ok(own.placing.clone());
        }
        let (rows, columns) = self.0.level.size();
        let text = drawing_of(position, [Some(rows), Some(columns)])?;
        let read = self.0.level.read_position(&text);
        read.map_err(|error| Problem::of_level("position", &error))
            .or_raise(position.py())
    }
}

#[pymethods]
impl PyLevel {
    /// Opens a level: a file of levels, with `#N` or `#TITLE` for one of several, or `microban:N`.
    #[staticmethod]
    pub(crate) fn open(py: Python<'_>, name: PathBuf) -> PyResult<PyLevel> {
        let level = NamedLevel::open(&name.to_string_lossy(), None);
        Ok(PyLevel(Arc::new(level.or_raise(py)?)))
    }

    /// Opens all levels of a file that can be read, or of the collection `microban`.
    #[staticmethod]
    fn open_all(py: Python<'_>, name: PathBuf) -> PyResult<Vec<PyLevel>> {
        let levels = NamedLevel::open_all(&name.to_string_lossy()).or_raise(py)?;
        let levels = levels.into_iter().map(|level| PyLevel(Arc::new(level)));
        Ok(levels.collect())
    }

    /// Reads a level from its text in XSB, or from an array as `LevelPosition.array()` gives it.
    #[staticmethod]
    #[pyo3(signature = (text, name = "level"))]
    fn from_text(text: &Bound<'_, PyAny>, name: &str) -> PyResult<PyLevel> {
        let level = NamedLevel::from_text(name, &drawing_of(text, [None, None])?);
        let level = level.or_raise(text.py())?;
        Ok(PyLevel(Arc::new(level)))
    }

    /// The word that opened it.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The title; None if the file gives none.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.level.title.as_deref()
    }

    /// The author; None if the file names none.
    #[getter]
    fn author(&self) -> Option<&str> {
        self.0.level.author.as_deref()
    }

    /// Rows and columns of the drawing.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.0.level.size()
    }

    /// The number of boxes that the player can reach.
    #[getter]
    fn boxes(&self) -> usize {
        self.0.level.start().boxes.len()
    }

    /// The number of squares that the player could reach if there were no boxes.
    #[getter]
    fn cells(&self) -> usize {
        self.0.level.cells()
    }

    /// The start position.
    #[getter]
    fn start(&self) -> PyLevelPosition {
        self.position_of(self.0.level.start().clone())
    }

    /// Reads a position: the level in XSB with other places of boxes and player, rows separated by
    /// line breaks, `:` or `/`, floor as blank, `-` or `_`; or an array as `LevelPosition.array()`
    /// gives it.
    fn position(&self, text: &Bound<'_, PyAny>) -> PyResult<PyLevelPosition> {
        Ok(self.position_of(self.placing_of(text)?))
    }

    /// The level with another start position, given as `LevelPosition`, text or array.
    fn starting_at(&self, position: &Bound<'_, PyAny>) -> PyResult<PyLevel> {
        Ok(PyLevel(Arc::new(NamedLevel {
            name: self.0.name.clone(),
            level: self.0.level.with_start(self.placing_of(position)?),
        })))
    }

    /// The squares from which a box can be pushed to a goal: `bool` of shape `(rows, columns)`.
    /// A box on any other cell makes a position dead.
    fn live<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let level = &self.0.level;
        let (rows, columns) = level.size();
        let mut squares = vec![false; rows * columns];
        for (cell, is_live) in live_cells(level).into_iter().enumerate() {
            let (row, column) = level.row_and_column(cell as u16);
            squares[row * columns + column] = is_live;
        }
        PyArray1::from_vec(py, squares).reshape([rows, columns])
    }

    /// The positions that one push or step leads to, without a search: a list of
    /// `(letters, LevelPosition)`.
    ///
    /// In pushes the player stands on the first square to which he can walk.
    #[pyo3(signature = (position, metric = "push"))]
    fn successors(
        &self,
        position: &Bound<'_, PyAny>,
        metric: &str,
    ) -> PyResult<Vec<(String, PyLevelPosition)>> {
        let before = self.placing_of(position)?;
        let onward = self.0.level.successors(&before, metric_of(metric)?);
        let onward = onward.into_iter();
        Ok(onward
            .map(|next| (next.lurd, self.position_of(next.after)))
            .collect())
    }

    /// The successors of an array of drawings, as `Puzzle.expand` gives them.
    ///
    /// A row of `moves` has 1 for a push, and the square of the box before and after; or 0 and
    /// those of the player.
    #[pyo3(signature = (boards, metric = "push"))]
    fn expand<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        metric: &str,
    ) -> PyResult<SuccessorParts<'py>> {
        level_arrays::expanded(&self.0.level, boards, metric_of(metric)?)
    }

    /// The position after n random pushes or steps from the start; each is drawn from all that are
    /// possible.
    #[pyo3(signature = (n, seed = 0, *, metric = "push"))]
    fn random_walk(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] n: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        metric: &str,
    ) -> PyResult<PyLevelPosition> {
        let metric = metric_of(metric)?;
        let end = level_arrays::random_walk(py, &self.0.level, (n, seed), metric)?;
        Ok(self.position_of(end))
    }

    /// The hash of a position in 64 bits: XXH64 with the seed 0 of the bytes of
    /// `LevelPosition.array()`, in every version and on every machine.
    fn hash(&self, position: &Bound<'_, PyAny>) -> PyResult<u64> {
        Ok(level_arrays::hash(
            &self.0.level,
            &self.placing_of(position)?,
        ))
    }

    /// The hashes of an array of drawings: `uint64` of shape `(n,)`.
    fn hashes<'py>(&self, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        level_arrays::hashes(&self.0.level, boards)
    }

    /// Whether all boxes stand on goals.
    fn is_goal(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.level.is_solved(&self.placing_of(position)?))
    }

    /// Whether each of an array of drawings is solved: `bool` of shape `(n,)`.
    fn are_goals<'py>(&self, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        level_arrays::are_goals(&self.0.level, boards)
    }

    /// Finds all positions to which the start leads, and returns the `LevelSearch`.
    ///
    /// `metric` is push or step. `live=True` leaves out boxes on squares from which none reaches a
    /// goal. `until_solved=True` stops at the first solved generation, `max_generation=n` at
    /// generation n. `progress`, `store`, `memory` and `threads` are as for `Puzzle.explore`.
    #[pyo3(signature = (metric = "push", *, live = false, until_solved = false,
                        max_generation = None, progress = None, store = None, memory = None,
                        threads = None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are Python's keyword arguments"
    )]
    fn explore(
        &self,
        py: Python<'_>,
        metric: &str,
        live: bool,
        until_solved: bool,
        #[pyo3(from_py_with = whole)] max_generation: Option<u64>,
        progress: Option<Bound<'_, PyAny>>,
        store: Option<Bound<'_, PyAny>>,
        memory: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<PyLevelSearch> {
        let metric = metric_of(metric)?;
        let space = if live { BoxSpace::Live } else { BoxSpace::All };
        let means = LevelMeans::new(memory.as_ref(), threads)?;
        let folder = folder_of(store.as_ref())?;
        let named = &self.0;
        let found = interruptible(py, listener(progress)?, |stop, reporter| {
            let graph = named.graph(metric, space)?;
            let store = folder.as_ref();
            let store = store.map(|folder| named.open_store(&graph, folder, false));
            let limits = LevelLimits {
                until_solved,
                max_generation: max_generation.unwrap_or(u64::MAX),
                ..means.limits(stop)
            };
            let found = named.search(&graph, store.transpose()?, limits, &reporter)?;
            match &folder {
                Some(folder) => named.released(&graph, folder, found),
                None => Ok(found),
            }
        })?;
        Ok(PyLevelSearch::new(
            named.clone(),
            (metric, space),
            means,
            found,
        ))
    }

    /// Finds a shortest solution: with the fewest pushes and among those the fewest steps, or for
    /// `metric="step"` with the fewest steps.
    ///
    /// `method` is auto (the one that fits the memory), explore, or tables (a search with a bound
    /// for levels too large to explore).
    #[pyo3(signature = (metric = "push", method = "auto", *, progress = None, memory = None,
                        threads = None))]
    fn solve(
        &self,
        py: Python<'_>,
        metric: &str,
        method: &str,
        progress: Option<Bound<'_, PyAny>>,
        memory: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<PyLevelSolution> {
        let metric = metric_of(metric)?;
        let methods = [
            ("auto", SolveMethod::Auto),
            ("explore", SolveMethod::Explore),
            ("tables", SolveMethod::Tables),
        ];
        let method = chosen("method", method, &methods)?;
        let means = LevelMeans::new(memory.as_ref(), threads)?;
        let named = &self.0;
        let answer = interruptible(py, listener(progress)?, |stop, reporter| {
            named.solve(metric, method, means.limits(stop), &reporter)
        })?;
        PyLevelSolution::of_answer(named.clone(), metric, answer).or_raise(py)
    }

    /// The distance and the positions farthest from the nearest solved position, of all positions
    /// from which the level can be solved; or with `origin="start"` from the start.
    #[pyo3(signature = (metric = "push", origin = "goals", *, progress = None, memory = None,
                        threads = None))]
    fn farthest(
        &self,
        py: Python<'_>,
        metric: &str,
        origin: &str,
        progress: Option<Bound<'_, PyAny>>,
        memory: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<(u64, Vec<PyLevelPosition>)> {
        let metric = metric_of(metric)?;
        let origins = [
            ("start", SearchOrigin::Start),
            ("goals", SearchOrigin::Goals),
        ];
        let origin = chosen("origin", origin, &origins)?;
        let means = LevelMeans::new(memory.as_ref(), threads)?;
        let named = &self.0;
        let (distance, members) = interruptible(py, listener(progress)?, |stop, reporter| {
            named.farthest(metric, origin, means.limits(stop), &reporter)
        })?;
        let positions = members.into_iter().map(|own| self.position_of(own));
        Ok((distance, positions.collect()))
    }

    /// Replays a solution in letters by an independent mover: `(pushes, steps, is_solved)`.
    ///
    /// Small letters u, d, l, r are steps and capitals pushes where both occur; a number before a
    /// letter repeats it.
    fn replay(&self, py: Python<'_>, lurd: &str) -> PyResult<(u64, u64, bool)> {
        let level = &self.0.level;
        let fault = |error| Problem::of_level("solution", &error);
        let moves = read_lurd(lurd).map_err(fault).or_raise(py)?;
        let end = replay_lurd(&level.rows_of(level.start(), ' '), &moves);
        let end = end.map_err(|error| {
            Problem::of_input(error, "Level.solve() gives a solution of the level")
        });
        let end = end.or_raise(py)?;
        Ok((end.pushes, end.steps, end.is_solved))
    }

    fn _repr_svg_(&self) -> String {
        self.start().svg(CELL)
    }

    fn __repr__(&self) -> String {
        format!("<Level {}: {}>", self.0.name, self.0.title())
    }
}

/// A position of a level.
///
/// `str()` gives its text; notebooks show it as SVG.
#[pyclass(name = "LevelPosition", module = "slidewise", frozen)]
pub(crate) struct PyLevelPosition {
    pub(crate) level: Arc<NamedLevel>,
    pub(crate) placing: Placing,
}

#[pymethods]
impl PyLevelPosition {
    /// The text in XSB on one line, with `:` between rows and `-` for floor.
    #[getter]
    fn text(&self) -> String {
        self.level.level.write_position(&self.placing)
    }

    /// Whether all boxes stand on goals.
    #[getter]
    fn is_solved(&self) -> bool {
        self.level.level.is_solved(&self.placing)
    }

    /// Row and column of the player, from 0. In a search of pushes it is the first square, in
    /// reading order, to which he can walk.
    #[getter]
    fn player(&self) -> (usize, usize) {
        self.level.level.row_and_column(self.placing.player)
    }

    /// Rows and columns of the boxes, in reading order.
    #[getter]
    fn boxes(&self) -> Vec<(usize, usize)> {
        let boxes = self.placing.boxes.iter();
        boxes
            .map(|&cell| self.level.level.row_and_column(cell))
            .collect()
    }

    /// The drawing as `uint8` of shape `(rows, columns)`: the sum of 1 for a wall, 2 for a goal, 4
    /// for a box and 8 for the player.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (rows, columns) = self.level.level.size();
        let squares = squares_of(&self.level.level, &self.placing);
        PyArray1::from_vec(py, squares).reshape([rows, columns])
    }

    /// The position as SVG, with cells of `cell` pixels.
    #[pyo3(signature = (cell = CELL))]
    fn svg(&self, #[pyo3(from_py_with = whole)] cell: u32) -> String {
        let level = &self.level;
        LevelScene::new(&level.level, level.title(), Theme::Auto).svg(&self.placing, cell)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(CELL)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<LevelPosition of {}: {}>", self.level.name, self.text())
    }

    fn __eq__(&self, other: &PyLevelPosition) -> bool {
        self.text() == other.text()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }
}
