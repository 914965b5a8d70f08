//! `Journal`: the folder, header, lock and log of a store of either kind, and the rules of writing.
//!
//! Guarantees:
//!
//! - There is one writer at a time, and it writes nothing after a failed sync.
//! - Opening for writing creates a missing store, even if an earlier creation or removal was
//!   interrupted.
//! - The log holds the number of configurations of each generation, in order. The sum of these
//!   numbers is at most the number of configurations of the space.
//!
//! The two kinds of store define how a generation is stored, and which files must be on the disk
//! before the generation's record.

use std::path::{Path, PathBuf};

use super::files::{
    HEADER, LOG, check_not_headless, create_files, measure_store, remove_files,
    remove_lock_and_folder,
};
use super::folder_name::folder_name;
use super::header_file::HeaderFile;
use super::lock::Lock;
use super::log::{Log, LogWriter};
use super::record::{Header, LogRecord, StoreKind};
use crate::disk::folder::{StoreFolder, create_folder};
use crate::error::StoreError;

/// Largest number of attempts to create a folder that another process removes each time.
const TRIES: usize = 16;

/// The way in which a store is opened: for reading, or for reading and writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// For reading an existing store, without a lock. Other readers and a writer may be active, and
    /// the file system may be read-only.
    Read,
    /// For reading and writing, as the only writer. A missing store is created.
    Write {
        /// Whether an existing store is removed first.
        fresh: bool,
    },
}

/// A store that is being opened: its header has been read, but not its log.
#[derive(Debug)]
pub(crate) struct Opening {
    /// The folder of the store.
    pub folder: StoreFolder,
    /// The header of the store and its open file.
    pub header_file: HeaderFile,
    /// Whether this opening created the store.
    pub is_created: bool,
    lock: Option<Lock>,
}

impl Opening {
    /// Opens the folder and the header of a store below `root`. For writing, takes the lock and
    /// creates the store if it is missing; see [`create_files`] for `create_own`. Errors:
    /// [`StoreError::BadHeader`]; [`StoreError::Missing`] for reading; [`StoreError::Held`];
    /// [`StoreError::NoHeader`], [`StoreError::Foreign`], [`StoreError::Numbering`],
    /// [`StoreError::Format`]; [`StoreError::Checksum`], [`StoreError::Damaged`] and
    /// [`StoreError::Length`] for a damaged header; [`StoreError::NotAFile`],
    /// [`StoreError::Linked`], [`StoreError::Io`], and the errors of `create_own`.
    pub(crate) fn begin(
        root: &Path,
        header: &Header,
        kind: StoreKind,
        access: Access,
        create_own: impl FnOnce(&StoreFolder, &Header, u32) -> Result<(), StoreError>,
    ) -> Result<Opening, StoreError> {
        header.check()?;
        let path = root.join(folder_name(header, kind));
        let (folder, lock, is_created) = match access {
            Access::Read => (open_to_read(&path)?, None, false),
            Access::Write { fresh } => {
                let (folder, lock) = create_and_lock(&path)?;
                let is_created = fresh || folder.look(HEADER)?.is_none();
                if is_created && !fresh {
                    check_not_headless(&folder)?;
                }
                if is_created {
                    let created = remove_files(&folder)
                        .and_then(|()| create_files(&folder, header, kind, create_own));
                    if let Err(error) = created {
                        // Files of the failed creation are removed, because they may take
                        // gigabytes. An error of this removal is ignored, because the error of the
                        // creation is reported.
                        let _ = remove_files(&folder)
                            .and_then(|()| remove_lock_and_folder(&folder, lock));
                        return Err(error);
                    }
                }
                (folder, Some(lock), is_created)
            }
        };
        let header_file = HeaderFile::open(&folder, kind)?;
        header_file.header.answers(header, folder.path())?;
        Ok(Opening {
            folder,
            header_file,
            is_created,
            lock,
        })
    }

    /// Whether the store is opened for writing.
    pub(crate) fn is_writing(&self) -> bool {
        self.lock.is_some()
    }

