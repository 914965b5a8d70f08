//! The orders of the tiles as numbers of a run, and what a slide does to them.
//!
//! A run numbers only the orders that can be reached: where [`Half`] knows a law, the law's pivot drops its
//! last free digit, which is the last bit of its lexicographic rank. What one rotation does to all orders is
//! a table where they are few, and arithmetic on digits where they are many.
//!
//! The orders of five or more distinct tiles are laid out for words: the last five tiles have 120 orders, 60
//! where half drop out, and each such group begins at a new word of 64 bits, so that a rotation of the tiles
//! before moves whole words. The numbers of the bits left over, 4 of 64 or 8 of 128, stand for nothing. Of
//! several arrangements the one with the most distinct tiles is laid out so: its digits are the last ones of a
//! number, whichever arrangement it is.

use super::{Half, Step};
use crate::index::{
    Arrangement, Members, Pattern, Rotation, Space, are_odd, digits_of_rank, letter_of_digits,
    rank_of_digits, rotate_digits,
};
use std::sync::OnceLock;

/// The orders of one pattern's tiles, numbered from 0.
#[derive(Debug)]
pub struct Orders {
    parts: Vec<Part>,
    packing: Packing,
    /// The arrangement that is laid out in groups.
    grouped: Option<usize>,
    len: u64,
    half: Half,
}

/// How many slots a group holds the orders of: the last ones. With fewer tiles orders are not laid out in groups.
pub const GROUP_SLOTS: usize = 5;

/// How many orders these have.
const GROUP_ORDERS: u64 = 120;

/// How the numbers of orders are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// One after the other.
    Plain,
    /// In groups of this many orders, which lie in one word of 64 or in two.
    Grouped {
        /// 60, in one word, or 120, in two.
        orders: u64,
    },
}

impl Packing {
    /// How many words a group takes; none where there are no groups.
    pub fn words(self) -> u64 {
        match self {
            Packing::Plain => 0,
            Packing::Grouped { orders } => orders.div_ceil(64),
        }
    }

    /// Those of 64 numbers from `64 * at` on that stand for nothing, as bits.
    pub fn gaps(self, at: u64) -> u64 {
        match self {
            Packing::Plain => 0,
            Packing::Grouped { orders } => {
                let before = at % self.words() * 64;
                u64::MAX.unbounded_shl(orders.saturating_sub(before) as u32)
            }
        }
    }

    /// How many numbers this many orders take; `None` for more than 64 bits tell apart.
    fn numbers_for(self, orders: u64) -> Option<u64> {
        match self {
            Packing::Plain => Some(orders),
            Packing::Grouped { orders: group } => (orders / group).checked_mul(64 * self.words()),
        }
    }

    /// Whether the numbers of all configurations of a space fit 64 bits, where laws leave one order in this many.
    fn fits(self, space: &Space, halves: u64) -> bool {
        let orders = u64::try_from(space.order_count() / halves).ok();
        let numbers = orders.and_then(|orders| self.numbers_for(orders));
        let patterns = u64::try_from(space.pattern_count()).ok();
        numbers
            .zip(patterns)
            .is_some_and(|(numbers, patterns)| numbers.checked_mul(patterns).is_some())
    }

    fn number_of(self, value: u64) -> u64 {
        match self {
            Packing::Plain => value,
            Packing::Grouped { orders } => value / orders * (64 * self.words()) + value % orders,
        }
    }

    /// The inverse; `None` for a number that stands for nothing.
    fn value_of(self, number: u64) -> Option<u64> {
        match self {
            Packing::Plain => Some(number),
            Packing::Grouped { orders } => {
                let width = 64 * self.words();
                let within = number % width;
                (within < orders).then(|| number / width * orders + within)
            }
        }
    }
}

/// One arrangement's digits in the number of an order.
#[derive(Debug)]
struct Part {
    arrangement: Arrangement,
    /// How many values the digits have.
    len: u64,
    /// How far apart two neighbouring values are.
    stride: u64,
    /// How its own values are laid out.
    packing: Packing,
    /// The arrangements whose signs together are known, if the last digit is dropped.
    together: Option<u8>,
    /// By rotation and sign: what becomes of each value, once asked for.
    tables: Vec<OnceLock<Vec<u16>>>,
}

/// A tile on a slot: which letter an arrangement's word has there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileAt {
    /// The arrangement.
    pub arrangement: usize,
    /// The slot, from 0.
    pub slot: usize,
    /// The letter.
    pub letter: u8,
}

