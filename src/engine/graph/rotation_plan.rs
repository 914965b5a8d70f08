//! Precomputed plans for applying a rotation to whole words of a bitmap of arrangements.
//!
//! The arrangements of k distinct tiles are stored in blocks. A block holds the arrangements that
//! agree in all but the last five tiles: 60 in one word if parity halves them, 120 in two words if
//! not (see [`super::RankLayout`]). The digits before the last five make up the number of the
//! block. To fill one block after a rotation of slots i..=j, a search reads
//!
//! - the same block, unchanged, if the piece passes no tile;
//! - *one* other block, unchanged, if the window ends before the last five slots: blocks that
//!   differ only in digits after the window are adjacent, and are copied together as a run;
//! - the *same* block, with its bits permuted, if the window lies within the last five slots;
//! - a few blocks, with bits permuted and only some bits taken, if the window begins before the
//!   last five slots and ends within them.
//!
//! If parity halves the arrangements, the last free digit follows from the other digits. A
//! permutation inside a block then depends on the parity of the digits before the block's own, so
//! there are two variants.
//!
//! Plans are found by trying all values of the few digits involved. This module knows only digits
//! and bits; the dense engine, which owns the words, applies the plans.

use super::{GROUP_SLOTS, RankLayout};
use crate::index::{
    Rotation, are_odd, digits_of_window, rank_of_digits, rank_of_window, rotate_digits,
};

/// Permutation of the bits of a word: for each bit of the result, the bit of the source that it is
/// copied from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitPermutation {
    /// Position of the source bit, indexed by bit of the result; meaningless for bits that are not
    /// in `taken`.
    pub from: [u8; 64],
    /// Mask of the bits of the result that this source provides.
    pub taken: u64,
}

/// A word from which a word of the result takes bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordSource {
    /// Position of the source word relative to the word to be filled, in words.
    pub offset: i64,
    /// Index of the permutation in [`RotationPlan::gathers`]; `None` if the word is copied
    /// unchanged.
    pub gather: Option<u16>,
}

/// Plan of a rotation: the source words of each word of a pattern.
///
/// The words are divided into runs of equal length, called *cells* of the plan. All words of a cell
/// have their sources at the same offsets. The plan lists the cells of one period.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RotationPlan {
    /// Number of words in one cell of the plan.
    pub run: u64,
    /// Number of cells before the plan repeats; one period is `cells x run` words.
    pub cells: u64,
    /// Index in `sources` of the first source of each plan cell, indexed by variant, then plan
    /// cell. The variant is the parity of the digits from the plan's first slot on.
    pub first: [Vec<u32>; 2],
    /// Sources of all plan cells, one plan cell after the other.
    pub sources: Vec<WordSource>,
    /// Different bit permutations that the sources use.
    pub gathers: Vec<BitPermutation>,
}

impl RotationPlan {
    /// Builds the plan for the inverse of an edge: the rotation `back` leads from the pattern to be
    /// filled to the one that is read.
    ///
    /// `slots` is the number of tiles, at least five. The cost is proportional to the number of
    /// values that the digits from the window's first slot to its last can take; if the window
    /// reaches the last five slots, all digits from the window on count.
    pub fn new(slots: usize, packing: RankLayout, back: Rotation) -> RotationPlan {
        let end = back.from.max(back.to) as usize;
        if end < slots - GROUP_SLOTS {
            RotationPlan::of_runs(slots, packing, back)
        } else {
            RotationPlan::of_groups(slots, packing, back)
        }
    }

    /// Number of cells in the plan of a rotation between two slots, in either order; `None` if it
    /// does not fit 64 bits.
    pub fn cells_of(slots: usize, packing: RankLayout, from: u16, to: u16) -> Option<u64> {
        let (begin, end) = (from.min(to) as usize, from.max(to) as usize);
        let low = slots - GROUP_SLOTS;
        let (digits, words) = if end < low {
            (begin..end + 1, 1)
        } else {
            (begin.min(low)..low, packing.words())
        };
        let mut values = digits.map(|slot| (slots - slot) as u64);
        values.try_fold(words, u64::checked_mul)
    }

