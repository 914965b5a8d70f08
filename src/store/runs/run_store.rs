//! `RunStore`: a store with a run file for each generation, for spaces in which a bit for each
//! configuration would take too much room.
//!
//! From the first kept generation on, each generation of the log has its file on the disk, whole.
//! The first kept generation is 0 unless files of earlier generations were removed on purpose.
//! Whenever the process or the machine stops, the next opening finds the generations of the log,
//! and removes or completes all other files. The store knows neither the puzzle nor the method of
//! the search.
//!
//! # Order of a sync
//!
//! A generation is written as `generation-000007.new`. A sync (1) brings the new files and their
//! names to the disk, (2) appends the records of their generations to the log, and (3) renames the
//! files. Therefore:
//!
//! - If the file of a generation has its final name, the generation's record is on the disk. A bad
//!   record up to that record is damage; a bad record behind it is a torn tail.
//! - If the log has the record of a generation, the generation's file is on the disk under one of
//!   the two names. If the name still ends in `.new`, the next writer completes (3).
//! - A `.new` file without a record in the log belongs to an unfinished sync. The next writer
//!   removes it, and all spills.
//!
//! A run resumes from the last two generations. Before the files of earlier generations are
//! removed, the number of the first generation that keeps its file is written to `kept`. So if the
//! file of that or a later generation is missing, it was lost. Stores of format 2 have no file
//! `kept`; they keep all generations from their first file on.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::ascending::Ascending;
use super::common::{self, FAR_MORE};
use super::inventory::{Inventory, has_kept_file, read_first_kept};
use super::kept;
use super::run_format::{self, BLOCK, RunOwner, RunSize};
use super::run_reader::{RunLookup, RunReader};
use super::run_writer::{RunWriter, copy};
use super::sorter::Sorting;
use crate::disk::disk_budget::DiskBudget;
use crate::error::{StoreError, io_error};
use crate::journal::files::{KEPT, RunFileName, list_run_files};
use crate::journal::folder_name::folder_name;
use crate::journal::handle::{Access, Journal, Opening};
use crate::journal::record::{Header, StoreKind};

/// Size in bytes of the read buffer for a generation that is read in order.
const READ: usize = 1 << 18;

/// An open store of run files.
///
/// Dropping the store releases the lock and writes nothing.
#[derive(Debug)]
pub struct RunStore {
    /// The number of the first generation whose file is kept. The files of all later generations
    /// are kept too.
    first_kept: u64,
    /// Largest size in bytes that all files of the store together may reach while files are
    /// written.
    disk_limit: u64,
    pub(super) journal: Journal,
}

impl RunStore {
    /// Opens the store of run files of the search in `header`, below `root`. For writing, a missing
    /// store is created, and files that a killed run left are completed or removed.
    ///
    /// # Errors
    ///
    /// As [`Store::open`](crate::Store::open); [`StoreError::Lost`].
    pub fn open(root: &Path, header: &Header, access: Access) -> Result<RunStore, StoreError> {
        let opening = Opening::begin(
            root,
            header,
            StoreKind::Frontiers,
            access,
            |folder, _, seed| folder.replace(KEPT, |file| kept::write(file, seed, 0)),
        )?;
        let inventory = Inventory::read_in_place(&opening.folder, &opening.header_file)?;
        let mut store = RunStore {
            first_kept: inventory.first_kept,
            disk_limit: u64::MAX,
            journal: opening.into_journal(inventory.log)?,
        };
        // If a writer is active and removes old files, the files of the last two generations in
        // this log may be gone. Then the log on the disk has more generations now, and is read
        // again.
        while let Err(error) = store.check_last() {
            if !matches!(error, StoreError::NotKept { .. }) {
                return Err(error);
            }
            store.read_again()?;
        }
        if store.journal.is_writing() {
            store.clean_up()?;
        }
        Ok(store)
    }

    /// Opens the files of the last two generations, from which a run resumes. Fails if a file is
    /// missing or damaged.
    fn check_last(&self) -> Result<(), StoreError> {
        let next = self.journal.next();
        let mut last = self.first_kept.max(next.saturating_sub(2))..next;
        last.try_for_each(|number| self.stream(number).map(|_| ()))
    }

    /// Reads the log and the number of the first kept generation again, because a writer has
    /// changed the store.
    fn read_again(&mut self) -> Result<(), StoreError> {
        let journal = &mut self.journal;
        let found = Inventory::read_in_place(&journal.folder, &journal.header_file)?;
        journal.counts = found.log.counts;
        journal.is_complete = found.log.complete;
        self.first_kept = found.first_kept;
        Ok(())
    }

