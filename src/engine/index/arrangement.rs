//! The arrangement: in which order the tiles of one shape stand on their places, as a number.
//!
//! An order is a word over letters, one a class; words are ranked lexicographically among the words with as
//! many of each letter (Lehmer 1960 where all letters differ: then the digits of the rank count, slot by
//! slot, the smaller letters that come later). It knows slots and letters, and neither places nor pieces.

use num_bigint::BigUint;

/// A rotation of a word: the letter at slot `from` goes to slot `to`, those between make room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rotation {
    /// The slot that the letter leaves.
    pub from: u16,
    /// The slot to which it comes, counted after it has left.
    pub to: u16,
}

impl Rotation {
    /// Whether the rotation is an odd permutation.
    pub fn is_odd(self) -> bool {
        self.from.abs_diff(self.to) % 2 == 1
    }

    /// Rotates a word.
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

/// The most letters that all differ of which there are fewer than 2^64 words.
const MOST_DISTINCT: usize = 20;

/// The words with `counts[letter]` of each letter, numbered in lexicographic order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    counts: Vec<usize>,
    slots: usize,
    len: BigUint,
}

impl Arrangement {
    /// The words with this many of each letter.
    pub fn new(counts: Vec<usize>) -> Arrangement {
        Arrangement {
            slots: counts.iter().sum(),
            len: word_count(counts.iter().copied()),
            counts,
        }
    }

    /// How many letters a word has.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How many words there are.
    pub fn len(&self) -> &BigUint {
        &self.len
    }

    /// Whether all letters differ, so that the words are permutations.
    pub fn is_distinct(&self) -> bool {
        self.counts.iter().all(|&count| count == 1)
    }

    /// The number of a word; `None` if it has other letters than this arrangement.
    ///
    /// The arrangement must have fewer than 2^64 words. Cost: slots times letters.
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

    /// The word of a number, into `word`, which is as long as there are slots.
    ///
    /// The arrangement must have fewer than 2^64 words, and more than `rank`. Cost: slots times letters.
    pub fn unrank(&self, rank: u64, word: &mut [u8]) {
        let mut left = self.counts.clone();
        let mut words =
            u64::try_from(&self.len).expect("only arrangements of 64 bits are unranked");
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

    /// The letter that the word of a number has on a slot, from 0.
    ///
    /// The arrangement must have fewer than 2^64 words, and more than `rank`. Cost: slots,
    /// and times letters where not all of these differ.
    pub fn letter_at(&self, rank: u64, slot: usize) -> u8 {
        if !self.is_distinct() {
            let mut word = vec![0; self.slots];
            self.unrank(rank, &mut word);
            return word[slot];
        }
        let mut digits = [0; MOST_DISTINCT];
        let digits = &mut digits[..self.slots];
        digits_of_rank(rank, digits);
        letter_of_digits(digits, slot)
    }
}

/// How many words have this many of each letter.
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

/// The part of `words` that begins with one of `letters` of the letters left: their share of the slots.
fn share(words: u64, letters: usize, slots_left: u64) -> u64 {
    // words x letters / slots_left is whole, and at most `words`: only the product may need more bits.
    match words.checked_mul(letters as u64) {
        Some(product) => product / slots_left,
        None => (u128::from(words) * letters as u128 / u128::from(slots_left)) as u64,
    }
}

/// The digits of a permutation's rank, slot by slot: how many of the later letters are smaller.
///
/// The digit of slot s of k has k - s values; the last is always 0.
#[inline]
pub fn digits_of_rank(rank: u64, digits: &mut [u8]) {
    digits_of_window(rank, digits, digits.len());
}

/// The letter that the permutation with these digits has on a slot, from 0.
#[inline]
pub fn letter_of_digits(digits: &[u8], slot: usize) -> u8 {
    // From this slot back: the digit is its number among the letters left there, which is one more among those left at an
    // earlier slot where that one's letter is not greater.
    let (earlier, own) = digits[..=slot].split_at(slot);
    let earlier = earlier.iter().rev();
    earlier.fold(own[0], |letter, &digit| letter + u8::from(digit <= letter))
}

/// The rank that has these digits.
#[inline]
pub fn rank_of_digits(digits: &[u8]) -> u64 {
    rank_of_window(digits, digits.len())
}

/// The digits of the first of `slots` slots, as many as there is room for, whose number among all such digits is
/// `rank`.
#[inline]
pub fn digits_of_window(rank: u64, digits: &mut [u8], slots: usize) {
    let mut rank = rank;
    for (slot, digit) in digits.iter_mut().enumerate().rev() {
        let values = (slots - slot) as u64;
        *digit = (rank % values) as u8;
        rank /= values;
    }
}

/// The number of these digits of the first of `slots` slots.
#[inline]
pub fn rank_of_window(digits: &[u8], slots: usize) -> u64 {
    (0..).zip(digits).fold(0, |rank, (slot, &digit)| {
        rank * (slots - slot) as u64 + u64::from(digit)
    })
}

/// Whether a permutation with these digits is odd; or, of the digits of some slots, whether those add to it.
#[inline]
pub fn are_odd(digits: &[u8]) -> bool {
    digits.iter().map(|&digit| u32::from(digit)).sum::<u32>() % 2 == 1
}

/// What a rotation does to the digits of a permutation; only those inside its window change.
///
/// A rotation is a row of exchanges of neighbours, and exchanging slots s and s + 1 changes their digits
/// (a, b) to (b, a - 1) where b < a, else to (b + 1, a): the exchanged letters are the same two, and each
/// counts the other where that one is smaller and now later.
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
            let words = Arrangement::new(counts.clone());
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
        let words = Arrangement::new(vec![1; 20]);
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
        let words = Arrangement::new(vec![2, 1]);
        assert_eq!(words.rank(&[0, 0, 0]), None);
        assert_eq!(words.rank(&[0, 1]), None);
        assert_eq!(words.rank(&[0, 0, 2]), None);
        assert_eq!(words.rank(&[0, 1, 0]), Some(1));
    }

    #[test]
    fn digits_rotate_as_the_words_do() {
        for slots in 2..=7 {
            let words = Arrangement::new(vec![1; slots]);
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
