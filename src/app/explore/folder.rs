//! The folder that keeps searches if the user names no other.

use crate::Problem;
use etcetera::{BaseStrategy, choose_base_strategy};
use std::path::{Path, PathBuf};

/// The folder `generations` in the current folder if it exists, else `slidewise` in the system's
/// folder for user data.
///
/// # Errors
/// If the system names no folder for data, because the user has no home.
pub fn default_folder() -> Result<PathBuf, Problem> {
    let here = Path::new("generations");
    if here.is_dir() {
        return Ok(here.to_owned());
    }
    let base = choose_base_strategy().map_err(|error| {
        Problem::of_run(
            format!("there is no folder to keep explorations in: {error}"),
            "name a folder with --store DIR",
        )
    })?;
    // On Windows a user's data folder is copied from machine to machine, too slowly for gigabytes.
    let data = if cfg!(windows) {
        base.cache_dir()
    } else {
        base.data_dir()
    };
    Ok(data.join("slidewise"))
}