    /// Forms the name of the folder of a store of run files with this header, below the root.
    pub fn folder_name(header: &Header) -> String {
        folder_name(header, StoreKind::Frontiers)
    }

    /// Largest number of bytes that a member takes in a run file, in a space of `configurations`
    /// configurations.
    ///
    /// The actual number depends on the gaps between members. For example, a member takes one byte
    /// if every hundredth configuration is a member.
    pub const fn max_bytes_each(configurations: u64) -> u64 {
        run_format::max_bytes_each(configurations)
    }

    /// The store's folder.
    pub fn folder(&self) -> &Path {
        self.journal.folder.path()
    }

    /// The header as it is on the disk.
    pub fn header(&self) -> &Header {
        self.journal.header()
    }

    /// Fails if the store belongs to another search than `wanted`. Puzzle names are not compared.
    ///
    /// # Errors
    ///
    /// [`StoreError::Foreign`], [`StoreError::Numbering`].
    pub fn answers(&self, wanted: &Header) -> Result<(), StoreError> {
        self.journal.answers(wanted)
    }

    /// Number of configurations of each generation, indexed by generation: those in the log, then
    /// those appended since the last sync.
    pub fn generations(&self) -> &[u64] {
        &self.journal.counts
    }

    /// Whether the search is complete: every reachable configuration is in a generation.
    pub fn is_complete(&self) -> bool {
        self.journal.is_complete
    }

    /// The number of the first generation whose file is kept; it is 0 if there is no generation
    /// yet. The files of all later generations are kept too.
    pub fn first_kept(&self) -> u64 {
        self.first_kept
    }

    /// Whether the store has the file `kept`. A store of format 2 lacks this file. If the files of
    /// its first generations are missing, they are assumed to have been removed on purpose.
    pub fn says_what_is_kept(&self) -> bool {
        has_kept_file(&self.journal.header_file)
    }

    /// Adds up the current sizes of the store's files, in bytes.
    pub fn bytes(&self) -> u64 {
        self.journal.measure()
    }

    /// The [`RunOwner`] of the file of a generation.
    fn owner(&self, number: u64) -> RunOwner {
        RunOwner {
            seed: self.journal.header_file.seed,
            number,
            most: self.header().configurations,
        }
    }

    /// Opens a generation, to read its configurations in ascending order. Takes about 300 KB of
    /// memory, because the file is read a part at a time.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotKept`]; [`StoreError::Order`] for a generation that is not finished;
    /// [`StoreError::Lost`], [`StoreError::Io`], [`StoreError::Checksum`], [`StoreError::Damaged`].
    pub fn stream(&self, number: u64) -> Result<RunReader, StoreError> {
        self.open_generation(number, READ)
    }

    /// Opens a generation, to look up configurations in it.
    ///
    /// # Errors
    ///
    /// As [`RunStore::stream`].
    pub fn lookup(&self, number: u64) -> Result<RunLookup, StoreError> {
        self.open_generation(number, BLOCK).map(RunLookup::new)
    }

