//! The problem of wrong arguments.

use super::arguments::Arguments;
use clap::CommandFactory;
use slidewise_app::Problem;

/// The problem of arguments that clap refused, with a hint at the help of the command.
pub(crate) fn usage_problem(error: &clap::Error) -> Problem {
    // The first paragraph of clap's message, of one or more lines, is the error; tips follow.
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim);
    let paragraph: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    let message = paragraph.join(" ");
    let tip = lines.find_map(|line| line.strip_prefix("tip: "));
    let tip = tip.map(|tip| format!("{tip}; ")).unwrap_or_default();
    let commands = Arguments::command();
    // The value of an option is not the command, even if it is the name of a command.
    let has_value = |argument: &str| {
        let mut options = commands.get_arguments();
        let name = argument.strip_prefix("--");
        name.is_some()
            && options.any(|own| own.get_long() == name && own.get_action().takes_values())
    };
    let mut is_value = false;
    let mut arguments = std::env::args_os().skip(1);
    let command = arguments.find_map(|argument| {
        let argument = argument.to_str()?;
        let was_value = std::mem::replace(&mut is_value, has_value(argument));
        let command = commands.find_subcommand(argument).filter(|_| !was_value)?;
        Some(format!("{} ", command.get_name()))
    });
    let command = command.unwrap_or_default();
    Problem::of_input(
        message.trim_start_matches("error: "),
        format!("{tip}`slidewise {command}--help` lists the arguments"),
    )
}
