//! The command `slidewise`: arguments, terminal, exit codes; one file for each command.
//!
//! Only this crate reads arguments, prints, and ends the process. The answers come from the
//! library.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod atomic_file;
mod check;
mod completions;
mod components;
mod convert;
mod corruption_flag;
mod count;
mod diameter;
mod estimate;
mod explore;
mod failure;
mod farthest;
mod fill;
mod find;
mod graph;
mod graph_walk;
mod jump;
mod list;
mod man;
mod output;
#[cfg_attr(not(feature = "pictures"), path = "without/pictures.rs")]
mod pictures;
mod progress;
mod recount;
mod replay;
mod scratch;
#[cfg_attr(not(feature = "web"), path = "without/serve.rs")]
mod serve;
mod setup;
mod show;
mod signals;
mod solve;
mod stopped;
mod stores;
#[cfg_attr(not(feature = "terminal"), path = "without/terminal.rs")]
mod terminal;
mod verify;

use arguments::{Arguments, Command, CommonArgs};
use clap::Parser;
use clap::error::ErrorKind;
use output::Output;
use slidewise_app::Problem;
use slidewise_engine::search::Machine;
use slidewise_render::human_bytes;
use std::process::ExitCode;

/// Runs the command that the arguments name, prints its output, and returns the exit code.
pub fn main() -> ExitCode {
    let code = match Arguments::try_parse() {
        Ok(arguments) => run(&arguments),
        Err(error) => print_refusal(&error),
    };
    ExitCode::from(code)
}

/// Prints the help or the version, or what is wrong with the arguments; returns the exit code.
fn print_refusal(error: &clap::Error) -> u8 {
    let is_answer = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    if is_answer {
        return match error.print() {
            Ok(()) => 0,
            Err(error) => output::write_error(&error, 0),
        };
    }
    let wants_json = std::env::args_os().any(|argument| argument == "--json");
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_help && !wants_json {
        // If stderr cannot be written, the exit code still reports the failure.
        let _ = error.print();
        return 2;
    }
    output::print(Err(failure::usage(error)), wants_json)
}

/// Runs a command and prints its output; returns the exit code.
fn run(arguments: &Arguments) -> u8 {
    let common = &arguments.common;
    if let Err(failure) = check_memory(common) {
        return output::print(Err(failure), common.json);
    }
    let result = run_command(common, &arguments.command);
    let result = match common.corruption.raised() {
        Some(damage) => Err(damage.into()),
        None => result,
    };
    let code = output::print(result, common.json);
    scratch::remove();
    code
}

fn run_command(common: &CommonArgs, command: &Command) -> CommandResult {
    match command {
        Command::List { family } => list::run(family.as_deref()),
        Command::Convert(args) => convert::run(common, args),
        Command::Show { puzzle } => show::run(common, puzzle),
        Command::Check { file } => check::run(file),
        Command::Explore(args) => explore::run(common, args),
        Command::Solve(args) => solve::run(common, args),
        Command::Find(args) => find::run(common, args),
        Command::Farthest(args) => farthest::run(common, args),
        Command::Diameter(args) => diameter::run(common, args),
        Command::Components(args) => components::run(common, args),
        Command::Count { puzzle, start } => count::run(common, puzzle, start.as_deref()),
        Command::Recount { quick, puzzles } => recount::run(common, *quick, puzzles.as_deref()),
        Command::Replay(args) => replay::run(common, args),
        Command::Verify(args) => verify::run(common, args),
        Command::Fill(args) => fill::run(common, args),
        Command::Jump(args) => jump::run(args),
        Command::Graph(args) => graph::run(common, args),
        Command::Pictures(command) => pictures::run(common, command),
        Command::Terminal(command) => terminal::run(common, command),
        Command::Web(command) => serve::run(common, command),
        Command::Completions { shell } => completions::run(*shell),
        Command::Man(args) => man::run(args),
        Command::Stores { remove } => stores::run(common, remove),
    }
}

/// Refuses a memory limit above the machine's memory, where the system would kill the program.
fn check_memory(common: &CommonArgs) -> Result<(), Problem> {
    let most = Machine::this().map(|machine| machine.most());
    let (Some(memory), Some(most)) = (common.memory, most) else {
        return Ok(());
    };
    if memory <= most {
        return Ok(());
    }
    Err(Problem::of_input(
        format!(
            "--memory {} is more than this machine has ({})",
            human_bytes(memory),
            human_bytes(most)
        ),
        "lower --memory, or leave it out: a search may then use the free memory",
    ))
}

/// The output of a command, or why it failed.
type CommandResult = Result<Output, Problem>;