/// What a slide does to the orders of a pattern.
#[derive(Clone, Copy, Debug)]
pub enum OrderMap<'a> {
    /// Nothing.
    Same,
    /// One part's value goes where the table says.
    Table {
        /// How far apart two neighbouring values are.
        stride: u64,
        /// By value: the new value.
        table: &'a [u16],
    },
    /// One part's word is rotated, digit by digit.
    Turn {
        /// The part.
        part: usize,
        /// The rotation.
        rotation: Rotation,
        /// The signs at the pattern.
        signs: u8,
    },
}

/// The most numbers that a table of 16 bits an entry can name.
const MOST_TABLED: u64 = 1 << 16;
/// Slots of the longest word whose arrangement can be numbered in 64 bits; alike letters make longer ones.
const MOST_SLOTS: usize = 128;

impl Orders {
    /// The orders of a space's arrangements that can be reached as `half` says.
    ///
    /// The space must be one that [`Space::numbered`] accepts.
    pub fn new(space: &Space, half: Half) -> Orders {
        let arrangements = space.arrangements();
        let law_of = |number| half.invariants.iter().find(|law| law.pivot == number);
        let grouped = grouped_arrangement(space).map(|number| {
            let orders = if law_of(number).is_some() { 60 } else { 120 };
            (number, Packing::Grouped { orders })
        });
        let halves = 1u64 << half.invariants.len();
        let (grouped, packing) = grouped
            .filter(|(_, packing)| packing.fits(space, halves))
            .unzip();
        let packing = packing.unwrap_or(Packing::Plain);
        // From the last digits of a number to the first.
        let others = (0..arrangements.len()).rev();
        let upwards = grouped
            .into_iter()
            .chain(others.filter(|&number| grouped != Some(number)));
        let mut strides = vec![1; arrangements.len()];
        let mut lens = strides.clone();
        let mut len = 1;
        for number in upwards {
            let all = u64::try_from(arrangements[number].len())
                .expect("a numbered space has small arrangements");
            lens[number] = match law_of(number) {
                Some(_) => all / 2,
                None => all,
            };
            strides[number] = len;
            len *= lens[number];
        }
        let parts = (0..arrangements.len()).map(|number| {
            let slots = arrangements[number].slots();
            Part {
                arrangement: arrangements[number].clone(),
                len: lens[number],
                stride: strides[number],
                packing: match grouped == Some(number) {
                    true => packing,
                    false => Packing::Plain,
                },
                together: law_of(number).map(|law| law.together),
                tables: (0..slots * slots * 2).map(|_| OnceLock::new()).collect(),
            }
        });
        let parts = parts.collect();
        let len = packing.numbers_for(len).expect("the packing fits");
        Orders {
            parts,
            packing,
            grouped,
            len,
            half,
        }
    }

    /// How many numbers the orders of a pattern take.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The arrangement that is laid out in groups.
    pub fn grouped(&self) -> Option<usize> {
        self.grouped
    }

    /// How many tiles that one has; none without one.
    pub fn grouped_slots(&self) -> usize {
        self.grouped
            .map_or(0, |number| self.parts[number].arrangement.slots())
    }

    /// How many numbers the orders of that one take; the others' orders are so far apart. 1 without one.
    pub fn grouped_len(&self) -> u64 {
        self.grouped
            .map_or(1, |number| self.parts[number].numbers())
    }

    /// Whether that one's order is odd at a pattern, if the others have the orders that the number stands for;
    /// told only where half of them drop out.
    pub fn is_grouped_odd(&self, pattern: u64, number: u64) -> bool {
        let order = self.packing.value_of(number).unwrap_or(0);
        self.grouped
            .is_some_and(|grouped| self.is_odd_by_law(grouped, self.half.signs(pattern), order))
    }

    /// How they are laid out.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// Whether a number stands for an order.
    pub fn is_order(&self, number: u64) -> bool {
        number < self.len && self.packing.value_of(number).is_some()
    }

    /// The signs at a pattern: see [`Half::signs`].
    pub fn signs(&self, pattern: u64) -> u8 {
        self.half.signs(pattern)
    }

    /// Whether Start leads to a pattern, and parity puts half of its orders out of reach: see [`Half::knows`].
    pub fn has_parity(&self, pattern: u64) -> bool {
        self.half.knows(pattern)
    }

