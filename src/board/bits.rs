//! Fixed-size bit masks: `u128` for small boards, and [`WideMask`] of 1,024 bits for any board.
//!
//! Code on hot paths is generic over [`BitMask`], so that small boards run at the speed of plain
//! integers.

use std::cmp::Ordering;
use std::fmt::{self, Debug, LowerHex};
use std::hash::Hash;

/// A bit mask of fixed size that can also be read as an unsigned integer; bit 0 is the lowest.
pub trait BitMask: Copy + Eq + Ord + Hash + Default + Debug + Send + Sync + 'static {
    /// Number of bits in the mask.
    const ROOM: usize;
    /// The mask in which no bit is set.
    const ZERO: Self;

    /// The mask whose lowest `count` bits are set.
    fn below(count: usize) -> Self;
    /// Whether bit `at` is set.
    fn has(&self, at: usize) -> bool;
    /// Sets bit `at`.
    fn set(&mut self, at: usize);
    /// Number of bits that are set.
    fn count(&self) -> usize;
    /// Index of the lowest set bit.
    fn first(&self) -> Option<usize>;
    /// Index of the highest set bit.
    fn last(&self) -> Option<usize>;
    /// Clears the lowest set bit, if any bit is set.
    fn clear_first(&mut self);
    /// Bits set in both masks.
    fn and(self, other: Self) -> Self;
    /// Bits set in at least one of the two masks.
    fn or(self, other: Self) -> Self;
    /// Bits set in this mask and not in `other`.
    fn and_not(self, other: Self) -> Self;
    /// Integer difference `self - other`; `other` must be at most `self`.
    fn less(self, other: Self) -> Self;
    /// Moves each bit to an index higher by `places`; bits that leave the mask are lost.
    fn later(self, places: u32) -> Self;
    /// Moves each bit to an index lower by `places`; bits that fall below index 0 are lost.
    fn earlier(self, places: u32) -> Self;
    /// The lowest 64 bits.
    fn low(self) -> u64;
    /// Mixes all bits into a hash of 128 bits.
    fn mixed(self) -> u128;
    /// Converts a [`WideMask`] to this type; bits at the index `ROOM` and above are lost.
    fn of(wide: WideMask) -> Self;
}

impl BitMask for u128 {
    const ROOM: usize = 128;
    const ZERO: u128 = 0;

    #[inline]
    fn below(count: usize) -> u128 {
        !u128::MAX.unbounded_shl(count as u32)
    }

    #[inline]
    fn has(&self, at: usize) -> bool {
        self.unbounded_shr(at as u32) & 1 == 1
    }

    #[inline]
    fn set(&mut self, at: usize) {
        *self |= 1 << at;
    }

    #[inline]
    fn count(&self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn first(&self) -> Option<usize> {
        (*self != 0).then(|| self.trailing_zeros() as usize)
    }

    #[inline]
    fn last(&self) -> Option<usize> {
        self.checked_ilog2().map(|at| at as usize)
    }

    #[inline]
    fn clear_first(&mut self) {
        *self &= self.wrapping_sub(1);
    }

    #[inline]
    fn and(self, other: u128) -> u128 {
        self & other
    }

    #[inline]
    fn or(self, other: u128) -> u128 {
        self | other
    }

    #[inline]
    fn and_not(self, other: u128) -> u128 {
        self & !other
    }

    #[inline]
    fn less(self, other: u128) -> u128 {
        self.wrapping_sub(other)
    }

    #[inline]
    fn later(self, places: u32) -> u128 {
        self.unbounded_shl(places)
    }

    #[inline]
    fn earlier(self, places: u32) -> u128 {
        self.unbounded_shr(places)
    }

    #[inline]
    fn low(self) -> u64 {
        self as u64
    }

    #[inline]
    fn mixed(self) -> u128 {
        self
    }

    #[inline]
    fn of(wide: WideMask) -> u128 {
        u128::from(wide.0[1]) << 64 | u128::from(wide.0[0])
    }
}

/// Number of 64-bit words in [`WideMask`].
const WORDS: usize = 16;

/// Multiplier of the hash: an odd number whose bits are well mixed.
const MIXER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

/// A mask of 1,024 bits, one bit for each cell of the largest board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct WideMask([u64; WORDS]);

impl WideMask {
    /// Combines two masks: applies `what` to each pair of 64-bit words at the same index.
    #[inline]
    fn each(self, other: WideMask, what: impl Fn(u64, u64) -> u64) -> WideMask {
        WideMask(std::array::from_fn(|word| {
            what(self.0[word], other.0[word])
        }))
    }

    /// Parses hexadecimal digits; `None` for an empty text, for any other character, or for a
    /// number of more than 1,024 bits.
    pub fn from_hex(digits: &str) -> Option<WideMask> {
        let mut bits = WideMask::ZERO;
        if digits.is_empty() {
            return None;
        }
        for digit in digits.chars() {
            let digit = digit.to_digit(16)?;
            if bits.last().is_some_and(|last| last + 4 >= WideMask::ROOM) {
                return None;
            }
            bits = bits.later(4);
            bits.0[0] |= u64::from(digit);
        }
        Some(bits)
    }
}

impl BitMask for WideMask {
    const ROOM: usize = 64 * WORDS;
    const ZERO: WideMask = WideMask([0; WORDS]);

