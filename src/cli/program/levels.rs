//! Commands on Sokoban levels: the one place that decides whether an argument names a level.

use super::command::Command;
use crate::arguments::CommonArgs;
use crate::graph::level_network;
use crate::io::level_word;
use crate::io::output::{CommandResult, remark};
use crate::io::piped::{is_pipe, levels_of};
use crate::pictures;
use crate::sokoban::{answers, level_list, lurd};
use crate::terminal;
use slidewise_app::{NamedLevel, Problem};

/// Answers a command whose puzzle is a level; `None` if it is not.
pub(crate) fn run(common: &CommonArgs, command: &Command) -> Option<CommandResult> {
    let (word, start) = puzzle_of(command)?;
    let opened = levels_of(word)?;
    Some(opened.and_then(|file| {
        if matches!(command, Command::Show { .. }) && file.is_several() {
            return Ok(level_list::show(&file));
        }
        let mut named = file.level()?;
        if let Some(start) = start {
            named = named.started_at(start)?;
        }
        if let Some(line) = file.remark().filter(|_| !common.quiet) {
            remark(line);
        }
        answer(common, command, word, &named)
    }))
}

fn answer(common: &CommonArgs, command: &Command, word: &str, named: &NamedLevel) -> CommandResult {
    match command {
        Command::Show { .. } => answers::show(named),
        Command::Explore(args) => answers::explore(common, args, named),
        Command::Solve(args) => answers::solve(common, args, named),
        Command::Find(args) => answers::find(common, args, named),
        Command::Farthest(args) => answers::farthest(common, args, named),
        Command::Verify(_) => answers::verify(common, named),
        Command::Replay(args) => lurd::run(args, named),
        Command::Graph(args) => level_network::run(common, args, named),
        Command::Pictures(command) => pictures::draw_level(common, command, named),
        Command::Terminal(command) => terminal::play_level(common, command, named),
        _ => Err(level_word::unknown_to_levels(word)),
    }
}

/// The puzzle that a command names, and its `--start`.
fn puzzle_of(command: &Command) -> Option<(&str, Option<&str>)> {
    match command {
        Command::Show { puzzle } => Some((puzzle, None)),
        Command::Explore(args) => given(&args.searched.puzzle, &args.searched.start),
        Command::Solve(args) if args.all_levels => None,
        Command::Solve(args) => given(&args.searched.puzzle, &args.searched.start),
        Command::Farthest(args) => given(&args.searched.puzzle, &args.searched.start),
        Command::Find(args) => Some((&args.searched.puzzle, args.searched.start.as_deref())),
        Command::Verify(args) => Some((&args.puzzle, None)),
        // A certificate is read by its own reader, and a pipe only once.
        Command::Replay(args) => {
            let word = args.file.to_str()?;
            let is_other = args.solution.is_none() && is_pipe(word);
            (!is_other).then_some((word, None))
        }
        Command::Graph(args) => Some((&args.searched.puzzle, args.searched.start.as_deref())),
        Command::Pictures(command) => pictures::puzzle_of(command),
        Command::Terminal(command) => Some(terminal::puzzle_of(command)),
        _ => None,
    }
}

fn given<'a>(
    puzzle: &'a Option<String>,
    start: &'a Option<String>,
) -> Option<(&'a str, Option<&'a str>)> {
    Some((puzzle.as_deref()?, start.as_deref()))
}

/// Refuses what only levels have on another puzzle: the metric `push`, and a solution to replay.
pub(crate) fn refuse_elsewhere(common: &CommonArgs, command: &Command) -> Result<(), Problem> {
    // Only the source of a batch shows whether it has levels.
    let is_batch = match command {
        Command::Solve(args) => args.all_levels || args.searched.batch.is_some(),
        Command::Explore(args) => args.searched.batch.is_some(),
        _ => false,
    };
    if !is_batch {
        level_word::refuse_metric(common)?;
    }
    let (is_given, what) = match command {
        Command::Explore(args) => (args.live, "--live"),
        Command::Replay(args) => (args.solution.is_some(), "a solution in letters"),
        _ => (false, ""),
    };
    if is_given {
        Err(Problem::of_input(
            format!("{what} is for Sokoban levels"),
            "name a file of levels, with #N for one of several",
        ))
    } else {
        Ok(())
    }
}
