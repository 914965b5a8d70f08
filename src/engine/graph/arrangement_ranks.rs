//! Numbering of the arrangements that Start can reach, and the effect of an edge on their numbers.
//!
//! If [`Parity`] has found a parity law, one tile group of the law is its pivot. The rank of the
//! pivot's arrangement drops the last free digit, which is the lowest bit of its lexicographic
//! rank. If a tile group has few arrangements, the effect of a rotation on all of them is looked up
//! in a table; if it has many, it is computed from their digits.

use super::group_ranks::{GroupRanks, MAX_SLOTS, group_masks};
use super::parity::Parity;
use super::rank_layout::{GROUP_ORDERS, GROUP_SLOTS, RankLayout, grouped_arrangement};
use crate::index::{ArrangementSet, Rotation, Space, are_odd, digits_of_rank, letter_of_digits};
use std::sync::OnceLock;

/// Numbering, from 0, of the arrangements that a pattern's tiles have in all tile groups together.
#[derive(Debug)]
pub struct ArrangementRanks {
    parts: Vec<GroupRanks>,
    packing: RankLayout,
    /// Index of the tile group that is laid out in blocks; `None` if no group is.
    grouped: Option<usize>,
    len: u64,
    half: Parity,
}

/// Tile on a slot: the letter that a tile group's arrangement has on one of its slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileAt {
    /// Index of the tile group.
    pub arrangement: usize,
    /// Slot, counted from 0.
    pub slot: usize,
    /// Letter on the slot, which stands for the tile's class.
    pub letter: u8,
}

/// Effect of an edge on the arrangement ranks of a pattern.
#[derive(Clone, Copy, Debug)]
pub enum RankMap<'a> {
    /// All arrangement ranks stay the same.
    Same,
    /// A table gives the new value of one tile group; all other values stay the same.
    Table {
        /// Difference between the arrangement ranks of two consecutive values of the tile group.
        stride: u64,
        /// New value of the tile group, indexed by its old value.
        table: &'a [u16],
    },
    /// The arrangement of one tile group is rotated, digit by digit.
    Turn {
        /// Index of the tile group.
        part: usize,
        /// Rotation of the arrangement.
        rotation: Rotation,
        /// Parities of the tile groups before the edge, one bit each: see [`Parity::signs`].
        signs: u8,
    },
}

impl ArrangementRanks {
    /// Numbers the arrangements of an index, without those that the parity laws of `half` rule out.
    ///
    /// [`Space::numbered`] must have returned `Ok` for `space`.
    pub fn new(space: &Space, half: Parity) -> ArrangementRanks {
        let arrangements = space.arrangements();
        let law_of = |number| half.invariants.iter().find(|law| law.pivot == number);
        let grouped = grouped_arrangement(space).map(|number| {
            let orders = if law_of(number).is_some() { 60 } else { 120 };
            (number, RankLayout::Grouped { orders })
        });
        let halves = 1u64 << half.invariants.len();
        let (grouped, packing) = grouped
            .filter(|(_, packing)| packing.fits(space, halves))
            .unzip();
        let packing = packing.unwrap_or(RankLayout::Plain);
        // Strides grow from the last tile group to the first, except that the group with blocks
        // comes before all others.
        let others = (0..arrangements.len()).rev();
        let upwards = grouped
            .into_iter()
            .chain(others.filter(|&number| grouped != Some(number)));
        let mut strides = vec![1; arrangements.len()];
        let mut lens = strides.clone();
        let mut len = 1;
        for number in upwards {
            let all = u64::try_from(arrangements[number].len())
                .expect("a tile group has fewer than 2^64 arrangements");
            lens[number] = match law_of(number) {
                Some(_) => all / 2,
                None => all,
            };
            strides[number] = len;
            len *= lens[number];
        }
        let parts = (0..arrangements.len()).map(|number| {
            let slots = arrangements[number].slots();
            GroupRanks {
                arrangement: arrangements[number].clone(),
                len: lens[number],
                stride: strides[number],
                packing: if grouped == Some(number) {
                    packing
                } else {
                    RankLayout::Plain
                },
                together: law_of(number).map(|law| law.together),
                tables: (0..slots * slots * 2).map(|_| OnceLock::new()).collect(),
            }
        });
        let parts = parts.collect();
        let len = packing
            .numbers_for(len)
            .expect("arrangement ranks fit 64 bits");
        ArrangementRanks {
            parts,
            packing,
            grouped,
            len,
            half,
        }
    }

