//! `TogetherUse`: what several processes have exchanged.

/// What several processes have exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TogetherUse {
    /// Number of processes.
    pub processes: usize,
    /// Number of bytes that all of them have sent in this run.
    pub sent: u64,
}
