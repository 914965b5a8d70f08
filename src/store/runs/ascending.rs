//! `Ascending`: the trait of sources that return ascending numbers.

use crate::error::StoreError;

/// A source of numbers, each greater than the one before.
pub trait Ascending {
    /// Returns the next number. After the last number, every call returns `None`.
    ///
    /// # Errors
    ///
    /// The number cannot be read.
    fn next_number(&mut self) -> Result<Option<u64>, StoreError>;
}
