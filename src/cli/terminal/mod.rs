//! The command that plays a game in the terminal: `play`.
//!
//! Builds without the feature `terminal` have `without/terminal.rs` in place of this module.

mod arguments;
mod play;
mod screen;

use crate::output::CommandResult;
pub(crate) use screen::restore;

use crate::arguments::CommonArgs;
pub(crate) use arguments::TerminalCommand;

/// Runs a command that takes over the terminal.
pub(crate) fn run(common: &CommonArgs, command: &TerminalCommand) -> CommandResult {
    match command {
        TerminalCommand::Play(args) => play::run(common, args),
    }
}
