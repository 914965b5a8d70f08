//! Puzzles: opening them, exploring them, and counting without a search.

use crate::distance_table;
use crate::error::{InputError, OrRaise};
use crate::integers::whole;
use crate::interruptible::interruptible;
use crate::many;
use crate::options::{
    bytes_of, chosen, keep_of, listener, metric_of, origin_of, part_listener, threads_of,
};
use crate::position::{PyMove, PyPosition, PySolution, configuration_of};
use crate::position_arrays::{self, SuccessorParts};
use crate::search::PySearch;
use num_bigint::BigUint;
use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use slidewise_analysis::{Components, Count};
use slidewise_app::{Explorer, Keep, LevelFile, Problem, Question, SeededDraw, SolveMethod};
use slidewise_engine::search::Successors;
use slidewise_puzzle::{NamedGoal, Puzzle, SearchOrigin, builtin, found_names};
use slidewise_render::picture::{BoardScene, Theme};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// What is expected of a position, in messages.
const POSITION: &str = "a position: its text, or its board";

/// A sliding-block puzzle: board, pieces, rules, Start and goals.
#[pyclass(name = "Puzzle", module = "slidewise", frozen)]
pub(crate) struct PyPuzzle(pub(crate) Arc<Puzzle>, [OnceLock<Successors>; 4]);

impl PyPuzzle {
    pub(crate) fn new(puzzle: Arc<Puzzle>) -> PyPuzzle {
        PyPuzzle(puzzle, Default::default())
    }

    /// The successors in a metric, which are prepared once.
    fn successors_in(&self, py: Python<'_>, metric: &str) -> PyResult<&Successors> {
        let metric = metric_of(metric)?;
        let place = &self.1[metric as usize];
        if let Some(ready) = place.get() {
            return Ok(ready);
        }
        let made = Successors::new(self.0.clone(), metric).or_raise(py)?;
        Ok(place.get_or_init(|| made))
    }

    fn explorer(
        &self,
        metric: &str,
        memory: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Explorer> {
        let explorer = Explorer::new(&self.0)
            .metric(metric_of(metric)?)
            .memory(memory.map(bytes_of).transpose()?);
        Ok(explorer.threads(threads_of(threads)?))
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "they are Python's keyword arguments"
)]
#[pymethods]
impl PyPuzzle {
    /// Opens a puzzle by a built-in name or title, the path of a file, `tiles:3x4` or `rush:BOARD`.
    ///
    /// `to` is a position that takes the place of the goals, or a list of positions, of which the
    /// nearest counts; for numbered tiles also the name of a usual order: last, first or snail.
    #[staticmethod]
    #[pyo3(signature = (name, *, to = None))]
    pub(crate) fn open(
        py: Python<'_>,
        name: PathBuf,
        to: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPuzzle> {
        let word = name.to_string_lossy();
        if let Some(levels) = LevelFile::named_by(&word) {
            levels.or_raise(py)?;
            return Err(InputError::new_err(format!(
                "{word} is a Sokoban level, and no puzzle: open it by slidewise.Level.open"
            )));
        }
        let mut puzzle = Puzzle::open(&word).or_raise(py)?;
        if let Some(to) = to {
            puzzle = many::aimed(&puzzle, to)?;
        }
        Ok(PyPuzzle::new(Arc::new(puzzle)))
    }

    /// The goal of a board of tiles: the name of a usual order (last, first or snail), or the
    /// board. None for other puzzles.
    #[getter]
    fn goal(&self) -> Option<String> {
        NamedGoal::of(&self.0).map(|goal| goal.name().to_owned())
    }

    /// Reads a puzzle from the text of a puzzle file.
    #[staticmethod]
    #[pyo3(signature = (text, name = "puzzle"))]
    fn from_text(py: Python<'_>, text: &str, name: &str) -> PyResult<PyPuzzle> {
        let file = format!("{name}.toml");
        let puzzle = Puzzle::from_toml(name, &file, text).or_raise(py)?;
        Ok(PyPuzzle::new(Arc::new(puzzle)))
    }

    /// The names of the built-in puzzles, sorted; with words, of those that `slidewise list` finds
    /// by them.
    #[staticmethod]
    #[pyo3(signature = (words = None))]
    fn names(words: Option<&str>) -> Vec<String> {
        let all = || builtin::list().into_iter().map(|own| own.name.to_owned());
        let mut names: Vec<String> = words.map_or_else(|| all().collect(), found_names);
        names.sort();
        names
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    #[getter]
    fn title(&self) -> &str {
        &self.0.title
    }

    /// The remarks on the puzzle's file: what is probably not intended, and what was assumed.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.0.remarks.iter().map(ToString::to_string).collect()
    }

    /// Rows and columns of the board.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.board.rows(), self.0.board.columns())
    }

