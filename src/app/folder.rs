//! The folder that keeps searches where none is named.

use super::Problem;
use etcetera::{BaseStrategy, choose_base_strategy};
use std::path::{Path, PathBuf};

/// The folder `generations` of the current folder if there is one, else `slidewise` where the
/// system keeps the data of a user's programs.
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
            "give one with --store DIR",
        )
    })?;
    // Data that roams with a user on Windows is not for gigabytes.
    let data = if cfg!(windows) {
        base.cache_dir()
    } else {
        base.data_dir()
    };
    Ok(data.join("slidewise"))
}
