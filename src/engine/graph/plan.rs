//! What a rotation does to whole words of orders.
//!
//! The orders of k distinct tiles are laid out in groups of the orders of the last five: 60 in one word where
//! half drop out, 120 in two where not (see [`super::Packing`]). A group's number is made of the digits
//! before those. Seen from a group that is to be filled, a rotation of slots i..=j brings
//!
//! - nothing new where no tile is passed: each group from the same group, unchanged;
//! - from *one* other group, unchanged, where the window ends before the last five slots: all groups that
//!   differ only in digits behind the window lie side by side, and go together as a run;
//! - from the *same* group, its bits permuted, where the window lies within the last five slots;
//! - from a handful of groups, bits permuted and only some of them taken, where the window crosses.
//!
//! Where half of the orders drop out, the last free digit is implied by the sign of the order, so that a
//! permutation inside a group depends on the parity of the digits before it: there are two variants.
//!
//! Plans are found by brute force over the few digits involved. They know digits and bits, and no words: who
//! holds those applies the plan.

use super::{GROUP_SLOTS, Packing};
use crate::index::{
    Rotation, are_odd, digits_of_window, rank_of_digits, rank_of_window, rotate_digits,
};

/// A permutation of the bits of a word: where each bit of the result comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gather {
    /// By bit of the result: the bit of the source; meaningless where `taken` has no bit.
    pub from: [u8; 64],
    /// The bits of the result that the source gives.
    pub taken: u64,
}

/// A source word of a word to be filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// Where the source word lies, relative to the word to be filled.
    pub offset: i64,
    /// The permutation, as an index into [`Plan::gathers`]; `None` where all bits are taken as they are.
    pub gather: Option<u16>,
}

/// What a rotation brings to the words of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many words a cell of the plan covers, which all come from the same offset: the run.
    pub run: u64,
    /// How many cells follow one another before the plan repeats; together `cells x run` words.
    pub cells: u64,
    /// By variant (the parity of the order up to these digits), then by cell: where its sources begin.
    pub first: [Vec<u32>; 2],
    /// The sources of the cells.
    pub sources: Vec<Source>,
    /// The permutations.
    pub gathers: Vec<Gather>,
}

impl Plan {
    /// The plan of a slide back: of the rotation that leads from the pattern to be filled to the one that
    /// the orders come from.
    ///
    /// `slots` is the number of tiles, at least five. Cost: the orders of the tiles from the window's first
    /// slot on, over those behind the window or the group.
    pub fn new(slots: usize, packing: Packing, back: Rotation) -> Plan {
        let end = back.from.max(back.to) as usize;
        match end < slots - GROUP_SLOTS {
            true => Plan::of_runs(slots, packing, back),
            false => Plan::of_groups(slots, packing, back),
        }
    }

    /// How many cells the plan of a window from slot `from` to slot `to` has, whichever comes first; `None` where they
    /// do not fit 64 bits.
    pub fn cells_of(slots: usize, packing: Packing, from: u16, to: u16) -> Option<u64> {
        let (begin, end) = (from.min(to) as usize, from.max(to) as usize);
        let low = slots - GROUP_SLOTS;
        let (digits, words) = match end < low {
            true => (begin..end + 1, 1),
            false => (begin.min(low)..low, packing.words()),
        };
        let mut values = digits.map(|slot| (slots - slot) as u64);
        values.try_fold(words, u64::checked_mul)
    }

    /// The window ends before the last five slots: whole runs of groups move, and only the digits of the window count.
    fn of_runs(slots: usize, packing: Packing, back: Rotation) -> Plan {
        let begin = back.from.min(back.to) as usize;
        let end = back.from.max(back.to) as usize;
        let values = |slot: usize| (slots - slot) as u64;
        let behind = (end + 1..slots - GROUP_SLOTS).map(values);
        let run = packing.words() * behind.product::<u64>();
        let cells = Plan::cells_of(slots, packing, back.from, back.to).expect("few are made");
        let mut first = vec![0];
        let mut sources = Vec::new();
        let mut digits = vec![0; slots - begin];
        for cell in 0..cells {
            digits_of_window(cell, &mut digits[..=end - begin], slots - begin);
            rotate_digits(shifted(back, begin), &mut digits);
            let source = rank_of_window(&digits[..=end - begin], slots - begin);
            let offset = (source as i64 - cell as i64) * run as i64;
            sources.push(Source {
                offset,
                gather: None,
            });
            first.push(sources.len() as u32);
        }
        Plan {
            run,
            cells,
            first: [first.clone(), first],
            sources,
            gathers: Vec::new(),
        }
    }

