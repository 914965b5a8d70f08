//! The answers for the starts of a file, one after the other.

use super::arguments::{CommonArgs, SolveMethod};
use super::failure::{exit_code, record};
use super::output::{CommandResult, Output, print_line, remark, unwritten};
use super::starts::Starts;
use slidewise_app::Problem;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::{counted, json};
use std::io;
use std::time::Instant;

/// The answer for one start.
pub(crate) struct StartAnswer {
    /// Its part of the JSON object.
    pub record: json::StartRecord,
    /// Its lines of text.
    pub lines: Vec<String>,
    /// Number of positions visited.
    pub nodes: u64,
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

    /// The answer for a start from which no way leads to a goal.
    pub(crate) fn without_way(start: &str, reason: Option<String>) -> StartAnswer {
        let mut answer = StartAnswer::new(start, None);
        answer.lines.push(format!("{start}: no solution"));
        answer.record.reason = reason;
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

    /// The answer with the number of positions that its search visited.
    pub(crate) fn with_nodes(mut self, nodes: u64) -> StartAnswer {
        self.nodes = nodes;
        self.record.nodes = json::digits(nodes);
        self
    }
}

/// Answers the starts in order, and prints the lines of each, or one JSON object at the end.
///
/// # Errors
/// If a start cannot be read or solved, unless the JSON object has the error.
pub(crate) fn answer_all(
    common: &CommonArgs,
    puzzle: &Puzzle,
    starts: Starts<'_>,
    answer: &mut dyn FnMut(&Configuration) -> Result<StartAnswer, Problem>,
) -> CommandResult {
    let begun = Instant::now();
    let (mut solutions, mut failure) = (Vec::new(), None);
    let (mut nodes, mut code) = (0, 0);
    for start in starts {
        let own = Instant::now();
        let answered = match start.and_then(|start| answer(&start)) {
            Ok(answered) => answered,
            Err(problem) => {
                code = exit_code(problem.kind);
                failure = Some(after_answers(problem, solutions.len()));
                break;
            }
        };
        let StartAnswer {
            mut record,
            lines,
            nodes: own_nodes,
        } = answered;
        record.seconds = own.elapsed().as_secs_f64();
        nodes += own_nodes;
        let is_proved = record.proved;
        if !is_proved {
            code = 1;
        } else if record.moves.is_none() {
            code = code.max(3);
        }
        solutions.push(record);
        if !common.json {
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
                method: SolveMethod::Tables.name(),
                solutions,
                nodes: json::digits(nodes),
                seconds,
                error: failure.map(|problem| self::record(problem).error),
            };
            Ok(Output::of_record(&record).with_code(code))
        }
    }
}

/// The problem that ends a list, with the number of starts that were answered before it.
fn after_answers(problem: Problem, answered: usize) -> Problem {
    let answered = counted(answered as u64, "start");
    let hint = format!("{}; {answered} before it were answered", problem.hint);
    problem.with_hint(hint)
}
