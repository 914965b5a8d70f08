//! The native part of the Python package `slidewise`.
//!
//! It translates: puzzles, searches and positions become classes, numbers become arrays, problems
//! become exceptions, and Ctrl-C raises the stop flag. What the answers are is decided in the
//! crates below. PyO3 catches a panic of any function; [`error::add_to`] makes it an error of the
//! package.

mod distance_table;
mod environment;
mod error;
mod family;
mod graph_arrays;
mod integers;
mod interruptible;
mod level;
mod level_arrays;
mod level_drawing;
mod level_search;
mod level_solution;
mod level_tables;
mod many;
mod options;
mod position;
mod position_arrays;
mod position_rows;
mod puzzle;
mod search;
mod search_numbers;
mod tables;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // Loaded before it is used: Ctrl-C within would be a panic there.
    module.py().import("numpy")?;
    error::add_to(module)?;
    module.add_class::<puzzle::PyPuzzle>()?;
    module.add_class::<search::PySearch>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<position::PySolution>()?;
    module.add_class::<position::PyMove>()?;
    module.add_class::<environment::PyStepper>()?;
    module.add_class::<tables::PyTables>()?;
    module.add_class::<level::PyLevel>()?;
    module.add_class::<level::PyLevelPosition>()?;
    module.add_class::<level_search::PyLevelSearch>()?;
    module.add_class::<level_solution::PyLevelSolution>()?;
    module.add_class::<level_tables::PyLevelTables>()?;
    module.add_class::<family::PyDesign>()?;
    module.add_class::<family::PyDesignSet>()?;
    module.add_function(wrap_pyfunction!(family::design, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
