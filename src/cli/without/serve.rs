//! Stand-in for the command that serves pages, in builds without the feature `web`.

use crate::arguments::{CommonArgs, GraphArgs};
use crate::io::atomic_file::Destination;
use crate::io::output::CommandResult;

/// No command, because this build serves no pages.
pub(crate) use std::convert::Infallible as WebCommand;

/// Runs no command, because the type `WebCommand` has no values.
pub(crate) fn run(_common: &CommonArgs, command: &WebCommand) -> CommandResult {
    match *command {}
}

/// Writes nothing: `NetworkFormat::check_is_built` has refused every page.
pub(crate) fn write_graph(
    _common: &CommonArgs,
    _args: &GraphArgs,
    _destination: Option<Destination>,
) -> CommandResult {
    unreachable!("a page is refused before its graph is explored")
}