    /// Whether a law of signs holds, and the pattern of a number is none of those to which Start leads.
    pub fn is_out_of_reach(&self, index: u64) -> bool {
        !self.half.invariants.is_empty() && !self.half.knows(index / self.len)
    }

    /// How many orders a pattern has.
    pub fn order_count(&self) -> u64 {
        self.parts.iter().map(|part| part.len).product()
    }

    /// The arrangements of which a law of signs leaves half of the orders: one for each law, and in no other's.
    pub fn pivots(&self) -> impl Iterator<Item = usize> {
        self.half.invariants.iter().map(|law| law.pivot)
    }

    /// How many bytes the signs take, and the tables if every rotation comes to be used.
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

    /// The number of the order that the words have at a pattern; `None` if it cannot be reached.
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

    /// How many of the arrangements in `together` have an odd order.
    fn signs_of(&self, ranks: &[u64], together: u8) -> u32 {
        (0..self.parts.len().min(8))
            .filter(|number| together & 1 << number != 0)
            .map(|number| u32::from(self.parts[number].is_odd(ranks[number])))
            .sum()
    }

    /// The words of an order at a pattern.
    ///
    /// # Panics
    /// If the number stands for no order.
    pub fn unrank(&self, pattern: u64, number: u64) -> Vec<Vec<u8>> {
        let signs = self.half.signs(pattern);
        let order = self
            .packing
            .value_of(number)
            .expect("the number stands for an order");
        (0..self.parts.len())
            .map(|number| {
                let mut word = vec![0; self.parts[number].arrangement.slots()];
                let rank = self.full_rank(number, signs, order);
                self.parts[number].arrangement.unrank(rank, &mut word);
                word
            })
            .collect()
    }

    /// Whether all of these tiles are on their slots in an order of a pattern; the number must stand for one.
    pub fn have(&self, pattern: u64, number: u64, tiles: &[TileAt]) -> bool {
        let signs = self.half.signs(pattern);
        let order = self.packing.value_of(number).unwrap_or(0);
        tiles.iter().all(|tile| {
            let rank = self.full_rank(tile.arrangement, signs, order);
            let arrangement = &self.parts[tile.arrangement].arrangement;
            arrangement.letter_at(rank, tile.slot) == tile.letter
        })
    }

    /// As [`Orders::have`], for 64 numbers from `64 * at` on: those whose orders have the tiles, as bits. Only where orders
    /// are laid out in groups; of numbers that stand for nothing it says nothing.
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
        let order = order.expect("60 of 64 and 120 of 128 numbers: each word begins with an order");
        let rest = part.arrangement.slots() - GROUP_SLOTS;
        // The least full rank of the group: the digits of its last slots are 0, and the letters there ascend.
        let value = order % part.len;
        let full = match part.together {
            Some(_) => value * 2,
            None => value,
        };
        let least = full - full % GROUP_ORDERS;
        let mut digits = [0; MOST_SLOTS];
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

    /// The rank of one part's word among all words, the dropped digit put back.
    fn full_rank(&self, number: usize, signs: u8, order: u64) -> u64 {
        let part = &self.parts[number];
        let value = order / part.stride % part.len;
        match part.together {
            None => value,
            Some(_) => part.with_sign(value, self.is_odd_by_law(number, signs, order)),
        }
    }

    /// Whether the law whose pivot a part is says that the part's order is odd, given the others' orders; no where
    /// there is no law.
    fn is_odd_by_law(&self, number: usize, signs: u8, order: u64) -> bool {
        let Some(together) = self.parts[number].together else {
            return false;
        };
        // The pivot stands in no other law: the other parts of this one have all their digits.
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

    /// What a rotation of one arrangement does to the orders of a pattern.
    pub fn map(&self, pattern: u64, number: usize, rotation: Rotation) -> OrderMap<'_> {
        let part = &self.parts[number];
        let signs = self.half.signs(pattern);
        if !part.is_tabled()
            || part
                .together
                .is_some_and(|together| together != 1 << number)
        {
            return OrderMap::Turn {
                part: number,
                rotation,
                signs,
            };
        }
        let is_odd = part.together.is_some() && signs & 1 << number != 0;
        let slots = part.arrangement.slots();
        let at = (rotation.from as usize * slots + rotation.to as usize) * 2 + usize::from(is_odd);
        OrderMap::Table {
            // The strides behind the groups are whole groups.
            stride: self.packing.number_of(part.stride).max(1),
            table: part.tables[at].get_or_init(|| part.table(rotation, is_odd)),
        }
    }

