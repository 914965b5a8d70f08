//! The output of `solve` and `find` when a limit ends the search before the target is found.

use crate::arguments::CommonArgs;
use crate::io::output::Output;
use slidewise_app::Answer;
use slidewise_puzzle::Puzzle;
use slidewise_render::counted;
use slidewise_render::json::{self, UnansweredRecord};

/// The output, with exit code 1, if no searched generation contains the target named `what`.
pub(crate) fn stopped_output(
    common: &CommonArgs,
    puzzle: &Puzzle,
    answer: &Answer,
    what: &str,
    unanswered: UnansweredRecord,
    kept: Option<String>,
) -> Output {
    let metric = common.metric.name();
    let problem = answer.problem.as_ref();
    let problem = problem.expect("a search that was stopped says why");
    let record = json::StoppedRecord {
        puzzle: puzzle.name.clone(),
        metric: metric.to_owned(),
        unanswered,
        proved: false,
        at_least: answer.at_least,
        searched: json::digits(answer.nodes.unwrap_or(0)),
        reason: problem.message.clone(),
        hint: problem.hint.clone(),
    };
    let lines = vec![
        format!(
            "{}: {what} is at least {} away",
            puzzle.title,
            counted(answer.at_least, metric)
        ),
        format!("{}; {}", problem.message, problem.hint),
    ];
    Output::new(lines, &record).with_line(kept).with_code(1)
}
