//! Finished searches: distances as arrays, ranks of many positions, ways and farthest positions.

use crate::distance_table::{DistanceTable, TableSearch, filled, reserve};
use crate::error::{InputError, NotFoundError, OrRaise};
use crate::graph_arrays;
use crate::integers::{integers, whole};
use crate::interruptible::{Reporter, interruptible};
use crate::options::origin_of;
use crate::position::{self, PyPosition, PySolution};
use crate::position_rows::{PositionRows, vertex_of};
use crate::puzzle::PyPuzzle;
use crate::search_numbers::{NUMBERS, SearchNumbers};
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use slidewise_analysis::{DistanceCache, Goals};
use slidewise_app::{Numbered, Problem, SampleRequest, Search, Solution, SolveMethod, StopToken};
use slidewise_engine::graph::Graph;
use slidewise_puzzle::{Configuration, Puzzle, SearchOrigin};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A finished search of all positions that Start leads to.
///
/// Positions have numbers below `len(search)`; a few of these may be unused. All arrays of numbers
/// are `int64`.
#[pyclass(name = "Search", module = "slidewise", frozen)]
pub(crate) struct PySearch {
    puzzle: Arc<Puzzle>,
    search: Arc<Search>,
    rows: PyOnceLock<PositionRows>,
}

/// Positions between two looks at signals.
const PART: usize = 1 << 14;

/// An array of numbers of positions, or of distances.
type Numbers<'py> = Bound<'py, PyArray1<i64>>;

impl PySearch {
    pub(crate) fn new(puzzle: Arc<Puzzle>, search: Search) -> PySearch {
        PySearch {
            puzzle,
            search: Arc::new(search),
            rows: PyOnceLock::new(),
        }
    }

    pub(crate) fn numbered(&self) -> &Numbered {
        self.search.numbered()
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.numbered().graph
    }

    pub(crate) fn shared(&self) -> Arc<Search> {
        self.search.clone()
    }

    fn rows(&self, py: Python<'_>) -> PyResult<&PositionRows> {
        self.rows
            .get_or_try_init(py, || PositionRows::new(py, self.graph()))
    }

    fn position_of(&self, configuration: Configuration) -> PyPosition {
        PyPosition {
            puzzle: self.puzzle.clone(),
            configuration,
        }
    }

    fn solution(&self, solution: Solution) -> PySolution {
        PySolution {
            puzzle: self.puzzle.clone(),
            solution,
            method: SolveMethod::Explore,
            nodes: None,
        }
    }

    /// The configuration of a position, of its text, of its number, or of its board.
    fn configuration_of(&self, position: &Bound<'_, PyAny>) -> PyResult<Configuration> {
        let py = position.py();
        if let Ok(position) = position.cast::<PyPosition>() {
            let configuration = &position.get().configuration;
            if position.get().puzzle.name != self.puzzle.name {
                return Err(InputError::new_err(format!(
                    "the position belongs to {}, and the search to {}",
                    position.get().puzzle.name,
                    self.puzzle.name
                )));
            }
            return Ok(configuration.clone());
        }
        let Ok(index) = position.extract::<i64>() else {
            let what = "a position: its number, its text, or its board";
            return position::configuration_of(&self.puzzle, what, position);
        };
        let vertex = vertex_of(self.graph(), index);
        let vertex = vertex.map_err(|none| none.in_words(&self.puzzle.name));
        Ok(self.graph().configuration(vertex.or_raise(py)?))
    }

