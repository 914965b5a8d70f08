//! The peak of this process's memory, where the system tells (Linux).

use std::fs;

/// A stretch of the program whose peak is wanted.
pub struct Watch {
    before: Option<u64>,
}

impl Watch {
    /// Begins a stretch: what was used before counts no more.
    pub fn begin() -> Watch {
        // Writing 5 here sets the peak back to what is in use now; see proc(5).
        let is_reset = fs::write("/proc/self/clear_refs", "5").is_ok();
        Watch {
            before: is_reset.then(|| read("VmRSS:")).flatten(),
        }
    }

    /// How many bytes more than at the beginning were in use at the peak so far; `None` where nobody knows.
    pub fn growth(&self) -> Option<u64> {
        Some(read("VmHWM:")?.saturating_sub(self.before?))
    }
}

/// A number of `/proc/self/status`, in bytes.
fn read(name: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = value.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
