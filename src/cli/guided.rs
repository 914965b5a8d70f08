//! `slidewise solve --method tables`: shortest solutions by a search that tables guide.

use super::arguments::{CommonArgs, Given, SolveArgs, SolveMethod};
use super::grouped;
use super::input::STDIN;
use super::output::{CommandResult, Output, TextLine, board_style, line_width, remark};
use super::replay;
use super::setup::{explorer_in, keep_of, open_puzzle_to};
use super::solve::{proved_by, side_by_side};
use super::stopped::stopped_output;
use slidewise_analysis::{GuidedAnswer, GuidedResult, Path};
use slidewise_app::{Problem, Stopped, TileTables};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::json::UnansweredRecord;
use slidewise_render::{counted, draw_board, json, move_lines};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path as FilePath;
use std::time::Instant;

/// Most bytes of a file of starts.
const MOST_BYTES: u64 = 64 << 20;

/// Why a position of tiles has no solution.
const ODD: &str = "an odd number of exchanges of two tiles separates it from the goal, and each \
                   way makes an even number";

/// Solves the puzzle, or the starts of a file.
pub(crate) fn run(common: &CommonArgs, args: &SolveArgs) -> CommandResult {
    if let SolveMethod::Explore | SolveMethod::Meet = args.method {
        return Err(Problem::of_input(
            format!(
                "a search with --method {} has one Start, and --starts names several",
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
    let destination = replay::destination(&args.certified, word)?;
    let (start, to) = (searched.start.as_deref(), args.to.as_deref());
    let puzzle = open_puzzle_to(common, word, start, to)?;
    let starts = match &args.starts {
        Some(file) => Some(read_starts(&puzzle, file)?),
        None => None,
    };
    let keep = keep_of(common, &searched.keeping)?;
    let explorer = explorer_in(common, &searched.keeping, &puzzle, keep.clone());
    if args.all && (starts.is_some() || explorer.has_tile_tables()) {
        return Err(Problem::of_input(
            "a search by tables counts the shortest ways, and does not list them",
            "leave out --all, or --method tables",
        ));
    }
    if !explorer.has_tile_tables() {
        return match starts {
            Some(starts) => grouped::solve_all(common, args, &puzzle, &keep, &starts),
            None => grouped::solve(common, args, &explorer, destination),
        };
    }
    let tables = explorer.tile_tables(&[])?;
    if let Some(starts) = starts {
        return solve_all(common, args, &puzzle, &tables, &starts);
    }
    let answer = tables.solve(&puzzle.start, true, &mut |_, _| {})?;
    match &answer.result {
        GuidedResult::Unsolvable => Err(Problem::no_such_thing(
            format!(
                "no way leads from Start to the goal of {}: {ODD}",
                puzzle.name
            ),
            "exchange any two tiles, or name another goal with --to POSITION",
        )),
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
                common, &puzzle, &stopped, "Finish", unanswered, None,
            ))
        }
        GuidedResult::Solved { ways, .. } => {
            let path = path_of(&tables, &puzzle.start, &answer)?;
            if let Some(destination) = destination {
                replay::write(common, destination, &puzzle, &path, true)?;
            }
            Ok(solution(
                common,
                &puzzle,
                &path,
                ways.unwrap_or(1),
                answer.nodes,
            ))
        }
    }
}

/// The output of one solution.
fn solution(common: &CommonArgs, puzzle: &Puzzle, path: &Path, ways: u64, nodes: u64) -> Output {
    let length = path.moves.len() as u64;
    let mut lines: Vec<TextLine> = vec![
        format!(
            "{}: solved in {}, in {}",
            puzzle.title,
            counted(length, common.metric.name()),
            counted(ways, "shortest way"),
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
        routes: json::digits(ways),
        path: json::steps(puzzle, Metric::Step, &path.moves),
        positions: json::positions(puzzle, path),
        proved: true,
        method: Some(SolveMethod::Tables.name()),
        nodes: Some(json::digits(nodes)),
        all: None,
    };
    Output::new(lines, &record)
}

/// Solves many starts, one after the other.
fn solve_all(
    common: &CommonArgs,
    args: &SolveArgs,
    puzzle: &Puzzle,
    tables: &TileTables<'_>,
    starts: &[Configuration],
) -> CommandResult {
    let begun = Instant::now();
    let (mut lines, mut solutions) = (Vec::new(), Vec::new());
    let (mut nodes, mut code) = (0, 0);
    for start in starts {
        let own = Instant::now();
        let answer = tables.solve(start, false, &mut |_, _| {})?;
        nodes += answer.nodes;
        let text = puzzle.write_position(start);
        let mut record = json::StartRecord {
            start: text.clone(),
            moves: answer.distance().map(u64::from),
            routes: None,
            nodes: json::digits(answer.nodes),
            seconds: own.elapsed().as_secs_f64(),
            proved: true,
            at_least: None,
            reason: None,
            path: None,
        };
        match &answer.result {
            GuidedResult::Solved { .. } => {
                let length = counted(record.moves.unwrap_or(0), common.metric.name());
                lines.push(format!("{text}: {length}"));
                if args.paths {
                    let path = path_of(tables, start, &answer)?;
                    let way = move_lines(&puzzle.board, common.metric, &path.moves, line_width());
                    lines.extend(way);
                    record.path = Some(json::steps(puzzle, Metric::Step, &path.moves));
                }
            }
            GuidedResult::Unsolvable => {
                code = code.max(3);
                lines.push(format!("{text}: no solution"));
                record.reason = Some(format!("no way leads to the goal: {ODD}"));
            }
            GuidedResult::Stopped { at_least } => {
                code = 1;
                lines.push(format!("{text}: at least {at_least}"));
                record.proved = false;
                record.at_least = Some(u64::from(*at_least));
                record.reason = Some("interrupted".to_owned());
            }
        }
        let is_stopped = !record.proved;
        solutions.push(record);
        if is_stopped {
            break;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    if !common.quiet {
        let all = counted(solutions.len() as u64, "start");
        let visited = counted(nodes, "position");
        remark(format!("{all}, {visited} visited in {seconds:.1} s"));
    }
    let record = json::StartsRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        method: SolveMethod::Tables.name(),
        solutions,
        nodes: json::digits(nodes),
        seconds,
    };
    Ok(Output::new(lines, &record).with_code(code))
}

fn path_of(
    tables: &TileTables<'_>,
    start: &Configuration,
    answer: &GuidedAnswer,
) -> Result<Path, Problem> {
    tables.path(start, answer).ok_or_else(|| {
        Problem::of_run(
            "the way that was found is not one of the puzzle",
            "build the tables again with --fresh",
        )
    })
}

/// Reads the starts of a file, one a line; `-` is standard input.
fn read_starts(puzzle: &Puzzle, file: &FilePath) -> Result<Vec<Configuration>, Problem> {
    let name = file.display().to_string();
    let mut text = String::new();
    let read = if file.as_os_str() == STDIN {
        io::stdin().take(MOST_BYTES).read_to_string(&mut text)
    } else {
        File::open(file).and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text))
    };
    read.map_err(|error| {
        Problem::of_input(
            format!("{name} cannot be read: {error}"),
            "give a file with one position a line",
        )
        .about(&name)
    })?;
    let mut starts = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let start = puzzle.read_position(line).map_err(|error| {
            let problem = Problem::from(error);
            let column = problem.place.column;
            problem.about(&name).at(Some(number), column)
        })?;
        starts.push(start);
    }
    Ok(starts)
}
