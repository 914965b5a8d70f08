//! What an argument says of levels: the metric, and where levels are refused.

use super::piped::levels_of;
use crate::arguments::CommonArgs;
use slidewise_app::Problem;
use slidewise_sokoban::LevelMetric;

/// The metric of a level: `push` unless `--metric` names another.
pub(crate) fn metric_of(common: &CommonArgs) -> Result<LevelMetric, Problem> {
    match common.metric_word.as_deref() {
        None | Some("push") => Ok(LevelMetric::Push),
        Some("step" | "move" | "moves") => Ok(LevelMetric::Step),
        Some(other) => Err(Problem::of_input(
            format!("--metric {other} does not exist for Sokoban levels"),
            "take --metric push or --metric step",
        )),
    }
}

/// Refuses a metric that only levels have.
pub(crate) fn refuse_metric(common: &CommonArgs) -> Result<(), Problem> {
    match common.metric_word.as_deref() {
        Some(word @ ("push" | "moves")) => Err(Problem::of_input(
            format!("--metric {word} is for Sokoban levels"),
            "take --metric step, slide, move or line",
        )),
        _ => Ok(()),
    }
}

/// Refuses a level where a command needs another puzzle.
pub(crate) fn refuse_level(word: &str) -> Result<(), Problem> {
    match levels_of(word) {
        Some(Ok(_)) => Err(unknown_to_levels(word)),
        Some(Err(problem)) => Err(problem),
        None => Ok(()),
    }
}

/// The problem of a command that has no answer for levels.
pub(crate) fn unknown_to_levels(word: &str) -> Problem {
    Problem::of_input(
        format!("{word} is a Sokoban level, and this command has no answer for levels"),
        "these have one: show, check, explore, solve, find, farthest, verify, replay, play, serve, \
         draw, animate, graph",
    )
}
