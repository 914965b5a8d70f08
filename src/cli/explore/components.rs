//! `slidewise components PUZZLE`: all connected components of all legal configurations.

use crate::arguments::{CommonArgs, ComponentsArgs};
use crate::io::output::{CommandResult, Output, line_width, shown_of};
use crate::io::progress::Spinner;
use crate::io::setup::open_puzzle;
use crate::io::signals::{NUMBERING, Uncancellable, stop_flag};
use slidewise_analysis::Components;
use slidewise_render::{counted, in_columns, json, with_commas};

/// Greatest number of positions shown without `--limit`.
const MAX_POSITIONS: usize = 100;

/// Counts the components of a puzzle.
pub(crate) fn run(common: &CommonArgs, args: &ComponentsArgs) -> CommandResult {
    let puzzle = open_puzzle(common, &args.puzzle, None)?;
    let spinner = Spinner::new(common.quiet);
    // Until the first report, the index is being built and the stop flag is not polled, so a signal
    // must end the process.
    let mut building = Some(Uncancellable::new(common.quiet, NUMBERING));
    let mut report = |done, all| {
        building = None;
        let all = counted(all, "pattern");
        spinner.show(format!("{} of {all}", with_commas(done)));
    };
    let found = Components::of(&puzzle, common.memory, stop_flag(), &mut report);
    drop(building);
    spinner.end();
    let found = found?;
    let (configurations, components) = (found.configurations(), found.count());
    let limit = args.limit.unwrap_or(MAX_POSITIONS);
    let positions = args.positions.then(|| -> Vec<String> {
        let positions = found.positions.iter().take(limit);
        positions.map(|own| puzzle.write_position(own)).collect()
    });
    let record = json::ComponentsRecord {
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
        format!("; the component of Start has {}", with_commas(&found.own))
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

/// One line for each size: the number of components of this size, and a position from one of them.
fn beside(items: &[String], positions: &[String]) -> Vec<String> {
    let shown = || items.iter().zip(positions);
    let width = shown().map(|(item, _)| item.len()).max().unwrap_or(0);
    shown()
        .map(|(item, position)| format!("{item:>width$}  {position}"))
        .collect()
}