    fn numbers_of(&self) -> SearchNumbers<'_> {
        SearchNumbers {
            graph: self.graph(),
            puzzle: &self.puzzle.name,
        }
    }

    /// The neighbours of vertices, as arrays.
    fn neighbours_of<'py>(
        &self,
        py: Python<'py>,
        rows: impl ExactSizeIterator<Item = Option<u64>> + Send,
    ) -> PyResult<(Numbers<'py>, Numbers<'py>)> {
        let (pointers, neighbours) = interruptible(py, None, |stop, _| {
            graph_arrays::neighbours(&self.search, rows, stop)
        })?;
        Ok((pointers.into_pyarray(py), neighbours.into_pyarray(py)))
    }

    /// The configurations at distance 0 from an origin.
    fn sources(&self, origin: SearchOrigin, stop: &StopToken) -> Result<Vec<u64>, Problem> {
        let search = self.search.stopped_by(stop);
        let numbered = search.numbered();
        match origin {
            SearchOrigin::Start => Ok(vec![numbered.start()]),
            SearchOrigin::Goals => {
                let goals = numbered.goals()?;
                let explored = search.explored();
                let seen = goals.seen_by(explored)?;
                match seen.is_empty() {
                    true => Err(numbered.unsolvable(&goals, explored.counts())),
                    false => Ok(seen),
                }
            }
        }
    }

    /// A search without marks from sources, within the limits of this search.
    fn again<'a>(&'a self, sources: &'a [u64], stop: &'a AtomicBool) -> TableSearch<'a> {
        let explorer = &self.search.numbered().explorer;
        TableSearch {
            graph: self.graph(),
            sources,
            threads: explorer.thread_count(),
            memory: explorer.memory_limit(),
            stop,
        }
    }

    /// The distances of all positions from an origin.
    pub(crate) fn table(
        &self,
        origin: SearchOrigin,
        stop: &StopToken,
        reporter: &Reporter,
    ) -> Result<DistanceTable, Problem> {
        let sources = self.sources(origin, stop)?;
        self.again(&sources, stop).table(reporter)
    }
}

