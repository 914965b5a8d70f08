//! `Marks`: two bits for each configuration, which say by whom it was first seen.
//!
//! Mark 0 is "not seen"; else the mark is 1 + (generation mod 3), see [`Marks::mark_of`].
//! Configuration `i` has bits `2 * (i % 32)` and the next of word `i / 32`. Promises that both bits
//! change in one store of one aligned word, so that no observer, and no disk after a power loss,
//! ever has one of them without the other. Does not know what a configuration is, nor in which
//! order the marks are made.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::error::StoreError;
use super::words::Words;

/// Configurations in a word.
const PER_WORD: u64 = 32;

/// The lower bit of every mark in a word.
const LOW: u64 = 0x5555_5555_5555_5555;

/// Two bits for each of a fixed number of configurations, shared by threads.
#[derive(Debug)]
pub struct Marks {
    words: Words,
    len: u64,
}

impl Marks {
    /// The mark of a generation: 1, 2 or 3.
    #[inline]
    pub const fn mark_of(generation: u64) -> u8 {
        1 + (generation % 3) as u8
    }

    /// The bytes that the marks of `len` configurations take, in memory or as a file: whole words,
    /// a quarter byte each.
    pub const fn bytes_for(len: u64) -> u64 {
        // At most 2^62 bytes, for any `len`.
        len.div_ceil(PER_WORD) * 8
    }

    /// Marks for `len` configurations in anonymous memory, none seen. Costs memory as the marks
    /// are touched.
    ///
    /// # Errors
    ///
    /// [`StoreError::Memory`].
    pub fn in_memory(len: u64) -> Result<Marks, StoreError> {
        let words = Words::zeroed(len.div_ceil(PER_WORD)).map_err(|source| StoreError::Memory {
            bytes: Marks::bytes_for(len),
            source,
        })?;
        Ok(Marks { words, len })
    }

    /// Marks for `len` configurations in these words, of which there must be as many as
    /// [`Marks::bytes_for`] says.
    pub(super) fn from_words(words: Words, len: u64) -> Marks {
        debug_assert_eq!(words.len() as u64 * 8, Marks::bytes_for(len));
        Marks { words, len }
    }

    /// How many configurations there are.
    #[inline]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are no configurations.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The words themselves, for engines that work on many marks at once. Their stores must keep
    /// the promise above: both bits of a mark in one store.
    #[inline]
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// The mark of configuration `i`.
    #[inline]
    pub fn get(&self, i: u64) -> u8 {
        debug_assert!(i < self.len, "configuration {i} of {}", self.len);
        let (word, shift) = place(i);
        (self.words.load(word) >> shift & 3) as u8
    }

    /// Marks configuration `i`, which must be unseen or have this very mark; any number of threads
    /// may do so at once. Returns whether it was unseen: true for exactly one of them. Where the
    /// answer is not used, the store is a single locked `or`.
    #[inline]
    pub fn set_shared(&self, i: u64, mark: u8) -> bool {
        debug_assert!(i < self.len, "configuration {i} of {}", self.len);
        debug_assert!((1..=3).contains(&mark), "mark {mark}");
        let (word, shift) = place(i);
        let before = self.words.as_slice()[word]
            .fetch_or(u64::from(mark) << shift, Ordering::Relaxed)
            >> shift
            & 3;
        debug_assert!(
            before == 0 || before == u64::from(mark),
            "configuration {i} has mark {before}, not {mark}"
        );
        before == 0
    }

    /// As [`Marks::set_shared`], without locking the bus: for a single writing thread, or for
    /// threads none of which writes a word that another writes.
    #[inline]
    pub fn set_alone(&self, i: u64, mark: u8) -> bool {
        debug_assert!(i < self.len, "configuration {i} of {}", self.len);
        debug_assert!((1..=3).contains(&mark), "mark {mark}");
        let (word, shift) = place(i);
        let word = &self.words.as_slice()[word];
        let old = word.load(Ordering::Relaxed);
        let before = old >> shift & 3;
        debug_assert!(
            before == 0 || before == u64::from(mark),
            "configuration {i} has mark {before}, not {mark}"
        );
        word.store(old | u64::from(mark) << shift, Ordering::Relaxed);
        before == 0
    }

    /// How many configurations have mark 0, 1, 2 and 3. Reads every word once.
    pub fn count(&self) -> [u64; 4] {
        self.count_in(0..self.words.len())
    }

