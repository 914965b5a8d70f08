//! `slidewise man`: the pages of the manual, generated from the definitions of `--help`.

use super::definition::program;
use super::groups;
use crate::arguments::{CommonArgs, ManArgs};
use crate::io::atomic_file::{Destination, failed};
use crate::io::output::{CommandResult, Output, TextLine, remark};
use clap::Command;
use clap_mangen::Man;
use slidewise_app::Problem;
use slidewise_render::{counted, json};
use std::io::IsTerminal;
use std::{fs, io};

/// The empty list of input files, because this command reads no files.
const NO_INPUTS: &[&str] = &[];

/// A page of the manual: its name without the section, and its text in roff.
struct ManPage {
    name: String,
    text: String,
}

/// Prints a page, or writes all of them into a folder.
pub(crate) fn run(common: &CommonArgs, args: &ManArgs) -> CommandResult {
    let pages = pages();
    let Some(folder) = &args.out else {
        let wanted = match &args.command {
            Some(command) => format!("slidewise-{command}"),
            None => "slidewise".to_owned(),
        };
        let page = pages.into_iter().find(|page| page.name == wanted);
        let page = page.ok_or_else(|| {
            Problem::no_such_thing(
                format!("the manual has no page {wanted}"),
                "`slidewise --help` lists the commands",
            )
        })?;
        if !common.quiet && io::stdout().is_terminal() {
            remark(format!(
                "this is the source of the page, in roff; `slidewise man --out DIR` writes all \
                 pages, and `man DIR/{wanted}.1` shows this one"
            ));
        }
        let lines = page.text.lines().map(|line| TextLine::own(line.to_owned()));
        let lines = lines.collect();
        let record = json::ManPageRecord {
            page: page.name,
            text: page.text,
        };
        return Ok(Output::new(lines, &record));
    };
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let names = pages
        .iter()
        .map(|page| folder.join(format!("{}.1", page.name)));
    let destinations = Destination::all(names, NO_INPUTS, args.replace.force)?;
    let files = destinations.iter();
    let files: Vec<String> = files
        .map(|file| file.name().display().to_string())
        .collect();
    let texts = pages.into_iter().map(|page| page.text.into_bytes());
    Destination::write_all(destinations.into_iter().zip(texts).collect())?;
    let line = format!(
        "{} written to {}",
        counted(files.len(), "page"),
        folder.display()
    );
    Ok(Output::new(vec![line], &json::ManPagesRecord { files }))
}

/// All pages of the manual: one for `slidewise` itself, and one for each of its commands.
fn pages() -> Vec<ManPage> {
    let mut command = program();
    // Copies the global options into each command.
    command.build();
    let commands = command.get_subcommands();
    // The command `help` is clap's, and its page would repeat the others.
    let commands = commands.filter(|own| own.get_name() != "help");
    let all = std::iter::once(&command).chain(commands);
    all.map(page).collect()
}

/// The page of a command; on the page of the program, its commands stand in their groups.
fn page(command: &Command) -> ManPage {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let name = name.to_owned();
    let mut text = Vec::new();
    render(command, &mut text).expect("writing to memory does not fail");
    ManPage {
        name,
        text: String::from_utf8_lossy(&text).into_owned(),
    }
}

fn render(command: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    let man = |command: &Command| {
        Man::new(command.clone())
            .source(concat!("slidewise ", env!("CARGO_PKG_VERSION")))
            .manual("Slidewise")
    };
    let grouped = groups::groups(command);
    if grouped.iter().all(|(_, commands)| commands.is_empty()) {
        return man(command).render(text);
    }
    let whole = man(command);
    whole.render_title(text)?;
    whole.render_name_section(text)?;
    whole.render_synopsis_section(text)?;
    whole.render_description_section(text)?;
    for (heading, commands) in grouped {
        let group = Command::new("slidewise")
            .disable_help_subcommand(true)
            .subcommand_help_heading(heading)
            .subcommands(commands.into_iter().cloned());
        man(&group).render_subcommands_section(text)?;
    }
    whole.render_options_section(text)?;
    whole.render_extra_section(text)?;
    whole.render_version_section(text)
}
