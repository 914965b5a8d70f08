//! Stores on the disk: marks or run files of a breadth-first search, with log and checksums.
//!
//! This crate knows bits and numbers, but no puzzles or positions. It uses no other crate of the
//! workspace.
//!
//! | module | holds |
//! |---|---|
//! | `disk` | folders, files, disk space and mapped memory |
//! | `journal` | what all stores share: folder, header, lock, log, order of syncs, removal, audit |
//! | `marks` | [`Store`]: two bits for each configuration, and the last generation |
//! | `runs` | [`RunStore`]: a sorted file for each generation |
//! | `directory` | [`Store::list`] and [`Store::remove`] |
//! | `error` | [`StoreError`] |
//!
//! # Files of a store
//!
//! | file | content | written |
//! |---|---|---|
//! | `header` | the search that the store belongs to | once, as the last step of its creation |
//! | `marks` | two bits for each configuration, reserved in full | in place, at any time |
//! | `log` | a record for each finished generation, and one of the end | appended at a sync |
//! | `last` | the generation to resume from | replaced at a sync |
//! | `sums` | a checksum for each 64 KiB of marks | replaced when a run begins or ends |
//! | `lock` | the process number of the writer, if any | when a writer opens or closes |
//!
//! The bytes of these files (except `lock`) depend on the search alone once the store is finished.
//! Time, host, thread count and the number of interruptions do not show in them.
//!
//! A store of run files has a file for each generation (`generation-000000` and so on) instead of
//! `marks` and `last`. Instead of `sums` it has `kept`: the number of the first generation whose
//! file must exist, which also depends on how many files are to be kept. The documentation of
//! `runs/run_store.rs` says how the rules below apply to such a store.
//!
//! # Foreign files
//!
//! Files are reached through the folder that was opened (`disk::folder`), so another folder that
//! takes over its name is neither read nor written. A writer that notices such a folder at the end
//! of a sync fails with [`StoreError::Moved`]. No link is followed, and only regular files are
//! opened. A created file is always new: an older file of that name is unlinked, not overwritten. A
//! file that is written in place (marks and log) must have no other name (hard link). A lock file
//! with another name is replaced before it is written to.
//!
//! Only the removal of an emptied folder goes by the folder's name. If an empty folder takes over
//! that name between the last check and the removal, that folder is removed instead.
//!
//! # Why no crash leads to a wrong answer
//!
//! **Marks are never wrong, the log may be behind the marks, `last` may be behind the log.** A run
//! resumes from `last`. It resumes from its sources if a crash left marks that nothing confirms
//! (see *Marks at rest*). Work that it repeats changes no existing mark and gives the same counts.
//!
//! *Marks are never wrong.* A configuration is marked once, from 0 to the mark of its generation,
//! by one write of one aligned word, which lies in one disk sector. So at every moment, and after
//! any power loss, each mark on the disk is 0 or right, whichever pages the kernel has written.
//! Marks may be missing, but never those that a record of the log counts: they were on the disk
//! before the record.
//!
//! *Order of a sync.* Each part begins after the previous one has returned:
//!
//! 1. The marks are brought to the disk.
//! 2. The records of all generations finished so far are appended to the log and brought to the
//!    disk.
//! 3. `last` is written under another name, brought to the disk and renamed; then the folder is
//!    brought to the disk.
//! 4. If new checksums of the marks are due, `sums` is replaced in the same way.
//! 5. If the search is complete, the record of the end is appended and brought to the disk.
//!
//! [`Store::append`] keeps its records in memory until part 2, because the kernel might otherwise
//! bring a count to the disk before the marks that it counts. So a kill costs the work since the
//! last sync. The marks of that work make it quick to repeat.
//!
//! *Every point of interruption*, by a kill (the kernel keeps what was stored and written) or by a
//! power loss (any part of what was not synced may be on the disk):
//!
//! - While exploring, or in part 1: the next opening finds log and `last` as of the previous sync,
//!   and some or all of the later marks.
//! - In part 2: the log has later generations than `last`, and perhaps a torn tail. Its records are
//!   right, because their marks are on the disk.
//! - In part 3: the old `last` or the new one, whole; perhaps also a `last.new`, which the next
//!   sync replaces.
//! - In part 4: the old checksums or the new ones, whole.
//! - In part 5: all generations and the newest `last`, but no record of the end, or a torn one. The
//!   next run expands the last generation, finds nothing new, and records the end again.
//! - Before the first part 3: no `last`. The next run starts at its sources.
//!
//! So `last` is always a finished generation whose number is in the log. That distinguishes a torn
//! tail from damage: the records up to that of `last` were on the disk before `last`, so a bad one
//! among them was changed by the disk, which is an error. A bad record behind that of `last` never
//! counted: it is truncated, with everything after it. If the log is ahead of `last`,
//! [`Store::append`] compares the counts in the log with those found again.
//!
//! Because marks may be ahead of `last`, a run takes as the next generation the neighbours of
//! `last` that are unmarked **or already have the mark of the next generation**. In an undirected
//! graph a neighbour of generation n is in n - 1, n or n + 1, whose marks all differ, so this is
//! exactly generation n + 1, whatever marks are missing. Marks ahead of the log have two
//! consequences:
//!
//! - Counts of marks by residue (generation number modulo 3) may be larger than the log says.
//! - In an unfinished store, a walk back to the sources is certain only from generations in the
//!   log: ahead of it, a power loss may have kept a mark and lost that of its predecessor.
//!
//! # Marks at rest
//!
//! Marks change in place all the time, so their checksums can match only while nothing changes
//! them. The file `sums` says whether that is so: marks are *at rest* from the end of one run to
//! the beginning of the next ([`Store::begin`], [`Store::rest`], [`Store::finish`]), and in use
//! between them.
//!
//! - *At rest* every block must match its checksum. Blocks of a finished store are checked when
//!   they are first read ([`Store::alarm`]). The blocks of an unfinished store are all checked when
//!   it is opened for writing, because a run resumes from all marks.
//! - Marks are *in use* while a writer is active, and after a kill or a power loss. A block that
//!   matches its checksum is undamaged. A block that does not match was changed by a run or is
//!   damaged, and its bytes do not show which.
//!
//! After a kill or a power loss, [`Store::begin`] checks that there are at least as many marks of
//! each residue as the log counts. [`Store::finish`] checks that there are exactly as many. Such
//! counts miss some damage, because two wrong marks can cancel out. Nor do neighbours always show a
//! wrong mark: the mark of n - 1 is that of n + 2 too, so on a configuration of generation n + 1 it
//! can look right from every neighbour. Therefore the store is doubtful ([`Store::is_doubtful`]):
//! the search must start at its sources and prove each mark by generations that it finds without
//! marks. The doubt ends when all generations of the log were appended again, from 0 on, and no
//! mark is ahead of the log. Until then no checksums are taken, and [`Store::rest`] does not put
//! the marks at rest.
//!
//! During a run, a sync also replaces `sums` if its checksums are older than an interval
//! ([`Store::take_sums_every`]). A short interval leaves fewer uncertain blocks after a kill, but
//! each replacement reads all marks.
//!
//! # Creation, removal, failures, readers
//!
//! *Creation* has this order: folder, lock, marks, checksums of unset marks, log, header. Disk
//! space is reserved for all marks, so that a full disk is an error here and not a SIGBUS later.
//! The header is renamed into place when all other files are on the disk. A folder without a header
//! is no store; the next writer creates the store again in it.
//!
//! *Removal*, for good or to make place for a fresh store, begins by renaming the header to
//! `header.new`. This is on the disk before any other file is removed; `header.new` is removed
//! last. So a folder that has generations but neither `header` nor `header.new` was not being
//! created or removed: its header was lost. Such a folder is refused and left alone.
//!
//! Marks are unlinked and never truncated, so a reader that has mapped them keeps them. Only the
//! torn tail of a log is truncated, which no reader counts.
//!
//! *A failed sync* leaves the kernel's pages in an unknown state, so the open store writes nothing
//! more. The store on the disk is as good as before. But the kernel may treat pages that the disk
//! has refused as written, and show them to the next opening. Only a restart of the machine then
//! shows what the disk has. If a run resumed before that restart, check its store with
//! [`Store::verify`] after the restart.
//!
//! *Readers* take no lock. They open `last` and then the log, so that the log has the generation in
//! `last`. If the log has the record of the end, they open `last` once more, because from then on
//! it does not change. Finally they check that the header file is still the one that they opened.
//! If it is not, a fresh store has replaced the one that they read, and they fail with
//! [`StoreError::Replaced`]. Readers see the marks as they are now, perhaps ahead of the log that
//! they have read.

mod directory;
mod disk;
mod error;
mod journal;
mod marks;
mod runs;
#[cfg(test)]
mod sample;
mod view;

pub use directory::StoreSummary;
pub use disk::disk_space::{check_holds_files, free_space};
pub use disk::mapped_words::{MappedWords, OwnedWords, PageHints};
pub use error::StoreError;
pub use journal::audit::{ChangedBlocks, Findings, StoreProblem};
pub use journal::handle::Access;
pub use journal::record::{Header, LogRecord, StoreKind};
pub use marks::checked_marks::CorruptionFlag;
pub use marks::generation::Generation;
pub use marks::mark_bits::Marks;
pub use marks::mark_store::Store;
pub use marks::quarters::by_quarters;
pub use marks::word_set::WordSet;
pub use runs::ascending::Ascending;
pub use runs::run_format::RunSize;
pub use runs::run_reader::{RunLookup, RunReader};
pub use runs::run_store::RunStore;
pub use runs::sorter::{Merged, Sorter, Sorting, Spilled};
pub use view::StoreView;
