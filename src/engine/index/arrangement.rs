//! Arrangements: the order of a tile group's tiles on their places, as a number.
//!
//! An arrangement is a list of letters. The list has a slot for each tile, in scan order, and the
//! letter on a slot stands for the class of the tile there. Its rank is its position in
//! lexicographic order among all lists of the same letters. If all letters differ (a permutation),
//! the rank has a digit for each slot: the number of smaller letters on later slots (Lehmer 1960).
//! This module knows slots and letters, but no places or pieces.

use num_bigint::BigUint;

/// Rotation of an arrangement: the letter at slot `from` moves to slot `to`, and the letters
/// between shift by one slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rotation {
    /// Slot that the letter leaves.
    pub from: u16,
    /// Slot at which the letter arrives.
    pub to: u16,
}

impl Rotation {
    /// Whether the rotation is an odd permutation.
    pub fn is_odd(self) -> bool {
        self.from.abs_diff(self.to) % 2 == 1
    }

    /// Rotates an arrangement in place.
    #[inline]
    pub fn apply(self, word: &mut [u8]) {
        let (from, to) = (self.from as usize, self.to as usize);
        if from < to {
            word[from..=to].rotate_left(1);
        } else {
            word[to..=from].rotate_right(1);
        }
    }
}

/// Maximum number of letters of a permutation whose rank fits 64 bits.
const MAX_DISTINCT: usize = 20;

/// All arrangements that have `counts[letter]` copies of each letter, ranked in lexicographic
/// order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrangementSet {
    counts: Vec<usize>,
    slots: usize,
    len: BigUint,
}

impl ArrangementSet {
    /// Creates the set of arrangements that have `counts[letter]` copies of each letter.
    pub fn new(counts: Vec<usize>) -> ArrangementSet {
        ArrangementSet {
            slots: counts.iter().sum(),
            len: word_count(counts.iter().copied()),
            counts,
        }
    }

    /// Number of slots, which is the number of letters of an arrangement.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Number of arrangements.
    pub fn len(&self) -> &BigUint {
        &self.len
    }

    /// Whether all letters differ, so that the arrangements are permutations.
    pub fn is_distinct(&self) -> bool {
        self.counts.iter().all(|&count| count == 1)
    }

    /// Ranks an arrangement; `None` if it does not have this set's letters.
    ///
    /// The set must have fewer than 2^64 arrangements. Cost: in proportion to slots times letters.
    pub fn rank(&self, word: &[u8]) -> Option<u64> {
        let mut left = self.counts.clone();
        let mut words = u64::try_from(&self.len).ok()?;
        let mut rank = 0;
        if word.len() != self.slots {
            return None;
        }
        for (slot, &letter) in word.iter().enumerate() {
            let slots_left = (self.slots - slot) as u64;
            let smaller: usize = left.get(..letter as usize)?.iter().sum();
            let own = *left.get(letter as usize)?;
            if own == 0 {
                return None;
            }
            rank += share(words, smaller, slots_left);
            words = share(words, own, slots_left);
            left[letter as usize] -= 1;
        }
        Some(rank)
    }

    /// Writes the arrangement with the rank `rank` to `word`, whose length must be the number of
    /// slots.
    ///
    /// The set must have fewer than 2^64 arrangements, and `rank` must be below their number. Cost:
    /// in proportion to slots times letters.
    pub fn unrank(&self, rank: u64, word: &mut [u8]) {
        let mut left = self.counts.clone();
        let mut words = u64::try_from(&self.len).expect("there are fewer than 2^64 arrangements");
        let mut rank = rank;
        for (slot, place) in word.iter_mut().enumerate() {
            let slots_left = (self.slots - slot) as u64;
            for (letter, count) in left.iter_mut().enumerate() {
                let with_letter = share(words, *count, slots_left);
                if rank < with_letter {
                    *place = letter as u8;
                    *count -= 1;
                    words = with_letter;
                    break;
                }
                rank -= with_letter;
            }
        }
    }

