//! Families of puzzles: the hardest start of each set of pieces.

use crate::integers::whole;
use crate::interruptible::interruptible;
use crate::options::{bytes_of, chosen, folder_of, metric_of, part_listener, threads_of};
use crate::puzzle::PyPuzzle;
use pyo3::prelude::*;
use pyo3::types::PyList;
use slidewise_app::{DesignRequest, Problem, SetAnswer, memory_within, open_family, sweep_file};
use slidewise_design::{Family, SetKind, Sweep, SweepMeans};
use std::path::PathBuf;
use std::sync::Arc;

/// The memory of a sweep without a limit, as that of the command.
const USUAL_MEMORY: u64 = 4 << 30;

/// The hardest start of each set of pieces of a family, a sequence of `DesignSet`.
#[pyclass(name = "Design", module = "slidewise", frozen, get_all)]
pub(crate) struct PyDesign {
    /// The name of the family.
    family: String,
    /// The word for one move: step, slide or move.
    metric: &'static str,
    /// The number of boards of the family: placements of its pieces.
    boards: u64,
    /// The number of boards with a goal piece at its goal.
    solved_boards: u64,
    /// The number of boards that the searches met.
    searched: u64,
    /// The number of components of all boards; None unless it was asked for.
    components: Option<u64>,
    /// The greatest number of moves of all sets.
    hardest: u32,
    /// The number of all sets.
    sets_in_all: usize,
    /// The sets: all in their order, or with `top` the hardest first.
    sets: Vec<Py<PyDesignSet>>,
}

/// A set of pieces with its hardest start.
#[pyclass(name = "DesignSet", module = "slidewise", frozen)]
pub(crate) struct PyDesignSet(SetAnswer);

#[pymethods]
impl PyDesign {
    fn __len__(&self) -> usize {
        self.sets.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sets = self.sets.iter().map(|own| own.bind(py));
        Ok(PyList::new(py, sets)?.try_iter()?.into_any())
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<PyDesignSet>> {
        let at = if index < 0 {
            self.sets.len().checked_add_signed(index)
        } else {
            usize::try_from(index).ok()
        };
        let found = at.and_then(|at| self.sets.get(at));
        let found = found.map(|own| own.clone_ref(py));
        found.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("there is no such set"))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Design {}: {} sets, at most {} ({})>",
            self.family, self.sets_in_all, self.hardest, self.metric
        )
    }
}

#[pymethods]
impl PyDesignSet {
    /// The numbers of pieces of 1, 2, 3 and more cells, the goal piece among them.
    #[getter]
    fn sizes(&self) -> Vec<u32> {
        self.0.sizes.clone()
    }

    /// The pieces in words.
    #[getter]
    fn pieces(&self) -> &str {
        &self.0.words
    }

    /// The fewest moves that solve the hardest start; 0 if no board can be solved.
    #[getter]
    fn moves(&self) -> u32 {
        self.0.moves
    }

    /// The hardest start as text; None if no board can be solved.
    #[getter]
    fn start(&self) -> Option<String> {
        self.0.start()
    }

    /// The first goal as text; None if no board can be solved.
    #[getter]
    fn goal(&self) -> Option<&str> {
        let (_, _, goal) = self.0.puzzle.as_ref()?;
        Some(goal)
    }

    /// The text of the puzzle file of the hardest start; None if no board can be solved.
    #[getter]
    fn text(&self) -> Option<&str> {
        let (_, text, _) = self.0.puzzle.as_ref()?;
        Some(text)
    }

    /// The hardest start as `Puzzle`; None if no board can be solved.
    #[getter]
    fn puzzle(&self) -> Option<PyPuzzle> {
        let (puzzle, _, _) = self.0.puzzle.as_ref()?;
        Some(PyPuzzle::new(Arc::new(puzzle.clone())))
    }

    fn _repr_svg_(&self) -> Option<String> {
        Some(self.puzzle()?._repr_svg_())
    }

    fn __repr__(&self) -> String {
        format!("<DesignSet {}: {} moves>", self.0.words, self.0.moves)
    }
}

