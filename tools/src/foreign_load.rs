//! Share of the processors' time that other programs took (Linux only).

use std::fs;

/// A period of time, measured in ticks of the system's clock.
pub struct ForeignLoad {
    before: Option<CpuTicks>,
}

struct CpuTicks {
    /// All processors, idle or not.
    all: u64,
    idle: u64,
    own: u64,
}

impl ForeignLoad {
    /// Starts a period.
    pub fn begin() -> ForeignLoad {
        ForeignLoad {
            before: CpuTicks::now(),
        }
    }

    /// Share of the processors' time since the start that was neither idle nor this program's;
    /// `None` where the system does not report it.
    pub fn share(&self) -> Option<f64> {
        let (before, now) = (self.before.as_ref()?, CpuTicks::now()?);
        let all = now.all.checked_sub(before.all).filter(|&all| all > 0)?;
        let own = now.own.saturating_sub(before.own) + now.idle.saturating_sub(before.idle);
        Some(all.saturating_sub(own) as f64 / all as f64)
    }
}

impl CpuTicks {
    /// Reads the counters, see proc(5). The first line of `/proc/stat` sums the processors; its
    /// fourth and fifth numbers are idle time. Fields 14 and 15 of a process's `stat` are its own
    /// time; its second field is in brackets.
    fn now() -> Option<CpuTicks> {
        let stat = fs::read_to_string("/proc/stat").ok()?;
        let numbers = stat.lines().next()?.strip_prefix("cpu ")?;
        let numbers: Vec<u64> = numbers.split_whitespace().flat_map(str::parse).collect();
        let own = fs::read_to_string("/proc/self/stat").ok()?;
        let fields: Vec<&str> = own.rsplit(')').next()?.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(CpuTicks {
            // The time of guests is already included in user time.
            all: numbers.iter().take(8).sum(),
            idle: numbers.get(3)? + numbers.get(4)?,
            own: field(14)? + field(15)?,
        })
    }
}
