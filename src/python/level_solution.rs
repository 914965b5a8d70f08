//! Solutions of Sokoban levels, and ways to their positions.

use crate::integers::whole;
use crate::level::PyLevelPosition;
use crate::position::{CELL, COLUMNS, MAX_BOARDS};
use num_bigint::BigUint;
use pyo3::prelude::*;
use slidewise_app::{LevelAnswer, NamedLevel, Problem};
use slidewise_render::picture::{LevelScene, Theme};
use slidewise_sokoban::{LevelMetric, LevelSolution, Placing, positions_along};
use std::sync::Arc;

/// A shortest solution of a level, or a shortest way to a position; `len()` is the number of its
/// pushes or steps, as the metric says.
#[pyclass(name = "LevelSolution", module = "slidewise", frozen)]
pub(crate) struct PyLevelSolution {
    level: Arc<NamedLevel>,
    metric: LevelMetric,
    pushes: u64,
    routes: Option<BigUint>,
    lurd: String,
    placings: Vec<Placing>,
    nodes: Option<u64>,
}

impl PyLevelSolution {
    /// A way that an exploration has found.
    pub(crate) fn of_way(
        level: Arc<NamedLevel>,
        metric: LevelMetric,
        way: LevelSolution,
    ) -> PyLevelSolution {
        PyLevelSolution {
            level,
            metric,
            pushes: way.pushes,
            routes: Some(way.routes),
            lurd: way.lurd,
            placings: way.positions,
            nodes: None,
        }
    }

    /// The solution of an answer.
    ///
    /// # Errors
    /// If the search was stopped.
    pub(crate) fn of_answer(
        level: Arc<NamedLevel>,
        metric: LevelMetric,
        answer: LevelAnswer,
    ) -> Result<PyLevelSolution, Problem> {
        match answer {
            LevelAnswer::Explored { way, .. } => Ok(PyLevelSolution::of_way(level, metric, way)),
            LevelAnswer::Guided {
                pushes,
                lurd,
                routes,
                nodes,
            } => Ok(PyLevelSolution {
                placings: positions_along(&level.level, metric, &lurd),
                level,
                metric,
                pushes: u64::from(pushes),
                routes,
                lurd,
                nodes: Some(nodes),
            }),
            LevelAnswer::Stopped { problem, .. } => Err(problem),
        }
    }
}

#[pymethods]
impl PyLevelSolution {
    fn __len__(&self) -> usize {
        self.placings.len() - 1
    }

    /// The word for one edge: push or step.
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    /// The number of pushes.
    #[getter]
    fn pushes(&self) -> u64 {
        self.pushes
    }

    /// The number of steps, pushes included.
    #[getter]
    fn steps(&self) -> usize {
        self.lurd.len()
    }

    /// The number of shortest ways: sequences of pushes (box and direction) with the fewest pushes,
    /// or of steps; None where a search by tables had no room to count them, and then the steps may
    /// not be the fewest.
    #[getter]
    fn routes(&self) -> Option<BigUint> {
        self.routes.clone()
    }

    /// The way as letters: u, d, l, r for steps, capitals for pushes.
    #[getter]
    fn lurd(&self) -> &str {
        &self.lurd
    }

    /// The method that found it: explore or tables.
    #[getter]
    fn method(&self) -> &'static str {
        match self.nodes {
            Some(_) => "tables",
            None => "explore",
        }
    }

    /// The number of positions that a search by tables tried; None for explore.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The first position, then that after each push, or in steps after each step.
    #[getter]
    fn positions(&self) -> Vec<PyLevelPosition> {
        let placings = self.placings.iter();
        let position = |placing: &Placing| PyLevelPosition {
            level: self.level.clone(),
            placing: placing.clone(),
        };
        placings.map(position).collect()
    }

    /// The positions side by side as SVG, with cells of `cell` pixels; at most 48 of them.
    #[pyo3(signature = (cell = CELL / 2))]
    fn svg(&self, #[pyo3(from_py_with = whole)] cell: u32) -> String {
        let level = &self.level;
        let scene = LevelScene::new(&level.level, level.title(), Theme::Auto);
        let every = (self.placings.len() - 1).div_ceil(MAX_BOARDS).max(1);
        scene.strip(&self.placings, COLUMNS, every, cell)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(CELL / 2)
    }

    fn __repr__(&self) -> String {
        format!(
            "<LevelSolution of {}: {} pushes, {} steps>",
            self.level.name,
            self.pushes,
            self.lurd.len()
        )
    }
}
