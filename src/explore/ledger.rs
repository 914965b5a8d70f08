//! When finished generations of a run were last kept.

use std::time::{Duration, Instant};

/// How long finished generations may wait to be kept. Each keeping waits for the disk, and small puzzles
/// have hundreds of generations a second.
const KEEP_EVERY: Duration = Duration::from_millis(500);

/// The last time.
#[derive(Debug)]
pub struct Ledger(Instant);

impl Ledger {
    /// A run that begins.
    pub fn new() -> Ledger {
        Ledger(Instant::now())
    }

    /// Whether it is time to keep what has been found since.
    pub fn is_due(&self) -> bool {
        self.0.elapsed() >= KEEP_EVERY
    }
}
