//! `Generation`: a set of configurations, as a bitmap with a summary.
//!
//! The summary has one bit for each 64-bit word of the bitmap, set if the word is not zero. So
//! walking, counting or clearing a small set in a large space reads only the summary, which has
//! 1/64 of the bitmap's size, and the words that have members. Walks return members in ascending
//! order. Both bitmaps are anonymous memory. The store writes the members of a set to the disk.

use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering;

use crate::disk::mapped_words::MappedWords;
use crate::error::StoreError;
use crate::marks::mark_bits::Marks;
use crate::marks::word_set::{WordSet, set_bits};

/// Number of bits in a word.
const BITS: u64 = u64::BITS as u64;

/// A set of configurations whose numbers are below a fixed limit.
#[derive(Debug)]
pub struct Generation {
    words: MappedWords,
    summary: MappedWords,
    len: u64,
}

impl Generation {
    /// Largest memory of a set of configurations below `len`, in bytes. The bitmap takes a bit for
    /// each configuration, and the summary takes 1/64 of the bitmap's size.
    pub const fn bytes_for(len: u64) -> u64 {
        let words = len.div_ceil(BITS);
        // This cannot overflow: the result is at most 2^61 + 2^55, for any `len`.
        (words + words.div_ceil(BITS)) * 8
    }

    /// Creates an empty set for configurations below `len`. A page takes memory only once it is
    /// touched.
    ///
    /// # Errors
    ///
    /// [`StoreError::Memory`].
    pub fn new(len: u64) -> Result<Generation, StoreError> {
        let zeroed = |words| {
            MappedWords::zeroed(words).map_err(|source| StoreError::Memory {
                bytes: Generation::bytes_for(len),
                source,
            })
        };
        let words = len.div_ceil(BITS);
        Ok(Generation {
            words: zeroed(words)?,
            summary: zeroed(words.div_ceil(BITS))?,
            len,
        })
    }

    /// Number of configurations that can be in the set: all members are below it.
    #[inline]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether the set has no member. Reads the summary only, up to its first nonzero word.
    #[inline]
    pub fn is_empty(&self) -> bool {
        (0..self.summary.len()).all(|index| self.summary.load(index) == 0)
    }

    /// Inserts configuration `i`, and returns whether it was no member before. Any number of
    /// threads may insert at once: if several insert the same configuration, exactly one of them
    /// gets `true`. Other threads may read the set after the inserting threads have been joined.
    #[inline]
    pub fn insert_shared(&self, i: u64) -> bool {
        debug_assert!(i < self.len, "configuration {i} of only {}", self.len);
        let (index, bit) = locate_bit(i);
        let before = self.words.as_slice()[index].fetch_or(bit, Ordering::Relaxed);
        // Only the thread that finds the word empty sets the word's bit in the summary.
        if before == 0 {
            let (index, bit) = locate_bit(index as u64);
            self.summary.as_slice()[index].fetch_or(bit, Ordering::Relaxed);
        }
        before & bit == 0
    }

    /// Inserts configuration `i`. No other thread may insert meanwhile. Does not check whether `i`
    /// is a member already.
    #[inline]
    pub fn put_alone(&self, i: u64) {
        debug_assert!(i < self.len, "configuration {i} of only {}", self.len);
        let (index, bit) = locate_bit(i);
        let word = &self.words.as_slice()[index];
        word.store(word.load(Ordering::Relaxed) | bit, Ordering::Relaxed);
        // Setting the bit of the summary without a test costs less than a branch that is hard to
        // predict.
        self.summarise(index);
    }

    /// Inserts configuration `i`, as any number of threads may do at once. Costs little if `i` is a
    /// member already.
    #[inline]
    pub fn put_shared(&self, i: u64) {
        // Membership is checked first, because most candidates of a large generation are found
        // several times.
        if !self.contains(i) {
            self.insert_shared(i);
        }
    }

    /// Marks the unmarked members within the chunk with `mark`, and removes the members that have
    /// another mark from the set. Returns the number of members left in the chunk. No other thread
    /// may use the chunk or its marks meanwhile.
    pub fn sift_in(&self, chunk: Range<usize>, marks: &Marks, mark: u8) -> u64 {
        self.retain_in(chunk, |index, members| marks.sift(index, members, mark))
    }

    /// Calls `visit` with the index and the value of each word of the chunk that has members.
    pub fn for_each_word_in(&self, chunk: Range<usize>, mut visit: impl FnMut(usize, u64)) {
        for at in chunk {
            for bit in set_bits(self.summary.load(at)) {
                let index = (at as u64 * BITS + bit) as usize;
                visit(index, self.words.load(index));
            }
        }
    }

