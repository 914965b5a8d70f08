//! Peak memory of this process (Linux only).

use std::fs;

/// A period in which the peak is measured.
pub struct PeakMemory {
    before: Option<u64>,
}

impl PeakMemory {
    /// Starts a period; earlier peaks no longer count.
    pub fn begin() -> PeakMemory {
        // Writing 5 resets the peak to the current usage; see proc(5).
        let is_reset = fs::write("/proc/self/clear_refs", "5").is_ok();
        PeakMemory {
            before: is_reset.then(|| read("VmRSS:")).flatten(),
        }
    }

    /// Growth from the start of the period to the peak so far, in bytes; `None` where the system
    /// does not report it.
    pub fn growth(&self) -> Option<u64> {
        Some(read("VmHWM:")?.saturating_sub(self.before?))
    }
}

/// A value of `/proc/self/status`, in bytes.
fn read(name: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = value.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
