//! The state: a half-scanned board, which is what a node of the automaton stands for.
//!
//! Two boards that are scanned up to the same place have one state where the same may follow: by what is covered
//! there and later, by what is left to place, and by what the rules remember. It promises that a state is kept
//! without loss, in one word where it fits. It does not know what may be done at a place.

use super::automaton::{Choice, NodeId};
use super::law::{Law, Memory, Standing};
use super::layout::{Layout, Place};
use ahash::RandomState;
use slidewise_board::{Bits, Set};
use std::iter;

/// A hash of a word, of which the upper bits are worth the most (Fibonacci hashing; Knuth 1973).
#[inline]
pub fn hash_of(word: u64) -> u64 {
    // Its upper half would be worth little alone.
    (word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A half-scanned board.
#[derive(Clone, Default, Eq)]
pub(super) struct State<B: Bits> {
    /// The places behind the next one to be filled that are covered already.
    pub covered: B,
    /// What is left, packed: see [`Packing`].
    pub left: B,
    /// What the rules remember.
    pub memory: Memory<B>,
}

impl<B: Bits> PartialEq for State<B> {
    fn eq(&self, other: &State<B>) -> bool {
        // Most puzzles have no rule, and comparing two empty slices would cost more than all the rest.
        self.covered == other.covered
            && self.left == other.left
            && (self.memory.is_empty() || self.memory == other.memory)
    }
}

/// What may be done at a place.
pub(super) struct Offer<B: Bits> {
    pub choice: Choice,
    /// The places that it fills: that one, and others behind it.
    pub places: Set<B>,
    /// The places that are covered, counted from that one, as far as a word goes.
    pub ahead: u64,
    /// What must be none of what is left: the pieces that come before these on their line.
    pub before: B,
    /// What it takes of what is left.
    pub one: B,
    /// Where in what is left that must be.
    pub mask: B,
}

/// What all states of a layout have in common.
pub(super) struct Setting<'a, B: Bits> {
    pub packing: &'a Packing<B>,
    pub law: &'a Law<B>,
    /// By place: the packed numbers of the kinds that can begin neither there nor later.
    pub overdue: Vec<B>,
    /// How many places there are.
    pub cells: usize,
}

/// What follows a state where an offer is taken.
#[derive(Clone, Default)]
pub(super) struct Follower<S> {
    /// The node of the state that it follows.
    pub from: NodeId,
    /// What is chosen.
    pub choice: Choice,
    /// The next place.
    pub place: Place,
    /// The state there.
    pub state: S,
}

/// How states with the same next place are kept until that place is scanned.
pub(super) trait Kept<B: Bits>: Clone + Default + Eq + Hashed {
    /// The state at the first place.
    fn at_the_beginning(setting: &Setting<'_, B>) -> Self;

    /// Finds what follows states at a place, by each of the offers there that can be taken if anything can follow.
    /// Returns how many it has put to the beginning of `followers`; what stands behind these means nothing.
    fn follow(
        states: &[(Self, NodeId)],
        offers: &[Offer<B>],
        place: usize,
        setting: &Setting<'_, B>,
        followers: &mut Vec<Follower<Self>>,
    ) -> usize;
}

/// What has a hash of its own.
pub(super) trait Hashed {
    /// A hash, of which the upper bits are worth the most.
    fn hash(&self) -> u64;
}

impl<B: Bits> Kept<B> for State<B> {
    fn at_the_beginning(setting: &Setting<'_, B>) -> State<B> {
        State {
            covered: B::ZERO,
            left: setting.packing.all,
            memory: setting.law.at_the_beginning(),
        }
    }

    fn follow(
        states: &[(State<B>, NodeId)],
        offers: &[Offer<B>],
        place: usize,
        setting: &Setting<'_, B>,
        followers: &mut Vec<Follower<State<B>>>,
    ) -> usize {
        followers.clear();
        for (state, from) in states {
            followers.extend(offers.iter().filter_map(|offer| {
                let (next, state) = state.after(offer, place, setting)?;
                Some(Follower {
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

impl<B: Bits> Hashed for State<B> {
    #[inline]
    fn hash(&self) -> u64 {
        let hasher = RandomState::with_seeds(0, 0, 0, 0);
        let covered_and_left = self.covered.mixed().rotate_left(64) ^ self.left.mixed();
        // Equal states have memories of one length, so that leaving an empty one out is no ambiguity.
        match self.memory.is_empty() {
            true => hasher.hash_one(covered_and_left),
            false => hasher.hash_one((covered_and_left, &self.memory)),
        }
    }
}

impl<B: Bits> State<B> {
    /// The next place and the state there, once an offer was taken at this place; `None` where it cannot be, or nothing
    /// can follow.
    fn after(
        &self,
        offer: &Offer<B>,
        place: usize,
        setting: &Setting<'_, B>,
    ) -> Option<(usize, State<B>)> {
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
        let mut memory = Memory::default();
        if !setting.law.is_empty() {
            let standing = Standing {
                unknown: Set(free),
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
        let after = State {
            covered,
            left,
            memory,
        };
        Some((next, after))
    }
}

/// A state without a memory, in one word: what is covered from the place on, above what is left.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Short(u64);

impl Short {
    /// The state that is kept so.
    #[cfg(test)]
    pub fn of_word(word: u64) -> Short {
        Short(word)
    }

    /// Whether all states of a layout fit.
    pub fn fits(layout: &Layout, packing: &Packing<u128>, law: &Law<u128>) -> bool {
        let placements = layout.kinds.iter().flat_map(|kind| &kind.placements);
        let lengths = placements.flatten().map(|placement| {
            let [first, last] = [placement.places.first(), placement.places.last()];
            last.zip(first).map_or(0, |(last, first)| last.0 - first.0)
        });
        let covered = u32::from(lengths.max().unwrap_or(0)) + 1;
        law.is_empty() && covered + packing.bits <= u64::BITS
    }
}

impl Kept<u128> for Short {
    fn at_the_beginning(setting: &Setting<'_, u128>) -> Short {
        Short(setting.packing.all as u64)
    }

    fn follow(
        states: &[(Short, NodeId)],
        offers: &[Offer<u128>],
        place: usize,
        setting: &Setting<'_, u128>,
        followers: &mut Vec<Follower<Short>>,
    ) -> usize {
        let bits = setting.packing.bits;
        let left_bits = 1u64.unbounded_shl(bits).wrapping_sub(1);
        let room = states.len() * offers.len();
        if followers.len() < room {
            followers.resize(room, Follower::default());
        }
        let mut found = 0;
        for &(Short(state), from) in states {
            let covered = state.unbounded_shr(bits);
            for offer in offers {
                let left = state.wrapping_sub(offer.one as u64) & left_bits;
                let taken = offer.ahead.unbounded_shl(bits) | offer.before as u64;
                let filled = covered | offer.ahead;
                let passed = filled.trailing_ones();
                // Never behind the last place, though the offer cannot be taken.
                let next = place + passed as usize;
                let ahead = filled.unbounded_shr(passed).unbounded_shl(bits);
                followers[found] = Follower {
                    from,
                    choice: offer.choice,
                    place: next as Place,
                    state: Short(ahead | left),
                };
                // Whether it can be taken cannot be foreseen.
                let is_left = state & offer.mask as u64 != 0;
                let is_free = state & taken == 0;
                let is_overdue = left & setting.overdue[next] as u64 != 0;
                found += usize::from(is_left & is_free & !is_overdue);
            }
        }
        found
    }
}

impl Hashed for Short {
    #[inline]
    fn hash(&self) -> u64 {
        hash_of(self.0)
    }
}

/// How the numbers of what is left are packed into one word, by choice: the cells that stay empty, and the pieces of
/// each kind.
pub(super) struct Packing<B> {
    /// By choice: where its number begins.
    pub shifts: Vec<u32>,
    /// By choice: the bits of its number.
    pub masks: Vec<B>,
    /// All at the beginning.
    pub all: B,
    /// How many bits the numbers take.
    pub bits: u32,
}

impl<B: Bits> Packing<B> {
    /// A number n takes as many bits as it has, at most n: together at most as many as cells. `None` where the
    /// pieces have more cells than there are.
    pub fn new(layout: &Layout) -> Option<Packing<B>> {
        let kinds = &layout.kinds;
        let area: usize = kinds.iter().map(|kind| kind.count * kind.size()).sum();
        let empties = layout.scan.cell_count().checked_sub(area)?;
        let mut packing = Packing {
            shifts: Vec::new(),
            masks: Vec::new(),
            all: B::ZERO,
            bits: 0,
        };
        for count in iter::once(empties).chain(kinds.iter().map(|kind| kind.count)) {
            let bits = usize::BITS - count.leading_zeros();
            let mask = B::below(bits as usize).later(packing.bits);
            // As a number, bit by bit.
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