/// The kinds of sets by their words.
const KINDS: [(&str, SetKind); 3] = [
    ("sizes", SetKind::Sizes),
    ("pieces", SetKind::Pieces),
    ("none", SetKind::Whole),
];

/// Finds the hardest start of each set of pieces of a family.
///
/// `family` is a name (`polyominoes:RxC`, `klotski:RxC`, `rush:RxC`) or the path of a file; with
/// `text`, the text of such a file, `family` is its name. `metric` is step, slide or move, `by`
/// sizes, pieces or none (the whole family is one set). `top` keeps the n sets with the hardest
/// starts; `min_moves`, `max_moves`, `unique` and `minimal` leave out starts, `empty`, `min_pieces`
/// and `max_pieces` boards. `components=True` counts the components of all boards, too. `progress`
/// is called with the numbers of boards done and in all; True shows a bar. `store` keeps
/// finished work in a folder, where a later call goes on. `memory` and `threads` are as for
/// `Puzzle.explore`.
#[pyfunction]
#[pyo3(signature = (family, metric = "step", *, text = None, by = None, top = None,
                    min_moves = None, max_moves = None, unique = false, minimal = false,
                    empty = None, min_pieces = None, max_pieces = None, components = false,
                    progress = None, store = None, memory = None, threads = None))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are Python's keyword arguments"
)]
pub(crate) fn design(
    py: Python<'_>,
    family: PathBuf,
    metric: &str,
    text: Option<&str>,
    by: Option<&str>,
    #[pyo3(from_py_with = whole)] top: Option<u64>,
    #[pyo3(from_py_with = whole)] min_moves: Option<u32>,
    #[pyo3(from_py_with = whole)] max_moves: Option<u32>,
    unique: bool,
    minimal: bool,
    #[pyo3(from_py_with = whole)] empty: Option<u32>,
    #[pyo3(from_py_with = whole)] min_pieces: Option<u32>,
    #[pyo3(from_py_with = whole)] max_pieces: Option<u32>,
    components: bool,
    progress: Option<Bound<'_, PyAny>>,
    store: Option<Bound<'_, PyAny>>,
    memory: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = whole)] threads: Option<usize>,
) -> PyResult<PyDesign> {
    let by = by.map(|word| chosen("kind of sets", word, &KINDS));
    let request = DesignRequest {
        by: by.transpose()?,
        min_moves,
        max_moves,
        is_unique: unique,
        is_minimal: minimal,
        empty,
        min_pieces,
        max_pieces,
    };
    let metric = metric_of(metric)?;
    let word = family.to_string_lossy();
    let folder = folder_of(store.as_ref())?;
    let memory = memory_within(memory.as_ref().map(bytes_of).transpose()?, USUAL_MEMORY);
    let threads = threads_of(threads)?;
    let found = interruptible(py, part_listener(progress)?, |stop, reporter| {
        let family = match text {
            Some(text) => Family::from_document(&word, text)?,
            None => open_family(&word)?,
        };
        let family = request.restricted(family)?;
        let wanted = request.wanted(&family, metric)?;
        let sweep = Sweep::new(&family, wanted)?;
        let record = folder
            .map(|folder| sweep_file(&sweep, &folder))
            .transpose()?;
        let means = SweepMeans {
            threads,
            memory,
            record: record.as_deref(),
            is_fresh: false,
            stop,
        };
        let swept = sweep.run(means, &|own| reporter.found(own.listed, own.to_list))?;
        let components = components.then(|| family.components(means)).transpose()?;
        let sets = SetAnswer::all(&family, &wanted, &swept, top)?;
        let design = PyDesign {
            family: family.name.clone(),
            metric: metric.name(),
            boards: sweep.boards(),
            solved_boards: sweep.solved(),
            searched: swept.met,
            components,
            hardest: swept.starts.max_moves(),
            sets_in_all: swept.starts.by_set.len(),
            sets: Vec::new(),
        };
        Ok::<_, Problem>((design, sets))
    })?;
    let (design, sets) = found;
    let sets = sets.into_iter().map(|own| Py::new(py, PyDesignSet(own)));
    Ok(PyDesign {
        sets: sets.collect::<PyResult<_>>()?,
        ..design
    })
}
