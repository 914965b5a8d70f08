//! Words of 64 and of 128 bits that hold a board.

/// A word that holds a board.
pub(crate) trait Word: Copy + Eq + Ord + std::hash::Hash + Send + Sync + 'static {
    /// No bit set. No board is written so, since every board has its goal piece.
    const ZERO: Self;
    /// Number of 64-bit words in memory.
    const WORDS: usize;

    /// The word with these low bits.
    fn from_low(low: u64) -> Self;
    /// The low 64 bits.
    fn low(self) -> u64;
    /// The bits of either.
    fn with(self, other: Self) -> Self;
    /// The bits of this one that are not in the other.
    fn without(self, other: Self) -> Self;
    /// The bits that both have.
    fn common(self, other: Self) -> Self;
    /// Shifted toward higher bits.
    fn up(self, bits: u32) -> Self;
    /// Shifted toward lower bits.
    fn down(self, bits: u32) -> Self;
    /// A hash whose high bits depend on all bits of the word.
    fn scrambled(self) -> u64;
    /// The word that the first [`Word::WORDS`] of these hold, the low bits first.
    fn read(words: &[u64]) -> Self;
    /// Writes the word into the first [`Word::WORDS`] of these.
    fn write(self, words: &mut [u64]);
}

/// The golden ratio as a fraction of 64 bits, made odd (Knuth, 1973).
const RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number whose high bits depend on all bits of this one.
#[inline]
pub(crate) fn scramble(bits: u64) -> u64 {
    let mixed = (bits ^ (bits >> 32)).wrapping_mul(RATIO);
    (mixed ^ (mixed >> 29)).wrapping_mul(RATIO)
}

macro_rules! word {
    ($own:ty, $scrambled:expr) => {
        impl Word for $own {
            const ZERO: Self = 0;
            const WORDS: usize = size_of::<Self>() / size_of::<u64>();

            #[inline]
            fn from_low(low: u64) -> Self {
                Self::from(low)
            }
            #[inline]
            fn low(self) -> u64 {
                self as u64
            }
            #[inline]
            fn with(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }
            #[inline]
            fn common(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn up(self, bits: u32) -> Self {
                self << bits
            }
            #[inline]
            fn down(self, bits: u32) -> Self {
                self >> bits
            }
            #[inline]
            fn scrambled(self) -> u64 {
                $scrambled(self)
            }
            #[inline]
            fn read(words: &[u64]) -> Self {
                let words = words[..Self::WORDS].iter().rev();
                words.fold(0, |high, &low| Self::from(low) | high.wrapping_shl(64))
            }
            #[inline]
            fn write(self, words: &mut [u64]) {
                for (number, word) in (0..).zip(&mut words[..Self::WORDS]) {
                    *word = (self >> (64 * number)) as u64;
                }
            }
        }
    };
}

word!(u64, scramble);
word!(u128, |board: u128| scramble(
    board as u64 ^ scramble((board >> 64) as u64)
));
