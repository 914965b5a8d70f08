//! `Marks`: two bits for each configuration, which give the number of its generation modulo 3.
//!
//! Mark 0 means "unmarked"; any other mark is 1 + (generation mod 3), see [`Marks::mark_of`].
//! Configuration `i` has bits `i % 32` (the low one) and `32 + i % 32` (the high one) of word
//! `i/32`. The low bits of 32 configurations lie side by side, and so do their high bits. So whole
//! words of candidates can be compared with their marks at once.
//!
//! Both bits of a mark change by one write of one aligned word. So no thread, and no disk after a
//! power loss, ever has one of the bits without the other. The order in which configurations are
//! marked is left to the caller.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::disk::mapped_words::MappedWords;
use crate::error::StoreError;
use crate::marks::checked_marks::CheckedBlocks;
use crate::marks::checksums::BLOCK_WORDS;
use crate::marks::quarters::by_quarters;
use crate::marks::word_set::set_bits;

/// Number of configurations whose marks are in one word.
const PER_WORD: u64 = 32;

/// Number of words that are read ahead at a time when all words are read.
const PIECE: usize = 1 << 14;

/// Number of words that are tested together for any mark. These words lie under one checksum, so
/// one check of a block covers them all.
const TESTED: usize = 64;
const _: () = assert!(BLOCK_WORDS.is_multiple_of(TESTED));

/// A word in which the low bits of all marks are set.
const LOW: u64 = 0xffff_ffff;

/// Two bits for each of a fixed number of configurations, shared by threads.
#[derive(Debug)]
pub struct Marks {
    words: MappedWords,
    len: u64,
    /// The checks of blocks before they are read; `None` unless the marks are of a finished store.
    checked: Option<CheckedBlocks>,
}

impl Marks {
    /// The mark of a generation: 1, 2 or 3.
    #[inline]
    pub const fn mark_of(generation: u64) -> u8 {
        1 + (generation % 3) as u8
    }

    /// The mark of the generation before a generation that has the mark `mark`; `None` for mark 0.
    #[inline]
    pub const fn mark_before(mark: u8) -> Option<u8> {
        match mark {
            0 => None,
            1 => Some(3),
            mark => Some(mark - 1),
        }
    }

    /// Size of the marks of `len` configurations in bytes, in memory or as a file. A mark takes a
    /// quarter of a byte; the total is rounded up to whole words.
    pub const fn bytes_for(len: u64) -> u64 {
        // This cannot overflow: the result is at most 2^62, for any `len`.
        len.div_ceil(PER_WORD) * 8
    }

    /// Creates the marks of `len` configurations in memory, all 0. A page takes memory only once it
    /// is touched.
    ///
    /// # Errors
    ///
    /// [`StoreError::Memory`].
    pub fn in_memory(len: u64) -> Result<Marks, StoreError> {
        let words =
            MappedWords::zeroed(len.div_ceil(PER_WORD)).map_err(|source| StoreError::Memory {
                bytes: Marks::bytes_for(len),
                source,
            })?;
        Ok(Marks {
            words,
            len,
            checked: None,
        })
    }

    /// Creates the marks of `len` configurations from existing words, whose size must be
    /// [`Marks::bytes_for`].
    pub(crate) fn from_words(words: MappedWords, len: u64) -> Marks {
        debug_assert_eq!(words.len() as u64 * 8, Marks::bytes_for(len));
        Marks {
            words,
            len,
            checked: None,
        }
    }

    /// Makes [`Marks::get`] check each block when it is first read.
    pub(crate) fn check_with(&mut self, checked: CheckedBlocks) {
        self.checked = Some(checked);
    }

    /// The checks of blocks; `None` if blocks are not checked.
    pub(crate) fn checked(&self) -> Option<&CheckedBlocks> {
        self.checked.as_ref()
    }

    /// Number of configurations, each of which has a mark.
    #[inline]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Number of words that hold the marks of the configurations before `64 * at`.
    #[inline]
    pub const fn words_of(at: usize) -> usize {
        2 * at
    }

    /// The words that hold the marks, for engines that work on many marks at once. Both bits of a
    /// mark must change by one write.
    #[inline]
    pub fn words(&self) -> &MappedWords {
        &self.words
    }

