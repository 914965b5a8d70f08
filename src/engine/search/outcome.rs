//! How a search ended, and what it did.

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// Every configuration that can be reached has been found.
    Complete,
    /// The observer ended the search, or the last generation wanted was found.
    Satisfied,
    /// The stop flag was raised, maybe in the middle of a generation.
    Interrupted,
    /// The next generation would exceed the disk budget, set by
    /// [`RunStore::limit_disk`](slidewise_store::RunStore::limit_disk).
    OutOfDisk,
    /// The next generation would exceed the memory budget in [`HashLimits`](super::HashLimits).
    OutOfMemory,
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How the search ended.
    pub ended: SearchEnd,
    /// Whether the search resumed an earlier search.
    pub resumed: bool,
    /// Whether all marks of an earlier search were checked, because that search was killed.
    pub checked: bool,
    /// Whether any configuration was expanded; false if all generations wanted were saved already.
    pub searched: bool,
}