    /// Numbers all arrangements of one group of distinct tiles, at most 20.
    pub(super) fn of_tiles(tiles: usize) -> ArrangementRanks {
        let packing = if tiles < GROUP_SLOTS {
            RankLayout::Plain
        } else {
            RankLayout::Grouped {
                orders: GROUP_ORDERS,
            }
        };
        let arrangement = ArrangementSet::new(vec![1; tiles]);
        let len = (1..=tiles as u64).product();
        let part = GroupRanks {
            arrangement,
            len,
            stride: 1,
            packing,
            together: None,
            tables: (0..tiles * tiles * 2).map(|_| OnceLock::new()).collect(),
        };
        ArrangementRanks {
            len: part.numbers(),
            parts: vec![part],
            packing,
            grouped: (tiles >= GROUP_SLOTS).then_some(0),
            half: Parity::default(),
        }
    }

    /// Number of ranks that the arrangements of a pattern take, unused ranks included.
    #[inline]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Index of the tile group that is laid out in blocks; `None` if no group is.
    #[inline]
    pub fn grouped(&self) -> Option<usize> {
        self.grouped
    }

    /// Number of tiles in the group that is laid out in blocks; 0 if no group is.
    pub fn grouped_slots(&self) -> usize {
        self.grouped
            .map_or(0, |number| self.parts[number].arrangement.slots())
    }

    /// Number of ranks that the tile group with blocks takes, unused ranks included; 1 if no group
    /// has blocks.
    ///
    /// If two arrangements differ only in other groups, their ranks differ by a multiple of this
    /// number.
    pub fn grouped_len(&self) -> u64 {
        self.grouped
            .map_or(1, |number| self.parts[number].numbers())
    }

    /// Whether the tile group with blocks has an odd arrangement, as the parity law with this group
    /// as pivot implies.
    ///
    /// The law needs the pattern and the values of the other groups, which are read from the
    /// arrangement rank `number`. False if no group has blocks, or no law has it as pivot.
    pub fn is_grouped_odd(&self, pattern: u64, number: u64) -> bool {
        let order = self.packing.value_of(number).unwrap_or(0);
        self.grouped
            .is_some_and(|grouped| self.is_odd_by_law(grouped, self.half.signs(pattern), order))
    }

    /// Layout of the arrangement ranks: consecutive or in blocks.
    #[inline]
    pub fn packing(&self) -> RankLayout {
        self.packing
    }

    /// Whether a number is the rank of an arrangement; false if the number is unused or too large.
    #[inline]
    pub fn is_order(&self, number: u64) -> bool {
        number < self.len && self.packing.value_of(number).is_some()
    }

    /// Parities of the tile groups at a pattern, one bit each: see [`Parity::signs`].
    #[inline]
    pub fn signs(&self, pattern: u64) -> u8 {
        self.half.signs(pattern)
    }

    /// Whether Start reaches a pattern, and parity rules out half of its arrangements: see
    /// [`Parity::knows`].
    pub fn has_parity(&self, pattern: u64) -> bool {
        self.half.knows(pattern)
    }

    /// Whether a parity law holds and Start does not reach the pattern of a vertex number.
    #[inline]
    pub fn is_out_of_reach(&self, index: u64) -> bool {
        !self.half.invariants.is_empty() && !self.half.knows(index / self.len)
    }

    /// Number of arrangements of a pattern, without those that parity rules out.
    pub fn order_count(&self) -> u64 {
        self.parts.iter().map(|part| part.len).product()
    }

    /// Pivots of the parity laws: the tile groups for which only half of the arrangements are
    /// numbered.
    pub fn pivots(&self) -> impl Iterator<Item = usize> {
        self.half.invariants.iter().map(|law| law.pivot)
    }

    /// Bytes of the stored parities, and of the rotation tables if every rotation is used.
    pub fn bytes(&self) -> u64 {
        let tables = self.parts.iter().map(|part| {
            let table = if part.is_tabled() {
                part.numbers() * 2
            } else {
                0
            };
            part.tables.len() as u64 * (table + 32)
        });
        self.half.bytes() as u64 + tables.sum::<u64>()
    }

