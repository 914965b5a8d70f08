//! Stand-in for the commands that write pictures, in builds without the feature `pictures`.

use crate::arguments::{CommonArgs, GraphArgs};
use crate::atomic_file::AtomicFile;
use crate::graph_walk::GraphWalk;
use crate::output::CommandResult;
use slidewise_app::{NamedLevel, Problem};

/// No command, because this build writes no pictures.
pub(crate) use std::convert::Infallible as PictureCommand;

/// Runs no command, because the type `PictureCommand` has no values.
pub(crate) fn run(_common: &CommonArgs, command: &PictureCommand) -> CommandResult {
    match *command {}
}

/// Names no puzzle, because the type `PictureCommand` has no values.
pub(crate) fn puzzle_of(command: &PictureCommand) -> Option<(&str, Option<&str>)> {
    match *command {}
}

/// Draws no level, because the type `PictureCommand` has no values.
pub(crate) fn draw_level(
    _common: &CommonArgs,
    command: &PictureCommand,
    _named: &NamedLevel,
) -> CommandResult {
    match *command {}
}

/// Refuses to draw the state graph, because this build draws no pictures.
pub(crate) fn draw_graph(
    _walk: &GraphWalk<'_>,
    _args: &GraphArgs,
    _is_png: bool,
    _file: Option<AtomicFile>,
) -> CommandResult {
    Err(not_built())
}

/// Refuses every picture, because this build draws no pictures.
pub(crate) fn check_is_built() -> Result<(), Problem> {
    Err(not_built())
}

fn not_built() -> Problem {
    Problem::of_input(
        "this build of slidewise draws no pictures",
        "choose --format graphml, dot or csv, or build with --features pictures",
    )
}
