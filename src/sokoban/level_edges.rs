//! The edges of a level's graph, for files that list them.

use crate::level::CellNumber;
use crate::level_graph::{GraphScratch, LevelGraph};
use slidewise_board::Direction;

/// An edge: a push, or in the metric `step` a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelEdge {
    /// The number of the position after it.
    pub to: u64,
    /// The direction of player and box.
    pub direction: Direction,
    /// Whether a box is pushed.
    pub is_push: bool,
    /// The cell of the pushed box before the push, or else of the player before the step.
    pub cell: CellNumber,
}

impl LevelGraph<'_> {
    /// The edges that lead from a position.
    pub fn edges(&self, number: u64) -> Vec<LevelEdge> {
        let level = self.level();
        let mut scratch = GraphScratch::new(level);
        let before = self.placing(number).player;
        let mut edges = Vec::new();
        self.successors(number, &mut scratch, &mut |to, push| {
            let (player, next, cell) = match push {
                Some(push) => (push.player, push.from, push.from),
                None => (before, self.placing(to).player, before),
            };
            let direction = Direction::ALL
                .into_iter()
                .find(|&own| level.neighbour(player, own) == next);
            edges.extend(direction.map(|direction| LevelEdge {
                to,
                direction,
                is_push: push.is_some(),
                cell,
            }));
        });
        edges
    }
}

#[cfg(test)]
mod tests {
    use crate::{BoxSpace, Level, LevelGraph, LevelMetric};

    #[test]
    fn edges_lead_one_way() {
        let level = Level::read("######\n#@$ .#\n######").unwrap();
        let edges = |metric| {
            let graph = LevelGraph::new(&level, metric, BoxSpace::All).unwrap();
            let start = graph.number(level.start()).unwrap();
            let edges = graph.edges(start);
            assert_eq!(edges.len(), 1);
            let back = graph.edges(edges[0].to);
            (edges[0].is_push, back.iter().any(|edge| edge.to == start))
        };
        assert_eq!(edges(LevelMetric::Push), (true, false));
        assert_eq!(edges(LevelMetric::Step), (true, false));
    }
}
