//! The positions that may lie on a solution of a given length.

use crate::level::CellNumber;
use crate::level_graph::LevelGraph;
use crate::matching::Matching;
use crate::push_distances::PushDistances;

/// A bound on the length of a solution that leads over a position.
#[derive(Debug)]
pub(crate) struct PushReach {
    distances: PushDistances,
    most: u64,
}

impl PushReach {
    /// The bound for solutions of at most `most` pushes or steps, if goals and boxes admit any.
    pub(crate) fn new(graph: &LevelGraph<'_>, most: u64) -> Option<PushReach> {
        let goals: Vec<CellNumber> = graph.level().goal_cells()?;
        Some(PushReach {
            distances: PushDistances::new(graph.level(), &goals, &[]),
            most,
        })
    }

    /// Whether a solution of at most `most` pushes or steps may lead over a position that lies
    /// `generation` of them from the start.
    pub(crate) fn admits(
        &self,
        graph: &LevelGraph<'_>,
        number: u64,
        generation: u64,
        matching: &mut Matching,
    ) -> bool {
        let placing = graph.placing(number);
        let boxes = placing.boxes.iter();
        matching.solve(boxes.map(|&cell| self.distances.row(cell, placing.player)));
        let left = matching.cost();
        left.is_some_and(|left| generation + u64::from(left) <= self.most)
    }
}
