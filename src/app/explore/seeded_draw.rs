//! Random draws that a seed determines: the same seed gives the same draw, in every version.
//!
//! The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
//! generators", 2014), as Vigna published it. A number below a bound is drawn without bias by
//! Lemire's method ("Fast random integer generation in an interval", 2019). Distinct numbers are
//! drawn by Floyd's algorithm (Bentley and Floyd, "A sample of brilliance", 1987).

use slidewise_engine::search::Successors;
use slidewise_puzzle::Configuration;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// A random generator with a seed.
#[derive(Clone, Debug)]
pub struct SeededDraw(u64);

impl SeededDraw {
    /// A generator that has drawn nothing yet.
    pub fn new(seed: u64) -> SeededDraw {
        SeededDraw(seed)
    }

    /// A number of 64 bits.
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, each with the same probability; `end` must be positive.
    pub fn below(&mut self, end: u64) -> u64 {
        // As many of the 2^64 words are refused as would favour some numbers.
        let refused = end.wrapping_neg() % end;
        loop {
            let product = u128::from(self.word()) * u128::from(end);
            if product as u64 >= refused {
                return (product >> 64) as u64;
            }
        }
    }

    /// The position after `moves` random moves, each drawn from all that are possible; where none
    /// is, the walk stays. `None` if it is stopped.
    pub fn walk(
        &mut self,
        successors: &Successors,
        start: &Configuration,
        moves: u64,
        stop: &AtomicBool,
    ) -> Option<Configuration> {
        let mut at = start.clone();
        for _ in 0..moves {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut onward = successors.of(&at);
            // In an order of their own, so that a walk does not depend on how they are found.
            onward.sort_unstable_by(|one, other| one.firsts().cmp(other.firsts()));
            if !onward.is_empty() {
                let drawn = self.below(onward.len() as u64) as usize;
                at = onward.swap_remove(drawn);
            }
        }
        Some(at)
    }

    /// A set of `count` numbers below `size`, each set with the same probability; all numbers if
    /// there are no more than `count`.
    ///
    /// Memory: proportional to the set.
    pub(crate) fn distinct(&mut self, count: u64, size: u64) -> BTreeSet<u64> {
        let count = count.min(size);
        let mut drawn = BTreeSet::new();
        for last in size - count..size {
            let number = self.below(last + 1);
            if !drawn.insert(number) {
                drawn.insert(last);
            }
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_published_generator() {
        // The first outputs of Vigna's splitmix64.c for the seed 1234567.
        let mut draw = SeededDraw::new(1_234_567);
        let words: Vec<u64> = (0..3).map(|_| draw.word()).collect();
        assert_eq!(
            words,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn every_set_is_drawn_about_as_often_as_another() {
        // Of the 10 sets of two numbers below 5: chi-square with 9 degrees of freedom exceeds
        // 27.88 with probability 0.001.
        let draws = 20_000;
        let mut met = std::collections::BTreeMap::new();
        for seed in 0..draws {
            let set = SeededDraw::new(seed).distinct(2, 5);
            assert_eq!(set.len(), 2);
            *met.entry(set).or_insert(0u64) += 1;
        }
        let expected = draws as f64 / 10.0;
        let deviation = met.values().map(|&count| (count as f64 - expected).powi(2));
        assert_eq!(met.len(), 10);
        assert!(deviation.sum::<f64>() / expected < 27.88, "{met:?}");
    }

    #[test]
    fn no_more_numbers_are_drawn_than_there_are() {
        let all = |count, size| SeededDraw::new(7).distinct(count, size).len();
        assert_eq!((all(9, 4), all(4, 4), all(0, 4), all(1, 0)), (4, 4, 0, 0));
        let most = SeededDraw::new(7).distinct(2, u64::MAX);
        assert_eq!(most.len(), 2);
    }
}
