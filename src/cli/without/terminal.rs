//! Stand-in for the command that plays in the terminal, in builds without the feature `terminal`.

use crate::CommandResult;
use crate::arguments::CommonArgs;

/// No command, because this build does not play in the terminal.
pub use std::convert::Infallible as TerminalCommand;

/// Runs no command, because there is none.
pub fn run(_common: &CommonArgs, command: &TerminalCommand) -> CommandResult {
    match *command {}
}

/// Does nothing: this build never takes over the terminal.
pub fn restore() {}
