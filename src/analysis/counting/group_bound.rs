//! Upper bound on a permutation group, from the orbits and parities of its generators.

use super::permutation::{Permutation, factorial};
use num_bigint::BigUint;

/// The largest group with the same orbits and parities as the generators; it contains the group.
#[derive(Clone, Debug)]
pub(super) struct GroupBound {
    /// Least point in the orbit of each point.
    orbit_of: Vec<u8>,
    /// Orbits of two points or more.
    pub orbits: Vec<Vec<u8>>,
    /// Independent rows that span the parities of all elements, with one bit for each orbit.
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

    /// Parity of an element on each orbit, with one bit for each orbit.
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

    /// Whether an element preserves the orbits and has parities that the rows span.
    pub(super) fn allows(&self, element: &[u8]) -> bool {
        let kept = element
            .iter()
            .enumerate()
            .all(|(point, &image)| self.orbit_of[point] == self.orbit_of[image as usize]);
        let signs = ParityRows(self.signs.clone());
        kept && signs.rest(self.sign(element)) == 0
    }

    /// Number of permutations that preserve the orbits and have parities that the rows span.
    pub(super) fn order(&self) -> BigUint {
        let all: BigUint = self
            .orbits
            .iter()
            .map(|orbit| factorial(orbit.len()))
            .product();
        all >> (self.orbits.len() - self.signs.len())
    }
}

/// Independent rows of parity bits, whose highest bits all differ.
#[derive(Default)]
pub(super) struct ParityRows(Vec<u128>);

impl ParityRows {
    /// Reduces rows to independent ones.
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

    /// Remainder of a row after reduction by the stored rows; 0 if it is a sum of them.
    fn rest(&self, row: u128) -> u128 {
        // Adding a stored row clears the row's highest bit if it is set, and changes nothing above
        // it.
        self.0.iter().fold(row, |rest, own| rest.min(rest ^ own))
    }

    /// Number of independent rows.
    pub(super) fn rank(&self) -> usize {
        self.0.len()
    }
}
