//! `Stopwatch`: the time since it was started.
//!
//! A browser gives a program no clock, so there the host registers one.

use std::time::Duration;

/// Measures time from its start on.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(moment::Moment);

impl Stopwatch {
    /// Starts a stopwatch.
    #[must_use]
    pub fn start() -> Stopwatch {
        Stopwatch(moment::now())
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        moment::since(self.0)
    }
}

/// Moments as the standard library measures them.
#[cfg(not(target_family = "wasm"))]
mod moment {
    use std::time::{Duration, Instant};

    pub(super) type Moment = Instant;

    pub(super) fn now() -> Moment {
        Instant::now()
    }

    pub(super) fn since(moment: Moment) -> Duration {
        moment.elapsed()
    }
}

/// Moments in milliseconds, as the clock of the host counts them.
#[cfg(target_family = "wasm")]
mod moment {
    use std::sync::OnceLock;
    use std::time::Duration;

    pub(super) type Moment = f64;

    /// The clock of the host.
    pub(super) static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    pub(super) fn now() -> Moment {
        CLOCK.get().map_or(0.0, |clock| clock())
    }

    pub(super) fn since(moment: Moment) -> Duration {
        Duration::from_secs_f64(((now() - moment) / 1000.0).max(0.0))
    }
}

/// Registers the clock of the host, in milliseconds from any moment on; a second one is ignored.
///
/// Without a clock no time passes.
#[cfg(target_family = "wasm")]
pub fn use_clock(clock: fn() -> f64) {
    let _ = moment::CLOCK.set(clock);
}
