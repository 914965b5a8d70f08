//! Stand-in for the pictures of `graph`, in builds without the feature `pictures`.

use super::picture_output::PictureOutput;
use super::walk::GraphWalk;
use crate::io::output::CommandResult;
use slidewise_app::NamedLevel;
use slidewise_sokoban::{LevelGraph, LevelLimits};

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
