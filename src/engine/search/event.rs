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
        /// Why it was chosen.
        reason: &'a str,
        /// Number of generations that were finished before.
        generations: u64,
    },
    /// The marks of one generation of a killed search were checked.
    Checked {
        /// Its number.
        generation: u64,
        /// Number of generations to be checked.
        of: u64,
    },
    /// A generation is complete in memory.
    Found {
        /// Its number.
        generation: u64,
        /// Its size.
        count: u64,
        /// Its members.
        configurations: &'a dyn GenerationMembers,
    },
    /// A generation was written to a sorted file.
    Filed {
        /// Its number.
        generation: u64,
        /// Size of the file in bytes.
        bytes: u64,
        /// Sorted runs that did not fit into memory and went through the disk.
        spilled: Spilled,
    },
    /// A large generation is being expanded.
    Working {
        /// The generation that is being expanded.
        generation: u64,
        /// Its size.
        count: u64,
        /// Number of configurations expanded.
        done: u64,
    },
}
