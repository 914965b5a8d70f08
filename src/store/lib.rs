//! Stores on the disk: marks, run files or counts of a breadth-first search, with log and
//! checksums.
//!
//! This crate knows bits and numbers, but no puzzles or positions. It uses no other crate of the
//! workspace.
//!
//! | module | holds |
//! |---|---|
//! | `disk` | folders, files, disk space and mapped memory |
//! | `journal` | the parts of all kinds of store: folder, header, lock, log, removal, audit |
//! | `marks` | [`Store`]: two bits for each configuration, and the last generation |
//! | `runs` | [`RunStore`]: a sorted file for each generation |
//! | `bits` | [`BitStore`]: the sizes of generations, and one bit for each configuration |
//! | `directory` | [`Store::list`] and [`Store::remove`] |
//! | `kept_file` | [`open_kept_file`], [`read_kept_file`]: files beside stores |
//! | `error` | [`StoreError`] |
//!
//! # Files of a store
//!
//! | file | content | written |
//! |---|---|---|
//! | `header` | the search that the store belongs to | once, as the last step of its creation |
//! | `marks` | two bits for each configuration, reserved in full | in place, at any time |
//! | `log` | a record for each finished generation, and for the end | appended at a sync |
//! | `last` | the generation to resume from | replaced at a sync |
//! | `sums` | a checksum for each 64 KiB of marks | replaced when a run begins or ends |
//! | `lock` | the process number of the writer, if any | when a writer opens or closes it |
//!
//! The bytes of these files (except `lock`) depend on the search alone once the store is finished.
//! They do not depend on time, host, thread count or the number of interruptions.
//!
//! A store of run files has a file for each generation (`generation-000000` and so on) instead of
//! `marks` and `last`. Instead of `sums` it has `kept`, with the number of the first generation
//! whose file must exist. This number also depends on how many files are to be kept. The
//! documentation of `runs/run_store.rs` says how the rules below apply to such a store.
//!
//! A store of counts has the files `bits-0` and `bits-1` until its search is complete, and `ring`,
//! which says how they are divided; `goals` has the numbers of goals. The documentation of
//! `bits/bit_store.rs` has its rules.
//!
//! # Foreign files
//!
//! Files are reached through the folder that was opened (`disk::folder`). If another folder takes
//! over the name of that folder, the other folder is neither read nor written. If a writer notices
//! this at the end of a sync, it fails with [`StoreError::Moved`]. No link is followed, and only
//! regular files are opened. A created file is always new: an older file of that name is unlinked,
//! not overwritten. A file that is written in place (marks and log) must have no other name (hard
//! link). A lock file with another name is replaced before it is written to.
//!
//! Only the removal of an emptied folder uses the folder's name. If another empty folder takes over
//! that name between the last check and the removal, the other folder is removed instead.
//!
//! # Why no crash leads to a wrong answer
//!
//! **Marks are never wrong. The log may be behind the marks, and `last` behind the log.** A run
//! resumes from `last`, or from its sources if a crash left marks that nothing confirms (see *Marks
//! at rest*). Repeated work changes no existing mark and gives the same counts.
//!
//! *Marks are never wrong.* A configuration is marked once: its mark changes from 0 to the mark of
//! its generation. This is one write of one aligned word, which lies in one disk sector. So at
//! every moment, and after any power loss, each mark on the disk is 0 or right, whichever pages the
//! kernel has written. Marks may be missing, but not marks that a record of the log counts, because
//! they were on the disk before the record.
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
//! bring a count to the disk before the marks that it counts. So after a kill the next run must
//! repeat the work since the last sync. This is quick, because the marks of that work exist
//! already.
//!
//! *What the next opening finds* depends on the point of interruption. After a kill, the kernel
//! still has all bytes that were stored or written. After a power loss, any part of the bytes that
//! were not synced may be on the disk.
//!
//! - While exploring, or in part 1: it finds log and `last` as of the previous sync, and some or
//!   all of the later marks.
//! - In part 2: it finds later generations in the log than in `last`, and perhaps a torn tail. The
//!   records of the log are right, because the marks that they count are on the disk.
//! - In part 3: it finds the old `last` or the new one, whole. It may also find a `last.new`, which
//!   the next sync replaces.
//! - In part 4: it finds the old checksums or the new ones, whole.
//! - In part 5: it finds all generations and the newest `last`, but no record of the end, or a torn
//!   record. The next run expands the last generation, finds nothing new, and records the end
//!   again.
//! - Before part 3 of the first sync: it finds no `last`. The next run starts at its sources.
//!
//! So `last` is always a finished generation whose number is in the log. That distinguishes damage
//! from a torn tail. The records up to that generation were on the disk before `last`. If one of
//! these records is bad, the disk has changed it, which is an error. A bad record behind them is a
//! torn tail: it is truncated, with everything after it. If the log is ahead of `last`,
//! [`Store::append`] compares the counts in the log with the counts of the repeated work.
//!
//! Because marks may be ahead of `last`, a run takes as the next generation the neighbours of
//! `last` that are unmarked **or already have the mark of the next generation**. In an undirected
//! graph a neighbour of generation n is in generation n - 1, n or n + 1, and the marks of these
//! three differ. So the neighbours taken are exactly generation n + 1, even if any of its marks are
//! missing. Marks ahead of the log have two consequences:
//!
//! - Counts of marks by residue (generation number modulo 3) may be larger than the log says.
//! - In an unfinished store, a walk back to the sources is certain to succeed only from generations
//!   in the log. In later generations a power loss may have kept a mark and lost the mark of a
//!   predecessor.
//!
//! # Marks at rest
//!
//! A run changes marks in place all the time, so their checksums can match only between runs. The
//! file `sums` records which of two states the marks have. Marks are *at rest* from the end of a
//! run ([`Store::rest`], [`Store::finish`]) to the beginning of the next ([`Store::begin`]). At all
//! other times they are *in use*.
//!
//! - *At rest* every block must match its checksum. Blocks of a finished store are checked when
//!   they are first read ([`Store::alarm`]). The blocks of an unfinished store are all checked when
//!   it is opened for writing, because a run resumes from all marks.
//! - *In use*, and also after a kill or a power loss, a block may differ from its checksum. A block
//!   that matches is undamaged. A block that does not match was changed by a run or is damaged, and
//!   its bytes do not show which.
//!
//! After a kill or a power loss, [`Store::begin`] checks that there are at least as many marks of
//! each residue as the log counts. [`Store::finish`] checks that the numbers are equal. Such counts
//! miss some damage, because two wrong marks can cancel out. A comparison with the marks of
//! neighbours can miss a wrong mark too: generations n - 1 and n + 2 have the same mark, so on a
//! configuration of generation n + 1 that mark can look right from every neighbour. Therefore the
//! store is doubtful ([`Store::is_doubtful`]): the search must start at its sources, find the
//! generations without using marks, and compare each mark with them. The store stops being doubtful
//! when all generations of the log were appended again, from 0 on, and there is no mark that the
//! log does not count. Until then no checksums are taken, and [`Store::rest`] does not put the
//! marks at rest.
//!
//! During a run, a sync also replaces `sums` if the checksums in it are older than an interval
//! ([`Store::take_sums_every`]). With a short interval, fewer blocks are uncertain after a kill,
//! but each replacement of `sums` reads all marks.
//!
//! # Creation, removal, failures, readers
//!
//! *Creation* has this order: folder, lock, marks (all 0), checksums of these marks, log, header.
//! Disk space is reserved for all marks, so that a full disk is an error here and not a SIGBUS
//! later. The header is renamed into place when all other files are on the disk. A folder without a
//! header is no store, so the next writer creates the store in it from the beginning.
//!
//! *Removal*, for good or to make place for a fresh store, begins by renaming the header to
//! `header.new`. The new name is on the disk before any other file is removed, and `header.new` is
//! removed last. So if a folder has generations but neither `header` nor `header.new`, its header
//! was lost in another way. Such a folder is refused and left alone.
//!
//! The file of the marks is unlinked and never truncated, so a reader that has mapped it can still
//! read it. Only the torn tail of a log is truncated, and readers ignore that tail.
//!
//! *A failed sync* leaves the kernel's pages in an unknown state, so the open store writes nothing
//! more. The store on the disk is as good as before. But the kernel may treat pages that the disk
//! has refused as written, and show them to the next opening. Only after a restart of the machine
//! do reads show the bytes that are on the disk. If a run resumed before that restart, check its
//! store with [`Store::verify`] after the restart.
//!
//! *Readers* take no lock. They open `last` and then the log, so that the log has the generation in
//! `last`. If the log has the record of the end, they open `last` once more, because it does not
//! change after that record. Finally they check that the header file that they opened is still in
//! place. If it is not, a fresh store has replaced the store that they read, and they fail with
//! [`StoreError::Replaced`]. Readers see the current marks, which may be ahead of the log that they
//! have read.

