//! Guided solutions of levels that are too large to explore.

use super::level_word::NamedLevel;
use super::records::GuidedRecord;
use super::searches::{USUAL_MEMORY, reporter_of_bounds};
use crate::arguments::CommonArgs;
use crate::output::{CommandResult, Output, line_width};
use crate::signals::stop_flag;
use slidewise_app::Problem;
use slidewise_render::{counted, human_bytes};
use slidewise_sokoban::{GuidedEnd, GuidedLimits, GuidedSearch, PushAnswer};

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

/// A solution with the fewest pushes, as letters.
pub(super) fn guided_way(common: &CommonArgs, named: &NamedLevel) -> Result<String, Problem> {
    match search(common, named)?.end {
        GuidedEnd::Solved { lurd, .. } => Ok(lurd),
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

/// Solves a level with the fewest pushes; the steps between them are not the fewest of all ways.
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
            let steps = counted(lurd.len(), "step");
            let nodes = counted(answer.nodes, "position");
            let mut lines = vec![
                format!(
                    "{}: {pushes} pushes (the fewest, proved), {steps} (perhaps not the fewest)",
                    named.name
                ),
                format!("guided by the pushes that each box needs alone: {nodes} tried"),
            ];
            let letters: Vec<char> = lurd.chars().collect();
            let width = line_width().max(20);
            lines.extend(letters.chunks(width).map(|part| part.iter().collect()));
            let record = GuidedRecord {
                pushes: Some(u64::from(pushes)),
                steps: Some(lurd.len() as u64),
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
