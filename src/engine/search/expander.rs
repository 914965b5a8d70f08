//! `Expander`: finds the neighbours of many configurations at once.
//!
//! If the graph has half boards, neighbours are joined from the edges of heads and tails, by the
//! processor's instructions for counting bits. Otherwise all arrangements of a pattern are moved
//! together. The neighbours of each configuration are found in no particular order.

use super::simd::{self, SimdLevel};
use crate::graph::{Graph, HalfBoardExpander, HalfBoards, Neighbours};
use slidewise_store::Marks;
use std::sync::atomic::AtomicBool;

/// Finds the neighbours of many configurations. Each thread has an expander of its own.
#[derive(Clone, Debug)]
pub struct Expander<'g> {
    graph: &'g Graph,
    /// Raised from outside to stop the search soon.
    stop: &'g AtomicBool,
    /// Finds neighbours if there are no half boards.
    neighbours: Neighbours<'g>,
    /// Number of configurations that were added since the last [`Expander::finish`].
    asked: u64,
    /// Finds neighbours if the graph has half boards and each pattern has one arrangement.
    half_boards: Option<HalfBoardExpander<'g>>,
    level: SimdLevel,
    /// Configurations that wait for their expansion by half boards.
    batch: Vec<u64>,
}

impl<'g> Expander<'g> {
    /// An expander for a graph. It may build tables for the graph unless `stop` is raised
    /// meanwhile.
    pub fn new(graph: &'g Graph, stop: &'g AtomicBool) -> Expander<'g> {
        let cut = graph.build_half_boards_unless(0, stop);
        Expander {
            graph,
            stop,
            neighbours: graph.neighbours(),
            asked: 0,
            half_boards: cut
                .filter(|_| graph.orders().len() == 1)
                .map(HalfBoardExpander::new),
            level: SimdLevel::best(),
            batch: Vec::new(),
        }
    }

    /// The half boards, if this expander finds neighbours by them.
    pub(super) fn half_boards(&mut self) -> Option<&'g HalfBoards> {
        self.follow_graph();
        self.half_boards
            .as_ref()
            .map(HalfBoardExpander::half_boards)
    }

    /// Switches to half boards once the graph has them. No configuration may be waiting for its
    /// expansion.
    fn follow_graph(&mut self) {
        if self.half_boards.is_none()
            && !self.neighbours.are_by_half_boards()
            && self.graph.half_boards().is_some()
        {
            *self = Expander::new(self.graph, self.stop);
        }
    }

    /// Adds a configuration; `visit` receives its neighbours now or during a later call.
    ///
    /// [`Expander::finish`] must be called after the last configuration. Ascending numbers take the
    /// least time.
    ///
    /// # Panics
    /// If the configuration is no vertex of the graph; maybe only at [`Expander::finish`].
    #[inline]
    pub fn add(&mut self, index: u64, visit: impl FnMut(u64)) {
        if self.half_boards.is_none() {
            self.asked += 1;
            self.neighbours.add(index, visit);
            return;
        }
        self.batch.push(index);
        if self.batch.len() == HalfBoardExpander::TOGETHER {
            self.finish(visit);
        }
    }

    /// Calls `visit` with the neighbours of the configurations that still wait for their expansion.
    pub fn finish(&mut self, mut visit: impl FnMut(u64)) {
        let Some(half_boards) = &mut self.half_boards else {
            self.neighbours.finish(visit);
            let asked = std::mem::take(&mut self.asked);
            self.graph.build_half_boards_unless(asked, self.stop);
            self.follow_graph();
            return;
        };
        let found = simd::expand(self.level, half_boards, &mut self.batch);
        found.iter().for_each(|&spot| visit(HalfBoards::rank(spot)));
        self.batch.clear();
    }

    /// Marks the unseen neighbours of configurations, and adds them to `next`.
    ///
    /// `spots` and `next` hold [ranks of half boards](HalfBoards::packed_rank).
    ///
    /// No other thread may write marks meanwhile.
    ///
    /// # Panics
    /// If [`Expander::half_boards`] is `None`, or a configuration is no vertex of the graph.
    pub(super) fn follow(&mut self, spots: &[u64], marks: &Marks, mark: u8, next: &mut Vec<u64>) {
        let half_boards = self.half_boards.as_mut().expect("ranks need half boards");
        simd::follow(self.level, half_boards, marks, spots, mark, next);
    }
}
