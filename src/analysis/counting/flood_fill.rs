//! Flood fill: visits and counts all vertices connected to a vertex, without distances.
//!
//! The fill proceeds by generations. It keeps two generations, and one bit for each vertex of the
//! graph. It skips vertices that were visited before it began, and does not count them.

use crate::verify::{OutOfMemory, filled};
use slidewise_engine::search::Expander;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set of visited vertices, with one bit for each vertex of the graph.
#[derive(Debug)]
pub(crate) struct VisitedSet(Vec<u64>);

impl VisitedSet {
    /// Creates an empty set for a graph of `vertices` vertices.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn none_of(vertices: u64) -> Result<VisitedSet, OutOfMemory> {
        Ok(VisitedSet(filled(vertices.div_ceil(64) as usize, 0)?))
    }

    /// Whether a vertex was visited.
    pub(super) fn has(&self, vertex: u64) -> bool {
        self.0[(vertex / 64) as usize] >> (vertex % 64) & 1 != 0
    }

    /// Marks a vertex as visited; returns false if it was visited before.
    pub(super) fn note(&mut self, vertex: u64) -> bool {
        let (word, bit) = (&mut self.0[(vertex / 64) as usize], 1 << (vertex % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// Reasons why a flood fill ends early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloodFillError {
    /// The stop flag was raised.
    Stopped,
    /// Two successive generations exceeded their limit; the number counts the vertices visited
    /// until then.
    TooMany(u64),
}

/// Number of vertices expanded between two checks of the stop flag.
pub(super) const PULSE: usize = 1 << 14;

/// Visits all vertices connected to `from` and returns their number.
///
/// Two successive generations together may have at most `most` vertices. From time to time, `tell`
/// is called with the number of vertices visited so far.
///
/// # Errors
/// If two successive generations exceed the limit, or the stop flag is raised.
pub(crate) fn spread(
    expander: &mut Expander<'_>,
    seen: &mut VisitedSet,
    from: u64,
    most: u64,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u64),
) -> Result<u64, FloodFillError> {
    let mut generation = vec![from];
    let mut met = 1;
    seen.note(from);
    while !generation.is_empty() {
        let mut next = Vec::new();
        for together in generation.chunks(PULSE) {
            if stop.load(Ordering::Relaxed) {
                return Err(FloodFillError::Stopped);
            }
            tell(met + next.len() as u64);
            let mut visit = |vertex| {
                if seen.note(vertex) {
                    next.push(vertex);
                }
            };
            for &vertex in together {
                expander.add(vertex, &mut visit);
            }
            expander.finish(&mut visit);
            if (generation.len() + next.len()) as u64 > most {
                return Err(FloodFillError::TooMany(met + next.len() as u64));
            }
        }
        // Vertices are expanded faster in ascending order.
        next.sort_unstable();
        met += next.len() as u64;
        generation = next;
    }
    Ok(met)
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::{Graph, Metric};
    use slidewise_engine::search::StopFlag;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn a_spread_meets_its_component_and_ends_where_it_must() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        let spread_within = |most, stop: &AtomicBool| {
            let mut seen = VisitedSet::none_of(graph.len()).unwrap();
            let mut expander = Expander::new(&graph, StopFlag::never());
            let met = spread(&mut expander, &mut seen, start, most, stop, &mut |_| {});
            let count = (0..graph.len()).filter(|&vertex| seen.has(vertex)).count();
            (met, count)
        };
        assert_eq!(spread_within(1496, StopFlag::never()), (Ok(25_955), 25_955));
        let (met, count) = spread_within(1495, StopFlag::never());
        assert!(matches!(met, Err(FloodFillError::TooMany(met)) if met == count as u64));
        let stop = AtomicBool::new(true);
        assert_eq!(
            spread_within(1496, &stop),
            (Err(FloodFillError::Stopped), 1)
        );
    }
}
