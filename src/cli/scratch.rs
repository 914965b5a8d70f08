//! The temporary folder of a command that keeps nothing, removed when the program ends.

use slidewise_app::Problem;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// The folder, once it is needed. Only a kill that no program can notice leaves it behind.
static FOLDER: Mutex<Option<TempDir>> = Mutex::new(None);

fn held() -> MutexGuard<'static, Option<TempDir>> {
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder, made when it is first asked for, where the system keeps temporary files.
pub fn folder() -> Result<PathBuf, Problem> {
    let mut held = held();
    if held.is_none() {
        let made = tempfile::Builder::new().prefix("slidewise-").tempdir();
        *held = Some(made.map_err(|error| {
            Problem::of_run(
                format!("there is no folder for temporary files: {error}"),
                "name one in the environment variable TMPDIR, or leave --no-store out",
            )
        })?);
    }
    let folder = held.as_ref().map(|folder| folder.path().to_owned());
    Ok(folder.expect("it has just been made"))
}

/// Removes the folder and all that is in it.
pub fn remove() {
    drop(held().take());
}
