//! The generation store: marks, log and last generation of a breadth-first search, on disk.
//!
//! The layer knows bits and numbers. It does not know puzzles, positions or slides, and uses none
//! of the other layers. Its nouns, one a file:
//!
//! | file | what |
//! |---|---|
//! | `words` | zeroed 64-bit words in memory or in a mapped file; the only `unsafe` |
//! | `marks` | two bits for each configuration: unseen, or generation mod 3 |
//! | `quarters` | the items of a list from four places in turn, to be looked up in marks |
//! | `bits` | a set of configurations that can be walked by words, wherever it is |
//! | `generation` | a set of configurations, as a bitmap with a summary |
//! | `record` | header and log records as bytes; the only use of bincode |
//! | `log` | the file `log`: generations and their counts |
//! | `last` | the file `last`: one finished generation as it is |
//! | `sums` | the file `sums`: checksums of the marks, block by block |
//! | `guard` | no mark of a damaged block is read as if it were right |
//! | `title` | the file `header`, open |
//! | `history` | log and last generation, read so that one knows the other |
//! | `durable` | folders made and removed so that a loss of power leaves it done or undone |
//! | `place` | a store's folder, held open, and the only way to the files in it |
//! | `system` | the system's calls for that |
//! | `room` | room on a file system, known and reserved |
//! | `lock` | one writer at a time |
//! | `name` | the name of a store's folder |
//! | `files` | a store's files, and the order in which they are made and removed |
//! | `folder` | the store: all of these in one folder, open |
//! | `sync` | the writing side of a store |
//! | `audit` | everything in a store that can be checked without searching again |
//! | `disk_budget` | the bytes of disk that a search in sorted files may take |
//! | `sorted` | sorted files of indices; the members of one generation |
//! | `merge` | ascending numbers, their union, and that less others |
//! | `sorter` | sorting more than memory holds |
//! | `kept` | the file `kept`: from which generation on sorted files are kept |
//! | `finished` | which generations a folder of sorted files has |
//! | `frontiers` | the store whose generations are sorted files, open |
//! | `frontiers_audit` | what can be checked in such a store |
//! | `shelf` | the folder that the stores are in |
//! | `error` | everything that can go wrong |
//!
//! # What is in a folder
//!
//! | file | content | written |
//! |---|---|---|
//! | `header` | which question it is | once, as the last act of making the store |
//! | `marks` | two bits for each configuration, reserved in full | in place, through a mapping, at any time |
//! | `log` | a record for each finished generation, one for the end | appended at a sync |
//! | `last` | the generation to go on from | replaced at a sync |
//! | `sums` | a checksum for each 64 KiB of the marks | replaced when a run begins, now and then, and when it ends |
//! | `lock` | the writer's process number, while there is one | when a writer comes and goes |
//!
//! Header, log, marks, last and sums depend on the question alone: no time, host, thread count or number
//! of interruptions shows in a byte of a finished store.
//!
//! A store of sorted files ([`Frontiers`]) has `generation-000000` and so on for marks and last, and `kept`, which
//! says from which of them on they are to be there; what is told below holds for it as the documentation of the file
//! `frontiers` says. `kept` depends on the question and on how many were to be kept.
//!
//! # What else may be in a folder
//!
//! Files are reached through the folder that was opened (`place`), so that a folder which takes its name meanwhile is
//! neither read nor written to: a writer that finds this at the end of a sync ends with [`StoreError::Moved`]. No link
//! is followed, and nothing but a regular file is opened. A file that is made is a new one, whatever had its name; one
//! that is written to in place, as marks and log are, must have no other name. A lock that has another name is replaced
//! before it is written to. Only where an emptied folder is removed does its name decide: an empty folder that takes
//! its place between the last look and that is removed instead.
//!
//! # Why no crash leads to a wrong answer
//!
//! **Marks never lie, the log may lag behind the marks, `last` may lag behind the log.** The
//! explorer goes on from `last`, or from its sources where something may have changed marks that nothing vouches for
//! (below); what it does a second time changes nothing that is already marked and is counted the same.
//!
//! *Marks never lie.* A configuration is marked once, from 0 to the mark of its generation, by one
//! store into one aligned word that lies in one disk sector. So at every moment, and after any
//! loss of power, each mark on the disk is either 0 or right, whichever pages the kernel has
//! chosen to write. What may be missing are marks, never their truth; and all marks that a record
//! of the log counts were brought to the disk before that record.
//!
//! *Order of a sync.* (1) marks, to the disk; (2) the records of all generations finished so far,
//! appended and brought to the disk; (3) `last`, written under another name, brought to the disk,
//! renamed, the folder brought to the disk; (4) where they are due, the checksums of the marks, in
//! the same way; and at the end of a run (5) the record of the end. Each begins after the one before
//! has returned. [`Store::append`] keeps its records in memory until
//! (2): were they written at once, the kernel might bring a count to the disk before the marks it
//! counts. The price is that a kill costs the work since the last sync, which the marks then make
//! quick to redo.
//!
//! *Each place to be stopped at*, by a kill (the kernel keeps what was stored and written) or a loss
//! of power (of what is not yet synced, any part may be on the disk):
//!
//! | stopped | what the next opening finds |
//! |---|---|
//! | while exploring, or in (1) | marks ahead of the log, perhaps in part; log and `last` as of the sync before |
//! | in (2) | a log longer than `last`, perhaps with a torn tail; the records are right, for their marks are on the disk |
//! | in (3) | the old `last` or the new one, whole; perhaps a `last.new`, made afresh the next time |
//! | in (4) | the old checksums or the new ones, whole |
//! | in (5) | all generations and the last of them, but no end, or a torn one; the explorer expands the last generation, finds nothing, and records the end again |
//! | before the first (3) | no `last`: the explorer begins at its sources, over marks that are right |
//!
//! So `last` is always a finished generation whose number is in the log. That also tells a torn tail
//! from damage: records up to the one of `last` were on the disk before `last` was, so if one of
//! them is bad then the disk has changed it, which is an error; a bad record behind them, and what
//! follows it, never counted and is cut off. Where the log is ahead of `last`, [`Store::append`]
//! compares the counts with those found again.
//!
//! What the explorer owes in return: it takes the next generation to be the neighbours of `last`
//! that are unmarked **or already have the next generation's mark**. In an undirected graph a
//! neighbour of generation n is in n - 1, n or n + 1, whose marks all differ, so this is exactly
//! generation n + 1 whatever marks are missing. Counting marks by residue, however, is right only
//! while none are ahead. And in a store that is not finished, a walk back to the sources is
//! certain only from generations that the log has: ahead of it, a loss of power may have left a
//! mark and taken its predecessor's.
//!
//! # Progress and damage
//!
//! The marks change in place all the time, so their checksums can be right only while nothing changes
//! them. The file `sums` says whether that is so: it is *at rest* from the end of one run to the
//! beginning of the next ([`Store::begin`], [`Store::rest`], [`Store::finish`]), and between them not.
//!
//! - *At rest* every block must match. A finished store is held against its checksums block by block
//!   as marks are read ([`Store::alarm`]); one that is not finished, all at once before it is written
//!   to, since a run goes on from all its marks.
//! - *Not at rest*, that is beside a writer or after a kill or a loss of power, a block that matches
//!   is whole. One that does not was worked on since, by a run that may have got generations ahead of
//!   the log, or it is damaged: the bytes cannot tell which. There must be at least as many marks as the log says
//!   ([`Store::begin`]), and [`Store::finish`] does not finish a store whose marks of each residue are not as many. Such
//!   counts do not find all: a configuration of generation n + 1 that has the mark of n - 1 is taken for one of n - 1
//!   by generation n, and where it has a neighbour in its own generation, for one of n + 2 by that; and two wrong marks
//!   can make up for each other. So [`Store::is_doubtful`] says that nothing vouches for the marks, and a search
//!   owes more then: to begin at its sources and prove each mark, by generations that it finds without them. That is
//!   over when the generations that the log knows were noted once more, from 0 on, and no mark is ahead of the log. Until
//!   then no checksums are taken and [`Store::rest`] brings no rest: they would vouch for what nobody knows.
//!
//! Beside the end, checksums are taken at a sync when the last ones are older than an interval
//! ([`Store::take_sums_every`]): the shorter it is, the fewer blocks are uncertain after a kill, and
//! each taking reads all marks.
//!
//! *Making* a store: folder, lock, marks (reserved in full, so that a full disk is an error here
//! and not a SIGBUS later), log, checksums of nothing, and at last the header by rename, when all else is on the disk. A
//! folder without a header holds no store, and the next writer makes it again. *Removing* one, to
//! make it fresh or for good: the header first, and that on the disk before any other file goes. It is renamed
//! to `header.new`, and goes under that name when all else is gone. So generations without either are no
//! store that was being made or removed: its header was lost, and it is refused and left alone.
//! Marks are unlinked and never cut short, so a reader that has them mapped keeps what it has; of
//! the log only a torn tail is cut off, which no reader counts.
//!
//! *A sync that fails* leaves the kernel's pages in an unknown state, so after it the open store
//! takes nothing more. What the disk has is as good as before. But the kernel may hold for clean, and
//! show to the next opening, what the disk has refused: where that is so, only a restart of the
//! machine shows what the disk has, and a run that goes on before it is one that
//! [`Store::verify`] should look at after it.
//!
//! *Readers* take no lock. They open `last`, then the log, so the log they see knows the `last`
//! they hold; where that log has its end, `last` is opened once more, for then it stays. At the end
//! they look whether the header is still the one they began with: if not, a fresh store took its
//! place, and they say so. The marks they see are those of the moment, ahead of the log they read.

mod audit;
mod bits;
mod disk_budget;
mod durable;
mod error;
mod files;
mod finished;
mod folder;
mod frontiers;
mod frontiers_audit;
mod generation;
mod guard;
mod history;
mod kept;
mod last;
mod lock;
mod log;
mod marks;
mod merge;
mod name;
mod place;
mod quarters;
mod record;
mod room;
mod shelf;
mod sorted;
mod sorter;
mod sums;
mod sync;
mod system;
mod title;
mod words;

#[cfg(test)]
mod frontiers_promises;
#[cfg(test)]
mod promises;
#[cfg(test)]
mod sample;

pub use audit::{Findings, Problem, Touched};
pub use bits::Bits;
pub use error::StoreError;
pub use folder::{Access, Store};
pub use frontiers::Frontiers;
pub use generation::Generation;
pub use guard::Alarm;
pub use marks::Marks;
pub use merge::Ascending;
pub use quarters::by_quarters;
pub use record::{Header, Kind, Record};
pub use room::{check_holds_files, free_space};
pub use shelf::Summary;
pub use sorted::{Extent, Lookup, Sorted};
pub use sorter::{Merged, Sorter, Sorting, Spilled};
pub use words::{Hints, OwnWords, Words};
