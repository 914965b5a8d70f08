//! `slidewise solve --method tables`: shortest solutions by a search that tables guide.

use super::arguments::{CommonArgs, Given, SolveArgs, SolveMethod};
use super::atomic_file::Destination;
use super::grouped;
use super::output::{CommandResult, Output, TextLine, board_style, line_width, remark};
use super::piped::STDIN;
use super::progress::Spinner;
use super::replay;
use super::setup::{explorer_in, keep_of, open_puzzle_to};
use super::signals::stop_flag;
use super::solution::{proved_by, side_by_side};
use super::start_list::{StartAnswer, answer_all};
use super::starts::Starts;
use super::stopped::stopped_output;
use super::tables::groups;
use slidewise_analysis::{GuidedAnswer, GuidedResult, Path};
use slidewise_app::{Explorer, ODD_TILES, Problem, Stopped, TableChoice, TileTables};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::json::UnansweredRecord;
use slidewise_render::{counted, draw_board, json, move_lines, readably_counted};
use std::path::PathBuf;

/// Solves the puzzle, or the starts of a file.
pub(crate) fn run(common: &CommonArgs, args: &SolveArgs) -> CommandResult {
    if let SolveMethod::Explore | SolveMethod::Meet = args.method {
        return Err(Problem::of_input(
            format!(
                "a search with --method {} has one Start and no tables, and --starts or --keep \
                 asks for them",
                args.method.name()
            ),
            "leave --method out: tables then guide the searches",
        ));
    }
    let searched = &args.searched;
    let Given::One(word) = searched.given()? else {
        return Err(Problem::of_input(
            "a batch is of many puzzles, and tables are of one",
            "leave out --method tables and --starts, or leave out --batch and name the puzzle",
        ));
    };
    let is_stdin = |file: &PathBuf| file.as_os_str() == STDIN;
    if word == STDIN && args.starts.as_ref().is_some_and(is_stdin) {
        return Err(Problem::of_input(
            "standard input cannot be both the puzzle and the starts",
            "give one of them as a file",
        ));
    }
    let destination = replay::destination(&args.certified, word)?;
    let (start, to) = (searched.start.as_deref(), args.to.as_deref());
    let puzzle = open_puzzle_to(common, word, start, to)?;
    let starts = match &args.starts {
        Some(file) => Some(Starts::open(&puzzle, file, stop_flag())?),
        None => None,
    };
    let keep = keep_of(common, &searched.keeping)?;
    let explorer = explorer_in(common, &searched.keeping, &puzzle, keep.clone());
    if args.all && (starts.is_some() || explorer.has_tile_tables()) {
        return Err(Problem::of_input(
            "a search by tables counts the shortest ways, and does not list them",
            "leave out --all, or --method tables and --keep",
        ));
    }
    let groups = groups(&args.keep);
    if !explorer.has_tile_tables() {
        return match starts {
            Some(starts) => grouped::solve_all(common, args, &puzzle, &keep, &groups, starts),
            None => grouped::solve(common, args, &explorer, &groups, destination),
        };
    }
    if let Some(starts) = starts {
        let tables = explorer.best_tile_tables(&groups)?;
        remark_on_choice(common, &tables);
        return answer_all(common, &puzzle, starts, &mut |start| {
            answer_start(common, args, &puzzle, &tables, start)
        });
    }
    solve_tiles(common, &explorer, &groups, destination)
}

/// Solves the explorer's puzzle, a board of distinct tiles.
pub(crate) fn solve_tiles(
    common: &CommonArgs,
    explorer: &Explorer<'_>,
    groups: &[Vec<String>],
    destination: Option<Destination>,
) -> CommandResult {
    let puzzle = explorer.puzzle();
    let tables = explorer.best_tile_tables(groups)?;
    remark_on_choice(common, &tables);
    let answer = solve(common, &tables, &puzzle.start, true)?;
    match &answer.result {
        GuidedResult::Unsolvable => Err(Problem::of_odd_tiles(puzzle)),
        GuidedResult::Stopped { at_least } => {
            let problem = Problem::of_run("interrupted", "the same command begins again");
            let stopped = Stopped {
                at_least: u64::from(*at_least),
                searched: answer.nodes,
                problem,
                kept: None,
            };
            let unanswered = UnansweredRecord::Solve { moves: None };
            Ok(stopped_output(
                common, puzzle, &stopped, "Finish", unanswered, None,
            ))
        }
        GuidedResult::Solved { ways, .. } => {
            let path = tables.way(&puzzle.start, &answer)?;
            if let Some(destination) = destination {
                replay::write(common, destination, puzzle, &path, true)?;
            }
            Ok(solution(common, puzzle, &path, *ways, answer.nodes))
        }
    }
}

