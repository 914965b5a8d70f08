//! The command `slidewise`: arguments, terminal, exit codes; one file a command.
//!
//! Only this layer reads arguments, prints or ends the program. What the commands find out they are told by
//! the library.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod alarms;
#[cfg(feature = "pictures")]
mod animate;
mod arguments;
mod check;
mod completions;
mod components;
mod convert;
mod count;
mod diameter;
mod draft;
#[cfg(feature = "pictures")]
mod draw;
mod estimate;
mod explore;
mod failure;
mod farthest;
mod fill;
mod find;
mod frontier;
mod graph;
mod hashed;
mod jump;
mod list;
mod man;
mod output;
#[cfg(feature = "pictures")]
mod picture;
#[cfg(feature = "terminal")]
mod play;
#[cfg(feature = "pictures")]
mod plot;
#[cfg(feature = "pictures")]
mod portrait;
mod progress;
mod recount;
mod replay;
mod scratch;
#[cfg(feature = "web")]
mod serve;
mod session;
mod shortest;
mod show;
mod solve;
mod stores;
#[cfg(feature = "terminal")]
mod terminal;
mod tour;
mod verify;
#[cfg(feature = "pictures")]
mod way;
mod wish;

use crate::explore::Machine;
use arguments::{Arguments, Command, Common};
use clap::Parser;
use clap::error::ErrorKind;
use failure::Failure;
use output::Output;
use slidewise_render::human_bytes;
use std::process::ExitCode;

/// Runs the command that the program's arguments name, prints its output, and gives the exit code.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
            ) =>
        {
            return match error.print() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => output::write_error(&error, 0),
            };
        }
        Err(error) => {
            let wants_json = std::env::args_os().any(|word| word == "--json");
            let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
            if is_help && !wants_json {
                // A message that cannot be printed leaves the exit code to speak.
                let _ = error.print();
                return ExitCode::from(2);
            }
            return output::print(Err(Failure::of_usage(&error)), wants_json);
        }
    };
    let common = &arguments.common;
    if let Err(failure) = check_memory(common) {
        return output::print(Err(failure), common.json);
    }
    let result = match &arguments.command {
        Command::List { family } => list::run(family.as_deref()),
        Command::Convert(words) => convert::run(common, words),
        Command::Show { puzzle } => show::run(common, puzzle),
        Command::Check { file } => check::run(file),
        Command::Explore(explore) => explore::run(common, explore),
        Command::Solve(solve) => solve::run(common, solve),
        Command::Find(find) => find::run(common, find),
        Command::Farthest(farthest) => farthest::run(common, farthest),
        Command::Diameter(diameter) => diameter::run(common, diameter),
        Command::Components(words) => components::run(common, words),
        Command::Count { puzzle, start } => count::run(common, puzzle, start.as_deref()),
        Command::Recount { quick, puzzles } => recount::run(common, *quick, puzzles.as_deref()),
        Command::Replay(replay) => replay::run(common, replay),
        Command::Verify(verify) => verify::run(common, verify),
        Command::Fill(fill) => fill::run(common, fill),
        Command::Jump(jump) => jump::run(jump),
        Command::Graph(words) => graph::run(common, words),
        #[cfg(feature = "pictures")]
        Command::Draw(words) => draw::run(common, words),
        #[cfg(feature = "pictures")]
        Command::Plot(words) => plot::run(common, words),
        #[cfg(feature = "pictures")]
        Command::Animate(words) => animate::run(common, words),
        Command::Completions { shell } => completions::run(*shell),
        Command::Man(words) => man::run(words),
        #[cfg(feature = "terminal")]
        Command::Play(words) => play::run(common, words),
        #[cfg(feature = "web")]
        Command::Serve(words) => serve::run(common, words),
        Command::Stores { remove } => stores::run(common, remove),
    };
    let result = match common.alarms.raised() {
        Some(damage) => Err(damage.into()),
        None => result,
    };
    let code = output::print(result, common.json);
    scratch::remove();
    code
}

/// Refuses to be given more memory than this machine has: the system would end the program in the middle.
fn check_memory(common: &Common) -> Result<(), Failure> {
    let most = Machine::this().map(|machine| machine.most());
    let (Some(memory), Some(most)) = (common.memory, most) else {
        return Ok(());
    };
    if memory <= most {
        return Ok(());
    }
    Err(Failure::of_input(
        format!(
            "--memory {}: this machine has {}",
            human_bytes(memory),
            human_bytes(most)
        ),
        "give less, or leave --memory out: then a run may take what is free",
    ))
}

/// What a command comes to.
type CommandResult = Result<Output, Failure>;