    /// Completes the opening with the content of the log. If the store is opened for writing, this
    /// truncates a torn tail of the log, so call it after all other checks. Errors:
    /// [`StoreError::NotAFile`], [`StoreError::Linked`], [`StoreError::Io`].
    pub(crate) fn into_journal(self, log: Log) -> Result<Journal, StoreError> {
        let folder = self.folder;
        let writer = match self.lock {
            Some(lock) => Some(JournalWriter {
                log: LogWriter::open(folder.write(LOG)?, folder.path_of(LOG), &log)?,
                has_failed: false,
                _lock: lock,
            }),
            None => None,
        };
        Ok(Journal {
            folder,
            header_file: self.header_file,
            counts: log.counts,
            is_complete: log.complete,
            writer,
        })
    }
}

/// Opens the folder of a store for reading.
fn open_to_read(path: &Path) -> Result<StoreFolder, StoreError> {
    match StoreFolder::open(path) {
        // If the directory of stores is a file and not a folder, the store is missing too.
        Err(error) if error.is_not_found() || error.is_no_folder() => Err(StoreError::Missing {
            folder: path.to_path_buf(),
        }),
        opened => opened,
    }
}

/// Creates a folder durably if it is missing, and takes its lock.
fn create_and_lock(path: &Path) -> Result<(StoreFolder, Lock), StoreError> {
    let mut tries = 0;
    loop {
        create_folder(path)?;
        let locked = StoreFolder::open(path).and_then(|folder| {
            let lock = Lock::acquire(&folder)?;
            Ok((folder, lock))
        });
        match locked {
            // Another process removed the folder after it was created and before it was opened.
            Err(error) if error.is_not_found() && tries < TRIES => tries += 1,
            result => return result,
        }
    }
}

/// An open journal: the folder, header and log of a store, and its lock if it is open for writing.
///
/// Dropping it releases the lock and writes nothing.
#[derive(Debug)]
pub(crate) struct Journal {
    /// The folder of the store.
    pub folder: StoreFolder,
    /// The header of the store and its open file.
    pub header_file: HeaderFile,
    /// The number of configurations of each generation, indexed by generation: those in the log,
    /// then those appended since the last sync.
    pub counts: Vec<u64>,
    /// Whether the log has the record of the end.
    pub is_complete: bool,
    writer: Option<JournalWriter>,
}

/// The state that only a writer of a journal has.
#[derive(Debug)]
struct JournalWriter {
    log: LogWriter,
    /// Whether a sync failed, after which nothing more is written.
    has_failed: bool,
    /// The lock, released last because fields are dropped in order.
    _lock: Lock,
}

