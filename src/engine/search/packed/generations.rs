//! What a search by packed boards does, generation after generation.

use slidewise_store::Marks;
use std::fmt;

/// Generations of packed boards, for letters of any number of bits.
pub(super) trait BoardGenerations: fmt::Debug {
    /// Finds and marks the next generation, and returns its size.
    ///
    /// `None` if the next generation is too large: then nothing is marked,
    /// [`BoardGenerations::for_each`] still visits the current generation, and no other call is
    /// allowed.
    fn find_next(&mut self, marks: &Marks, mark: u8) -> Option<u64>;

    /// Makes the generation found the current one.
    fn advance(&mut self);

    /// Calls `visit` with the indices of the current generation, each once or twice, in no order.
    fn for_each(&self, visit: &mut dyn FnMut(u64));
}
