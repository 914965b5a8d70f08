//! `Store`: the marks of one search in one folder, open.
//!
//! Whenever the process or the machine stops, the next opening finds either no store or a correct
//! store; the documentation of the crate (`lib.rs`) says why. The store knows neither the puzzle
//! nor the method of the search.

use std::fs::File;
use std::io::Seek;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::checked_marks::{CheckedBlocks, CorruptionFlag};
use super::checksums::{self, BLOCK_BYTES, BlockChecksums, MarksState};
use super::generation::Generation;
use super::last_generation;
use super::mark_bits::Marks;
use super::recovery::{Recovery, check_checksums, read_checksums};
use crate::clock::Stopwatch;
use crate::disk::disk_space::{fill_holes, free_space, reserve};
use crate::disk::folder::StoreFolder;
use crate::disk::mapped_words::{MappedWords, OwnedWords};
use crate::error::{StoreError, check_checksum, check_length, io_error, read_size};
use crate::journal::files::{LAST, MARKS, RunFileName, SUMS};
use crate::journal::folder_name::folder_name;
use crate::journal::handle::{Access, Journal, Opening};
use crate::journal::record::{Header, StoreKind};

/// Default for the largest age of the checksums of the marks during a run, see
/// [`Store::take_sums_every`].
const SUMS_EVERY: Duration = Duration::from_secs(60);

/// An open store of marks.
///
/// Dropping it releases the lock and writes nothing. Generations that were not synced are found
/// again by the next run.
#[derive(Debug)]
pub struct Store {
    pub(super) marks: Marks,
    /// Whether no configuration had a mark when the store was opened, or whether the run has
    /// cleared all marks.
    pub(super) is_created: bool,
    /// Whether there may be wrong marks, because neither checksums nor a run have confirmed all of
    /// them.
    pub(super) is_doubtful: bool,
    /// Number of generations that this run has appended without a gap, counted from generation 0.
    pub(super) noted: u64,
    /// The file of the last finished generation, opened when the log was read or written. If a
    /// writer replaces the file, this handle still reads the old file. A mutex protects it because
    /// reading moves the position in the file.
    pub(super) last: Option<Mutex<File>>,
    pub(super) writer: Option<MarksWriter>,
    /// The journal, which holds the lock and is therefore dropped last.
    pub(super) journal: Journal,
}

/// The state that only a writer of a store of marks has.
#[derive(Debug)]
pub(super) struct MarksWriter {
    pub marks: File,
    /// The checksums of the marks, equal to those in the file `sums`.
    pub sums: BlockChecksums,
    pub sums_taken: Stopwatch,
    pub sums_every: Duration,
}

impl Store {
    /// Opens the store of the search in `header`, below `root`. Opening for writing creates the
    /// store if it is missing or if its creation was interrupted.
    ///
    /// Creating a store reserves disk space for all marks. Opening an unfinished store for writing
    /// reserves any space that is missing, because a copy of a store may have holes. So a full disk
    /// is an error of this method and not an error in the middle of the run.
    ///
    /// Opening an unfinished store for writing costs a read of all marks, which are compared with
    /// their checksums. Creating a store writes all marks only if the file system cannot reserve
    /// space. The puzzle's name is not compared.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] for reading; [`StoreError::Held`] by another writer;
    /// [`StoreError::NoHeader`]; [`StoreError::Foreign`] for the store of another search,
    /// [`StoreError::Numbering`] for another numbering, [`StoreError::Format`] for another format;
    /// [`StoreError::NoSpace`]; [`StoreError::Checksum`], [`StoreError::Damaged`] and
    /// [`StoreError::Length`] for damaged files; [`StoreError::BadHeader`];
    /// [`StoreError::NotAFile`], [`StoreError::Linked`], [`StoreError::Io`].
    pub fn open(root: &Path, header: &Header, access: Access) -> Result<Store, StoreError> {
        let opening = Opening::begin(root, header, StoreKind::Marks, access, create_marks)?;
        let content = MarksContent::open(&opening);
        if !opening.is_writing() {
            // If a fresh store has replaced this store in the meantime, this is reported instead of
            // faults in the files.
            opening.header_file.check_in_place(&opening.folder)?;
        }
        let MarksContent {
            file,
            marks,
            recovery: Recovery { log, last },
            sums,
        } = content?;
        // Readers of an unfinished store have no checksums. If a run saved no generation, the next
        // run clears the marks, so the store is not doubtful.
        let is_at_rest = sums.as_ref().is_none_or(|sums| sums.is_at_rest());
        let is_doubtful = !log.complete && !log.counts.is_empty() && !is_at_rest;
        let writer = sums
            .filter(|_| opening.is_writing())
            .map(|sums| MarksWriter {
                marks: file,
                sums,
                sums_taken: Stopwatch::start(),
                sums_every: SUMS_EVERY,
            });
        Ok(Store {
            marks,
            is_created: opening.is_created,
            is_doubtful,
            noted: 0,
            last: last.map(Mutex::new),
            writer,
            journal: opening.into_journal(log)?,
        })
    }

