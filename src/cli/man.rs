//! `slidewise man`: the manual's pages, made from the same definitions as `--help`.

use super::arguments::{Arguments, Man as Words};
use super::draft::{Destination, failed};
use super::output::{Line, Output};
use super::{CommandResult, Failure};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use slidewise_render::{counted, json};
use std::fs;

/// It reads no file.
const NO_INPUTS: &[&str] = &[];

/// A page: its name without the section, and its text.
struct Page {
    name: String,
    text: String,
}

/// Prints a page, or writes all of them into a folder.
pub fn run(words: &Words) -> CommandResult {
    let pages = pages();
    let Some(folder) = &words.out else {
        let wanted = match &words.command {
            Some(command) => format!("slidewise-{command}"),
            None => "slidewise".to_owned(),
        };
        let page = pages.into_iter().find(|page| page.name == wanted);
        let page = page.ok_or_else(|| {
            Failure::no_such_thing(
                format!("there is no page {wanted}"),
                "slidewise --help lists the commands",
            )
        })?;
        let lines = page.text.lines().map(|line| Line::own(line.to_owned()));
        let lines = lines.collect();
        let record = json::Page {
            page: page.name,
            text: page.text,
        };
        return Ok(Output::new(lines, &record));
    };
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let names = pages
        .iter()
        .map(|page| folder.join(format!("{}.1", page.name)));
    let destinations = Destination::all(names, NO_INPUTS, words.replace.force)?;
    let mut files = Vec::new();
    for (page, destination) in pages.iter().zip(destinations) {
        files.push(destination.name().display().to_string());
        destination.write(page.text.as_bytes())?;
    }
    let line = format!(
        "{} written to {}",
        counted(files.len(), "page"),
        folder.display()
    );
    Ok(Output::new(vec![line], &json::Pages { files }))
}

/// The page of the command, and one for each of its commands.
fn pages() -> Vec<Page> {
    let mut command = Arguments::command();
    // Gives each of them what is common to all.
    command.build();
    let all = std::iter::once(&command).chain(command.get_subcommands());
    all.map(page).collect()
}

fn page(command: &Command) -> Page {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let name = name.to_owned();
    let mut text = Vec::new();
    Man::new(command.clone())
        .source(concat!("slidewise ", env!("CARGO_PKG_VERSION")))
        .manual("Slidewise")
        .render(&mut text)
        .expect("memory takes whatever is written");
    Page {
        name,
        text: String::from_utf8_lossy(&text).into_owned(),
    }
}
