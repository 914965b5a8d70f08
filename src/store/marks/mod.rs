//! The store of marks.

pub(crate) mod audit;
pub(crate) mod checked_marks;
pub(crate) mod checksums;
pub(crate) mod generation;
pub(crate) mod last_generation;
pub(crate) mod mark_bits;
pub(crate) mod mark_store;
#[cfg(test)]
mod promises;
pub(crate) mod quarters;
pub(crate) mod recovery;
pub(crate) mod sync;
pub(crate) mod word_set;
