//! The definition of the whole command line, as derived from the types of the arguments and
//! completed by what concerns all commands.

use super::command::Arguments;
use super::groups;
use super::puzzle_word::PuzzleWord;
use clap::{Arg, Command, CommandFactory};

/// Largest width of the lines of a help text.
const MAX_WIDTH: usize = 100;

/// What a PUZZLE is, for the help of each command that takes one.
const PUZZLE_WORDS: &str = "\
PUZZLE is a puzzle file (- for standard input), the name or title of a built-in puzzle \
(slidewise list), tiles:RxC, torus:RxC, or rush: and the 36 cells of a board.";

/// What a POSITION is, for the help of each command that takes one.
const POSITION_WORDS: &str = "\
POSITION is a board as text, as `slidewise show PUZZLE` prints it: rows separated \
by : or /, . for an empty cell, # for a wall.";

/// The definition of the command line.
pub(crate) fn program() -> Command {
    let derived = Arguments::command();
    let common: Vec<Arg> = derived
        .get_arguments()
        .filter(|own| own.is_global_set())
        .cloned()
        .collect();
    let width = help_width();
    let derived = derived.mut_args(|own| {
        if own.is_global_set() {
            own.help_heading("Common options")
        } else {
            own
        }
    });
    let ordered: Vec<String> = groups::groups(&derived)
        .into_iter()
        .flat_map(|(_, commands)| commands)
        .map(|own| own.get_name().to_owned())
        .collect();
    let program = derived.term_width(width).mut_subcommands(|own| {
        let place = ordered.iter().position(|name| name == own.get_name());
        let path = own.get_name().to_owned();
        completed(own, &path, &common, width).display_order(place.unwrap_or(ordered.len()))
    });
    let listing = groups::listing(&program, width);
    // A brace would be read as the beginning of a tag; no help text has one.
    let header = program.get_styles().get_header();
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listing}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    program.help_template(template)
}

/// A command, and the commands below it, completed by what concerns all commands.
fn completed(command: Command, path: &str, common: &[Arg], width: usize) -> Command {
    let effects = groups::effects(path);
    // clap copies a global option into the commands that do not define it themselves.
    let without_effect = common.iter().filter(|option| {
        let id = option.get_id().as_str();
        id != "json" && !effects.contains(&id)
    });
    let hidden: Vec<Arg> = without_effect.map(|own| own.clone().hide(true)).collect();
    let is_named = |own: &Arg, name: &str| {
        let mut names = own.get_value_names().into_iter().flatten();
        names.any(|own| own == name)
    };
    let is_puzzle = |own: &Arg| {
        let is_own = own.is_positional() && ["puzzle", "puzzles"].contains(&own.get_id().as_str());
        is_own || is_named(own, "PUZZLE")
    };
    let is_position =
        |own: &Arg| own.is_positional() && own.get_id() == "position" || is_named(own, "POSITION");
    let mut paragraphs = Vec::new();
    if command.get_arguments().any(is_puzzle) {
        paragraphs.push(PUZZLE_WORDS.to_owned());
    }
    if command.get_arguments().any(is_position) {
        paragraphs.push(POSITION_WORDS.to_owned());
    }
    paragraphs.extend(command.get_after_help().map(ToString::to_string));
    command
        .args(hidden)
        .mut_args(|own| {
            if is_puzzle(&own) {
                own.value_parser(PuzzleWord).hide_possible_values(true)
            } else {
                own
            }
        })
        .mut_subcommands(|below| {
            let path = format!("{path} {}", below.get_name());
            completed(below, &path, common, width)
        })
        .disable_help_subcommand(true)
        .after_help(paragraphs.join("\n\n"))
        .term_width(width)
}

/// Width of the lines of help texts: that of the terminal, else `COLUMNS`, else 80.
fn help_width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| width.0.into());
    let wanted = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width: usize = terminal.or_else(wanted).unwrap_or(80);
    width.clamp(40, MAX_WIDTH)
}
