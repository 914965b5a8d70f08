//! Breadth-first search from one vertex of a component, which gives the distances of all vertices.
//!
//! The search runs in one thread and passes each edge twice. Its inner loop has no branch that
//! depends on data: the neighbours of many vertices are first copied to a buffer. Each neighbour is
//! then written behind the last vertex in the list of vertices met, and the list grows only if the
//! neighbour is new. If not, the next neighbour overwrites it.

use super::csr_graph::CsrGraph;
use super::csr_graph::TOGETHER;
use crate::verify::{OutOfMemory, filled};
use slidewise_store::by_quarters;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of vertices that are expanded together.
const VERTICES: usize = 256;

/// Breadth-first search from one vertex, in one thread; its arrays are reused by further searches.
#[derive(Debug)]
pub struct Bfs {
    /// Bitmap of the vertices that have been met, small enough to stay in the cache.
    seen: Vec<u64>,
    /// Distance of each vertex from the source, indexed by vertex.
    distances: Vec<u32>,
    /// Vertices that have been met, in the order of their generations. The entry after the last
    /// vertex is overwritten freely.
    order: Vec<u32>,
    /// Number of vertices that have been met.
    count: usize,
    /// Buffer for the neighbours of up to [`VERTICES`] vertices.
    neighbours: Vec<u32>,
}

impl Bfs {
    /// Bytes that the arrays take for each vertex.
    pub const BYTES: u64 = 9;

    /// Allocates the arrays for a component.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(component: &CsrGraph<'_>) -> Result<Bfs, OutOfMemory> {
        let len = component.len();
        Ok(Bfs {
            seen: filled(len.div_ceil(64), 0)?,
            distances: filled(len, 0)?,
            order: filled(len + 1, 0)?,
            count: 0,
            neighbours: filled(VERTICES * component.max_neighbours() + TOGETHER, 0)?,
        })
    }

    /// Finds the distance of every vertex from `from`; returns the greatest distance, or `None` if
    /// the stop flag is raised.
    pub fn search(
        &mut self,
        component: &CsrGraph<'_>,
        from: u32,
        stop: &AtomicBool,
    ) -> Option<u32> {
        self.seen.fill(0);
        self.count = 1;
        self.distances[from as usize] = 0;
        self.seen[from as usize / 64] = 1 << (from % 64);
        self.order[0] = from;
        let mut distance = 0;
        let mut done = 0;
        while done < self.count {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let generation = done..self.count;
            distance += 1;
            for first in generation.clone().step_by(VERTICES) {
                self.expand(component, first..generation.end.min(first + VERTICES));
            }
            for &vertex in &self.order[generation.end..self.count] {
                self.distances[vertex as usize] = distance;
            }
            done = generation.end;
        }
        Some(distance - 1)
    }

    /// Appends to `order` the new neighbours of the vertices that stand at `places` in `order`.
    fn expand(&mut self, component: &CsrGraph<'_>, places: Range<usize>) {
        let Bfs {
            seen,
            order,
            neighbours,
            ..
        } = self;
        let mut found = 0;
        for &vertex in &order[places] {
            found += component.put_neighbours(vertex, &mut neighbours[found..]);
        }
        let mut count = self.count;
        by_quarters(&neighbours[..found], |neighbour| {
            let word = &mut seen[neighbour as usize / 64];
            let bit = neighbour % 64;
            // `is_new` is a number that is added to `count`: a branch would be mispredicted too
            // often.
            let is_new = !*word >> bit & 1;
            *word |= 1 << bit;
            order[count] = neighbour;
            count += is_new as usize;
        });
        self.count = count;
    }

    /// Distances found by the last search, indexed by vertex.
    pub fn distances(&self) -> &[u32] {
        &self.distances
    }

    /// Vertices at the greatest distance found by the last search.
    pub fn farthest(&self) -> &[u32] {
        let order = &self.order[..self.count];
        let greatest = order.last().map(|&last| self.distances[last as usize]);
        let nearer =
            order.partition_point(|&vertex| Some(self.distances[vertex as usize]) < greatest);
        &order[nearer..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::{Graph, Metric};
    use slidewise_engine::search::StopFlag;
    use slidewise_puzzle::Puzzle;
    use std::collections::VecDeque;

    /// Computes the distances with a queue, expanding each vertex when it leaves the queue.
    fn distances_from(component: &CsrGraph<'_>, from: u32) -> Vec<u32> {
        let mut distances = vec![u32::MAX; component.len()];
        distances[from as usize] = 0;
        let mut waiting = VecDeque::from([from]);
        while let Some(vertex) = waiting.pop_front() {
            for &neighbour in component.neighbours(vertex) {
                if distances[neighbour as usize] == u32::MAX {
                    distances[neighbour as usize] = distances[vertex as usize] + 1;
                    waiting.push_back(neighbour);
                }
            }
        }
        distances
    }

    #[test]
    fn a_sweep_finds_the_distances_that_a_queue_finds() {
        for (word, metric) in [
            ("tiles:2x2", Metric::Step),
            ("tiles:2x4", Metric::Slide),
            ("lane-rouge", Metric::Step),
            ("lane-rouge", Metric::Move),
        ] {
            let puzzle = Puzzle::open(word).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, metric).unwrap();
            let start = graph.index_of(&puzzle.start).unwrap();
            let component = CsrGraph::of(&graph, start, StopFlag::never()).unwrap();
            let mut sweep = Bfs::new(&component).unwrap();
            assert!(sweep.farthest().is_empty());
            let last = component.len() as u32 - 1;
            for from in [0, last / 2, last, 0] {
                let expected = distances_from(&component, from);
                let greatest = expected.iter().copied().max();
                assert_eq!(
                    sweep.search(&component, from, StopFlag::never()),
                    greatest,
                    "{word}"
                );
                assert_eq!(sweep.distances(), expected, "{word}");
                let mut farthest = sweep.farthest().to_vec();
                farthest.sort_unstable();
                let all = (0..=last).filter(|&at| Some(expected[at as usize]) == greatest);
                assert!(all.eq(farthest), "{word}");
            }
        }
    }
}
