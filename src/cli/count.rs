//! `slidewise count PUZZLE`: how many configurations can be reached, without a search.

use super::arguments::Common;
use super::output::Output;
use super::progress::Spinner;
use super::session::open_puzzle;
use super::wish::{NUMBERING, Unheeding, stop_flag};
use super::{CommandResult, Failure};
use slidewise_analysis::{Count, CountError};
use slidewise_engine::index::{Space, SpaceError};
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

impl From<CountError> for Failure {
    fn from(error: CountError) -> Failure {
        let hint = match &error {
            CountError::Interrupted => return Failure::of_nothing_kept(),
            // Not the most that there can be: what was given allows this many.
            CountError::Space(SpaceError::AutomatonTooLarge { most_nodes })
                if *most_nodes < Space::MOST_NODES =>
            {
                "give more with --memory SIZE"
            }
            CountError::Space(_) => {
                "fewer shapes, or a narrower board, make a smaller index; a search needs it, too"
            }
            CountError::SeemTooMany { .. } => {
                "--memory SIZE allows for more patterns; fewer empty cells make fewer"
            }
            CountError::TooManyPatterns { .. } => {
                "slidewise explore PUZZLE --count-only counts by searching; --memory SIZE allows for more patterns"
            }
            CountError::Orders(_) | CountError::Tiles(_) => {
                "slidewise explore PUZZLE --count-only counts by searching, if the space is not too large"
            }
        };
        Failure::of_run(error, hint)
    }
}
