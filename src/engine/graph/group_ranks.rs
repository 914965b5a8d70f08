//! Ranks of the arrangements of one tile group, and what a rotation does to them.
//!
//! The *full rank* counts the arrangements of both parities. If a parity law halves them, the
//! *value* of an arrangement is its full rank without the last free digit; otherwise it is the full
//! rank. Its *number* is the value with the unused numbers of the layout added.

use super::rank_layout::{GROUP_ORDERS, GROUP_SLOTS, RankLayout};
use crate::index::{
    ArrangementSet, Rotation, are_odd, digits_of_rank, letter_of_digits, rank_of_digits,
    rotate_digits,
};
use std::sync::OnceLock;

/// One tile group's part of the arrangement rank, which holds a value for each group (mixed radix).
#[derive(Debug)]
pub(super) struct GroupRanks {
    /// Arrangements of the tile group.
    pub arrangement: ArrangementSet,
    /// Number of values.
    pub len: u64,
    /// Weight of the group's value in the sum over all groups, to which the layout adds unused
    /// numbers.
    pub stride: u64,
    /// Layout of the group's numbers.
    pub packing: RankLayout,
    /// Tile groups of the parity law whose pivot is this group, one bit each; `None` without such a
    /// law.
    pub together: Option<u8>,
    /// Tables of the new number of each number, computed on first use; indexed by the rotation's
    /// slots, then by the parity of the group at the pattern.
    pub tables: Vec<OnceLock<Vec<u16>>>,
}

/// Maximum length of a table with 16-bit entries.
const MOST_TABLED: u64 = 1 << 16;
/// Maximum number of slots whose arrangements fit 64 bits; groups with equal letters have the most.
pub(super) const MOST_SLOTS: usize = 128;

impl GroupRanks {
    /// Number of numbers, unused ones included.
    pub(super) fn numbers(&self) -> u64 {
        self.packing.number_of(self.len)
    }

    /// Whether the group's numbers are few enough for tables.
    pub(super) fn is_tabled(&self) -> bool {
        self.numbers() <= MOST_TABLED
    }

    /// Whether the permutation of a full rank is odd.
    pub(super) fn is_odd(&self, rank: u64) -> bool {
        let mut digits = [0; MOST_SLOTS];
        let digits = &mut digits[..self.arrangement.slots()];
        digits_of_rank(rank, digits);
        are_odd(digits)
    }

    /// Restores the full rank from a value without the last free digit, given the parity.
    pub(super) fn with_sign(&self, value: u64, is_odd: bool) -> u64 {
        let even_digit = value * 2;
        even_digit + u64::from(self.is_odd(even_digit) != is_odd)
    }

    /// Full rank of the rotated arrangement.
    pub(super) fn turn(&self, rotation: Rotation, rank: u64) -> u64 {
        let mut word = [0; MOST_SLOTS];
        let word = &mut word[..self.arrangement.slots()];
        if self.arrangement.is_distinct() {
            digits_of_rank(rank, word);
            rotate_digits(rotation, word);
            rank_of_digits(word)
        } else {
            self.arrangement.unrank(rank, word);
            rotation.apply(word);
            self.arrangement
                .rank(word)
                .expect("a rotated arrangement has the same letters")
        }
    }

    /// New number of each number under a rotation, if the group has this parity at the pattern.
    pub(super) fn table(&self, rotation: Rotation, is_odd: bool) -> Vec<u16> {
        let packing = self.packing;
        let turned = |value| match self.together {
            None => self.turn(rotation, value),
            Some(_) => self.turn(rotation, self.with_sign(value, is_odd)) / 2,
        };
        (0..self.numbers())
            .map(|number| {
                // An unused number is never looked up.
                let value = packing.value_of(number).unwrap_or(0);
                packing.number_of(turned(value)) as u16
            })
            .collect()
    }
}

/// Bitmaps of the arrangements in a block that have a certain letter on a certain slot, indexed by
/// variant, slot and letter.
///
/// Slots count from the first slot of the block, and letters among those of the block, from 0.
pub(super) type BlockMasks = [[[u64; GROUP_SLOTS]; GROUP_SLOTS]; 2];

/// Bitmaps that serve all blocks. If parity halves the arrangements, the two variants are those
/// that are even and those that are odd on the last slots; otherwise they are the two words of a
/// block.
pub(super) fn group_masks(is_halved: bool) -> &'static BlockMasks {
    static MASKS: [OnceLock<BlockMasks>; 2] = [const { OnceLock::new() }; 2];
    MASKS[usize::from(is_halved)].get_or_init(|| {
        let mut masks = [[[0; GROUP_SLOTS]; GROUP_SLOTS]; 2];
        for rank in 0..GROUP_ORDERS {
            let mut digits = [0; GROUP_SLOTS];
            digits_of_rank(rank, &mut digits);
            let (variant, bit) = if is_halved {
                (usize::from(are_odd(&digits)), rank / 2)
            } else {
                ((rank / 64) as usize, rank % 64)
            };
            for (slot, masks) in masks[variant].iter_mut().enumerate() {
                masks[usize::from(letter_of_digits(&digits, slot))] |= 1 << bit;
            }
        }
        masks
    })
}
