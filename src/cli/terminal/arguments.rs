//! Arguments of the command that plays in the terminal.

use crate::arguments::position;
use clap::{Args, Subcommand};

/// A command that takes over the terminal.
#[derive(Debug, Subcommand)]
pub(crate) enum TerminalCommand {
    /// Play in the terminal, with exact distances, hints and a solver
    #[command(after_help = "Examples:\n\
        \x20 slidewise play lane-rouge --metric move\n\
        \x20     by letters and arrows, or by the mouse\n\
        \x20 slidewise play tiles:3x3 --start 867:254:3.1 --to 123:456:78.\n\
        \x20     to a Finish of your own")]
    Play(PlayArgs),
}

/// Arguments of `play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The puzzle
    pub puzzle: String,
    /// Start position to use instead of the puzzle's own
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    /// Finish position to use instead of the puzzle's own
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub to: Option<String>,
}
