//! Stand-in for the command that plays in the terminal, in builds without the feature `terminal`.

use crate::arguments::CommonArgs;
use crate::output::CommandResult;

/// No command, because this build does not play in the terminal.
pub(crate) use std::convert::Infallible as TerminalCommand;

/// Runs no command, because the type `TerminalCommand` has no values.
pub(crate) fn run(_common: &CommonArgs, command: &TerminalCommand) -> CommandResult {
    match *command {}
}

/// Does nothing: this build never takes over the terminal.
pub(crate) fn restore() {}
