//! The output of `solve` and `find` when a limit ends the search before the target is found.

use crate::arguments::CommonArgs;
use crate::io::output::Output;
use slidewise_app::Stopped;
use slidewise_puzzle::Puzzle;
use slidewise_render::counted;
use slidewise_render::json::{self, UnansweredRecord};

/// The output, with exit code 1, if no searched generation contains the target named `what`.
pub(crate) fn stopped_output(
    common: &CommonArgs,
    puzzle: &Puzzle,
    stopped: &Stopped,
    what: &str,
    unanswered: UnansweredRecord,
    kept: Option<String>,
) -> Output {
    let metric = common.metric.name();
    let problem = &stopped.problem;
    let record = json::StoppedRecord {
        puzzle: puzzle.name.clone(),
        metric: metric.to_owned(),
        unanswered,
        proved: false,
        at_least: stopped.at_least,
        searched: json::digits(stopped.searched),
        reason: problem.message.clone(),
        hint: problem.hint.clone(),
    };
    let lines = vec![
        format!(
            "{}: {what} is at least {} away",
            puzzle.title,
            counted(stopped.at_least, metric)
        ),
        format!("{}; {}", problem.message, problem.hint),
    ];
    Output::new(lines, &record).with_line(kept).with_code(1)
}