    /// The mark of configuration `i`. In a finished store, reading a mark of a damaged block
    /// returns 0 and raises the corruption flag ([`Store::alarm`](crate::Store::alarm)).
    #[inline]
    pub fn get(&self, i: u64) -> u8 {
        debug_assert!(i < self.len, "configuration {i} of only {}", self.len);
        let (word, shift) = locate(i);
        if let Some(checked) = &self.checked
            && !checked.is_whole(&self.words, word)
        {
            return 0;
        }
        mark_at(self.words.load(word), shift)
    }

    /// Begins to load the mark of configuration `i` into the caches, without waiting for it.
    #[inline]
    pub fn prefetch(&self, i: u64) {
        self.words.prefetch(locate(i).0);
    }

    /// Whether a damaged block of a finished store was read.
    pub fn are_damaged(&self) -> bool {
        let checked = self.checked.as_ref();
        checked.is_some_and(|checked| checked.alarm().raised().is_some())
    }

    /// The mark of configuration `i`, without a check of its block, for code that looks for damage.
    #[inline]
    pub fn get_as_it_is(&self, i: u64) -> u8 {
        debug_assert!(i < self.len, "configuration {i} of only {}", self.len);
        let (word, shift) = locate(i);
        mark_at(self.words.load(word), shift)
    }

