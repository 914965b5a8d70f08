//! `Frontiers`: a store whose generations are sorted files, for spaces of which not even a bit each fits.
//!
//! Promises that a generation that is in the log has its file on the disk, whole, from the one on that the file
//! `kept` names, which is 0 unless earlier ones were removed on purpose; and that whatever moment the process or the machine stops at, the next
//! opening finds the generations of the log and nothing half done. Does not know what is searched, nor how
//! the neighbours of a generation are found.
//!
//! # Order of a sync
//!
//! A generation is written as `generation-000007.new`. A sync brings (1) the new files and their entries to
//! the disk; (2) their records in the log; (3) gives the files their names, without the `.new`. So
//!
//! - a file with its final name has its record on the disk: up to there a bad record is damage, behind it a
//!   torn tail;
//! - a record has its file on the disk, with one name or the other; where it is still `.new`, the next
//!   writer goes on with (3);
//! - a `.new` without a record never counted. It is removed, with spills of a sorting that was killed.
//!
//! To go on, the last two generations are enough. Where earlier ones are to go, `kept` says so on the disk before
//! the first of them is removed: a file that is missing behind what it says is lost. Stores of format 2 have no such
//! file; what they keep is all from the first file that is there.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::store::disk::disk_budget::DiskBudget;
use crate::store::disk::folder::Place;
use crate::store::error::{StoreError, io_error};
use crate::store::journal::files::{KEPT, LOG, SortedName, all_in, sorted_files};
use crate::store::journal::folder_name::folder_name;
use crate::store::journal::header_file::Title;
use crate::store::journal::lock::Lock;
use crate::store::journal::log::LogWriter;
use crate::store::journal::record::{Header, Kind, Record};
use crate::store::marks::mark_store::{Access, lock_and_make, open_to_read};
use crate::store::runs::inventory::{Finished, read_first_kept, says_what_is_kept};
use crate::store::runs::kept;
use crate::store::runs::merge::Ascending;
use crate::store::runs::run_file::{
    self as sorted, BLOCK, Extent, Lookup, Owner, Sorted, SortedWriter,
};
use crate::store::runs::sorter::{Sorting, copy};

/// How much is read at once of a generation that is gone through.
const READ: usize = 1 << 18;

/// A store of sorted files, open.
///
/// Dropping it ends the lock and writes nothing.
#[derive(Debug)]
pub struct Frontiers {
    pub(crate) folder: Place,
    pub(crate) title: Title,
    /// The generations in the log, and those appended since.
    counts: Vec<u64>,
    complete: bool,
    /// The first generation whose file, and all later ones, are there.
    first_kept: u64,
    /// The most bytes that the store's files may take while they are written.
    disk_limit: u64,
    writer: Option<Writer>,
}

/// What only a writer has.
#[derive(Debug)]
struct Writer {
    log: LogWriter,
    /// Whether a sync failed.
    failed: bool,
    /// Held to the end; the last field, since fields are dropped in order.
    _lock: Lock,
}

impl Frontiers {
    /// Opens the store below `root` that answers the question of `header` in sorted files. For writing, it
    /// is made if it is not there, and what a killed run left half done is finished or removed.
    ///
    /// # Errors
    ///
    /// As [`crate::store::Store::open`].
    pub fn open(root: &Path, header: &Header, access: Access) -> Result<Frontiers, StoreError> {
        header.check()?;
        let folder = root.join(Frontiers::folder_name(header));
        let (folder, lock) = match access {
            Access::Read => (open_to_read(&folder)?, None),
            Access::Write { fresh } => {
                let (folder, lock, _) = lock_and_make(&folder, header, Kind::Frontiers, fresh)?;
                (folder, Some(lock))
            }
        };
        let title = Title::open(&folder, Kind::Frontiers)?;
        title.header.answers(header, folder.path())?;
        let Finished { log, first_kept } = Finished::read_in_place(&folder, &title)?;
        let writer = match lock {
            Some(lock) => Some(Writer {
                log: LogWriter::open(folder.write(LOG)?, folder.path_of(LOG), &log)?,
                failed: false,
                _lock: lock,
            }),
            None => None,
        };
        let mut store = Frontiers {
            folder,
            title,
            counts: log.counts,
            complete: log.complete,
            first_kept,
            disk_limit: u64::MAX,
            writer,
        };
        // Beside a writer that keeps few, those of the log just read may be gone; then it has got further.
        while let Err(error) = store.check_last() {
            if !matches!(error, StoreError::NotKept { .. }) {
                return Err(error);
            }
            let Finished { log, first_kept } =
                Finished::read_in_place(&store.folder, &store.title)?;
            (store.counts, store.complete) = (log.counts, log.complete);
            store.first_kept = first_kept;
        }
        if store.writer.is_some() {
            store.tidy()?;
        }
        Ok(store)
    }

