//! `WordSet`: a set of configurations that is read a word of 64 bits at a time.
//!
//! A store gets its last generation in this form. The set need not be in memory or in one piece.

use std::io;

/// A set of configurations whose numbers are below a fixed limit, as words of 64 bits.
pub trait WordSet {
    /// Number of configurations that can be in the set: all members are below it.
    fn len(&self) -> u64;

    /// Counts the members of the set.
    fn count(&self) -> u64;

    /// Calls `visit` with the index and the value of each word that is not zero, in ascending
    /// order. Bit `b` of word `i` is configuration `64 * i + b`.
    ///
    /// # Errors
    ///
    /// The first error of `visit`, which ends the walk.
    fn for_each_word(&self, visit: &mut dyn FnMut(usize, u64) -> io::Result<()>) -> io::Result<()>;
}

/// The positions of the set bits of a word, ascending.
#[inline]
pub(crate) fn set_bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = u64::from(word.trailing_zeros());
        word &= word - 1;
        Some(bit)
    })
}