    /// Letter on a slot, counted from 0, of the arrangement with the rank `rank`.
    ///
    /// The set must have fewer than 2^64 arrangements, and `rank` must be below their number. Cost:
    /// in proportion to slots; if some letters are equal, to slots times letters.
    pub fn letter_at(&self, rank: u64, slot: usize) -> u8 {
        if !self.is_distinct() {
            let mut word = vec![0; self.slots];
            self.unrank(rank, &mut word);
            return word[slot];
        }
        let mut digits = [0; MAX_DISTINCT];
        let digits = &mut digits[..self.slots];
        digits_of_rank(rank, digits);
        letter_of_digits(digits, slot)
    }
}

/// Number of arrangements that have `counts[letter]` copies of each letter.
pub fn word_count(counts: impl IntoIterator<Item = usize>) -> BigUint {
    let mut words = BigUint::from(1u32);
    let mut slots = 0u32;
    for count in counts {
        for one in 1..=count as u32 {
            slots += 1;
            words = words * slots / one;
        }
    }
    words
}

/// Number of arrangements that begin with one of `letters` certain letters, out of `words`
/// arrangements of `slots_left` letters.
///
/// The result is `words` x `letters` / `slots_left`; `letters` counts each copy of a letter.
fn share(words: u64, letters: usize, slots_left: u64) -> u64 {
    // The quotient is an integer, and at most `words`; only the product may need more than 64 bits.
    match words.checked_mul(letters as u64) {
        Some(product) => product / slots_left,
        None => (u128::from(words) * letters as u128 / u128::from(slots_left)) as u64,
    }
}

/// Splits a permutation's rank into its digits: for each slot, the number of smaller letters on
/// later slots.
///
/// A permutation of k letters has k slots, and the digit of slot s is below k - s, so the last
/// digit is always 0.
#[inline]
pub fn digits_of_rank(rank: u64, digits: &mut [u8]) {
    digits_of_window(rank, digits, digits.len());
}

/// Letter at a slot, counted from 0, of the permutation with these digits.
#[inline]
pub fn letter_of_digits(digits: &[u8], slot: usize) -> u8 {
    // The loop goes from this slot back to the first. A digit is a letter's position among the
    // letters that are not on earlier slots. One slot further back there is one letter more, so the
    // position grows by one unless that letter is greater.
    let (earlier, own) = digits[..=slot].split_at(slot);
    let earlier = earlier.iter().rev();
    earlier.fold(own[0], |letter, &digit| letter + u8::from(digit <= letter))
}

/// Rank of the permutation with these digits.
#[inline]
pub fn rank_of_digits(digits: &[u8]) -> u64 {
    rank_of_window(digits, digits.len())
}

/// Splits `rank` into the digits of the first slots of a permutation of `slots` letters, one for
/// each entry of `digits`.
#[inline]
pub fn digits_of_window(rank: u64, digits: &mut [u8], slots: usize) {
    let mut rank = rank;
    for (slot, digit) in digits.iter_mut().enumerate().rev() {
        let values = (slots - slot) as u64;
        *digit = (rank % values) as u8;
        rank /= values;
    }
}

/// Combines the digits of the first slots of a permutation of `slots` letters into their rank.
#[inline]
pub fn rank_of_window(digits: &[u8], slots: usize) -> u64 {
    (0..).zip(digits).fold(0, |rank, (slot, &digit)| {
        rank * (slots - slot) as u64 + u64::from(digit)
    })
}

/// Whether the permutation with these digits is odd.
///
/// For the digits of only some slots, whether these slots contribute an odd number of inversions.
#[inline]
pub fn are_odd(digits: &[u8]) -> bool {
    digits.iter().map(|&digit| u32::from(digit)).sum::<u32>() % 2 == 1
}

