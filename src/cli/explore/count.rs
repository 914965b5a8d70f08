//! `slidewise count PUZZLE`: how many configurations can be reached, without a search.

use crate::arguments::CommonArgs;
use crate::io::output::{CommandResult, Output};
use crate::io::progress::Spinner;
use crate::io::setup::open_puzzle;
use crate::io::signals::{NUMBERING, Uncancellable, stop_flag};
use slidewise_analysis::Count;
use slidewise_render::{counted, group_in_words, json, readably_counted};

/// Counts the configurations that can be reached.
pub(crate) fn run(common: &CommonArgs, name: &str, start: Option<&str>) -> CommandResult {
    let puzzle = open_puzzle(common, name, start)?;
    let spinner = Spinner::new(common.quiet);
    let bytes = common.memory_or(Count::BYTES);
    // Until the first report, the index is being built and the stop flag is not polled, so a signal
    // must end the process.
    let mut building = Some(Uncancellable::new(common.quiet, NUMBERING));
    let mut report = |found| {
        building = None;
        spinner.show(counted(found, "pattern"));
    };
    let count = Count::watched(&puzzle, bytes, stop_flag(), &mut report);
    drop(building);
    spinner.end();
    let count = count?;
    let group = group_in_words(&count.factors);
    let lines = vec![
        format!(
            "{}: {} can be reached",
            puzzle.title,
            readably_counted(count.reachable(), "configuration")
        ),
        format!(
            "= {} x {} of the tiles in each pattern",
            counted(count.patterns, "pattern"),
            counted(&count.orders, "order")
        ),
        format!("Reachable permutations of the tiles in a pattern: {group}"),
    ];
    let record = json::CountRecord {
        puzzle: puzzle.name,
        reachable: json::digits(count.reachable()),
        patterns: json::digits(count.patterns),
        orders: json::digits(count.orders),
        group,
    };
    Ok(Output::new(lines, &record))
}