    /// Builds the plan for a window that ends before the last five slots: whole runs of blocks
    /// move, so only the window's digits matter.
    fn of_runs(slots: usize, packing: RankLayout, back: Rotation) -> RotationPlan {
        let begin = back.from.min(back.to) as usize;
        let end = back.from.max(back.to) as usize;
        let values = |slot: usize| (slots - slot) as u64;
        let behind = (end + 1..slots - GROUP_SLOTS).map(values);
        let run = packing.words() * behind.product::<u64>();
        let cells = RotationPlan::cells_of(slots, packing, back.from, back.to).expect("fits u64");
        let mut first = vec![0];
        let mut sources = Vec::new();
        let mut digits = vec![0; slots - begin];
        for cell in 0..cells {
            digits_of_window(cell, &mut digits[..=end - begin], slots - begin);
            rotate_digits(shifted(back, begin), &mut digits);
            let source = rank_of_window(&digits[..=end - begin], slots - begin);
            let offset = (source as i64 - cell as i64) * run as i64;
            sources.push(WordSource {
                offset,
                gather: None,
            });
            first.push(sources.len() as u32);
        }
        RotationPlan {
            run,
            cells,
            first: [first.clone(), first],
            sources,
            gathers: Vec::new(),
        }
    }

    /// Builds the plan for a window that reaches the last five slots: bits are permuted within a
    /// block, or taken from several blocks.
    fn of_groups(slots: usize, packing: RankLayout, back: Rotation) -> RotationPlan {
        let low = slots - GROUP_SLOTS;
        // The plan covers the digits of the slots from the window on, and at least those of the
        // last five slots.
        let from = low.min(back.from.min(back.to) as usize);
        let cells = RotationPlan::cells_of(slots, packing, back.from, back.to).expect("fits u64");
        let mut plan = RotationPlan {
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
                    plan.sources.push(WordSource { offset, gather });
                }
                plan.first[variant].push(plan.sources.len() as u32);
            }
        }
        plan
    }

    /// Sources of every word in the cell `cell` of the plan, in the variant `variant`: see
    /// [`RotationPlan::first`].
    #[inline]
    pub fn sources(&self, variant: usize, cell: u64) -> &[WordSource] {
        let first = &self.first[variant];
        &self.sources[first[cell as usize] as usize..first[cell as usize + 1] as usize]
    }

    fn gather(&mut self, gather: BitPermutation) -> u16 {
        let known = self.gathers.iter().position(|own| *own == gather);
        let number = known.unwrap_or_else(|| {
            self.gathers.push(gather);
            self.gathers.len() - 1
        });
        u16::try_from(number).expect("a plan has fewer than 2^16 different bit permutations")
    }
}

/// Renumbers a rotation's slots, so that the slot `slots` becomes slot 0.
fn shifted(rotation: Rotation, slots: usize) -> Rotation {
    Rotation {
        from: rotation.from - slots as u16,
        to: rotation.to - slots as u16,
    }
}

/// Source words of the word `word`, each as its offset from `word` and the bits taken from it.
///
/// The words hold the arrangements of `slots` slots, and `back` leads from an arrangement to its
/// source. If parity halves the arrangements, `variant` is their parity.
fn gathers_of(
    word: u64,
    packing: RankLayout,
    back: Rotation,
    slots: usize,
    variant: usize,
) -> Vec<(i64, BitPermutation)> {
    let words = packing.words();
    let variant = (words == 1).then_some(variant);
    let high = slots - GROUP_SLOTS;
    let mut group = vec![0; slots];
    digits_of_window(word / words, &mut group[..high], slots);
    let mut digits = group.clone();
    let mut gathers: Vec<(i64, BitPermutation)> = Vec::new();
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
            let none = BitPermutation {
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

/// Digits on the last five slots of the arrangement that a bit of a block stands for; `None` for an
/// unused bit.
///
/// `is_odd` is the parity of the digits before the last five. If parity halves the arrangements,
/// `variant` is the parity that all digits together must have; the last free digit is chosen
/// accordingly.
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

/// Digits of all arrangements of the last five slots, indexed by the arrangement's rank.
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

    /// Fills a pattern's words from the words of a source pattern as the plan says, bit by bit.
    fn by_plan(
        plan: &RotationPlan,
        words: &[u64],
        parity_before: impl Fn(u64) -> usize,
    ) -> Vec<u64> {
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

    /// Fills a pattern's words from the words of a source pattern without a plan, arrangement by
    /// arrangement.
    fn by_force(
        slots: usize,
        packing: RankLayout,
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

    /// Words with a random bit for each arrangement; the bits of unused numbers are 0.
    fn random_words(slots: usize, packing: RankLayout) -> Vec<u64> {
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
                let packing = RankLayout::Grouped { orders };
                let words = random_words(slots, packing);
                for from in 0..slots as u16 {
                    for to in (0..slots as u16).filter(|&to| to != from) {
                        let back = Rotation { from, to };
                        let plan = RotationPlan::new(slots, packing, back);
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
