//! Which half of the orders can be reached: the parity of the tiles along every closed tour of the patterns.
//!
//! If the tiles of an arrangement always come back evenly permuted, the pattern decides the sign of their
//! order, and half of the orders are out of reach for ever (Johnson and Story 1879 for the 15-puzzle). With
//! several arrangements it may hold for the product of some of their signs and for none alone. Only
//! permutations have signs: words with alike letters have none, and are left alone
//! here.

use super::table::Slide;
use crate::index::Space;

/// A law that the signs of the orders obey all over the component of Start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The arrangement whose last free digit the law implies.
    pub pivot: usize,
    /// The arrangements, one a bit, the product of whose signs the pattern decides.
    pub together: u8,
}

/// What is known of the signs of the orders.
#[derive(Clone, Debug, Default)]
pub struct Half {
    /// Independent laws; no pivot stands in another's law.
    pub invariants: Vec<Invariant>,
    /// By pattern: the signs of the orders, one bit an arrangement, by one way of going there from Start;
    /// empty where no law holds.
    signs: Vec<u8>,
}

/// Only this many arrangements are looked at, so that their signs fit a byte beside [`NOT_REACHED`].
const MOST_ARRANGEMENTS: usize = 7;
/// Of more patterns no laws are sought: all orders are numbered then, those out of reach too.
const MOST_PATTERNS: u64 = 1 << 28;
/// Stands for a pattern that was not reached.
const NOT_REACHED: u8 = u8::MAX;

impl Half {
    /// Follows every slide of every pattern that can be reached from `start`; `slides_of` gives the slides.
    ///
    /// `odd` has a bit for each arrangement whose order is odd at Start. `favoured` is the arrangement that becomes
    /// the pivot of every law that it is in. Time: the slides of each pattern, but
    /// it stops as soon as no law is left, and does not begin where patterns are more than 268,435,456. Bytes:
    /// one a pattern.
    pub fn new(
        space: &Space,
        patterns: u64,
        start: u64,
        odd: u8,
        favoured: Option<usize>,
        mut slides_of: impl FnMut(u64, &mut dyn FnMut(&Slide)),
    ) -> Half {
        let candidates: u8 = space
            .arrangements()
            .iter()
            .take(MOST_ARRANGEMENTS)
            .enumerate()
            .filter(|(_, arrangement)| arrangement.is_distinct() && arrangement.slots() >= 2)
            .fold(0, |all, (number, _)| all | 1 << number);
        if candidates == 0 || patterns > MOST_PATTERNS {
            return Half::default();
        }
        let mut signs = vec![NOT_REACHED; patterns as usize];
        let mut broken = Basis {
            least: favoured.map_or(0, bit_of),
            ..Basis::default()
        };
        let mut waiting = vec![start];
        signs[start as usize] = odd & candidates;
        while let Some(rank) = waiting.pop() {
            slides_of(rank, &mut |slide| {
                let turned = slide
                    .turn
                    .filter(|(_, rotation)| rotation.is_odd())
                    .map_or(0, |(arrangement, _)| bit_of(arrangement));
                let sign = signs[rank as usize] ^ turned & candidates;
                let known = &mut signs[slide.pattern as usize];
                if *known == NOT_REACHED {
                    *known = sign;
                    waiting.push(slide.pattern);
                } else {
                    broken.add(*known ^ sign);
                }
            });
            if broken.rank() == candidates.count_ones() {
                return Half::default();
            }
        }
        Half {
            invariants: broken.laws(candidates),
            signs,
        }
    }

    /// The signs of the orders at a pattern, one bit an arrangement. Only what the laws say of them is sure.
    #[inline]
    pub fn signs(&self, pattern: u64) -> u8 {
        self.signs.get(pattern as usize).copied().unwrap_or(0)
    }

    /// Whether a law holds, and what it says of a pattern is known: only of those to which Start leads.
    pub fn knows(&self, pattern: u64) -> bool {
        let known = self.signs.get(pattern as usize);
        !self.invariants.is_empty() && known.is_some_and(|&signs| signs != NOT_REACHED)
    }

    /// How many bytes are kept.
    pub fn bytes(&self) -> usize {
        self.signs.len()
    }
}

/// A basis of the sign changes that closed tours make, over the field of two elements, each vector with a
/// leading bit that no other has.
#[derive(Default)]
struct Basis {
    vectors: Vec<u8>,
    /// A bit that leads only where there is no other.
    least: u8,
}

impl Basis {
    fn rank(&self) -> u32 {
        self.vectors.len() as u32
    }

    fn leading(&self, vector: u8) -> u8 {
        match vector & !self.least {
            0 => self.least,
            others => 1 << others.ilog2(),
        }
    }

    fn add(&mut self, vector: u8) {
        let mut vector = vector;
        for &own in &self.vectors {
            if vector & self.leading(own) != 0 {
                vector ^= own;
            }
        }
        if vector == 0 {
            return;
        }
        let lead = self.leading(vector);
        for own in &mut self.vectors {
            if *own & lead != 0 {
                *own ^= vector;
            }
        }
        self.vectors.push(vector);
    }

    /// The products of signs that no tour changes: for each bit that leads no vector, that bit together with
    /// the leading bits of the vectors that have it. That bit is the pivot.
    fn laws(&self, candidates: u8) -> Vec<Invariant> {
        let led: u8 = self.vectors.iter().fold(0, |all, &v| all | self.leading(v));
        (0..8)
            .filter(|bit| candidates & !led & 1 << bit != 0)
            .map(|pivot| Invariant {
                pivot,
                together: self
                    .vectors
                    .iter()
                    .filter(|&&vector| vector & 1 << pivot != 0)
                    .fold(1 << pivot, |all, &vector| all | self.leading(vector)),
            })
            .collect()
    }
}

/// The bit of an arrangement; none for those beyond the ones that are looked at.
pub(super) fn bit_of(arrangement: usize) -> u8 {
    1u8.unbounded_shl(arrangement as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_all_products_that_no_tour_changes() {
        for tours in [
            vec![],
            vec![0b11],
            vec![0b101, 0b110],
            vec![0b1],
            vec![0b111, 0b1, 0b110],
        ] {
            for least in [0, 0b1, 0b10, 0b100] {
                let mut basis = Basis {
                    least,
                    ..Basis::default()
                };
                tours.iter().for_each(|&tour| basis.add(tour));
                let laws = basis.laws(0b111);
                assert!(
                    laws.iter()
                        .all(|law| law.together & least == 0 || 1 << law.pivot == least)
                );
                assert_eq!(laws.len() as u32 + basis.rank(), 3, "{tours:?}");
                for law in &laws {
                    assert!(
                        tours
                            .iter()
                            .all(|tour| (tour & law.together).count_ones() % 2 == 0)
                    );
                    assert!(
                        laws.iter()
                            .all(|other| other == law || other.together & 1 << law.pivot == 0)
                    );
                }
            }
        }
    }
}
