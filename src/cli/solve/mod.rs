//! `slidewise solve PUZZLE`: a shortest solution, and the number of shortest solutions.

pub(crate) mod find;
mod many_starts;
mod solution;
mod start_list;
mod start_table;
mod stopped;

use crate::arguments::{CommonArgs, Given, SolveArgs};
use crate::batch::{self, AnswerFields, BatchTask, LevelTask};
use crate::io::atomic_file::Destination;
use crate::io::output::CommandResult;
use crate::io::setup::{explorer_in, keep_of, kept_line, open_puzzle_to, threads_of};
use crate::io::starts::aim_at_file;
use crate::kept::tables::groups;
use crate::replay;
use crate::sokoban;
use slidewise_app::{
    Answer, Explorer, Keep, Problem, Question, SolveMethod, TableShelf, WantedWays, metric_of,
};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Puzzle, TileOrder};
use slidewise_render::{counted, readably_counted, with_commas};
use solution::{report, unanswered};
use std::path::Path as FilePath;
use std::sync::Arc;
use stopped::stopped_output;

/// Finds the shortest solutions of a puzzle, of each puzzle of a batch, or from many starts.
pub(crate) fn run(common: &CommonArgs, args: &SolveArgs) -> CommandResult {
    let searched = &args.searched;
    let wants_tables = args.starts.is_some() || !args.keep.is_empty();
    if wants_tables && matches!(args.method, SolveMethod::Explore | SolveMethod::Meet) {
        return Err(Problem::of_input(
            format!(
                "a search with --method {} has one Start and no tables, and --starts or --keep \
                 asks for them",
                args.method.name()
            ),
            "leave --method out: tables then guide the searches",
        ));
    }
    if let Some(file) = &args.starts {
        return many_starts::run(common, args, file);
    }
    let given = match &searched.puzzle {
        Some(word) if args.all_levels => Given::Many(FilePath::new(word)),
        _ => searched.given()?,
    };
    match given {
        Given::One(word) => {
            let destination = replay::destination(&args.certified, word)?;
            let (start, to) = (searched.start.as_deref(), args.to.as_deref());
            let mut puzzle = open_puzzle_to(common, word, start, to)?;
            if let Some(file) = &args.goals {
                aim_at_file(&mut puzzle, file)?;
            }
            let keep = keep_of(common, &searched.keeping)?;
            answer(common, args, (&puzzle, keep), None, destination)
        }
        Given::Many(_) if !args.keep.is_empty() => Err(many_starts::batch_of_many()),
        Given::Many(_) if args.certified.certificate.is_some() => Err(Problem::of_input(
            "a certificate is for one puzzle, and --batch is for many",
            "leave out --certificate, or leave out --batch and name the puzzle",
        )),
        Given::Many(source) => {
            let names_order = |to: &String| TileOrder::of_name(to).is_some();
            if !args.to.as_ref().is_none_or(names_order) {
                return Err(Problem::of_input(
                    "a position is of one puzzle, and --batch is for many",
                    "leave out --batch, or give `last`, `first` or `snail` with --to",
                ));
            }
            let shelf = Arc::new(TableShelf::new(threads_of(common)));
            let task = BatchTask {
                columns: &[
                    "goal", "moves", "routes", "proved", "at_least", "reason", "method", "nodes",
                ],
                line: line_of,
                takes_customary_metric: true,
                // Only a search in a folder obeys a limit of the disk, or keeps sorted files.
                needs_folder: args.disk.disk.is_some() || args.method == SolveMethod::Meet,
                to: args.to.as_deref(),
                answer: &|common, puzzle, keep| {
                    answer(common, args, (puzzle, keep), Some(&shelf), None)
                },
                level: Some(LevelTask {
                    is_required: args.all_levels,
                    columns: &["pushes", "steps", "routes", "proved", "at_least"],
                    line: level_line_of,
                    answer: &|common, named| sokoban::answers::solve(common, args, named),
                }),
            };
            batch::run(common, searched, source, &task)
        }
    }
}

