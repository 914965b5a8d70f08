//! The answers for the starts of a file, one after the other.

use super::solution::goal_name;
use super::start_table::{StartTable, TABLE_HEADER};
use crate::arguments::{CommonArgs, SolveArgs};
use crate::io::failure::{exit_code, record};
use crate::io::output::{CommandResult, Output, print_line, remark, unwritten};
use crate::io::starts::Starts;
use slidewise_app::{Problem, SolveMethod};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::graph_files::csv_field;
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
    /// Why there is no way, in a sentence.
    error: Option<String>,
    /// Whether the search was stopped by a limit of its own, so that the next start follows.
    is_at_limit: bool,
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
            is_at_limit: false,
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

    /// The answer of a search that a limit of its own has stopped, or something else.
    pub(crate) fn at_limit(self, is_at_limit: bool) -> StartAnswer {
        StartAnswer {
            is_at_limit,
            ..self
        }
    }

    /// The answer with the method of its search, and the number of positions visited.
    pub(crate) fn by(mut self, method: SolveMethod, nodes: u64) -> StartAnswer {
        self.nodes = nodes;
        self.record.nodes = json::digits(nodes);
        self.record.method = method.name();
        self
    }
}

/// Where the answers go, and what they have come to so far.
struct AnswerList<'a> {
    common: &'a CommonArgs,
    puzzle: &'a Puzzle,
    /// The first line of the table, until it is printed.
    header: Option<&'static str>,
    /// The file of the table, if it is kept in one.
    table: Option<StartTable>,
    is_table: bool,
    solutions: Vec<json::StartRecord>,
    nodes: u64,
    code: u8,
}

/// Whether the next start follows.
enum AfterStart {
    Next,
    End,
    /// The reader of stdout has closed the pipe, which is no error.
    Closed,
}

/// Answers the starts in order, and prints the lines of each, or one JSON object at the end.
///
/// Starts with a row in the table already are not answered again.
///
/// # Errors
/// If a start cannot be read or solved, unless the JSON object has the error; or if the table has
/// rows of other starts.
pub(crate) fn answer_all(
    common: &CommonArgs,
    args: &SolveArgs,
    puzzle: &Puzzle,
    (starts, table): (Starts<'_>, Option<StartTable>),
    answer: &mut dyn FnMut(&Configuration) -> Result<StartAnswer, Problem>,
) -> CommandResult {
    let begun = Instant::now();
    let is_table = args.searched.csv || table.is_some();
    let mut list = AnswerList {
        common,
        puzzle,
        header: (is_table && table.is_none()).then_some(TABLE_HEADER),
        table,
        is_table,
        solutions: Vec::new(),
        nodes: 0,
        code: 0,
    };
    let mut failure = None;
    for start in starts {
        let own = Instant::now();
        let after = start.and_then(|start| {
            if list.has_row(&start)? {
                return Ok(AfterStart::Next);
            }
            let answered = answer(&start)?;
            list.add(answered, own.elapsed().as_secs_f64())
        });
        match after {
            Ok(AfterStart::Next) => {}
            Ok(AfterStart::End) => break,
            Ok(AfterStart::Closed) => return Ok(Output::nothing().with_code(list.code)),
            Err(problem) => {
                list.code = exit_code(problem.kind());
                failure = Some(after_answers(problem, list.solutions.len()));
                break;
            }
        }
    }
    if failure.is_none() && list.code != 1 {
        failure = list.table.as_ref().and_then(|table| table.end().err());
        if let Some(problem) = &failure {
            list.code = exit_code(problem.kind());
        }
    }
    list.end(begun.elapsed().as_secs_f64(), failure)
}

impl AnswerList<'_> {
    /// Whether the table has a row of a start, which follows those before.
    fn has_row(&mut self, start: &Configuration) -> Result<bool, Problem> {
        let Some(table) = &mut self.table else {
            return Ok(false);
        };
        let start = self.puzzle.write_position(start);
        table.has_row(&row_beginning(self.common, self.puzzle, &start))
    }

    /// Prints the answer for a start, or adds its row to the table.
    fn add(&mut self, answered: StartAnswer, seconds: f64) -> Result<AfterStart, Problem> {
        let StartAnswer {
            mut record,
            lines,
            nodes,
            error,
            is_at_limit,
        } = answered;
        record.seconds = seconds;
        self.nodes += nodes;
        let is_cut = !record.proved && !is_at_limit;
        if is_cut {
            self.code = 1;
        } else if record.proved && record.moves.is_none() {
            self.code = self.code.max(3);
        }
        let row = self
            .is_table
            .then(|| table_row(self.common, self.puzzle, &record, error));
        self.solutions.push(record);
        match (&mut self.table, row) {
            // A start whose search was cut off is searched again by the next run.
            (Some(_), _) if is_cut => {}
            (Some(table), Some(row)) => table.append(&row)?,
            (_, row) if !self.common.json => {
                let lines = row.map_or(lines, |row| {
                    let header = self.header.take().map(str::to_owned);
                    header.into_iter().chain([row]).collect()
                });
                let mut printed = lines.iter().map(|line| print_line(line, false));
                match printed.find_map(Result::err) {
                    Some(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                        return Ok(AfterStart::Closed);
                    }
                    Some(error) => return Err(unwritten(&error)),
                    None => {}
                }
            }
            _ => {}
        }
        Ok(if is_cut {
            AfterStart::End
        } else {
            AfterStart::Next
        })
    }

    /// The remark on all starts, and the output.
    fn end(self, seconds: f64, failure: Option<Problem>) -> CommandResult {
        if !self.common.quiet {
            let all = counted(self.solutions.len() as u64, "start");
            let visited = counted(self.nodes, "position");
            remark(format!("{all}, {visited} visited in {seconds:.1} s"));
        }
        if let Some(problem) = failure.clone().filter(|_| !self.common.json) {
            return Err(problem);
        }
        let record = json::StartsRecord {
            puzzle: self.puzzle.name.clone(),
            metric: self.common.metric.name().to_owned(),
            goal: goal_name(self.puzzle),
            solutions: self.solutions,
            nodes: json::digits(self.nodes),
            seconds,
            error: failure.map(|problem| self::record(problem).error),
        };
        let output = match &self.table {
            Some(table) => Output::new(vec![table.in_words()], &record),
            None => Output::of_record(&record),
        };
        Ok(output.with_code(self.code))
    }
}

/// The first fields of the row of a start, which say what was asked.
fn row_beginning(common: &CommonArgs, puzzle: &Puzzle, start: &str) -> String {
    let goal = goal_name(puzzle).unwrap_or_default();
    let fields = [start, common.metric.name(), &goal];
    let fields = fields.map(|field| csv_field(field).into_owned());
    fields.join(",") + ","
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
    let fields = fields.map(|field| csv_field(&field).into_owned());
    row_beginning(common, puzzle, &record.start) + &fields.join(",")
}

/// The problem that ends a list, with the number of starts that were answered before it.
fn after_answers(problem: Problem, answered: usize) -> Problem {
    let answered = counted(answered as u64, "start");
    let hint = format!("{}; {answered} before it were answered", problem.hint);
    problem.with_hint(hint)
}