    /// Whether the generations to go on from are whole: else this is no store to open.
    fn check_last(&self) -> Result<(), StoreError> {
        let mut last = self.first_kept.max(self.next().saturating_sub(2))..self.next();
        last.try_for_each(|number| self.stream(number).map(|_| ()))
    }

    /// The name of the folder that a store of sorted files with this header has below its root.
    pub fn folder_name(header: &Header) -> String {
        folder_name(header, Kind::Frontiers)
    }

    /// The most bytes that each configuration found takes in the file of its generation, in a space of
    /// this size. The gaps between those found decide how many it really takes: one byte where every
    /// hundredth configuration is found.
    pub const fn most_bytes_each(configurations: u64) -> u64 {
        sorted::most_bytes_each(configurations)
    }

    /// The store's folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The header as it is on the disk.
    pub fn header(&self) -> &Header {
        &self.title.header
    }

    /// Refuses a question that the store does not answer: that of another header. Names are not compared.
    ///
    /// # Errors
    ///
    /// [`StoreError::Foreign`].
    pub fn answers(&self, wanted: &Header) -> Result<(), StoreError> {
        self.title.header.answers(wanted, self.folder.path())
    }

    /// The number of configurations of each generation, from 0.
    pub fn generations(&self) -> &[u64] {
        &self.counts
    }

    /// Whether the run is complete: no configuration is left to be reached.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The first generation whose file is kept; all later ones are. The number of generations if there is
    /// none yet.
    pub fn first_kept(&self) -> u64 {
        self.first_kept
    }

    /// Whether the store says which generations it keeps. In one of format 2 those that are missing at the beginning
    /// are taken for removed on purpose.
    pub fn says_what_is_kept(&self) -> bool {
        says_what_is_kept(&self.title)
    }

    /// How many bytes the store has on the disk now.
    pub fn bytes(&self) -> u64 {
        all_in(&self.folder).iter().map(|(_, bytes)| bytes).sum()
    }

    /// The number of the next generation.
    fn next(&self) -> u64 {
        self.counts.len() as u64
    }

    /// To whom the file of a generation belongs.
    fn owner(&self, number: u64) -> Owner {
        Owner {
            seed: self.title.seed,
            number,
            most: self.title.header.configurations,
        }
    }

    /// The configurations of a generation, in ascending order. Costs some 300 KB of memory, and the reading
    /// of the file as it is gone through.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotKept`]; [`StoreError::Order`] for a generation that is not finished;
    /// [`StoreError::Io`], [`StoreError::Checksum`], [`StoreError::Damaged`].
    pub fn stream(&self, number: u64) -> Result<Sorted, StoreError> {
        self.open_generation(number, READ)
    }

    /// The configurations of a generation, to be looked up.
    ///
    /// # Errors
    ///
    /// As [`Frontiers::stream`].
    pub fn lookup(&self, number: u64) -> Result<Lookup, StoreError> {
        self.open_generation(number, BLOCK).map(Lookup::new)
    }

    fn open_generation(&self, number: u64, buffer: usize) -> Result<Sorted, StoreError> {
        let counted = usize::try_from(number)
            .ok()
            .and_then(|index| self.counts.get(index));
        let Some(&count) = counted else {
            return Err(StoreError::Order {
                folder: self.folder.path().to_path_buf(),
                expected: self.next(),
                found: number,
            });
        };
        if number < self.first_kept {
            return Err(StoreError::NotKept {
                folder: self.folder.path().to_path_buf(),
                generation: number,
            });
        }
        let opened = match self.open_sorted(SortedName::Generation(number), buffer) {
            Err(error) if error.is_not_found() => {
                // Between the two a writer may have given it its name.
                self.open_sorted(SortedName::New(number), buffer)
                    .or_else(|_| self.open_sorted(SortedName::Generation(number), buffer))
            }
            opened => opened,
        };
        if let Err(error) = &opened {
            if self.writer.is_none() {
                self.title.check_in_place(&self.folder)?;
            }
            if error.is_not_found() {
                // A writer that keeps few may have removed it since this was opened.
                let is_removed = number < read_first_kept(&self.folder, &self.title)?;
                let folder = self.folder.path().to_path_buf();
                return Err(match is_removed {
                    true => StoreError::NotKept {
                        folder,
                        generation: number,
                    },
                    false => StoreError::Lost {
                        folder,
                        generations: format!("generation {number}"),
                    },
                });
            }
        }
        let sorted = opened?;
        sorted.check_count(count)?;
        Ok(sorted)
    }

