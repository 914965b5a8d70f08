//! `slidewise solve --method tables`: shortest solutions by a search that tables guide.

use super::arguments::{CommonArgs, Given, SolveArgs, SolveMethod};
use super::failure::{exit_code, record};
use super::input::STDIN;
use super::output::{
    CommandResult, Output, TextLine, board_style, line_width, print_line, remark, unwritten,
};
use super::progress::Spinner;
use super::replay;
use super::setup::{explorer_in, keep_of, open_puzzle_to};
use super::signals::stop_flag;
use super::solve::side_by_side;
use super::starts::Starts;
use super::stopped::stopped_output;
use super::tables::groups;
use slidewise_analysis::{GuidedAnswer, GuidedResult, Path};
use slidewise_app::{Problem, Stopped, TableChoice, TileTables};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::json::UnansweredRecord;
use slidewise_render::{counted, draw_board, json, move_lines};
use std::io;
use std::path::PathBuf;
use std::time::Instant;

/// Why a position of tiles has no solution (Johnson and Story 1879).
const ODD: &str = "each step exchanges a tile with the empty cell, so the exchanges that make the \
                   position the goal and the steps between their empty cells are both even or \
                   both odd, and here they are not";

/// Solves the puzzle, or the starts of a file.
pub(crate) fn run(common: &CommonArgs, args: &SolveArgs) -> CommandResult {
    if args.method == SolveMethod::Explore {
        return Err(Problem::of_input(
            "an exploration has one Start and no tables, and --starts or --keep asks for them",
            "leave --method out: tables then guide the searches",
        ));
    }
    if args.all {
        return Err(Problem::of_input(
            "a search by tables counts the shortest ways, and does not list them",
            "leave out --all, or --method tables and --keep",
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
    let explorer = explorer_in(common, &searched.keeping, &puzzle, keep);
    let tables = explorer.best_tile_tables(&groups(&args.keep))?;
    remark_on_choice(common, &tables);
    if let Some(starts) = starts {
        return StartList::new(common, args, &puzzle, &tables).solve(starts);
    }
    let answer = solve(common, &tables, &puzzle.start, true)?;
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
        format!(
            "Proved by tables, with {} visited",
            counted(nodes, "position")
        )
        .into(),
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
        method: Some("tables"),
        nodes: Some(json::digits(nodes)),
        all: None,
    };
    Output::new(lines, &record)
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

/// Many starts, solved one after the other.
struct StartList<'l> {
    common: &'l CommonArgs,
    args: &'l SolveArgs,
    puzzle: &'l Puzzle,
    tables: &'l TileTables<'l>,
    solutions: Vec<json::StartRecord>,
    nodes: u64,
    code: u8,
}

impl<'l> StartList<'l> {
    fn new(
        common: &'l CommonArgs,
        args: &'l SolveArgs,
        puzzle: &'l Puzzle,
        tables: &'l TileTables<'l>,
    ) -> StartList<'l> {
        StartList {
            common,
            args,
            puzzle,
            tables,
            solutions: Vec::new(),
            nodes: 0,
            code: 0,
        }
    }

    /// Solves the starts, and prints a line for each, or one JSON object at the end.
    fn solve(mut self, starts: Starts<'_>) -> CommandResult {
        let begun = Instant::now();
        let mut failure = None;
        for start in starts {
            let solved = start.and_then(|start| self.solve_one(&start));
            let (lines, is_proved) = match solved {
                Ok(solved) => solved,
                Err(problem) => {
                    failure = Some(self.after_failure(problem));
                    break;
                }
            };
            if !self.common.json {
                let mut printed = lines.iter().map(|line| print_line(line, false));
                match printed.find_map(Result::err) {
                    // The reader of stdout has closed the pipe, which is no error.
                    Some(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                        return Ok(Output::nothing().with_code(self.code));
                    }
                    Some(error) => return Err(unwritten(&error)),
                    None => {}
                }
            }
            if !is_proved {
                break;
            }
        }
        let seconds = begun.elapsed().as_secs_f64();
        if !self.common.quiet {
            let all = counted(self.solutions.len() as u64, "start");
            let visited = counted(self.nodes, "position");
            remark(format!("{all}, {visited} visited in {seconds:.1} s"));
        }
        match failure {
            Some(problem) if !self.common.json => Err(problem),
            failure => Ok(self.output(seconds, failure)),
        }
    }

    /// The problem that ends the list, with what was solved before it.
    fn after_failure(&mut self, problem: Problem) -> Problem {
        self.code = exit_code(problem.kind);
        let solved = counted(self.solutions.len() as u64, "start");
        let hint = format!("{}; {solved} before it were answered", problem.hint);
        problem.with_hint(hint)
    }

    /// Solves a start; returns its lines, and whether the answer is proved.
    fn solve_one(&mut self, start: &Configuration) -> Result<(Vec<String>, bool), Problem> {
        let own = Instant::now();
        let answer = solve(self.common, self.tables, start, false)?;
        self.nodes += answer.nodes;
        let text = self.puzzle.write_position(start);
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
        let mut lines = Vec::new();
        match &answer.result {
            GuidedResult::Solved { .. } => {
                let length = counted(record.moves.unwrap_or(0), self.common.metric.name());
                lines.push(format!("{text}: {length}"));
                if self.args.paths {
                    let path = path_of(self.tables, start, &answer)?;
                    let (board, metric) = (&self.puzzle.board, self.common.metric);
                    lines.extend(move_lines(board, metric, &path.moves, line_width()));
                    record.path = Some(json::steps(self.puzzle, Metric::Step, &path.moves));
                }
            }
            GuidedResult::Unsolvable => {
                self.code = self.code.max(3);
                lines.push(format!("{text}: no solution"));
                record.reason = Some(format!("no way leads to the goal: {ODD}"));
            }
            GuidedResult::Stopped { at_least } => {
                self.code = 1;
                lines.push(format!("{text}: at least {at_least}"));
                record.proved = false;
                record.at_least = Some(u64::from(*at_least));
                record.reason = Some("interrupted".to_owned());
            }
        }
        let is_proved = record.proved;
        self.solutions.push(record);
        Ok((lines, is_proved))
    }

    /// The JSON object; the lines are printed already.
    fn output(self, seconds: f64, failure: Option<Problem>) -> Output {
        let record = json::StartsRecord {
            puzzle: self.puzzle.name.clone(),
            metric: self.common.metric.name().to_owned(),
            method: "tables",
            solutions: self.solutions,
            nodes: json::digits(self.nodes),
            seconds,
            error: failure.map(|problem| record(problem).error),
        };
        Output::of_record(&record).with_code(self.code)
    }
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