    /// Ranks the arrangements of the tile groups at a pattern; `None` if parity rules them out.
    pub fn rank(&self, pattern: u64, words: &[Vec<u8>]) -> Option<u64> {
        let mut order = 0;
        let ranks: Option<Vec<u64>> = self
            .parts
            .iter()
            .zip(words)
            .map(|(part, word)| part.arrangement.rank(word))
            .collect();
        let ranks = ranks?;
        for (part, &rank) in self.parts.iter().zip(&ranks) {
            let value = match part.together {
                None => rank,
                Some(together) => {
                    let own = self.signs_of(&ranks, together);
                    let expected = (self.half.signs(pattern) & together).count_ones();
                    if own % 2 != expected % 2 {
                        return None;
                    }
                    rank / 2
                }
            };
            order += value * part.stride;
        }
        Some(self.packing.number_of(order))
    }

    /// Number of tile groups with an odd arrangement, among the groups in `together`.
    fn signs_of(&self, ranks: &[u64], together: u8) -> u32 {
        (0..self.parts.len().min(8))
            .filter(|number| together & 1 << number != 0)
            .map(|number| u32::from(self.parts[number].is_odd(ranks[number])))
            .sum()
    }

    /// Unranks the arrangement rank `number` at a pattern: returns the arrangement of each tile
    /// group.
    ///
    /// # Panics
    /// If the layout leaves `number` unused.
    pub fn unrank(&self, pattern: u64, number: u64) -> Vec<Vec<u8>> {
        let signs = self.half.signs(pattern);
        let order = self
            .packing
            .value_of(number)
            .expect("the number is an arrangement rank");
        (0..self.parts.len())
            .map(|number| {
                let mut word = vec![0; self.parts[number].arrangement.slots()];
                let rank = self.full_rank(number, signs, order);
                self.parts[number].arrangement.unrank(rank, &mut word);
                word
            })
            .collect()
    }

    /// Whether all `tiles` are on their slots in the arrangement with the rank `number` at a
    /// pattern.
    ///
    /// The layout must not leave `number` unused.
    pub fn have(&self, pattern: u64, number: u64, tiles: &[TileAt]) -> bool {
        let signs = self.half.signs(pattern);
        let order = self.packing.value_of(number).unwrap_or(0);
        tiles.iter().all(|tile| {
            let rank = self.full_rank(tile.arrangement, signs, order);
            let arrangement = &self.parts[tile.arrangement].arrangement;
            arrangement.letter_at(rank, tile.slot) == tile.letter
        })
    }

    /// Bitmap of the arrangements that have all `tiles` on their slots: bit i is for the rank `64 *
    /// at + i`.
    ///
    /// Each bit has the value that [`ArrangementRanks::have`] returns for its rank. Call only if a
    /// tile group is laid out in blocks; the bits of unused numbers are unspecified.
    pub fn having(&self, pattern: u64, at: u64, tiles: &[TileAt]) -> u64 {
        let group = self.grouped.filter(|&own| {
            let mut tiles = tiles.iter();
            tiles.all(|tile| tile.arrangement == own)
        });
        let Some(group) = group else {
            let numbers = (0..64).filter(|bit| self.is_order(at * 64 + bit));
            let having = numbers.filter(|bit| self.have(pattern, at * 64 + bit, tiles));
            return having.fold(0, |bits, bit| bits | 1 << bit);
        };
        let part = &self.parts[group];
        let order = self.packing.value_of(at * 64);
        let order = order.expect("each word of a block begins with an arrangement rank");
        let rest = part.arrangement.slots() - GROUP_SLOTS;
        // Lowest full rank in the block: the digits of the last five slots are 0, so the letters on
        // these slots ascend.
        let value = order % part.len;
        let full = match part.together {
            Some(_) => value * 2,
            None => value,
        };
        let least = full - full % GROUP_ORDERS;
        let mut digits = [0; MAX_SLOTS];
        let digits = &mut digits[..part.arrangement.slots()];
        digits_of_rank(least, digits);
        let variant = match part.together {
            Some(_) => {
                let is_odd = self.is_odd_by_law(group, self.half.signs(pattern), order);
                usize::from(is_odd != are_odd(digits))
            }
            None => (at % self.packing.words()) as usize,
        };
        let masks = &group_masks(part.together.is_some())[variant];
        let mut having = u64::MAX;
        for tile in tiles {
            having &= match tile.slot.checked_sub(rest) {
                None if letter_of_digits(digits, tile.slot) == tile.letter => u64::MAX,
                None => 0,
                Some(slot) => {
                    let left = |last: &usize| letter_of_digits(digits, rest + last) == tile.letter;
                    let place = (0..GROUP_SLOTS).find(left);
                    place.map_or(0, |place| masks[slot][place])
                }
            };
        }
        having
    }

