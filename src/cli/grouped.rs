//! `slidewise solve --method tables` for puzzles whose tables keep groups of pieces.

use super::arguments::{CommonArgs, SolveArgs, SolveMethod};
use super::atomic_file::Destination;
use super::output::{CommandResult, Output, line_width, remark};
use super::setup::explorer_in;
use super::solve::{SolvedRoutes, report};
use super::stopped::stopped_output;
use slidewise_app::{Explorer, GroupTables, GuidedFind, Keep, Problem, Stopped};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::json::UnansweredRecord;
use slidewise_render::{counted, json, move_lines};
use std::time::Instant;

/// Solves the explorer's puzzle.
pub(crate) fn solve(
    common: &CommonArgs,
    args: &SolveArgs,
    explorer: &Explorer<'_>,
    destination: Option<Destination>,
) -> CommandResult {
    let puzzle = explorer.puzzle();
    let tables = explorer.group_tables(&[])?;
    let outcome = tables.shortest(&puzzle.start, true, |routes, nodes| {
        let solved = SolvedRoutes {
            routes,
            lengths: Vec::new(),
            searched: Some((SolveMethod::Tables, nodes)),
        };
        report(common, puzzle, args, solved, destination)
    })?;
    match outcome.found {
        GuidedFind::Ways(output) => Ok(output),
        GuidedFind::Unsolvable(problem) => Err(problem),
        GuidedFind::Stopped(stopped) => {
            let unanswered = UnansweredRecord::Solve { moves: None };
            Ok(stopped_output(
                common, puzzle, &stopped, "Finish", unanswered, None,
            ))
        }
    }
}

/// Solves many starts, one after the other.
pub(crate) fn solve_all(
    common: &CommonArgs,
    args: &SolveArgs,
    puzzle: &Puzzle,
    keep: &Keep,
    starts: &[Configuration],
) -> CommandResult {
    let (mut lines, mut solutions) = (Vec::new(), Vec::new());
    let (mut nodes, mut code, mut seconds) = (0, 0, 0.0);
    let mut tables: Option<GroupTables<'_>> = None;
    for start in starts {
        let begun = Puzzle {
            start: start.clone(),
            ..puzzle.clone()
        };
        let mut unsolvable = None;
        // A start in another component has tables of its own.
        if !tables.as_ref().is_some_and(|tables| tables.are_for(start)) {
            let explorer = explorer_in(common, &args.searched.keeping, &begun, keep.clone());
            match explorer.group_tables(&[]) {
                Ok(own) => tables = Some(own),
                Err(problem) if problem.unsolvable.is_some() => unsolvable = Some(problem),
                Err(problem) => return Err(problem),
            }
        }
        let own = Instant::now();
        let answer = match (unsolvable, &tables) {
            (None, Some(tables)) => StartAnswer::of(common, args, &begun, tables)?,
            (problem, _) => StartAnswer::without_way(&begun, problem),
        };
        let mut record = answer.record;
        record.seconds = own.elapsed().as_secs_f64();
        seconds += record.seconds;
        nodes += answer.nodes;
        lines.extend(answer.lines);
        let is_stopped = !record.proved;
        if is_stopped {
            code = 1;
        } else if record.moves.is_none() {
            code = code.max(3);
        }
        solutions.push(record);
        if is_stopped {
            break;
        }
    }
    if !common.quiet {
        let all = counted(solutions.len() as u64, "start");
        let visited = counted(nodes, "position");
        remark(format!("{all}, {visited} visited in {seconds:.1} s"));
    }
    let record = json::StartsRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        method: "tables",
        solutions,
        nodes: json::digits(nodes),
        seconds,
    };
    Ok(Output::new(lines, &record).with_code(code))
}

/// The answer for one start.
struct StartAnswer {
    record: json::StartRecord,
    lines: Vec<String>,
    nodes: u64,
}

impl StartAnswer {
    /// Searches from the puzzle's Start.
    fn of(
        common: &CommonArgs,
        args: &SolveArgs,
        puzzle: &Puzzle,
        tables: &GroupTables<'_>,
    ) -> Result<StartAnswer, Problem> {
        let outcome = tables.shortest(&puzzle.start, false, |routes, _| Ok(routes.least()))?;
        let text = puzzle.write_position(&puzzle.start);
        let mut answer = match outcome.found {
            GuidedFind::Unsolvable(problem) => StartAnswer::without_way(puzzle, Some(problem)),
            GuidedFind::Ways(path) => {
                let length = path.moves.len() as u64;
                let mut answer = StartAnswer::new(&text, Some(length));
                let length = counted(length, common.metric.name());
                answer.lines.push(format!("{text}: {length}"));
                if args.paths {
                    let moves = &path.moves;
                    let way = move_lines(&puzzle.board, common.metric, moves, line_width());
                    answer.lines.extend(way);
                    answer.record.path = Some(json::steps(puzzle, common.metric, moves));
                }
                answer
            }
            GuidedFind::Stopped(Stopped {
                at_least, problem, ..
            }) => {
                let mut answer = StartAnswer::new(&text, None);
                answer.lines.push(format!("{text}: at least {at_least}"));
                answer.record.proved = false;
                answer.record.at_least = Some(at_least);
                answer.record.reason = Some(problem.message);
                answer
            }
        };
        answer.nodes = outcome.nodes;
        answer.record.nodes = json::digits(outcome.nodes);
        Ok(answer)
    }

    /// The answer for a start from which no way leads to a goal.
    fn without_way(puzzle: &Puzzle, problem: Option<Problem>) -> StartAnswer {
        let text = puzzle.write_position(&puzzle.start);
        let mut answer = StartAnswer::new(&text, None);
        answer.lines.push(format!("{text}: no solution"));
        answer.record.reason = problem.map(|problem| problem.message);
        answer
    }

    fn new(start: &str, moves: Option<u64>) -> StartAnswer {
        StartAnswer {
            record: json::StartRecord {
                start: start.to_owned(),
                moves,
                routes: None,
                nodes: json::digits(0),
                seconds: 0.0,
                proved: true,
                at_least: None,
                reason: None,
                path: None,
            },
            lines: Vec::new(),
            nodes: 0,
        }
    }
}
