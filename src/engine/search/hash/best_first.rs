//! The best-first search: packed positions in the order of a lower bound of their ways to a goal.
//!
//! This is A* (Hart, Nilsson and Raphael 1968). A position's rank is its distance from Start by the
//! shortest way that is known, and a lower bound of its distance to a goal. The position with the
//! least rank is expanded next, of several the one that was found last. A goal that is expanded is
//! at the least distance. All positions are kept: a search that forgets them would find a position
//! again for each order of the moves that lead to it.

use super::position_table::{PlacedGoals, PositionTable};
use super::{HashLimits, PULSE};
use crate::graph::Metric;
use crate::search::SearchEnd;
use slidewise_puzzle::{Configuration, Goal, Puzzle};
use std::sync::atomic::Ordering;

/// Least number of positions by which the lists of a search grow.
const MIN_GROWTH: usize = 1 << 10;
/// The lists grow by their length divided by this number, if that is more than [`MIN_GROWTH`].
const GROWTH: usize = 4;
/// Least number of entries by which the list of the positions of one rank grows.
const MIN_WAITING: usize = 64;

/// Lower bounds of distances to the nearest goal.
///
/// A bound is derived from some values of a position. Those of a neighbour follow from them, so
/// they are kept for each position.
pub trait LowerBounds {
    /// Why a bound cannot be found.
    type Error;

    /// Number of values of a position.
    fn width(&self) -> usize;

    /// Fills in the values of a position; returns false if no way leads from it to a goal.
    ///
    /// # Errors
    /// If the values cannot be found.
    fn start(&mut self, position: &Configuration, values: &mut [u16]) -> Result<bool, Self::Error>;

    /// Fills in the values of `position`, a neighbour of `before`, which has the values `known`.
    ///
    /// # Errors
    /// If the values cannot be found.
    fn beside(
        &mut self,
        before: &Configuration,
        known: &[u16],
        position: &Configuration,
        values: &mut [u16],
    ) -> Result<(), Self::Error>;

    /// The bound of a position with these values.
    fn bound(&self, values: &[u16]) -> u32;
}

/// The progress of a best-first search.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstProgress {
    /// Lower bound of the distance from Start to a goal.
    pub at_least: u64,
    /// Number of positions that have been expanded.
    pub expanded: u64,
    /// Number of positions found in all.
    pub found: u64,
    /// Bytes that the search takes.
    pub bytes: u64,
}

/// A search for the nearest goals that lower bounds guide; it keeps each position in memory.
#[derive(Debug)]
pub struct BestFirst<'p> {
    positions: PositionTable<'p>,
    goals: PlacedGoals,
    /// Length of the shortest known way from Start to each position.
    lengths: Vec<u32>,
    /// Whether each position waits to be expanded.
    is_open: Vec<bool>,
    /// Values of each position from which its bound is derived, `width` for each.
    values: Vec<u16>,
    width: usize,
    /// Positions that wait, indexed by rank. A position whose way was shortened has several
    /// entries; the later ones are skipped.
    queue: Vec<Vec<u32>>,
    queue_bytes: u64,
    /// No position with a smaller rank waits.
    least: usize,
    expanded: u64,
    distance: Option<u32>,
}

impl<'p> BestFirst<'p> {
    /// A search from a puzzle's Start to its goals, before its first step.
    pub fn new(puzzle: &'p Puzzle, metric: Metric, goals: &[Goal]) -> BestFirst<'p> {
        let positions = PositionTable::new(puzzle, metric);
        BestFirst {
            goals: positions.placed(goals),
            positions,
            lengths: Vec::new(),
            is_open: Vec::new(),
            values: Vec::new(),
            width: 0,
            queue: Vec::new(),
            queue_bytes: 0,
            least: 0,
            expanded: 0,
            distance: None,
        }
    }

    /// The positions found, with their neighbours.
    pub fn positions(&self) -> &PositionTable<'p> {
        &self.positions
    }

    /// Number of positions found.
    pub fn found(&self) -> u64 {
        self.positions.len() as u64
    }

