//! The memory of this machine, total and free. No other file asks the system about its memory.
//!
//! On Linux it is the amount that the kernel reports, or less if the control groups of the process
//! or their parents allow less. On other systems it is unknown, and no search is refused for lack
//! of it.

use super::OutOfResources;
use std::fs;
use std::path::{Component, Path};

/// The memory of a machine, or of the control group in which a process runs, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// Total memory.
    pub total: u64,
    /// Free memory, including caches of files that the system would give up.
    pub available: u64,
    /// Additional memory that can be moved to the disk: swap.
    pub swap: u64,
}

/// Bytes of memory below which a search is not compared with the machine: the program itself takes
/// more, and asking the system would take longer than such a search.
const NEGLIGIBLE: u64 = 4 << 20;

/// The part of the machine's memory that a search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryClaim {
    /// All memory including swap, since the user has named an amount.
    Named,
    /// Only the free memory, since the user has named no amount.
    Free,
}

impl Machine {
    /// The memory of this machine; `None` if the system does not report it.
    ///
    /// Time: that of reading about ten small files.
    pub fn this() -> Option<Machine> {
        if cfg!(target_os = "linux") {
            Machine::below(Path::new("/"))
        } else {
            None
        }
    }

    /// The memory of a Linux system whose `/proc` and `/sys` lie below `root`.
    fn below(root: &Path) -> Option<Machine> {
        let read = |path: &Path| fs::read_to_string(root.join(path)).ok();
        let machine = of_kernel(&read(Path::new("proc/meminfo"))?)?;
        let groups = read(Path::new("proc/self/cgroup")).unwrap_or_default();
        let groups = groups.lines().filter_map(ControlGroup::of);
        let all = groups.flat_map(|group| group.and_parents());
        let limits = all.filter_map(|(files, folder)| {
            let read = |name: &str| read(&Path::new(&folder).join(name));
            files.limit(&read)
        });
        Some(limits.fold(machine, |machine, (limit, free)| Machine {
            total: machine.total.min(limit),
            available: machine.available.min(free),
            // If a control group limits memory, swap counts as 0, since the group's limit on swap
            // is not read.
            swap: if limit < machine.total {
                0
            } else {
                machine.swap
            },
        }))
    }

    /// The highest memory limit that a user may name: all memory including swap.
    pub fn most(&self) -> u64 {
        self.total.saturating_add(self.swap)
    }

    /// Compares the bytes of memory that a search needs with those of this machine.
    ///
    /// # Errors
    /// If the machine has less memory.
    pub fn check(&self, needed: u64, claim: MemoryClaim) -> Result<(), OutOfResources> {
        let Machine {
            total, available, ..
        } = *self;
        if needed > self.most() || needed > total && claim == MemoryClaim::Free {
            return Err(OutOfResources::Machine { needed, total });
        }
        if needed > available && claim == MemoryClaim::Free {
            return Err(OutOfResources::Free {
                needed,
                total,
                available,
            });
        }
        Ok(())
    }
}

impl OutOfResources {
    /// Compares the bytes of memory that a search needs with a limit, and with those of this
    /// machine.
    ///
    /// # Errors
    /// The limit or the machine that has too little memory.
    pub fn of_memory(needed: u64, allowed: Option<u64>) -> Result<(), OutOfResources> {
        OutOfResources::of_resident(needed, needed, allowed)
    }

    /// Makes the comparison of [`OutOfResources::of_memory`] for a search that can have all but
    /// `resident` bytes in files.
    pub(super) fn of_resident(
        needed: u64,
        resident: u64,
        allowed: Option<u64>,
    ) -> Result<(), OutOfResources> {
        if let Some(allowed) = allowed.filter(|allowed| *allowed < needed) {
            return Err(OutOfResources::Memory { needed, allowed });
        }
        if resident < NEGLIGIBLE {
            return Ok(());
        }
        match (allowed, Machine::this()) {
            (Some(_), Some(machine)) => machine.check(resident, MemoryClaim::Named),
            (None, Some(machine)) => machine.check(resident, MemoryClaim::Free),
            (_, None) => Ok(()),
        }
    }
}

/// Parses `/proc/meminfo`, the kernel's report about its memory.
fn of_kernel(text: &str) -> Option<Machine> {
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let number = line.strip_prefix(':')?.trim().strip_suffix("kB")?;
        number.trim().parse::<u64>().ok()?.checked_mul(1024)
    };
    let total = field("MemTotal")?;
    Some(Machine {
        total,
        available: field("MemAvailable").unwrap_or(total),
        swap: field("SwapTotal").unwrap_or(0),
    })
}