/// Applies a rotation to the digits of a permutation's rank; only those inside its window change.
///
/// A rotation is a sequence of exchanges of neighbours. Exchanging the letters on slots s and s + 1
/// changes the digits (a, b) of these slots to (b, a - 1) if b < a, else to (b + 1, a). The reason
/// is that a digit counts the smaller letters behind a letter, and only these two letters change
/// their order.
#[inline]
pub fn rotate_digits(rotation: Rotation, digits: &mut [u8]) {
    let (from, to) = (rotation.from as usize, rotation.to as usize);
    let mut exchange = |slot: usize| {
        let (a, b) = (digits[slot], digits[slot + 1]);
        (digits[slot], digits[slot + 1]) = if b < a { (b, a - 1) } else { (b + 1, a) };
    };
    if from < to {
        (from..to).for_each(&mut exchange);
    } else {
        (to..from).rev().for_each(&mut exchange);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_rotations(slots: usize) -> impl Iterator<Item = Rotation> {
        let slots = slots as u16;
        (0..slots).flat_map(move |from| {
            (0..slots)
                .filter(move |&to| to != from)
                .map(move |to| Rotation { from, to })
        })
    }

    #[test]
    fn words_are_counted_exactly() {
        assert_eq!(word_count([]), 1u32.into());
        assert_eq!(word_count([5, 5]), 252u32.into());
        assert_eq!(word_count([1; 20]), 2_432_902_008_176_640_000u64.into());
        assert_eq!(word_count([12, 12]), 2_704_156u32.into());
    }

    #[test]
    fn rank_and_unrank_are_inverse_and_in_order() {
        for counts in [
            vec![1; 6],
            vec![5, 5],
            vec![2, 1, 3],
            vec![1],
            vec![4],
            vec![1, 2, 1, 2],
        ] {
            let words = ArrangementSet::new(counts.clone());
            let len = u64::try_from(words.len()).unwrap();
            let mut previous: Option<Vec<u8>> = None;
            for rank in 0..len {
                let mut word = vec![0; words.slots()];
                words.unrank(rank, &mut word);
                assert_eq!(words.rank(&word), Some(rank), "{counts:?}");
                for (slot, &letter) in word.iter().enumerate() {
                    assert_eq!(words.letter_at(rank, slot), letter, "{counts:?}");
                }
                for (letter, &count) in counts.iter().enumerate() {
                    assert_eq!(
                        word.iter().filter(|&&l| l as usize == letter).count(),
                        count
                    );
                }
                assert!(
                    previous.is_none_or(|p| p < word),
                    "{counts:?}: out of order at {rank}"
                );
                previous = Some(word);
            }
        }
    }

    #[test]
    fn twenty_distinct_letters_still_rank() {
        let words = ArrangementSet::new(vec![1; 20]);
        let last = u64::try_from(words.len()).unwrap() - 1;
        let mut word = [0; 20];
        for rank in [0, 1, 12_345_678_901_234_567, last] {
            words.unrank(rank, &mut word);
            assert_eq!(words.rank(&word), Some(rank));
        }
        assert_eq!(word.to_vec(), (0..20).rev().collect::<Vec<u8>>());
    }

    #[test]
    fn foreign_words_have_no_rank() {
        let words = ArrangementSet::new(vec![2, 1]);
        assert_eq!(words.rank(&[0, 0, 0]), None);
        assert_eq!(words.rank(&[0, 1]), None);
        assert_eq!(words.rank(&[0, 0, 2]), None);
        assert_eq!(words.rank(&[0, 1, 0]), Some(1));
    }

    #[test]
    fn digits_rotate_as_the_words_do() {
        for slots in 2..=7 {
            let words = ArrangementSet::new(vec![1; slots]);
            let len = u64::try_from(words.len()).unwrap();
            for rank in 0..len {
                let mut digits = vec![0; slots];
                digits_of_rank(rank, &mut digits);
                assert_eq!(rank_of_digits(&digits), rank);
                for rotation in all_rotations(slots) {
                    let mut word = vec![0; slots];
                    words.unrank(rank, &mut word);
                    rotation.apply(&mut word);
                    let mut turned = digits.clone();
                    rotate_digits(rotation, &mut turned);
                    assert_eq!(words.rank(&word), Some(rank_of_digits(&turned)));
                    let window = rotation.from.min(rotation.to)..=rotation.from.max(rotation.to);
                    for slot in (0..slots as u16).filter(|slot| !window.contains(slot)) {
                        assert_eq!(turned[slot as usize], digits[slot as usize]);
                    }
                    assert_eq!(are_odd(&turned) != are_odd(&digits), rotation.is_odd());
                }
            }
        }
    }
}
