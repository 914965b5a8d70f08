//! Options of calls: metrics, limits, stores, listeners.

use crate::error::{InputError, OrRaise};
use crate::integers::whole;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use slidewise_app::{Keep, default_folder};
use slidewise_engine::graph::Metric;
use slidewise_engine::search::{MAX_THREADS, core_count};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::parse_bytes;
use std::path::PathBuf;

/// The metric of a word.
///
/// # Errors
/// If no metric has this name.
pub(crate) fn metric_of(word: &str) -> PyResult<Metric> {
    let found = Metric::ALL.into_iter().find(|own| own.name() == word);
    found.ok_or_else(|| {
        InputError::new_err(format!(
            "there is no metric {word:?}: it is step, slide, move or line"
        ))
    })
}

/// Where distances are measured from, by its word.
pub(crate) fn origin_of(word: &str) -> PyResult<SearchOrigin> {
    match word {
        "start" => Ok(SearchOrigin::Start),
        "goals" => Ok(SearchOrigin::Goals),
        _ => Err(InputError::new_err(format!(
            "there is no origin {word:?}: it is start or goals"
        ))),
    }
}

/// The number of threads that work: all cores unless a number is given.
///
/// # Errors
/// If it is 0, or more than any machine has cores.
pub(crate) fn threads_of(given: Option<usize>) -> PyResult<usize> {
    let threads = given.unwrap_or_else(core_count);
    if (1..=MAX_THREADS).contains(&threads) {
        return Ok(threads);
    }
    Err(InputError::new_err(format!(
        "expected 1 to {MAX_THREADS} threads, found {threads}"
    )))
}

/// The bytes of a memory limit: a number, or a text such as `4G`.
pub(crate) fn bytes_of(limit: &Bound<'_, PyAny>) -> PyResult<u64> {
    let Ok(text) = limit.extract::<String>() else {
        return whole(limit);
    };
    parse_bytes(&text).map_err(|error| InputError::new_err(error.to_string()))
}

/// The place that keeps a search: memory, the usual folder (`True`), or a folder.
pub(crate) fn keep_of(store: Option<&Bound<'_, PyAny>>) -> PyResult<Keep> {
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
pub(crate) fn listener(progress: Option<Bound<'_, PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    bar_or(progress, "listener")
}

/// The function that hears which part is done: `True` stands for a bar of tqdm.
pub(crate) fn part_listener(progress: Option<Bound<'_, PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    bar_or(progress, "part_listener")
}

/// The function that is given, or for `True` the bar that one of `slidewise._progress` makes.
fn bar_or(progress: Option<Bound<'_, PyAny>>, bar: &str) -> PyResult<Option<Py<PyAny>>> {
    let Some(progress) = progress else {
        return Ok(None);
    };
    if let Ok(wanted) = progress.cast::<PyBool>() {
        if !wanted.is_true() {
            return Ok(None);
        }
        let module = progress.py().import("slidewise._progress")?;
        return Ok(Some(module.getattr(bar)?.call0()?.unbind()));
    }
    Ok(Some(progress.unbind()))
}

/// The folder of a store; `None` if nothing is kept.
pub(crate) fn folder_of(store: Option<&Bound<'_, PyAny>>) -> PyResult<Option<PathBuf>> {
    Ok(match keep_of(store)? {
        Keep::Folder(folder) | Keep::Scratch(folder) => Some(folder),
        Keep::Memory => None,
    })
}

/// The value of a word among `choices`.
///
/// # Errors
/// If none has this name.
pub(crate) fn chosen<T: Copy>(what: &str, word: &str, choices: &[(&str, T)]) -> PyResult<T> {
    let found = choices.iter().find(|(name, _)| *name == word);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        InputError::new_err(format!(
            "there is no {what} {word:?}: it is {}",
            names.join(" or ")
        ))
    })
}
