//! The store of marks: two bits for each configuration.
//!
//! | file | holds |
//! |---|---|
//! | `word_set` | `WordSet`: a set of configurations that is read a word of 64 bits at a time |
//! | `quarters` | visits a list in an order that keeps neighbouring items apart |
//! | `mark_bits` | `Marks`: two bits for each configuration |
//! | `generation` | `Generation`: a set of configurations, as a bitmap with a summary |
//! | `checksums` | `BlockChecksums`: the file `sums` |
//! | `checked_marks` | `CheckedBlocks`: checks blocks of marks when they are first read |
//! | `last_generation` | the file `last` |
//! | `recovery` | `Recovery`: reads log, last generation and checksums, and compares them |
//! | `mark_store` | `Store`: the store, open |
//! | `sync` | the methods of `Store` that write to the disk |
//! | `audit` | the audit of a store of marks |

mod audit;
pub(crate) mod checked_marks;
pub(crate) mod checksums;
pub(crate) mod generation;
mod last_generation;
pub(crate) mod mark_bits;
pub(crate) mod mark_store;
#[cfg(test)]
mod promises;
pub(crate) mod quarters;
pub(crate) mod recovery;
mod sync;
pub(crate) mod word_set;