    /// Number of positions expanded.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Distance from Start to the nearest goals, once it is known.
    pub fn distance(&self) -> Option<u64> {
        self.distance.map(u64::from)
    }

    /// Lower bound of the distance from Start to a goal: the least rank of a waiting position.
    pub fn at_least(&self) -> u64 {
        self.least as u64
    }

    /// Length of the shortest known way from Start to a position that has been found.
    ///
    /// # Panics
    /// If no position with this number has been found.
    pub fn length_of(&self, number: u64) -> u64 {
        self.lengths[number as usize].into()
    }

    /// Numbers of the goals at the distance that was found.
    pub fn met(&self) -> Vec<u64> {
        let mut at = Vec::new();
        let numbers = 0..self.lengths.len() as u32;
        let met = numbers.filter(|&number| {
            Some(self.lengths[number as usize]) == self.distance
                && self.positions.meets(number, &self.goals, &mut at)
        });
        met.map(u64::from).collect()
    }

    /// Bytes that the search takes.
    pub fn bytes(&self) -> u64 {
        let each = self.lengths.capacity() * size_of::<u32>() + self.is_open.capacity();
        let lists = each + self.values.capacity() * size_of::<u16>();
        let ranks = self.queue.capacity() * size_of::<Vec<u32>>();
        self.positions.bytes() + (lists + ranks) as u64 + self.queue_bytes
    }

    /// Searches until the distance of the nearest goal is known, or a limit is reached.
    ///
    /// With `counts_all`, goes on until all shortest ways to all goals at this distance are among
    /// the positions found, with their distances. `pulse` is called at intervals.
    ///
    /// [`SearchEnd::Satisfied`] means that there is a way, [`SearchEnd::Complete`] that there is
    /// none. After another end, the search cannot go on.
    ///
    /// # Errors
    /// The errors of the bounds.
    pub fn run<B: LowerBounds>(
        &mut self,
        bounds: &mut B,
        counts_all: bool,
        limits: HashLimits<'_>,
        mut pulse: impl FnMut(BestFirstProgress),
    ) -> Result<SearchEnd, B::Error> {
        self.width = bounds.width();
        self.values = vec![0; self.width];
        let start = &self.positions.puzzle().start;
        if !bounds.start(start, &mut self.values)? {
            return Ok(SearchEnd::Complete);
        }
        self.lengths.push(0);
        self.is_open.push(true);
        self.least = bounds.bound(&self.values) as usize;
        if let Err(ended) = self.wait(0, self.least, limits.bytes) {
            return Ok(ended);
        }
        let (mut at, mut looked_at) = (Vec::new(), PULSE);
        while let Some(number) = self.next() {
            if self
                .distance
                .is_some_and(|distance| self.least > distance as usize)
            {
                break;
            }
            if looked_at >= PULSE {
                looked_at = 0;
                pulse(BestFirstProgress {
                    at_least: self.at_least(),
                    expanded: self.expanded,
                    found: self.found(),
                    bytes: self.bytes(),
                });
                if limits.stop.load(Ordering::Relaxed) {
                    return Ok(SearchEnd::Interrupted);
                }
            }
            if self.positions.meets(number, &self.goals, &mut at) {
                self.distance = Some(self.lengths[number as usize]);
                if !counts_all {
                    break;
                }
                // A way that goes on from a goal is longer than that to the goal.
                continue;
            }
            if self.distance == Some(self.lengths[number as usize]) {
                continue;
            }
            if self.expanded >= limits.expanded {
                return Ok(SearchEnd::Interrupted);
            }
            match self.expand(number, bounds, limits)? {
                Ok(neighbours) => looked_at += neighbours,
                Err(ended) => return Ok(ended),
            }
        }
        Ok(match self.distance {
            Some(_) => SearchEnd::Satisfied,
            None => SearchEnd::Complete,
        })
    }

