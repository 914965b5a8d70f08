//! The command that plays a game in the terminal: `play`.
//!
//! Builds without the feature `terminal` have `without/terminal.rs` in place of this module.

mod arguments;
mod event_loop;
mod level_play;
mod level_player;
mod level_screen;
mod play;
mod screen;

use crate::io::output::CommandResult;

use crate::arguments::CommonArgs;
pub(crate) use arguments::TerminalCommand;
use slidewise_app::{NamedLevel, Problem};

/// Runs a command that takes over the terminal.
pub(crate) fn run(common: &CommonArgs, command: &TerminalCommand) -> CommandResult {
    match command {
        TerminalCommand::Play(args) => play::run(common, args),
    }
}

/// The puzzle that a command names, and its `--start`.
pub(crate) fn puzzle_of(command: &TerminalCommand) -> (&str, Option<&str>) {
    match command {
        TerminalCommand::Play(args) => (&args.puzzle, args.start.as_deref()),
    }
}

/// Plays a Sokoban level.
pub(crate) fn play_level(
    common: &CommonArgs,
    command: &TerminalCommand,
    named: &NamedLevel,
) -> CommandResult {
    match command {
        TerminalCommand::Play(args) if args.to.is_some() => Err(Problem::of_input(
            "--to does not exist for Sokoban levels",
            "leave out --to: the goals of a level are in its file",
        )),
        TerminalCommand::Play(args) => level_play::run(common, &args.puzzle, named),
    }
}
