//! How much of the processors other programs took, where the system tells (Linux).

use std::fs;

/// A stretch of time, in the ticks of the system's clock.
pub struct Others {
    before: Option<Ticks>,
}

struct Ticks {
    /// Of all processors, idle or not.
    all: u64,
    idle: u64,
    own: u64,
}

impl Others {
    /// Begins a stretch.
    pub fn begin() -> Others {
        Others {
            before: Ticks::now(),
        }
    }

    /// The share of the processors' time since the beginning that was neither idle nor this program's;
    /// `None` where nobody knows.
    pub fn share(&self) -> Option<f64> {
        let (before, now) = (self.before.as_ref()?, Ticks::now()?);
        let all = now.all.checked_sub(before.all).filter(|&all| all > 0)?;
        let own = now.own.saturating_sub(before.own) + now.idle.saturating_sub(before.idle);
        Some(all.saturating_sub(own) as f64 / all as f64)
    }
}

impl Ticks {
    /// See proc(5): the first line of `stat` adds up the processors, the fourth and fifth of its numbers are
    /// idle; a process's own time are the 14th and 15th field of its `stat`, the second being in brackets.
    fn now() -> Option<Ticks> {
        let stat = fs::read_to_string("/proc/stat").ok()?;
        let numbers = stat.lines().next()?.strip_prefix("cpu ")?;
        let numbers: Vec<u64> = numbers.split_whitespace().flat_map(str::parse).collect();
        let own = fs::read_to_string("/proc/self/stat").ok()?;
        let fields: Vec<&str> = own.rsplit(')').next()?.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Ticks {
            // What guests take is in the user's time already.
            all: numbers.iter().take(8).sum(),
            idle: numbers.get(3)? + numbers.get(4)?,
            own: field(14)? + field(15)?,
        })
    }
}
