//! `slidewise count PUZZLE`: how many configurations can be reached, without a search.

use super::CommandResult;
use super::arguments::Common;
use super::output::Output;
use super::progress::Spinner;
use super::session::open_puzzle;
use super::wish::{NUMBERING, Unheeding, stop_flag};
use slidewise_analysis::Count;
use slidewise_render::{counted, group_in_words, json};

/// Counts the configurations that can be reached.
pub fn run(common: &Common, word: &str, start: Option<&str>) -> CommandResult {
    let puzzle = open_puzzle(common, word, start)?;
    let spinner = Spinner::new(common.quiet);
    let bytes = common.memory_or(Count::BYTES);
    // It looks at the flag, but not before it has its index, and then it tells.
    let mut building = Some(Unheeding::new(common, NUMBERING));
    let mut tell = |found| {
        building = None;
        spinner.show(counted(found, "pattern"));
    };
    let count = Count::watched(&puzzle, bytes, stop_flag(), &mut tell);
    drop(building);
    spinner.end();
    let count = count?;
    let group = group_in_words(&count.factors);
    let lines = vec![
        format!(
            "{}: {} can be reached",
            puzzle.title,
            counted(count.reachable(), "configuration")
        ),
        format!(
            "= {} x {} of their tiles",
            counted(count.patterns, "pattern"),
            counted(&count.orders, "order")
        ),
        format!("Permutations of tiles that closed tours make: {group}"),
    ];
    let record = json::Count {
        puzzle: puzzle.name,
        reachable: json::digits(count.reachable()),
        patterns: json::digits(count.patterns),
        orders: json::digits(count.orders),
        group,
    };
    Ok(Output::new(lines, &record))
}