    /// Removes the members within the chunk that are in any of the sets `others`, and returns the
    /// number of members left in the chunk. No other thread may use the chunk meanwhile.
    pub fn drop_in(&self, chunk: Range<usize>, others: &[&Generation]) -> u64 {
        self.retain_in(chunk, |index, members| {
            let dropped = others.iter().fold(0, |all, other| all | other.word(index));
            members & !dropped
        })
    }

    /// Replaces each nonzero word of the chunk by the result of `kept`, and counts the members left
    /// in the chunk.
    #[inline]
    fn retain_in(&self, chunk: Range<usize>, kept: impl Fn(usize, u64) -> u64) -> u64 {
        let mut count = 0;
        for at in chunk {
            let summary = self.summary.load(at);
            let mut left = summary;
            for bit in set_bits(summary) {
                let index = (at as u64 * BITS + bit) as usize;
                let members = kept(index, self.words.load(index));
                self.words.as_slice()[index].store(members, Ordering::Relaxed);
                count += u64::from(members.count_ones());
                left &= !(u64::from(members == 0) << bit);
            }
            if left != summary {
                self.summary.as_slice()[at].store(left, Ordering::Relaxed);
            }
        }
        count
    }

    /// Whether configuration `i` is in the set.
    #[inline]
    pub fn contains(&self, i: u64) -> bool {
        debug_assert!(i < self.len, "configuration {i} of only {}", self.len);
        let (index, bit) = locate_bit(i);
        self.words.load(index) & bit != 0
    }

    /// Counts the members. Reads the summary and the words that are not zero.
    pub fn count(&self) -> u64 {
        self.count_in(0..self.summary.len())
    }

    /// Counts the members within one of the ranges of [`Generation::chunks`].
    pub fn count_in(&self, chunk: Range<usize>) -> u64 {
        self.words_in(chunk)
            .map(|index| u64::from(self.words.load(index).count_ones()))
            .sum()
    }

    /// Splits the set into at most `n` ranges of nearly equal length, for
    /// [`Generation::for_each_in`].
    ///
    /// The ranges are in words of the summary, each of which stands for 4096 configurations. The
    /// ranges may have very different numbers of members, so take several times as many ranges as
    /// threads.
    pub fn chunks(&self, n: usize) -> Vec<Range<usize>> {
        let length = self.summary.len();
        let n = n.clamp(1, length.max(1));
        let (each, longer) = (length / n, length % n);
        let mut start = 0;
        (0..n)
            .map(|k| {
                let end = start + each + usize::from(k < longer);
                let chunk = start..end;
                start = end;
                chunk
            })
            .filter(|chunk| !chunk.is_empty())
            .collect()
    }

    /// Calls `visit` with each member within the chunk, in ascending order.
    #[inline]
    pub fn for_each_in(&self, chunk: Range<usize>, mut visit: impl FnMut(u64)) {
        for index in self.words_in(chunk) {
            for bit in set_bits(self.words.load(index)) {
                visit(index as u64 * BITS + bit);
            }
        }
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.words_in(0..self.summary.len()).flat_map(|index| {
            set_bits(self.words.load(index)).map(move |bit| index as u64 * BITS + bit)
        })
    }

    /// Removes all members. Reads the summary, and writes only the words that are not zero.
    pub fn clear(&mut self) {
        for index in 0..self.summary.len() {
            let summary = self.summary.load(index);
            if summary == 0 {
                // Words that are zero are not written, so that a page that was never touched still
                // takes no memory.
                continue;
            }
            for bit in set_bits(summary) {
                let word = index as u64 * BITS + bit;
                self.words.as_slice()[word as usize].store(0, Ordering::Relaxed);
            }
            self.summary.as_slice()[index].store(0, Ordering::Relaxed);
        }
    }

    /// Number of words of the bitmap.
    #[inline]
    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    /// Word `index` of the bitmap, which has a bit for each of the 64 configurations from number
    /// `64 * index` on.
    #[inline]
    pub fn word(&self, index: usize) -> u64 {
        self.words.load(index)
    }

    /// Inserts the configurations of word `index` that have a set bit in `bits`. No other thread
    /// may insert meanwhile.
    #[inline]
    pub fn put_word(&self, index: usize, bits: u64) {
        if bits != 0 {
            let word = &self.words.as_slice()[index];
            word.store(word.load(Ordering::Relaxed) | bits, Ordering::Relaxed);
            self.summarise(index);
        }
    }