    /// A sorted file, whatever the log says of it.
    fn open_sorted(&self, name: SortedName, buffer: usize) -> Result<Sorted, StoreError> {
        let (SortedName::Generation(number) | SortedName::New(number) | SortedName::Spill(number)) =
            name;
        let name = name.name();
        let file = self.folder.read(&name)?;
        Sorted::new(file, self.folder.path_of(&name), self.owner(number), buffer)
    }

    /// Lets the files of the store, spills of a sorting among them, take at most `bytes` of the disk; what would take
    /// more fails with [`StoreError::Budget`]. Generations that are there already stay; header and log, some kilobytes, are
    /// not held down.
    pub fn limit_disk(&mut self, bytes: u64) {
        self.disk_limit = bytes;
    }

    /// What the bytes of the next files are taken from.
    fn budget(&self) -> Arc<DiskBudget> {
        Arc::new(match self.disk_limit {
            u64::MAX => DiskBudget::unlimited(),
            limit => DiskBudget::new(limit, self.bytes()),
        })
    }

    /// A sorting for the neighbours of the last generation, in about `memory` bytes shared by `threads`.
    pub fn sorting(&self, memory: u64, threads: usize) -> Sorting {
        let owner = self.owner(self.next());
        Sorting::new(&self.folder, owner, memory, threads, self.budget())
    }

