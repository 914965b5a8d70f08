//! Upper bound on a permutation group, from the orbits and the parities of its generators.
//!
//! An element has one parity on each orbit. The parities of an element are a row of bits, and the
//! row of a product is the sum, modulo 2, of the rows of its factors.

use super::permutation::{Permutation, factorial};
use num_bigint::BigUint;

/// The largest group with the same orbits and parities as the generators.
///
/// It contains the group that the generators generate.
#[derive(Clone, Debug)]
pub(super) struct GroupBound {
    /// Least point in the orbit of each point, indexed by point.
    orbit_of: Vec<u8>,
    /// Orbits of two points or more.
    pub orbits: Vec<Vec<u8>>,
    /// Independent rows of parities; the row of every element is a sum of some of these rows.
    pub signs: Vec<u128>,
}

impl GroupBound {
    /// Finds the orbits and parities of `generators`, permutations of `degree` points.
    pub(super) fn of(degree: usize, generators: &[Permutation]) -> GroupBound {
        let mut orbit_of: Vec<u8> = (0..=u8::MAX).take(degree).collect();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for element in generators {
                for (point, &image) in element.iter().enumerate() {
                    let least = orbit_of[point].min(orbit_of[image as usize]);
                    has_changed |= orbit_of[point] != least || orbit_of[image as usize] != least;
                    (orbit_of[point], orbit_of[image as usize]) = (least, least);
                }
            }
        }
        let mut orbits: Vec<Vec<u8>> = vec![Vec::new(); degree];
        for (point, &orbit) in (0..).zip(&orbit_of) {
            orbits[orbit as usize].push(point);
        }
        orbits.retain(|orbit| orbit.len() > 1);
        let mut frame = GroupBound {
            orbit_of,
            orbits,
            signs: Vec::new(),
        };
        let signs = generators.iter().map(|element| frame.sign(element));
        frame.signs = ParityRows::of(signs).0;
        frame
    }

    /// Row of the parities of an element: one bit for each orbit, set if the element is odd on it.
    fn sign(&self, element: &[u8]) -> u128 {
        let mut sign = 0;
        for (number, orbit) in self.orbits.iter().enumerate() {
            let mut seen = [false; 256];
            let mut cycles = 0;
            for &point in orbit {
                let mut at = point;
                if !seen[at as usize] {
                    cycles += 1;
                }
                while !seen[at as usize] {
                    seen[at as usize] = true;
                    at = element[at as usize];
                }
            }
            sign |= (((orbit.len() - cycles) % 2) as u128) << number;
        }
        sign
    }

    /// Whether an element keeps each point in its orbit, and has a row of parities that is a sum of
    /// rows of `signs`.
    pub(super) fn allows(&self, element: &[u8]) -> bool {
        let kept = element
            .iter()
            .enumerate()
            .all(|(point, &image)| self.orbit_of[point] == self.orbit_of[image as usize]);
        let signs = ParityRows(self.signs.clone());
        kept && signs.rest(self.sign(element)) == 0
    }

    /// Number of permutations that [`GroupBound::allows`] accepts.
    pub(super) fn order(&self) -> BigUint {
        let all: BigUint = self
            .orbits
            .iter()
            .map(|orbit| factorial(orbit.len()))
            .product();
        all >> (self.orbits.len() - self.signs.len())
    }
}

/// Independent rows of parities, whose highest bits all differ.
#[derive(Default)]
pub(super) struct ParityRows(Vec<u128>);

impl ParityRows {
    /// Reduces rows to independent rows with the same span.
    pub(super) fn of(rows: impl Iterator<Item = u128>) -> ParityRows {
        let mut signs = ParityRows::default();
        for row in rows {
            let rest = signs.rest(row);
            if rest != 0 {
                signs.0.push(rest);
                signs.0.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        signs
    }

    /// Remainder of a row after reduction by the stored rows; 0 if the row is a sum of them.
    fn rest(&self, row: u128) -> u128 {
        // A stored row is added exactly if the remainder has the row's highest bit. The sum then
        // lacks this bit and is less than the remainder, because higher bits do not change.
        self.0.iter().fold(row, |rest, own| rest.min(rest ^ own))
    }

    /// Number of independent rows.
    pub(super) fn rank(&self) -> usize {
        self.0.len()
    }
}
