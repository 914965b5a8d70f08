//! The state: a half-scanned board, which is what a node of the automaton stands for.
//!
//! Two boards that are scanned up to the same place have one state where the same may follow: by what is covered
//! there and later, by what is left to place, and by what the rules remember. It promises that a state is kept
//! without loss, in one word where it fits. It does not know what may be done at a place.

use super::law::{Law, Memory};
use super::layout::Layout;
use crate::board::CellSet;
use std::hash::{Hash, Hasher};
use std::iter;

/// A half-scanned board.
#[derive(Clone, Eq)]
pub(super) struct State {
    /// The places behind the next one to be filled that are covered already.
    pub covered: u128,
    /// What is left, packed: see [`Packing`].
    pub left: u128,
    /// What the rules remember.
    pub memory: Memory,
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        // Most puzzles have no rule, and comparing two empty slices would cost more than all the rest.
        self.covered == other.covered
            && self.left == other.left
            && (self.memory.is_empty() || self.memory == other.memory)
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // Equal states have memories of one length, so that leaving an empty one out is no ambiguity.
        let covered_and_left = self.covered.rotate_left(64) ^ self.left;
        hasher.write_u128(covered_and_left);
        if !self.memory.is_empty() {
            self.memory.hash(hasher);
        }
    }
}

/// How states with the same next place are kept until that place is scanned.
pub(super) trait Kept: Eq + Hash {
    /// Keeps a state whose next place is this.
    fn of(state: State, place: usize, packing: &Packing) -> Self;
    /// The state that is kept, of the same place.
    fn state(&self, place: usize, packing: &Packing) -> State;
}

impl Kept for State {
    fn of(state: State, _: usize, _: &Packing) -> State {
        state
    }

    fn state(&self, _: usize, _: &Packing) -> State {
        self.clone()
    }
}

/// A state without a memory, in one word: what is covered from the place on, above what is left.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Short(u64);

impl Short {
    /// Whether all states of a layout fit.
    pub fn fits(layout: &Layout, packing: &Packing, law: &Law) -> bool {
        let placements = layout.kinds.iter().flat_map(|kind| &kind.placements);
        let lengths = placements.flatten().map(|placement| {
            let [first, last] = [placement.places.first(), placement.places.last()];
            last.zip(first).map_or(0, |(last, first)| last.0 - first.0)
        });
        let covered = u32::from(lengths.max().unwrap_or(0)) + 1;
        law.is_empty() && covered + packing.bits <= u64::BITS
    }
}

impl Kept for Short {
    #[inline]
    fn of(state: State, place: usize, packing: &Packing) -> Short {
        // Behind the last place nothing is covered.
        let covered = state.covered.unbounded_shr(place as u32);
        Short((covered << packing.bits | state.left) as u64)
    }

    #[inline]
    fn state(&self, place: usize, packing: &Packing) -> State {
        let word = u128::from(self.0);
        State {
            covered: word >> packing.bits << place,
            left: word & CellSet::first_cells(packing.bits as usize).0,
            memory: Memory::default(),
        }
    }
}

/// How the numbers of what is left are packed into one word, by choice: the cells that stay empty, and the pieces of
/// each kind.
pub(super) struct Packing {
    /// By choice: where its number begins.
    pub shifts: Vec<u32>,
    /// By choice: the bits of its number.
    pub masks: Vec<u128>,
    /// All at the beginning.
    pub all: u128,
    /// How many bits the numbers take.
    pub bits: u32,
}

impl Packing {
    /// A number n takes as many bits as it has, at most n: together at most 128, as many as cells. `None` where the
    /// pieces have more cells than there are.
    pub fn new(layout: &Layout) -> Option<Packing> {
        let kinds = &layout.kinds;
        let area: usize = kinds.iter().map(|kind| kind.count * kind.size()).sum();
        let empties = layout.scan.cell_count().checked_sub(area)?;
        let mut packing = Packing {
            shifts: Vec::new(),
            masks: Vec::new(),
            all: 0,
            bits: 0,
        };
        for count in iter::once(empties).chain(kinds.iter().map(|kind| kind.count)) {
            let bits = usize::BITS - count.leading_zeros();
            let mask = CellSet::first_cells(bits as usize).0;
            let at_its_place = |number: u128| number.unbounded_shl(packing.bits);
            let (mask, count) = (at_its_place(mask), at_its_place(count as u128));
            packing.shifts.push(packing.bits);
            packing.masks.push(mask);
            packing.all |= count;
            packing.bits += bits;
        }
        Some(packing)
    }
}
