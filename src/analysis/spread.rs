//! The spread: what hangs together with a vertex, with a bit for each that has been seen.
//!
//! It goes by generations, of which it keeps two, and tells how many vertices it met. It promises each once, from
//! whichever vertex it begins; it knows no distances, and what was seen before it began it takes for none of its own.

use super::array::{NoRoom, filled};
use slidewise_engine::search::Expander;
use std::sync::atomic::{AtomicBool, Ordering};

/// Vertices that have been seen, a bit each.
#[derive(Debug)]
pub(super) struct Seen(Vec<u64>);

impl Seen {
    /// No vertex, of this many.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn none_of(vertices: u64) -> Result<Seen, NoRoom> {
        Ok(Seen(filled(vertices.div_ceil(64) as usize, 0)?))
    }

    /// Whether a vertex has been seen.
    pub fn has(&self, vertex: u64) -> bool {
        self.0[(vertex / 64) as usize] >> (vertex % 64) & 1 != 0
    }

    /// Notes a vertex; false if it was seen before.
    pub fn note(&mut self, vertex: u64) -> bool {
        let (word, bit) = (&mut self.0[(vertex / 64) as usize], 1 << (vertex % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// Why a spread ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// It was stopped.
    Stopped,
    /// Two generations were more than they may be; this many vertices had been met.
    TooMany(u64),
}

/// This many vertices are looked at between two looks at the stop flag.
pub(super) const PULSE: usize = 1 << 14;

/// Sees all that hangs together with a vertex, and returns how many there are; `tell` is told now and then how many
/// have been met. Two generations together may have `most` vertices.
///
/// # Errors
/// If they have more, or it was stopped.
pub(super) fn spread(
    expander: &mut Expander<'_>,
    seen: &mut Seen,
    from: u64,
    most: u64,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u64),
) -> Result<u64, Ended> {
    let mut generation = vec![from];
    let mut met = 1;
    seen.note(from);
    while !generation.is_empty() {
        let mut next = Vec::new();
        for together in generation.chunks(PULSE) {
            if stop.load(Ordering::Relaxed) {
                return Err(Ended::Stopped);
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
                return Err(Ended::TooMany(met + next.len() as u64));
            }
        }
        // Neighbours are found faster in order.
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
            let mut seen = Seen::none_of(graph.len()).unwrap();
            let mut expander = Expander::new(&graph, StopFlag::never());
            let met = spread(&mut expander, &mut seen, start, most, stop, &mut |_| {});
            let count = (0..graph.len()).filter(|&vertex| seen.has(vertex)).count();
            (met, count)
        };
        assert_eq!(spread_within(1496, StopFlag::never()), (Ok(25_955), 25_955));
        let (met, count) = spread_within(1495, StopFlag::never());
        assert!(matches!(met, Err(Ended::TooMany(met)) if met == count as u64));
        let stop = AtomicBool::new(true);
        assert_eq!(spread_within(1496, &stop), (Err(Ended::Stopped), 1));
    }
}
