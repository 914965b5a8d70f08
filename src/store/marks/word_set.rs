//! `Bits`: a set of configurations that can be walked by words.
//!
//! What the store is given to keep as the last generation. The set need not be in memory,
//! nor in one piece. Promises nothing of its own.

use std::io;

/// A set of configurations below a fixed number, as words of 64.
pub trait Bits {
    /// How many configurations there are to be in the set or not.
    fn len(&self) -> u64;

    /// How many members the set has.
    fn count(&self) -> u64;

    /// Calls `visit` with each word that is not zero and its index, in ascending order: bit `b` of word `i`
    /// is configuration `64 * i + b`.
    ///
    /// # Errors
    ///
    /// The first one of `visit`, which ends the walk.
    fn for_each_word(&self, visit: &mut dyn FnMut(usize, u64) -> io::Result<()>) -> io::Result<()>;
}
