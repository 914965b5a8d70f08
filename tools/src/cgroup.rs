//! A group of processes with a memory limit that includes the cache of their files: a Linux cgroup,
//! version 1 or 2, below the cgroup of this process.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// A cgroup; it is removed when the value is dropped and no process is in it.
#[derive(Debug)]
pub struct Cgroup {
    folder: PathBuf,
    is_first_version: bool,
}

impl Cgroup {
    /// Creates a group with a limit in bytes.
    ///
    /// # Errors
    /// If the system has no cgroups or does not permit this user to create one.
    pub fn new(name: &str, limit: u64) -> Result<Cgroup, Box<dyn Error>> {
        let own = fs::read_to_string("/proc/self/cgroup")?;
        let of = |controllers: &str| {
            own.lines().find_map(|line| {
                let (_, rest) = line.split_once(':')?;
                let (found, path) = rest.split_once(':')?;
                (found == controllers).then(|| path.trim_start_matches('/').to_owned())
            })
        };
        let root = Path::new("/sys/fs/cgroup");
        let group = match (of("memory"), of("")) {
            (Some(path), _) => Cgroup {
                folder: root.join("memory").join(path).join(name),
                is_first_version: true,
            },
            (None, Some(path)) => Cgroup {
                folder: root.join(path).join(name),
                is_first_version: false,
            },
            (None, None) => return Err("the system has no cgroups".into()),
        };
        let told = |error| format!("cannot create {}: {error}", group.folder.display());
        fs::create_dir(&group.folder).map_err(told)?;
        let file = if group.is_first_version {
            "memory.limit_in_bytes"
        } else {
            "memory.max"
        };
        fs::write(group.folder.join(file), limit.to_string()).map_err(told)?;
        Ok(group)
    }

    /// The file to which a process writes its id to join the group.
    pub fn members(&self) -> PathBuf {
        self.folder.join("cgroup.procs")
    }

    /// Peak memory of the group in bytes, where the system reports it.
    pub fn peak(&self) -> Option<u64> {
        self.read(if self.is_first_version {
            "memory.max_usage_in_bytes"
        } else {
            "memory.peak"
        })
    }

    /// Number of times the limit was reached, where the system reports it.
    pub fn times_at_limit(&self) -> Option<u64> {
        if self.is_first_version {
            return self.read("memory.failcnt");
        }
        let events = fs::read_to_string(self.folder.join("memory.events")).ok()?;
        let most = events.lines().find_map(|line| line.strip_prefix("max "))?;
        most.parse().ok()
    }

    fn read(&self, file: &str) -> Option<u64> {
        let text = fs::read_to_string(self.folder.join(file)).ok()?;
        text.trim().parse().ok()
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // A group that remains is empty and does no harm.
        let _ = fs::remove_dir(&self.folder);
    }
}
