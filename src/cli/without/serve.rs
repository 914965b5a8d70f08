//! Stand-in for the command that serves pages, in builds without the feature `web`.

use crate::arguments::CommonArgs;
use crate::io::output::CommandResult;

/// No command, because this build serves no pages.
pub(crate) use std::convert::Infallible as WebCommand;

/// Runs no command, because the type `WebCommand` has no values.
pub(crate) fn run(_common: &CommonArgs, command: &WebCommand) -> CommandResult {
    match *command {}
}
