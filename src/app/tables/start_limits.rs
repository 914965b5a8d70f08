//! `StartLimits`: how far a search from one of many starts may go.

use crate::{Cause, Problem};
use slidewise_render::counted;
use std::time::Duration;

/// Limits of a search from one start, which proves a lower bound where it reaches a limit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StartLimits {
    /// Most positions that it visits, or a few thousand more; `None` for any number.
    pub nodes: Option<u64>,
    /// Most time that it takes, without that of building tables; `None` for any time.
    pub time: Option<Duration>,
}

impl StartLimits {
    /// The problem of a search that was stopped after `nodes` positions: by a limit, or from
    /// outside.
    pub(crate) fn problem(&self, nodes: u64, is_stopped: bool) -> Problem {
        if is_stopped {
            return Problem::of_stop("interrupted", "the same command begins again");
        }
        let message = match (self.nodes, self.time) {
            (Some(most), _) if nodes >= most => {
                format!("the limit of {} was reached", counted(most, "position"))
            }
            (_, Some(time)) => format!("the limit of {} s was reached", time.as_secs_f64()),
            _ => "interrupted".to_owned(),
        };
        Problem::new(Cause::Interrupted, message, "raise the limit of each start")
    }

    /// The limits that are left to a search after `nodes` positions and this time.
    pub(crate) fn after(&self, nodes: u64, time: Duration) -> StartLimits {
        StartLimits {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            time: self.time.map(|most| most.saturating_sub(time)),
        }
    }
}
