//! Searches of levels for commands: limits, progress, stores.

use crate::arguments::{CommonArgs, KeepArgs};
use crate::io::output::remark;
use crate::io::setup::{store_root, threads_of};
use crate::io::signals::stop_flag;
use slidewise_app::{NamedLevel, Observer, Problem, Progress};
use slidewise_render::counted;
use slidewise_sokoban::{LevelGraph, LevelLimits, LevelMetric};
use slidewise_store::RunStore;
use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};

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

/// Shows on a terminal how searches of a level go on, unless `--quiet`.
pub(crate) struct LevelObserver {
    is_shown: bool,
    metric: LevelMetric,
    /// The last bound that was shown.
    bound: Mutex<Option<u32>>,
}

impl LevelObserver {
    /// The observer of a command with these options.
    pub(crate) fn new(common: &CommonArgs, metric: LevelMetric) -> LevelObserver {
        LevelObserver {
            is_shown: !common.quiet && std::io::stderr().is_terminal(),
            metric,
            bound: Mutex::default(),
        }
    }
}

impl Observer for LevelObserver {
    fn progress(&self, progress: &Progress<'_>) {
        match *progress {
            _ if !self.is_shown => {}
            Progress::Found { generation, count } => {
                let count = counted(count, "position");
                remark(format!("generation {generation}: {count}"));
            }
            Progress::Deepened { at_least, nodes } => {
                let unit = match self.metric {
                    LevelMetric::Push => "pushes",
                    LevelMetric::Step => "steps",
                };
                let mut shown = self.bound.lock().unwrap_or_else(PoisonError::into_inner);
                if shown.replace(at_least) != Some(at_least) {
                    let nodes = counted(nodes, "position");
                    remark(format!("at least {at_least} {unit}: {nodes} tried"));
                }
            }
            _ => {}
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
