//! `slidewise explore PUZZLE`: all generations.

use super::CommandResult;
use super::arguments::{Common, Engine, Explore};
use super::estimate::estimate;
use super::output::{Output, line_width};
use super::session::{explorer_for, kept_line, open_searched, title_in_metric};
use slidewise_app::{EngineName, Exploration, ExploreOptions, FileUse, GoalsMet, Problem};
use slidewise_engine::search::Outcome;
use slidewise_puzzle::Puzzle;
use slidewise_render::{counted, histogram, human_bytes, in_columns, json, with_commas};
use std::time::{Duration, Instant};

/// Explores a puzzle.
pub fn run(common: &Common, words: &Explore) -> CommandResult {
    let begun = Instant::now();
    let puzzle = open_searched(common, &words.searched)?;
    let explorer = explorer_for(common, &words.searched, &puzzle)?.disk(words.disk.disk);
    let mut numbered = explorer.number()?;
    check_options(words)?;
    let options = options(words);
    let plan = numbered.plan(&options)?;
    if words.estimate {
        return estimate(common, &numbered, &plan);
    }
    let explored = numbered.explore_generations(plan, &options)?;
    report(common, words, &puzzle, explored, begun)
}

/// The options of the library that the arguments stand for.
fn options(words: &Explore) -> ExploreOptions {
    ExploreOptions {
        engine: match words.engine {
            Engine::Auto => EngineName::Auto,
            Engine::Sparse => EngineName::Sparse,
            Engine::Dense => EngineName::Dense,
            Engine::Frontier => EngineName::Frontier,
        },
        max_generation: words.max_generation,
        until_goal: words.until_goal,
        count_only: words.count_only,
        keep_last: words.keep_last,
        checksums_every: Duration::from_secs(words.checksums),
    }
}

/// Refuses options that the engine has no use for.
fn check_options(words: &Explore) -> Result<(), Problem> {
    match words.engine {
        Engine::Frontier if words.count_only => Err(Problem::of_input(
            "the frontier engine keeps its generations in files, and --count-only keeps nothing",
            "leave --count-only out; --keep-last 2 keeps the last two generations alone",
        )),
        Engine::Auto | Engine::Sparse | Engine::Dense if words.disk.disk.is_some() => {
            Err(Problem::of_input(
                "--disk is for generations kept as files",
                "say --engine frontier too, or leave --disk out",
            ))
        }
        Engine::Auto | Engine::Sparse | Engine::Dense if words.keep_last.is_some() => {
            Err(Problem::of_input(
                "--keep-last is for generations kept as files",
                "say --engine frontier too, or leave --keep-last out",
            ))
        }
        _ => Ok(()),
    }
}

/// The output of an exploration that began at some time.
fn report(
    common: &Common,
    words: &Explore,
    puzzle: &Puzzle,
    explored: Exploration,
    begun: Instant,
) -> CommandResult {
    let seconds = begun.elapsed().as_secs_f64();
    let counts = explored.counts.as_slice();
    let reach = explored.goals;
    // A puzzle without a goal has no distance to one.
    let at_least = explored.at_least().filter(|_| !puzzle.goals.is_empty());
    let record = json::Explore {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        engine: explored.engine.clone(),
        reason: explored.reason.clone(),
        complete: explored.is_complete,
        generations: counts.iter().map(json::digits).collect(),
        states: json::digits(counts.iter().sum::<u64>()),
        depth: counts.len() as u64 - 1,
        goal: reach.map(|reach| json::GoalFound {
            generation: reach.generation,
            states: json::digits(reach.count),
            reachable: json::digits(reach.reachable),
        }),
        at_least,
        goal_known: explored.goals_unknown.is_none(),
        unsolvable: explored.unsolvable.clone(),
        seconds,
        resumed: explored.outcome.resumed,
        searched: explored.outcome.searched,
        files: explored.files.map(files_record),
    };
    let mut lines = vec![
        title_in_metric(common, puzzle),
        summary(counts, explored.is_complete),
    ];
    lines.extend(goal_line(common, puzzle, &explored));
    lines.push(String::new());
    lines.extend(in_columns(&sizes(counts), line_width()));
    lines.push(String::new());
    if counts.len() > 1 {
        let goal = reach.map(|reach| reach.generation as usize);
        lines.extend(histogram(counts, goal, line_width()));
        lines.push(String::new());
    }
    lines.push(how_long(explored.outcome, seconds));
    lines.extend(explored.files.map(on_disk));
    lines.extend(kept_line(&words.searched, explored.kept));
    Ok(Output::new(lines, &record))
}

fn files_record(files: FileUse) -> json::Files {
    json::Files {
        bytes: files.bytes,
        first_kept: files.first_kept,
        spilled: json::Spilled {
            runs: files.spilled.runs,
            merges: files.spilled.merges,
            bytes: files.spilled.bytes,
        },
    }
}

/// Each generation with its size, as wide as the widest.
fn sizes(counts: &[u64]) -> Vec<String> {
    let width = widest(counts);
    let sizes = counts.iter().enumerate();
    sizes
        .map(|(generation, count)| format!("{generation}: {:>width$}", with_commas(count)))
        .collect()
}

fn how_long(outcome: Outcome, seconds: f64) -> String {
    match (outcome.searched, outcome.resumed) {
        (false, _) => "answered from what was kept".to_owned(),
        (true, false) => format!("searched in {seconds:.2} s"),
        (true, true) => {
            let checked = match outcome.checked {
                true => " that was killed; what it left was checked",
                false => "",
            };
            format!("searched in {seconds:.2} s, going on with an earlier run{checked}")
        }
    }
}

fn on_disk(files: FileUse) -> String {
    let spilled = match files.spilled.runs {
        0 => String::new(),
        runs => format!(
            "; {} spilled while sorting, {}",
            counted(runs, "run"),
            human_bytes(files.spilled.bytes)
        ),
    };
    format!("{} on disk{spilled}", human_bytes(files.bytes))
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

fn goal_line(common: &Common, puzzle: &Puzzle, explored: &Exploration) -> Option<String> {
    if let Some(why) = &explored.goals_unknown {
        return Some(format!("Finish not known: {why}"));
    }
    if puzzle.goals.is_empty() {
        return None;
    }
    Some(match (explored.goals, &explored.unsolvable) {
        (
            Some(GoalsMet {
                generation,
                count,
                reachable,
            }),
            _,
        ) => format!(
            "Finish first at generation {generation} ({}); {} reached in all",
            counted(count, "goal configuration"),
            with_commas(reachable)
        ),
        (None, Some(why)) => why.message.clone(),
        (None, None) => format!(
            "Finish not reached so far, so at least {} away",
            counted(explored.counts.len(), common.metric.name())
        ),
    })
}
