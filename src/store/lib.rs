//! Stores on the disk: marks or run files of a breadth-first search, with log and checksums.
//!
//! This layer knows bits and numbers, but no puzzles or positions, and uses no other layer.
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
//! | `header` | which search the store is of | once, as the last step of its creation |
//! | `marks` | two bits for each configuration, reserved in full | in place, at any time |
//! | `log` | a record for each finished generation, one for the end | appended at a sync |
//! | `last` | the generation to resume from | replaced at a sync |
//! | `sums` | a checksum for each 64 KiB of marks | replaced at the ends of a run, or at a sync |
//! | `lock` | the writer's process number, while there is one | when a writer comes and goes |
//!
//! Header, log, marks, last and sums depend on the search alone: no time, host, thread count or
//! number of interruptions shows in the bytes of a finished store.
//!
//! A store of run files has `generation-000000` and so on instead of `marks` and `last`, and
//! `kept`, the first generation whose file must be there; it depends on the search and on how many
//! files are to be kept. The documentation of the file `run_store` says how the rules below apply
//! to it.
//!
//! # Foreign files
//!
//! Files are reached through the folder that was opened (`disk::folder`), so a folder that takes
//! its name meanwhile is neither read nor written; a writer that notices this at the end of a sync
//! fails with [`StoreError::Moved`]. No link is followed, and only regular files are opened. A
//! created file is a new one, whatever had its name. A file that is written in place, as marks and
//! log are, must have no other name. A lock with another name is replaced before it is written to.
//! Only the removal of an emptied folder goes by its name: an empty folder that replaces it between
//! the last check and the removal is removed instead.
//!
//! # Why no crash leads to a wrong answer
//!
//! **Marks are never wrong, the log may be behind the marks, `last` may be behind the log.** A run
//! resumes from `last`, or from its sources if marks may be wrong that nothing confirms (see
//! below). Work that it repeats changes no existing mark and gives the same counts.
//!
//! *Marks are never wrong.* A configuration is marked once, from 0 to the mark of its generation,
//! by one store into one aligned word, which lies in one disk sector. So at every moment, and after
//! any power loss, each mark on the disk is 0 or right, whichever pages the kernel has written.
//! Marks may be missing, but all that a record of the log counts were on the disk before it.
//!
//! *Order of a sync.* (1) marks to the disk; (2) the records of all generations finished so far,
//! appended and brought to the disk; (3) `last`, written under another name, brought to the disk,
//! renamed, and the folder brought to the disk; (4) if they are due, the checksums of the marks, in
//! the same way; and at the end of a run (5) the record of the end. Each part begins after the
//! previous one has returned. [`Store::append`] keeps its records in memory until (2), because the
//! kernel might otherwise bring a count to the disk before the marks that it counts. A kill
//! therefore costs the work since the last sync; its marks make it quick to repeat.
//!
//! *Every point of interruption*, by a kill (the kernel keeps what was stored and written) or by a
//! power loss (any part of what was not synced may be on the disk):
//!
//! - While exploring, or in (1): the next opening finds marks ahead of the log, perhaps only a part
//!   of them, and log and `last` as of the previous sync.
//! - In (2): a log longer than `last`, perhaps with a torn tail. Its records are right, because
//!   their marks are on the disk.
//! - In (3): the old `last` or the new one, whole; perhaps a `last.new`, which is replaced.
//! - In (4): the old checksums or the new ones, whole.
//! - In (5): all generations and the last of them, but no end, or a torn one. The run expands the
//!   last generation, finds nothing, and records the end again.
//! - Before the first (3): no `last`. The run starts at its sources, with marks that are right.
//!
//! So `last` is always a finished generation whose number is in the log. That distinguishes a torn
//! tail from damage: the records up to that of `last` were on the disk before `last`, so a bad one
//! among them was changed by the disk, which is an error. A bad record behind them, and everything
//! after it, never counted and is truncated. If the log is ahead of `last`, [`Store::append`]
//! compares its counts with those found again.
//!
//! In return, the explorer takes as the next generation the neighbours of `last` that are unmarked
//! **or already have the mark of the next generation**. In an undirected graph a neighbour of
//! generation n is in n - 1, n or n + 1, whose marks all differ, so this is exactly generation n +
//! 1, whatever marks are missing. But counting marks by residue is right only while no marks are
//! ahead. And in an unfinished store, a walk back to the sources is certain only from generations
//! in the log: ahead of it, a power loss may have kept a mark and lost that of its predecessor.
//!
//! # Marks at rest
//!
//! Marks change in place all the time, so their checksums can match only while nothing changes
//! them. The file `sums` says whether that is so: marks are *at rest* from the end of one run to
//! the beginning of the next ([`Store::begin`], [`Store::rest`], [`Store::finish`]), and in use
//! between them.
//!
//! - *At rest* every block must match. Blocks of a finished store are checked when they are first
//!   read ([`Store::alarm`]); those of an unfinished one all at once before it is written, because
//!   a run resumes from all marks.
//! - *In use*, that is beside a writer or after a kill or a power loss, a block that matches is
//!   whole. One that does not match was changed by a run, which may be ahead of the log, or it is
//!   damaged: the bytes do not show which. [`Store::begin`] checks that there are at least as many
//!   marks as the log counts, and [`Store::finish`] that there are exactly as many of each residue.
//!   Such counts miss some damage: a configuration of generation n + 1 with the mark of n - 1
//!   counts as one of n - 1 for generation n, and as one of n + 2 for a neighbour in its own
//!   generation, and two wrong marks can cancel out. So [`Store::is_doubtful`] says that marks may
//!   be wrong, and the search must start at its sources and prove each mark by generations that it
//!   finds without marks. The doubt ends when all generations of the log were noted again, from 0
//!   on, and no mark is ahead of the log. Until then no checksums are taken, and [`Store::rest`]
//!   does not put the marks at rest.
//!
//! During a run, a sync takes new checksums if the last ones are older than an interval
//! ([`Store::take_sums_every`]). A short interval leaves fewer uncertain blocks after a kill, but
//! each taking reads all marks.
//!
//! # Creation, removal, failures, readers
//!
//! *Creating* a store: folder, lock, marks (reserved in full, so that a full disk is an error here
//! and not a SIGBUS later), checksums of no marks, log, and at last the header by a rename, when
//! all else is on the disk. A folder without a header is no store, and the next writer creates it
//! again. *Removing* a store, for good or to replace it: the header first, and that is on the disk
//! before any other file is removed. It is renamed to `header.new`, which is removed last. So
//! generations without either of them are not of a store that was being created or removed: its
//! header was lost, and the folder is refused and left alone. Marks are unlinked and never
//! truncated, so a reader that has mapped them keeps them; only the torn tail of a log is
//! truncated, which no reader counts.
//!
//! *A failed sync* leaves the kernel's pages in an unknown state, so the open store writes nothing
//! more. The store on the disk is as good as before. But the kernel may take pages for clean that
//! the disk has refused, and show them to the next opening. Then only a restart of the machine
//! shows what the disk has; check a run that resumed before it with [`Store::verify`] after it.
//!
//! *Readers* take no lock. They open `last` and then the log, so that the log has the `last` that
//! they hold; if that log has its end, they open `last` once more, because it does not change any
//! more. At the end they check that the header is still the one they began with; otherwise a fresh
//! store has replaced theirs, and they say so. The marks that they see are those of the moment,
//! ahead of the log that they have read.

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
