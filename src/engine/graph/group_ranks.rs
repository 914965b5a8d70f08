//! Ranks of the arrangements of one tile group, and the effect of a rotation on them.
//!
//! The *full rank* of an arrangement is its rank among the arrangements of both parities. If a
//! parity law halves them, the *value* of an arrangement is its full rank without the last free
//! digit; otherwise it is the full rank. The *number* of an arrangement is its value after the
//! layout has inserted the unused numbers.

use super::rank_layout::{GROUP_ORDERS, GROUP_SLOTS, RankLayout};
use crate::index::{
    ArrangementSet, Rotation, are_odd, digits_of_rank, letter_of_digits, rank_of_digits,
    rotate_digits,
};
use std::sync::OnceLock;

/// Ranks of one tile group; the arrangement rank combines one value for each group (mixed radix).
#[derive(Debug)]
pub(super) struct GroupRanks {
    /// Arrangements of the tile group.
    pub arrangement: ArrangementSet,
    /// Number of values: all arrangements, or half of them if a parity law has this group as pivot.
    pub len: u64,
    /// Weight of the group's value in the mixed-radix sum over all groups, before the layout adds
    /// unused numbers.
    pub stride: u64,
    /// Layout of the group's numbers: consecutive or in blocks.
    pub packing: RankLayout,
    /// Tile groups of the parity law whose pivot is this group, one bit each; `None` without such a
    /// law.
    pub together: Option<u8>,
    /// Table of each rotation, which maps the number of an arrangement to its number after the
    /// rotation. Indexed by the rotation's slots, then by the group's parity at the pattern;
    /// computed on first use.
    pub tables: Vec<OnceLock<Vec<u16>>>,
}

/// Maximum length of a table with 16-bit entries.
const MAX_TABLED: u64 = 1 << 16;
/// Number of slots up to which an arrangement is rotated without an allocation.
///
/// Groups of distinct tiles have far fewer, because the number of their orders is below 2^64. A
/// group with equal letters may have as many slots as the board has cells.
pub(super) const MAX_SLOTS: usize = 128;

impl GroupRanks {
    /// Length of the range of the group's numbers, unused numbers included.
    pub(super) fn numbers(&self) -> u64 {
        self.packing.number_of(self.len)
    }

    /// Whether the group's numbers are few enough for tables.
    pub(super) fn is_tabled(&self) -> bool {
        self.numbers() <= MAX_TABLED
    }

    /// Whether the permutation with the full rank `rank` is odd.
    pub(super) fn is_odd(&self, rank: u64) -> bool {
        let mut digits = [0; MAX_SLOTS];
        let digits = &mut digits[..self.arrangement.slots()];
        digits_of_rank(rank, digits);
        are_odd(digits)
    }

    /// Restores the full rank of an arrangement from its parity and its value, which lacks the last
    /// free digit.
    pub(super) fn with_sign(&self, value: u64, is_odd: bool) -> u64 {
        let even_digit = value * 2;
        even_digit + u64::from(self.is_odd(even_digit) != is_odd)
    }

    /// Full rank of an arrangement after a rotation, from its full rank before.
    pub(super) fn turn(&self, rotation: Rotation, rank: u64) -> u64 {
        let slots = self.arrangement.slots();
        let (mut short, mut long) = ([0; MAX_SLOTS], Vec::new());
        let word = if slots <= MAX_SLOTS {
            &mut short[..slots]
        } else {
            long.resize(slots, 0);
            &mut long[..]
        };
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

    /// Table of a rotation: the group's number after the rotation, indexed by its number before.
    ///
    /// `is_odd` is the parity of the group at the pattern before.
    pub(super) fn table(&self, rotation: Rotation, is_odd: bool) -> Vec<u16> {
        let packing = self.packing;
        let turned = |value| match self.together {
            None => self.turn(rotation, value),
            Some(_) => self.turn(rotation, self.with_sign(value, is_odd)) / 2,
        };
        (0..self.numbers())
            .map(|number| {
                // An unused number is never looked up, so its entry may have any value.
                let value = packing.value_of(number).unwrap_or(0);
                packing.number_of(turned(value)) as u16
            })
            .collect()
    }
}

/// Bitmaps of the arrangements in a block that have a certain letter on a certain slot, indexed by
/// variant, slot and letter.
///
/// Slots are counted from 0 at the first slot of the block, and letters from 0 among the block's
/// letters.
pub(super) type BlockMasks = [[[u64; GROUP_SLOTS]; GROUP_SLOTS]; 2];

/// Bitmaps that are valid for all blocks. If parity halves the arrangements, variant 0 holds those
/// that are even on the last five slots, and variant 1 those that are odd there. Otherwise the
/// variants are the two words of a block.
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
