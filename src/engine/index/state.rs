//! A half-scanned board: the state for which a node of the automaton stands.
//!
//! Two boards that are scanned up to the same place have equal states if they agree in the later
//! places that are covered, in the pieces left to place, and in the memory of the rules. They then
//! have the same legal completions. A state is stored without loss, in one word if it fits. This
//! module does not know which choices are possible at a place.

use super::automaton::{Choice, NodeId};
use super::layout::Layout;
use super::rule_set::{RuleMemory, RuleSet, ScanProgress};
use super::scan::Place;
use ahash::RandomState;
use slidewise_board::{BitMask, CellMask};
use std::iter;

/// Hashes a word; the upper bits of the hash are the best mixed (Fibonacci hashing; Knuth 1973).
#[inline]
pub fn hash_of(word: u64) -> u64 {
    // A bit of a factor affects only the bits from its own position up in the product. The upper
    // half of the word is therefore mixed into the lower half first; otherwise it would change only
    // the upper half of the hash.
    (word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// State of a half-scanned board, for any layout and rules.
#[derive(Clone, Default, Eq)]
pub(super) struct ScanState<B: BitMask> {
    /// Places after the state's own place that are already covered.
    pub covered: B,
    /// Numbers of pieces of each kind that are left to place, and of cells that stay empty, packed:
    /// see [`CountPacking`].
    pub left: B,
    /// Memory of the rules.
    pub memory: RuleMemory<B>,
}

impl<B: BitMask> PartialEq for ScanState<B> {
    fn eq(&self, other: &ScanState<B>) -> bool {
        // Empty memories are not compared: most puzzles have no rules, and comparing two empty
        // slices would cost more than the rest of this comparison.
        self.covered == other.covered
            && self.left == other.left
            && (self.memory.is_empty() || self.memory == other.memory)
    }
}

/// A choice at a place, with masks to test whether it is possible and to make it.
pub(super) struct ChoiceMasks<B: BitMask> {
    pub choice: Choice,
    /// Places that the choice fills: the place of the choice and later ones.
    pub places: CellMask<B>,
    /// Places that the choice fills, as bits counted from the place of the choice; only the first
    /// 64 places.
    pub ahead: u64,
    /// Mask of the count that must be zero before this choice: that of the previous kind in the
    /// lane. Empty if there is no previous kind.
    pub before: B,
    /// Number to be subtracted from the packed counts if the choice is made: one piece, or one
    /// empty cell.
    pub one: B,
    /// Mask of the bits of this choice's count in the packed counts.
    pub mask: B,
}

/// Data that all states of one layout share.
pub(super) struct StateContext<'a, B: BitMask> {
    pub packing: &'a CountPacking<B>,
    pub law: &'a RuleSet<B>,
    /// Mask of the piece counts that must be zero at a place, indexed by place: those of the kinds
    /// that fit neither there nor later.
    pub overdue: Vec<B>,
    /// Number of places in the scan.
    pub cells: usize,
}

/// Successor of a state after one choice.
#[derive(Clone, Default)]
pub(super) struct StateSuccessor<S> {
    /// Node of the state before the choice.
    pub from: NodeId,
    /// The choice that leads to the successor.
    pub choice: Choice,
    /// Next place that nothing covers, or the number of places at the end.
    pub place: Place,
    /// State of the successor, at this place.
    pub state: S,
}

/// Representation of states: `ScanState` for any state, `PackedState` for states that fit one word.
pub(super) trait StateRepr<B: BitMask>: Clone + Default + Eq + StateHash {
    /// State at the first place, before any choice is made.
    fn at_the_beginning(setting: &StateContext<'_, B>) -> Self;

    /// Computes the successors of `states` at a place: the states after each possible choice in
    /// `offers`.
    ///
    /// Choices that obviously lead to a dead end are left out. Returns the number of successors,
    /// which are written to the front of `followers`; later entries are meaningless.
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
    /// Hash of this value; its upper bits are the best mixed.
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
        // An empty memory may be left out of the hash, because states that are compared have
        // memories of equal length.
        if self.memory.is_empty() {
            hasher.hash_one(covered_and_left)
        } else {
            hasher.hash_one((covered_and_left, &self.memory))
        }
    }
}

impl<B: BitMask> ScanState<B> {
    /// Next place and the state there after a choice; `None` if the choice is not possible, or
    /// obviously leads to a dead end.
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
                // Kinds of pieces that cannot move have no mask, because these pieces are placed
                // from the beginning.
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
/// The low bits are the packed counts of the cells that stay empty and of the pieces left. The bits
/// above them are the covered places, counted from the state's own place.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PackedState(u64);

impl PackedState {
    /// Wraps a word in which a state is packed.
    #[cfg(test)]
    pub(super) fn of_word(word: u64) -> PackedState {
        PackedState(word)
    }

    /// Whether every state of a layout fits one word.
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
                // `next` is at most the number of places even if the choice is not possible, so
                // `overdue` has an entry for it.
                let next = place + passed as usize;
                let ahead = filled.unbounded_shr(passed).unbounded_shl(bits);
                followers[found] = StateSuccessor {
                    from,
                    choice: offer.choice,
                    place: next as Place,
                    state: PackedState(ahead | left),
                };
                // The conditions are combined without a branch, because a branch would often be
                // mispredicted.
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

/// Packing of a state's counts in one bit mask: first the count of cells that stay empty, then that
/// of the pieces of each kind.
pub(super) struct CountPacking<B> {
    /// Position of the lowest bit of a choice's count, indexed by choice.
    pub shifts: Vec<u32>,
    /// Mask of the bits of a choice's count, indexed by choice.
    pub masks: Vec<B>,
    /// Packed counts before any choice is made.
    pub all: B,
    /// Number of bits that all counts together take.
    pub bits: u32,
}

impl<B: BitMask> CountPacking<B> {
    /// Packs the counts of a layout; `None` if its pieces cover more cells than are scanned.
    ///
    /// A count takes as many bits as it has binary digits, which is at most the value of the count.
    /// All counts together therefore take at most as many bits as there are cells.
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
            // The count is copied bit by bit, because `B` cannot be made from a `usize`.
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
