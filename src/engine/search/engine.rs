//! What an engine is: it holds a generation, and makes the next one from it.

use slidewise_store::{Bits, Generation, Marks};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The configurations of a generation, to be asked for.
pub trait Members {
    /// Whether a configuration is one of them.
    fn contains(&self, index: u64) -> bool;

    /// Calls `visit` with each of them, ascending.
    fn for_each(&self, visit: &mut dyn FnMut(u64));
}

impl fmt::Debug for dyn Members + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Members")
    }
}

impl Members for Generation {
    fn contains(&self, index: u64) -> bool {
        Generation::contains(self, index)
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        self.iter().for_each(visit);
    }
}

/// What an engine needs to make a generation.
#[derive(Clone, Copy, Debug)]
pub struct Pass<'a> {
    /// All marks; `None` where only the sizes of generations are wanted.
    pub marks: Option<&'a Marks>,
    /// The mark of the generation to be found.
    pub mark: u8,
    /// Whether configurations of the generation to be found may have its mark already, from a run that was cut
    /// off.
    pub goes_on: bool,
    /// Whether marks may be there that nothing vouches for: then the generation to be found is told without them, by
    /// the two before it, and each mark that it has is held against it. The engine must have been made for that.
    pub doubt: Option<Doubt<'a>>,
    /// How many configurations the current generation has.
    pub count: u64,
    /// How many threads may work.
    pub threads: usize,
    /// Set from outside to stop the run soon.
    pub stop: &'a AtomicBool,
}

/// Where wrong marks are noted.
#[derive(Clone, Copy, Debug)]
pub struct Doubt<'a> {
    /// The least configuration met that has another mark than its generation gives it; [`Doubt::NONE`] while there was
    /// none.
    pub met: &'a AtomicU64,
}

impl Doubt<'_> {
    /// No configuration.
    pub const NONE: u64 = u64::MAX;

    /// Looks at 64 configurations, as [`Marks::sift`] has them: those that are members must have this mark, or none.
    pub fn look(&self, marks: &Marks, at: usize, members: u64, mark: u8) {
        let wrong = marks.seen_otherwise(at, members, mark);
        if wrong != 0 {
            let first = at as u64 * 64 + u64::from(wrong.trailing_zeros());
            self.met.fetch_min(first, Ordering::Relaxed);
        }
    }
}

/// Makes generations one after the other.
pub trait Engine {
    /// The engine's name.
    fn name(&self) -> &'static str;

    /// Puts configurations into the generation to begin with or to go on from: bit `b` stands for
    /// configuration `64 * at + b`. To be called before the first pass.
    fn put(&mut self, at: usize, bits: u64);

    /// Finds and marks the next generation, and returns its size; `None` if it was stopped halfway. `pulse` is
    /// called now and then with the number of configurations done.
    fn find_next(&mut self, pass: Pass<'_>, pulse: &mut dyn FnMut(u64)) -> Option<u64>;

    /// Goes over to the generation found.
    fn advance(&mut self);

    /// The configurations of the current generation.
    fn members(&self) -> &dyn Members;

    /// The current generation, to be kept.
    fn generation(&self) -> &dyn Bits;
}
