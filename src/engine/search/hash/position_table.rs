//! `PositionTable`: packed positions in a hash table, numbered in the order of discovery.

use super::packing::PlacePacking;
use super::places::{NeighbourBuffers, PlacedGoal, Places};
use crate::graph::Metric;
use crate::search::SearchEnd;
use ahash::RandomState;
use hashbrown::HashTable;
use slidewise_board::{BitMask, WideMask};
use slidewise_puzzle::{Configuration, Goal, Puzzle};
use std::cell::RefCell;

/// Least number of words by which the list of positions grows.
const MIN_GROWTH: usize = 1 << 12;
/// The list of positions grows by its length divided by this number, if that is more than
/// [`MIN_GROWTH`].
const GROWTH: usize = 4;

/// Positions of a puzzle, each with a number, and their neighbours.
///
/// Memory for each position: 8 bytes for each of its words, and another 6 to 12 bytes.
#[derive(Debug)]
pub struct PositionTable<'p> {
    puzzle: &'p Puzzle,
    metric: Metric,
    tables: PlacesByWidth,
    packing: PlacePacking,
    /// Words of all positions, in the order of discovery.
    words: Vec<u64>,
    /// Number of each position, found by the hash of its words.
    numbers: HashTable<u32>,
    hasher: RandomState,
    room: RefCell<(Vec<u16>, Vec<u64>, NeighbourBuffers)>,
}

/// The places of pieces, with masks for boards of at most 128 cells or for larger ones.
#[derive(Debug)]
pub(super) enum PlacesByWidth {
    Small(Places<u128>),
    Large(Places<WideMask>),
}

/// The goals of a puzzle in terms of the places of a [`PositionTable`].
#[derive(Debug)]
pub struct PlacedGoals(GoalTables);

#[derive(Debug)]
enum GoalTables {
    Small(Vec<PlacedGoal<u128>>),
    Large(Vec<PlacedGoal<WideMask>>),
}

impl<'p> PositionTable<'p> {
    /// A table with a puzzle's Start, which is number 0.
    ///
    /// In the metric `line`, pieces of several cells stand in the way of pushes and do not move;
    /// [`Metric::check`] refuses puzzles where they could.
    pub(super) fn new(puzzle: &'p Puzzle, metric: Metric) -> PositionTable<'p> {
        let tables = if puzzle.board.cell_count() <= <u128 as BitMask>::ROOM {
            PlacesByWidth::Small(Places::of(puzzle))
        } else {
            PlacesByWidth::Large(Places::of(puzzle))
        };
        let counts = match &tables {
            PlacesByWidth::Small(places) => places.counts(),
            PlacesByWidth::Large(places) => places.counts(),
        };
        let mut table = PositionTable {
            puzzle,
            metric,
            tables,
            packing: PlacePacking::of(&counts),
            words: Vec::new(),
            numbers: HashTable::new(),
            hasher: RandomState::new(),
            room: RefCell::default(),
        };
        let start = table.packed(&puzzle.start);
        let start = start.expect("the pieces of Start have places");
        let _ = table.add(&start, u64::MAX);
        table
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// The metric: what an edge is.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Number of positions.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Number of words of a position.
    pub(super) fn width(&self) -> usize {
        self.packing.words
    }

    /// Bytes that the positions and their hash table take.
    pub(super) fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<u64>() + self.numbers.allocation_size()) as u64
    }

    /// The goals in terms of this table's places; goals that no position meets are left out.
    pub(super) fn placed(&self, goals: &[Goal]) -> PlacedGoals {
        PlacedGoals(match &self.tables {
            PlacesByWidth::Small(places) => GoalTables::Small(places.goals(self.puzzle, goals)),
            PlacesByWidth::Large(places) => GoalTables::Large(places.goals(self.puzzle, goals)),
        })
    }

    /// Whether a position meets a goal.
    pub(super) fn meets(&self, number: u32, goals: &PlacedGoals, at: &mut Vec<u16>) -> bool {
        self.packing.unpack(self.words_of(number), at);
        match (&self.tables, &goals.0) {
            (PlacesByWidth::Small(places), GoalTables::Small(goals)) => {
                goals.iter().any(|goal| places.meets(goal, at))
            }
            (PlacesByWidth::Large(places), GoalTables::Large(goals)) => {
                goals.iter().any(|goal| places.meets(goal, at))
            }
            _ => unreachable!("goals are placed by the table that looks for them"),
        }
    }

    /// Adds a position, unless it is known; returns its number.
    ///
    /// # Errors
    /// If the table would take more than `max_bytes`, or its numbers are used up.
    pub(super) fn add(&mut self, words: &[u64], max_bytes: u64) -> Result<u32, SearchEnd> {
        let PositionTable {
            words: all,
            numbers,
            hasher,
            packing,
            ..
        } = self;
        let hash = hasher.hash_one(words);
        let of = |number: u32| &all[number as usize * packing.words..][..packing.words];
        if let Some(&known) = numbers.find(hash, |&number| of(number) == words) {
            return Ok(known);
        }
        let needs_words = all.len() + words.len() > all.capacity();
        let needs_buckets = numbers.len() == numbers.capacity();
        if needs_words || needs_buckets {
            let growth = if needs_words {
                (all.len() / GROWTH).max(MIN_GROWTH)
            } else {
                0
            };
            // While a larger table is filled, the smaller one still exists, so the bytes of both
            // count.
            let tables = numbers.allocation_size() * if needs_buckets { 3 } else { 1 };
            let bytes = (all.capacity() + growth) * size_of::<u64>() + tables;
            if bytes as u64 > max_bytes || numbers.len() >= u32::MAX as usize {
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
        Ok(number)
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
            PlacesByWidth::Small(places) => places.placed(self.puzzle, configuration),
            PlacesByWidth::Large(places) => places.placed(self.puzzle, configuration),
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
            PlacesByWidth::Small(tables) => tables.configuration(&places),
            PlacesByWidth::Large(tables) => tables.configuration(&places),
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

    /// Calls `visit` with the words of each neighbour of a position, known or not.
    pub(super) fn each_neighbour(&self, number: u32, mut visit: impl FnMut(&[u64])) {
        let mut room = self.room.borrow_mut();
        let (places, words, room) = &mut *room;
        self.packing.unpack(self.words_of(number), places);
        words.resize(self.packing.words, 0);
        let visit = |after: &[u16]| {
            self.packing.pack(after, words);
            visit(words);
        };
        match &self.tables {
            PlacesByWidth::Small(tables) => {
                tables.for_each_neighbour(self.puzzle, self.metric, places, room, visit);
            }
            PlacesByWidth::Large(tables) => {
                tables.for_each_neighbour(self.puzzle, self.metric, places, room, visit);
            }
        }
    }
}
