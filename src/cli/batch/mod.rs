//! `--batch`: the answers of a command for many puzzles, in order, by all cores.

mod answer_fields;
mod ordered_map;
mod puzzle_source;
mod store_turns;

pub(crate) use answer_fields::AnswerFields;

use crate::arguments::corruption_flag::CorruptionFlags;
use crate::arguments::{BatchArgs, CommonArgs};
use crate::io::failure::{exit_code, record};
use crate::io::level_word::refuse_metric;
use crate::io::output::{CommandResult, Output, print_line, unwritten};
use crate::io::scratch;
use crate::io::setup::{explorer_in, print_remarks, store_root, threads_of};
use crate::io::signals::stop_flag;
use ordered_map::ordered_map;
use puzzle_source::{BatchItem, BatchPuzzle, PuzzleSource, name_of};
use slidewise_app::{Keep, NamedLevel, Problem, ProblemKind, metric_of};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Puzzle, SearchOrigin};
use slidewise_render::graph_files::csv_field;
use slidewise_render::{counted, json};
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;
use store_turns::StoreTurns;

/// What a command does with each puzzle of a batch.
pub(crate) struct BatchTask<'a> {
    /// Fields of the JSON object that are columns of the table, besides those of every command.
    pub columns: &'static [&'static str],
    /// The line for people, without the puzzle's name.
    pub line: fn(&AnswerFields) -> String,
    /// Whether lines for people are in the metric in which a puzzle is customarily counted, unless
    /// one is given.
    pub takes_customary_metric: bool,
    /// Whether the search needs a folder, even if it keeps nothing.
    pub needs_folder: bool,
    /// The position or the usual order of tiles that takes the place of all goals.
    pub to: Option<&'a str>,
    /// The command itself.
    pub answer: &'a (dyn Fn(&CommonArgs, &Puzzle, Keep) -> CommandResult + Sync),
    /// What it does with Sokoban levels; `None` if it answers for one level at a time.
    pub level: Option<LevelTask<'a>>,
}

/// What a command does with each Sokoban level of a batch; nothing is kept.
pub(crate) struct LevelTask<'a> {
    /// Whether the source must hold levels and nothing else.
    pub is_required: bool,
    /// Fields of the JSON object that are columns of a table of levels alone.
    pub columns: &'static [&'static str],
    /// The line for people, without the level's name.
    pub line: fn(&AnswerFields) -> String,
    /// The command itself.
    pub answer: &'a (dyn Fn(&CommonArgs, &NamedLevel) -> CommandResult + Sync),
}

/// A line of a batch: text, JSON or CSV.
struct BatchLine {
    text: String,
    code: u8,
}

/// What a batch has printed.
struct Printed {
    lines: usize,
    code: u8,
    error: Option<io::Error>,
}

/// A batch with all that its threads share.
struct Batch<'a> {
    common: &'a CommonArgs,
    args: &'a BatchArgs,
    task: &'a BatchTask<'a>,
    /// Fields that are columns of the table.
    columns: &'static [&'static str],
    turns: StoreTurns,
}

/// Answers for all puzzles of a source and prints a line for each.
pub(crate) fn run(
    common: &CommonArgs,
    args: &BatchArgs,
    source: &Path,
    task: &BatchTask<'_>,
) -> CommandResult {
    let stop = stop_flag();
    let puzzles = PuzzleSource::open(source)?;
    if let Some(level) = &task.level
        && level.is_required
        && !puzzles.is_of_levels()
    {
        let name = name_of(source);
        return Err(Problem::of_input(
            format!("{name} is no file of Sokoban levels"),
            "--all-levels is for files of levels; --batch solves all puzzles of a file",
        )
        .about(name));
    }
    if !puzzles.is_of_levels() {
        refuse_metric(common)?;
    }
    let columns = match &task.level {
        Some(level) if puzzles.is_of_levels() => level.columns,
        _ => task.columns,
    };
    let batch = Batch {
        columns,
        common,
        args,
        task,
        turns: StoreTurns::default(),
    };
    let mut printed = Printed {
        lines: 0,
        code: 0,
        error: None,
    };
    let is_done = ordered_map(
        threads_of(common),
        stop,
        |push| puzzles.feed(common, push),
        |item: BatchItem, at_once| batch.line(item, at_once),
        |line: BatchLine| printed.print(&batch, &line),
    );
    match printed.error {
        // The reader of stdout has closed the pipe, which is no error.
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Some(error) => return Err(unwritten(&error)),
        None if !is_done => {
            let answered = counted(printed.lines, "puzzle");
            return Err(Problem::of_stop(
                format!("interrupted after {answered}"),
                "the lines so far are right; the same command begins again, and saved searches \
                 answer at once",
            ));
        }
        None if printed.lines == 0 => {
            return Err(Problem::of_input(
                format!("{} holds no puzzle", name_of(source)),
                "name a folder with puzzle files, or a file with a puzzle a line",
            ));
        }
        None => {}
    }
    Ok(Output::nothing().with_code(printed.code))
}

