//! Searches of levels for commands: limits, progress, stores, errors in words.

use super::level_word::NamedLevel;
use crate::arguments::{CommonArgs, KeepArgs};
use crate::output::remark;
use crate::setup::{store_root, threads_of};
use crate::signals::stop_flag;
use slidewise_app::{Problem, ProblemKind};
use slidewise_render::{counted, human_bytes};
use slidewise_sokoban::{
    BoxSpace, LevelGraph, LevelLimits, LevelMetric, LevelSearch, LevelSearchError,
};
use slidewise_store::{Access, RunStore};
use std::fmt::Display;
use std::io::IsTerminal;

/// The memory of a search that `--memory` does not limit.
pub(super) const USUAL_MEMORY: u64 = 4 << 30;

/// The graph of a level, unless its positions cannot be numbered.
pub(super) fn graph_of(
    named: &NamedLevel,
    metric: LevelMetric,
    space: BoxSpace,
) -> Result<LevelGraph<'_>, Problem> {
    LevelGraph::new(&named.level, metric, space).ok_or_else(|| {
        Problem::new(
            ProblemKind::TooLarge,
            format!("{} has more positions than 63 bits can number", named.name),
            "take a level with fewer boxes or fewer cells",
        )
    })
}

/// The limits that the options of every command give.
pub(super) fn limits(common: &CommonArgs) -> LevelLimits<'static> {
    LevelLimits {
        memory: common.memory_or(USUAL_MEMORY),
        threads: threads_of(common),
        until_solved: false,
        max_generation: u64::MAX,
        stop: stop_flag(),
    }
}

/// Reports each generation on a terminal, unless `--quiet`.
pub(super) fn reporter(common: &CommonArgs) -> impl FnMut(u64, u64) {
    let is_shown = !common.quiet && std::io::stderr().is_terminal();
    move |generation, count| {
        if is_shown {
            let count = counted(count, "position");
            remark(format!("generation {generation}: {count}"));
        }
    }
}

/// Reports each new bound of a guided search on a terminal, unless `--quiet`.
pub(super) fn reporter_of_bounds(common: &CommonArgs) -> impl FnMut(u32, u64) {
    let is_shown = !common.quiet && std::io::stderr().is_terminal();
    let mut shown = None;
    move |bound, nodes| {
        if is_shown && shown.replace(bound) != Some(bound) {
            let nodes = counted(nodes, "position");
            remark(format!("at least {bound} pushes: {nodes} tried"));
        }
    }
}

/// Opens the store of a search from the start, or none with `--no-store`.
pub(super) fn store_of(
    common: &CommonArgs,
    keeping: &KeepArgs,
    graph: &LevelGraph<'_>,
    name: &str,
) -> Result<Option<RunStore>, Problem> {
    if keeping.no_store {
        return Ok(None);
    }
    let fresh = keeping.fresh;
    let header = graph.header(&store_name(name));
    let root = store_root(common)?;
    Ok(Some(RunStore::open(
        &root,
        &header,
        Access::Write { fresh },
    )?))
}

/// The name of a level in its store: that of the file and the level, without folders.
pub(super) fn store_name(name: &str) -> String {
    let short = name.rsplit(['/', '\\']).next().unwrap_or(name);
    short.replace(['#', ':', ' '], "-")
}

/// The problem of a search that failed.
pub(super) fn problem_of(error: LevelSearchError) -> Problem {
    match error {
        LevelSearchError::Store(error) => error.into(),
        LevelSearchError::Stopped { generation } => Problem::of_run(
            format!("interrupted in generation {generation}"),
            "the same command goes on from the generations that it has kept, if any",
        ),
        LevelSearchError::Memory { limit } => Problem::new(
            ProblemKind::TooLarge,
            format!(
                "the positions of the level take more than {} of memory",
                human_bytes(limit)
            ),
            "give more with --memory, or leave out boxes on dead cells with --live",
        ),
    }
}

/// Searches from the start.
pub(super) fn search(
    common: &CommonArgs,
    graph: &LevelGraph<'_>,
    store: Option<RunStore>,
    limits: LevelLimits<'_>,
) -> Result<LevelSearch, Problem> {
    let mut report = reporter(common);
    LevelSearch::from_start(graph, store, limits, &mut report).map_err(problem_of)
}

/// A number with its thing, such as `2 pushes` or `1 step`.
pub(crate) fn counted_in(number: impl Display, thing: &str) -> String {
    let text = counted(number, thing);
    match text.strip_suffix("s") {
        Some(one) if one.ends_with("sh") || one.ends_with('x') => format!("{one}es"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_have_their_plural() {
        assert_eq!(counted_in(1, "push"), "1 push");
        assert_eq!(counted_in(2, "push"), "2 pushes");
        assert_eq!(counted_in(1234, "box"), "1,234 boxes");
        assert_eq!(counted_in(0, "step"), "0 steps");
        assert_eq!(store_name("a/levels.xsb#The end"), "levels.xsb-The-end");
    }
}