    /// Takes a position with the least rank from those that wait.
    fn next(&mut self) -> Option<u32> {
        loop {
            match self.queue.get_mut(self.least)?.pop() {
                None => self.least += 1,
                Some(number) => {
                    if std::mem::replace(&mut self.is_open[number as usize], false) {
                        return Some(number);
                    }
                }
            }
        }
    }

    /// Lets a position wait.
    fn wait(&mut self, number: u32, rank: usize, max_bytes: u64) -> Result<(), SearchEnd> {
        if self.queue.len() <= rank {
            self.queue.resize_with(rank + 1, Vec::new);
        }
        let bytes = self.bytes();
        let waiting = &mut self.queue[rank];
        if waiting.len() == waiting.capacity() {
            let growth = (waiting.len() / GROWTH).max(MIN_WAITING);
            let more = (growth * size_of::<u32>()) as u64;
            if bytes + more > max_bytes || waiting.try_reserve_exact(growth).is_err() {
                return Err(SearchEnd::OutOfMemory);
            }
            self.queue_bytes += more;
        }
        waiting.push(number);
        // Bounds that are not consistent may give a neighbour a smaller rank.
        self.least = self.least.min(rank);
        Ok(())
    }

    /// Finds the neighbours of a position, unless a limit is reached; returns their number.
    fn expand<B: LowerBounds>(
        &mut self,
        number: u32,
        bounds: &mut B,
        limits: HashLimits<'_>,
    ) -> Result<Result<usize, SearchEnd>, B::Error> {
        let (rank, width) = (self.least, self.width);
        let mut found = Vec::new();
        self.positions
            .each_neighbour(number, |words| found.extend_from_slice(words));
        let before = self.positions.configuration(number.into());
        let known = self.values[number as usize * width..][..width].to_vec();
        let length = self.lengths[number as usize] + 1;
        for words in found.chunks_exact(self.positions.width()) {
            let added = match self.reserve(limits.bytes) {
                Ok(most) if self.found() < limits.positions => self.positions.add(words, most),
                _ => Err(SearchEnd::OutOfMemory),
            };
            let Ok(near) = added else {
                self.least = rank;
                return Ok(Err(SearchEnd::OutOfMemory));
            };
            let at = near as usize;
            if at == self.lengths.len() {
                let position = self.positions.configuration(near.into());
                self.lengths.push(length);
                self.is_open.push(true);
                self.values.resize((at + 1) * width, 0);
                let values = &mut self.values[at * width..];
                bounds.beside(&before, &known, &position, values)?;
            } else if length < self.lengths[at] {
                // With consistent bounds the position has not been expanded yet. With others it is
                // expanded again.
                self.lengths[at] = length;
                self.is_open[at] = true;
            } else {
                continue;
            }
            let bound = bounds.bound(&self.values[at * width..][..width]);
            let waits = self.wait(near, length as usize + bound as usize, limits.bytes);
            if waits.is_err() {
                self.least = rank;
                return Ok(Err(SearchEnd::OutOfMemory));
            }
        }
        self.expanded += 1;
        Ok(Ok(found.len() / self.positions.width()))
    }

