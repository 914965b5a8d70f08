//! Stand-in for the pictures of `graph`, in builds without the feature `pictures`.

use super::walk::GraphWalk;
use crate::arguments::{CommonArgs, GraphArgs};
use crate::io::atomic_file::AtomicFile;
use crate::io::output::CommandResult;
use slidewise_app::NamedLevel;
use slidewise_sokoban::{LevelGraph, LevelLimits};

/// A file, or stdout, for a picture of a graph.
pub(crate) struct PictureOutput<'a> {
    pub common: &'a CommonArgs,
    pub args: &'a GraphArgs,
    pub is_png: bool,
    /// `None` for stdout.
    pub file: Option<AtomicFile>,
}

/// Draws nothing: `NetworkFormat::check_is_built` has refused every picture.
pub(crate) fn draw_graph(_walk: &GraphWalk<'_>, _output: PictureOutput<'_>) -> CommandResult {
    unreachable!("a picture is refused before its graph is walked")
}

/// Draws nothing, as [`draw_graph`].
pub(crate) fn draw_level(
    _named: &NamedLevel,
    _graph: &LevelGraph<'_>,
    _limits: LevelLimits<'_>,
    _output: PictureOutput<'_>,
) -> CommandResult {
    unreachable!("a picture is refused before its level is searched")
}