    /// Opens the finished store with this header for reading; `None` if the store is missing or not
    /// finished.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub fn finished(root: &Path, header: &Header) -> Result<Option<Store>, StoreError> {
        match Store::open(root, header, Access::Read) {
            Ok(store) => Ok(Some(store).filter(Store::is_complete)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Free disk space for a new store with this header, in bytes; `None` if the store exists
    /// already, or if the free space is unknown.
    pub fn free_for(root: &Path, header: &Header) -> Option<u64> {
        let is_there = root.join(Store::folder_name(header)).is_dir();
        (!is_there).then(|| free_space(root).ok()).flatten()
    }

    /// Forms the name of the folder of a store of marks with this header, below the root.
    pub fn folder_name(header: &Header) -> String {
        folder_name(header, StoreKind::Marks)
    }

    /// Largest size on the disk of a store of this many configurations, in bytes.
    ///
    /// The sum counts the marks once. It counts the last generation and the checksums twice,
    /// because the old and the new file exist together while one replaces the other. Space for the
    /// marks is reserved when the store is created. The file of the last generation grows during
    /// the search, and in most spaces stays below half of its limit. Header and log take some
    /// kilobytes and are not counted.
    pub const fn bytes_for(configurations: u64) -> u64 {
        // This cannot overflow: the result is little more than 2^63 at most, for any number of
        // configurations.
        Marks::bytes_for(configurations)
            + 2 * last_generation::max_bytes(configurations)
            + 2 * checksums::file_bytes(Marks::bytes_for(configurations))
    }

    /// The store's folder.
    pub fn folder(&self) -> &Path {
        self.journal.folder.path()
    }

    /// Adds up the current sizes of the store's files, in bytes.
    pub fn bytes(&self) -> u64 {
        self.journal.measure()
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

    /// The marks. Configurations of generations that the log does not have may be marked too.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The flag that is raised when [`Marks::get`] meets a damaged block of a finished store; check
    /// it before using an answer. `None` for an unfinished store.
    pub fn alarm(&self) -> Option<Arc<CorruptionFlag>> {
        self.marks
            .checked()
            .map(|checked| Arc::clone(checked.alarm()))
    }

    /// Number of configurations of each generation, indexed by generation: those in the log, then
    /// those appended since the last sync.
    pub fn generations(&self) -> &[u64] {
        &self.journal.counts
    }

    /// Whether no configuration has a mark. Such a store has no generation yet: it is new, or its
    /// marks were cleared because the previous run saved no generation.
    pub fn is_blank(&self) -> bool {
        self.is_created && self.generations().is_empty()
    }

    /// Whether the search is complete: every reachable configuration is in a generation.
    pub fn is_complete(&self) -> bool {
        self.journal.is_complete
    }

    /// Reads the number and the members of the last synced generation. Returns `None` before the
    /// first sync.
    ///
    /// To resume, take those neighbours of the members that are unmarked *or have the mark of the
    /// next generation already*, because an interrupted run may have marked them. Reads the file
    /// `last` once, and allocates the memory of a [`Generation`].
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], [`StoreError::Memory`]; [`StoreError::Checksum`], [`StoreError::Length`]
    /// and [`StoreError::Damaged`] if the file is damaged or disagrees with the log.
    pub fn last(&self) -> Result<Option<(u64, Generation)>, StoreError> {
        let set = Generation::new(self.header().configurations)?;
        let known = self.read_last(&mut |at, bits| set.put_word(at, bits))?;
        Ok(known.map(|(number, _)| (number, set)))
    }

    /// Passes the members of the last generation to `put`. Returns the generation's number and its
    /// count of members.
    ///
    /// `put` is called with the index of a 64-bit word and some set bits of that word, in ascending
    /// order and perhaps several times for a word. If the method returns an error, the caller must
    /// discard all members that `put` got.
    ///
    /// # Errors
    ///
    /// As [`Store::last`].
    pub fn read_last(
        &self,
        put: &mut dyn FnMut(usize, u64),
    ) -> Result<Option<(u64, u64)>, StoreError> {
        let Some(file) = &self.last else {
            return Ok(None);
        };
        let path = self.journal.folder.path_of(LAST);
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let size = read_size(&file, &path)?;
        file.rewind().map_err(io_error("reading", &path))?;
        let header = &self.journal.header_file;
        let len = header.header.configurations;
        let last = last_generation::read(&mut *file, size, &path, header.seed, len, put)?;
        Ok(Some((last.number, last.count)))
    }

    /// Reserves `len` zero words on the disk of the store, in a file without a name. The file
    /// vanishes when the process ends.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSpace`], [`StoreError::Io`].
    pub fn scratch(&self, len: u64) -> Result<OwnedWords, StoreError> {
        let folder = &self.journal.folder;
        let file = folder.create_unnamed(&RunFileName::Spill(0).name())?;
        let path = folder.path();
        reserve(&file, path, len.saturating_mul(8))?;
        OwnedWords::of_unnamed(&file, len).map_err(io_error("mapping an unnamed file in", path))
    }
}

/// Creates the files that only a store of marks has: marks that are all 0, and their checksums.
fn create_marks(folder: &StoreFolder, header: &Header, seed: u32) -> Result<(), StoreError> {
    let path = folder.path_of(MARKS);
    let marks = folder.create(MARKS)?;
    let bytes = Marks::bytes_for(header.configurations);
    reserve(&marks, &path, bytes)?;
    marks.sync_all().map_err(io_error("syncing", &path))?;
    let sums = BlockChecksums::of_zeros((bytes / 8) as usize);
    folder.replace(SUMS, |file| sums.write(file, seed))
}

/// The open files of a store of marks and their content, except the header.
struct MarksContent {
    /// The file of the marks.
    file: File,
    marks: Marks,
    recovery: Recovery,
    /// The checksums of the marks; `None` for a reader of an unfinished store.
    sums: Option<BlockChecksums>,
}

impl MarksContent {
    /// Opens all files except the header, and checks sizes, log and last generation. If an
    /// unfinished store is opened for writing, also compares all blocks of marks with their
    /// checksums.
    fn open(opening: &Opening) -> Result<MarksContent, StoreError> {
        let (folder, header_file) = (&opening.folder, &opening.header_file);
        let path = folder.path_of(MARKS);
        let file = if opening.is_writing() {
            folder.write(MARKS)?
        } else {
            folder.read(MARKS)?
        };
        let configurations = header_file.header.configurations;
        let expected = Marks::bytes_for(configurations);
        check_length(&path, expected, read_size(&file, &path)?)?;
        let words = if opening.is_writing() {
            MappedWords::map(&file, expected / 8)
        } else {
            MappedWords::map_read_only(&file, expected / 8)
        };
        let words = words.map_err(io_error("mapping", &path))?;
        let mut marks = Marks::from_words(words, configurations);
        let recovery = Recovery::read(folder, header_file)?;
        let is_complete = recovery.log.complete;
        if opening.is_writing() && !is_complete {
            fill_holes(&file, &path, expected)?;
        }
        // A writer may be changing the marks of an unfinished store, so a reader cannot use its
        // checksums.
        let sums = (opening.is_writing() || is_complete)
            .then(|| read_checksums(folder, header_file))
            .transpose()?;
        if let Some(sums) = &sums {
            check_checksums(folder, sums, &recovery.log)?;
            if is_complete {
                marks.check_with(CheckedBlocks::new(sums.clone(), &path));
            } else if sums.state == MarksState::AtRest
                && let Some((block, found)) = sums.find_differing(marks.words()).next()
            {
                let offset = block as u64 * BLOCK_BYTES;
                check_checksum(&path, offset, found, sums.blocks[block])?;
            }
        }
        Ok(MarksContent {
            file,
            marks,
            recovery,
            sums,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::files::{HEADER, LOG};
    use crate::journal::lock::LOCK;
    use crate::journal::record::encode_header;
    use crate::sample::{FOLDER, FRESH, WRITE, finish, header, header_with};
    use std::fs::{self, OpenOptions};

    #[test]
    fn a_finished_store_is_read_without_leaving_a_trace() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let folder = root.path().join(FOLDER);
        fs::remove_file(folder.join(LOCK)).unwrap();
        let store = Store::open(root.path(), &header(), Access::Read).unwrap();
        let beside = Store::open(root.path(), &header(), Access::Read).unwrap();
        assert!(store.is_complete() && beside.is_complete());
        assert_eq!(store.generations(), [1, 3]);
        assert_eq!(store.header(), &header());
        assert_eq!(store.marks().count(), [996, 1, 3, 0]);
        for _ in 0..2 {
            let (number, last) = store.last().unwrap().unwrap();
            assert_eq!(number, 1);
            assert!(last.iter().eq([1, 40, 999]));
        }
        assert_eq!(store.verify(), []);
        assert!(!folder.join(LOCK).exists());
    }

    #[test]
    fn a_second_writer_is_refused_and_readers_are_not() {
        let root = tempfile::tempdir().unwrap();
        let first = Store::open(root.path(), &header(), WRITE).unwrap();
        for access in [WRITE, FRESH] {
            match Store::open(root.path(), &header(), access) {
                Err(StoreError::Held { pid, folder }) => {
                    assert_eq!(pid, Some(std::process::id()));
                    assert_eq!(folder, first.folder());
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(matches!(
            Store::remove(root.path(), FOLDER),
            Err(StoreError::Held { .. })
        ));
        Store::open(root.path(), &header(), Access::Read).unwrap();
        drop(first);
        Store::open(root.path(), &header(), WRITE).unwrap();
    }

    #[test]
    fn another_question_in_the_same_folder_is_refused_with_both_values() {
        let others = [
            (
                "the puzzle",
                header_with(|header| header.fingerprint = [0x1e; 32]),
            ),
            (
                "the metric",
                header_with(|header| header.metric = "move".to_owned()),
            ),
            (
                "the direction",
                header_with(|header| header.direction = "start".to_owned()),
            ),
        ];
        for (name, other) in others {
            let root = tempfile::tempdir().unwrap();
            drop(Store::open(root.path(), &header(), WRITE).unwrap());
            let place = root.path().join(Store::folder_name(&other));
            if place != root.path().join(FOLDER) {
                fs::rename(root.path().join(FOLDER), &place).unwrap();
            }
            for access in [Access::Read, WRITE] {
                match Store::open(root.path(), &other, access) {
                    Err(StoreError::Foreign {
                        field,
                        expected,
                        found,
                        folder,
                    }) => {
                        assert_eq!(field, name);
                        assert_ne!(expected, found);
                        assert_eq!(folder, place);
                    }
                    other => panic!("{name}: {other:?}"),
                }
            }
            // A fresh store replaces any existing one.
            Store::open(root.path(), &other, FRESH).unwrap();
        }
        // Headers of the same search with another numbering are refused.
        for other in [
            header_with(|header| header.configurations = 999),
            header_with(|header| header.layout = "columns".to_owned()),
        ] {
            let root = tempfile::tempdir().unwrap();
            drop(Store::open(root.path(), &header(), WRITE).unwrap());
            for access in [Access::Read, WRITE] {
                let refused = Store::open(root.path(), &other, access).unwrap_err();
                assert!(matches!(refused, StoreError::Numbering { .. }), "{refused}");
            }
            Store::open(root.path(), &other, FRESH).unwrap();
        }
        // The puzzle's name is not compared.
        let root = tempfile::tempdir().unwrap();
        drop(Store::open(root.path(), &header(), WRITE).unwrap());
        let alias = header_with(|header| header.name = "tiles-4x4".to_owned());
        assert_eq!(
            Store::open(root.path(), &alias, Access::Read)
                .unwrap()
                .header()
                .name,
            "tiles:4x4"
        );
    }

    #[test]
    fn a_store_of_another_format_is_refused_and_left_alone() {
        let root = tempfile::tempdir().unwrap();
        drop(Store::open(root.path(), &header(), WRITE).unwrap());
        let path = root.path().join(FOLDER).join(HEADER);
        let newer = header_with(|header| header.format = 1);
        let (bytes, _) = encode_header(&newer, StoreKind::Marks).unwrap();
        fs::write(&path, &bytes).unwrap();
        for access in [Access::Read, WRITE] {
            assert!(matches!(
                Store::open(root.path(), &header(), access),
                Err(StoreError::Format {
                    expected: Header::FORMAT,
                    found: 1,
                    ..
                })
            ));
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn headers_that_no_store_can_have_are_refused() {
        let bad = [
            header_with(|header| header.format = 1),
            header_with(|header| header.name = String::new()),
            header_with(|header| header.metric = "../x".to_owned()),
            header_with(|header| header.metric = String::new()),
            header_with(|header| header.direction = "up".to_owned()),
        ];
        for header in bad {
            let root = tempfile::tempdir().unwrap();
            assert!(matches!(
                Store::open(root.path(), &header, WRITE),
                Err(StoreError::BadHeader { .. })
            ));
            assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn a_making_cut_off_anywhere_is_no_store_and_is_made_anew() {
        let root = tempfile::tempdir().unwrap();
        drop(Store::open(root.path(), &header(), WRITE).unwrap());
        let folder = root.path().join(FOLDER);
        let expected: Vec<Vec<u8>> = [HEADER, LOG, MARKS, SUMS]
            .iter()
            .map(|name| fs::read(folder.join(name)).unwrap())
            .collect();
        // The files that interrupted creations leave, with their sizes in bytes. The last two cases
        // are interrupted removals.
        let states: [&[(&str, usize)]; 9] = [
            &[],
            &[(LOCK, 3)],
            &[(LOCK, 0), (MARKS, 0)],
            &[(LOCK, 0), (MARKS, 100)],
            &[(LOCK, 0), (MARKS, 256), (LOG, 5)],
            &[(LOCK, 0), (MARKS, 256), (LOG, 14), ("sums.new", 9)],
            &[(MARKS, 256), (LOG, 14), (SUMS, 32), ("header.new", 20)],
            &[
                (MARKS, 256),
                (LOG, 200),
                (LAST, 99),
                ("last.new", 7),
                ("header.new", 90),
            ],
            &[("header.new", 90)],
        ];
        for state in states {
            fs::remove_dir_all(&folder).unwrap();
            fs::create_dir(&folder).unwrap();
            for (name, size) in state {
                fs::write(folder.join(name), vec![0xff; *size]).unwrap();
            }
            assert!(matches!(
                Store::open(root.path(), &header(), Access::Read),
                Err(StoreError::Missing { .. })
            ));
            let listed = Store::list(root.path()).unwrap();
            assert_eq!(listed.len(), usize::from(!state.is_empty()));
            assert!(listed.iter().all(|summary| summary.problem.is_some()));
            let store = Store::open(root.path(), &header(), WRITE).unwrap();
            assert_eq!(store.verify(), []);
            assert!(store.last().unwrap().is_none());
            for (name, bytes) in [HEADER, LOG, MARKS, SUMS].iter().zip(&expected) {
                assert_eq!(&fs::read(folder.join(name)).unwrap(), bytes, "{name}");
            }
            assert!(!folder.join("header.new").exists() && !folder.join("last.new").exists());
        }
    }

    #[test]
    fn a_store_that_cannot_be_made_leaves_nothing_behind() {
        let root = tempfile::tempdir().unwrap();
        // These marks would take 2^58 bytes, more than any disk has.
        let huge = header_with(|header| header.configurations = 1 << 60);
        assert!(matches!(
            Store::open(root.path(), &huge, WRITE),
            Err(StoreError::NoSpace { .. } | StoreError::Io { .. })
        ));
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
        assert!(Store::bytes_for(1 << 60) > 1 << 58);
        assert!(Store::bytes_for(u64::MAX) > 1 << 62);
    }

    #[test]
    fn files_that_were_cut_or_lost_are_told() {
        for name in [MARKS, LOG, LAST, SUMS, HEADER] {
            let root = tempfile::tempdir().unwrap();
            finish(root.path());
            fs::remove_file(root.path().join(FOLDER).join(name)).unwrap();
            let error = Store::open(root.path(), &header(), Access::Read).unwrap_err();
            assert!(
                match name {
                    HEADER => matches!(error, StoreError::NoHeader { .. }),
                    LAST => matches!(error, StoreError::Damaged { .. }),
                    _ => matches!(error, StoreError::Io { .. }),
                },
                "{name}: {error}"
            );
            assert!(
                Store::list(root.path()).unwrap()[0].problem.is_some(),
                "{name}"
            );
        }
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let marks = root.path().join(FOLDER).join(MARKS);
        OpenOptions::new()
            .write(true)
            .open(marks)
            .unwrap()
            .set_len(255)
            .unwrap();
        assert!(matches!(
            Store::open(root.path(), &header(), WRITE),
            Err(StoreError::Length {
                expected: 256,
                found: 255,
                ..
            })
        ));
        assert!(Store::list(root.path()).unwrap()[0].problem.is_some());
    }

    #[test]
    fn room_for_the_marks_is_reserved() {
        let root = tempfile::tempdir().unwrap();
        let large = header_with(|header| header.configurations = 4 << 20);
        let store = Store::open(root.path(), &large, WRITE).unwrap();
        let file = File::open(store.folder().join(MARKS)).unwrap();
        assert_eq!(file.metadata().unwrap().len(), 1 << 20);
        if cfg!(target_os = "linux") {
            assert!(fs4::FileExt::allocated_size(&file).unwrap() >= 1 << 20);
        }
    }

    #[test]
    fn threads_may_share_a_store() {
        fn shared<T: Send + Sync>() {}
        shared::<Store>();
        shared::<Generation>();
    }
}