impl Journal {
    /// The path of the store's folder, for errors.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().to_path_buf()
    }

    /// The header as it is on the disk.
    pub(crate) fn header(&self) -> &Header {
        &self.header_file.header
    }

    /// Adds up the current sizes of the store's files, in bytes.
    pub(crate) fn measure(&self) -> u64 {
        measure_store(&self.folder)
    }

    /// Fails if the store belongs to another search than `wanted`. The puzzle's name is not
    /// compared. Errors: [`StoreError::Foreign`], [`StoreError::Numbering`].
    pub(crate) fn answers(&self, wanted: &Header) -> Result<(), StoreError> {
        self.header().answers(wanted, self.folder.path())
    }

    /// Number of the generation to be appended next, which equals the number of generations so far.
    pub(crate) fn next(&self) -> u64 {
        self.counts.len() as u64
    }

    /// Number of configurations of a generation; `None` if the generation was not appended.
    pub(crate) fn count_of(&self, generation: u64) -> Option<u64> {
        let index = usize::try_from(generation).ok()?;
        self.counts.get(index).copied()
    }

    /// Number of configurations that are in no generation.
    pub(crate) fn left(&self) -> u64 {
        // Each count was checked when it was read or appended, so their sum neither overflows nor
        // exceeds the number of configurations.
        self.header().configurations - self.counts.iter().sum::<u64>()
    }

    /// Makes the error for generation `found`, which was not appended yet or does not follow the
    /// last generation.
    pub(crate) fn out_of_order(&self, found: u64) -> StoreError {
        StoreError::Order {
            folder: self.path(),
            expected: self.next(),
            found,
        }
    }

    /// Makes the error for a next generation that cannot have `found` configurations.
    pub(crate) fn impossible_count(&self, found: u64) -> StoreError {
        StoreError::Impossible {
            folder: self.path(),
            generation: self.next(),
            most: self.left(),
            found,
        }
    }

    /// Whether this journal is open for writing.
    pub(crate) fn is_writing(&self) -> bool {
        self.writer.is_some()
    }

    /// Fails unless the journal is open for writing and none of its syncs has failed. Errors:
    /// [`StoreError::ReadOnly`], [`StoreError::Failed`].
    pub(crate) fn check_writable(&mut self) -> Result<(), StoreError> {
        self.log().map(drop)
    }

    /// Fails as [`Journal::check_writable`] does, and also if the search is complete. Errors:
    /// [`StoreError::ReadOnly`], [`StoreError::Failed`], [`StoreError::Finished`].
    pub(crate) fn check_unfinished(&mut self) -> Result<(), StoreError> {
        self.check_writable()?;
        if self.is_complete {
            return Err(StoreError::Finished {
                folder: self.path(),
            });
        }
        Ok(())
    }

    /// The log, open for appending, unless the journal can no longer be written. Errors: as
    /// [`Journal::check_writable`].
    fn log(&mut self) -> Result<&mut LogWriter, StoreError> {
        let folder = self.path();
        match &mut self.writer {
            None => Err(StoreError::ReadOnly { folder }),
            Some(writer) if writer.has_failed => Err(StoreError::Failed { folder }),
            Some(writer) => Ok(&mut writer.log),
        }
    }

    /// Number of records in the log. Until the log has the record of the end, this is the number of
    /// generations in it. Errors: as [`Journal::check_writable`].
    pub(crate) fn logged(&mut self) -> Result<u64, StoreError> {
        Ok(self.log()?.records())
    }

    /// Appends the records of all generations that the log lacks, and brings them to the disk. The
    /// configurations that these records count must be on the disk before. Errors: as
    /// [`Journal::check_writable`]; [`StoreError::Io`].
    pub(crate) fn sync_log(&mut self) -> Result<(), StoreError> {
        let logged = self.logged()?;
        let records: Vec<LogRecord> = (0..)
            .zip(&self.counts)
            .skip(logged as usize)
            .map(|(number, &count)| LogRecord::Generation { number, count })
            .collect();
        self.append(&records)?;
        #[cfg(test)]
        trace::note(LOG);
        Ok(())
    }

    /// Appends the record of the end, and brings it to the disk. All other files must be on the
    /// disk before. Errors: as [`Journal::sync_log`].
    pub(crate) fn sync_end(&mut self) -> Result<(), StoreError> {
        let end = LogRecord::End {
            generations: self.next(),
            configurations: self.counts.iter().sum(),
        };
        self.append(&[end])?;
        #[cfg(test)]
        trace::note("end");
        self.is_complete = true;
        Ok(())
    }

    fn append(&mut self, records: &[LogRecord]) -> Result<(), StoreError> {
        let log = self.log()?;
        log.append(records)?;
        log.sync()
    }

    /// Ends a sync that had the result `done`. If `done` is an error, the journal refuses all later
    /// writes.
    ///
    /// The sync also fails if the folder's path no longer leads to the folder that was opened,
    /// because no other process would find the written files. Errors: the error in `done`;
    /// [`StoreError::Moved`], [`StoreError::Io`].
    pub(crate) fn conclude(&mut self, done: Result<(), StoreError>) -> Result<(), StoreError> {
        let done = done.and_then(|()| self.folder.check_in_place());
        if let (Err(_), Some(writer)) = (&done, &mut self.writer) {
            writer.has_failed = true;
        }
        done
    }
}

/// A list of the parts of syncs that this thread has done, in order. Tests check the order here
/// because no file shows it afterwards.
#[cfg(test)]
pub(crate) mod trace {
    use std::cell::RefCell;

    thread_local! {
        static STEPS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }

    pub(crate) fn note(step: &'static str) {
        STEPS.with_borrow_mut(|steps| steps.push(step));
    }

    pub(crate) fn take() -> Vec<&'static str> {
        STEPS.take()
    }
}
