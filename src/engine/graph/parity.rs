//! Parity: the half of the arrangements that can be reached, if only half of them can.
//!
//! If every closed path through the patterns permutes a group's tiles evenly, the pattern
//! determines the parity of the tiles' arrangement, and half of the arrangements can never be
//! reached (Johnson and Story 1879 for the 15-puzzle). With several tile groups the pattern may
//! determine only whether the number of odd arrangements among some of the groups is even or odd.
//! Only a group whose tiles are all distinct has a parity; groups with equal tiles are ignored
//! here.

use super::pattern_edge::PatternEdge;
use crate::index::{Rotation, Space};

/// Parity law: the pattern alone determines whether an even or odd number of certain tile groups
/// have odd arrangements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParityLaw {
    /// Tile group whose last free digit the law implies.
    pub pivot: usize,
    /// Tile groups that take part in the law, the pivot included, one bit each.
    pub together: u8,
}

/// Parity laws of the component of Start, and the parities of the tile groups at each pattern.
#[derive(Clone, Debug, Default)]
pub struct Parity {
    /// Independent parity laws; the pivot of each law occurs in no other law.
    pub invariants: Vec<ParityLaw>,
    /// Parities of the arrangements to which one path from Start leads, indexed by pattern; empty
    /// if no law holds. A bit is set for each tile group with an odd arrangement.
    signs: Vec<u8>,
}

/// Maximum number of tile groups that are considered; with eight, their parities could equal
/// [`NOT_REACHED`].
const MAX_ARRANGEMENTS: usize = 7;
/// Maximum number of patterns for which laws are sought; beyond it all arrangements are numbered,
/// including those out of reach.
const MAX_PATTERNS: u64 = 1 << 28;
/// Entry of `signs` for a pattern that Start does not reach.
const NOT_REACHED: u8 = u8::MAX;

impl Parity {
    /// Finds the parity laws by following every edge of every pattern that can be reached from
    /// `start`.
    ///
    /// `slides_of` lists the edges of a pattern. `odd` has a bit for each tile group whose
    /// arrangement is odd at Start. `favoured` is the group that becomes the pivot of every law
    /// that contains it.
    ///
    /// Time: in proportion to the edges of these patterns. The search ends as soon as no law can
    /// hold, and does not begin if there are more than 268,435,456 patterns. Bytes: one for each
    /// pattern.
    pub fn new(
        space: &Space,
        patterns: u64,
        start: u64,
        odd: u8,
        favoured: Option<usize>,
        mut slides_of: impl FnMut(u64, &mut dyn FnMut(&PatternEdge)),
    ) -> Parity {
        let candidates: u8 = space
            .arrangements()
            .iter()
            .take(MAX_ARRANGEMENTS)
            .enumerate()
            .filter(|(_, arrangement)| arrangement.is_distinct() && arrangement.slots() >= 2)
            .fold(0, |all, (number, _)| all | 1 << number);
        if candidates == 0 || patterns > MAX_PATTERNS {
            return Parity::default();
        }
        let mut signs = vec![NOT_REACHED; patterns as usize];
        let mut broken = SignBasis {
            least: favoured.map_or(0, bit_of),
            ..SignBasis::default()
        };
        let mut waiting = vec![start];
        signs[start as usize] = odd & candidates;
        while let Some(rank) = waiting.pop() {
            // Parities after the edge visited last, from which the next push of a series goes on.
            let mut pushed = signs[rank as usize];
            slides_of(rank, &mut |slide| {
                let turned = slide
                    .turn()
                    .filter(|(_, rotation)| rotation.is_odd())
                    .map_or(0, |(arrangement, _)| bit_of(arrangement));
                let before = if slide.is_onward {
                    pushed
                } else {
                    signs[rank as usize]
                };
                let sign = before ^ turned & candidates;
                pushed = sign;
                if !slide.is_legal() {
                    return;
                }
                let known = &mut signs[slide.pattern as usize];
                if *known == NOT_REACHED {
                    *known = sign;
                    waiting.push(slide.pattern);
                } else {
                    broken.add(*known ^ sign);
                }
            });
            if broken.rank() == candidates.count_ones() {
                return Parity::default();
            }
        }
        Parity {
            invariants: broken.laws(candidates),
            signs,
        }
    }

    /// Parities of the arrangements at a pattern, as one path from Start gives them: a bit for each
    /// tile group, set if odd.
    ///
    /// Another path may give other parities. Only the sum modulo 2 over the groups of a law is the
    /// same on all paths.
    #[inline]
    pub fn signs(&self, pattern: u64) -> u8 {
        self.signs.get(pattern as usize).copied().unwrap_or(0)
    }

    /// Whether Start reaches a pattern, and some parity law holds, so that the law applies to the
    /// pattern.
    #[inline]
    pub fn knows(&self, pattern: u64) -> bool {
        let known = self.signs.get(pattern as usize);
        !self.invariants.is_empty() && known.is_some_and(|&signs| signs != NOT_REACHED)
    }

    /// Size of the stored parities in bytes.
    pub fn bytes(&self) -> usize {
        self.signs.len()
    }
}

/// Parities of the tile groups after a rotation of one group's arrangement, from those before it.
pub fn signs_after(signs: u8, arrangement: usize, rotation: Rotation) -> u8 {
    if rotation.is_odd() && arrangement < MAX_ARRANGEMENTS {
        signs ^ bit_of(arrangement)
    } else {
        signs
    }
}

/// Basis over GF(2) of the parity changes along closed paths. Each vector has a leading bit that no
/// other vector has.
#[derive(Default)]
struct SignBasis {
    vectors: Vec<u8>,
    /// Bit that leads a vector only if the vector has no other bit.
    least: u8,
}

impl SignBasis {
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

    /// Finds the parity laws: sets of tile groups such that each closed path changes the parity of
    /// an even number of them.
    ///
    /// Each bit that leads no vector is the pivot of one law. The other groups of the law are the
    /// leading bits of the vectors that contain the pivot.
    fn laws(&self, candidates: u8) -> Vec<ParityLaw> {
        let led: u8 = self.vectors.iter().fold(0, |all, &v| all | self.leading(v));
        (0..8)
            .filter(|bit| candidates & !led & 1 << bit != 0)
            .map(|pivot| ParityLaw {
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

/// Bit that stands for a tile group; 0 for groups beyond the first eight.
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
                let mut basis = SignBasis {
                    least,
                    ..SignBasis::default()
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
