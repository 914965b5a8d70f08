//! The problem of wrong arguments.

use super::definition::program;
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use slidewise_app::Problem;
use slidewise_puzzle::Puzzle;
use std::path::Path;

/// The problem of arguments that clap refused: what helps, and where the arguments are explained.
pub(crate) fn usage_problem(error: &clap::Error) -> Problem {
    let program = program();
    let command = meant(&program);
    let name = command.map(|own| format!("{} ", own.get_name()));
    let name = name.unwrap_or_default();
    let tip = tip(error, &program, command.unwrap_or(&program));
    let tip = match tip {
        Some(question) if question.ends_with('?') => format!("{question} "),
        Some(tip) => format!("{tip}; "),
        None => String::new(),
    };
    let list = if command.is_some() {
        "arguments"
    } else {
        "commands"
    };
    Problem::of_input(
        message(error),
        format!("{tip}`slidewise {name}--help` lists the {list}"),
    )
}

/// The command that the arguments name, even if they are wrong otherwise.
fn meant(program: &Command) -> Option<&Command> {
    // The value of an option is not the command, even if it is the name of a command.
    let has_value = |argument: &str| {
        let mut options = program.get_arguments();
        let name = argument.strip_prefix("--");
        name.is_some()
            && options.any(|own| own.get_long() == name && own.get_action().takes_values())
    };
    let mut is_value = false;
    let mut arguments = std::env::args_os().skip(1);
    arguments.find_map(|argument| {
        let argument = argument.to_str()?;
        let was_value = std::mem::replace(&mut is_value, has_value(argument));
        program.find_subcommand(argument).filter(|_| !was_value)
    })
}

/// What is wrong, in one line.
fn message(error: &clap::Error) -> String {
    let given = words(error, ContextKind::InvalidArg);
    match (error.kind(), &given[..]) {
        (ErrorKind::InvalidSubcommand, _) => {
            let names = words(error, ContextKind::InvalidSubcommand);
            format!("there is no command `{}`", names.join(" "))
        }
        (ErrorKind::UnknownArgument, [given]) if is_negative(given) => {
            format!("found the negative number {given}")
        }
        (ErrorKind::UnknownArgument, [given]) if given.starts_with('-') => {
            format!("there is no option `{given}` here")
        }
        (ErrorKind::UnknownArgument, [given]) => format!("the argument `{given}` is one too many"),
        (ErrorKind::MissingRequiredArgument, [missing]) => format!("{missing} is missing"),
        (ErrorKind::MissingRequiredArgument, [_, _, ..]) => {
            format!("{} are missing", given.join(" and "))
        }
        _ => first_paragraph(error),
    }
}

/// The first paragraph of clap's message, in one line; tips follow it.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim);
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let line = paragraph.join(" ");
    line.trim_start_matches("error: ").to_owned()
}

/// Whether an argument is a negative number.
fn is_negative(argument: &str) -> bool {
    argument.starts_with('-') && argument.parse::<f64>().is_ok()
}

/// What probably helps.
fn tip(error: &clap::Error, program: &Command, command: &Command) -> Option<String> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let names = words(error, ContextKind::InvalidSubcommand);
            let name = names.first()?;
            if Puzzle::named(name).is_ok() || Path::new(name).is_file() {
                return Some(format!(
                    "a command stands before the puzzle, as in `slidewise solve {name}`"
                ));
            }
            let mut near = words(error, ContextKind::SuggestedSubcommand);
            // clap names the best suggestion last.
            near.reverse();
            if near.is_empty() {
                let all = program
                    .get_subcommands()
                    .map(|own| own.get_name().to_owned());
                near.extend(all.filter(|own| own.starts_with(&**name)));
            }
            did_you_mean(&near)
        }
        ErrorKind::UnknownArgument => {
            let near = words(error, ContextKind::SuggestedArg);
            let given = words(error, ContextKind::InvalidArg);
            let given = given.first()?;
            if cfg!(not(feature = "cluster")) && given == "--hosts" {
                return Some(
                    "searches over several machines need a build with `--features cluster`"
                        .to_owned(),
                );
            }
            if let Some(tip) = did_you_mean(&near) {
                return Some(tip);
            }
            if is_negative(given) {
                return Some("give a number of 0 or more".to_owned());
            }
            if given.starts_with('-') {
                return Some(format!("leave out {given}"));
            }
            Some("a name or a board with blanks stands in quotes".to_owned())
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            did_you_mean(&words(error, ContextKind::SuggestedValue))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = words(error, ContextKind::InvalidArg);
            let examples = command.get_after_help().map(ToString::to_string);
            let examples = examples.unwrap_or_default();
            let calls = examples.lines().map(str::trim);
            let mut calls = calls.filter(|line| line.starts_with("slidewise "));
            if missing.len() == 1 && missing[0].starts_with("--") {
                let option = missing[0].split(' ').next()?;
                let whole = calls.find(|call| call.split(' ').any(|word| word == option));
                let whole = whole.map_or(String::new(), |call| format!(", as in `{call}`"));
                return Some(format!("add {}{whole}", missing[0]));
            }
            Some(format!("an example is `{}`", calls.next()?))
        }
        _ => None,
    }
}

/// A question after the first three of some words; `None` if there are none.
fn did_you_mean(words: &[String]) -> Option<String> {
    let quoted = words.iter().take(3).map(|word| format!("`{word}`"));
    let quoted: Vec<String> = quoted.collect();
    let listed = quoted.split_last().map(|(last, others)| match others {
        [] => last.clone(),
        _ => format!("{} or {last}", others.join(", ")),
    });
    listed.map(|words| format!("did you mean {words}?"))
}

/// The words of an error that clap keeps under this kind.
fn words(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => vec![word.clone()],
        Some(ContextValue::Strings(words)) => words.clone(),
        _ => Vec::new(),
    }
}
