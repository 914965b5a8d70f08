//! `slidewise solve --method tables` for puzzles whose tables keep groups of pieces.

use super::solution::{SolvedRoutes, report, unanswered};
use super::start_list::{StartAnswer, answer_all};
use super::starts::Starts;
use super::stopped::stopped_output;
use crate::arguments::{CommonArgs, SolveArgs, SolveMethod};
use crate::io::atomic_file::Destination;
use crate::io::output::{CommandResult, line_width};
use crate::io::setup::explorer_in;
use slidewise_app::{Explorer, GroupTables, GuidedFind, Keep, Problem};
use slidewise_puzzle::Puzzle;
use slidewise_render::{counted, json, move_lines};

/// Solves the explorer's puzzle.
pub(crate) fn solve(
    common: &CommonArgs,
    args: &SolveArgs,
    explorer: &Explorer<'_>,
    groups: &[Vec<String>],
    destination: Option<Destination>,
) -> CommandResult {
    let puzzle = explorer.puzzle();
    let tables = explorer.group_tables(groups)?;
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
            let unanswered = unanswered(puzzle);
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
    groups: &[Vec<String>],
    starts: Starts<'_>,
) -> CommandResult {
    let mut tables: Option<GroupTables<'_>> = None;
    answer_all(common, args, puzzle, starts, &mut |start| {
        let begun = Puzzle {
            start: start.clone(),
            ..puzzle.clone()
        };
        // A start in another component has tables of its own.
        let own = match tables.take().filter(|tables| tables.are_for(start)) {
            Some(own) => own,
            None => {
                let explorer = explorer_in(common, &args.searched.keeping, &begun, keep.clone());
                match explorer.group_tables(groups) {
                    Ok(own) => own,
                    Err(problem) if problem.unsolvable.is_some() => {
                        let text = puzzle.write_position(start);
                        return Ok(StartAnswer::without_way(&text, problem));
                    }
                    Err(problem) => return Err(problem),
                }
            }
        };
        let answer = answer_start(common, args, &begun, &own);
        tables = Some(own);
        answer
    })
}

/// Searches from the puzzle's Start.
fn answer_start(
    common: &CommonArgs,
    args: &SolveArgs,
    puzzle: &Puzzle,
    tables: &GroupTables<'_>,
) -> Result<StartAnswer, Problem> {
    let outcome = tables.shortest(&puzzle.start, false, |routes, _| Ok(routes.least()))?;
    let text = puzzle.write_position(&puzzle.start);
    let answered = match outcome.found {
        GuidedFind::Unsolvable(problem) => StartAnswer::without_way(&text, problem),
        GuidedFind::Ways(path) => {
            let length = path.moves.len() as u64;
            let mut answered = StartAnswer::new(&text, Some(length));
            let length = counted(length, common.metric.name());
            answered.lines.push(format!("{text}: {length}"));
            if args.paths {
                let moves = &path.moves;
                let way = move_lines(&puzzle.board, common.metric, moves, line_width());
                answered.lines.extend(way);
                answered.record.path = Some(json::steps(puzzle, common.metric, moves));
            }
            answered
        }
        GuidedFind::Stopped(stopped) => {
            StartAnswer::stopped(&text, stopped.at_least, stopped.problem.message)
        }
    };
    Ok(answered.by(SolveMethod::Tables, outcome.nodes))
}
