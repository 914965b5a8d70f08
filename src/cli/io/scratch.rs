//! The temporary folder of `--no-store`, removed when the program ends.

use slidewise_app::Problem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// The temporary folder, once it has been created; only SIGKILL leaves it behind.
static FOLDER: Mutex<Option<TempDir>> = Mutex::new(None);

fn held() -> MutexGuard<'static, Option<TempDir>> {
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The path of the folder, which the first call creates in the system's temporary folder.
pub(crate) fn folder() -> Result<PathBuf, Problem> {
    let mut held = held();
    if held.is_none() {
        let made = tempfile::Builder::new().prefix("slidewise-").tempdir();
        *held = Some(made.map_err(|error| {
            Problem::of_run(
                format!("no temporary folder can be created: {error}"),
                "set the environment variable TMPDIR to a folder that can be written, \
                 or leave out --no-store",
            )
        })?);
    }
    let folder = held.as_ref().map(|folder| folder.path().to_owned());
    Ok(folder.expect("the folder was created above"))
}

/// Whether a path is that of the folder, or is in it.
pub(crate) fn has(path: &Path) -> bool {
    let held = held();
    held.as_ref()
        .is_some_and(|folder| path.starts_with(folder.path()))
}

/// A folder of its own within the folder, for a search that others must not meet; removed when it
/// is dropped.
pub(crate) fn own_folder() -> Result<TempDir, Problem> {
    let made = tempfile::tempdir_in(folder()?);
    made.map_err(|error| {
        Problem::of_run(
            format!("no temporary folder can be created: {error}"),
            "free some disk space, or set TMPDIR to a folder on another disk",
        )
    })
}

/// Removes the folder with its files, if it was created.
pub(crate) fn remove() {
    drop(held().take());
}
