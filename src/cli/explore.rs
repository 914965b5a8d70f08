//! `slidewise explore PUZZLE`: all generations.

use super::arguments::{Common, Engine, Explore, From};
use super::output::{Output, line_width};
use super::session::{Session, stop_flag, store_root};
use super::{CommandResult, Failure};
use crate::explore::{Ended, Keeper, Memory, Needs, Outcome, Run};
use crate::present::{counted, human_bytes, in_columns, json, with_commas};
use crate::query::{Explored, GoalReach, Goals};
use crate::store::free_space;
use std::ops::ControlFlow;
use std::time::Instant;

/// Explores a puzzle.
pub fn run(common: &Common, words: &Explore) -> CommandResult {
    if matches!(words.engine, Engine::Dense | Engine::Frontier) {
        return Err(Failure::of_input(
            "this version has the sparse engine only",
            "leave --engine out, or say --engine sparse",
        ));
    }
    let session = Session::of(common, &words.searched)?;
    if words.estimate {
        return estimate(&session);
    }
    if words.until_goal && session.puzzle.goals.is_empty() {
        return Err(Failure::of_input(
            format!("{} has no goal", session.puzzle.name),
            "leave --until-goal out; --max-generation N stops after a generation",
        ));
    }
    let begun = Instant::now();
    let goals = Goals::of(&session.graph)?;
    if words.count_only {
        let mut memory = Memory::new(session.graph.len())?;
        Needs::of(&session.graph).check(common.memory, None)?;
        let run = Run {
            graph: &session.graph,
            sources: &[session.start_index()],
            max_generation: words.max_generation,
            threads: session.threads(),
            stop: stop_flag(),
        };
        let outcome = run.go(&mut memory, &mut |event| match event {
            crate::explore::Event::Found { configurations, .. }
                if words.until_goal && goals.meets(configurations) =>
            {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        })?;
        if outcome.ended == Ended::Interrupted {
            return Err(Failure::of_run(
                "interrupted",
                "without --count-only a run can go on later",
            ));
        }
        let explored = Explored::new(
            &session.graph,
            memory.marks(),
            memory.counts(),
            Keeper::is_complete(&memory),
        );
        return report(&session, words, explored, &goals, outcome, begun);
    }
    let mut store = session.open_store(From::Start, words.searched.fresh)?;
    let mut max_generation = words.max_generation;
    if words.until_goal {
        let explored = session.explored(&store);
        let met = goals.reached(explored)?.map(|reach| reach.generation);
        // A goal in a generation that is finished already ends the run before it begins.
        if let Some(generation) = met.filter(|&met| met < explored.counts().len() as u64) {
            max_generation = Some(max_generation.unwrap_or(generation).min(generation));
        }
    }
    let outcome = session.explore(
        &mut store,
        &[session.start_index()],
        max_generation,
        |found| words.until_goal && goals.meets(found),
    )?;
    report(
        &session,
        words,
        session.explored(&store),
        &goals,
        outcome,
        begun,
    )
}

fn estimate(session: &Session<'_>) -> CommandResult {
    let needs = Needs::of(&session.graph);
    let root = store_root(session.common)?;
    let free = free_space(&root).ok();
    let mut lines = vec![
        format!(
            "{} numbered",
            counted(needs.configurations, "configuration")
        ),
        format!("memory at most {}", human_bytes(needs.memory_bytes)),
        format!(
            "disk at most {} below {}",
            human_bytes(needs.disk_bytes),
            root.display()
        ),
    ];
    if let Some(free) = free {
        lines.push(format!("disk free {}", human_bytes(free)));
    }
    let record = json::Estimate {
        puzzle: session.puzzle.name.clone(),
        metric: session.common.metric.name().to_owned(),
        configurations: json::digits(needs.configurations),
        memory_bytes: needs.memory_bytes,
        disk_bytes: needs.disk_bytes,
        disk_free_bytes: free,
    };
    Ok(Output::new(lines, &record))
}

fn report(
    session: &Session<'_>,
    words: &Explore,
    explored: Explored<'_>,
    goals: &Goals,
    outcome: Outcome,
    begun: Instant,
) -> CommandResult {
    let reach = goals.reached(explored)?;
    let seconds = begun.elapsed().as_secs_f64();
    let wanted = words
        .max_generation
        .map_or(usize::MAX, |last| last as usize + 1);
    let shown = explored.counts().len().min(wanted);
    let counts = &explored.counts()[..shown];
    let is_complete = explored.is_complete() && shown == explored.counts().len();
    let states: u64 = counts.iter().sum();
    let depth = counts.len() as u64 - 1;
    // A goal beyond the generations shown is none of theirs.
    let reach = reach.filter(|reach| reach.generation <= depth);
    let record = json::Explore {
        puzzle: session.puzzle.name.clone(),
        metric: session.common.metric.name().to_owned(),
        engine: "sparse".to_owned(),
        reason: "the only engine of this version".to_owned(),
        complete: is_complete,
        generations: counts.iter().map(json::digits).collect(),
        states: json::digits(states),
        depth,
        goal: reach.as_ref().map(|reach| json::GoalFound {
            generation: reach.generation,
            states: json::digits(reach.nearest.len()),
            reachable: json::digits(reach.reachable),
        }),
        seconds,
        resumed: outcome.resumed,
        searched: outcome.searched,
    };
    let mut lines = vec![
        format!("{}, in steps", session.puzzle.title),
        summary(counts, is_complete),
    ];
    lines.extend(goal_line(session, reach.as_ref(), is_complete));
    lines.push(String::new());
    let items: Vec<String> = counts
        .iter()
        .enumerate()
        .map(|(generation, count)| {
            format!(
                "{generation}: {:>width$}",
                with_commas(count),
                width = widest(counts)
            )
        })
        .collect();
    lines.extend(in_columns(&items, line_width()));
    lines.push(String::new());
    lines.push(if outcome.searched {
        format!(
            "searched in {seconds:.2} s{}",
            if outcome.resumed {
                ", going on with an earlier run"
            } else {
                ""
            }
        )
    } else {
        "answered from what was kept".to_owned()
    });
    Ok(Output::new(lines, &record))
}

fn widest(counts: &[u64]) -> usize {
    counts
        .iter()
        .map(|&count| with_commas(count).len())
        .max()
        .unwrap_or(0)
}

fn summary(counts: &[u64], is_complete: bool) -> String {
    let states = counted(counts.iter().sum::<u64>(), "configuration");
    let generations = counted(counts.len(), "generation");
    let (largest, most) = (0..)
        .zip(counts)
        .max_by_key(|&(generation, count)| (count, std::cmp::Reverse(generation)))
        .unwrap_or((0, &0));
    let completeness = if is_complete { "" } else { " so far" };
    format!(
        "{states} in {generations}{completeness}, depth {}; the largest, generation {largest}, has {}",
        counts.len() - 1,
        with_commas(most)
    )
}

fn goal_line(
    session: &Session<'_>,
    reach: Option<&GoalReach>,
    is_complete: bool,
) -> Option<String> {
    match reach {
        _ if session.puzzle.goals.is_empty() => None,
        Some(reach) => Some(format!(
            "Finish first at generation {} ({}); {} reached in all",
            reach.generation,
            counted(reach.nearest.len(), "goal configuration"),
            with_commas(reach.reachable)
        )),
        None if is_complete => Some("Finish cannot be reached".to_owned()),
        None => Some("Finish not reached so far".to_owned()),
    }
}
