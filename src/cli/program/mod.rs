//! The entry point of the command line: from the arguments of the process to its exit code.

mod command;
mod completions;
mod definition;
mod groups;
mod idle_options;
mod levels;
mod man;
mod puzzle_word;
mod usage;

use crate::arguments::CommonArgs;
use crate::explore::{components, count, diameter, farthest, sample};
use crate::io::output::CommandResult;
use crate::io::{output, scratch, signals};
use crate::kept::{inspect, stores, tables, verify, verify_tables};
use crate::solve::find;
use crate::tabletop::{fill, jump};
use crate::{
    check, convert, design, explore, graph, list, pictures, recount, replay, serve, show, solve,
    terminal,
};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use command::{Arguments, Command};
use definition::program;
use slidewise_app::Problem;
use slidewise_engine::search::Machine;
use slidewise_render::human_bytes;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// What the program says on a terminal if it is called without a command.
fn first_words() -> String {
    let commands = [
        (
            true,
            "solve checkmate   a shortest solution, proved, move by move",
        ),
        (
            cfg!(feature = "terminal"),
            "play lane-rouge   play in the terminal, with hints and distances",
        ),
        (
            cfg!(feature = "web"),
            "serve --open      all puzzles and their graphs in the browser",
        ),
        (true, "list              the built-in puzzles"),
    ];
    let there = commands.iter().filter(|(is_there, _)| *is_there);
    let lines: String = there
        .map(|(_, command)| format!("  slidewise {command}\n"))
        .collect();
    format!(
        "Slidewise explores sliding-block puzzles, exactly. To begin:\n\n{lines}\n\
         `slidewise help` lists all commands, `slidewise help COMMAND` the options of one.\n"
    )
}

/// Runs the command that the arguments name, prints its output, and returns the exit code.
pub fn main() -> ExitCode {
    let matches = program().try_get_matches();
    let parsed = matches.and_then(|matches| {
        let mut arguments = Arguments::from_arg_matches(&matches)?;
        let source = matches.value_source("metric");
        arguments.common.is_metric_given = source == Some(ValueSource::CommandLine);
        if arguments.common.is_metric_given {
            arguments.common.metric_word = metric_word(&matches);
        }
        arguments.common.puzzle_word = puzzle_word(&matches);
        Ok((arguments, idle_options::check(&matches)))
    });
    let code = match parsed {
        Ok((arguments, Ok(()))) => run(&arguments),
        Ok((arguments, Err(problem))) => output::print(Err(problem), arguments.common.json),
        Err(error) => print_refusal(&error),
    };
    ExitCode::from(code)
}

/// Prints the help, the version, or an error in the arguments; returns the exit code.
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
        let is_first_look = std::env::args_os().len() == 1 && io::stderr().is_terminal();
        let _ = if is_first_look {
            io::stderr().write_all(first_words().as_bytes())
        } else {
            error.print()
        };
        return 2;
    }
    output::print(Err(usage::usage_problem(error)), wants_json)
}

/// Runs a command and prints its output; returns the exit code.
fn run(arguments: &Arguments) -> u8 {
    let common = &arguments.common;
    signals::report(common.json, common.quiet);
    if let Err(failure) = check_memory(common) {
        return output::print(Err(failure), common.json);
    }
    let result = run_command(common, &arguments.command);
    let result = match common.corruption.raised() {
        Some(damage) => Err(damage.into()),
        None => result,
    };
    let word = common.puzzle_word.as_deref();
    let named = |problem: Problem| match word {
        Some(word) => problem.about_puzzle(word),
        None => problem,
    };
    let code = output::print(result.map_err(named), common.json);
    scratch::remove();
    code
}

/// The word that names the puzzle of a command.
fn puzzle_word(matches: &ArgMatches) -> Option<String> {
    let (_, below) = matches.subcommand()?;
    let word = below.try_get_raw("puzzle").ok().flatten();
    let word = word.and_then(|mut words| words.next());
    word.map(|word| word.to_string_lossy().into_owned())
        .or_else(|| puzzle_word(below))
}

/// The word of `--metric`: levels have words of their own.
fn metric_word(matches: &ArgMatches) -> Option<String> {
    let word = matches.get_raw("metric")?.next_back()?;
    Some(word.to_string_lossy().into_owned())
}

fn run_command(common: &CommonArgs, command: &Command) -> CommandResult {
    if let Some(answered) = levels::run(common, command) {
        return answered;
    }
    levels::refuse_elsewhere(common, command)?;
    match command {
        Command::List(args) => list::run(args),
        Command::Convert(args) => convert::run(common, args),
        Command::Show { puzzle } => show::run(common, puzzle),
        Command::Check { files } => check::run(files),
        Command::Explore(args) => explore::run(common, args),
        Command::Solve(args) => solve::run(common, args),
        Command::Find(args) => find::run(common, args),
        Command::Farthest(args) => farthest::run(common, args),
        Command::Sample(args) => sample::run(common, args),
        Command::Tables(args) => tables::run(common, args),
        Command::Diameter(args) => diameter::run(common, args),
        Command::Design(args) => design::run(common, args),
        Command::Components(args) => components::run(common, args),
        Command::Count { puzzle, start } => count::run(common, puzzle, start.as_deref()),
        Command::Recount { quick, puzzles } => recount::run(common, *quick, puzzles.as_deref()),
        Command::Replay(args) => replay::run(common, args),
        Command::Verify(args) if args.tables => verify_tables::run(common, args),
        Command::Verify(args) => verify::run(common, args),
        Command::Fill(args) => fill::run(common, args),
        Command::Jump(args) => jump::run(args),
        Command::Graph(args) => graph::run(common, args),
        Command::Inspect(view) => inspect::run(common, view),
        Command::Pictures(command) => pictures::run(common, command),
        Command::Terminal(command) => terminal::run(common, command),
        Command::Web(command) => serve::run(common, command),
        Command::Completions { shell } => completions::run(*shell),
        Command::Man(args) => man::run(common, args),
        Command::Stores { remove } => stores::run(common, remove),
    }
}

/// Refuses a memory limit above the machine's memory: the system kills a program that uses more.
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
