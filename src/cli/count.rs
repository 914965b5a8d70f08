//! `slidewise count PUZZLE`: how many configurations can be reached, without a search.

use super::arguments::Common;
use super::output::Output;
use super::session::open_puzzle;
use super::{CommandResult, Failure};
use crate::present::{counted, group_in_words, json};
use crate::query::{Count, CountError};

/// Counts the configurations that can be reached.
pub fn run(common: &Common, word: &str, start: Option<&str>) -> CommandResult {
    let puzzle = open_puzzle(word, start)?;
    let count = Count::of(&puzzle, common.memory.unwrap_or(Count::BYTES))?;
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
            CountError::Space(_) => {
                "fewer shapes, or a narrower board, make a smaller index; a search needs it, too"
            }
            CountError::TooManyPatterns { .. } => {
                "slidewise explore PUZZLE --count-only counts by searching; --memory SIZE allows for more patterns"
            }
            CountError::Orders(_) => {
                "slidewise explore PUZZLE --count-only counts by searching, if the space is not too large"
            }
        };
        Failure::of_run(error, hint)
    }
}
