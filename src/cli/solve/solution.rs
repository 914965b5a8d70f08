//! The output of `solve` for a puzzle whose shortest solutions are known.

use crate::arguments::values::Likeness;
use crate::arguments::{CommonArgs, SolveArgs};
use crate::io::atomic_file::Destination;
use crate::io::failure::record;
use crate::io::output::{
    CommandResult, Output, TextLine, board_style, line_width, print, stream, text_of,
};
use crate::io::signals::stop_flag;
use crate::replay;
use num_bigint::BigUint;
use slidewise_analysis::{Path, Routes, WayClasses, WayLikeness};
use slidewise_app::{Answer, Problem, SolveMethod};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{NamedGoal, Puzzle};
use slidewise_render::json::UnansweredRecord;
use slidewise_render::{counted, draw_board, json, move_lines, readably_counted, with_commas};
use std::cell::Cell;

/// Largest number of solutions that `--all` lists without `--limit`.
const MAX_WITHOUT_LIMIT: u64 = 10_000;

/// The lines above the boards: title and lengths, how many ways are shortest, and what proves it if
/// that was not an exploration.
///
/// `lengths` are those in all metrics, the customary metric first; empty unless they are shown.
fn headings(
    common: &CommonArgs,
    puzzle: &Puzzle,
    answer: &Answer,
    lengths: &[(Metric, u64)],
) -> Vec<String> {
    let metric = common.metric.name();
    let length = counted(answer.at_least, metric);
    let routes = match &answer.routes {
        Some(routes) => format!("in {}", readably_counted(routes, "shortest way")),
        None => "and no way is shorter; interrupted before all were counted".to_owned(),
    };
    let title = &puzzle.title;
    // Without a length in another metric, a second line would only repeat the first.
    let mut headings = if lengths.len() < 2 {
        vec![format!(
            "{title}: solved in {length}, {routes}{}",
            goal_clause(puzzle)
        )]
    } else {
        let lengths = lengths.iter();
        let lengths: Vec<String> = lengths
            .map(|&(metric, length)| counted(length, metric.name()))
            .collect();
        vec![
            format!("{title}: solved in {}", lengths.join("; ")),
            format!("Counted in {metric}s: {length}, {routes}"),
        ]
    };
    let longer = (answer.at_least + 1..).zip(&answer.longer);
    headings.extend(longer.map(|(length, ways)| {
        format!(
            "{}: {}",
            counted(length, metric),
            readably_counted(ways, "way")
        )
    }));
    let nodes = answer.nodes;
    headings.extend(nodes.map(|nodes| proved_by(answer.method, nodes)));
    headings
}

