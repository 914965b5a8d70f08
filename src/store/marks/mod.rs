//! The store of marks: two bits for each configuration.
//!
//! | file | holds |
//! |---|---|
//! | `word_set` | `Bits`: a set of configurations that is walked in words |
//! | `quarters` | interleaved visits of a list, for look-ups in words |
//! | `mark_bits` | `Marks`: two bits for each configuration |
//! | `generation` | `Generation`: a set of configurations, as a bitmap with a summary |
//! | `checksums` | `BlockChecksums`: the file `sums` |
//! | `checked_marks` | `CheckedBlocks`: checks blocks of marks when they are first read |
//! | `last_generation` | the file `last` |
//! | `recovery` | `Recovery`: log, last generation and checksums, read so that they agree |
//! | `mark_store` | `Store`: the store, open |
//! | `sync` | its writing side |
//! | `audit` | its audit |

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
