//! `Event`: what a search reports while it runs.

use super::GenerationMembers;
use slidewise_store::Spilled;

/// What happened in a search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The search begins, or resumes an earlier one.
    Begun {
        /// The engine's name.
        engine: &'static str,
        /// Why the engine was chosen.
        reason: &'a str,
        /// Number of generations that an earlier search had finished.
        generations: u64,
    },
    /// The marks of one generation of a killed search were checked.
    Checked {
        /// The number of that generation.
        generation: u64,
        /// Number of generations to be checked.
        of: u64,
    },
    /// A generation is complete in memory.
    Found {
        /// The number of the generation.
        generation: u64,
        /// The size of the generation.
        count: u64,
        /// The members of the generation.
        configurations: &'a dyn GenerationMembers,
    },
    /// A generation was written to a sorted file.
    Filed {
        /// The number of the generation.
        generation: u64,
        /// Size of the file in bytes.
        bytes: u64,
        /// Sorted runs that did not fit into memory and were written to the disk.
        spilled: Spilled,
    },
    /// A large generation is being expanded.
    Working {
        /// The generation that is being expanded.
        generation: u64,
        /// The size of that generation.
        count: u64,
        /// Number of configurations of that generation that have been expanded.
        done: u64,
    },
}
