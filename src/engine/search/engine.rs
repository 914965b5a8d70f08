//! `Engine`: holds a generation of a search over marks, and makes the next one from it.

use slidewise_store::{Generation, Marks, WordSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The configurations of one generation.
pub trait GenerationMembers {
    /// Whether the generation contains a configuration.
    fn contains(&self, index: u64) -> bool;

    /// Calls `visit` with each configuration, ascending.
    fn for_each(&self, visit: &mut dyn FnMut(u64));
}

impl fmt::Debug for dyn GenerationMembers + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GenerationMembers")
    }
}

impl GenerationMembers for Generation {
    fn contains(&self, index: u64) -> bool {
        Generation::contains(self, index)
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        self.iter().for_each(visit);
    }
}

/// The input for expanding one generation.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// All marks; `None` if only the sizes of generations are wanted.
    pub marks: Option<&'a Marks>,
    /// The mark of the generation to be found.
    pub mark: u8,
    /// Whether an earlier search may have marked some members of the generation to be found.
    pub is_resumed: bool,
    /// The check of all marks after a kill; `None` if marks are trusted.
    ///
    /// During a check the engine recognizes seen configurations by the last two generations, and
    /// compares the marks of new members with `mark`. The engine must have been made for a check.
    pub check: Option<MarkCheck<'a>>,
    /// Size of the current generation.
    pub count: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Raised from outside to stop the search soon.
    pub stop: &'a AtomicBool,
}

/// The check of marks that a killed search has left.
#[derive(Clone, Copy, Debug)]
pub struct MarkCheck<'a> {
    /// The least configuration with a wrong mark; [`MarkCheck::NONE`] if there is none.
    pub met: &'a AtomicU64,
}

impl MarkCheck<'_> {
    /// Value of `met` if no configuration has a wrong mark.
    pub const NONE: u64 = u64::MAX;

    /// Checks the marks of the configurations in `members`, numbered as in [`Marks::sift`]: each
    /// must be `mark` or unseen.
    pub fn look(&self, marks: &Marks, at: usize, members: u64, mark: u8) {
        let wrong = marks.seen_otherwise(at, members, mark);
        if wrong != 0 {
            let first = at as u64 * 64 + u64::from(wrong.trailing_zeros());
            self.met.fetch_min(first, Ordering::Relaxed);
        }
    }
}

/// An engine over marks: makes one generation after the other.
pub trait Engine {
    /// Adds configurations to the first generation, before the first expansion.
    ///
    /// Bit `b` of `bits` stands for configuration `64 * at + b`.
    fn put(&mut self, at: usize, bits: u64);

    /// Finds and marks the next generation, and returns its size; `None` if stopped before its end.
    ///
    /// `pulse` is called now and then with the number of configurations expanded.
    fn find_next(&mut self, layer: Layer<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64>;

    /// Makes the generation found the current one.
    fn advance(&mut self);

    /// The configurations of the current generation.
    fn members(&self) -> &dyn GenerationMembers;

    /// The current generation as bits, for a store to write.
    fn generation(&self) -> &dyn WordSet;
}
