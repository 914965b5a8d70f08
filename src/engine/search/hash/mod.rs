//! The hash search: breadth-first over packed positions in a hash table, for puzzles without an
//! index.
//!
//! Some puzzles have few reachable positions, but an index that is large or cannot be built: cars
//! on a large board, or pieces with more configurations than 64 bits can number. Here a position is
//! a few words with the place of each piece, and its number counts the positions discovered before
//! it. All positions are kept, so that shortest ways are known when a target is met. Nothing is
//! written to the disk.

mod best_first;
mod packing;
mod places;
mod position_table;
mod successors;

pub use best_first::{BestFirst, BestFirstProgress, LowerBounds};
pub use position_table::{PlacedGoals, PositionTable};
pub use successors::{SuccessorRoom, Successors};

use super::{SearchEnd, StopFlag};
use crate::graph::Metric;
use slidewise_puzzle::{Configuration, Goal, Puzzle};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of neighbours after which the stop flag is read and progress is reported.
///
/// Neighbours are counted rather than expansions: in moves, one position may have thousands.
const PULSE: usize = 1 << 12;

/// A breadth-first search that keeps each position in memory.
#[derive(Debug)]
pub struct HashSearch<'p> {
    positions: PositionTable<'p>,
    /// Number of positions up to the end of each finished generation, indexed by generation.
    ends: Vec<u32>,
    /// Number of the next position to be expanded.
    next: u32,
    is_complete: bool,
}

/// The progress of a hash search.
#[derive(Clone, Copy, Debug)]
pub struct HashProgress {
    /// The generation that is being expanded.
    pub generation: u64,
    /// The size of that generation.
    pub count: u64,
    /// Number of positions of that generation that have been expanded.
    pub done: u64,
    /// Number of positions found in all.
    pub found: u64,
    /// Bytes that positions and their hash table take.
    pub bytes: u64,
}

/// The limits of a hash search.
#[derive(Clone, Copy, Debug)]
pub struct HashLimits<'a> {
    /// Most bytes that positions and their hash table may take.
    pub bytes: u64,
    /// Most positions that may be found.
    pub positions: u64,
    /// Most positions that a best-first search may expand.
    pub expanded: u64,
    /// Raised from outside to stop the search soon.
    pub stop: &'a AtomicBool,
}

impl Default for HashLimits<'_> {
    /// Limits that no search reaches.
    fn default() -> Self {
        HashLimits {
            bytes: u64::MAX,
            positions: u64::MAX,
            expanded: u64::MAX,
            stop: StopFlag::never(),
        }
    }
}

impl<'p> HashSearch<'p> {
    /// A search from a puzzle's Start, which is generation 0.
    ///
    /// In the metric `line`, pieces of several cells stand in the way of pushes and do not move;
    /// [`Metric::check`] refuses puzzles where they could.
    pub fn new(puzzle: &'p Puzzle, metric: Metric) -> HashSearch<'p> {
        HashSearch {
            positions: PositionTable::new(puzzle, metric),
            ends: vec![1],
            next: 0,
            is_complete: false,
        }
    }

    /// The positions found, with their neighbours.
    pub fn positions(&self) -> &PositionTable<'p> {
        &self.positions
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.positions.puzzle()
    }

    /// Sizes of the finished generations.
    pub fn generations(&self) -> Vec<u64> {
        let begins = [0].iter().chain(&self.ends);
        let sizes = self.ends.iter().zip(begins).map(|(end, begin)| end - begin);
        sizes.map(u64::from).collect()
    }

    /// Bytes that the positions found and their hash table take.
    pub fn bytes(&self) -> u64 {
        self.positions.bytes()
    }

    /// The goals in terms of this search's places; goals that no position meets are left out.
    pub fn placed(&self, goals: &[Goal]) -> PlacedGoals {
        self.positions.placed(goals)
    }

    /// Numbers of the positions of the last finished generation that meet a goal.
    pub fn met(&self, goals: &PlacedGoals) -> Vec<u64> {
        let last = self.generation(self.ends.len() - 1);
        let mut at = Vec::new();
        let met = last.filter(|&number| self.positions.meets(number, goals, &mut at));
        met.map(u64::from).collect()
    }

    /// Searches until a generation meets a goal, the search is complete, or a limit is reached.
    ///
    /// A later call with higher limits continues the search. `pulse` is called at intervals.
    ///
    /// Time: about a microsecond for each position.
    pub fn run(
        &mut self,
        goals: &PlacedGoals,
        limits: HashLimits<'_>,
        mut pulse: impl FnMut(HashProgress),
    ) -> SearchEnd {
        loop {
            if !self.met(goals).is_empty() {
                return SearchEnd::Satisfied;
            }
            if self.is_complete {
                return SearchEnd::Complete;
            }
            if let Err(ended) = self.find_next(limits, &mut pulse) {
                return ended;
            }
        }
    }

    /// Finds the next generation, or goes on with one that was begun.
    fn find_next(
        &mut self,
        limits: HashLimits<'_>,
        pulse: &mut impl FnMut(HashProgress),
    ) -> Result<(), SearchEnd> {
        let last = self.ends.len() - 1;
        let Range { start, end } = self.generation(last);
        let mut found = Vec::new();
        let mut looked_at = PULSE;
        while self.next < end {
            if looked_at >= PULSE {
                looked_at = 0;
                pulse(HashProgress {
                    generation: last as u64,
                    count: (end - start).into(),
                    done: (self.next - start).into(),
                    found: self.positions.len() as u64,
                    bytes: self.bytes(),
                });
                if limits.stop.load(Ordering::Relaxed) {
                    return Err(SearchEnd::Interrupted);
                }
            }
            if self.positions.len() as u64 >= limits.positions {
                return Err(SearchEnd::OutOfMemory);
            }
            found.clear();
            self.positions
                .each_neighbour(self.next, |words| found.extend_from_slice(words));
            for words in found.chunks_exact(self.positions.width()) {
                self.positions.add(words, limits.bytes)?;
                looked_at += 1;
            }
            // The position is passed only now. If `add` runs out of memory, the position is
            // expanded again when the search goes on, and neighbours that were added already are
            // recognized.
            self.next += 1;
        }
        if self.positions.len() as u32 == end {
            self.is_complete = true;
        } else {
            self.ends.push(self.positions.len() as u32);
        }
        Ok(())
    }

    /// Numbers of the positions of a finished generation.
    fn generation(&self, generation: usize) -> Range<u32> {
        let begin = generation
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        begin..self.ends[generation]
    }

    /// The generation of a position; `None` if that generation is not finished.
    pub fn generation_of(&self, number: u64) -> Option<u64> {
        let generation = self.ends.partition_point(|&end| u64::from(end) <= number);
        (generation < self.ends.len()).then_some(generation as u64)
    }

    /// The configuration of a position.
    ///
    /// # Panics
    /// If no position with this number has been found.
    pub fn configuration(&self, number: u64) -> Configuration {
        self.positions.configuration(number)
    }

    /// Calls `visit` with the number of each neighbour of a position, if the neighbour has been
    /// found.
    ///
    /// # Panics
    /// If no position with this number has been found.
    pub fn for_each_neighbour(&self, number: u64, visit: impl FnMut(u64)) {
        self.positions.for_each_neighbour(number, visit);
    }
}
