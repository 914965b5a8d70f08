//! `slidewise solve` by bounds: shortest solutions by a search that tables or the grid guide.

use super::grouped;
use super::solution::{goal_clause, goal_name, proved_by, side_by_side, unanswered};
use super::start_list::{StartAnswer, answer_all};
use super::starts::Starts;
use super::stopped::stopped_output;
use crate::arguments::{CommonArgs, Given, SolveArgs, SolveMethod};
use crate::io::atomic_file::Destination;
use crate::io::output::{CommandResult, Output, TextLine, board_style, line_width, remark};
use crate::io::piped::STDIN;
use crate::io::progress::Spinner;
use crate::io::setup::{explorer_in, keep_of, open_puzzle_to};
use crate::io::signals::stop_flag;
use crate::kept::tables::groups;
use crate::replay;
use slidewise_analysis::{GuidedResult, Path, Unsolvable};
use slidewise_app::{
    Explorer, Problem, SolutionMethod, Stopped, TableChoice, TileAnswer, TileSearch,
};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::{counted, draw_board, json, move_lines, readably_counted};
use std::path::PathBuf;

/// Most cells of a board whose tables are built at once for many starts.
const MOST_FOR_TABLES: usize = 25;

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
    let given = match args.starts {
        Some(_) => searched.word_or_source(),
        None => searched.given()?,
    };
    let Given::One(word) = given else {
        return Err(Problem::of_input(
            "a batch is of many puzzles, and --starts and --keep are for one",
            "leave out --starts and --keep, or leave out --batch and name the puzzle",
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
    match starts {
        Some(starts) if is_of_tiles(args, &explorer, &groups) => {
            let is_small = puzzle.board.cell_count() <= MOST_FOR_TABLES;
            let method = match args.method {
                SolveMethod::Auto if is_small => SolveMethod::Tables,
                named => named,
            };
            let search = explorer.tile_search(method.into(), &groups)?;
            if args.starts.as_ref().is_some_and(is_stdin) {
                // Its first line may come late, and tables are built meanwhile.
                search.prepare()?;
                remark_on_choice(common, &search);
            }
            answer_all(common, args, &puzzle, starts, &mut |start| {
                answer_start(common, args, &search, start)
            })
        }
        Some(starts) => grouped::solve_all(common, args, &puzzle, &keep, &groups, starts),
        None => solve_one(common, args, &explorer, &groups, destination),
    }
}

/// Whether bounds of tiles guide the searches, and not tables of groups.
fn is_of_tiles(args: &SolveArgs, explorer: &Explorer<'_>, groups: &[Vec<String>]) -> bool {
    let takes_grid = args.method != SolveMethod::Tables && groups.is_empty();
    args.method == SolveMethod::Grid
        || explorer.has_tile_tables()
        || takes_grid && explorer.has_grid()
}

/// Solves the explorer's puzzle by bounds.
pub(crate) fn solve_one(
    common: &CommonArgs,
    args: &SolveArgs,
    explorer: &Explorer<'_>,
    groups: &[Vec<String>],
    destination: Option<Destination>,
) -> CommandResult {
    if !is_of_tiles(args, explorer, groups) {
        return grouped::solve(common, args, explorer, groups, destination);
    }
    let puzzle = explorer.puzzle();
    let search = explorer.tile_search(args.method.into(), groups)?;
    let answer = solve(common, &search, &puzzle.start, true)?;
    let ways = match answer.guided.result {
        GuidedResult::Unsolvable => {
            return Err(Problem::of_no_solution(puzzle, &Unsolvable::Parity));
        }
        GuidedResult::Stopped { at_least } => {
            let stopped = interrupted(at_least, answer.guided.nodes);
            let unanswered = unanswered(puzzle);
            return Ok(stopped_output(
                common, puzzle, &stopped, "Finish", unanswered, None,
            ));
        }
        GuidedResult::Solved { ways, .. } => ways,
    };
    let Some(path) = &answer.path else {
        return Err(Problem::of_no_solution(puzzle, &Unsolvable::Parity));
    };
    if let Some(destination) = destination {
        replay::write(common, destination, puzzle, path, true)?;
    }
    Ok(solution(common, puzzle, path, ways, &answer))
}

/// A search that was interrupted.
pub(crate) fn interrupted(at_least: u32, nodes: u64) -> Stopped {
    Stopped {
        at_least: u64::from(at_least),
        searched: nodes,
        problem: Problem::of_run("interrupted", "the same command begins again"),
        kept: None,
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
    answer: &TileAnswer,
) -> Output {
    let length = path.moves.len() as u64;
    let (method, nodes) = (method_of(answer), answer.guided.nodes);
    let mut lines: Vec<TextLine> = vec![
        format!(
            "{}: solved in {}, {}{}",
            puzzle.title,
            counted(length, common.metric.name()),
            ways.map_or_else(
                || "and no way is shorter; interrupted before all were counted".to_owned(),
                |ways| format!("in {}", readably_counted(ways, "shortest way")),
            ),
            goal_clause(puzzle),
        )
        .into(),
        proved_by(method, nodes).into(),
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
        goal: goal_name(puzzle),
        moves: length,
        routes: ways.map(json::digits),
        path: json::steps(puzzle, Metric::Step, &path.moves),
        positions: json::positions(puzzle, path),
        proved: true,
        method: method.name(),
        nodes: Some(json::digits(nodes)),
        all: None,
    };
    let code = u8::from(ways.is_none());
    Output::new(lines, &record).with_code(code)
}

/// The bound that guided a search.
pub(crate) fn method_of(answer: &TileAnswer) -> SolveMethod {
    match answer.method {
        SolutionMethod::Grid => SolveMethod::Grid,
        _ => SolveMethod::Tables,
    }
}

/// Prints which kept tables were chosen by the program, unless `--quiet`.
fn remark_on_choice(common: &CommonArgs, search: &TileSearch<'_>) {
    let tables = search.opened();
    let chosen = tables.filter(|tables| !common.quiet && tables.choice == TableChoice::Kept);
    let Some(tables) = chosen else {
        return;
    };
    let keep = tables.built.iter().map(|table| table.keep.join(" "));
    remark(format!(
        "guided by the kept tables {}; --keep names others",
        keep.collect::<Vec<_>>().join("; ")
    ));
}

/// Solves a position, with the bound and the nodes on a terminal.
pub(crate) fn solve(
    common: &CommonArgs,
    search: &TileSearch<'_>,
    start: &Configuration,
    counts_all: bool,
) -> Result<TileAnswer, Problem> {
    let was_open = search.opened().is_some();
    if !search.is_odd(start)? {
        search.prepare()?;
    }
    if !was_open {
        remark_on_choice(common, search);
    }
    let spinner = Spinner::new(common.quiet);
    let answer = search.solve(start, counts_all, &mut |at_least, nodes| {
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
    search: &TileSearch<'_>,
    start: &Configuration,
) -> Result<StartAnswer, Problem> {
    let puzzle = search.puzzle();
    let answer = solve(common, search, start, false)?;
    let text = puzzle.write_position(start);
    let answered = match (&answer.guided.result, &answer.path) {
        (GuidedResult::Stopped { at_least }, _) => {
            StartAnswer::stopped(&text, u64::from(*at_least), "interrupted".to_owned())
        }
        (_, Some(path)) => {
            let moves = path.moves.len() as u64;
            let mut answered = StartAnswer::new(&text, Some(moves));
            let length = counted(moves, common.metric.name());
            answered.lines.push(format!("{text}: {length}"));
            if args.paths {
                let way = move_lines(&puzzle.board, common.metric, &path.moves, line_width());
                answered.lines.extend(way);
                answered.record.path = Some(json::steps(puzzle, Metric::Step, &path.moves));
            }
            answered
        }
        _ => {
            let begun = Puzzle {
                start: start.clone(),
                ..puzzle.clone()
            };
            StartAnswer::without_way(&text, Problem::of_no_solution(&begun, &Unsolvable::Parity))
        }
    };
    Ok(answered.by(method_of(&answer), answer.guided.nodes))
}
