//! Exceptions: one hierarchy, each with a message and a hint.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError, PyRuntimeError};
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use slidewise_app::{Problem, ProblemKind};
use slidewise_render::with_goals;

create_exception!(
    slidewise,
    Error,
    PyException,
    "Base of all errors of slidewise; `str()` gives the message, `hint` the remedy, and \
     `reason` and `goal` why no way leads to which goal."
);
create_exception!(
    slidewise,
    InputError,
    Error,
    "The request or the input is wrong."
);
create_exception!(
    slidewise,
    NotFoundError,
    Error,
    "What was asked for does not exist: no solution, no way to a position."
);
create_exception!(
    slidewise,
    TooLargeError,
    Error,
    "The puzzle needs more memory or disk than the machine has, or than the limit allows."
);
create_exception!(
    slidewise,
    FailedError,
    Error,
    "The run failed: a disk error, a damaged store, or an interruption."
);

/// The exception of a problem.
pub(crate) fn raised(py: Python<'_>, problem: &Problem) -> PyErr {
    let message = match &problem.place.file {
        Some(file) if problem.faults.is_empty() && !problem.message.starts_with(&**file) => {
            format!("{file}: {}", problem.message)
        }
        _ => problem.message.clone(),
    };
    let error = match problem.kind() {
        ProblemKind::Input => InputError::new_err(message),
        ProblemKind::NotFound => NotFoundError::new_err(message),
        ProblemKind::TooLarge => TooLargeError::new_err(message),
        ProblemKind::Failed => FailedError::new_err(message),
    };
    let hint = with_goals(&problem.hint, |name| {
        format!("`Puzzle.open(..., to=\"{name}\")`")
    });
    let reason = problem.unsolvable().map(|why| why.name());
    let value = error.value(py);
    let set = value
        .setattr("hint", hint)
        .and_then(|()| value.setattr("reason", reason))
        .and_then(|()| value.setattr("goal", &problem.goal));
    match set {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// A result whose error is an exception.
pub(crate) trait OrRaise<T> {
    /// The value, or the exception of the problem.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Into<Problem>> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raised(py, &error.into()))
    }
}

/// Adds the exceptions to the module.
///
/// PyO3 calls every function, getter and conversion in a guard that makes a panic an exception of
/// one class, which would end the program. This class becomes a `FailedError`, so that a function
/// needs no guard of its own.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let base = py.get_type::<Error>();
    base.setattr("hint", "")?;
    base.setattr("reason", py.None())?;
    base.setattr("goal", py.None())?;
    let too_large = py.get_type::<TooLargeError>();
    too_large.setattr("__bases__", (&base, py.get_type::<PyMemoryError>()))?;
    let internal = py.get_type::<PanicException>();
    // The first base must be laid out as PyO3's class is: Python refuses `FailedError` there.
    let bases = (
        py.get_type::<PyRuntimeError>(),
        py.get_type::<FailedError>(),
    );
    internal.setattr("__bases__", bases)?;
    internal.setattr("__name__", "InternalError")?;
    internal.setattr("__qualname__", "InternalError")?;
    internal.setattr("__module__", "slidewise")?;
    internal.setattr(
        "__doc__",
        "A fault of slidewise itself; the process can go on.",
    )?;
    internal.setattr("hint", "please report it, with the call that led to it")?;
    module.add("InternalError", internal)?;
    module.add("Error", base)?;
    module.add("InputError", py.get_type::<InputError>())?;
    module.add("NotFoundError", py.get_type::<NotFoundError>())?;
    module.add("TooLargeError", too_large)?;
    module.add("FailedError", py.get_type::<FailedError>())
}