#[pymethods]
impl PySearch {
    /// The word for one edge: step, slide, move or line.
    #[getter]
    fn metric(&self) -> &'static str {
        self.graph().metric().name()
    }

    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> PyPuzzle {
        PyPuzzle::new(self.puzzle.clone())
    }

    /// Rows and columns of the board.
    #[getter]
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.puzzle.board.rows(), self.puzzle.board.columns())
    }

    /// The number of positions at each distance from Start.
    #[getter]
    fn generations(&self) -> Vec<u64> {
        self.search.generations().to_vec()
    }

    /// The number of positions that Start leads to, Start included.
    #[getter]
    fn states(&self) -> u64 {
        self.search.states()
    }

    /// The greatest distance from Start.
    #[getter]
    fn depth(&self) -> u64 {
        self.search.depth()
    }

    /// The number of Start.
    #[getter]
    fn start(&self) -> u64 {
        self.search.numbered().start()
    }

    /// All numbers are below this.
    fn __len__(&self) -> usize {
        self.graph().len() as usize
    }

    fn __repr__(&self) -> String {
        format!(
            "<Search of {}: {} positions, depth {} ({})>",
            self.puzzle.name,
            self.states(),
            self.depth(),
            self.metric()
        )
    }

    /// A shortest way from Start to the nearest goal.
    fn solve(&self, py: Python<'_>) -> PyResult<PySolution> {
        let search = &self.search;
        Ok(self.solution(interruptible(py, None, |stop, _| {
            search.stopped_by(stop).solve()
        })?))
    }

    /// A shortest way from Start to a position, given as `Position`, text, number or board.
    fn find(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<PySolution> {
        let wanted = self.configuration_of(position)?;
        let search = &self.search;
        let found = interruptible(py, None, |stop, _| search.stopped_by(stop).find(&wanted))?;
        Ok(self.solution(found))
    }

    /// The positions farthest from Start, a list of `Position`.
    fn farthest(&self, py: Python<'_>) -> PyResult<Vec<PyPosition>> {
        let search = &self.search;
        let farthest = interruptible(py, None, |stop, _| search.stopped_by(stop).farthest())?;
        let positions = farthest.into_iter();
        Ok(positions.map(|own| self.position_of(own)).collect())
    }

    /// The greatest distance between any two of the positions.
    fn diameter(&self, py: Python<'_>) -> PyResult<u64> {
        let search = &self.search;
        interruptible(py, None, |stop, _| search.stopped_by(stop).diameter())
    }

    /// The distances of all positions by number, from Start, from the nearest goal, or from the
    /// nearest of the positions with the numbers `origin`.
    ///
    /// An array of shape `(len(search),)`: `uint8`, and 255 for what is not reached; `uint16` and
    /// 65535 if a distance is 255 or more. Takes another search, without marks.
    #[pyo3(signature = (origin = None))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        origin: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numbers = match origin.map(|own| (own, own.extract::<String>())) {
            None => Err(SearchOrigin::Start),
            Some((_, Ok(word))) => Err(origin_of(&word)?),
            Some((numbers, Err(_))) => Ok(self.numbers_of().used_vertices(numbers)?),
        };
        let table = interruptible(py, None, |stop, reporter| match &numbers {
            Ok(sources) => self.again(sources, stop).table(&reporter),
            Err(origin) => self.table(*origin, stop, &reporter),
        })?;
        Ok(table.into_array(py))
    }

    /// The distances from Start of positions given by number: `int64` of shape `(n,)`, -1 for what
    /// is not reached.
    ///
    /// Walks back through the marks, a few microseconds a position; `distances()[indices]` is
    /// faster for many.
    fn distance_of<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
    ) -> PyResult<Numbers<'py>> {
        let vertices = self.numbers_of().vertices(indices)?;
        let search = &self.search;
        let found = interruptible(py, None, |stop, _| {
            let mut distances = DistanceCache::new(search.explored());
            let one = |vertex: Option<u64>| {
                if stop.load(Ordering::Relaxed) {
                    return Err(Problem::of_nothing_kept());
                }
                let distance = vertex.map_or(Ok(None), |index| distances.of(index))?;
                Ok(distance.map_or(-1, |distance| distance as i64))
            };
            vertices
                .into_iter()
                .map(one)
                .collect::<Result<Vec<i64>, Problem>>()
        })?;
        Ok(found.into_pyarray(py))
    }

    /// The numbers of all positions at a distance from Start, ascending: `int64` of shape `(n,)`.
    fn positions<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] generation: u64,
    ) -> PyResult<Numbers<'py>> {
        let found = interruptible(py, None, |stop, reporter| {
            let sources = self.sources(SearchOrigin::Start, stop)?;
            self.again(&sources, stop).members(generation, &reporter)
        })?;
        Ok(found.into_pyarray(py))
    }

    /// The numbers of `n` different positions at a distance, each set of them equally probable.
    ///
    /// `int64` of shape `(n,)`, ascending, the same as `slidewise sample` draws with this seed;
    /// fewer if there are fewer positions.
    #[pyo3(signature = (n, *, distance, seed = 0, origin = "start"))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] n: u64,
        #[pyo3(from_py_with = whole)] distance: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        origin: &str,
    ) -> PyResult<Numbers<'py>> {
        let request = SampleRequest {
            from: origin_of(origin)?,
            distance,
            count: n,
            seed,
        };
        let search = &self.search;
        let sample = interruptible(py, None, |stop, _| {
            search.stopped_by(stop).numbered().sample(request)
        })?;
        let members = sample.members.into_iter().map(|index| index as i64);
        Ok(members.collect::<Vec<i64>>().into_pyarray(py))
    }

    /// The numbers of all positions, ascending: `int64` of shape `(n,)`.
    ///
    /// These are all numbers below `len(search)`, less those that are not used.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Numbers<'py>> {
        let search = &self.search;
        let found = interruptible(py, None, |stop, _| graph_arrays::numbers(search, stop))?;
        Ok(found.into_pyarray(py))
    }

    /// The number of a position, given as `Position`, text, number or board.
    fn index_of(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<u64> {
        let wanted = self.configuration_of(position)?;
        self.search.numbered().index_of(&wanted).or_raise(py)
    }

    /// The position of a number.
    fn position(&self, index: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        Ok(self.position_of(self.configuration_of(index)?))
    }

    /// The numbers of positions: boards of shape `(n, rows, columns)` to `int64` of shape `(n,)`.
    ///
    /// Boards are an array of any integer type, or nested lists: 0 is an empty cell, k the piece
    /// `Puzzle.pieces[k - 1]`, 255 no cell; -1 for a board that is no position of this search.
    fn rank<'py>(&self, py: Python<'py>, boards: &Bound<'py, PyAny>) -> PyResult<Numbers<'py>> {
        let (rows, columns) = self.shape();
        let boards = integers::<u8>("boards", boards, &[None, Some(rows), Some(columns)])?;
        let (own, graph) = (self.rows(py)?, self.graph());
        let boards = boards.as_array();
        // Without a copy where the memory has the order of C already.
        let boards = boards.as_standard_layout();
        let bytes = boards.as_slice().unwrap_or_default();
        let mut ranks = Vec::new();
        reserve(&mut ranks, boards.shape()[0], None).or_raise(py)?;
        for part in bytes.chunks(PART * rows * columns) {
            py.check_signals()?;
            ranks.extend(py.detach(|| own.rank(graph, part)));
        }
        Ok(ranks.into_pyarray(py))
    }

    /// The boards of numbers: integers of shape `(n,)` to `uint8` of shape `(n, rows, columns)`.
    fn unrank<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (rows, columns) = self.shape();
        let indices = integers::<i64>(NUMBERS, indices, &[None])?;
        let (own, graph) = (self.rows(py)?, self.graph());
        let indices = indices.as_array();
        let indices = indices.as_standard_layout();
        let mut boards = filled((indices.len() * rows * columns) as u64, 0).or_raise(py)?;
        let parts = indices.as_slice().unwrap_or_default().chunks(PART);
        for (part, boards) in parts.zip(boards.chunks_mut(PART * rows * columns)) {
            py.check_signals()?;
            py.detach(|| own.unrank(graph, part, boards))
                .map_err(|none| none.in_words(&self.puzzle.name))
                .or_raise(py)?;
        }
        PyArray1::from_vec(py, boards).reshape([indices.len(), rows, columns])
    }

    /// The neighbours of positions: `(indptr, neighbours)`, both `int64`.
    ///
    /// Those of `indices[i]` are `neighbours[indptr[i]:indptr[i + 1]]`, ascending; a number that is
    /// not used has none.
    fn neighbors<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
    ) -> PyResult<(Numbers<'py>, Numbers<'py>)> {
        let rows = self.numbers_of().vertices(indices)?.into_iter();
        self.neighbours_of(py, rows)
    }

    /// The state graph as `scipy.sparse.csr_matrix` of shape `(len(search), len(search))`.
    ///
    /// Row i has a 1 (`uint8`) for each neighbour of position i; rows of what Start does not reach
    /// are empty.
    #[pyo3(name = "graph")]
    fn sparse<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (graph, explored) = (self.graph(), self.search.explored());
        let side = graph.len();
        let rows = (0..side as usize).map(|index| index as u64);
        let rows =
            rows.map(|index| (graph.is_vertex(index) && explored.has_seen(index)).then_some(index));
        let (pointers, neighbours) = self.neighbours_of(py, rows)?;
        let ones = filled(neighbours.len() as u64, 1u8).or_raise(py)?;
        let parts = (ones.into_pyarray(py), neighbours, pointers);
        let sparse = py.import("scipy.sparse")?;
        sparse.call_method1("csr_matrix", (parts, (side, side)))
    }

    /// The places of a layout by number: `float32` of shape `(len(search), dimensions)`.
    ///
    /// x leads right, y down, z to the viewer, and an edge is about 1 long; NaN for what Start does
    /// not reach. The layout is kept beside the search, if that is kept.
    #[pyo3(signature = (kind = "distances", dimensions = 2, seed = 1))]
    fn layout<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        #[pyo3(from_py_with = whole)] dimensions: usize,
        #[pyo3(from_py_with = whole)] seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        graph_arrays::layout(py, &self.search, kind, (dimensions, seed))
    }

    /// The state graph as `networkx.Graph`: nodes are numbers, with `position` and `distance`.
    fn to_networkx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        graph_arrays::network(py, &self.search)
    }

    /// Writes the state graph as two Parquet tables, `STEM.nodes.parquet` and `STEM.edges.parquet`,
    /// with the columns of `slidewise graph --format parquet`; returns both paths.
    fn to_parquet(&self, py: Python<'_>, stem: PathBuf) -> PyResult<(String, String)> {
        let search = &self.search;
        interruptible(py, None, |stop, _| {
            let (nodes, edges) = graph_arrays::write_parquet(search, &stem, stop)?;
            let text = |file: PathBuf| file.to_string_lossy().into_owned();
            Ok((text(nodes), text(edges)))
        })
    }

    /// The numbers of the goals that Start leads to, ascending: `int64` of shape `(n,)`.
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Numbers<'py>> {
        let search = &self.search;
        let found = interruptible(py, None, |stop, _| {
            let goals = Goals::of(self.graph());
            Ok(goals.seen_by(search.stopped_by(stop).explored())?)
        })?;
        if found.is_empty() {
            return Err(NotFoundError::new_err(format!(
                "{} has no goal that Start leads to",
                self.puzzle.name
            )));
        }
        let found = found.into_iter().map(|index| index as i64);
        Ok(found.collect::<Vec<i64>>().into_pyarray(py))
    }
}