    /// The window reaches the last five slots: groups are permuted within themselves, or split.
    fn of_groups(slots: usize, packing: Packing, back: Rotation) -> Plan {
        let low = slots - GROUP_SLOTS;
        // The digits of a local order: those of the high slots from the window on, and the last five.
        let from = low.min(back.from.min(back.to) as usize);
        let cells = Plan::cells_of(slots, packing, back.from, back.to).expect("few are made");
        let mut plan = Plan {
            run: 1,
            cells,
            first: [Vec::new(), Vec::new()],
            sources: Vec::new(),
            gathers: Vec::new(),
        };
        for variant in 0..2 {
            plan.first[variant].push(plan.sources.len() as u32);
            for word in 0..plan.cells {
                let back = shifted(back, from);
                for (offset, gather) in gathers_of(word, packing, back, slots - from, variant) {
                    let gather = Some(plan.gather(gather));
                    plan.sources.push(Source { offset, gather });
                }
                plan.first[variant].push(plan.sources.len() as u32);
            }
        }
        plan
    }

    /// The sources of a cell.
    #[inline]
    pub fn sources(&self, variant: usize, cell: u64) -> &[Source] {
        let first = &self.first[variant];
        &self.sources[first[cell as usize] as usize..first[cell as usize + 1] as usize]
    }

    fn gather(&mut self, gather: Gather) -> u16 {
        let known = self.gathers.iter().position(|own| *own == gather);
        let number = known.unwrap_or_else(|| {
            self.gathers.push(gather);
            self.gathers.len() - 1
        });
        u16::try_from(number).expect("a plan has few different gathers")
    }
}

/// A rotation seen from a later first slot.
fn shifted(rotation: Rotation, slots: usize) -> Rotation {
    Rotation {
        from: rotation.from - slots as u16,
        to: rotation.to - slots as u16,
    }
}

/// From how many words away a rotation brings the bits of a word, of those of the orders of `slots` slots, and which.
/// `variant` is the parity of these orders, where half drop out.
fn gathers_of(
    word: u64,
    packing: Packing,
    back: Rotation,
    slots: usize,
    variant: usize,
) -> Vec<(i64, Gather)> {
    let words = packing.words();
    let variant = (words == 1).then_some(variant);
    let high = slots - GROUP_SLOTS;
    let mut group = vec![0; slots];
    digits_of_window(word / words, &mut group[..high], slots);
    let mut digits = group.clone();
    let mut gathers: Vec<(i64, Gather)> = Vec::new();
    for bit in 0..64 {
        digits.copy_from_slice(&group);
        let Some(last) = last_digits(word % words * 64 + bit, are_odd(&group), variant) else {
            continue;
        };
        digits[high..].copy_from_slice(&last);
        rotate_digits(back, &mut digits);
        let source = rank_of_window(&digits[..high], slots);
        let order = rank_of_digits(&digits[high..]);
        let source_bit = match variant {
            Some(_) => order / 2,
            None => order,
        };
        let offset = (source * words + source_bit / 64) as i64 - word as i64;
        let place = gathers.iter().position(|(known, _)| *known == offset);
        let place = place.unwrap_or_else(|| {
            let none = Gather {
                from: [0; 64],
                taken: 0,
            };
            gathers.push((offset, none));
            gathers.len() - 1
        });
        let gather = &mut gathers[place].1;
        gather.from[bit as usize] = (source_bit % 64) as u8;
        gather.taken |= 1 << bit;
    }
    gathers
}

/// The last digits of the order that a bit of a group stands for; `None` if it stands for none. `variant` is the parity
/// of all digits where half drop out: then the last free digit makes up for those before, which are odd or not.
fn last_digits(bit: u64, is_odd: bool, variant: Option<usize>) -> Option<[u8; GROUP_SLOTS]> {
    let order = match variant {
        Some(_) => bit * 2,
        None => bit,
    };
    let mut digits = *LAST_DIGITS.get(order as usize)?;
    if let Some(parity) = variant
        && (is_odd != are_odd(&digits)) != (parity == 1)
    {
        digits[GROUP_SLOTS - 2] = 1;
    }
    Some(digits)
}

