//! Stand-in for the command that plays in the terminal, in builds without the feature `terminal`.

use crate::arguments::CommonArgs;
use crate::io::output::CommandResult;
use slidewise_app::NamedLevel;

/// No command, because this build does not play in the terminal.
pub(crate) use std::convert::Infallible as TerminalCommand;

/// Runs no command, because the type `TerminalCommand` has no values.
pub(crate) fn run(_common: &CommonArgs, command: &TerminalCommand) -> CommandResult {
    match *command {}
}

/// Names no puzzle, because the type `TerminalCommand` has no values.
pub(crate) fn puzzle_of(command: &TerminalCommand) -> (&str, Option<&str>) {
    match *command {}
}

/// Plays no level, because the type `TerminalCommand` has no values.
pub(crate) fn play_level(
    _common: &CommonArgs,
    command: &TerminalCommand,
    _named: &NamedLevel,
) -> CommandResult {
    match *command {}
}
