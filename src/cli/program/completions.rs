//! `slidewise completions SHELL`: the script with which a shell completes arguments.

use super::definition::program;
use crate::io::output::{CommandResult, Output, TextLine};
use clap_complete::{Shell, generate};
use slidewise_puzzle::builtin;
use slidewise_render::json;

/// Prints the completion script of a shell.
pub(crate) fn run(shell: Shell) -> CommandResult {
    let script = script(shell);
    let lines = script.lines().map(|line| TextLine::own(line.to_owned()));
    let lines = lines.collect();
    let record = json::CompletionsRecord {
        shell: shell.to_string(),
        script,
    };
    Ok(Output::new(lines, &record))
}

/// The script as clap writes it, with the names of the built-in puzzles once instead of once for
/// each command.
fn script(shell: Shell) -> String {
    let mut program = program();
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    generate(shell, &mut program, name, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let names: Vec<&str> = builtin::list().iter().map(|own| own.name).collect();
    let names = names.join(" ");
    match shell {
        Shell::Bash => {
            let script = script.replace(&names, "${_slidewise_puzzles}");
            format!("_slidewise_puzzles=\"{names}\"\n\n{script}")
        }
        Shell::Zsh => {
            // A list of words alone would exclude the puzzle files.
            let function = format!(
                "(( $+functions[_slidewise_puzzles] )) ||\n\
                 _slidewise_puzzles() {{\n    \
                 _alternative 'puzzles:built-in puzzle:({names})' 'files:puzzle file:_files'\n\
                 }}\n\n"
            );
            let script = script.replace(&format!("({names})"), "_slidewise_puzzles");
            let end = script
                .rfind("if [ \"$funcstack[1]\"")
                .unwrap_or(script.len());
            format!("{}{function}{}", &script[..end], &script[end..])
        }
        Shell::Fish => {
            // clap's script for fish completes no words that are not options or commands.
            let takes_puzzle = |own: &&clap::Command| {
                let mut own = own.get_positionals();
                own.any(|argument| ["puzzle", "puzzles"].contains(&argument.get_id().as_str()))
            };
            let commands = program.get_subcommands().filter(takes_puzzle);
            let commands: Vec<&str> = commands.map(|own| own.get_name()).collect();
            let commands = commands.join(" ");
            format!(
                "{script}complete -c slidewise -n \"__fish_seen_subcommand_from {commands}\" \
                 -a \"{names}\"\n"
            )
        }
        _ => script,
    }
}
