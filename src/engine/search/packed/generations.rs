//! What a search by packed boards does, generation after generation.

use slidewise_store::Marks;
use std::fmt;

/// Most patterns of a graph for which packed boards are used, without a mirror and with a mirror.
///
/// Half boards search spaces with more patterns faster, as measured on the puzzles of the
/// catalogue. In slides they are faster wherever there is no mirror.
pub(super) const MOST_PATTERNS: [u64; 2] = [70_000, 280_000];

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
