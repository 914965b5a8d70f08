//! Lengths of shortest solutions in several metrics, for people who count differently.

use super::question::{Question, SolveMethod, WantedWays};
use crate::explore::observer::Silent;
use crate::{Explorer, Keep};
use slidewise_engine::graph::{GraphLimits, Metric};
use slidewise_engine::search::Method;
use slidewise_puzzle::CustomaryMetric;
use std::sync::Arc;

/// Number of configurations up to which the length in another metric is searched: each search then
/// takes about a second at most.
const MAX_SEARCHED: u64 = 10_000_000;

/// The metric of the engine for a customary metric of a puzzle.
pub fn metric_of(customary: CustomaryMetric) -> Metric {
    match customary {
        CustomaryMetric::Step => Metric::Step,
        CustomaryMetric::Slide => Metric::Slide,
        CustomaryMetric::Move => Metric::Move,
    }
}

impl Explorer {
    /// The lengths of shortest solutions in all metrics, `customary` first, if `known` is the
    /// length in the explorer's metric.
    ///
    /// The searches stay in memory. A length is left out if the puzzle has more than 10 million
    /// configurations, or if its search is stopped or takes more memory than is allowed.
    pub fn lengths(&self, customary: Metric, known: u64) -> Vec<(Metric, u64)> {
        // A length in lines is shown if it was asked for; most puzzles have none.
        let own_line = Some(Metric::Line).filter(|&line| line == self.metric);
        let others = Metric::OF_ONE_PIECE.into_iter().chain(own_line);
        let others = others.filter(|&own| own != customary);
        let length = |metric| {
            if metric == self.metric {
                Some(known)
            } else {
                self.length_in(metric)
            }
        };
        let metrics = std::iter::once(customary).chain(others);
        metrics
            .filter_map(|metric| Some((metric, length(metric)?)))
            .collect()
    }

    /// The length of a shortest solution in a metric; `None` if it takes too long to find out.
    fn length_in(&self, metric: Metric) -> Option<u64> {
        let all = self.allowance();
        let quick = GraphLimits {
            nodes: all.nodes.min(Method::QUICK_NODES),
            ..all
        };
        let explorer = self.clone().metric(metric).keep(Keep::Memory);
        let mut numbered = explorer
            .observer(Arc::new(Silent))
            .number_within(quick)
            .ok()?;
        if numbered.graph.len() > MAX_SEARCHED {
            return None;
        }
        let question = Question {
            method: SolveMethod::Explore,
            wanted: WantedWays::One,
            ..Question::default()
        };
        let answer = numbered.shortest(&question, &mut |_, _| Ok(())).ok()?;
        answer.way.is_some().then_some(answer.at_least)
    }
}
