//! Stand-in for the pictures of `graph`, in builds without the feature `pictures`.

use super::walk::GraphWalk;
use crate::arguments::GraphArgs;
use crate::io::atomic_file::AtomicFile;
use crate::io::output::CommandResult;

/// Draws nothing: `NetworkFormat::check_is_built` has refused every picture.
pub(crate) fn draw_graph(
    _walk: &GraphWalk<'_>,
    _args: &GraphArgs,
    _is_png: bool,
    _file: Option<AtomicFile>,
) -> CommandResult {
    unreachable!("a picture is refused before its graph is walked")
}
