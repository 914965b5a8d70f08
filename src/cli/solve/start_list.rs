//! The answers for the starts of a file, one after the other.

use super::solution::goal_name;
use super::starts::Starts;
use crate::arguments::{CommonArgs, SolveArgs};
use crate::io::failure::{exit_code, record};
use crate::io::output::{CommandResult, Output, print_line, remark, unwritten};
use slidewise_app::{Problem, SolveMethod};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::graph_files::csv_field;
use slidewise_render::{counted, json};
use std::io;
use std::time::Instant;

/// The first line of a table of starts; the columns are those of a batch.
const TABLE_HEADER: &str =
    "start,metric,goal,moves,routes,proved,at_least,reason,method,nodes,seconds,error";

/// The answer for one start.
pub(crate) struct StartAnswer {
    /// Its part of the JSON object.
    pub record: json::StartRecord,
    /// Its lines of text.
    pub lines: Vec<String>,
    /// Number of positions visited.
    pub nodes: u64,
    /// Why there is no way, in a sentence.
    error: Option<String>,
}

impl StartAnswer {
    /// The answer for the start with this text, whose shortest way has `moves`; `None` if there is
    /// no way, or none is known.
    pub(crate) fn new(start: &str, moves: Option<u64>) -> StartAnswer {
        StartAnswer {
            record: json::StartRecord {
                start: start.to_owned(),
                moves,
                routes: None,
                method: SolveMethod::Tables.name(),
                nodes: json::digits(0),
                seconds: 0.0,
                proved: true,
                at_least: None,
                reason: None,
                path: None,
            },
            lines: Vec::new(),
            nodes: 0,
            error: None,
        }
    }

    /// The answer for a start from which no way leads to a goal, for the reason of this problem.
    pub(crate) fn without_way(start: &str, problem: Problem) -> StartAnswer {
        let mut answer = StartAnswer::new(start, None);
        let (_, clause) = problem
            .message
            .split_once(" has no solution: ")
            .unwrap_or(("", &problem.message));
        answer.lines.push(format!("{start}: no solution: {clause}"));
        let reason = problem.unsolvable().map(|why| why.name().to_owned());
        answer.record.reason = reason.or_else(|| Some(problem.message.clone()));
        answer.error = Some(problem.message);
        answer
    }

    /// The answer for a start whose search was stopped.
    pub(crate) fn stopped(start: &str, at_least: u64, reason: String) -> StartAnswer {
        let mut answer = StartAnswer::new(start, None);
        answer.lines.push(format!("{start}: at least {at_least}"));
        answer.record.proved = false;
        answer.record.at_least = Some(at_least);
        answer.record.reason = Some(reason);
        answer
    }

    /// The answer with the method of its search, and the number of positions visited.
    pub(crate) fn by(mut self, method: SolveMethod, nodes: u64) -> StartAnswer {
        self.nodes = nodes;
        self.record.nodes = json::digits(nodes);
        self.record.method = method.name();
        self
    }
}

/// Answers the starts in order, and prints the lines of each, or one JSON object at the end.
///
/// # Errors
/// If a start cannot be read or solved, unless the JSON object has the error.
pub(crate) fn answer_all(
    common: &CommonArgs,
    args: &SolveArgs,
    puzzle: &Puzzle,
    starts: Starts<'_>,
    answer: &mut dyn FnMut(&Configuration) -> Result<StartAnswer, Problem>,
) -> CommandResult {
    let begun = Instant::now();
    let (mut solutions, mut failure) = (Vec::new(), None);
    let (mut nodes, mut code) = (0, 0);
    let is_table = args.searched.csv;
    let mut header = is_table.then(|| TABLE_HEADER.to_owned());
    for start in starts {
        let own = Instant::now();
        let answered = match start.and_then(|start| answer(&start)) {
            Ok(answered) => answered,
            Err(problem) => {
                code = exit_code(problem.kind());
                failure = Some(after_answers(problem, solutions.len()));
                break;
            }
        };
        let StartAnswer {
            mut record,
            lines,
            nodes: own_nodes,
            error,
        } = answered;
        record.seconds = own.elapsed().as_secs_f64();
        nodes += own_nodes;
        let is_proved = record.proved;
        if !is_proved {
            code = 1;
        } else if record.moves.is_none() {
            code = code.max(3);
        }
        let row = is_table.then(|| table_row(common, puzzle, &record, error));
        solutions.push(record);
        if !common.json {
            let lines = row.map_or(lines, |row| {
                header.take().into_iter().chain([row]).collect()
            });
            let mut printed = lines.iter().map(|line| print_line(line, false));
            match printed.find_map(Result::err) {
                // The reader of stdout has closed the pipe, which is no error.
                Some(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    return Ok(Output::nothing().with_code(code));
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
    if !common.quiet {
        let all = counted(solutions.len() as u64, "start");
        let visited = counted(nodes, "position");
        remark(format!("{all}, {visited} visited in {seconds:.1} s"));
    }
    match failure {
        Some(problem) if !common.json => Err(problem),
        failure => {
            let record = json::StartsRecord {
                puzzle: puzzle.name.clone(),
                metric: common.metric.name().to_owned(),
                goal: goal_name(puzzle),
                solutions,
                nodes: json::digits(nodes),
                seconds,
                error: failure.map(|problem| self::record(problem).error),
            };
            Ok(Output::of_record(&record).with_code(code))
        }
    }
}

/// The row of a table for a start.
fn table_row(
    common: &CommonArgs,
    puzzle: &Puzzle,
    record: &json::StartRecord,
    error: Option<String>,
) -> String {
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let fields = [
        record.start.clone(),
        common.metric.name().to_owned(),
        goal_name(puzzle).unwrap_or_default(),
        number(record.moves),
        record.routes.clone().unwrap_or_default(),
        record.proved.to_string(),
        number(record.at_least),
        record.reason.clone().unwrap_or_default(),
        record.method.to_owned(),
        record.nodes.clone(),
        format!("{:.6}", record.seconds),
        error.unwrap_or_default(),
    ];
    fields.map(|field| csv_field(&field).into_owned()).join(",")
}

/// The problem that ends a list, with the number of starts that were answered before it.
fn after_answers(problem: Problem, answered: usize) -> Problem {
    let answered = counted(answered as u64, "start");
    let hint = format!("{}; {answered} before it were answered", problem.hint);
    problem.with_hint(hint)
}
