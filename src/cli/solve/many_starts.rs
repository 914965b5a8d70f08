//! `slidewise solve --starts FILE`: shortest solutions from many starts, by the same tables.

use super::start_list::{StartAnswer, answer_all};
use super::start_table::StartTable;
use crate::arguments::{CommonArgs, Given, SolveArgs};
use crate::io::output::{CommandResult, line_width};
use crate::io::piped::STDIN;
use crate::io::setup::{explorer_in, keep_of, open_puzzle_to};
use crate::io::signals::stop_flag;
use crate::io::starts::{Starts, aim_at_file};
use crate::kept::tables::groups;
use slidewise_app::{Cause, Problem, SolveMethod, StartLimits, Tables, WantedWays};
use slidewise_puzzle::{Configuration, Puzzle, SearchOrigin};
use slidewise_render::{counted, json, move_lines};
use std::path::Path;

/// Most cells of a board whose tables are built at once for many starts.
const MAX_FOR_TABLES: usize = 25;

/// Solves the starts of a file.
pub(crate) fn run(common: &CommonArgs, args: &SolveArgs, file: &Path) -> CommandResult {
    let searched = &args.searched;
    let Given::One(word) = searched.word_or_source() else {
        return Err(batch_of_many());
    };
    let is_stdin = file.as_os_str() == STDIN;
    if word == STDIN && is_stdin {
        return Err(Problem::of_input(
            "standard input cannot be both the puzzle and the starts",
            "give one of them as a file",
        ));
    }
    let (start, to) = (searched.start.as_deref(), args.to.as_deref());
    let mut puzzle = open_puzzle_to(common, word, start, to)?;
    if let Some(goals) = &args.goals {
        aim_at_file(&mut puzzle, goals)?;
    }
    let starts = Starts::open(&puzzle, file, stop_flag())?;
    let keep = keep_of(common, &searched.keeping)?;
    let explorer = explorer_in(common, &searched.keeping, &puzzle, keep);
    if args.all {
        return Err(Problem::of_input(
            "a search by tables counts the shortest ways, and does not list them",
            "leave out --all, or --method tables and --keep",
        ));
    }
    let is_small = puzzle.board.cell_count() <= MAX_FOR_TABLES;
    let method = match args.method {
        SolveMethod::Auto if is_small => SolveMethod::Tables,
        named => named,
    };
    let tables = explorer.tables(method, &groups(&args.keep))?;
    let tables = tables.within(StartLimits {
        nodes: args.limit_nodes,
        time: args.limit_seconds,
    });
    let inputs = [Path::new(word), file];
    let out = args.out.as_deref();
    let fingerprint = puzzle.fingerprint(SearchOrigin::Goals);
    let table = out.map(|out| StartTable::open(out, &inputs, &fingerprint));
    let table = table.transpose()?;
    if is_stdin {
        // Its first line may come late, and tables are built meanwhile.
        tables.prepare()?;
    }
    answer_all(common, args, &puzzle, (starts, table), &mut |start| {
        answer_start(common, args, (&puzzle, &tables), start)
    })
}

/// The problem of a batch with arguments that are for one puzzle.
pub(crate) fn batch_of_many() -> Problem {
    Problem::of_input(
        "a batch is of many puzzles, and --starts and --keep are for one",
        "leave out --starts and --keep, or leave out --batch and name the puzzle",
    )
}

/// Searches from one of many starts.
fn answer_start(
    common: &CommonArgs,
    args: &SolveArgs,
    (puzzle, tables): (&Puzzle, &Tables<'_>),
    start: &Configuration,
) -> Result<StartAnswer, Problem> {
    let answer = tables.solve(start, WantedWays::One, &mut |_, _| Ok(()))?;
    let text = puzzle.write_position(start);
    let answered = match (&answer.way, answer.problem) {
        (Some(way), _) => {
            let length = answer.at_least;
            let mut answered = StartAnswer::new(&text, Some(length));
            let length = counted(length, common.metric.name());
            answered.lines.push(format!("{text}: {length}"));
            if args.paths {
                let moves = &way.moves;
                let way = move_lines(&puzzle.board, common.metric, moves, line_width());
                answered.lines.extend(way);
                answered.record.path = Some(json::steps(puzzle, common.metric, moves));
            }
            answered
        }
        (None, Some(problem)) if problem.unsolvable().is_some() => {
            StartAnswer::without_way(&text, problem)
        }
        (None, problem) => {
            let is_limit = problem.as_ref().is_some_and(|problem| {
                *problem.cause() == Cause::Interrupted && !stop_flag().is_stopped()
            });
            let reason = problem.map_or(String::new(), |problem| problem.message);
            StartAnswer::stopped(&text, answer.at_least, reason).at_limit(is_limit)
        }
    };
    Ok(answered.by(answer.method, answer.nodes.unwrap_or(0)))
}
