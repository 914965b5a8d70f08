//! `PivotDistances`: the distances from a few vertices, far from each other, to all vertices.

use crate::LayoutGraph;
use std::ops::ControlFlow;

/// Number of pivots. More of them show more of the graph's parts, and cost as much more time.
pub(crate) const PIVOTS: usize = 100;

/// The distances from each pivot to all vertices.
#[derive(Debug)]
pub(crate) struct PivotDistances {
    pub pivots: Vec<u32>,
    /// For each pivot, its distances to all vertices.
    pub columns: Vec<Vec<u16>>,
    /// For each vertex, the place in `pivots` of a pivot that is nearest to it.
    pub nearest: Vec<u8>,
}

impl PivotDistances {
    /// The distances from vertex 0 and from further pivots, each as far as possible from those
    /// before it; `None` if `tell` ends it.
    pub(crate) fn of(
        graph: &LayoutGraph,
        tell: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<PivotDistances> {
        let order = graph.order();
        let mut least = vec![u16::MAX; order];
        let mut found = PivotDistances {
            pivots: Vec::new(),
            columns: Vec::new(),
            nearest: vec![0; order],
        };
        let mut pivot = 0;
        for number in 0..PIVOTS.min(order) {
            if tell().is_break() {
                return None;
            }
            let (_, distances) = graph.breadth_first(pivot);
            found.pivots.push(pivot);
            let mut farthest = (0, 0);
            for (vertex, &distance) in distances.iter().enumerate() {
                if distance < least[vertex] {
                    least[vertex] = distance;
                    found.nearest[vertex] = number as u8;
                }
                if least[vertex] > farthest.0 {
                    farthest = (least[vertex], vertex as u32);
                }
            }
            found.columns.push(distances);
            pivot = farthest.1;
        }
        Some(found)
    }
}