/// Names of the files of one version of control groups.
#[derive(Clone, Copy)]
struct CgroupFiles {
    root: &'static str,
    limit: &'static str,
    used: &'static str,
    /// Lines of `memory.stat` that count caches which the system would give up.
    caches: [&'static str; 2],
}

const V1: CgroupFiles = CgroupFiles {
    root: "sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    caches: ["total_inactive_file", "total_active_file"],
};

const V2: CgroupFiles = CgroupFiles {
    root: "sys/fs/cgroup",
    limit: "memory.max",
    used: "memory.current",
    caches: ["inactive_file", "active_file"],
};

impl CgroupFiles {
    /// The memory limit of a control group, and the bytes of it that are free; `None` if there is
    /// no limit.
    fn limit(&self, read: &dyn Fn(&str) -> Option<String>) -> Option<(u64, u64)> {
        // The text `max` means that there is no limit.
        let number = |name| read(name)?.trim().parse::<u64>().ok();
        let limit = number(self.limit)?;
        let stat = read("memory.stat").unwrap_or_default();
        let cached = stat.lines().filter_map(|line| {
            let (name, value) = line.split_once(' ')?;
            let value = value.trim().parse::<u64>().ok();
            value.filter(|_| self.caches.contains(&name))
        });
        let used = number(self.used).unwrap_or(0).saturating_sub(cached.sum());
        Some((limit, limit.saturating_sub(used)))
    }
}

/// A control group of this process.
struct ControlGroup<'t> {
    files: CgroupFiles,
    path: &'t str,
}