mod bits;
mod clock;
mod directory;
mod disk;
mod error;
mod journal;
mod kept_file;
mod marks;
#[cfg(feature = "cluster")]
mod parts;
mod runs;
#[cfg(test)]
mod sample;
mod view;

pub use bits::bit_layout::BitLayout;
pub use bits::bit_pass::BitPass;
pub use bits::bit_store::BitStore;
pub use bits::goal_tally::GoalTally;
pub use bits::slot_buffer::SlotBuffer;
pub use clock::Stopwatch;
#[cfg(target_family = "wasm")]
pub use clock::use_clock;
pub use directory::StoreSummary;
pub use disk::disk_space::{check_holds_files, free_space};
pub use disk::mapped_words::{MappedWords, OwnedWords, PageHints};
pub use disk::memory_folder::is_in_memory;
pub use error::StoreError;
pub use journal::audit::{ChangedBlocks, Findings, StoreProblem};
pub use journal::handle::Access;
pub use journal::record::{Header, LogRecord, StoreKind};
pub use kept_file::{open_kept_file, read_kept_file};
pub use marks::checked_marks::CorruptionFlag;
pub use marks::generation::Generation;
pub use marks::mark_bits::Marks;
pub use marks::mark_store::Store;
pub use marks::quarters::by_quarters;
pub use marks::word_set::WordSet;
#[cfg(feature = "cluster")]
pub use parts::{
    part_file::{PartReader, PartWriter},
    part_folder::PartFolder,
    part_header::PartHeader,
    word_code::{decode_number, decode_words, encode_number, encode_words},
};
pub use runs::ascending::Ascending;
pub use runs::run_format::RunSize;
pub use runs::run_reader::{RunLookup, RunReader};
pub use runs::run_store::RunStore;
pub use runs::sorter::{Merged, Sorter, Sorting, Spilled};
pub use view::StoreView;
