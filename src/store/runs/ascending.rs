//! `Ascending`: a source of ascending numbers.

use crate::error::StoreError;

/// A source of numbers, each greater than the one before.
pub trait Ascending {
    /// Returns the next number; `None` at the end, and from then on.
    ///
    /// # Errors
    ///
    /// If the number cannot be read.
    fn next_number(&mut self) -> Result<Option<u64>, StoreError>;
}
