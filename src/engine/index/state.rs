//! A half-scanned board: the state for which a node of the automaton stands.
//!
//! Boards scanned up to the same place have equal states if they agree in the covered places from
//! there on, in the pieces left to place, and in what the rules remember. They then have the same
//! legal completions. A state is stored without loss, in one word if it fits. This module does not
//! know which choices a place has.

use super::automaton::{Choice, NodeId};
use super::layout::Layout;
use super::rule_set::{RuleMemory, RuleSet, ScanProgress};
use super::scan::Place;
use ahash::RandomState;
use slidewise_board::{BitMask, CellMask};
use std::iter;

/// Hashes a word; the upper bits are the best mixed (Fibonacci hashing; Knuth 1973).
#[inline]
pub fn hash_of(word: u64) -> u64 {
    // Multiplication carries only upward. If the upper half of the word were not mixed into the
    // lower half first, it would change only the upper half of the hash.
    (word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// State of a half-scanned board, for any layout and rules.
#[derive(Clone, Default, Eq)]
pub(super) struct ScanState<B: BitMask> {
    /// Places after the place of the state that are already covered.
    pub covered: B,
    /// Pieces of each kind left to place, packed: see [`CountPacking`].
    pub left: B,
    /// Memory of the rules.
    pub memory: RuleMemory<B>,
}

impl<B: BitMask> PartialEq for ScanState<B> {
    fn eq(&self, other: &ScanState<B>) -> bool {
        // Most puzzles have no rules, and comparing two empty slices would cost more than all the
        // rest.
        self.covered == other.covered
            && self.left == other.left
            && (self.memory.is_empty() || self.memory == other.memory)
    }
}

/// A choice at a place, with the masks that test and apply it.
pub(super) struct ChoiceMasks<B: BitMask> {
    pub choice: Choice,
    /// Places that the choice fills: its own place and later ones.
    pub places: CellMask<B>,
    /// Places that the choice fills, as bits counted from its own place; the first 64 only.
    pub ahead: u64,
    /// Bits of the count that must be zero: that of the pieces that come before these in their
    /// lane. Empty if there are no such pieces.
    pub before: B,
    /// Number to be subtracted from the packed counts: one piece, or one empty cell, of this
    /// choice.
    pub one: B,
    /// Bits of this choice's count in the packed counts.
    pub mask: B,
}

/// Data that all states of a layout share.
pub(super) struct StateContext<'a, B: BitMask> {
    pub packing: &'a CountPacking<B>,
    pub law: &'a RuleSet<B>,
    /// Bits of the counts that must be zero at a place, indexed by place: those of the kinds that
    /// fit neither there nor later.
    pub overdue: Vec<B>,
    /// Number of places.
    pub cells: usize,
}

/// Successor of a state after one choice.
#[derive(Clone, Default)]
pub(super) struct StateSuccessor<S> {
    /// Node of the state before the choice.
    pub from: NodeId,
    /// The choice.
    pub choice: Choice,
    /// Next place to be filled.
    pub place: Place,
    /// State at that place.
    pub state: S,
}

/// Representation of states: any state as `ScanState`, small ones as `PackedState`.
pub(super) trait StateRepr<B: BitMask>: Clone + Default + Eq + StateHash {
    /// State at the first place, before any choice.
    fn at_the_beginning(setting: &StateContext<'_, B>) -> Self;

    /// Computes the successors of `states` at a place, for each choice of `offers` that is possible
    /// and does not obviously lead to a dead end.
    ///
    /// Returns the number of successors written to the front of `followers`; later entries are
    /// meaningless.
    fn follow(
        states: &[(Self, NodeId)],
        offers: &[ChoiceMasks<B>],
        place: usize,
        setting: &StateContext<'_, B>,
        followers: &mut Vec<StateSuccessor<Self>>,
    ) -> usize;
}

/// Type that computes its own 64-bit hash.
pub(super) trait StateHash {
    /// Hash whose upper bits are the best mixed.
    fn hash(&self) -> u64;
}

impl<B: BitMask> StateRepr<B> for ScanState<B> {
    fn at_the_beginning(setting: &StateContext<'_, B>) -> ScanState<B> {
        ScanState {
            covered: B::ZERO,
            left: setting.packing.all,
            memory: setting.law.at_the_beginning(),
        }
    }

    fn follow(
        states: &[(ScanState<B>, NodeId)],
        offers: &[ChoiceMasks<B>],
        place: usize,
        setting: &StateContext<'_, B>,
        followers: &mut Vec<StateSuccessor<ScanState<B>>>,
    ) -> usize {
        followers.clear();
        for (state, from) in states {
            followers.extend(offers.iter().filter_map(|offer| {
                let (next, state) = state.after(offer, place, setting)?;
                Some(StateSuccessor {
                    from: *from,
                    choice: offer.choice,
                    place: next as Place,
                    state,
                })
            }));
        }
        followers.len()
    }
}

impl<B: BitMask> StateHash for ScanState<B> {
    #[inline]
    fn hash(&self) -> u64 {
        let hasher = RandomState::with_seeds(0, 0, 0, 0);
        let covered_and_left = self.covered.mixed().rotate_left(64) ^ self.left.mixed();
        // Equal states have memories of equal length, so omitting an empty memory is not ambiguous.
        if self.memory.is_empty() {
            hasher.hash_one(covered_and_left)
        } else {
            hasher.hash_one((covered_and_left, &self.memory))
        }
    }
}

impl<B: BitMask> ScanState<B> {
    /// Next place and the state there after a choice; `None` if the choice is not possible, or
    /// leads to a dead end.
    fn after(
        &self,
        offer: &ChoiceMasks<B>,
        place: usize,
        setting: &StateContext<'_, B>,
    ) -> Option<(usize, ScanState<B>)> {
        let has = |bits: B| self.left.and(bits) != B::ZERO;
        if !has(offer.mask) || has(offer.before) || self.covered.and(offer.places.0) != B::ZERO {
            return None;
        }
        let left = self.left.less(offer.one);
        let filled = B::below(place).or(self.covered).or(offer.places.0);
        let free = B::below(setting.cells).and_not(filled);
        let next = free.first().unwrap_or(setting.cells);
        if left.and(setting.overdue[next]) != B::ZERO {
            return None;
        }
        let mut memory = RuleMemory::default();
        if !setting.law.is_empty() {
            let standing = ScanProgress {
                unknown: CellMask(free),
                // Pieces that cannot move have no mask.
                is_left: &|kind| {
                    let mask = setting.packing.masks.get(kind + 1);
                    mask.is_some_and(|&mask| left.and(mask) != B::ZERO)
                },
            };
            let kind = usize::from(offer.choice).checked_sub(1);
            let placed = kind.map(|kind| (kind, offer.places));
            memory = setting.law.after(&self.memory, placed, standing)?;
        }
        let covered = filled.and_not(B::below(next));
        let after = ScanState {
            covered,
            left,
            memory,
        };
        Some((next, after))
    }
}

/// State without rule memory, packed in one word.
///
/// The low bits are the packed counts of the pieces left. The bits above them are the covered
/// places, counted from the place of the state.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PackedState(u64);

impl PackedState {
    /// Wraps a packed word.
    #[cfg(test)]
    pub(super) fn of_word(word: u64) -> PackedState {
        PackedState(word)
    }

    /// Whether all states of a layout fit one word.
    pub(super) fn fits(layout: &Layout, packing: &CountPacking<u128>, law: &RuleSet<u128>) -> bool {
        let placements = layout.kinds.iter().flat_map(|kind| &kind.placements);
        let lengths = placements.flatten().map(|placement| {
            let [first, last] = [placement.places.first(), placement.places.last()];
            last.zip(first).map_or(0, |(last, first)| last.0 - first.0)
        });
        let covered = u32::from(lengths.max().unwrap_or(0)) + 1;
        law.is_empty() && covered + packing.bits <= u64::BITS
    }
}

impl StateRepr<u128> for PackedState {
    fn at_the_beginning(setting: &StateContext<'_, u128>) -> PackedState {
        PackedState(setting.packing.all as u64)
    }

    fn follow(
        states: &[(PackedState, NodeId)],
        offers: &[ChoiceMasks<u128>],
        place: usize,
        setting: &StateContext<'_, u128>,
        followers: &mut Vec<StateSuccessor<PackedState>>,
    ) -> usize {
        let bits = setting.packing.bits;
        let left_bits = 1u64.unbounded_shl(bits).wrapping_sub(1);
        let room = states.len() * offers.len();
        if followers.len() < room {
            followers.resize(room, StateSuccessor::default());
        }
        let mut found = 0;
        for &(PackedState(state), from) in states {
            let covered = state.unbounded_shr(bits);
            for offer in offers {
                let left = state.wrapping_sub(offer.one as u64) & left_bits;
                let taken = offer.ahead.unbounded_shl(bits) | offer.before as u64;
                let filled = covered | offer.ahead;
                let passed = filled.trailing_ones();
                // At most the number of places, even if the choice is not possible.
                let next = place + passed as usize;
                let ahead = filled.unbounded_shr(passed).unbounded_shl(bits);
                followers[found] = StateSuccessor {
                    from,
                    choice: offer.choice,
                    place: next as Place,
                    state: PackedState(ahead | left),
                };
                // No branch here: the outcome is unpredictable.
                let is_left = state & offer.mask as u64 != 0;
                let is_free = state & taken == 0;
                let is_overdue = left & setting.overdue[next] as u64 != 0;
                found += usize::from(is_left & is_free & !is_overdue);
            }
        }
        found
    }
}

impl StateHash for PackedState {
    #[inline]
    fn hash(&self) -> u64 {
        hash_of(self.0)
    }
}

/// Packing of the counts of a state in one bit mask: the cells that stay empty, then the pieces of
/// each kind.
pub(super) struct CountPacking<B> {
    /// First bit of each count, indexed by choice.
    pub shifts: Vec<u32>,
    /// Bits of each count, indexed by choice.
    pub masks: Vec<B>,
    /// Packed counts before the first choice.
    pub all: B,
    /// Number of bits that all counts take.
    pub bits: u32,
}

impl<B: BitMask> CountPacking<B> {
    /// Packs the counts of a layout; `None` if its pieces cover more cells than are scanned.
    ///
    /// A count takes as many bits as it has binary digits, which is at most the count itself. All
    /// counts together therefore take at most as many bits as there are cells.
    pub(super) fn new(layout: &Layout) -> Option<CountPacking<B>> {
        let kinds = &layout.kinds;
        let area: usize = kinds.iter().map(|kind| kind.count * kind.size()).sum();
        let empties = layout.scan.cell_count().checked_sub(area)?;
        let mut packing = CountPacking {
            shifts: Vec::new(),
            masks: Vec::new(),
            all: B::ZERO,
            bits: 0,
        };
        for count in iter::once(empties).chain(kinds.iter().map(|kind| kind.count)) {
            let bits = usize::BITS - count.leading_zeros();
            let mask = B::below(bits as usize).later(packing.bits);
            // Bit by bit, because `B` cannot be made from a `usize`.
            let ones = (0..bits).filter(|bit| count >> bit & 1 == 1);
            for bit in ones {
                packing.all.set((packing.bits + bit) as usize);
            }
            packing.shifts.push(packing.bits);
            packing.masks.push(mask);
            packing.bits += bits;
        }
        Some(packing)
    }
}