/// Writes the certificate if there is a destination, and returns the output for the solved puzzle;
/// with `routes`, all solutions are listed.
pub(crate) fn report(
    common: &CommonArgs,
    puzzle: &Puzzle,
    args: &SolveArgs,
    (answer, lengths): (&Answer, &[(Metric, u64)]),
    routes: Option<&Routes<'_>>,
    destination: Option<Destination>,
) -> CommandResult {
    let kinds = match routes {
        Some(routes) if !args.distinct.is_empty() => Some(kinds(common, args, answer, routes)?),
        _ => None,
    };
    check_limit(args, answer, kinds.as_ref())?;
    let way = answer.way.as_ref().expect("the puzzle is solved");
    let all = routes.map(|routes| json::PathsRecord {
        puzzle,
        routes,
        kinds,
        limit: args.limit.unwrap_or(usize::MAX),
        stop: stop_flag(),
        stopped: record(interrupted()).error,
        is_stopped: Cell::new(false),
    });
    if let Some(destination) = destination {
        replay::write(common, destination, puzzle, way, true)?;
    }
    let record = json::SolveRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        goal: goal_name(puzzle),
        moves: answer.at_least,
        routes: answer.routes.as_ref().map(json::digits),
        path: json::steps(puzzle, common.metric, &way.moves),
        positions: json::positions(puzzle, way),
        proved: true,
        method: answer.method.name(),
        nodes: answer.nodes.map(json::digits),
        longer: (args.extra > 0).then(|| longer_records(answer)),
        all,
    };
    let code = u8::from(answer.problem.is_some());
    if common.json && record.all.is_none() {
        return Ok(Output::of_record(&record).with_code(code));
    }
    let width = line_width();
    let mut headings = headings(common, puzzle, answer, lengths);
    let kinds = record.all.as_ref().and_then(|all| all.kinds.as_ref());
    headings.extend(kinds.map(|kinds| kinds_in_words(args, kinds)));
    let mut lines: Vec<TextLine> = headings.into_iter().map(TextLine::from).collect();
    lines.extend(both_ends(puzzle, way));
    let moves = |path: &Path| move_lines(&puzzle.board, common.metric, &path.moves, width);
    let Some(all) = &record.all else {
        lines.extend(moves(way).into_iter().map(TextLine::from));
        return Ok(Output::new(lines, &record).with_code(code));
    };
    // The solutions are streamed, because memory may not hold all of them.
    let listed = stream(|out| {
        if common.json {
            serde_json::to_writer(&mut *out, &record)?;
            return writeln!(out);
        }
        write!(out, "{}", text_of(lines))?;
        for (number, (path, alike)) in (1u64..).zip(all.paths()) {
            let first = if number == 1 { "" } else { "\n" };
            let length = (args.extra > 0).then_some(path.moves.len() as u64);
            let title = way_title(common, number, length, alike);
            write!(out, "{first}{title}\n{}", text_of(moves(&path)))?;
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

/// The clause that names the goal of a board of tiles; empty for other puzzles.
pub(crate) fn goal_clause(puzzle: &Puzzle) -> String {
    let goal = NamedGoal::of(puzzle);
    goal.map_or(String::new(), |goal| format!("; the goal is {goal}"))
}

/// The goal of a board of tiles as outputs for programs name it; `None` for other puzzles.
pub(crate) fn goal_name(puzzle: &Puzzle) -> Option<String> {
    NamedGoal::of(puzzle).map(|goal| goal.name().to_owned())
}

/// The fields of a puzzle whose shortest solutions are unknown.
pub(crate) fn unanswered(puzzle: &Puzzle) -> UnansweredRecord {
    UnansweredRecord::Solve {
        goal: goal_name(puzzle),
        moves: None,
    }
}

/// The line that states how a solution was proved to be shortest, from how many positions.
pub(crate) fn proved_by(method: SolveMethod, nodes: u64) -> String {
    if method == SolveMethod::Meet {
        let found = counted(nodes, "configuration");
        return format!("Proved from both ends, with {found} found");
    }
    let visited = counted(nodes, "position");
    match method {
        SolveMethod::Grid => format!("Proved by distances on the grid, with {visited} visited"),
        _ => format!("Proved by tables, with {visited} visited"),
    }
}

/// The boards of Start and Finish, between empty lines.
fn both_ends(puzzle: &Puzzle, way: &Path) -> Vec<TextLine> {
    let end = &way.positions[way.positions.len() - 1];
    let boards = [&puzzle.start, end].map(|own| draw_board(puzzle, own, board_style()));
    let [start, finish] = boards;
    let empty = || std::iter::once(TextLine::from(String::new()));
    let boards = side_by_side(start, finish);
    empty().chain(boards).chain(empty()).collect()
}

/// The title of a solution in a list: its number, its length where lengths differ, and how many
/// are alike.
fn way_title(common: &CommonArgs, number: u64, length: Option<u64>, alike: u64) -> String {
    let mut title = format!("Way {number}");
    if let Some(length) = length {
        title += &format!(", {}", counted(length, common.metric.name()));
    }
    if alike > 1 {
        title += &format!(", one of {} alike", with_commas(alike));
    }
    title
}

/// The line on the number of kinds, and on what makes solutions alike.
fn kinds_in_words(args: &SolveArgs, kinds: &WayClasses) -> String {
    let number = readably_counted(kinds.firsts.len(), "kind");
    format!("{number} of ways: {}", likeness_in_words(args))
}

/// The numbers of the longer solutions, by length.
fn longer_records(answer: &Answer) -> Vec<json::LongerRecord> {
    let longer = (answer.at_least + 1..).zip(&answer.longer);
    longer
        .map(|(moves, routes)| json::LongerRecord {
            moves,
            routes: json::digits(routes),
        })
        .collect()
}

/// The number of all solutions that are listed without `--limit`; `None` if it is unknown.
fn way_count(answer: &Answer) -> Option<BigUint> {
    let shortest = answer.routes.clone()?;
    Some(answer.longer.iter().fold(shortest, |sum, more| sum + more))
}

/// Puts alike solutions together.
fn kinds(
    common: &CommonArgs,
    args: &SolveArgs,
    answer: &Answer,
    routes: &Routes<'_>,
) -> Result<WayClasses, Problem> {
    if let Some(ways) = way_count(answer).filter(|ways| *ways > WayClasses::MAX_COMPARED.into()) {
        return Err(Problem::of_input(
            format!(
                "there are {}, and --distinct compares at most {}",
                readably_counted(ways, "way"),
                with_commas(WayClasses::MAX_COMPARED)
            ),
            "leave --distinct out",
        ));
    }
    let likeness = WayLikeness {
        in_any_order: args.distinct.contains(&Likeness::Moves),
        by_symmetry: args.distinct.contains(&Likeness::Symmetry),
    };
    let memory = common.memory_or(WayClasses::USUAL_BYTES);
    Ok(WayClasses::of(routes, likeness, memory, stop_flag())?)
}

fn likeness_in_words(args: &SolveArgs) -> &'static str {
    match &args.distinct[..] {
        [Likeness::Symmetry] => "images of each other are alike",
        both if both.contains(&Likeness::Symmetry) => {
            "alike are the same moves in any order, and images of each other"
        }
        _ => "the same moves in any order are alike",
    }
}

/// Refuses to list very many solutions unless `--limit` says how many.
fn check_limit(
    args: &SolveArgs,
    answer: &Answer,
    kinds: Option<&WayClasses>,
) -> Result<(), Problem> {
    let kinds = kinds.map(|kinds| kinds.firsts.len());
    let Some(ways) = kinds.map(BigUint::from).or_else(|| way_count(answer)) else {
        return Ok(());
    };
    if !args.all || args.limit.is_some() || ways <= MAX_WITHOUT_LIMIT.into() {
        return Ok(());
    }
    let what = match (kinds, args.extra) {
        (Some(_), _) => "kind",
        (None, 0) => "shortest way",
        (None, _) => "way",
    };
    Err(Problem::of_input(
        format!("there are {}", readably_counted(&ways, what)),
        format!("say with --limit N how many to list; --limit {ways} lists all of them"),
    ))
}

fn interrupted() -> Problem {
    Problem::of_stop(
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
