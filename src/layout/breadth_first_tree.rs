//! `BreadthFirstTree`: the tree in which a search from one vertex meets all others.

use crate::{LayoutGraph, VertexPlace};
use std::f64::consts::TAU;

/// Height of the cone for each generation, in its distances from the axis.
const SLOPE: f32 = 0.6;

/// The tree of a search from one vertex.
pub(crate) struct BreadthFirstTree {
    /// The vertices, breadth first.
    met: Vec<u32>,
    distances: Vec<u16>,
    /// The vertex from which each vertex was met; that of the root is itself.
    pub parents: Vec<u32>,
}

impl BreadthFirstTree {
    /// The tree of a search from `root`; each vertex hangs on the first neighbour that was met.
    pub(crate) fn of(graph: &LayoutGraph, root: u32) -> BreadthFirstTree {
        let (met, distances) = graph.breadth_first(root);
        let mut parents = vec![u32::MAX; graph.order()];
        parents[root as usize] = root;
        for &vertex in &met {
            for &next in graph.neighbours(vertex) {
                if parents[next as usize] == u32::MAX {
                    parents[next as usize] = vertex;
                }
            }
        }
        BreadthFirstTree {
            met,
            distances,
            parents,
        }
    }

    /// Places around the root: each generation on a circle as far out as its distance, each branch
    /// in a sector as wide as its share of the leaves. In space the circles lie on a cone.
    pub(crate) fn places(&self, dimensions: usize) -> Vec<VertexPlace> {
        let sectors = self.sectors();
        let place = |(vertex, &(begin, end)): (usize, &(f64, f64))| {
            let angle = (begin + end) / 2.0 * TAU;
            let radius = f32::from(self.distances[vertex]);
            let (sine, cosine) = (libm::sin(angle) as f32, libm::cos(angle) as f32);
            let height = if dimensions == 3 { SLOPE * radius } else { 0.0 };
            [radius * cosine, radius * sine, height]
        };
        sectors.iter().enumerate().map(place).collect()
    }

    /// The sector of each vertex, as the parts of the circle where it begins and ends.
    fn sectors(&self) -> Vec<(f64, f64)> {
        let order = self.parents.len();
        let mut leaves = vec![0_u32; order];
        for &vertex in self.met.iter().rev() {
            let own = leaves[vertex as usize].max(1);
            leaves[vertex as usize] = own;
            let parent = self.parents[vertex as usize];
            if parent != vertex {
                leaves[parent as usize] += own;
            }
        }
        let mut sectors = vec![(0.0, 0.0); order];
        // Where the next branch of each vertex begins.
        let mut taken = vec![0.0; order];
        for &vertex in &self.met {
            let (at, parent) = (vertex as usize, self.parents[vertex as usize] as usize);
            if at == parent {
                sectors[at] = (0.0, 1.0);
                continue;
            }
            let (begin, end) = sectors[parent];
            let width = (end - begin) * f64::from(leaves[at]) / f64::from(leaves[parent]);
            sectors[at] = (begin + taken[parent], begin + taken[parent] + width);
            taken[parent] += width;
        }
        sectors
    }
}