    /// The token of each piece; byte k of an array of positions stands for `pieces[k - 1]`.
    #[getter]
    fn pieces(&self) -> Vec<String> {
        let classes = self.0.classes.iter();
        classes
            .flat_map(|class| class.labels.iter().cloned())
            .collect()
    }

    /// The start position.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition::of(&self.0, self.0.start.clone())
    }

    /// Reads a position, for example `"123:456:7.8"`, or a board as `Position.array()` gives it.
    fn position(&self, text: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let own = configuration_of(&self.0, POSITION, text)?;
        Ok(PyPosition::of(&self.0, own))
    }

    /// Finds all positions that Start leads to, and returns the finished `Search`.
    ///
    /// `metric` is step, slide, move or line. `progress` is called with the number and the size of
    /// each generation; True shows a bar. `store` keeps the search in a folder, where a later call
    /// resumes it or answers from it. `memory` limits the memory in bytes, or as text ("4G").
    #[pyo3(signature = (metric = "step", *, progress = None, store = None, memory = None,
                        threads = None))]
    fn explore(
        &self,
        py: Python<'_>,
        metric: &str,
        progress: Option<Bound<'_, PyAny>>,
        store: Option<Bound<'_, PyAny>>,
        memory: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<PySearch> {
        let explorer = self
            .explorer(metric, memory.as_ref(), threads)?
            .keep(keep_of(store.as_ref())?);
        let search = interruptible(py, listener(progress)?, |stop, reporter| {
            let explorer = explorer.stop(stop).observer(Arc::new(reporter));
            explorer.explore()
        })?;
        Ok(PySearch::new(self.0.clone(), search))
    }

    /// Finds a shortest solution, and the number of all of them, without a finished search.
    ///
    /// `method` is auto (the one that fits), explore, meet (from both ends), tables (pattern
    /// databases) or grid (the distances of tiles on the grid). `store` keeps what the search
    /// makes, for example tables; else a temporary folder holds it. `disk` limits the disk as
    /// `memory` the memory. The other arguments are those of `explore`.
    #[pyo3(signature = (metric = "step", method = "auto", *, progress = None, store = None,
                        memory = None, disk = None, threads = None))]
    fn solve(
        &self,
        py: Python<'_>,
        metric: &str,
        method: &str,
        progress: Option<Bound<'_, PyAny>>,
        store: Option<Bound<'_, PyAny>>,
        memory: Option<Bound<'_, PyAny>>,
        disk: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<PySolution> {
        let methods = SolveMethod::ALL.map(|own| (own.name(), own));
        let method = chosen("method", method, &methods)?;
        let explorer = self
            .explorer(metric, memory.as_ref(), threads)?
            .disk(disk.as_ref().map(bytes_of).transpose()?);
        let progress = listener(progress)?;
        let search = |keep| {
            interruptible(py, progress, |stop, reporter| {
                let explorer = explorer.keep(keep).stop(stop);
                let explorer = explorer.observer(Arc::new(reporter));
                let answer = explorer.solve(&Question::default().by(method))?;
                let (method, nodes) = (answer.method, answer.nodes);
                Ok((answer.into_solution()?, method, nodes))
            })
        };
        let (solution, method, nodes) = match keep_of(store.as_ref())? {
            Keep::Memory => {
                let folder = py.import("tempfile")?.call_method0("TemporaryDirectory")?;
                let found = search(Keep::Scratch(folder.getattr("name")?.extract()?));
                folder.call_method0("cleanup")?;
                found?
            }
            kept => search(kept)?,
        };
        Ok(PySolution {
            puzzle: self.0.clone(),
            solution,
            method,
            nodes,
        })
    }

    /// The puzzle with another start position, given as `Position`, text or board.
    fn starting_at(&self, position: &Bound<'_, PyAny>) -> PyResult<PyPuzzle> {
        let mut puzzle = Puzzle::clone(&self.0);
        puzzle.start = configuration_of(&puzzle, POSITION, position)?;
        Ok(PyPuzzle::new(Arc::new(puzzle)))
    }

    /// Solves many starts, and returns arrays with an element for each, in their order: a dict of
    /// `length` (-1 where no way is known), `at_least` (-1 where there is none), `nodes` and
    /// `seconds`; with `ways`, also a list with the positions of each way, or None.
    ///
    /// `starts` is a list of positions or an array of boards, and `to` as for `open`. `method` is
    /// auto, tables or grid. A search that has visited `max_nodes` positions, or taken
    /// `max_seconds`, ends with a lower bound. `progress` is called with the numbers of starts done
    /// and in all. The other arguments are those of `explore`.
    #[pyo3(signature = (starts, metric = "step", method = "auto", *, to = None, ways = false,
                        max_nodes = None, max_seconds = None, progress = None, store = None,
                        memory = None, threads = None))]
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        metric: &str,
        method: &str,
        to: Option<&Bound<'py, PyAny>>,
        ways: bool,
        #[pyo3(from_py_with = whole)] max_nodes: Option<u64>,
        max_seconds: Option<f64>,
        progress: Option<Bound<'py, PyAny>>,
        store: Option<Bound<'py, PyAny>>,
        memory: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let aimed = to.map(|to| many::aimed(&self.0, to)).transpose()?;
        let own = aimed.map_or_else(|| self.0.clone(), Arc::new);
        let explorer = PyPuzzle::new(own.clone())
            .explorer(metric, memory.as_ref(), threads)?
            .keep(keep_of(store.as_ref())?);
        let starts = many::positions_of(&own, starts)?;
        let limits = many::limits_of(max_nodes, max_seconds)?;
        let reported = (part_listener(progress)?, ways);
        many::solved(py, &own, (explorer, &starts), (method, limits), reported)
    }

    /// The shortest ways from Start to the nearest goals, and those of up to `extra` moves more:
    /// up to `limit` solutions, the shortest first, each with the number of all of its length.
    ///
    /// A way ends at the first goal that it meets. With `distinct`, one of each kind: `["moves"]`
    /// puts ways together that have the same moves in any order, `["symmetry"]` images of each
    /// other. The other arguments are those of `explore`.
    #[pyo3(signature = (metric = "step", *, extra = 0, limit = 10_000, distinct = None,
                        memory = None, threads = None))]
    fn ways(
        &self,
        py: Python<'_>,
        metric: &str,
        #[pyo3(from_py_with = whole)] extra: u64,
        #[pyo3(from_py_with = whole)] limit: usize,
        distinct: Option<Vec<String>>,
        memory: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<Vec<PySolution>> {
        let explorer = self.explorer(metric, memory.as_ref(), threads)?;
        let likeness = many::likeness_of(distinct)?;
        many::ways(py, &self.0, explorer, (extra, limit), likeness)
    }

    /// The numbers of the ways to the nearest goals: of the shortest, and of those with one move
    /// more, two more, up to `extra` more.
    #[pyo3(signature = (metric = "step", *, extra = 0, memory = None, threads = None))]
    fn count_ways(
        &self,
        py: Python<'_>,
        metric: &str,
        #[pyo3(from_py_with = whole)] extra: u64,
        memory: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<Vec<BigUint>> {
        let explorer = self.explorer(metric, memory.as_ref(), threads)?;
        many::way_counts(py, explorer, extra)
    }

    /// Boards of `n` random positions at each of `distances`, such as `range(5, 51)`, and the
    /// distance of each: `uint8` of shape `(m, rows, columns)` and `int64` of shape `(m,)`.
    ///
    /// Each position at a distance is equally probable, unless a board of tiles is too large to
    /// explore. Where there are fewer than `n`, all are given. `origin` is goals or start.
    #[pyo3(signature = (n, distances, seed = 0, *, origin = "goals", metric = "step", store = None,
                        memory = None, threads = None))]
    fn pack<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] n: u64,
        distances: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole)] seed: u64,
        origin: &str,
        metric: &str,
        store: Option<Bound<'py, PyAny>>,
        memory: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<many::Pack<'py>> {
        let explorer = self.explorer(metric, memory.as_ref(), threads)?;
        let drawn = (&*self.0, explorer.keep(keep_of(store.as_ref())?));
        many::pack(py, drawn, origin_of(origin)?, distances, (n, seed))
    }

    /// The distances of all positions from Start by number, as `Search.distances` gives them, from
    /// a single search that keeps no marks.
    ///
    /// The arguments are those of `explore`.
    #[pyo3(signature = (metric = "step", *, progress = None, memory = None, threads = None))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        metric: &str,
        progress: Option<Bound<'py, PyAny>>,
        memory: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let explorer = self.explorer(metric, memory.as_ref(), threads)?;
        let table = distance_table::of_start(py, explorer, listener(progress)?)?;
        Ok(table.into_array(py))
    }

    /// The positions that one move leads to, without a search: a list of `(Move, Position)`.
    #[pyo3(signature = (position, metric = "step"))]
    fn successors(
        &self,
        position: &Bound<'_, PyAny>,
        metric: &str,
    ) -> PyResult<Vec<(PyMove, PyPosition)>> {
        let successors = self.successors_in(position.py(), metric)?;
        let before = configuration_of(&self.0, POSITION, position)?;
        Ok(position_arrays::successors(&self.0, successors, &before))
    }

    /// The successors of an array of boards, without a search: `(indptr, boards, moves)`.
    ///
    /// Those of board i are `boards[indptr[i]:indptr[i + 1]]`. A row of `moves` has the piece as in
    /// boards, and its first square before and after, in reading order.
    #[pyo3(signature = (boards, metric = "step"))]
    fn expand<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        metric: &str,
    ) -> PyResult<SuccessorParts<'py>> {
        position_arrays::expanded(self.successors_in(boards.py(), metric)?, boards)
    }

    /// The position after n random moves from Start; each move is drawn from all that are possible.
    #[pyo3(signature = (n, seed = 0, *, metric = "step"))]
    fn random_walk(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] n: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        metric: &str,
    ) -> PyResult<PyPosition> {
        let successors = self.successors_in(py, metric)?;
        let configuration = interruptible(py, None, |stop, _| {
            let end = SeededDraw::new(seed).walk(successors, &self.0.start, n, stop);
            end.ok_or_else(Problem::of_nothing_kept)
        })?;
        Ok(PyPosition::of(&self.0, configuration))
    }

    /// Boards of n different positions, each equally probable, of all that lead to a goal: `uint8`
    /// of shape `(n, rows, columns)`; all of them if there are no more.
    ///
    /// On a board of distinct tiles no search is made. Other puzzles are explored from Start.
    #[pyo3(signature = (n, seed = 0, *, memory = None, threads = None))]
    fn sample_solvable<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] n: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        memory: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let explorer = self.explorer("step", memory.as_ref(), threads)?;
        let drawn = interruptible(py, None, |stop, _| {
            explorer.stop(stop).draw_solvable(n, seed)
        })?;
        position_arrays::boards_of(py, &self.0, &drawn.positions)
    }

    /// Boards of up to n different positions of a board of tiles, each proved to be `distance`
    /// steps from the goal; not all are equally probable.
    ///
    /// Each lies on a shortest way from a random position, which `store`'s tables or the grid find.
    #[pyo3(signature = (n, *, distance, seed = 0, store = None, memory = None, threads = None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] n: u64,
        #[pyo3(from_py_with = whole)] distance: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        store: Option<Bound<'py, PyAny>>,
        memory: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let explorer = self.explorer("step", memory.as_ref(), threads)?;
        let explorer = explorer.keep(keep_of(store.as_ref())?);
        let drawn = interruptible(py, None, |stop, _| {
            let explorer = explorer.stop(stop);
            explorer.draw_at_distance(SearchOrigin::Goals, distance, (n, seed))
        })?;
        position_arrays::boards_of(py, &self.0, &drawn.positions)
    }

    /// The hash of a position in 64 bits: XXH64 with the seed 0 of the bytes of `Position.array()`,
    /// in every version and on every machine.
    fn hash(&self, position: &Bound<'_, PyAny>) -> PyResult<u64> {
        let own = configuration_of(&self.0, POSITION, position)?;
        position_arrays::hash(position.py(), &self.0, &own)
    }

    /// The hashes of an array of boards: `uint64` of shape `(n,)`.
    fn hashes<'py>(&self, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        position_arrays::hashes(&self.0, boards)
    }

    /// Whether a position meets a goal.
    fn is_goal(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        let own = configuration_of(&self.0, POSITION, position)?;
        Ok(self.0.is_solved(&own))
    }

    /// Whether each of an array of boards meets a goal: `bool` of shape `(n,)`.
    fn are_goals<'py>(&self, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        position_arrays::are_goals(&self.0, boards)
    }

    /// The number of positions that Start leads to, without a search of them.
    fn count(&self, py: Python<'_>) -> PyResult<BigUint> {
        let puzzle = &self.0;
        interruptible(py, None, |stop, _| {
            let count = Count::watched(puzzle, Count::BYTES, stop, &mut |_| ())?;
            Ok(count.reachable())
        })
    }

    /// The connected components of all legal positions: a list of `(size, number of components)`.
    fn components(&self, py: Python<'_>) -> PyResult<Vec<(BigUint, BigUint)>> {
        let puzzle = &self.0;
        interruptible(py, None, |stop, _| {
            let found = Components::of(puzzle, None, stop, &mut |_, _| ())?;
            Ok::<_, Problem>(found.sizes)
        })
    }

    pub(crate) fn _repr_svg_(&self) -> String {
        BoardScene::new(&self.0, Theme::Auto).svg(&self.0.start, 36)
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {}: {}>", self.0.name, self.0.title)
    }
}