    #[inline]
    fn below(count: usize) -> WideMask {
        WideMask(std::array::from_fn(|word| {
            let own = count.saturating_sub(64 * word);
            !u64::MAX.unbounded_shl(own as u32)
        }))
    }

    #[inline]
    fn has(&self, at: usize) -> bool {
        let word = self.0.get(at / 64);
        word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    #[inline]
    fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    #[inline]
    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    #[inline]
    fn last(&self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * word + self.0[word].ilog2() as usize)
    }

    #[inline]
    fn clear_first(&mut self) {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
    }

    #[inline]
    fn and(self, other: WideMask) -> WideMask {
        self.each(other, |one, other| one & other)
    }

    #[inline]
    fn or(self, other: WideMask) -> WideMask {
        self.each(other, |one, other| one | other)
    }

    #[inline]
    fn and_not(self, other: WideMask) -> WideMask {
        self.each(other, |one, other| one & !other)
    }

    #[inline]
    fn less(self, other: WideMask) -> WideMask {
        let mut borrow = false;
        WideMask(std::array::from_fn(|word| {
            let (less, first) = self.0[word].overflowing_sub(other.0[word]);
            let (less, second) = less.overflowing_sub(borrow.into());
            borrow = first || second;
            less
        }))
    }

    #[inline]
    fn later(self, places: u32) -> WideMask {
        let (words, bits) = ((places / 64) as usize, places % 64);
        let word = |at: Option<usize>| at.map_or(0, |at| self.0[at]);
        WideMask(std::array::from_fn(|to| {
            let own = word(to.checked_sub(words)) << bits;
            own | word(to.checked_sub(words + 1)).unbounded_shr(64 - bits)
        }))
    }

    #[inline]
    fn earlier(self, places: u32) -> WideMask {
        let (words, bits) = ((places / 64) as usize, places % 64);
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        WideMask(std::array::from_fn(|to| {
            let own = word(to + words) >> bits;
            own | word(to + words + 1).unbounded_shl(64 - bits)
        }))
    }

    #[inline]
    fn low(self) -> u64 {
        self.0[0]
    }

    #[inline]
    fn mixed(self) -> u128 {
        let words = self.0.into_iter();
        words.fold(0, |mixed: u128, word| {
            (mixed.rotate_left(29) ^ u128::from(word)).wrapping_mul(MIXER)
        })
    }

    #[inline]
    fn of(wide: WideMask) -> WideMask {
        wide
    }
}

impl PartialOrd for WideMask {
    fn partial_cmp(&self, other: &WideMask) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WideMask {
    fn cmp(&self, other: &WideMask) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl LowerHex for WideMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        write!(f, "{:x}", self.0[last])?;
        let rest = self.0[..last].iter().rev();
        rest.into_iter()
            .try_for_each(|word| write!(f, "{word:016x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(number: u128) -> WideMask {
        WideMask::from_hex(&format!("{number:x}")).unwrap()
    }

    #[test]
    fn wide_bits_do_what_those_of_numbers_do() {
        let mut number = 0x9E37_79B9_7F4A_7C15_u128;
        for round in 0..200u32 {
            number = number.wrapping_mul(0x2545_F491_4F6C_DD1D_2545_F491_4F6C_DD1D) ^ number >> 31;
            let other = number.rotate_left(round) & number >> 3;
            let [one, two] = [number, other].map(wide);
            assert_eq!(format!("{one:x}"), format!("{number:x}"));
            assert_eq!(one.and(two), wide(number & other));
            assert_eq!(one.or(two), wide(number | other));
            assert_eq!(one.and_not(two), wide(number & !other));
            assert_eq!(one.cmp(&two), number.cmp(&other));
            assert_eq!(one.less(two.and(one)), wide(number - (other & number)));
            assert_eq!(
                (one.first(), one.last()),
                (BitMask::first(&number), BitMask::last(&number))
            );
            assert_eq!(one.count(), BitMask::count(&number));
            assert_eq!(one.low(), number as u64);
            let at = round % 128;
            assert_eq!(one.earlier(at), wide(number >> at));
            assert_eq!(one.later(700).later(at).earlier(at + 700), one);
            assert_eq!(
                wide(number >> 64).later(at % 64),
                wide((number >> 64) << (at % 64))
            );
            assert_eq!(
                WideMask::below(at as usize),
                wide(<u128 as BitMask>::below(at as usize))
            );
        }
        assert_eq!(WideMask::below(1024).count(), 1024);
        assert_eq!(WideMask::below(1).later(1023).last(), Some(1023));
        assert_eq!(WideMask::below(1).later(1024), WideMask::ZERO);
        // A subtraction that borrows across several words.
        assert_eq!(
            WideMask::below(1).later(640).less(WideMask::below(1)),
            WideMask::below(640)
        );
    }

    #[test]
    fn hexadecimal_digits_are_read_as_far_as_there_is_room() {
        let most = "f".repeat(256);
        assert_eq!(WideMask::from_hex(&most), Some(WideMask::below(1024)));
        assert_eq!(WideMask::from_hex(&format!("1{most}")), None);
        assert_eq!(
            WideMask::from_hex(&format!("0{most}")),
            Some(WideMask::below(1024))
        );
        assert_eq!(["", "g", "-1", "+1"].map(WideMask::from_hex), [None; 4]);
    }
}