    /// The configurations that [`Marks::get`] finds marked, in ascending order. Whole words are
    /// read at a time.
    pub fn seen(&self) -> impl Iterator<Item = u64> + use<'_> {
        self.seen_among(|_| u32::MAX)
    }

    /// The configurations of [`Marks::seen`] that `wanted` selects. `wanted` gets the number of the
    /// first of 32 configurations, and returns a bit for each of the 32 that says whether it is
    /// selected.
    pub fn seen_among<'m, W: Fn(u64) -> u32 + 'm>(
        &'m self,
        wanted: W,
    ) -> impl Iterator<Item = u64> + use<'m, W> {
        self.touched().flat_map(move |index| {
            let first = index as u64 * PER_WORD;
            let wanted = wanted(first);
            let held = self.len.saturating_sub(first).min(PER_WORD);
            let word = self.words.load(index);
            let seen = (word | word >> PER_WORD) & low_bits(held);
            set_bits(seen & u64::from(wanted)).map(move |bit| first + bit)
        })
    }

    /// Indices of all words that have a mark, and of some words beside them, in ascending order.
    /// Words of damaged blocks are left out. If few configurations of a large space are marked,
    /// nearly all words are left out.
    fn touched(&self) -> impl Iterator<Item = usize> + use<'_> {
        let len = self.words.len();
        (0..len).step_by(TESTED).flat_map(move |first| {
            let end = len.min(first + TESTED);
            let checked = self.checked.as_ref();
            let is_whole = checked.is_none_or(|checked| checked.is_whole(&self.words, first));
            let is_touched = || (first..end).fold(0, |all, index| all | self.words.load(index)) > 0;
            if is_whole && is_touched() {
                first..end
            } else {
                first..first
            }
        })
    }

    /// Marks configuration `i`, which must be unmarked or have the mark `mark` already, and returns
    /// whether it was unmarked. Only one thread at a time may write the same word.
    #[inline]
    pub fn set_alone(&self, i: u64, mark: u8) -> bool {
        self.setting_alone(mark)(i)
    }

    /// Returns a function that marks a configuration as [`Marks::set_alone`] does, for use in a
    /// loop.
    #[inline]
    pub fn setting_alone(&self, mark: u8) -> impl Fn(u64) -> bool + '_ {
        debug_assert!((1..=3).contains(&mark), "mark {mark}");
        let words = self.words.as_slice();
        move |i| {
            debug_assert!(i < self.len, "configuration {i} of only {}", self.len);
            let (word, shift) = locate(i);
            let word = &words[word];
            let old = word.load(Ordering::Relaxed);
            let before = mark_at(old, shift);
            debug_assert!(
                before == 0 || before == mark,
                "configuration {i} has mark {before}, not {mark}"
            );
            word.store(old | spread(mark) << shift, Ordering::Relaxed);
            before == 0
        }
    }

    /// Marks the unmarked configurations among `candidates`, and appends each of these once to
    /// `claimed`.
    ///
    /// The lowest `BITS` bits of a candidate are the number of a configuration; the bits above are
    /// copied to `claimed` too. No other thread may write marks meanwhile.
    #[inline(always)]
    pub fn claim<const BITS: u32>(&self, candidates: &[u64], mark: u8, claimed: &mut Vec<u64>) {
        debug_assert!((1..=3).contains(&mark), "mark {mark}");
        let words = self.words.as_slice();
        let begun = claimed.len();
        claimed.resize(begun + candidates.len(), 0);
        let room = &mut claimed[begun..];
        let mut count = 0;
        // The candidates are not visited one after the other: neighbours of one configuration often
        // share a word, and reading a word just after writing it is slow.
        by_quarters(candidates, |candidate| {
            let i = candidate & low_bits(u64::from(BITS));
            debug_assert!(i < self.len, "configuration {i} of only {}", self.len);
            let (word, shift) = locate(i);
            let old = words[word].load(Ordering::Relaxed);
            // The word is written even if the candidate was marked, because a branch would be
            // predicted wrongly too often.
            let seen = (old | old >> PER_WORD) >> shift & 1;
            let own = (spread(mark) & seen.wrapping_sub(1)) << shift;
            words[word].store(old | own, Ordering::Relaxed);
            room[count] = candidate;
            count += 1 - seen as usize;
        });
        claimed.truncate(begun + count);
    }

    /// Counts the configurations with marks 0, 1, 2 and 3. Reads every word once.
    pub fn count(&self) -> [u64; 4] {
        self.count_unless(&AtomicBool::new(false))
            .expect("nothing stops it")
    }

    /// Counts as [`Marks::count`] does; returns `None` as soon as `stop` is set.
    pub fn count_unless(&self, stop: &AtomicBool) -> Option<[u64; 4]> {
        let mut counts = [0; 4];
        for piece in self.words.pieces(PIECE) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            for (sum, count) in counts.iter_mut().zip(self.count_in(piece)) {
                *sum += count;
            }
        }
        Some(counts)
    }

    /// Counts the configurations with marks 0, 1, 2 and 3 in a range of words, so that threads can
    /// share the work. Bits beyond the last configuration are not counted.
    pub fn count_in(&self, words: Range<usize>) -> [u64; 4] {
        let mut counts = [0u64; 4];
        for index in words {
            let first = index as u64 * PER_WORD;
            let held = self.len.saturating_sub(first).min(PER_WORD);
            let word = self.words.load(index);
            let (low, high) = (word & low_bits(held), word >> PER_WORD & low_bits(held));
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

    /// The bits of the last word that belong to no configuration. They are zero unless something
    /// other than a search changed them.
    pub fn tail_bits(&self) -> u64 {
        let held = self.len % PER_WORD;
        if held == 0 {
            return 0;
        }
        let own = low_bits(held) | low_bits(held) << PER_WORD;
        self.words.load(self.words.len() - 1) & !own
    }

    /// Clears the bits that [`Marks::tail_bits`] returns. No other thread may write marks
    /// meanwhile.
    pub(crate) fn clear_tail(&self) {
        let tail = self.tail_bits();
        if tail != 0 {
            let last = self.words.len() - 1;
            self.words.as_slice()[last].fetch_and(!tail, Ordering::Relaxed);
        }
    }

    /// Finds the candidates that have a mark other than 0 and `mark`. The 64 candidates are given
    /// as for [`Marks::sift`].
    #[inline]
    pub fn seen_otherwise(&self, at: usize, candidates: u64, mark: u8) -> u64 {
        let own = wanted_bits(mark);
        let words = self.words.as_slice();
        let pair = words.get(Marks::words_of(at)..).unwrap_or_default();
        let halves = [candidates & LOW, candidates >> PER_WORD];
        let mut otherwise = 0;
        for ((half, &candidates), word) in (0..).zip(&halves).zip(pair) {
            let word = word.load(Ordering::Relaxed);
            let seen = (word | word >> PER_WORD) & candidates;
            let other = seen & !having_word(word, candidates, own);
            otherwise |= other << (half as u64 * PER_WORD);
        }
        otherwise
    }

    /// Clears all marks. Writes only words that are not zero.
    pub fn clear(&self) {
        for piece in self.words.pieces(PIECE) {
            for word in &self.words.as_slice()[piece] {
                if word.load(Ordering::Relaxed) != 0 {
                    word.store(0, Ordering::Relaxed);
                }
            }
        }
    }

    /// Marks the unmarked configurations among 64 candidates.
    ///
    /// Bit `b` of `candidates` stands for configuration `64 * at + b`.
    ///
    /// Returns the candidates that have the mark `mark` afterwards, including those that had it
    /// before. No other thread may write the marks of the candidates meanwhile.
    #[inline]
    pub fn sift(&self, at: usize, candidates: u64, mark: u8) -> u64 {
        debug_assert!((1..=3).contains(&mark), "mark {mark}");
        let own = wanted_bits(mark);
        let words = self.words.as_slice();
        let halves = [candidates & LOW, candidates >> PER_WORD];
        let mut kept = 0;
        for (half, word) in (0..).zip(
            words
                .get(Marks::words_of(at)..)
                .unwrap_or_default()
                .iter()
                .take(2),
        ) {
            let before = word.load(Ordering::Relaxed);
            let (after, kept_here) = sift_word(before, halves[half], own);
            // A word that stays equal is not written, so that its page need not go to the disk.
            if after != before {
                word.store(after, Ordering::Relaxed);
            }
            kept |= kept_here << (half as u64 * PER_WORD);
        }
        kept
    }
}

/// Number of words of candidates that are copied and sifted at a time.
const BLOCK: usize = 64;

impl Marks {
    /// Sifts many words of candidates as [`Marks::sift`] does, from configuration `64 * at` on.
    /// Replaces each word of `words` by its candidates that have the mark afterwards, and returns
    /// the number of these candidates. All candidates must be configurations of the space.
    ///
    /// 64 words are copied at a time, sifted in a loop that the compiler turns into vector
    /// instructions, and written back. In a loop over atomics the compiler would sift the words one
    /// by one.
    #[inline]
    pub fn sift_all(&self, at: usize, words: &mut [u64], candidates: &[u64], mark: u8) -> u64 {
        debug_assert!((1..=3).contains(&mark), "mark {mark}");
        let own = wanted_bits(mark);
        let all =
            &self.words.as_slice()[Marks::words_of(at)..Marks::words_of(at + candidates.len())];
        let mut count = 0;
        let blocks = words.chunks_mut(BLOCK).zip(candidates.chunks(BLOCK));
        for ((words, candidates), marks) in blocks.zip(all.chunks(2 * BLOCK)) {
            if candidates.iter().all(|&candidates| candidates == 0) {
                words.fill(0);
                continue;
            }
            let mut lower = [0; BLOCK];
            let mut upper = [0; BLOCK];
            for ((lower, upper), pair) in lower.iter_mut().zip(&mut upper).zip(marks.chunks(2)) {
                *lower = pair[0].load(Ordering::Relaxed);
                *upper = pair[1].load(Ordering::Relaxed);
            }
            let mut changed = 0;
            for (((word, &candidates), lower), upper) in words
                .iter_mut()
                .zip(candidates)
                .zip(&mut lower)
                .zip(&mut upper)
            {
                let (after_lower, kept_lower) = sift_word(*lower, candidates & LOW, own);
                let (after_upper, kept_upper) = sift_word(*upper, candidates >> PER_WORD, own);
                changed |= *lower ^ after_lower | *upper ^ after_upper;
                (*lower, *upper) = (after_lower, after_upper);
                *word = kept_lower | kept_upper << PER_WORD;
                count += u64::from(word.count_ones());
            }
            // A word that stays equal is not written, so that its page need not go to the disk.
            if changed != 0 {
                for ((lower, upper), pair) in lower.iter().zip(&upper).zip(marks.chunks(2)) {
                    pair[0].store(*lower, Ordering::Relaxed);
                    pair[1].store(*upper, Ordering::Relaxed);
                }
            }
        }
        count
    }
}

/// The index of the word with the mark of configuration `i`, and the position of the mark's low
/// bit.
#[inline]
fn locate(i: u64) -> (usize, u64) {
    ((i / PER_WORD) as usize, i % PER_WORD)
}

/// The mark whose low bit is at position `shift` of a word.
#[inline]
fn mark_at(word: u64, shift: u64) -> u8 {
    let (low, high) = (word >> shift & 1, word >> (shift + PER_WORD) & 1);
    (low | high << 1) as u8
}

/// A word of marks in which only the first configuration has a mark, namely `mark`.
#[inline]
fn spread(mark: u8) -> u64 {
    u64::from(mark & 1) | u64::from(mark >> 1) << PER_WORD
}

/// A word of marks in which all 32 configurations have the mark `mark`.
#[inline]
fn wanted_bits(mark: u8) -> u64 {
    spread(mark) * LOW
}

/// Marks the unmarked configurations among 32 candidates in a word of marks. `own` is the result of
/// [`wanted_bits`] for the mark. Returns the new word and the candidates that have the mark in it.
#[inline]
fn sift_word(word: u64, candidates: u64, own: u64) -> (u64, u64) {
    let unseen = candidates & !(word | word >> PER_WORD);
    let same = having_word(word, candidates, own);
    (word | (unseen | unseen << PER_WORD) & own, same | unseen)
}

/// Finds the candidates, out of 32, that have a given mark in a word of marks. `own` is the result
/// of [`wanted_bits`] for the mark.
#[inline]
fn having_word(word: u64, candidates: u64, own: u64) -> u64 {
    let agreeing = !(word ^ own);
    candidates & agreeing & agreeing >> PER_WORD
}

/// A word with its lowest `n` bits set, for `n` up to 64.
#[inline]
fn low_bits(n: u64) -> u64 {
    !u64::MAX.unbounded_shl(n as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::arbitrary;
    use std::iter;

    #[test]
    fn marks_of_generations_go_round_in_threes() {
        assert_eq!(
            [0, 1, 2, 3, 4, u64::MAX].map(Marks::mark_of),
            [1, 2, 3, 1, 2, 1]
        );
        for generation in 1..10 {
            let before = Marks::mark_before(Marks::mark_of(generation));
            assert_eq!(before, Some(Marks::mark_of(generation - 1)));
        }
        assert_eq!(Marks::mark_before(0), None);
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
        assert!(marks.set_alone(1, 3));
        assert!(marks.set_alone(31, 2));
        assert!(marks.set_alone(32, 3));
        assert_eq!(marks.words().load(0), 0b11 | 1 << 63 | 1 << 33);
        assert_eq!(marks.words().load(1), 1 | 1 << 32);
        assert!(!marks.set_alone(1, 3), "it was marked before");
    }

    #[test]
    fn every_mark_is_read_back_and_counted() {
        for len in [1u64, 31, 32, 33, 63, 64, 65, 1000] {
            let marks = Marks::in_memory(len).unwrap();
            let mut counts = [0; 4];
            for i in 0..len {
                let mark = (i * i % 4) as u8;
                if mark > 0 {
                    marks.set_alone(i, mark);
                }
                counts[usize::from(mark)] += 1;
            }
            assert!((0..len).all(|i| marks.get(i) == (i * i % 4) as u8));
            assert!(marks.seen().eq((0..len).filter(|i| i * i % 4 > 0)));
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
    fn few_that_are_seen_are_found_wherever_they_lie() {
        let together = TESTED as u64 * PER_WORD;
        let len = 5 * together + 7;
        let marks = Marks::in_memory(len).unwrap();
        let ends = [
            0,
            together - 1,
            together,
            3 * together - 33,
            len - 8,
            len - 1,
        ];
        for (generation, &i) in (0..).zip(&ends) {
            marks.set_alone(i, Marks::mark_of(generation));
        }
        assert!(marks.seen().eq(ends));
        let wanted = |first: u64| {
            if first < together {
                0
            } else {
                1 << 31 | 1 << 6
            }
        };
        assert!(
            marks
                .seen_among(wanted)
                .eq([3 * together - 33, len - 8, len - 1])
        );
    }

    #[test]
    fn sifting_marks_the_unseen_and_keeps_those_of_the_mark() {
        for len in [64u64, 70, 100, 128] {
            for mark in 1..=3 {
                let marks = Marks::in_memory(len).unwrap();
                let before = |i: u64| (i * 7 % 4) as u8;
                for i in (0..len).filter(|&i| before(i) > 0) {
                    marks.set_alone(i, before(i));
                }
                let candidate = |i: u64| i % 3 != 1;
                for at in 0..len.div_ceil(64) {
                    let members = (at * 64..len.min(at * 64 + 64)).filter(|&i| candidate(i));
                    let candidates = members.fold(0, |all, i| all | 1 << (i % 64));
                    let kept = marks.sift(at as usize, candidates, mark);
                    for i in at * 64..len.min(at * 64 + 64) {
                        let is_kept = candidate(i) && [0, mark].contains(&before(i));
                        assert_eq!(kept >> (i % 64) & 1 == 1, is_kept, "{i} of {len}");
                        let after = if is_kept { mark } else { before(i) };
                        assert_eq!(marks.get(i), after, "{i} of {len}");
                    }
                }
                assert_eq!(marks.tail_bits(), 0);
            }
        }
    }

    #[test]
    fn many_words_are_sifted_as_one_by_one() {
        let (at, count) = (3, 200);
        let len = 64 * (at + count + 2) as u64;
        let mut state = 5u64;
        let mut next = || arbitrary(&mut state);
        for mark in 1..=3 {
            let (one, all) = (
                Marks::in_memory(len).unwrap(),
                Marks::in_memory(len).unwrap(),
            );
            for i in 0..len {
                let before = (next() % 4) as u8;
                if before > 0 {
                    one.set_alone(i, before);
                    all.set_alone(i, before);
                }
            }
            let candidates: Vec<u64> = (0..count)
                .map(|word| if word / 64 == 1 { 0 } else { next() & next() })
                .collect();
            let expected: Vec<u64> = (at..)
                .zip(&candidates)
                .map(|(at, &candidates)| one.sift(at, candidates, mark))
                .collect();
            let mut words = vec![u64::MAX; count];
            let found = all.sift_all(at, &mut words, &candidates, mark);
            assert_eq!(words, expected);
            let bits: u32 = expected.iter().map(|word| word.count_ones()).sum();
            assert_eq!(found, u64::from(bits));
            assert!((0..len).all(|i| one.get(i) == all.get(i)));
        }
    }

    #[test]
    fn of_candidates_those_with_another_mark_are_told() {
        let marks = Marks::in_memory(190).unwrap();
        for i in 0..190 {
            if i % 4 > 0 {
                marks.set_alone(i, (i % 4) as u8);
            }
        }
        for mark in 1..=3 {
            for at in 0..3 {
                for candidates in [u64::MAX, 0x0f0f_1234_ffff_8001, 0] {
                    let other = |&bit: &u64| {
                        let found = (64 * at + bit) % 4;
                        let is_there = 64 * at + bit < 190;
                        is_there && found != 0 && found != mark && candidates >> bit & 1 == 1
                    };
                    let expected = (0..64).filter(other).fold(0, |all, bit| all | 1 << bit);
                    let found = marks.seen_otherwise(at as usize, candidates, mark as u8);
                    assert_eq!(found, expected);
                }
            }
        }
    }

    #[test]
    fn of_candidates_the_unseen_are_claimed_each_once() {
        let kept = 11 | 3 << 38;
        let candidates = [99, 7, 8, 40, 8, 31, 99, 32, 7, 33].map(|i| i | 5 << 38);
        // Lists of every length are tried: `claim` visits the four quarters of a list in turn, and
        // then the candidates left over, at most three.
        for number in 0..=candidates.len() {
            for mark in 1..=3 {
                let marks = Marks::in_memory(100).unwrap();
                marks.set_alone(7, mark);
                marks.set_alone(40, 1 + mark % 3);
                let mut claimed = vec![kept];
                marks.claim::<38>(&candidates[..number], mark, &mut claimed);
                claimed[1..].sort_unstable();

                let unseen = [8, 31, 32, 33, 99].map(|i| i | 5 << 38).into_iter();
                let unseen = unseen.filter(|one| candidates[..number].contains(one));
                let expected: Vec<u64> = iter::once(kept).chain(unseen).collect();
                assert_eq!(claimed, expected);
                assert!(expected[1..].iter().all(|i| marks.get(i & 127) == mark));
                let [_, marked @ ..] = marks.count();
                assert_eq!(marked.iter().sum::<u64>(), expected.len() as u64 + 1);
                assert_eq!(marks.get(40), 1 + mark % 3);
            }
        }
    }

    #[test]
    fn configurations_beyond_32_bits_are_claimed() {
        let far = (1 << 32) + 7;
        let marks = Marks::in_memory(far + 1).unwrap();
        marks.set_alone(7, 2);
        let mut claimed = Vec::new();
        marks.claim::<38>(&[far, 8, 7, far], 1, &mut claimed);
        claimed.sort_unstable();
        assert_eq!(claimed, [8, far]);
        assert_eq!([7, 8, far].map(|i| marks.get(i)), [2, 1, 1]);
    }

    #[test]
    fn bits_beyond_the_end_are_reported_and_not_counted() {
        let marks = Marks::in_memory(33).unwrap();
        let beyond = 1 << 1 | 1 << 33;
        marks.words().as_slice()[1].store(beyond, Ordering::Relaxed);
        assert_eq!(marks.tail_bits(), beyond);
        assert_eq!(marks.count(), [33, 0, 0, 0]);
    }
}
