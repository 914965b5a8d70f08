//! Which generations of a run have been kept and announced, and when that was last done.

use super::Event;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long finished generations may wait to be kept. Each keeping waits for the disk, and small puzzles
/// have hundreds of generations a second.
const KEEP_EVERY: Duration = Duration::from_millis(500);

/// The generations kept so far.
#[derive(Debug)]
pub struct Ledger {
    kept: u64,
    last: Instant,
}

impl Ledger {
    /// A run that begins with so many generations kept.
    pub fn new(kept: u64) -> Ledger {
        Ledger {
            kept,
            last: Instant::now(),
        }
    }

    /// Whether it is time to keep what has been found since.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= KEEP_EVERY
    }

    /// Announces what has been kept since: `counts` are the sizes of all generations kept now.
    pub fn announce(
        &mut self,
        counts: &[u64],
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) {
        for generation in self.kept..counts.len() as u64 {
            // The run is past these generations: nobody can end it there any more.
            let _ = observe(Event::Kept {
                generation,
                count: counts[generation as usize],
            });
        }
        self.kept = counts.len() as u64;
        self.last = Instant::now();
    }
}