/// Finds the shortest solutions of one puzzle; searches are kept in `keep`, and tables of tiles are
/// shared on the shelf.
fn answer(
    common: &CommonArgs,
    args: &SolveArgs,
    (puzzle, keep): (&Puzzle, Keep),
    shelf: Option<&Arc<TableShelf>>,
    mut destination: Option<Destination>,
) -> CommandResult {
    let keeping = &args.searched.keeping;
    let mut explorer = explorer_in(common, keeping, puzzle, keep).disk(args.disk.disk);
    if let Some(shelf) = shelf {
        explorer = explorer.shelf(Arc::clone(shelf));
    }
    let question = Question {
        method: args.method,
        wanted: if args.all {
            WantedWays::Listed
        } else {
            WantedWays::Counted
        },
        extra: args.extra,
        tables: groups(&args.keep),
        ..Question::default()
    };
    let mut listed = None;
    let answer = explorer.solve_with(&question, &mut |answer, routes| {
        let lengths = customary_lengths(common, puzzle, &explorer, answer);
        let solved = (answer, &lengths[..]);
        let destination = destination.take();
        listed = Some(report(
            common,
            puzzle,
            args,
            solved,
            Some(routes),
            destination,
        )?);
        Ok(())
    })?;
    let kept = kept_line(keeping, answer.kept.clone());
    if answer.way.is_none() {
        let unanswered = unanswered(puzzle);
        return Ok(stopped_output(
            common, puzzle, &answer, "Finish", unanswered, kept,
        ));
    }
    let output = match listed {
        Some(output) => output,
        None => {
            let lengths = customary_lengths(common, puzzle, &explorer, &answer);
            report(common, puzzle, args, (&answer, &lengths), None, destination)?
        }
    };
    Ok(output.with_line(kept))
}

/// The line of a batch for a puzzle with this JSON object.
fn line_of(answer: &AnswerFields) -> String {
    let metric = answer.text("metric");
    if answer.is_known("moves") {
        let length = counted(answer.text("moves"), &metric);
        let ways = readably_counted(answer.text("routes"), "shortest way");
        let goal = answer.text("goal");
        match TileOrder::of_name(&goal) {
            Some(order) => format!("{length}, {ways}; the goal is {}", order.in_words()),
            None if !goal.is_empty() => format!("{length}, {ways}; the goal is {goal}"),
            None => format!("{length}, {ways}"),
        }
    } else {
        format!(
            "at least {}; {}",
            counted(answer.text("at_least"), &metric),
            answer.text("reason")
        )
    }
}

/// The line of a batch for a level with this JSON object.
fn level_line_of(answer: &AnswerFields) -> String {
    if !answer.is_known("pushes") {
        let unit = if answer.text("metric") == "push" {
            "pushes"
        } else {
            "steps"
        };
        return format!(
            "at least {} {unit}; {}",
            answer.text("at_least"),
            answer.text("hint")
        );
    }
    let length = |unit: &str, many: &str| match answer.text(many) {
        one if one == "1" => format!("1 {unit}"),
        count => format!("{} {many}", with_commas(count)),
    };
    let mut line = format!("{}, {}", length("push", "pushes"), length("step", "steps"));
    if answer.is_known("routes") {
        line += &format!(
            ", {}",
            readably_counted(answer.text("routes"), "shortest way")
        );
    }
    line
}

/// The lengths in all metrics, the customary metric first; empty unless they are shown.
fn customary_lengths(
    common: &CommonArgs,
    puzzle: &Puzzle,
    explorer: &Explorer,
    answer: &Answer,
) -> Vec<(Metric, u64)> {
    let is_guided = matches!(answer.method, SolveMethod::Tables | SolveMethod::Grid);
    match puzzle.presentation.metric {
        Some(customary) if !common.is_metric_given && !common.json && !is_guided => {
            explorer.lengths(metric_of(customary), answer.at_least)
        }
        _ => Vec::new(),
    }
}
