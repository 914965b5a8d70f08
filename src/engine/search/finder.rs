//! The finder: the neighbours of many configurations, found many at once.
//!
//! Where the graph is cut, neighbours are put together from the slides of halves, by the instructions that the
//! processor has for counting bits; elsewhere the orders of each pattern are slid together. It promises each
//! neighbour of each configuration added, sooner or later and in no order. It does not know which have been seen.

use super::lanes::{self, Lanes};
use crate::graph::{Cut, Expander, Graph, Neighbours};
use slidewise_store::Marks;
use std::sync::atomic::AtomicBool;

/// Finds the neighbours of many configurations. One is made per thread.
#[derive(Clone, Debug)]
pub struct Finder<'g> {
    graph: &'g Graph,
    /// Set from outside to stop the search soon.
    stop: &'g AtomicBool,
    /// Asked where there is no expander.
    neighbours: Neighbours<'g>,
    /// How many it was asked for in this row.
    asked: u64,
    /// Asked where the graph is cut and patterns have one order.
    expander: Option<Expander<'g>>,
    lanes: Lanes,
    /// Configurations whose neighbours are wanted by the expander.
    batch: Vec<u64>,
}

impl<'g> Finder<'g> {
    /// Finds neighbours in a graph, which may make tables for that, if `stop` is not set meanwhile.
    pub fn new(graph: &'g Graph, stop: &'g AtomicBool) -> Finder<'g> {
        let cut = graph.cut_after_unless(0, stop);
        Finder {
            graph,
            stop,
            neighbours: graph.neighbours(),
            asked: 0,
            expander: cut.filter(|_| graph.orders().len() == 1).map(Expander::new),
            lanes: Lanes::best(),
            batch: Vec::new(),
        }
    }

    /// The cut, if neighbours are found by an expander.
    pub(super) fn cut(&mut self) -> Option<&'g Cut> {
        self.follow_graph();
        self.expander.as_ref().map(Expander::cut)
    }

    /// Goes over to the cut if the graph has come to be cut. No row may be in work.
    fn follow_graph(&mut self) {
        if self.expander.is_none() && !self.neighbours.are_by_cut() && self.graph.cut().is_some() {
            *self = Finder::new(self.graph, self.stop);
        }
    }

    /// Takes a configuration whose neighbours are wanted; `visit` gets them now, or with those of the next ones.
    /// [`Finder::finish`] ends the row. Cheapest where numbers ascend.
    ///
    /// # Panics
    /// If the graph has no such vertex; at the end of the row at the latest.
    #[inline]
    pub fn add(&mut self, index: u64, visit: impl FnMut(u64)) {
        if self.expander.is_none() {
            self.asked += 1;
            self.neighbours.add(index, visit);
            return;
        }
        self.batch.push(index);
        if self.batch.len() == Expander::TOGETHER {
            self.finish(visit);
        }
    }

    /// Gives `visit` the neighbours of the configurations added last.
    pub fn finish(&mut self, mut visit: impl FnMut(u64)) {
        let Some(expander) = &mut self.expander else {
            self.neighbours.finish(visit);
            let asked = std::mem::take(&mut self.asked);
            self.graph.cut_after_unless(asked, self.stop);
            self.follow_graph();
            return;
        };
        let found = lanes::expand(self.lanes, expander, &mut self.batch);
        found.iter().for_each(|&spot| visit(Cut::rank(spot)));
        self.batch.clear();
    }

    /// Marks the unseen neighbours of configurations of a graph that is cut, and adds them to `next`; all of them as
    /// [spots](Cut::spot). No other thread may write marks meanwhile.
    ///
    /// # Panics
    /// If there is no [`Finder::cut`], or the graph has no such vertex.
    pub(super) fn follow(&mut self, spots: &[u64], marks: &Marks, mark: u8, next: &mut Vec<u64>) {
        let expander = self.expander.as_mut().expect("spots are those of a cut");
        lanes::follow(self.lanes, expander, marks, spots, mark, next);
    }
}
