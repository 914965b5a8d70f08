//! `slidewise components PUZZLE`: all connected components of all legal configurations.

use super::arguments::{Common, Components as Words};
use super::output::{Output, line_width, shown_of};
use super::progress::Spinner;
use super::session::open_puzzle;
use super::wish::{NUMBERING, Unheeding, stop_flag};
use super::{CommandResult, Failure};
use slidewise_analysis::{Components, ComponentsError};
use slidewise_render::{counted, in_columns, json, with_commas};

/// The most positions that are shown unless told otherwise.
const MOST_POSITIONS: usize = 100;

/// Counts the components of a puzzle.
pub fn run(common: &Common, words: &Words) -> CommandResult {
    let puzzle = open_puzzle(common, &words.puzzle, None)?;
    let spinner = Spinner::new(common.quiet);
    // It looks at the flag, but not before it has its index, and then it tells.
    let mut building = Some(Unheeding::new(common, NUMBERING));
    let mut tell = |done, all| {
        building = None;
        let all = counted(all, "pattern");
        spinner.show(format!("{} of {all}", with_commas(done)));
    };
    let found = Components::of(&puzzle, common.memory, stop_flag(), &mut tell);
    drop(building);
    spinner.end();
    let found = found?;
    let (configurations, components) = (found.configurations(), found.count());
    let limit = words.limit.unwrap_or(MOST_POSITIONS);
    let positions = words.positions.then(|| -> Vec<String> {
        let positions = found.positions.iter().take(limit);
        positions.map(|own| puzzle.write_position(own)).collect()
    });
    let record = json::Components {
        puzzle: puzzle.name.clone(),
        configurations: json::digits(&configurations),
        components: json::digits(&components),
        sizes: found
            .sizes
            .iter()
            .map(|(size, count)| (json::digits(size), json::digits(count)))
            .collect(),
        start: json::digits(&found.own),
        positions: positions.clone(),
    };
    let own = if components == 1u32.into() {
        String::new()
    } else {
        format!("; that of Start has {}", with_commas(&found.own))
    };
    let mut lines = vec![
        format!(
            "{}: {} in {}{own}",
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
    match positions {
        Some(positions) => {
            let all = items.len();
            lines.extend(beside(&items, &positions));
            if positions.len() < all {
                lines.push(shown_of(positions.len(), counted(all, "size")));
            }
        }
        None => lines.extend(in_columns(&items, line_width())),
    }
    Ok(Output::new(lines, &record))
}

/// Each position behind its size.
fn beside(items: &[String], positions: &[String]) -> Vec<String> {
    let shown = || items.iter().zip(positions);
    let width = shown().map(|(item, _)| item.len()).max().unwrap_or(0);
    shown()
        .map(|(item, position)| format!("{item:>width$}  {position}"))
        .collect()
}

impl From<ComponentsError> for Failure {
    fn from(error: ComponentsError) -> Failure {
        match error {
            ComponentsError::Space(error) => error.into(),
            // An exploration of some generations would be no answer here.
            ComponentsError::OutOfResources(shortage) => Failure::of_bytes(shortage),
            ComponentsError::TooManyPatterns { .. } => {
                Failure::of_run(error, "give more with --memory SIZE")
            }
            ComponentsError::Interrupted => Failure::of_nothing_kept(),
            ComponentsError::NoRoom(error) => error.into(),
            ComponentsError::Tiles(error) => Failure::of_run(
                error,
                "slidewise explore PUZZLE --count-only counts the component of Start by searching",
            ),
            ComponentsError::Orders { .. } | ComponentsError::Shares { .. } => Failure::of_run(
                error,
                "slidewise count PUZZLE counts the component of Start",
            ),
        }
    }
}
