//! `slidewise completions SHELL`: the script with which a shell completes arguments.

use super::arguments::Arguments;
use super::output::{CommandResult, Output, TextLine};
use clap::CommandFactory;
use clap_complete::{Shell, generate};
use slidewise_render::json;

/// Prints the completion script of a shell.
pub(crate) fn run(shell: Shell) -> CommandResult {
    let mut command = Arguments::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let lines = script.lines().map(|line| TextLine::own(line.to_owned()));
    let lines = lines.collect();
    let record = json::CompletionsRecord {
        shell: shell.to_string(),
        script,
    };
    Ok(Output::new(lines, &record))
}
