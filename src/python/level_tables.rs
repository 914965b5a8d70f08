//! Lower bounds of the positions of levels.

use crate::error::InputError;
use crate::level::PyLevel;
use crate::level_arrays;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use slidewise_sokoban::{LevelBounds, Placing};
use std::path::PathBuf;

/// The pushes that each box alone needs to each goal, and the cheapest assignment of boxes to goals
/// as a lower bound of the pushes, and so of the steps, that are left.
///
/// `level` is a `Level`, or a word that `Level.open` takes.
#[pyclass(name = "LevelTables", module = "slidewise", frozen)]
pub(crate) struct PyLevelTables {
    level: PyLevel,
    bounds: LevelBounds,
}

impl PyLevelTables {
    fn bound_of(&self, position: &Placing) -> i16 {
        let bound = self.bounds.bound(position);
        bound.map_or(-1, |bound| i16::try_from(bound).unwrap_or(i16::MAX))
    }
}

#[pymethods]
impl PyLevelTables {
    #[new]
    fn new(level: &Bound<'_, PyAny>) -> PyResult<PyLevelTables> {
        let own = match level.cast::<PyLevel>() {
            Ok(own) => PyLevel(own.get().0.clone()),
            Err(_) => PyLevel::open(level.py(), level.extract::<PathBuf>()?)?,
        };
        let bounds = level.py().detach(|| LevelBounds::new(&own.0.level));
        Ok(PyLevelTables { level: own, bounds })
    }

    /// The level.
    #[getter]
    fn level(&self) -> PyLevel {
        PyLevel(self.level.0.clone())
    }

    /// Bytes of memory that the bounds take.
    #[getter]
    fn memory(&self) -> u64 {
        LevelBounds::bytes_for(&self.level.0.level)
    }

    /// A lower bound of the pushes from a position (`LevelPosition`, text, array, or the bytes of
    /// an array) to the solved position; -1 if it is proved that no way leads there.
    fn bound(&self, position: &Bound<'_, PyAny>) -> PyResult<i16> {
        if let Ok(board) = position.cast::<PyBytes>() {
            let (squares, sides) = (board.as_bytes(), self.level.0.level.size());
            if squares.len() != sides.0 * sides.1 {
                return Err(InputError::new_err(format!(
                    "expected {} bytes, found {}",
                    sides.0 * sides.1,
                    squares.len()
                )));
            }
            let read = level_arrays::placing_of(position.py(), &self.level.0.level, squares);
            return Ok(self.bound_of(&read?));
        }
        Ok(self.bound_of(&self.level.placing_of(position)?))
    }

    /// Lower bounds for an array of drawings: `int16` of shape `(n,)`, -1 where it is proved that
    /// no way leads to the solved position.
    fn bounds<'py>(&self, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let py = boards.py();
        let placings = level_arrays::placings_of(&self.level.0.level, boards)?;
        let bounds: Vec<i16> =
            py.detach(|| placings.iter().map(|own| self.bound_of(own)).collect());
        Ok(bounds.into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        format!("<LevelTables of {}>", self.level.0.name)
    }
}
