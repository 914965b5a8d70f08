//! The hash search: breadth-first over packed positions in a hash table, for puzzles without an
//! index.
//!
//! Some puzzles have few reachable positions, but an index that is large or cannot be built: cars
//! on a large board, or pieces with more configurations than 64 bits can number. Here a position is
//! a few words with the place of each piece, and its number counts the positions discovered before
//! it. All positions are kept, so that shortest ways are known when a target is met. Nothing is
//! written to the disk.

mod packing;
mod places;

use super::{SearchEnd, StopFlag};
use crate::graph::Metric;
use ahash::RandomState;
use hashbrown::HashTable;
use packing::PlacePacking;
use places::{NeighbourBuffers, PlacedGoal, Places};
use slidewise_board::{BitMask, WideMask};
use slidewise_puzzle::{Configuration, Goal, Puzzle};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of expansions after which the stop flag is read and progress is reported.
const PULSE: u32 = 1 << 12;

/// Least number of words by which the list of positions grows.
const LEAST_GROWTH: usize = 1 << 12;
/// The list of positions grows by its length divided by this number, if that is more than
/// [`LEAST_GROWTH`].
const GROWTH: usize = 4;

/// A breadth-first search that keeps each position in memory.
#[derive(Debug)]
pub struct HashSearch<'p> {
    puzzle: &'p Puzzle,
    metric: Metric,
    tables: Tables,
    packing: PlacePacking,
    /// Words of all positions, in the order of discovery.
    words: Vec<u64>,
    /// Number of each position, found by the hash of its words.
    numbers: HashTable<u32>,
    hasher: RandomState,
    /// Number of positions up to the end of each finished generation, indexed by generation.
    ends: Vec<u32>,
    /// Number of the next position to be expanded.
    next: u32,
    is_complete: bool,
    room: RefCell<(Vec<u16>, Vec<u64>, NeighbourBuffers)>,
}

/// The places of pieces, with masks for boards of at most 128 cells or for larger ones.
#[derive(Debug)]
enum Tables {
    Small(Places<u128>),
    Large(Places<WideMask>),
}

/// The goals of a puzzle in terms of the places of a [`HashSearch`].
#[derive(Debug)]
pub struct PlacedGoals(GoalTables);

#[derive(Debug)]
enum GoalTables {
    Small(Vec<PlacedGoal<u128>>),
    Large(Vec<PlacedGoal<WideMask>>),
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
    /// Raised from outside to stop the search soon.
    pub stop: &'a AtomicBool,
}

