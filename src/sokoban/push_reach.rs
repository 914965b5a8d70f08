//! The positions that may lie on a solution of a given number of pushes.

use crate::level::CellNumber;
use crate::level_graph::LevelGraph;
use crate::matching::Matching;
use crate::push_distances::PushDistances;

/// A bound on the pushes from the start over a position to a solution.
#[derive(Debug)]
pub(crate) struct PushReach {
    distances: PushDistances,
    most: u64,
}

impl PushReach {
    /// The bound for solutions of at most `most` pushes, if goals and boxes admit any.
    pub(crate) fn new(graph: &LevelGraph<'_>, most: u64) -> Option<PushReach> {
        let goals: Vec<CellNumber> = graph.level().goal_cells()?;
        Some(PushReach {
            distances: PushDistances::new(graph.level(), &goals),
            most,
        })
    }

    /// Whether a solution of at most `most` pushes may lead over a position, which `pushes` pushes
    /// reach.
    pub(crate) fn admits(
        &self,
        graph: &LevelGraph<'_>,
        number: u64,
        pushes: u64,
        matching: &mut Matching,
    ) -> bool {
        let placing = graph.placing(number);
        let boxes = placing.boxes.iter();
        matching.solve(boxes.map(|&cell| self.distances.row(cell, placing.player)));
        let left = matching.cost();
        left.is_some_and(|left| pushes + u64::from(left) <= self.most)
    }
}
