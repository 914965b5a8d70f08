//! How a search ended.

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// Every configuration that can be reached has been found.
    Complete,
    /// The observer ended it, or the last generation wanted was found.
    Satisfied,
    /// The stop flag was raised, maybe in the middle of a generation.
    Interrupted,
    /// The next generation would exceed the disk budget:
    /// [`RunStore::limit_disk`](slidewise_store::RunStore::limit_disk).
    OutOfDisk,
    /// The next generation would exceed the memory budget: [`HashLimits`](super::HashLimits).
    OutOfMemory,
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub ended: SearchEnd,
    /// Whether it resumed an earlier search.
    pub resumed: bool,
    /// Whether the earlier search was killed, so that all its marks were checked from the sources
    /// on.
    pub checked: bool,
    /// Whether anything was searched; false where the sink had the answer already.
    pub searched: bool,
}
