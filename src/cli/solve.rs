//! `slidewise solve PUZZLE`: a shortest solution, and the number of shortest solutions.

use super::arguments::{CommonArgs, Given, SolveArgs, SolveMethod};
use super::atomic_file::Destination;
use super::batch::{self, AnswerFields, BatchTask};
use super::failure::record;
use super::guided;
use super::output::{
    CommandResult, Output, TextLine, board_style, line_width, print, remark, stream, text_of,
};
use super::replay;
use super::setup::{explorer_in, keep_of, kept_line, open_puzzle_to};
use super::signals::stop_flag;
use super::stopped::stopped_output;
use slidewise_analysis::{Path, Routes};
use slidewise_app::{Explorer, Keep, Problem, Sought, Target, metric_of};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::Puzzle;
use slidewise_render::json::UnansweredRecord;
use slidewise_render::{counted, draw_board, json, move_lines, readably_counted};
use std::cell::Cell;

/// Largest number of solutions that `--all` lists without `--limit`.
const MOST_WITHOUT_LIMIT: u64 = 10_000;

/// Finds the shortest solutions of a puzzle, or of each puzzle of a batch.
pub(crate) fn run(common: &CommonArgs, args: &SolveArgs) -> CommandResult {
    let searched = &args.searched;
    match searched.given()? {
        Given::One(word) => {
            let destination = replay::destination(&args.certified, word)?;
            let (start, to) = (searched.start.as_deref(), args.to.as_deref());
            let puzzle = open_puzzle_to(common, word, start, to)?;
            let keep = keep_of(common, &searched.keeping)?;
            if args.method == SolveMethod::Auto && !args.all {
                let explorer = explorer_in(common, &searched.keeping, &puzzle, keep.clone());
                let explorer = explorer.disk(args.disk.disk);
                if explorer.prefers_tables()? {
                    if !common.quiet {
                        remark(format!(
                            "the positions of {} exceed the budget, so tables guide the search; \
                             --method meet searches from both ends instead",
                            puzzle.name
                        ));
                    }
                    return guided::solve_tiles(common, &explorer, &[], destination);
                }
            }
            answer(common, args, &puzzle, keep, destination)
        }
        Given::Many(_) if args.certified.certificate.is_some() => Err(Problem::of_input(
            "a certificate is for one puzzle, and --batch is for many",
            "leave out --certificate, or leave out --batch and name the puzzle",
        )),
        Given::Many(source) => {
            let task = BatchTask {
                columns: &["moves", "routes", "proved", "at_least"],
                line: line_of,
                // Only a search in a folder obeys a limit of the disk, or keeps sorted files.
                needs_folder: args.disk.disk.is_some() || args.method == SolveMethod::Meet,
                answer: &|common, puzzle, keep| answer(common, args, puzzle, keep, None),
            };
            batch::run(common, searched, source, &task)
        }
    }
}

/// Finds the shortest solutions of one puzzle; searches are kept in `keep`.
fn answer(
    common: &CommonArgs,
    args: &SolveArgs,
    puzzle: &Puzzle,
    keep: Keep,
    destination: Option<Destination>,
) -> CommandResult {
    let keeping = &args.searched.keeping;
    let explorer = explorer_in(common, keeping, puzzle, keep)
        .approach(args.method.approach())
        .disk(args.disk.disk);
    let sought = explorer.shortest(Target::Finish, |ways| {
        let solved = SolvedRoutes {
            routes: ways.routes,
            lengths: customary_lengths(common, puzzle, &explorer, ways.routes.distance()),
            searched: ways.met_after.map(|nodes| (SolveMethod::Meet, nodes)),
        };
        report(common, puzzle, args, solved, destination)
    })?;
    match sought {
        Sought::Found(output, kept) => Ok(output.with_line(kept_line(keeping, kept))),
        Sought::Stopped(stopped) => {
            let unanswered = UnansweredRecord::Solve { moves: None };
            let kept = kept_line(keeping, stopped.kept.clone());
            Ok(stopped_output(
                common, puzzle, &stopped, "Finish", unanswered, kept,
            ))
        }
    }
}

/// The line of a batch for a puzzle with this JSON object.
fn line_of(answer: &AnswerFields) -> String {
    let metric = answer.text("metric");
    if answer.is_known("moves") {
        let length = counted(answer.text("moves"), &metric);
        let ways = readably_counted(answer.text("routes"), "shortest way");
        format!("{length}, {ways}")
    } else {
        format!(
            "at least {}; {}",
            counted(answer.text("at_least"), &metric),
            answer.text("reason")
        )
    }
}

/// The lengths in all metrics, the customary metric first; empty unless they are shown.
fn customary_lengths(
    common: &CommonArgs,
    puzzle: &Puzzle,
    explorer: &Explorer<'_>,
    known: u64,
) -> Vec<(Metric, u64)> {
    match puzzle.presentation.metric {
        Some(customary) if !common.is_metric_given && !common.json => {
            explorer.lengths(metric_of(customary), known)
        }
        _ => Vec::new(),
    }
}

