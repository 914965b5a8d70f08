//! Searches of Sokoban levels from the start: solutions, ways, dead and farthest positions.

use crate::error::{InputError, OrRaise};
use crate::integers::whole;
use crate::interruptible::interruptible;
use crate::level::{LevelMeans, PyLevel, PyLevelPosition};
use crate::level_solution::PyLevelSolution;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use slidewise_app::{NamedLevel, Problem};
use slidewise_sokoban::{BoxSpace, LevelMetric, LevelSearch};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A search of all positions to which the start of a level leads, or of the first generations.
#[pyclass(name = "LevelSearch", module = "slidewise", frozen)]
pub(crate) struct PyLevelSearch {
    level: PyLevel,
    metric: LevelMetric,
    space: BoxSpace,
    means: LevelMeans,
    found: LevelSearch,
    /// The positions from which the level can be solved, once they are asked for.
    live: PyOnceLock<LevelSearch>,
}

impl PyLevelSearch {
    pub(crate) fn new(
        level: Arc<NamedLevel>,
        (metric, space): (LevelMetric, BoxSpace),
        means: LevelMeans,
        found: LevelSearch,
    ) -> PyLevelSearch {
        PyLevelSearch {
            level: PyLevel(level),
            metric,
            space,
            means,
            found,
            live: PyOnceLock::new(),
        }
    }

    /// The positions from which the level can be solved.
    fn live(&self, py: Python<'_>) -> PyResult<&LevelSearch> {
        if !self.found.is_complete() {
            return Err(InputError::new_err(
                "which positions are dead is known after a complete search: leave out \
                 until_solved and max_generation",
            ));
        }
        self.live.get_or_try_init(py, || {
            interruptible(py, None, |stop, _| {
                let graph = self.level.0.graph(self.metric, self.space)?;
                Ok(self.found.live(&graph, self.means.limits(stop))?)
            })
        })
    }

    /// The positions of generations that `wanted` selects.
    fn selected(
        &self,
        py: Python<'_>,
        generations: impl IntoIterator<Item = u64> + Send,
        wanted: impl Fn(u64) -> bool + Sync,
    ) -> PyResult<Vec<PyLevelPosition>> {
        let is_stopped = |stop: &AtomicBool| stop.load(Ordering::Relaxed);
        let placings = interruptible(py, None, |stop, _| {
            let graph = self.level.0.graph(self.metric, self.space)?;
            let mut placings = Vec::new();
            for generation in generations {
                for number in self.found.generation(generation)? {
                    if is_stopped(stop) {
                        return Err(Problem::of_nothing_kept());
                    }
                    if wanted(number) {
                        placings.push(graph.placing(number));
                    }
                }
            }
            Ok(placings)
        })?;
        let positions = placings.into_iter().map(|own| self.level.position_of(own));
        Ok(positions.collect())
    }

    /// The number of a position in the graph, if it was found.
    fn number_of(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let wanted = self.level.placing_of(position)?;
        let graph = self.level.0.graph(self.metric, self.space);
        let number = graph.or_raise(position.py())?.number(&wanted);
        Ok(number.filter(|&own| self.found.contains(own)))
    }
}

#[pymethods]
impl PyLevelSearch {
    /// The level.
    #[getter]
    fn level(&self) -> PyLevel {
        PyLevel(self.level.0.clone())
    }

    /// The word for one edge: push or step.
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    /// Whether the search went through all generations.
    #[getter]
    fn is_complete(&self) -> bool {
        self.found.is_complete()
    }

    /// The number of positions at each distance from the start.
    #[getter]
    fn generations(&self) -> Vec<u64> {
        self.found.counts().to_vec()
    }

    /// The number of positions found, the start included.
    #[getter]
    fn states(&self) -> u64 {
        self.found.positions()
    }

    /// The greatest distance from the start.
    #[getter]
    fn depth(&self) -> u64 {
        self.found.depth()
    }

    /// The first generation with solved positions, their number in it, and the number of all solved
    /// positions found; None if there are none.
    #[getter]
    fn goal(&self, py: Python<'_>) -> PyResult<Option<(u64, u64, u64)>> {
        let solved = interruptible(py, None, |_, _| {
            let graph = self.level.0.graph(self.metric, self.space)?;
            Ok(self.found.solved(&graph)?)
        })?;
        Ok(solved.map(|own| (own.generation, own.first.len() as u64, own.reachable)))
    }

    /// The number of positions found from which the level cannot be solved.
    #[getter]
    fn dead(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.found.positions() - self.live(py)?.positions())
    }

    /// The positions found from which the level cannot be solved: a list of `LevelPosition`, of one
    /// generation or of all.
    #[pyo3(signature = (generation = None))]
    fn dead_positions(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] generation: Option<u64>,
    ) -> PyResult<Vec<PyLevelPosition>> {
        let live = self.live(py)?;
        let all = self.found.counts().len() as u64;
        let (first, end) = match generation {
            Some(one) => (one.min(all), one.saturating_add(1).min(all)),
            None => (0, all),
        };
        self.selected(py, first..end, |number| !live.contains(number))
    }

    /// Whether the level cannot be solved from a position, given as `LevelPosition` or text.
    fn is_dead(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = position.py();
        let live = self.live(py)?;
        match self.number_of(position)? {
            Some(number) => Ok(!live.contains(number)),
            None => Err(Problem::no_such_thing(
                "the position is not among those that were searched",
                "Level.starting_at() searches from it",
            ))
            .or_raise(py),
        }
    }

    /// The distance of a position from the start; None if it was not found.
    fn distance_of(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let Some(number) = self.number_of(position)? else {
            return Ok(None);
        };
        interruptible(position.py(), None, |_, _| {
            Ok(self.found.generation_of(number)?)
        })
    }

    /// The positions at a distance from the start, a list of `LevelPosition`.
    fn positions(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] generation: u64,
    ) -> PyResult<Vec<PyLevelPosition>> {
        let one = (generation < self.found.counts().len() as u64).then_some(generation);
        self.selected(py, one, |_| true)
    }

    /// The positions farthest from the start, a list of `LevelPosition`.
    fn farthest(&self, py: Python<'_>) -> PyResult<Vec<PyLevelPosition>> {
        self.positions(py, self.found.depth())
    }

    /// A shortest solution.
    fn solve(&self, py: Python<'_>) -> PyResult<PyLevelSolution> {
        let level = &self.level.0;
        let (_, way) = interruptible(py, None, |stop, _| {
            level.solution_in(&level.graph(self.metric, self.space)?, &self.found, stop)
        })?;
        Ok(PyLevelSolution::of_way(level.clone(), self.metric, way))
    }

    /// A shortest way from the start to a position, given as `LevelPosition` or text.
    fn find(&self, position: &Bound<'_, PyAny>) -> PyResult<PyLevelSolution> {
        let wanted = self.level.placing_of(position)?;
        let level = &self.level.0;
        let (_, _, way) = interruptible(position.py(), None, |stop, _| {
            let graph = level.graph(self.metric, self.space)?;
            level.way_in(&graph, &self.found, &wanted, stop)
        })?;
        Ok(PyLevelSolution::of_way(level.clone(), self.metric, way))
    }

    fn __repr__(&self) -> String {
        format!(
            "<LevelSearch of {}: {} positions, depth {} ({})>",
            self.level.0.name,
            self.states(),
            self.depth(),
            self.metric()
        )
    }
}
