//! What a run tells while it goes on.

use super::Members;
use slidewise_store::Spilled;

/// Something that happened in a run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The run begins, or goes on where an earlier one was cut off.
    Begun {
        /// The engine's name.
        engine: &'static str,
        /// Why it was chosen.
        reason: &'a str,
        /// How many finished generations were found.
        generations: u64,
    },
    /// Marks that a run has left which did not live to its end were held against another generation.
    Checked {
        /// Its number.
        generation: u64,
        /// How many finished generations there are to be checked.
        of: u64,
    },
    /// A generation is complete in memory.
    Found {
        /// Its number.
        generation: u64,
        /// How many configurations it has.
        count: u64,
        /// The configurations.
        configurations: &'a dyn Members,
    },
    /// A generation is in a sorted file.
    Filed {
        /// Its number.
        generation: u64,
        /// How many bytes the file has.
        bytes: u64,
        /// What went to the disk and back while it was made, since memory did not hold it.
        spilled: Spilled,
    },
    /// Work on a large generation goes on.
    Working {
        /// The generation whose neighbours are being found.
        generation: u64,
        /// How many configurations it has.
        count: u64,
        /// How many of them are done.
        done: u64,
    },
}
