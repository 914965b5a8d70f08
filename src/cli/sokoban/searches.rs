//! Searches of levels for commands: limits, progress, stores.

use crate::arguments::{CommonArgs, KeepArgs};
use crate::io::output::remark;
use crate::io::setup::{store_root, threads_of};
use crate::io::signals::stop_flag;
use slidewise_app::{NamedLevel, Problem};
use slidewise_render::counted;
use slidewise_sokoban::{LevelGraph, LevelLimits, LevelMetric, LevelSearch};
use slidewise_store::RunStore;
use std::fmt::Display;
use std::io::IsTerminal;

/// The memory of a search that `--memory` does not limit.
const USUAL_MEMORY: u64 = 4 << 30;

/// The limits that the options of every command give.
pub(crate) fn limits(common: &CommonArgs) -> LevelLimits<'static> {
    LevelLimits {
        memory: common.memory_or(USUAL_MEMORY),
        threads: threads_of(common),
        until_solved: false,
        max_generation: u64::MAX,
        stop: stop_flag(),
    }
}

/// Reports each generation on a terminal, unless `--quiet`.
pub(crate) fn reporter(common: &CommonArgs) -> impl FnMut(u64, u64) {
    let is_shown = !common.quiet && std::io::stderr().is_terminal();
    move |generation, count| {
        if is_shown {
            let count = counted(count, "position");
            remark(format!("generation {generation}: {count}"));
        }
    }
}

/// Reports each new bound of a guided search on a terminal, unless `--quiet`.
pub(crate) fn reporter_of_bounds(common: &CommonArgs, metric: LevelMetric) -> impl FnMut(u32, u64) {
    let unit = match metric {
        LevelMetric::Push => "pushes",
        LevelMetric::Step => "steps",
    };
    let is_shown = !common.quiet && std::io::stderr().is_terminal();
    let mut shown = None;
    move |bound, nodes| {
        if is_shown && shown.replace(bound) != Some(bound) {
            let nodes = counted(nodes, "position");
            remark(format!("at least {bound} {unit}: {nodes} tried"));
        }
    }
}

/// Opens the store of a search from the start, or none with `--no-store`.
pub(crate) fn store_of(
    common: &CommonArgs,
    keeping: &KeepArgs,
    graph: &LevelGraph<'_>,
    named: &NamedLevel,
) -> Result<Option<RunStore>, Problem> {
    if keeping.no_store {
        return Ok(None);
    }
    let root = store_root(common)?;
    named.open_store(graph, &root, keeping.fresh).map(Some)
}

/// Searches from the start.
pub(crate) fn search(
    common: &CommonArgs,
    graph: &LevelGraph<'_>,
    store: Option<RunStore>,
    limits: LevelLimits<'_>,
) -> Result<LevelSearch, Problem> {
    let mut report = reporter(common);
    Ok(LevelSearch::from_start(graph, store, limits, &mut report)?)
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
    }
}