impl<'t> ControlGroup<'t> {
    /// Parses a line of `/proc/self/cgroup`; `None` for a group that limits no memory.
    ///
    /// The line is `0::/path` in version 2, `N:memory:/path` in version 1.
    fn of(line: &'t str) -> Option<ControlGroup<'t>> {
        let (number, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let files = match controllers {
            "" if number == "0" => V2,
            _ if controllers.split(',').any(|own| own == "memory") => V1,
            _ => return None,
        };
        Some(ControlGroup { files, path })
    }

    /// The folders of the group and of its parents.
    ///
    /// In a container the path may be valid only on the machine that runs the container; then only
    /// the top folder is visible.
    fn and_parents(self) -> Vec<(CgroupFiles, String)> {
        let mut folder = self.files.root.to_owned();
        let mut folders = vec![(self.files, folder.clone())];
        for part in Path::new(self.path).components() {
            match part {
                Component::Normal(name) => {
                    folder = format!("{folder}/{}", name.to_string_lossy());
                    folders.push((self.files, folder.clone()));
                }
                // The path leads out of the visible folders, so no more folders are added.
                Component::ParentDir => break,
                _ => {}
            }
        }
        folders
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GB: u64 = 1 << 30;
    /// A kernel's report of 24 GiB of memory, with 20 GiB available.
    const MEMINFO: &str = "MemTotal:       25165824 kB\nMemFree:         1024 kB\n\
        MemAvailable:   20971520 kB\nSwapCached:            0 kB\nSwapTotal:       1048576 kB\n";

    /// The memory of a system with these files.
    fn machine(files: &[(&str, &str)]) -> Option<Machine> {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Machine::below(root.path())
    }

    fn has(total: u64, available: u64, swap: u64) -> Option<Machine> {
        Some(Machine {
            total,
            available,
            swap,
        })
    }

    #[test]
    fn without_groups_the_kernel_is_right() {
        let known = has(24 * GB, 20 * GB, GB);
        assert_eq!(machine(&[("proc/meminfo", MEMINFO)]), known);
        assert_eq!(machine(&[]), None);
        for broken in [
            "",
            "MemTotal: many kB\n",
            "MemTotal: 99999999999999999999 kB",
        ] {
            assert_eq!(machine(&[("proc/meminfo", broken)]), None, "{broken:?}");
        }
        let old = "MemTotal: 1024 kB\nMemFree: 4 kB\n";
        let found = machine(&[("proc/meminfo", old)]);
        assert_eq!(
            found,
            has(1 << 20, 1 << 20, 0),
            "old kernels do not say what is available"
        );
        let free = [
            ("proc/meminfo", MEMINFO),
            ("proc/self/cgroup", "0::/user.slice\n"),
            ("sys/fs/cgroup/user.slice/memory.max", "max\n"),
            ("sys/fs/cgroup/user.slice/memory.current", "123456789\n"),
        ];
        assert_eq!(machine(&free), known, "`max` is no limit");
    }

    #[test]
    fn the_least_limit_of_a_group_and_its_parents_holds() {
        let nested = |own: &str, parent: &str| {
            machine(&[
                ("proc/meminfo", MEMINFO),
                ("proc/self/cgroup", "0::/a.slice/b.scope\n"),
                ("sys/fs/cgroup/a.slice/memory.max", parent),
                ("sys/fs/cgroup/a.slice/memory.current", "3221225472\n"),
                (
                    "sys/fs/cgroup/a.slice/memory.stat",
                    "anon 1\ninactive_file 1073741824\nactive_file 1073741824\nslab 77\n",
                ),
                ("sys/fs/cgroup/a.slice/b.scope/memory.max", own),
                ("sys/fs/cgroup/a.slice/b.scope/memory.current", "0\n"),
            ])
        };
        // The parent group uses 3 of its 4 GiB, and would give up 2 of these, which are caches.
        assert_eq!(nested("max\n", "4294967296\n"), has(4 * GB, 3 * GB, 0));
        assert_eq!(nested("2147483648\n", "max\n"), has(2 * GB, 2 * GB, 0));
        assert_eq!(
            nested("2147483648\n", "4294967296\n"),
            has(2 * GB, 2 * GB, 0)
        );
        assert_eq!(
            nested("8589934592\n", "4294967296\n"),
            has(4 * GB, 3 * GB, 0)
        );
        assert_eq!(nested("max\n", "max\n"), has(24 * GB, 20 * GB, GB));
    }

    #[test]
    fn a_container_that_sees_its_own_group_alone_has_its_limit_at_the_top() {
        for path in ["/", "/docker/0123", "/../elsewhere"] {
            let line = format!("0::{path}\n");
            let found = machine(&[
                ("proc/meminfo", MEMINFO),
                ("proc/self/cgroup", &line),
                ("sys/fs/cgroup/memory.max", "1073741824"),
                ("sys/fs/cgroup/memory.current", "536870912"),
                ("sys/fs/memory.max", "4096"),
                ("sys/fs/cgroup/elsewhere/memory.max", "4096"),
            ]);
            assert_eq!(found, has(GB, GB / 2, 0), "{path}");
        }
    }

    #[test]
    fn version_1_has_its_own_files_and_a_number_for_no_limit() {
        let group = |limit: &str| {
            machine(&[
                ("proc/meminfo", MEMINFO),
                (
                    "proc/self/cgroup",
                    "9:name=systemd:/\n5:cpu,memory:/jobs/one\n4:cpuset:/\n0::/\n",
                ),
                (
                    "sys/fs/cgroup/memory/memory.limit_in_bytes",
                    "9223372036854771712\n",
                ),
                ("sys/fs/cgroup/memory/jobs/one/memory.limit_in_bytes", limit),
                (
                    "sys/fs/cgroup/memory/jobs/one/memory.usage_in_bytes",
                    "2147483648\n",
                ),
                (
                    "sys/fs/cgroup/memory/jobs/one/memory.stat",
                    "cache 5\ninactive_file 1\ntotal_inactive_file 1073741824\ntotal_active_file \
                     0\n",
                ),
            ])
        };
        assert_eq!(group("9223372036854771712\n"), has(24 * GB, 20 * GB, GB));
        assert_eq!(group("6442450944\n"), has(6 * GB, 5 * GB, 0));
    }

    #[test]
    fn what_is_needed_is_held_against_what_is_free_or_against_all_where_an_amount_is_named() {
        let machine = Machine {
            total: 24,
            available: 20,
            swap: 4,
        };
        let free = OutOfResources::Free {
            needed: 21,
            total: 24,
            available: 20,
        };
        let machine_has = |needed| Err(OutOfResources::Machine { needed, total: 24 });
        assert_eq!(machine.check(20, MemoryClaim::Free), Ok(()));
        assert_eq!(machine.check(21, MemoryClaim::Free), Err(free));
        assert_eq!(machine.check(25, MemoryClaim::Free), machine_has(25));
        assert_eq!(machine.check(28, MemoryClaim::Named), Ok(()));
        assert_eq!(machine.check(29, MemoryClaim::Named), machine_has(29));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_machine_has_some_memory_and_no_more_of_it_free() {
        let machine = Machine::this().expect("Linux says how much memory it has");
        assert!(machine.available <= machine.total && machine.total > 1 << 20);
    }
}
