//! Puzzles: opening them, exploring them, and counting without a search.

use crate::distance_table::TableSearch;
use crate::error::{InputError, OrRaise};
use crate::interruptible::interruptible;
use crate::position::PyPosition;
use crate::search::PySearch;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use slidewise_analysis::{Components, Count};
use slidewise_app::{Explorer, Keep, Problem, default_folder};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Puzzle, builtin};
use slidewise_render::parse_bytes;
use slidewise_render::picture::{BoardScene, Theme};
use std::path::PathBuf;
use std::sync::Arc;

/// A sliding-block puzzle: board, pieces, rules, Start and goals.
#[pyclass(name = "Puzzle", module = "slidewise", frozen)]
pub(crate) struct PyPuzzle(pub(crate) Arc<Puzzle>);

/// The metric of a word.
///
/// # Errors
/// If no metric has this name.
fn metric_of(word: &str) -> PyResult<Metric> {
    let found = Metric::ALL.into_iter().find(|own| own.name() == word);
    found.ok_or_else(|| {
        InputError::new_err(format!(
            "there is no metric {word:?}: it is step, slide, move or line"
        ))
    })
}

/// The bytes of a memory limit: a number, or a text such as `4G`.
fn bytes_of(limit: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(bytes) = limit.extract::<u64>() {
        return Ok(bytes);
    }
    let text: String = limit.extract()?;
    parse_bytes(&text).map_err(|error| InputError::new_err(error.to_string()))
}

/// The place that keeps a search: memory, the usual folder (`True`), or a folder.
fn keep_of(store: Option<&Bound<'_, PyAny>>) -> PyResult<Keep> {
    let Some(store) = store else {
        return Ok(Keep::Memory);
    };
    if let Ok(wanted) = store.cast::<PyBool>() {
        return match wanted.is_true() {
            true => Ok(Keep::Folder(default_folder().or_raise(store.py())?)),
            false => Ok(Keep::Memory),
        };
    }
    Ok(Keep::Folder(store.extract::<PathBuf>()?))
}

/// The function that hears of each generation: `True` stands for a bar of tqdm.
fn listener(progress: Option<Bound<'_, PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    let Some(progress) = progress else {
        return Ok(None);
    };
    if let Ok(wanted) = progress.cast::<PyBool>() {
        if !wanted.is_true() {
            return Ok(None);
        }
        let module = progress.py().import("slidewise._progress")?;
        return Ok(Some(module.getattr("listener")?.call0()?.unbind()));
    }
    Ok(Some(progress.unbind()))
}

impl PyPuzzle {
    fn explorer(
        &self,
        metric: &str,
        memory: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Explorer<'static>> {
        let explorer = Explorer::new(&self.0)
            .metric(metric_of(metric)?)
            .memory(memory.map(bytes_of).transpose()?);
        Ok(match threads {
            Some(threads) => explorer.threads(threads),
            None => explorer,
        })
    }
}

#[pymethods]
impl PyPuzzle {
    /// Opens a puzzle by a built-in name or title, the path of a file, `tiles:3x4` or `rush:BOARD`.
    #[staticmethod]
    fn open(py: Python<'_>, name: PathBuf) -> PyResult<PyPuzzle> {
        let word = name.to_string_lossy();
        Ok(PyPuzzle(Arc::new(Puzzle::open(&word).or_raise(py)?)))
    }

    /// Reads a puzzle from the text of a puzzle file.
    #[staticmethod]
    #[pyo3(signature = (text, name = "puzzle"))]
    fn from_text(py: Python<'_>, text: &str, name: &str) -> PyResult<PyPuzzle> {
        let file = format!("{name}.toml");
        let puzzle = Puzzle::from_toml(name, &file, text).or_raise(py)?;
        Ok(PyPuzzle(Arc::new(puzzle)))
    }

    /// The names of the built-in puzzles, sorted.
    #[staticmethod]
    fn names() -> Vec<String> {
        let all = builtin::list().into_iter();
        let mut names: Vec<String> = all.map(|own| own.name.to_string()).collect();
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
        PyPosition {
            puzzle: self.0.clone(),
            configuration: self.0.start.clone(),
        }
    }

    /// Reads a position, for example `"123:456:7.8"`.
    fn position(&self, py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        Ok(PyPosition {
            puzzle: self.0.clone(),
            configuration: self.0.read_position(text).or_raise(py)?,
        })
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
        threads: Option<usize>,
    ) -> PyResult<PySearch> {
        let explorer = self
            .explorer(metric, memory.as_ref(), threads)?
            .keep(keep_of(store.as_ref())?);
        let search = interruptible(py, listener(progress)?, |stop, reporter| {
            let explorer = explorer.stop(stop).observer(&reporter);
            Ok(explorer.explore()?.detached())
        })?;
        Ok(PySearch::new(self.0.clone(), search))
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
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let explorer = self.explorer(metric, memory.as_ref(), threads)?;
        let table = interruptible(py, listener(progress)?, |stop, reporter| {
            let numbered = explorer.number()?;
            let again = TableSearch {
                graph: &numbered.graph,
                sources: &[numbered.start()],
                threads: numbered.explorer.thread_count(),
                memory: numbered.explorer.memory_limit(),
                stop,
            };
            again.table(&reporter)
        })?;
        Ok(table.into_array(py))
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

    fn _repr_svg_(&self) -> String {
        BoardScene::new(&self.0, Theme::Auto).svg(&self.0.start, 36)
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {}: {}>", self.0.name, self.0.title)
    }
}
