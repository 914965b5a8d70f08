//! A stopwatch for one thread: time on a core where the system reports it, wall-clock time
//! elsewhere.

use std::fs;
use std::time::{Duration, Instant};

/// A running stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct CoreStopwatch {
    clock: Instant,
    /// Time that the thread had spent on a core at the start.
    core: Option<Duration>,
}

impl CoreStopwatch {
    /// Starts a stopwatch.
    pub fn start() -> CoreStopwatch {
        CoreStopwatch {
            clock: Instant::now(),
            core: on_core(),
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        match (self.core, on_core()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.clock.elapsed(),
        }
    }
}

/// Time that this thread has spent on a core (Linux only). The kernel updates it when it
/// deschedules the thread, hence the `yield_now`.
fn on_core() -> Option<Duration> {
    std::thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
