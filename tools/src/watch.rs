//! A watch for one thread: the time that it spent on a core, where the system tells; else the time of the clock.

use std::fs;
use std::time::{Duration, Instant};

/// A time that has begun.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    clock: Instant,
    /// What the thread had spent on a core.
    core: Option<Duration>,
}

impl Watch {
    /// Begins now.
    pub fn start() -> Watch {
        Watch {
            clock: Instant::now(),
            core: on_core(),
        }
    }

    /// What has passed since.
    pub fn elapsed(&self) -> Duration {
        match (self.core, on_core()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.clock.elapsed(),
        }
    }
}

/// What this thread has spent on a core: Linux has it in nanoseconds, and notes it as it takes the thread off.
fn on_core() -> Option<Duration> {
    std::thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