/// The output of one solution.
///
/// Without a number of ways the count was interrupted.
fn solution(
    common: &CommonArgs,
    puzzle: &Puzzle,
    path: &Path,
    ways: Option<u64>,
    nodes: u64,
) -> Output {
    let length = path.moves.len() as u64;
    let mut lines: Vec<TextLine> = vec![
        format!(
            "{}: solved in {}, {}",
            puzzle.title,
            counted(length, common.metric.name()),
            ways.map_or_else(
                || "and no way is shorter; interrupted before all were counted".to_owned(),
                |ways| format!("in {}", readably_counted(ways, "shortest way")),
            ),
        )
        .into(),
        proved_by(SolveMethod::Tables, nodes).into(),
        String::new().into(),
    ];
    let last = &path.positions[path.positions.len() - 1];
    lines.extend(side_by_side(
        draw_board(puzzle, &puzzle.start, board_style()),
        draw_board(puzzle, last, board_style()),
    ));
    lines.push(String::new().into());
    let way = move_lines(&puzzle.board, common.metric, &path.moves, line_width());
    lines.extend(way.into_iter().map(TextLine::from));
    let record = json::SolveRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        moves: length,
        routes: ways.map(json::digits),
        path: json::steps(puzzle, Metric::Step, &path.moves),
        positions: json::positions(puzzle, path),
        proved: true,
        method: Some(SolveMethod::Tables.name()),
        nodes: Some(json::digits(nodes)),
        all: None,
    };
    let code = u8::from(ways.is_none());
    Output::new(lines, &record).with_code(code)
}

/// Prints which kept tables were chosen by the program, unless `--quiet`.
fn remark_on_choice(common: &CommonArgs, tables: &TileTables<'_>) {
    if common.quiet || tables.choice != TableChoice::Kept {
        return;
    }
    let keep = tables.built.iter().map(|table| table.keep.join(" "));
    remark(format!(
        "guided by the kept tables {}; --keep names others",
        keep.collect::<Vec<_>>().join("; ")
    ));
}

/// Solves a position, with the bound and the nodes on a terminal.
fn solve(
    common: &CommonArgs,
    tables: &TileTables<'_>,
    start: &Configuration,
    counts_all: bool,
) -> Result<GuidedAnswer, Problem> {
    let spinner = Spinner::new(common.quiet);
    let answer = tables.solve(start, counts_all, &mut |at_least, nodes| {
        spinner.show(format!(
            "at least {}, {}",
            counted(at_least, common.metric.name()),
            counted(nodes, "position"),
        ));
    });
    spinner.end();
    answer
}

/// Searches from one of many starts.
fn answer_start(
    common: &CommonArgs,
    args: &SolveArgs,
    puzzle: &Puzzle,
    tables: &TileTables<'_>,
    start: &Configuration,
) -> Result<StartAnswer, Problem> {
    let answer = solve(common, tables, start, false)?;
    let text = puzzle.write_position(start);
    let answered = match &answer.result {
        GuidedResult::Solved { path, .. } => {
            let moves = path.len() as u64 - 1;
            let mut answered = StartAnswer::new(&text, Some(moves));
            let length = counted(moves, common.metric.name());
            answered.lines.push(format!("{text}: {length}"));
            if args.paths {
                let path = tables.way(start, &answer)?;
                let way = move_lines(&puzzle.board, common.metric, &path.moves, line_width());
                answered.lines.extend(way);
                answered.record.path = Some(json::steps(puzzle, Metric::Step, &path.moves));
            }
            answered
        }
        GuidedResult::Unsolvable => {
            let reason = format!("no way leads to the goal: {ODD_TILES}");
            StartAnswer::without_way(&text, Some(reason))
        }
        GuidedResult::Stopped { at_least } => {
            StartAnswer::stopped(&text, u64::from(*at_least), "interrupted".to_owned())
        }
    };
    Ok(answered.with_nodes(answer.nodes))
}