    /// Makes room for one more position in the lists; returns how many bytes the table of positions
    /// may then take.
    fn reserve(&mut self, max_bytes: u64) -> Result<u64, SearchEnd> {
        if self.lengths.len() == self.lengths.capacity() {
            let growth = (self.lengths.len() / GROWTH).max(MIN_GROWTH);
            let each = size_of::<u32>() + 1 + self.width * size_of::<u16>();
            if self.bytes() + (growth * each) as u64 > max_bytes
                || self.lengths.try_reserve_exact(growth).is_err()
                || self.is_open.try_reserve_exact(growth).is_err()
                || self.values.try_reserve_exact(growth * self.width).is_err()
            {
                return Err(SearchEnd::OutOfMemory);
            }
        }
        let others = self.bytes() - self.positions.bytes();
        Ok(max_bytes.saturating_sub(others))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Bounds that are the same for all positions.
    struct Nothing;

    impl LowerBounds for Nothing {
        type Error = Infallible;

        fn width(&self) -> usize {
            0
        }

        fn start(&mut self, _: &Configuration, _: &mut [u16]) -> Result<bool, Infallible> {
            Ok(true)
        }

        fn beside(
            &mut self,
            _: &Configuration,
            _: &[u16],
            _: &Configuration,
            _: &mut [u16],
        ) -> Result<(), Infallible> {
            Ok(())
        }

        fn bound(&self, _: &[u16]) -> u32 {
            0
        }
    }

    /// Admissible bounds that are not consistent: exact distances at some positions, 0 at others.
    struct Ragged(std::collections::HashMap<Configuration, u16>);

    impl LowerBounds for Ragged {
        type Error = Infallible;

        fn width(&self) -> usize {
            1
        }

        fn start(&mut self, start: &Configuration, own: &mut [u16]) -> Result<bool, Infallible> {
            own[0] = self.0.get(start).copied().unwrap_or(0);
            Ok(true)
        }

        fn beside(
            &mut self,
            _: &Configuration,
            _: &[u16],
            position: &Configuration,
            own: &mut [u16],
        ) -> Result<(), Infallible> {
            own[0] = self.0.get(position).copied().unwrap_or(0);
            Ok(())
        }

        fn bound(&self, values: &[u16]) -> u32 {
            values[0].into()
        }
    }

    #[test]
    fn bounds_change_the_order_and_not_the_distance() {
        let mut puzzle = Puzzle::tiles(2, 3).unwrap();
        let goal = puzzle.start.clone();
        // Distances to the goal, by a search without bounds from it.
        let mut whole = BestFirst::new(&puzzle, Metric::Step, &[]);
        let ended = whole.run(&mut Nothing, true, HashLimits::default(), |_| ());
        assert_eq!(ended, Ok(SearchEnd::Complete));
        assert_eq!(whole.found(), 360);
        let exact: Vec<(Configuration, u16)> = (0..whole.found())
            .map(|number| {
                let position = whole.positions().configuration(number);
                (position, whole.length_of(number) as u16)
            })
            .collect();
        for (number, (start, distance)) in exact.iter().enumerate().step_by(7) {
            let begun = Puzzle {
                start: start.clone(),
                ..puzzle.clone()
            };
            // Most positions know nothing, so that ways to some are found too long at first.
            let known = exact.iter().enumerate();
            let known = known.filter(|(own, _)| (own * 31 + number) % 5 < 2);
            let mut bounds = Ragged(known.map(|(_, own)| own.clone()).collect());
            let goals = [begun.goal_of(&goal)];
            let mut search = BestFirst::new(&begun, Metric::Step, &goals);
            let ended = search.run(&mut bounds, true, HashLimits::default(), |_| ());
            assert_eq!(ended, Ok(SearchEnd::Satisfied));
            assert_eq!(search.distance(), Some((*distance).into()));
            assert_eq!(search.met().len(), 1);
        }
        puzzle.goals.clear();
    }

    #[test]
    fn a_search_that_is_stopped_has_proved_a_bound() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let goals = &puzzle.goals;
        let mut last = 0;
        for kibibytes in [128, 256, 512] {
            let mut search = BestFirst::new(&puzzle, Metric::Step, goals);
            let limits = HashLimits {
                bytes: kibibytes << 10,
                ..HashLimits::default()
            };
            let ended = search.run(&mut Nothing, true, limits, |_| ());
            assert_eq!(ended, Ok(SearchEnd::OutOfMemory));
            assert!(search.bytes() <= limits.bytes, "{}", search.bytes());
            assert!((last..116).contains(&search.at_least()));
            last = search.at_least();
        }
        assert!(last > 30, "{last}");
        let stop = std::sync::atomic::AtomicBool::new(true);
        let limits = HashLimits {
            stop: &stop,
            ..HashLimits::default()
        };
        let mut search = BestFirst::new(&puzzle, Metric::Step, goals);
        let ended = search.run(&mut Nothing, true, limits, |_| ());
        assert_eq!(ended, Ok(SearchEnd::Interrupted));
    }
}