impl Printed {
    fn print(&mut self, batch: &Batch<'_>, line: &BatchLine) -> ControlFlow<()> {
        let header = (self.lines == 0 && batch.args.csv).then(|| batch.header());
        self.lines += 1;
        self.code = worst(self.code, line.code);
        let is_json = batch.common.json;
        for text in header.iter().chain([&line.text]) {
            if let Err(error) = print_line(text, is_json) {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// The exit code of a batch with these codes: a failed run first, then wrong input, then what does
/// not exist.
fn worst(one: u8, other: u8) -> u8 {
    match (one, other) {
        (0, code) | (code, 0) => code,
        _ => one.min(other),
    }
}

impl Batch<'_> {
    /// The line of a puzzle, which shares memory and cores with `at_once - 1` others.
    fn line(&self, item: BatchItem, at_once: usize) -> BatchLine {
        let begun = Instant::now();
        let mut line_of = self.task.line;
        let (name, result) = match item.read() {
            Err((word, problem)) => (word, Err(*problem)),
            Ok(BatchPuzzle::Puzzle {
                file,
                word,
                mut puzzle,
            }) => {
                let aimed = self.task.to.map_or(Ok(()), |to| puzzle.aim_at(to));
                print_remarks(self.common, &file, &puzzle.remarks);
                let result = match aimed {
                    Ok(()) => self.answer(&puzzle, at_once),
                    Err(error) => Err(error.into()),
                };
                (
                    puzzle.name,
                    result.map_err(|problem| problem.about_puzzle(&word)),
                )
            }
            Ok(BatchPuzzle::Level(level)) => {
                if let Some(task) = &self.task.level {
                    line_of = task.line;
                }
                let result = self.answer_level(&level, at_once);
                (level.name, result)
            }
        };
        let seconds = begun.elapsed().as_secs_f64();
        match result {
            Ok(output) => BatchLine {
                text: self.answered(&name, output.record(), line_of, seconds),
                code: output.code(),
            },
            Err(problem) => BatchLine {
                code: exit_code(problem.kind()),
                text: self.failed(name, problem, seconds),
            },
        }
    }

    /// The answer for a level.
    fn answer_level(&self, level: &NamedLevel, at_once: usize) -> CommandResult {
        match &self.task.level {
            Some(task) => (task.answer)(&self.share(at_once, self.common.metric), level),
            None => Err(Problem::of_input(
                "this command answers for one Sokoban level at a time",
                format!("name the level without --batch, as {}", level.name),
            )),
        }
    }

    /// The answer for a puzzle.
    fn answer(&self, puzzle: &Puzzle, at_once: usize) -> CommandResult {
        let common = &self.share(at_once, self.metric_of(puzzle));
        if !self.args.keeping.no_store {
            let root = store_root(self.common)?;
            let keep = Keep::Folder(root);
            let explorer = explorer_in(common, &self.args.keeping, puzzle, keep.clone());
            let origins = [SearchOrigin::Start, SearchOrigin::Goals];
            let names = origins.map(|from| explorer.store_names(from));
            let _turn = self.turns.wait(names.concat());
            return self.answer_in(common, puzzle, keep);
        }
        if !self.task.needs_folder {
            let result = self.answer_in(common, puzzle, Keep::Memory);
            let is_too_large = |problem: &Problem| problem.kind() == ProblemKind::TooLarge;
            if !result.as_ref().is_err_and(is_too_large) {
                return result;
            }
        }
        let folder = scratch::own_folder()?;
        let keep = Keep::Scratch(folder.path().to_owned());
        self.answer_in(common, puzzle, keep)
    }

    fn answer_in(&self, common: &CommonArgs, puzzle: &Puzzle, keep: Keep) -> CommandResult {
        let result = (self.task.answer)(common, puzzle, keep);
        match common.corruption.raised() {
            Some(damage) => Err(damage.into()),
            None => result,
        }
    }

    /// The metric in which a puzzle is searched.
    fn metric_of(&self, puzzle: &Puzzle) -> Metric {
        let is_for_people = !self.common.json && !self.args.csv;
        match puzzle.presentation.metric {
            Some(customary)
                if self.task.takes_customary_metric
                    && is_for_people
                    && !self.common.is_metric_given =>
            {
                metric_of(customary)
            }
            _ => self.common.metric,
        }
    }

    /// The common options for one of `at_once` puzzles, with this metric.
    fn share(&self, at_once: usize, metric: Metric) -> CommonArgs {
        let all = self.common;
        CommonArgs {
            metric,
            // Lengths in other metrics take further searches, and a line has no room for them.
            is_metric_given: true,
            metric_word: all.metric_word.clone(),
            puzzle_word: None,
            json: all.json,
            threads: NonZeroUsize::new(threads_of(all) / at_once).or(Some(NonZeroUsize::MIN)),
            store: all.store.clone(),
            memory: all.memory.map(|memory| memory / at_once as u64),
            // Bars of several searches would overwrite each other.
            quiet: true,
            corruption: CorruptionFlags::default(),
        }
    }

    /// The line of a puzzle with an answer.
    ///
    /// `line_of` writes the answer for people.
    fn answered(
        &self,
        name: &str,
        record: &str,
        line_of: fn(&AnswerFields) -> String,
        seconds: f64,
    ) -> String {
        if self.common.json {
            return record.to_owned();
        }
        let fields = AnswerFields::of(record);
        if self.args.csv {
            let values = self.columns.iter().map(|column| column_of(&fields, column));
            return self.row((name, fields.text("metric")), values, seconds, "");
        }
        format!("{name}: {}, {seconds:.2} s", line_of(&fields))
    }

    /// The line of a puzzle without an answer.
    fn failed(&self, puzzle: String, problem: Problem, seconds: f64) -> String {
        if self.args.csv {
            let reason = problem.unsolvable().map(|why| why.name());
            let goal = problem.goal.as_deref();
            let values = self.columns.iter().map(|&column| {
                let value = match column {
                    "goal" => goal,
                    "reason" => reason,
                    _ => None,
                };
                value.unwrap_or_default().to_owned()
            });
            let metric = self.common.metric.name().to_owned();
            return self.row((&puzzle, metric), values, seconds, &problem.message);
        }
        if self.common.json {
            let failed = record(problem);
            let record = json::FailedPuzzleRecord { puzzle, failed };
            return serde_json::to_string(&record).expect("every record fits JSON");
        }
        let message = &problem.message;
        match message.strip_prefix(&puzzle) {
            Some(rest) if rest.starts_with(':') => message.clone(),
            Some(rest) if rest.starts_with(' ') => format!("{puzzle}:{rest}"),
            _ => format!("{puzzle}: {message}"),
        }
    }

    /// The first line of the table.
    fn header(&self) -> String {
        let own = self.columns.join(",");
        format!("puzzle,metric,{own},seconds,error")
    }

    /// A row of the table.
    fn row(
        &self,
        (name, metric): (&str, String),
        values: impl Iterator<Item = String>,
        seconds: f64,
        error: &str,
    ) -> String {
        let mut row = format!("{},{metric}", csv_field(name));
        for value in values {
            row += &format!(",{}", csv_field(&value));
        }
        row + &format!(",{seconds:.6},{}", csv_field(error))
    }
}

/// The field of a column; a level's length in its metric is its number of moves.
fn column_of(fields: &AnswerFields, column: &str) -> String {
    let own = match (column, fields.text("metric").as_str()) {
        ("moves", "push") => "pushes",
        ("moves", _) if fields.is_known("pushes") => "steps",
        _ => column,
    };
    fields.text(own)
}

#[cfg(test)]
mod tests {
    use super::worst;

    #[test]
    fn a_failed_run_outweighs_wrong_input_and_that_what_does_not_exist() {
        for (codes, all) in [
            (vec![], 0),
            (vec![0, 0], 0),
            (vec![0, 3, 0], 3),
            (vec![3, 2], 2),
            (vec![2, 3, 1, 0], 1),
        ] {
            assert_eq!(codes.iter().copied().fold(0, worst), all, "{codes:?}");
            assert_eq!(codes.into_iter().rev().fold(0, worst), all);
        }
    }
}