    /// Calls `visit` with the common members of two generations, of this and of another store,
    /// ascending, until `visit` breaks. Returns `false` if `stop` was set before the end. Both
    /// files are read in order; if one has far fewer members, they are looked up in the other.
    ///
    /// # Errors
    ///
    /// As [`RunStore::stream`], for either store.
    pub fn common(
        &self,
        number: u64,
        (other, others_number): (&RunStore, u64),
        stop: &AtomicBool,
        visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<bool, StoreError> {
        let count = |store: &RunStore, number| store.journal.count_of(number).unwrap_or(0);
        let (own, others) = (count(self, number), count(other, others_number));
        if own > others.saturating_mul(FAR_MORE) {
            let mut few = other.stream(others_number)?;
            return common::look_up(&mut few, &mut self.lookup(number)?, stop, visit);
        }
        let mut first = self.stream(number)?;
        if others > own.saturating_mul(FAR_MORE) {
            return common::look_up(&mut first, &mut other.lookup(others_number)?, stop, visit);
        }
        common::merge(&mut first, &mut other.stream(others_number)?, stop, visit)
    }

    /// Opens the file of a generation with a read buffer of `buffer` bytes.
    fn open_generation(&self, number: u64, buffer: usize) -> Result<RunReader, StoreError> {
        let journal = &self.journal;
        let Some(count) = journal.count_of(number) else {
            return Err(journal.out_of_order(number));
        };
        if number < self.first_kept {
            return Err(self.not_kept(number));
        }
        let opened = match self.open_file(RunFileName::Generation(number), buffer) {
            Err(error) if error.is_not_found() => {
                // A writer may rename the file between two of these calls, so both names are tried,
                // and then the first name again.
                self.open_file(RunFileName::New(number), buffer)
                    .or_else(|_| self.open_file(RunFileName::Generation(number), buffer))
            }
            opened => opened,
        };
        if let Err(error) = &opened {
            if !journal.is_writing() {
                journal.header_file.check_in_place(&journal.folder)?;
            }
            if error.is_not_found() {
                // A writer that removes old files may have removed this file since the store was
                // opened. Then the file was not lost.
                if number < read_first_kept(&journal.folder, &journal.header_file)? {
                    return Err(self.not_kept(number));
                }
                return Err(StoreError::Lost {
                    folder: journal.path(),
                    generations: format!("generation {number}"),
                });
            }
        }
        let sorted = opened?;
        sorted.check_count(count)?;
        Ok(sorted)
    }

    /// Makes the error for a generation whose file was removed on purpose.
    fn not_kept(&self, generation: u64) -> StoreError {
        StoreError::NotKept {
            folder: self.journal.path(),
            generation,
        }
    }

    /// Opens a run file, whether or not the log has its generation.
    fn open_file(&self, name: RunFileName, buffer: usize) -> Result<RunReader, StoreError> {
        let (RunFileName::Generation(number)
        | RunFileName::New(number)
        | RunFileName::Spill(number)) = name;
        let name = name.name();
        let folder = &self.journal.folder;
        let file = folder.read(&name)?;
        RunReader::new(file, folder.path_of(&name), self.owner(number), buffer)
    }

    /// Limits the files of the store, including the spills of a sorting, to `bytes` bytes of disk.
    /// A write beyond the limit fails with [`StoreError::Budget`]. Existing files stay, even if
    /// they exceed the limit. Header and log take some kilobytes and are not limited.
    pub fn limit_disk(&mut self, bytes: u64) {
        self.disk_limit = bytes;
    }

    /// Creates the disk budget for the next files: the limit of the store, less the size of its
    /// current files.
    fn create_budget(&self) -> Arc<DiskBudget> {
        Arc::new(match self.disk_limit {
            u64::MAX => DiskBudget::unlimited(),
            limit => DiskBudget::new(limit, self.bytes()),
        })
    }

    /// Starts a sorting of the next generation, in about `memory` bytes shared by `threads`
    /// threads.
    pub fn sorting(&self, memory: u64, threads: usize) -> Sorting {
        let owner = self.owner(self.journal.next());
        let budget = self.create_budget();
        Sorting::new(&self.journal.folder, owner, memory, threads, budget)
    }

    /// Writes the file of the next generation and appends the generation. Returns the size of the
    /// file, or `None` if `stop` was set. An empty generation is not appended. After
    /// [`RunStore::sync`] the file survives a power loss.
    ///
    /// # Errors
    ///
    /// After an error the file is removed, and the store is as good as before. [`StoreError::Io`]
    /// if writing fails; any error of `numbers`; [`StoreError::Impossible`] for more configurations
    /// than are outside earlier generations; [`StoreError::Budget`], [`StoreError::Finished`],
    /// [`StoreError::ReadOnly`], [`StoreError::Failed`].
    pub fn append(
        &mut self,
        numbers: &mut dyn Ascending,
        stop: &AtomicBool,
    ) -> Result<Option<RunSize>, StoreError> {
        self.journal.check_unfinished()?;
        let name = RunFileName::New(self.journal.next()).name();
        let written = self.write_next(&name, numbers, stop);
        match written {
            Ok(Some(RunSize { count, .. })) if count > 0 => self.journal.counts.push(count),
            _ => {
                // The unfinished file is removed to free space on a full disk. If removing it fails
                // too, the next attempt replaces it.
                let _ = self.journal.folder.remove(&name);
            }
        }
        written
    }

    /// Writes the file of the next generation and returns its size; `None` if `stop` was set.
    fn write_next(
        &self,
        name: &str,
        numbers: &mut dyn Ascending,
        stop: &AtomicBool,
    ) -> Result<Option<RunSize>, StoreError> {
        let folder = &self.journal.folder;
        let owner = self.owner(self.journal.next());
        let file = folder.create(name)?;
        let mut writer = RunWriter::new(file, folder.path_of(name), owner, self.create_budget())?;
        let is_whole = copy(numbers, &mut writer, stop)?;
        let extent = writer.finish()?;
        if extent.count > self.journal.left() {
            return Err(self.journal.impossible_count(extent.count));
        }
        Ok(is_whole.then_some(extent))
    }

    /// Brings the appended generations to the disk. Returns when they are on the disk.
    ///
    /// # Errors
    ///
    /// [`StoreError::ReadOnly`]; [`StoreError::Io`] if the disk refuses, after which this handle
    /// writes nothing more ([`StoreError::Failed`]). The store on the disk is as good as before.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        let synced = self.sync_new();
        self.journal.conclude(synced)
    }