/// The lines above the boards: title and lengths, how many ways are shortest, and what proves it if
/// that was not an exploration.
fn headings(common: &CommonArgs, puzzle: &Puzzle, solved: &SolvedRoutes<'_>) -> Vec<String> {
    let metric = common.metric.name();
    let length = counted(solved.routes.distance(), metric);
    let routes = readably_counted(solved.routes.count(), "shortest way");
    let title = &puzzle.title;
    // Without a length in another metric, a second line would only repeat the first.
    let mut headings = if solved.lengths.len() < 2 {
        vec![format!("{title}: solved in {length}, in {routes}")]
    } else {
        let lengths = solved.lengths.iter();
        let lengths: Vec<String> = lengths
            .map(|&(metric, length)| counted(length, metric.name()))
            .collect();
        vec![
            format!("{title}: solved in {}", lengths.join("; ")),
            format!("Counted in {metric}s: {length}, in {routes}"),
        ]
    };
    let searched = solved.searched;
    headings.extend(searched.map(|(method, nodes)| proved_by(method, nodes)));
    headings
}

/// The shortest solutions, as they are reported.
pub(crate) struct SolvedRoutes<'r> {
    /// The solutions.
    pub routes: &'r Routes<'r>,
    /// The lengths in all metrics, the customary metric first; empty unless they are shown.
    pub lengths: Vec<(Metric, u64)>,
    /// The method, and the number of positions that it went through, if it was not an exploration.
    pub searched: Option<(SolveMethod, u64)>,
}

/// Writes the certificate if there is a destination, and returns the output for the solved puzzle.
pub(crate) fn report(
    common: &CommonArgs,
    puzzle: &Puzzle,
    args: &SolveArgs,
    solved: SolvedRoutes<'_>,
    destination: Option<Destination>,
) -> CommandResult {
    let SolvedRoutes {
        routes, searched, ..
    } = solved;
    check_limit(args, routes)?;
    let least = routes.least();
    let all = args.all.then(|| json::PathsRecord {
        puzzle,
        routes,
        limit: args.limit.unwrap_or(usize::MAX),
        stop: stop_flag(),
        stopped: record(interrupted()).error,
        is_stopped: Cell::new(false),
    });
    if let Some(destination) = destination {
        replay::write(common, destination, puzzle, &least, true)?;
    }
    let record = json::SolveRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        moves: routes.distance(),
        routes: Some(json::digits(routes.count())),
        path: json::steps(puzzle, common.metric, &least.moves),
        positions: json::positions(puzzle, &least),
        proved: true,
        method: searched.map(|(method, _)| method.name()),
        nodes: searched.map(|(_, nodes)| json::digits(nodes)),
        all,
    };
    if common.json && record.all.is_none() {
        return Ok(Output::of_record(&record));
    }
    let width = line_width();
    let headings = headings(common, puzzle, &solved);
    let mut lines: Vec<TextLine> = headings.into_iter().map(TextLine::from).collect();
    lines.push(String::new().into());
    lines.extend(side_by_side(
        draw_board(puzzle, &puzzle.start, board_style()),
        draw_board(
            puzzle,
            &least.positions[least.positions.len() - 1],
            board_style(),
        ),
    ));
    lines.push(String::new().into());
    let way = |path: &Path| move_lines(&puzzle.board, common.metric, &path.moves, width);
    let Some(all) = &record.all else {
        lines.extend(way(&least).into_iter().map(TextLine::from));
        return Ok(Output::new(lines, &record));
    };
    // The solutions are streamed, because memory may not hold all of them.
    let listed = stream(|out| {
        if common.json {
            serde_json::to_writer(&mut *out, &record)?;
            return writeln!(out);
        }
        write!(out, "{}", text_of(lines))?;
        for (number, path) in (1u64..).zip(all.paths()) {
            let first = if number == 1 { "" } else { "\n" };
            write!(out, "{first}Way {number}\n{}", text_of(way(&path)))?;
        }
        Ok(())
    });
    if !all.is_stopped.get() {
        return listed;
    }
    if !common.json {
        print(Err(interrupted()), false);
    }
    listed.map(|output| output.with_code(1))
}

/// The line that states how a solution was proved to be shortest, from how many positions.
pub(crate) fn proved_by(method: SolveMethod, nodes: u64) -> String {
    if method == SolveMethod::Meet {
        let found = counted(nodes, "configuration");
        return format!("Proved from both ends, with {found} found");
    }
    let visited = counted(nodes, "position");
    format!("Proved by tables, with {visited} visited")
}

/// Refuses to list very many solutions unless `--limit` says how many.
fn check_limit(args: &SolveArgs, routes: &Routes<'_>) -> Result<(), Problem> {
    let ways = routes.count();
    let is_few = u64::try_from(&ways).is_ok_and(|ways| ways <= MOST_WITHOUT_LIMIT);
    if !args.all || args.limit.is_some() || is_few {
        return Ok(());
    }
    Err(Problem::of_input(
        format!("there are {}", readably_counted(&ways, "shortest way")),
        format!("say with --limit N how many to list; --limit {ways} lists all of them"),
    ))
}

fn interrupted() -> Problem {
    Problem::of_run(
        "interrupted: not all solutions have been listed",
        "list fewer with --limit N; the search is saved",
    )
}

/// The lines of two drawings side by side, with an arrow between them.
pub(crate) fn side_by_side(left: Vec<String>, right: Vec<String>) -> Vec<TextLine> {
    let middle = left.len() / 2;
    (0..)
        .zip(left.into_iter().zip(right))
        .map(|(row, (left, right))| {
            let arrow = if row == middle { "-->" } else { "   " };
            TextLine::own(format!("  {left}  {arrow}  {right}"))
        })
        .collect()
}
