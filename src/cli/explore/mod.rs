//! `slidewise explore PUZZLE`: all generations, with their sizes.

pub(crate) mod components;
pub(crate) mod count;
pub(crate) mod diameter;
mod estimate;
pub(crate) mod farthest;
mod pack;
pub(crate) mod sample;
#[cfg(feature = "cluster")]
mod several_machines;

use crate::arguments::{CommonArgs, ExploreArgs, Given};
use crate::batch::{self, AnswerFields, BatchTask};
use crate::io::output::{CommandResult, Output, line_width};
use crate::io::progress_log::ProgressLog;
use crate::io::setup::{explorer_in, keep_of, kept_line, open_puzzle, title_in_metric};
use crate::io::terminal_observer::TerminalObserver;
use estimate::estimate;
use slidewise_app::{
    EngineName, Exploration, ExploreOptions, FileUse, GoalsMet, Keep, Problem, TogetherUse,
    hint_for,
};
use slidewise_engine::search::Outcome;
use slidewise_puzzle::Puzzle;
use slidewise_render::{
    UnsolvableReason, counted, histogram, human_bytes, in_columns, json, readably_counted,
    with_commas,
};
use std::time::{Duration, Instant};

/// Explores a puzzle or each puzzle of a batch, or with `--estimate` reports the memory and disk
/// that this needs.
pub(crate) fn run(common: &CommonArgs, args: &ExploreArgs) -> CommandResult {
    let begun = Instant::now();
    let searched = &args.searched;
    match searched.given()? {
        Given::One(word) => {
            let puzzle = open_puzzle(common, word, searched.start.as_deref())?;
            let keep = keep_of(common, &searched.keeping)?;
            answer(common, args, &puzzle, keep, begun)
        }
        Given::Many(source) => {
            check_options(common, args)?;
            let task = BatchTask {
                columns: &["states", "depth", "complete", "goal.generation", "engine"],
                line: line_of,
                takes_customary_metric: false,
                needs_folder: args.engine == EngineName::Frontier,
                to: None,
                answer: &|common, puzzle, keep| answer(common, args, puzzle, keep, Instant::now()),
                level: None,
            };
            batch::run(common, searched, source, &task)
        }
    }
}

/// Explores one puzzle since `begun`; the search is kept in `keep`.
fn answer(
    common: &CommonArgs,
    args: &ExploreArgs,
    puzzle: &Puzzle,
    keep: Keep,
    begun: Instant,
) -> CommandResult {
    let keeping = &args.searched.keeping;
    #[cfg(feature = "cluster")]
    if args.cluster.hosts.is_some() {
        check_options(common, args)?;
        let explored = several_machines::explore(common, args, puzzle, &keep, &options(args))?;
        return report(common, args, puzzle, explored, begun);
    }
    let observer = ProgressLog::beside(TerminalObserver::new(common), args.progress.as_deref())?;
    let explorer = explorer_in(common, keeping, puzzle, keep)
        .disk(args.disk.disk)
        .observer(observer);
    let mut numbered = explorer.number()?;
    check_options(common, args)?;
    let options = options(args);
    let plan = numbered.plan(&options)?;
    if args.estimate {
        return estimate(common, &numbered, &plan);
    }
    let explored = numbered.explore_generations(plan, &options)?;
    report(common, args, puzzle, explored, begun)
}

/// The line of a batch for a puzzle with this JSON object.
fn line_of(answer: &AnswerFields) -> String {
    let states = readably_counted(answer.text("states"), "configuration");
    let so_far = match answer.text("complete").as_str() {
        "true" => "",
        _ => " so far",
    };
    format!("{states}{so_far}, depth {}", answer.text("depth"))
}

/// The search options that the arguments ask for.
fn options(args: &ExploreArgs) -> ExploreOptions {
    ExploreOptions {
        engine: args.engine,
        max_generation: args.max_generation,
        until_goal: args.until_goal,
        count_only: args.count_only,
        words_in_memory: args.words_in_memory.unwrap_or(0),
        keep_last: args.keep_last,
        checksums_every: Duration::from_secs(args.checksums),
    }
}

/// Refuses options that do not fit the engine.
fn check_options(common: &CommonArgs, args: &ExploreArgs) -> Result<(), Problem> {
    match args.engine {
        EngineName::Frontier if args.count_only => Err(Problem::of_input(
            "the frontier engine saves its generations in files, but --count-only saves none",
            "leave out --count-only, or keep the files of only two generations with --keep-last 2",
        )),
        EngineName::Frontier => Ok(()),
        _ if args.words_in_memory.unwrap_or(0) > common.memory.unwrap_or(u64::MAX) => {
            Err(Problem::of_input(
                "--words-in-memory is more than --memory, of which it is a part",
                "give less with --words-in-memory, or more with --memory",
            ))
        }
        _ if args.disk.disk.is_some() => Err(Problem::of_input(
            "--disk is for searches that keep generations as files",
            "add --engine frontier, or leave out --disk",
        )),
        _ if args.keep_last.is_some() => Err(Problem::of_input(
            "--keep-last is for searches that keep generations as files",
            "add --engine frontier, or leave out --keep-last",
        )),
        _ => Ok(()),
    }
}

