//! `slidewise components PUZZLE`: all connected components of all legal configurations.

use super::arguments::Common;
use super::output::{Output, line_width};
use super::progress::Spinner;
use super::session::{open_puzzle, stop_flag};
use super::{CommandResult, Failure};
use crate::present::{counted, in_columns, json, with_commas};
use crate::query::{Components, ComponentsError};

/// Counts the components of a puzzle.
pub fn run(common: &Common, word: &str) -> CommandResult {
    let puzzle = open_puzzle(word, None)?;
    let spinner = Spinner::new(common.quiet);
    let found = Components::of(&puzzle, common.memory, stop_flag(), &mut |done, all| {
        spinner.show(format!(
            "{} of {}",
            with_commas(done),
            counted(all, "pattern")
        ));
    });
    spinner.end();
    let found = found?;
    let (configurations, components) = (found.configurations(), found.count());
    let record = json::Components {
        puzzle: puzzle.name.clone(),
        configurations: json::digits(&configurations),
        components: json::digits(&components),
        sizes: found
            .sizes
            .iter()
            .map(|(size, count)| (json::digits(size), json::digits(count)))
            .collect(),
    };
    let mut lines = vec![
        format!(
            "{}: {} in {}",
            puzzle.title,
            counted(configurations, "configuration"),
            counted(components, "component")
        ),
        String::new(),
    ];
    let items: Vec<String> = found
        .sizes
        .iter()
        .map(|(size, count)| format!("{} x {}", with_commas(count), with_commas(size)))
        .collect();
    lines.extend(in_columns(&items, line_width()));
    Ok(Output::new(lines, &record))
}

impl From<ComponentsError> for Failure {
    fn from(error: ComponentsError) -> Failure {
        match error {
            ComponentsError::Space(error) => error.into(),
            // An exploration of some generations would be no answer here.
            ComponentsError::Shortage(shortage) => Failure::of_bytes(shortage),
            ComponentsError::Interrupted => Failure::of_nothing_kept(),
            ComponentsError::NoRoom(error) => error.into(),
            ComponentsError::Orders(error) => Failure::of_run(
                error,
                "slidewise explore PUZZLE counts the component of Start",
            ),
        }
    }
}
