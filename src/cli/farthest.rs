//! `slidewise farthest PUZZLE`: the last generation, from Start or from the goals.

use super::arguments::{Common, Farthest, From};
use super::output::{Output, line_width};
use super::session::Session;
use super::{CommandResult, Failure};
use crate::present::{counted, in_columns, json};
use crate::query::Goals;
use crate::store::{Store, StoreError};

/// Finds the farthest positions.
pub fn run(common: &Common, words: &Farthest) -> CommandResult {
    let session = Session::of(common, &words.searched)?;
    let puzzle = &session.puzzle;
    let fresh = words.searched.fresh;
    let store = match words.from {
        From::Start => from_start(&session, fresh)?,
        From::Goal => from_goal(&session, fresh)?,
    };
    let (generation, last) = store.last()?.ok_or_else(|| StoreError::Missing {
        folder: store.folder().to_owned(),
    })?;
    let count = last.count();
    // All of them are needed to sort them as text; only as many as are wanted are kept meanwhile.
    let mut positions = std::collections::BTreeSet::new();
    for index in last.iter() {
        positions.insert(puzzle.write_position(&session.graph.configuration(index)));
        if positions.len() > words.limit {
            positions.pop_last();
        }
    }
    let positions: Vec<String> = positions.into_iter().collect();
    let record = json::Farthest {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        from: words.from.name(),
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
            "... ({} of {count}; --limit N shows more)",
            positions.len()
        ));
    }
    Ok(Output::new(lines, &record))
}

fn from_start(session: &Session<'_>, fresh: bool) -> Result<Store, Failure> {
    let mut store = session.open_store(From::Start, fresh)?;
    session.explore(
        &mut store,
        &[session.start_index()],
        &session.wholly(),
        |_| false,
    )?;
    Ok(store)
}

fn from_goal(session: &Session<'_>, fresh: bool) -> Result<Store, Failure> {
    if session.puzzle.goals.is_empty() {
        return Err(Failure::of_input(
            format!("{} has no goal", session.puzzle.name),
            "leave --from goal out to measure from Start",
        ));
    }
    let kept = session.open_store(From::Goal, false);
    if let Ok(store) = kept
        && store.is_complete()
        && !fresh
    {
        return Ok(store);
    }
    let reached = from_start(session, fresh)?;
    let goals = Goals::of(&session.graph);
    let sources = goals.seen_by(session.explored(&reached));
    if sources.is_empty() {
        return Err(Failure::no_such_thing(
            format!(
                "{} has no solution: no goal can be reached from Start",
                session.puzzle.name
            ),
            "slidewise farthest PUZZLE measures from Start",
        ));
    }
    let mut store = session.open_store(From::Goal, fresh)?;
    session.explore(&mut store, &sources, &session.wholly(), |_| false)?;
    Ok(store)
}