    /// Sets the bit of word `index` in the summary. No other thread may insert meanwhile.
    #[inline]
    fn summarise(&self, index: usize) {
        let (index, bit) = locate_bit(index as u64);
        let summary = &self.summary.as_slice()[index];
        summary.store(summary.load(Ordering::Relaxed) | bit, Ordering::Relaxed);
    }

    /// Indices of the nonzero words of the bitmap that belong to the range `chunk` of words of the
    /// summary.
    #[inline]
    fn words_in(&self, chunk: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        chunk.flat_map(|index| {
            set_bits(self.summary.load(index)).map(move |bit| (index as u64 * BITS + bit) as usize)
        })
    }
}

impl WordSet for Generation {
    fn len(&self) -> u64 {
        self.len
    }

    fn count(&self) -> u64 {
        Generation::count(self)
    }

    fn for_each_word(&self, visit: &mut dyn FnMut(usize, u64) -> io::Result<()>) -> io::Result<()> {
        self.words_in(0..self.summary.len())
            .try_for_each(|index| visit(index, self.words.load(index)))
    }
}

/// The index of the word that has bit `i`, and a word in which only that bit is set.
#[inline]
fn locate_bit(i: u64) -> (usize, u64) {
    ((i / BITS) as usize, 1 << (i % BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_members(len: u64) -> Vec<u64> {
        (0..len)
            .filter(|i| i % 7 == 0 || i.is_multiple_of(4096) || i + 1 == len)
            .filter(|i| i / 4096 % 3 != 1)
            .collect()
    }

    #[test]
    fn members_come_back_in_order_from_every_way_of_walking() {
        for len in [1, 63, 64, 65, 4095, 4096, 4097, 50_000] {
            let members = some_members(len);
            let set = Generation::new(len).unwrap();
            assert!(set.is_empty());
            for &i in members.iter().rev() {
                if i % 2 == 0 {
                    set.put_alone(i);
                } else {
                    assert!(set.insert_shared(i));
                }
                assert!(!set.insert_shared(i));
            }
            assert_eq!(set.iter().collect::<Vec<_>>(), members, "{len}");
            assert_eq!(set.count(), members.len() as u64);
            assert_eq!(set.is_empty(), members.is_empty());
            assert!((0..len).all(|i| set.contains(i) == members.binary_search(&i).is_ok()));
            for n in [0, 1, 2, 3, 1000] {
                let mut walked = Vec::new();
                let mut count = 0;
                for chunk in set.chunks(n) {
                    assert!(!chunk.is_empty());
                    count += set.count_in(chunk.clone());
                    set.for_each_in(chunk, |i| walked.push(i));
                }
                assert_eq!(walked, members, "{len} in {n}");
                assert_eq!(count, members.len() as u64);
            }
        }
    }

    #[test]
    fn clearing_leaves_nothing_and_the_set_can_be_used_again() {
        let mut set = Generation::new(100_000).unwrap();
        set.clear();
        for i in [0, 64, 99_999] {
            set.put_alone(i);
        }
        set.clear();
        assert!(set.is_empty());
        assert!((0..set.word_count()).all(|index| set.word(index) == 0));
        assert!(set.insert_shared(64));
        assert_eq!(set.iter().collect::<Vec<_>>(), [64]);
    }

    #[test]
    fn a_set_over_nothing_is_empty() {
        let set = Generation::new(0).unwrap();
        assert!(set.is_empty());
        assert_eq!(set.count(), 0);
        assert!(set.chunks(4).is_empty());
        assert_eq!(set.iter().count(), 0);
    }

    #[test]
    fn sizes_cover_bitmap_and_summary() {
        let sizes = [0, 1, 64, 65, 4096, 4097].map(Generation::bytes_for);
        assert_eq!(sizes, [0, 16, 16, 24, 65 * 8, 67 * 8]);
        assert!(Generation::bytes_for(u64::MAX) > 1 << 61);
    }

    #[test]
    fn threads_fill_a_set_without_losing_words_or_summaries() {
        let len = 300_000;
        let set = Generation::new(len).unwrap();
        let new: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        (0..len)
                            .filter(|i| i % 3 == 0)
                            .filter(|&i| set.insert_shared(i))
                            .count()
                    })
                })
                .collect();
            threads.into_iter().map(|t| t.join().unwrap()).sum()
        });
        assert_eq!(new, 100_000);
        assert!(set.iter().eq((0..len).step_by(3)));
    }
}
