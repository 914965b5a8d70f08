//! Pushes in the dense engine: which words of the metric `line` are pulled from which.
//!
//! Along a line, let p(0), p(1), ... be the patterns that pushes of one piece in one direction lead
//! through, and L(i) the words of the current generation at p(i). The words D(i) that pushes of any
//! number of pieces bring to p(i) follow from those before: D(i + 1) is the rotation of one push,
//! applied to D(i) and L(i) together. So a push of many pieces costs no more than one of one piece.
//!
//! The words D(i) and L(i) together are stored if a rotation permutes them further. A push that
//! leaves all arrangements unchanged copies words, and its sources are read directly instead.

use crate::graph::{PatternEdge, PatternGraph};

/// A push of one piece, with the longer pushes that go on in the same direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct PushHead {
    /// The push of one piece.
    pub edge: PatternEdge,
    /// Index of the next push of one piece in the same direction, among those of the pattern that
    /// this push leads to.
    pub onward: Option<u32>,
    /// Whether the words that come along this push in the other direction are stored.
    pub is_stored: bool,
}

/// The pushes of one piece of every pattern.
#[derive(Clone, Debug)]
pub(super) struct PushHeads(pub Vec<Vec<PushHead>>);

impl PushHeads {
    /// The pushes of a graph in the metric `line`; `None` if a rule forbids what lies between the
    /// pushes of a line.
    pub(super) fn of(graph: PatternGraph<'_>) -> Option<PushHeads> {
        let table = graph.table;
        let patterns = 0..graph.len / graph.orders.len();
        let series_of = |pattern| {
            let slides: &[PatternEdge] = table.slides(pattern);
            slides.chunk_by(|_, next| next.is_onward)
        };
        let is_legal = |pattern| table.slides(pattern).iter().all(PatternEdge::is_legal);
        if !patterns.clone().all(is_legal) {
            return None;
        }
        let onward = |series: &[PatternEdge]| {
            let longer = series.get(1)?;
            let heads = series_of(series[0].pattern);
            let found = heads.map(|series| series[0].pattern);
            let found = found.into_iter().position(|to| to == longer.pattern)?;
            Some(found as u32)
        };
        let heads = patterns.map(|pattern| {
            let heads = series_of(pattern).map(|series| PushHead {
                edge: series[0],
                onward: onward(series),
                is_stored: false,
            });
            heads.collect()
        });
        let mut all: Vec<Vec<PushHead>> = heads.collect();
        let grouped = graph.orders.grouped();
        let rotating = |head: &&PushHead| {
            let turn = head.edge.turn();
            turn.is_some_and(|(turned, _)| grouped == Some(turned))
        };
        let stored: Vec<(u64, u32)> = all
            .iter()
            .flat_map(|heads| heads.iter().filter(rotating))
            .filter_map(|head| Some((head.edge.pattern, head.onward?)))
            .collect();
        for (pattern, head) in stored {
            all[pattern as usize][head as usize].is_stored = true;
        }
        Some(PushHeads(all))
    }

    /// Number of pushes whose words are stored, over all patterns.
    pub(super) fn stored_count(&self) -> u64 {
        let all = self.0.iter().flatten();
        all.filter(|head| head.is_stored).count() as u64
    }
}