/// The digits of all orders of the last slots.
const LAST_DIGITS: [[u8; GROUP_SLOTS]; 120] = {
    let mut all = [[0; GROUP_SLOTS]; 120];
    let mut order = 0;
    while order < all.len() {
        let mut rest = order;
        let mut values = 1;
        while values <= GROUP_SLOTS {
            all[order][GROUP_SLOTS - values] = (rest % values) as u8;
            rest /= values;
            values += 1;
        }
        order += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::digits_of_rank;

    /// Fills a pattern's words from a source pattern's by the plan, bit by bit.
    fn by_plan(plan: &Plan, words: &[u64], parity_before: impl Fn(u64) -> usize) -> Vec<u64> {
        (0..words.len() as u64)
            .map(|at| {
                let cell = at / plan.run % plan.cells;
                let variant = parity_before(at / plan.run / plan.cells);
                plan.sources(variant, cell)
                    .iter()
                    .fold(0, |filled, source| {
                        let word = words[(at as i64 + source.offset) as usize];
                        filled
                            | match source.gather {
                                None => word,
                                Some(gather) => {
                                    let gather = &plan.gathers[gather as usize];
                                    (0..64).fold(0, |out, bit: usize| {
                                        out | (word >> gather.from[bit] & 1) << bit & gather.taken
                                    })
                                }
                            }
                    })
            })
            .collect()
    }

    /// The same by brute force: each order one by one.
    fn by_force(
        slots: usize,
        packing: Packing,
        back: Rotation,
        sign: usize,
        words: &[u64],
    ) -> Vec<u64> {
        let mut filled = vec![0u64; words.len()];
        let orders: u64 = (1..=slots as u64).product();
        for rank in 0..orders {
            let mut digits = vec![0; slots];
            digits_of_rank(rank, &mut digits);
            let is_halved = packing.words() == 1;
            if is_halved && are_odd(&digits) != (sign == 1) {
                continue;
            }
            rotate_digits(back, &mut digits);
            let number = |rank: u64| {
                let value = if is_halved { rank / 2 } else { rank };
                let per_group = if is_halved { 60 } else { 120 };
                value / per_group * packing.words() * 64 + value % per_group
            };
            let (to, from) = (number(rank), number(rank_of_digits(&digits)));
            filled[to as usize / 64] |= (words[from as usize / 64] >> (from % 64) & 1) << (to % 64);
        }
        filled
    }

    /// Words with random bits where orders are.
    fn random_words(slots: usize, packing: Packing) -> Vec<u64> {
        let groups: u64 = (GROUP_SLOTS as u64 + 1..=slots as u64).product();
        let mut state = 7u64;
        (0..groups * packing.words())
            .map(|word| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let held = match (packing.words(), word % packing.words()) {
                    (1, _) => 60,
                    (_, 0) => 64,
                    _ => 56,
                };
                (state ^ state >> 29) & u64::MAX >> (64 - held)
            })
            .collect()
    }

    #[test]
    fn plans_do_what_brute_force_does() {
        for slots in 5..=9 {
            for orders in [60, 120] {
                let packing = Packing::Grouped { orders };
                let words = random_words(slots, packing);
                for from in 0..slots as u16 {
                    for to in (0..slots as u16).filter(|&to| to != from) {
                        let back = Rotation { from, to };
                        let plan = Plan::new(slots, packing, back);
                        let begin = from.min(to) as usize;
                        let end = from.max(to) as usize;
                        let low = slots - GROUP_SLOTS;
                        let before = if end < low { begin } else { begin.min(low) };
                        for sign in 0..2 {
                            let parity_before = |prefix: u64| {
                                let mut digits = vec![0; before];
                                digits_of_window(prefix, &mut digits, slots);
                                usize::from(are_odd(&digits)) ^ sign
                            };
                            assert_eq!(
                                by_plan(&plan, &words, parity_before),
                                by_force(slots, packing, back, sign, &words),
                                "{slots} tiles, {orders} orders a group, {back:?}, sign {sign}"
                            );
                        }
                    }
                }
            }
        }
    }
}