    /// Where a map takes an order.
    #[inline]
    pub fn apply(&self, map: &OrderMap<'_>, order: u64) -> u64 {
        match *map {
            OrderMap::Same => order,
            OrderMap::Table { stride, table } if table.len() as u64 == self.len => {
                debug_assert_eq!(stride, 1);
                u64::from(table[order as usize])
            }
            OrderMap::Table { stride, table } => {
                let value = order / stride % table.len() as u64;
                order - value * stride + u64::from(table[value as usize]) * stride
            }
            OrderMap::Turn {
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

/// By variant, slot of a group and letter, both from 0: the numbers whose orders have this letter on this slot.
type GroupMasks = [[[u64; GROUP_SLOTS]; GROUP_SLOTS]; 2];

/// The masks of groups. Where half of the orders drop out, the variants are the orders that are even on the last slots, and
/// those that are odd; else the words of a group.
fn group_masks(is_halved: bool) -> &'static GroupMasks {
    static MASKS: [OnceLock<GroupMasks>; 2] = [const { OnceLock::new() }; 2];
    MASKS[usize::from(is_halved)].get_or_init(|| {
        let mut masks = [[[0; GROUP_SLOTS]; GROUP_SLOTS]; 2];
        for rank in 0..GROUP_ORDERS {
            let mut digits = [0; GROUP_SLOTS];
            digits_of_rank(rank, &mut digits);
            let (variant, bit) = match is_halved {
                true => (usize::from(are_odd(&digits)), rank / 2),
                false => ((rank / 64) as usize, rank % 64),
            };
            for (slot, masks) in masks[variant].iter_mut().enumerate() {
                masks[usize::from(letter_of_digits(&digits, slot))] |= 1 << bit;
            }
        }
        masks
    })
}

impl Part {
    /// How many numbers its values take.
    fn numbers(&self) -> u64 {
        self.packing.number_of(self.len)
    }

    /// Whether tables tell what becomes of its values.
    fn is_tabled(&self) -> bool {
        self.numbers() <= MOST_TABLED
    }

    /// Whether the permutation of a full rank is odd.
    fn is_odd(&self, rank: u64) -> bool {
        let mut digits = [0; MOST_SLOTS];
        let digits = &mut digits[..self.arrangement.slots()];
        digits_of_rank(rank, digits);
        are_odd(digits)
    }

    /// The full rank whose last free digit was dropped, given its sign.
    fn with_sign(&self, value: u64, is_odd: bool) -> u64 {
        let even_digit = value * 2;
        even_digit + u64::from(self.is_odd(even_digit) != is_odd)
    }

    /// The full rank of the rotated word.
    fn turn(&self, rotation: Rotation, rank: u64) -> u64 {
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
                .expect("a rotated word has the same letters")
        }
    }

    fn table(&self, rotation: Rotation, is_odd: bool) -> Vec<u16> {
        let packing = self.packing;
        let turned = |value| match self.together {
            None => self.turn(rotation, value),
            Some(_) => self.turn(rotation, self.with_sign(value, is_odd)) / 2,
        };
        (0..self.numbers())
            .map(|number| {
                // A number that stands for nothing is never asked for.
                let value = packing.value_of(number).unwrap_or(0);
                packing.number_of(turned(value)) as u16
            })
            .collect()
    }
}

/// The arrangement whose orders are laid out in groups: of those whose tiles are all distinct, and five or more,
/// the first with the most.
pub fn grouped_arrangement(space: &Space) -> Option<usize> {
    let arrangements = space.arrangements().iter().enumerate();
    arrangements
        .filter(|(_, own)| own.is_distinct() && own.slots() >= GROUP_SLOTS)
        .max_by_key(|(number, own)| (own.slots(), std::cmp::Reverse(*number)))
        .map(|(number, _)| number)
}

/// The arrangement whose word a step rotates, and how; `None` if it rotates none.
pub fn rotation_of(space: &Space, pattern: &Pattern<'_>, step: Step) -> Option<(usize, Rotation)> {
    let Members::Tiles { arrangement } = space.layout().kinds[step.kind].members else {
        return None;
    };
    let rotation = pattern.rotation(step.kind, step.from, step.to)?;
    Some((arrangement, rotation))
}
