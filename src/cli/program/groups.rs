//! The table of all commands: their groups in the help, and the common options that affect them.

use clap::Command;
use slidewise_render::folded;

/// A command's name, with that of its parent if it has one, and the common options that affect it.
type Row = (&'static str, &'static [&'static str]);

/// The common options of a search; `--json` affects every command.
const ALL: &[&str] = &["metric", "threads", "store", "memory", "quiet"];

/// The groups of the help with their commands, in its order; rows of commands that a build lacks
/// are ignored.
const GROUPS: [(&str, &[Row]); 5] = [
    (
        "Solve and look",
        &[
            ("list", &[]),
            ("show", &["memory", "quiet"]),
            ("solve", ALL),
            ("find", ALL),
        ],
    ),
    (
        "Whole spaces: all positions of a puzzle",
        &[
            ("explore", ALL),
            ("farthest", ALL),
            ("sample", ALL),
            ("tables", ALL),
            ("design", ALL),
            ("diameter", &["metric", "threads", "memory", "quiet"]),
            ("components", &["memory", "quiet"]),
            ("count", &["memory", "quiet"]),
        ],
    ),
    (
        "Pictures, graphs and games",
        &[
            ("play", ALL),
            ("serve", &["threads", "store", "memory", "quiet"]),
            ("site", &[]),
            ("export", ALL),
            ("draw", ALL),
            ("animate", ALL),
            ("plot", ALL),
            ("sheet", ALL),
            ("graph", ALL),
        ],
    ),
    (
        "Files and stores",
        &[
            ("check", &[]),
            ("convert", &["quiet"]),
            ("replay", &["quiet"]),
            ("stores", &["store"]),
            ("verify", ALL),
            ("inspect", &["memory", "quiet"]),
            ("inspect automaton", &["memory", "quiet"]),
            ("inspect index", &["memory", "quiet"]),
            ("inspect store", &[]),
            ("completions", &[]),
            ("man", &[]),
        ],
    ),
    (
        "Walker's article, and puzzles without sliding",
        &[
            ("recount", &["threads", "quiet"]),
            ("fill", &["threads", "quiet"]),
            ("jump", &[]),
        ],
    ),
];

/// The common options that affect a command; all of them if the table lacks the command.
pub(crate) fn effects(command: &str) -> &'static [&'static str] {
    let mut rows = GROUPS.iter().flat_map(|(_, rows)| *rows);
    rows.find(|(name, _)| *name == command)
        .map_or(ALL, |(_, options)| options)
}

/// The groups with those of their commands that this build has.
pub(crate) fn groups(program: &Command) -> Vec<(&'static str, Vec<&Command>)> {
    let built = |rows: &'static [Row]| {
        let found = rows.iter();
        found.filter_map(|(name, _)| program.find_subcommand(name))
    };
    let groups = GROUPS
        .iter()
        .map(|(heading, rows)| (*heading, built(rows).collect()));
    groups.collect()
}

/// The list of all commands under the headings of their groups, for lines of `width` characters.
pub(crate) fn listing(program: &Command, width: usize) -> String {
    let style = program.get_styles();
    let (header, literal) = (style.get_header(), style.get_literal());
    let names = program.get_subcommands().map(|own| own.get_name().len());
    let widest = names.max().unwrap_or(0);
    let mut text = String::new();
    for (heading, commands) in groups(program) {
        text += &format!("{header}{heading}:{header:#}\n");
        for own in commands {
            let (name, about) = (own.get_name(), own.get_about().cloned());
            let about = about.unwrap_or_default().to_string();
            let indent = " ".repeat(widest + 4);
            let lines = folded(&about, width.saturating_sub(indent.len()), "");
            let blanks = " ".repeat(widest - name.len() + 2);
            text += &format!("  {literal}{name}{literal:#}{blanks}");
            text += &lines.join(&format!("\n{indent}"));
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::definition::program;

    #[test]
    fn each_command_stands_in_one_group() {
        let program = program();
        let rows = GROUPS.iter().flat_map(|(_, rows)| *rows);
        let names: Vec<&str> = rows.map(|(name, _)| *name).collect();
        let times = |name: &str| names.iter().filter(|own| **own == name).count();
        for own in program.get_subcommands() {
            let name = own.get_name();
            assert_eq!(times(name), 1, "{name} has one row in the table");
            for below in own.get_subcommands() {
                let path = format!("{name} {}", below.get_name());
                assert_eq!(times(&path), 1, "{path} has one row in the table");
            }
        }
    }

    #[test]
    fn the_options_of_the_table_are_the_common_ones() {
        let program = program();
        for (name, options) in GROUPS.iter().flat_map(|(_, rows)| *rows) {
            for option in *options {
                let known = program.get_arguments().any(|own| own.get_id() == option);
                assert!(known, "{name}: {option}");
            }
        }
    }
}
