//! `PartEngine`: the generations of the numbers that one process owns.

use super::exchange::Cut;
use crate::search::{Fabric, GenerationMembers};
use slidewise_store::Marks;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The input for expanding one generation.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct PartLayer<'a> {
    /// The marks of this process's numbers; `None` if only sizes are wanted.
    pub marks: Option<&'a Marks>,
    /// The mark of the generation to be found.
    pub mark: u8,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Raised from outside to stop the search soon.
    pub stop: &'a AtomicBool,
}

/// What a part holds for each of its numbers, as a bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum Section {
    /// Whether it is in the current generation.
    Current,
    /// Whether it is in the generation before.
    Before,
}

/// The generations of the numbers that one process owns.
pub(in crate::search) trait PartEngine {
    /// Adds a number to the first generation, if this process owns it.
    fn put(&mut self, index: u64);

    /// Finds the next generation, together with the other processes; returns its size here.
    ///
    /// `pulse` is called now and then with the share of the work that is done.
    fn find_next(
        &mut self,
        fabric: &mut dyn Fabric,
        layer: PartLayer<'_>,
        pulse: &mut dyn FnMut(f64),
    ) -> Result<u64, Cut>;

    /// Makes the generation found the current one.
    fn advance(&mut self);

    /// Makes the generation before the current one again, if the one found is empty everywhere.
    fn retreat(&mut self);

    /// The members of the current generation that this process owns.
    fn members(&self) -> &dyn GenerationMembers;

    /// Reads the words of own columns of a row.
    fn read(&self, section: Section, row: u64, columns: Range<u64>, words: &mut [u64]);

    /// Writes the words of own columns of a row, before the first expansion.
    fn write(&mut self, section: Section, row: u64, columns: Range<u64>, words: &[u64]);

    /// Announces the number of the current generation after a restart, and one of the sources.
    fn set_parity(&mut self, generation: u64, source: u64);
}