    /// Writes the next generation and notes it; returns how much it is, or `None` if it was stopped. If
    /// there is no number, there is no such generation, and nothing is noted. It survives a loss of power after the
    /// next [`Frontiers::sync`].
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`] if the disk refuses: then the file is gone again and the store as good as
    /// before. What `numbers` meets. [`StoreError::Impossible`] for more configurations than are left,
    /// [`StoreError::Finished`], [`StoreError::ReadOnly`], [`StoreError::Failed`].
    pub fn append(
        &mut self,
        numbers: &mut dyn Ascending,
        stop: &AtomicBool,
    ) -> Result<Option<Extent>, StoreError> {
        self.writer()?;
        if self.complete {
            return Err(StoreError::Finished {
                folder: self.folder.path().to_path_buf(),
            });
        }
        let generation = self.next();
        let name = SortedName::New(generation).name();
        let path = self.folder.path_of(&name);
        let written = self
            .folder
            .create(&name)
            .and_then(|file| SortedWriter::new(file, path, self.owner(generation), self.budget()))
            .and_then(|mut writer| {
                let all = copy(numbers, &mut writer, stop)?;
                Ok((all, writer.finish()?))
            })
            .and_then(|(all, extent)| {
                // Each count was checked so, hence the sum neither overflows nor exceeds the space.
                let most = self.title.header.configurations - self.counts.iter().sum::<u64>();
                if extent.count > most {
                    return Err(StoreError::Impossible {
                        folder: self.folder.path().to_path_buf(),
                        generation,
                        most,
                        found: extent.count,
                    });
                }
                Ok(all.then_some(extent))
            });
        match written {
            Ok(Some(Extent { count, .. })) if count > 0 => self.counts.push(count),
            _ => {
                // On a full disk its room is worth having back; else it is made afresh the next time.
                let _ = self.folder.remove(&name);
            }
        }
        written
    }

    /// Brings to the disk what was appended. Returns when the disk has it.
    ///
    /// # Errors
    ///
    /// [`StoreError::ReadOnly`]; [`StoreError::Io`] if the disk refuses, after which this opening of the
    /// store takes nothing more ([`StoreError::Failed`]). The store on the disk is as good as before.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.or_fail(|store| {
            let new = store.unlogged()?;
            if new.is_empty() {
                return Ok(());
            }
            store.sync_files(new.clone())?;
            store.sync_log()?;
            store.name_files(new)
        })
    }

    /// As [`Frontiers::sync`], and then records that the run is complete: no generation follows.
    ///
    /// # Errors
    ///
    /// As [`Frontiers::sync`].
    pub fn finish(&mut self) -> Result<(), StoreError> {
        self.sync()?;
        self.or_fail(Frontiers::sync_end)
    }

    /// Removes the files of all generations but the last `generations`, of those that are synced; at least two
    /// stay.
    ///
    /// # Errors
    ///
    /// [`StoreError::ReadOnly`], [`StoreError::Moved`], [`StoreError::Io`].
    pub fn keep_last(&mut self, generations: u64) -> Result<(), StoreError> {
        let logged = self.writer()?.log.records().min(self.next());
        let first = logged.saturating_sub(generations.max(2));
        if first <= self.first_kept {
            return Ok(());
        }
        if self.says_what_is_kept() {
            let seed = self.title.seed;
            self.folder
                .replace(KEPT, |file| kept::write(file, seed, first))?;
        }
        for number in self.first_kept..first {
            self.folder.remove(&SortedName::Generation(number).name())?;
            // Where nothing says what is kept, a loss of power must not bring back an earlier one than it takes.
            self.folder.sync()?;
            self.first_kept = number + 1;
        }
        self.folder.check_in_place()
    }

    /// The generations that the log does not know yet.
    pub(crate) fn unlogged(&mut self) -> Result<std::ops::Range<u64>, StoreError> {
        let next = self.next();
        Ok(self.writer()?.log.records().min(next)..next)
    }

    /// First part of a sync: new files, before the log knows them.
    pub(crate) fn sync_files(&self, new: std::ops::Range<u64>) -> Result<(), StoreError> {
        for number in new {
            let name = SortedName::New(number).name();
            let synced = self.folder.write(&name)?.sync_all();
            synced.map_err(io_error("syncing", &self.folder.path_of(&name)))?;
        }
        self.folder.sync()
    }

    /// Second part of a sync: the records.
    pub(crate) fn sync_log(&mut self) -> Result<(), StoreError> {
        let new = self.unlogged()?;
        let records: Vec<Record> = new
            .map(|number| Record::Generation {
                number,
                count: self.counts[number as usize],
            })
            .collect();
        let log = &mut self.writer()?.log;
        log.append(&records)?;
        log.sync()
    }

    /// Third part of a sync: the names by which the next opening knows that the records are there.
    pub(crate) fn name_files(&self, new: impl IntoIterator<Item = u64>) -> Result<(), StoreError> {
        for number in new {
            let [new, name] = [SortedName::New(number), SortedName::Generation(number)];
            self.folder.rename(&new.name(), &name.name())?;
        }
        self.folder.sync()
    }

    /// The part of a finish behind a sync.
    pub(crate) fn sync_end(&mut self) -> Result<(), StoreError> {
        let end = Record::End {
            generations: self.next(),
            configurations: self.counts.iter().sum(),
        };
        let log = &mut self.writer()?.log;
        log.append(&[end])?;
        log.sync()?;
        self.complete = true;
        Ok(())
    }

    /// Finishes what a killed writer began: names files that the log knows, removes what it does not know, and what
    /// is not kept any more.
    fn tidy(&mut self) -> Result<(), StoreError> {
        let mut logged = Vec::new();
        for file in sorted_files(&self.folder)? {
            match file {
                SortedName::Generation(number) if number >= self.first_kept => {}
                SortedName::New(number) if (self.first_kept..self.next()).contains(&number) => {
                    logged.push(number);
                }
                _ => self.folder.remove(&file.name())?,
            }
        }
        match logged.is_empty() {
            true => Ok(()),
            false => self.name_files(logged),
        }
    }

    /// Does `work`, and if it fails lets nothing be written after it. It fails too where the folder's name leads
    /// elsewhere by now: all of it is in the folder that was opened, and nobody would find it.
    fn or_fail(
        &mut self,
        work: impl FnOnce(&mut Frontiers) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.writer()?;
        let done = work(self).and_then(|()| self.folder.check_in_place());
        if let (Err(_), Some(writer)) = (&done, &mut self.writer) {
            writer.failed = true;
        }
        done
    }

    /// The writer, if there is one that can be trusted.
    fn writer(&mut self) -> Result<&mut Writer, StoreError> {
        let folder = || self.folder.path().to_path_buf();
        match &mut self.writer {
            None => Err(StoreError::ReadOnly { folder: folder() }),
            Some(writer) if writer.failed => Err(StoreError::Failed { folder: folder() }),
            Some(writer) => Ok(writer),
        }
    }
}