impl Default for HashLimits<'_> {
    /// Limits that no search reaches.
    fn default() -> Self {
        HashLimits {
            bytes: u64::MAX,
            positions: u64::MAX,
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
        let tables = if puzzle.board.cell_count() <= <u128 as BitMask>::ROOM {
            Tables::Small(Places::of(puzzle))
        } else {
            Tables::Large(Places::of(puzzle))
        };
        let counts = match &tables {
            Tables::Small(places) => places.counts(),
            Tables::Large(places) => places.counts(),
        };
        let mut search = HashSearch {
            puzzle,
            metric,
            tables,
            packing: PlacePacking::of(&counts),
            words: Vec::new(),
            numbers: HashTable::new(),
            hasher: RandomState::new(),
            ends: vec![1],
            next: 0,
            is_complete: false,
            room: RefCell::default(),
        };
        let start = search.packed(&puzzle.start);
        let start = start.expect("the pieces of Start have places");
        let _ = search.add(&start, u64::MAX);
        search
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// The metric: what an edge is.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Sizes of the finished generations.
    pub fn generations(&self) -> Vec<u64> {
        let begins = [0].iter().chain(&self.ends);
        let sizes = self.ends.iter().zip(begins).map(|(end, begin)| end - begin);
        sizes.map(u64::from).collect()
    }

    /// Bytes that the positions found and their hash table take.
    pub fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<u64>() + self.numbers.allocation_size()) as u64
    }

    /// The goals in terms of this search's places; goals that no position meets are left out.
    pub fn placed(&self, goals: &[Goal]) -> PlacedGoals {
        PlacedGoals(match &self.tables {
            Tables::Small(places) => GoalTables::Small(places.goals(self.puzzle, goals)),
            Tables::Large(places) => GoalTables::Large(places.goals(self.puzzle, goals)),
        })
    }

    /// Numbers of the positions of the last finished generation that meet a goal.
    pub fn met(&self, goals: &PlacedGoals) -> Vec<u64> {
        let last = self.ends.len() - 1;
        let mut met: Vec<u64> = self.generation(last).map(u64::from).collect();
        let mut at = Vec::new();
        met.retain(|&number| {
            self.packing.unpack(self.words_of(number as u32), &mut at);
            match (&self.tables, &goals.0) {
                (Tables::Small(places), GoalTables::Small(goals)) => {
                    goals.iter().any(|goal| places.meets(goal, &at))
                }
                (Tables::Large(places), GoalTables::Large(goals)) => {
                    goals.iter().any(|goal| places.meets(goal, &at))
                }
                _ => unreachable!("goals are placed by the search that looks for them"),
            }
        });
        met
    }

    /// Searches until a generation meets a goal, the search is complete, or a limit is reached.
    ///
    /// A later call with higher limits continues the search. `pulse` is called at intervals.
    ///
    /// Time: about a microsecond for each position. Memory for each position: 8 bytes for each of
    /// its words, and another 6 to 12 bytes.
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
        while self.next < end {
            if self.next.is_multiple_of(PULSE) {
                pulse(HashProgress {
                    generation: last as u64,
                    count: (end - start).into(),
                    done: (self.next - start).into(),
                    found: self.numbers.len() as u64,
                    bytes: self.bytes(),
                });
                if limits.stop.load(Ordering::Relaxed) {
                    return Err(SearchEnd::Interrupted);
                }
            }
            if self.numbers.len() as u64 >= limits.positions {
                return Err(SearchEnd::OutOfMemory);
            }
            found.clear();
            self.each_neighbour(self.next, |words| found.extend_from_slice(words));
            for words in found.chunks_exact(self.packing.words) {
                self.add(words, limits.bytes)?;
            }
            // The position is passed only now. If `add` runs out of memory, the position is
            // expanded again when the search goes on, and neighbours that were added already are
            // recognized.
            self.next += 1;
        }
        if self.numbers.len() as u32 == end {
            self.is_complete = true;
        } else {
            self.ends.push(self.numbers.len() as u32);
        }
        Ok(())
    }

    /// Adds a position, unless it is known.
    fn add(&mut self, words: &[u64], most_bytes: u64) -> Result<(), SearchEnd> {
        let HashSearch {
            words: all,
            numbers,
            hasher,
            packing,
            ..
        } = self;
        let hash = hasher.hash_one(words);
        let of = |number: u32| &all[number as usize * packing.words..][..packing.words];
        if numbers.find(hash, |&number| of(number) == words).is_some() {
            return Ok(());
        }
        let needs_words = all.len() + words.len() > all.capacity();
        let needs_buckets = numbers.len() == numbers.capacity();
        if needs_words || needs_buckets {
            let growth = if needs_words {
                (all.len() / GROWTH).max(LEAST_GROWTH)
            } else {
                0
            };
            // While a larger table is filled, the smaller one still exists, so the bytes of both
            // count.
            let tables = numbers.allocation_size() * if needs_buckets { 3 } else { 1 };
            let bytes = (all.capacity() + growth) * size_of::<u64>() + tables;
            if bytes as u64 > most_bytes || numbers.len() >= u32::MAX as usize {
                return Err(SearchEnd::OutOfMemory);
            }
            if all.try_reserve_exact(growth).is_err() {
                return Err(SearchEnd::OutOfMemory);
            }
            let of = |number: u32| &all[number as usize * packing.words..][..packing.words];
            if numbers
                .try_reserve(1, |&number| hasher.hash_one(of(number)))
                .is_err()
            {
                return Err(SearchEnd::OutOfMemory);
            }
        }
        let number = numbers.len() as u32;
        numbers.insert_unique(hash, number, |_| unreachable!("room was reserved"));
        all.extend_from_slice(words);
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

    fn words_of(&self, number: u32) -> &[u64] {
        &self.words[number as usize * self.packing.words..][..self.packing.words]
    }

    /// The number of a position, if it has been found.
    fn number_of(&self, words: &[u64]) -> Option<u32> {
        let hash = self.hasher.hash_one(words);
        let found = self
            .numbers
            .find(hash, |&number| self.words_of(number) == words);
        found.copied()
    }

    /// The words of a configuration; `None` if a piece stands where it can never come.
    fn packed(&self, configuration: &Configuration) -> Option<Vec<u64>> {
        let places = match &self.tables {
            Tables::Small(places) => places.placed(self.puzzle, configuration),
            Tables::Large(places) => places.placed(self.puzzle, configuration),
        };
        let mut words = vec![0; self.packing.words];
        self.packing.pack(&places?, &mut words);
        Some(words)
    }

    /// The configuration of a position.
    ///
    /// # Panics
    /// If no position with this number has been found.
    pub fn configuration(&self, number: u64) -> Configuration {
        let mut places = Vec::new();
        self.packing
            .unpack(self.words_of(number as u32), &mut places);
        match &self.tables {
            Tables::Small(tables) => tables.configuration(&places),
            Tables::Large(tables) => tables.configuration(&places),
        }
    }

    /// Calls `visit` with the number of each neighbour of a position, if the neighbour has been
    /// found.
    ///
    /// # Panics
    /// If no position with this number has been found.
    pub fn for_each_neighbour(&self, number: u64, mut visit: impl FnMut(u64)) {
        self.each_neighbour(number as u32, |words| {
            if let Some(found) = self.number_of(words) {
                visit(found.into());
            }
        });
    }

    fn each_neighbour(&self, number: u32, mut visit: impl FnMut(&[u64])) {
        let mut room = self.room.borrow_mut();
        let (places, words, room) = &mut *room;
        self.packing.unpack(self.words_of(number), places);
        words.resize(self.packing.words, 0);
        let visit = |after: &[u16]| {
            self.packing.pack(after, words);
            visit(words);
        };
        match &self.tables {
            Tables::Small(tables) => {
                tables.for_each_neighbour(self.puzzle, self.metric, places, room, visit);
            }
            Tables::Large(tables) => {
                tables.for_each_neighbour(self.puzzle, self.metric, places, room, visit);
            }
        }
    }
}