    /// Full rank of one tile group's arrangement, among the arrangements of both parities; a
    /// dropped last digit is restored.
    fn full_rank(&self, number: usize, signs: u8, order: u64) -> u64 {
        let part = &self.parts[number];
        let value = order / part.stride % part.len;
        match part.together {
            None => value,
            Some(_) => part.with_sign(value, self.is_odd_by_law(number, signs, order)),
        }
    }

    /// Whether a parity law with this tile group as pivot makes its arrangement odd; false if there
    /// is no such law.
    ///
    /// The law needs the values of the other groups, which are read from `order`.
    fn is_odd_by_law(&self, number: usize, signs: u8, order: u64) -> bool {
        let Some(together) = self.parts[number].together else {
            return false;
        };
        // No pivot occurs in another law, so the other groups of this law are not pivots and have
        // all their digits.
        let others = together & !(1 << number);
        let odd_others = (0..self.parts.len().min(8))
            .filter(|&other| others & 1 << other != 0)
            .map(|other| {
                let part = &self.parts[other];
                u32::from(part.is_odd(order / part.stride % part.len))
            })
            .sum::<u32>();
        (odd_others + (signs & together).count_ones()) % 2 == 1
    }

    /// Effect of a rotation of one tile group's arrangement on the arrangement ranks of a pattern.
    pub fn map(&self, pattern: u64, number: usize, rotation: Rotation) -> RankMap<'_> {
        self.map_after(self.half.signs(pattern), number, rotation)
    }

    /// Effect of a rotation of one tile group's arrangement on arrangement ranks, where `signs` are
    /// the parities of the tile groups before the rotation ([`Parity::signs`]).
    pub fn map_after(&self, signs: u8, number: usize, rotation: Rotation) -> RankMap<'_> {
        let part = &self.parts[number];
        if !part.is_tabled()
            || part
                .together
                .is_some_and(|together| together != 1 << number)
        {
            return RankMap::Turn {
                part: number,
                rotation,
                signs,
            };
        }
        let is_odd = part.together.is_some() && signs & 1 << number != 0;
        let slots = part.arrangement.slots();
        let at = (rotation.from as usize * slots + rotation.to as usize) * 2 + usize::from(is_odd);
        RankMap::Table {
            // `number_of` adds the unused numbers to the stride, which is 1 for the group with
            // blocks, and a whole number of blocks for any other group.
            stride: self.packing.number_of(part.stride).max(1),
            table: part.tables[at].get_or_init(|| part.table(rotation, is_odd)),
        }
    }

    /// Applies a map to an arrangement rank.
    #[inline]
    pub fn apply(&self, map: &RankMap<'_>, order: u64) -> u64 {
        match *map {
            RankMap::Same => order,
            RankMap::Table { stride, table } if table.len() as u64 == self.len => {
                debug_assert_eq!(stride, 1);
                u64::from(table[order as usize])
            }
            RankMap::Table { stride, table } => {
                let value = order / stride % table.len() as u64;
                order - value * stride + u64::from(table[value as usize]) * stride
            }
            RankMap::Turn {
                part: number,
                rotation,
                signs,
            } => {
                let part = &self.parts[number];
                let order = self.packing.value_of(order).unwrap_or(0);
                let rank = self.full_rank(number, signs, order);
                let turned = part.turn(rotation, rank);
                let value = order / part.stride % part.len;
                let halved = part.together.is_some();
                let turned = if halved { turned / 2 } else { turned };
                self.packing
                    .number_of(order - value * part.stride + turned * part.stride)
            }
        }
    }
}