    /// As [`Marks::count`], for the configurations of these words only: the sums over disjoint
    /// ranges add up, so that threads may share the work. Bits beyond the last configuration are
    /// not counted.
    pub fn count_in(&self, words: Range<usize>) -> [u64; 4] {
        let mut counts = [0u64; 4];
        for index in words {
            let first = index as u64 * PER_WORD;
            let held = self.len.saturating_sub(first).min(PER_WORD);
            let word = self.words.load(index) & low_bits(2 * held);
            let (low, high) = (word & LOW, word >> 1 & LOW);
            let one = u64::from((low & !high).count_ones());
            let two = u64::from((high & !low).count_ones());
            let three = u64::from((high & low).count_ones());
            counts[0] += held - one - two - three;
            counts[1] += one;
            counts[2] += two;
            counts[3] += three;
        }
        counts
    }

    /// The bits of the last word that belong to no configuration, moved to the lowest place. They
    /// are zero unless something else wrote here.
    pub fn tail_bits(&self) -> u64 {
        let held = self.len % PER_WORD;
        if held == 0 {
            return 0;
        }
        self.words.load(self.words.len() - 1) >> (2 * held)
    }
}

/// The word of configuration `i`, and how far up its mark stands in it.
#[inline]
fn place(i: u64) -> (usize, u64) {
    ((i / PER_WORD) as usize, 2 * (i % PER_WORD))
}

/// A word with its lowest `n` bits set, `n` up to 64.
#[inline]
fn low_bits(n: u64) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_generations_go_round_in_threes() {
        assert_eq!(
            [0, 1, 2, 3, 4, u64::MAX].map(Marks::mark_of),
            [1, 2, 3, 1, 2, 1]
        );
    }

    #[test]
    fn sizes_are_whole_words() {
        let sizes = [0, 1, 32, 33, 64, 65].map(Marks::bytes_for);
        assert_eq!(sizes, [0, 8, 8, 16, 16, 24]);
        assert_eq!(Marks::bytes_for(u64::MAX), 1 << 62);
    }

    #[test]
    fn marks_stand_where_the_format_says() {
        let marks = Marks::in_memory(40).unwrap();
        assert!(marks.set_alone(0, 1));
        assert!(marks.set_shared(1, 3));
        assert!(marks.set_alone(31, 2));
        assert!(marks.set_shared(32, 3));
        assert_eq!(marks.words().load(0), 1 | 3 << 2 | 2 << 62);
        assert_eq!(marks.words().load(1), 3);
        assert!(!marks.set_shared(1, 3), "the second time it was seen");
        assert!(!marks.set_alone(1, 3));
    }

    #[test]
    fn every_mark_is_read_back_and_counted() {
        for len in [1u64, 31, 32, 33, 63, 64, 65, 1000] {
            let marks = Marks::in_memory(len).unwrap();
            let mut counts = [0; 4];
            for i in 0..len {
                let mark = (i * i % 4) as u8;
                if mark > 0 && i % 2 == 0 {
                    marks.set_alone(i, mark);
                } else if mark > 0 {
                    marks.set_shared(i, mark);
                }
                counts[usize::from(mark)] += 1;
            }
            assert!((0..len).all(|i| marks.get(i) == (i * i % 4) as u8));
            assert_eq!(marks.count(), counts, "{len}");
            let half = marks.words().len() / 2;
            let (left, right) = (
                marks.count_in(0..half),
                marks.count_in(half..marks.words().len()),
            );
            let sums: Vec<u64> = left.iter().zip(right).map(|(a, b)| a + b).collect();
            assert_eq!(sums, counts, "{len}");
            assert_eq!(marks.tail_bits(), 0);
        }
    }

    #[test]
    fn bits_beyond_the_end_are_reported_and_not_counted() {
        let marks = Marks::in_memory(33).unwrap();
        marks.words().as_slice()[1].store(0b1100, Ordering::Relaxed);
        assert_eq!(marks.tail_bits(), 0b11);
        assert_eq!(marks.count(), [33, 0, 0, 0]);
    }

    #[test]
    fn of_threads_that_mark_the_same_one_is_first() {
        let len = 10_000;
        let marks = Marks::in_memory(len).unwrap();
        let firsts: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| (0..len).filter(|&i| marks.set_shared(i, 2)).count() as u64)
                })
                .collect();
            threads.into_iter().map(|t| t.join().unwrap()).sum()
        });
        assert_eq!(firsts, len);
        assert_eq!(marks.count(), [0, 0, len, 0]);
    }
}
