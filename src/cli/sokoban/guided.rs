//! Guided solutions of levels that are too large to explore.

use super::level_word::NamedLevel;
use super::records::GuidedRecord;
use super::searches::{USUAL_MEMORY, counted_in, limits, reporter_of_bounds};
use crate::arguments::CommonArgs;
use crate::output::{CommandResult, Output, line_width};
use crate::signals::stop_flag;
use slidewise_app::Problem;
use slidewise_render::{counted, human_bytes};
use slidewise_sokoban::{
    BoxSpace, GuidedEnd, GuidedLimits, GuidedSearch, LevelGraph, LevelMetric, LevelSearch,
    LevelSolution, PushAnswer,
};

/// The problem of a level that no pushes solve.
fn unsolvable(named: &NamedLevel) -> Problem {
    Problem::no_such_thing(
        format!("{} has no solution", named.name),
        "`slidewise explore` shows all positions that can be reached",
    )
}

/// Searches with a bound.
fn search(common: &CommonArgs, named: &NamedLevel) -> Result<PushAnswer, Problem> {
    let limits = GuidedLimits {
        memory: common.memory_or(USUAL_MEMORY),
        stop: stop_flag(),
    };
    let search = GuidedSearch::new(&named.level).ok_or_else(|| unsolvable(named))?;
    Ok(search.solve(limits, &mut reporter_of_bounds(common)))
}

/// Why a search was stopped, and the remedy.
fn stop_words(common: &CommonArgs, is_out_of_memory: bool) -> (String, &'static str) {
    if is_out_of_memory {
        let memory = human_bytes(common.memory_or(USUAL_MEMORY));
        let why = format!("{memory} of memory are used up");
        (why, "give more with --memory")
    } else {
        let why = "interrupted".to_owned();
        (why, "nothing was saved; begin once more")
    }
}

/// The solution with the fewest steps among those with the fewest pushes, and their number; `None`
/// if the positions on such solutions do not fit into the memory.
fn best_way(common: &CommonArgs, named: &NamedLevel, pushes: u32) -> Option<LevelSolution> {
    let graph = LevelGraph::new(&named.level, LevelMetric::Push, BoxSpace::Live)?;
    let found = LevelSearch::of_shortest(&graph, u64::from(pushes), limits(common));
    let found = found.ok()??;
    let solved = found.solved(&graph).ok()??;
    found
        .solution(&graph, solved.generation, &solved.first)
        .ok()
}

/// A solution with the fewest pushes, as letters.
#[cfg(feature = "pictures")]
pub(super) fn guided_way(common: &CommonArgs, named: &NamedLevel) -> Result<String, Problem> {
    match search(common, named)?.end {
        GuidedEnd::Solved { pushes, lurd } => {
            Ok(best_way(common, named, pushes).map_or(lurd, |way| way.lurd))
        }
        GuidedEnd::Unsolvable => Err(unsolvable(named)),
        GuidedEnd::Stopped {
            at_least,
            is_out_of_memory,
        } => {
            let (why, hint) = stop_words(common, is_out_of_memory);
            let message = format!("{}: at least {at_least} pushes; {why}", named.name);
            Err(Problem::of_run(message, hint))
        }
    }
}

/// Solves a level with the fewest pushes, and where there is room with the fewest steps among them.
pub(super) fn solve(common: &CommonArgs, named: &NamedLevel) -> CommandResult {
    let answer = search(common, named)?;
    let record = GuidedRecord {
        puzzle: named.name.clone(),
        metric: "push",
        method: "tables",
        nodes: answer.nodes.to_string(),
        pushes: None,
        steps: None,
        routes: None,
        proved: false,
        at_least: None,
        hint: None,
        lurd: None,
    };
    match answer.end {
        GuidedEnd::Unsolvable => Err(unsolvable(named)),
        GuidedEnd::Solved { pushes, lurd } => {
            let way = best_way(common, named, pushes);
            let lurd = way.as_ref().map_or(lurd, |way| way.lurd.clone());
            let routes = way.map(|way| way.routes.to_string());
            let words = format!(
                "{}: {}, {}",
                named.name,
                counted_in(pushes, "push"),
                counted(lurd.len(), "step")
            );
            let mut lines = match &routes {
                Some(routes) => vec![
                    format!("{words} (fewest pushes, then fewest steps, both proved)"),
                    format!("{} of this length", counted(routes, "shortest way")),
                ],
                None => vec![format!(
                    "{words} (fewest pushes, proved; perhaps not the fewest steps)"
                )],
            };
            let nodes = counted(answer.nodes, "position");
            lines.push(format!(
                "guided by the pushes that each box needs alone: {nodes} tried"
            ));
            let letters: Vec<char> = lurd.chars().collect();
            let width = line_width().max(20);
            lines.extend(letters.chunks(width).map(|part| part.iter().collect()));
            let record = GuidedRecord {
                pushes: Some(u64::from(pushes)),
                steps: Some(lurd.len() as u64),
                routes,
                proved: true,
                lurd: Some(lurd),
                ..record
            };
            Ok(Output::new(lines, &record))
        }
        GuidedEnd::Stopped {
            at_least,
            is_out_of_memory,
        } => {
            let (why, hint) = stop_words(common, is_out_of_memory);
            let lines = vec![
                format!("{}: at least {at_least} pushes; {why}", named.name),
                format!("  hint: {hint}"),
            ];
            let record = GuidedRecord {
                at_least: Some(at_least),
                hint: Some(hint),
                ..record
            };
            Ok(Output::new(lines, &record).with_code(1))
        }
    }
}
