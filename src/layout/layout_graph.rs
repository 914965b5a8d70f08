//! `LayoutGraph`: the neighbours of all vertices, side by side in one array.

/// A graph whose edges have no direction (compressed sparse rows). It must be connected.
#[derive(Clone, Debug)]
pub struct LayoutGraph {
    /// The place in `list` of the first neighbour of each vertex, and the length of `list`.
    first: Vec<u32>,
    list: Vec<u32>,
}

/// Greatest distance that counts as itself; larger ones count as this one.
pub(crate) const MAX_DISTANCE: u16 = u16::MAX - 1;

impl LayoutGraph {
    /// The graph with the vertices `0..order`.
    ///
    /// # Panics
    /// If an end of an edge is not a vertex, or there are 2³¹ edges or more.
    pub fn new(order: usize, edges: &[(u32, u32)]) -> LayoutGraph {
        assert!(edges.len() < 1 << 31, "an edge has a number of 31 bits");
        let mut first = vec![0; order + 1];
        for &(from, to) in edges {
            first[from as usize] += 1;
            first[to as usize] += 1;
        }
        let mut sum = 0;
        for first in &mut first {
            sum += *first;
            *first = sum;
        }
        let mut list = vec![0; sum as usize];
        for &(from, to) in edges {
            for (one, other) in [(from, to), (to, from)] {
                first[one as usize] -= 1;
                list[first[one as usize] as usize] = other;
            }
        }
        // The order in which edges are given must not change the layout.
        for vertex in 0..order {
            list[first[vertex] as usize..first[vertex + 1] as usize].sort_unstable();
        }
        LayoutGraph { first, list }
    }

    /// Number of vertices.
    pub fn order(&self) -> usize {
        self.first.len() - 1
    }

    /// The vertices that an edge joins to a vertex.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.list[self.first[vertex] as usize..self.first[vertex + 1] as usize]
    }

    /// Visits all vertices breadth first. Returns their order and their distances from `from`.
    pub(crate) fn breadth_first(&self, from: u32) -> (Vec<u32>, Vec<u16>) {
        let mut distances = vec![u16::MAX; self.order()];
        let mut met = Vec::with_capacity(self.order());
        distances[from as usize] = 0;
        met.push(from);
        let mut at = 0;
        while let Some(&vertex) = met.get(at) {
            at += 1;
            let beyond = (distances[vertex as usize] + 1).min(MAX_DISTANCE);
            for &next in self.neighbours(vertex) {
                if distances[next as usize] == u16::MAX {
                    distances[next as usize] = beyond;
                    met.push(next);
                }
            }
        }
        (met, distances)
    }
}
