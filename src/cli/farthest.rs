//! `slidewise farthest PUZZLE`: the last generation, from Start or from the goals.

use super::arguments::{Common, Farthest, From};
use super::frontier;
use super::output::{Output, line_width};
use super::session::Session;
use super::{CommandResult, Failure};
use crate::explore::{Filed, Members};
use crate::present::{counted, in_columns, json, with_commas};
use crate::store::{Frontiers, StoreError};

/// Finds the farthest positions.
pub fn run(common: &Common, words: &Farthest) -> CommandResult {
    let session = Session::of(common, &words.searched)?;
    let puzzle = &session.puzzle;
    let fresh = words.searched.fresh;
    // All of them are needed to sort them as text; only as many as are wanted are kept meanwhile.
    let mut positions = std::collections::BTreeSet::new();
    let mut add = |index| {
        positions.insert(puzzle.write_position(&session.graph.configuration(index)));
        if positions.len() > words.limit {
            positions.pop_last();
        }
    };
    let files = match words.from {
        From::Start => frontier::kept(&session, fresh)?.filter(Frontiers::is_complete),
        From::Goal => None,
    };
    let (generation, count) = match files {
        Some(files) => {
            let generation = files.generations().len() as u64 - 1;
            let last = Filed::new(&files, generation).map_err(Failure::of_files)?;
            last.for_each(&mut add);
            last.into_result().map_err(Failure::of_files)?;
            (generation, files.generations()[generation as usize])
        }
        None => {
            let store = match words.from {
                From::Start => session.search_from_start(fresh)?,
                From::Goal => session.search_from_goal(fresh)??,
            };
            let (generation, last) = store.last()?.ok_or_else(|| StoreError::Missing {
                folder: store.folder().to_owned(),
            })?;
            last.iter().for_each(add);
            (generation, last.count())
        }
    };
    let positions: Vec<String> = positions.into_iter().collect();
    let record = json::Farthest {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        from: words.from.sources().name(),
        generation,
        count: json::digits(count),
        positions: positions.clone(),
    };
    let distance = counted(generation, common.metric.name());
    let what = match words.from {
        From::Start => format!("{distance} from Start"),
        From::Goal => format!("hardest to solve, in {distance}"),
    };
    let mut lines = vec![
        format!("{}: {}, {what}", puzzle.title, counted(count, "position")),
        String::new(),
    ];
    lines.extend(in_columns(&positions, line_width()));
    if (positions.len() as u64) < count {
        lines.push(format!(
            "... ({} of {}; --limit N shows more)",
            with_commas(positions.len()),
            with_commas(count)
        ));
    }
    Ok(Output::new(lines, &record))
}