/// The output of an exploration that began at `begun`.
fn report(
    common: &CommonArgs,
    args: &ExploreArgs,
    puzzle: &Puzzle,
    explored: Exploration,
    begun: Instant,
) -> CommandResult {
    let seconds = begun.elapsed().as_secs_f64();
    let counts = explored.counts.as_slice();
    let reach = explored.goals;
    // A puzzle without a goal has no distance to Finish, so there is no lower bound to report.
    let at_least = explored.at_least().filter(|_| !puzzle.goals.is_empty());
    let record = json::ExploreRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        engine: explored.engine.clone(),
        reason: explored.reason.clone(),
        complete: explored.is_complete,
        generations: counts.iter().map(json::digits).collect(),
        states: json::digits(counts.iter().sum::<u64>()),
        depth: counts.len() as u64 - 1,
        goal: reach.map(|reach| json::GoalFoundRecord {
            generation: reach.generation,
            states: json::digits(reach.count),
            reachable: json::digits(reach.reachable),
        }),
        at_least,
        goal_known: explored.goals_unknown.is_none(),
        unsolvable: explored.unsolvable.clone().map(|why| UnsolvableReason {
            hint: hint_for(&why.hint, common.puzzle_word.as_deref().unwrap_or("PUZZLE")),
            ..why
        }),
        seconds,
        resumed: explored.outcome.resumed,
        searched: explored.outcome.searched,
        files: explored.files.map(files_record),
        together: explored.together.map(together_record),
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
    lines.extend(explored.together.map(sent_line));
    lines.extend(kept_line(&args.searched.keeping, explored.kept));
    Ok(Output::new(lines, &record))
}

fn files_record(files: FileUse) -> json::SortedFilesRecord {
    json::SortedFilesRecord {
        bytes: files.bytes,
        first_kept: files.first_kept,
        spilled: json::SpilledRecord {
            runs: files.spilled.runs,
            merges: files.spilled.merges,
            bytes: files.spilled.bytes,
        },
    }
}

fn together_record(together: TogetherUse) -> json::TogetherRecord {
    json::TogetherRecord {
        processes: together.processes,
        sent: json::digits(together.sent),
    }
}

/// One text for each generation: its number and its size, padded to the longest size.
fn sizes(counts: &[u64]) -> Vec<String> {
    let width = widest(counts);
    let sizes = counts.iter().enumerate();
    sizes
        .map(|(generation, count)| format!("{generation}: {:>width$}", with_commas(count)))
        .collect()
}

/// The line on the search: whether it was saved, new or resumed, and how long it took.
fn how_long(outcome: Outcome, seconds: f64) -> String {
    match (outcome.searched, outcome.resumed) {
        (false, _) => "answered from the saved search".to_owned(),
        (true, false) => format!("searched in {seconds:.2} s"),
        (true, true) => {
            let checked = if outcome.checked {
                " that was killed; its marks were checked"
            } else {
                ""
            };
            format!("searched in {seconds:.2} s, resuming an earlier run{checked}")
        }
    }
}

/// The line on the bytes of the sorted files, and on the runs spilled to disk while sorting.
fn on_disk(files: FileUse) -> String {
    let spilled = match files.spilled.runs {
        0 => String::new(),
        runs => format!(
            "; {} of {} in all spilled while sorting",
            counted(runs, "run"),
            human_bytes(files.spilled.bytes)
        ),
    };
    format!("{} on disk{spilled}", human_bytes(files.bytes))
}

/// The line on what several processes have sent each other.
fn sent_line(together: TogetherUse) -> String {
    format!(
        "{} sent {}",
        counted(together.processes, "process"),
        human_bytes(together.sent)
    )
}

/// Number of characters of the longest generation size, as printed.
fn widest(counts: &[u64]) -> usize {
    counts
        .iter()
        .map(|&count| with_commas(count).len())
        .max()
        .unwrap_or(0)
}

/// The line on the number of configurations and generations.
fn summary(counts: &[u64], is_complete: bool) -> String {
    let states = readably_counted(counts.iter().sum::<u64>(), "configuration");
    let generations = counted(counts.len(), "generation");
    let (largest, most) = (0..)
        .zip(counts)
        .max_by_key(|&(generation, count)| (count, std::cmp::Reverse(generation)))
        .unwrap_or((0, &0));
    let completeness = if is_complete { "" } else { " so far" };
    format!(
        "{states} in {generations}{completeness}, depth {}; \
         the largest, generation {largest}, has {}",
        counts.len() - 1,
        with_commas(most)
    )
}

/// The line on the distance of Finish; `None` for a puzzle without goals.
fn goal_line(common: &CommonArgs, puzzle: &Puzzle, explored: &Exploration) -> Option<String> {
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