    /// Syncs as [`RunStore::sync`] does, and then records that the search is complete.
    ///
    /// # Errors
    ///
    /// As [`RunStore::sync`].
    pub fn finish(&mut self) -> Result<(), StoreError> {
        self.sync()?;
        let synced = self.journal.sync_end();
        self.journal.conclude(synced)
    }

    /// Does the three parts of a sync, if generations were appended since the last sync.
    fn sync_new(&mut self) -> Result<(), StoreError> {
        let new = self.unlogged()?;
        if new.is_empty() {
            return Ok(());
        }
        self.sync_files(new.clone())?;
        self.journal.sync_log()?;
        self.name_files(new)
    }

    /// Removes the files of all synced generations except the last `generations`. The files of the
    /// last two always stay, because a run resumes from them.
    ///
    /// # Errors
    ///
    /// [`StoreError::ReadOnly`], [`StoreError::Failed`], [`StoreError::Moved`], [`StoreError::Io`].
    pub fn keep_last(&mut self, generations: u64) -> Result<(), StoreError> {
        let logged = self.unlogged()?.start;
        let first = logged.saturating_sub(generations.max(2));
        if first <= self.first_kept {
            return Ok(());
        }
        let (folder, header_file) = (&self.journal.folder, &self.journal.header_file);
        if has_kept_file(header_file) {
            let seed = header_file.seed;
            folder.replace(KEPT, |file| kept::write(file, seed, first))?;
        }
        for number in self.first_kept..first {
            folder.remove(&RunFileName::Generation(number).name())?;
            // Each removal is brought to the disk before the next one. In a store without the file
            // `kept`, files must vanish in ascending order even if power is lost.
            folder.sync()?;
            self.first_kept = number + 1;
        }
        folder.check_in_place()
    }

    /// The range of the numbers of appended generations that are not in the log yet.
    pub(super) fn unlogged(&mut self) -> Result<Range<u64>, StoreError> {
        let next = self.journal.next();
        Ok(self.journal.logged()?.min(next)..next)
    }

    /// First part of a sync: brings the files of the generations `new` to the disk, before the log
    /// has records of them.
    pub(super) fn sync_files(&self, new: Range<u64>) -> Result<(), StoreError> {
        let folder = &self.journal.folder;
        for number in new {
            let name = RunFileName::New(number).name();
            let synced = folder.write(&name)?.sync_all();
            synced.map_err(io_error("syncing", &folder.path_of(&name)))?;
        }
        folder.sync()
    }

    /// Third part of a sync, after the log: gives the files of the generations `new` their final
    /// names. A final name shows that the generation's record is on the disk.
    pub(super) fn name_files(&self, new: impl IntoIterator<Item = u64>) -> Result<(), StoreError> {
        let folder = &self.journal.folder;
        for number in new {
            let [new, name] = [RunFileName::New(number), RunFileName::Generation(number)];
            folder.rename(&new.name(), &name.name())?;
        }
        folder.sync()
    }

    /// Completes the work of a killed writer. Gives new files their final names if their
    /// generations are in the log. Removes spills, and files of generations that are not in the log
    /// or not kept.
    fn clean_up(&mut self) -> Result<(), StoreError> {
        let kept = self.first_kept..self.journal.next();
        let mut logged = Vec::new();
        for file in list_run_files(&self.journal.folder)? {
            match file {
                RunFileName::Generation(number) if number >= kept.start => {}
                RunFileName::New(number) if kept.contains(&number) => logged.push(number),
                _ => self.journal.folder.remove(&file.name())?,
            }
        }
        if logged.is_empty() {
            return Ok(());
        }
        self.name_files(logged)
    }
}
