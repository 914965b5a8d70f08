//! Stand-in for the command that serves pages, in builds without the feature `web`.

use crate::CommandResult;
use crate::arguments::CommonArgs;

/// No command, because this build serves no pages.
pub use std::convert::Infallible as WebCommand;

/// Runs no command, because there is none.
pub fn run(_common: &CommonArgs, command: &WebCommand) -> CommandResult {
    match *command {}
}
