//! `slidewise farthest PUZZLE`: the last generation, from Start or from the goals.

use super::arguments::{Common, Farthest};
use super::frontier;
use super::output::{Output, line_width, shown_of};
use super::session::{How, Session};
use super::wish::{LISTING_GOALS, stop_flag, unheeding};
use super::{CommandResult, Failure};
use crate::explore::{EngineChoice, Filed, GenerationMembers, MemorySink, Resources, Sink};
use slidewise_puzzle::Sources;
use slidewise_render::{counted, in_columns, json, with_commas};
use slidewise_store::{Frontiers, StoreError};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

/// Finds the farthest positions.
pub fn run(common: &Common, words: &Farthest) -> CommandResult {
    let session = match (words.everywhere, words.from) {
        (false, _) => Session::of(common, &words.searched)?,
        (true, Sources::Goals) => Session::of_all(common, &words.searched)?,
        (true, Sources::Start) => {
            return Err(Failure::of_input(
                "--everywhere measures from the goals",
                "add --from goal",
            ));
        }
    };
    let found = Last::of(&session, words)?;
    Ok(found.report(&session, words.from))
}

/// The last generation of a search.
struct Last {
    generation: u64,
    count: u64,
    /// As many as are wanted, sorted as text.
    positions: Vec<String>,
    /// How many legal configurations were reached, where they were sought everywhere.
    solvable: Option<u64>,
}

impl Last {
    fn of(session: &Session<'_>, words: &Farthest) -> Result<Last, Failure> {
        let puzzle = &session.puzzle;
        let fresh = words.searched.fresh;
        // All of them are needed to sort them as text; only as many as are wanted are kept meanwhile.
        let mut positions = BTreeSet::new();
        let mut add = |index| {
            positions.insert(puzzle.write_position(&session.graph.configuration(index)));
            if positions.len() > words.limit {
                positions.pop_last();
            }
        };
        let files = match words.from {
            Sources::Start => frontier::kept(session, fresh)?.filter(Frontiers::is_complete),
            Sources::Goals => None,
        };
        let mut solvable = None;
        let (generation, count) = match files {
            Some(files) => {
                let generation = files.generations().len() as u64 - 1;
                let last = Filed::new(&files, generation).map_err(Failure::of_files)?;
                last.for_each(&mut add);
                last.into_result().map_err(Failure::of_files)?;
                (generation, files.generations()[generation as usize])
            }
            None if words.everywhere => {
                let found = from_all_goals(session)?;
                found.last().iter().copied().for_each(add);
                solvable = Some(found.counts().iter().sum::<u64>());
                (found.counts().len() as u64 - 1, found.last().len() as u64)
            }
            None => {
                let store = match words.from {
                    Sources::Start => session.search_from_start(fresh)?,
                    Sources::Goals => session.search_from_goal(fresh)??,
                };
                let (generation, last) = store.last()?.ok_or_else(|| StoreError::Missing {
                    folder: store.folder().to_owned(),
                })?;
                last.iter().for_each(add);
                (generation, last.count())
            }
        };
        Ok(Last {
            generation,
            count,
            positions: positions.into_iter().collect(),
            solvable,
        })
    }

    fn report(self, session: &Session<'_>, from: Sources) -> Output {
        let Session { common, puzzle, .. } = session;
        let distance = counted(self.generation, common.metric.name());
        let what = match from {
            Sources::Start => format!("{distance} from Start"),
            Sources::Goals => format!("hardest to solve, in {distance}"),
        };
        let mut lines = vec![format!(
            "{}: {}, {what}",
            puzzle.title,
            counted(self.count, "position")
        )];
        lines.extend(self.solvable.map(|solvable| {
            let all = session.graph.vertex_count();
            format!(
                "{} of {} can be solved",
                with_commas(solvable),
                counted(all, "legal configuration")
            )
        }));
        lines.push(String::new());
        lines.extend(in_columns(&self.positions, line_width()));
        if (self.positions.len() as u64) < self.count {
            lines.push(shown_of(self.positions.len(), with_commas(self.count)));
        }
        let record = json::Farthest {
            puzzle: puzzle.name.clone(),
            metric: common.metric.name().to_owned(),
            from: from.name(),
            generation: self.generation,
            count: json::digits(self.count),
            positions: self.positions,
            solvable: self.solvable.map(json::digits),
        };
        Output::new(lines, &record)
    }
}

/// The finished search back from all goals that are legal, in memory: whatever Start is, it is the same.
fn from_all_goals(session: &Session<'_>) -> Result<MemorySink, Failure> {
    let goals = session.all_goals()?;
    let sources = unheeding(session.common, LISTING_GOALS, || goals.all());
    let how = How {
        engine: EngineChoice::best(&session.graph),
        max_generation: None,
    };
    Resources::of(&session.graph, &how.engine)
        .in_memory()
        .check(session.common.memory, None)
        .map_err(Failure::of_bytes)?;
    let mut memory = MemorySink::new(session.graph.len())?;
    let explored = session.explore(&mut memory, &sources, &how, |_, _| false);
    match explored {
        Err(_) if stop_flag().load(Ordering::Relaxed) => Err(Failure::of_nothing_kept()),
        explored => explored.map(|_| memory),
    }
}
