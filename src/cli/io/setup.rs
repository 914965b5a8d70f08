//! The set-up of a command: its puzzle, the folder of its stores, its explorer with progress.

use super::input::read_puzzle;
use super::output::remark;
use super::scratch;
use super::signals::stop_flag;
use super::terminal_observer::TerminalObserver;
use crate::arguments::{CommonArgs, KeepArgs, SearchArgs};
use slidewise_app::{Explorer, Keep, Problem, Reuse, default_folder};
use slidewise_engine::search::core_count;
use slidewise_puzzle::{Puzzle, PuzzleRemark};
use slidewise_render::human_bytes;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// Opens a puzzle by file or name, and replaces Start if `start` is given.
pub(crate) fn open_puzzle(
    common: &CommonArgs,
    name: &str,
    start: Option<&str>,
) -> Result<Puzzle, Problem> {
    open_puzzle_to(common, name, start, None)
}

/// Opens a puzzle, and replaces Start by `start` and the goals by the position or the usual order
/// `to`, if given.
pub(crate) fn open_puzzle_to(
    common: &CommonArgs,
    name: &str,
    start: Option<&str>,
    to: Option<&str>,
) -> Result<Puzzle, Problem> {
    let mut puzzle = read_puzzle(name)?;
    if let Some(text) = to {
        puzzle.aim_at(text)?;
    }
    print_remarks(common, name, &puzzle.remarks);
    if let Some(text) = start {
        puzzle.start = puzzle.read_position(text)?;
    }
    Ok(puzzle)
}

/// Opens the puzzle of a command that searches, with the Start that its arguments give.
pub(crate) fn open_searched(common: &CommonArgs, searched: &SearchArgs) -> Result<Puzzle, Problem> {
    open_puzzle(common, &searched.puzzle, searched.start.as_deref())
}

/// Prints remarks on doubtful places of the puzzle file `name`, unless `--quiet`.
pub(crate) fn print_remarks(common: &CommonArgs, name: &str, remarks: &[PuzzleRemark]) {
    if common.quiet {
        return;
    }
    for own in remarks {
        remark(format!("{name}:{own}"));
    }
}

/// Number of threads: `--threads`, else one per core.
pub(crate) fn threads_of(common: &CommonArgs) -> usize {
    common.threads.map_or_else(core_count, NonZeroUsize::get)
}

/// The folder of the stores: `--store`, else the default folder.
pub(crate) fn store_root(common: &CommonArgs) -> Result<PathBuf, Problem> {
    match &common.store {
        Some(folder) => Ok(folder.clone()),
        None => default_folder(),
    }
}

/// The explorer of a command that saves its searches and uses saved searches.
pub(crate) fn explorer(common: &CommonArgs, puzzle: &Puzzle) -> Result<Explorer, Problem> {
    Ok(explorer_keeping(
        common,
        puzzle,
        Keep::Folder(store_root(common)?),
    ))
}

/// The explorer with the options of every command; `keep` says where its searches are saved.
fn explorer_keeping(common: &CommonArgs, puzzle: &Puzzle, keep: Keep) -> Explorer {
    Explorer::new(puzzle)
        .metric(common.metric)
        .keep(keep)
        .memory(common.memory)
        .threads(threads_of(common))
        .stop(stop_flag())
        .observer(Arc::new(TerminalObserver::new(common)))
}

/// The explorer of a command with the options `--no-store` and `--fresh`.
pub(crate) fn explorer_for(
    common: &CommonArgs,
    searched: &SearchArgs,
    puzzle: &Puzzle,
) -> Result<Explorer, Problem> {
    let keep = keep_of(common, &searched.keeping)?;
    Ok(explorer_in(common, &searched.keeping, puzzle, keep))
}

/// The place of the searches of a single puzzle, with the option `--no-store`.
pub(crate) fn keep_of(common: &CommonArgs, keeping: &KeepArgs) -> Result<Keep, Problem> {
    Ok(if keeping.no_store {
        Keep::Scratch(scratch::folder()?)
    } else {
        Keep::Folder(store_root(common)?)
    })
}

/// The explorer of a command with the option `--fresh`, whose searches are saved in `keep`.
pub(crate) fn explorer_in(
    common: &CommonArgs,
    keeping: &KeepArgs,
    puzzle: &Puzzle,
    keep: Keep,
) -> Explorer {
    let reuse = if keeping.fresh {
        Reuse::Nothing
    } else {
        Reuse::Kept
    };
    explorer_keeping(common, puzzle, keep).reuse(reuse)
}

/// The line on the store that a search has saved; `None` if no store remains after the command.
pub(crate) fn kept_line(keeping: &KeepArgs, kept: Option<(PathBuf, u64)>) -> Option<String> {
    let (folder, bytes) = kept.filter(|_| !keeping.no_store)?;
    Some(format!(
        "Kept {} in {}; --no-store keeps nothing",
        human_bytes(bytes),
        folder.display()
    ))
}

/// The title of a puzzle with the metric.
pub(crate) fn title_in_metric(common: &CommonArgs, puzzle: &Puzzle) -> String {
    format!("{}, in {}s", puzzle.title, common.metric.name())
}
