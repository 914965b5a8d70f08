//! `Store`: one folder with everything known of one question, open.
//!
//! Promises what the layer promises (see the page above this one): whatever moment the process or
//! the machine stops at, the next opening finds either no store or a true one. Does not know what
//! is searched, how, nor by how many threads.

use std::fs::File;
use std::io::Seek;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::store::disk::disk_space::{fill_holes, free_space, reserve};
use crate::store::disk::durable::make_folder;
use crate::store::disk::folder::Place;
use crate::store::disk::mapped_words::{OwnWords, Words};
use crate::store::error::{StoreError, damaged, io_error};
use crate::store::journal::files::{
    HEADER, LAST, LOG, MARKS, SUMS, SortedName, all_in, check_not_headless, make_files,
    remove_files, remove_lock_and_folder,
};
use crate::store::journal::folder_name::folder_name;
use crate::store::journal::header_file::Title;
use crate::store::journal::lock::Lock;
use crate::store::journal::log::Log;
use crate::store::journal::record::{Header, Kind};
use crate::store::marks::checked_marks::{Alarm, Guard};
use crate::store::marks::checksums::{self as sums, BLOCK_BYTES, Sums};
use crate::store::marks::generation::Generation;
use crate::store::marks::last_generation as last;
use crate::store::marks::mark_bits::Marks;
use crate::store::marks::recovery::History;
use crate::store::marks::sync::Writer;

/// How often a folder is made that is taken away each time.
const TRIES: usize = 16;

/// How a store is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Only reading what is there, without a lock: beside other readers, beside a writer, and on a
    /// read-only file system.
    Read,
    /// Reading and writing, alone. What is not there is made.
    Write {
        /// Whether to remove first what is there.
        fresh: bool,
    },
}

/// A generation store, open.
///
/// Dropping it ends the lock and writes nothing: what was not synced is found again by the next
/// run, in the marks or by searching.
#[derive(Debug)]
pub struct Store {
    pub(crate) folder: Place,
    pub(crate) title: Title,
    pub(crate) marks: Marks,
    /// The generations in the log, and those appended since.
    pub(crate) counts: Vec<u64>,
    pub(crate) complete: bool,
    /// Whether no configuration had a mark when the store was opened, or begun again.
    pub(crate) is_made: bool,
    /// Whether marks may be there for which nothing vouches.
    pub(crate) is_doubtful: bool,
    /// How many generations were noted since the run began, from 0 on without a gap.
    pub(crate) noted: u64,
    /// The file of the last finished generation, as it was when the log was read or later written:
    /// a writer that replaces it does not change what this handle reads. Reading moves the handle,
    /// hence the mutex.
    pub(crate) last: Option<Mutex<File>>,
    pub(crate) writer: Option<Writer>,
}

impl Store {
    /// Opens the store below `root` that answers the question of `header`. For writing, it is made
    /// if it is not there (or if its making was cut off): its marks are reserved on the disk, and those of an
    /// unfinished one again, for a copy may have holes, so that a full disk says so here and not in the
    /// middle of the run. Costs no reading of marks of a
    /// finished store, and one of all marks of an unfinished one that is opened for writing: they are
    /// held against their checksums. Making a store costs the writing of its marks only where the file
    /// system cannot reserve.
    ///
    /// Names are not compared: the fingerprint says which puzzle it is.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] for reading what is not there; [`StoreError::Held`] by another
    /// writer; [`StoreError::NoHeader`]; [`StoreError::Foreign`] if the folder's header asks another question,
    /// [`StoreError::Format`] if it has another format; [`StoreError::NoSpace`]; [`StoreError::Checksum`],
    /// [`StoreError::Damaged`] and [`StoreError::Length`] if its files are not as they were left;
    /// [`StoreError::BadHeader`]; [`StoreError::NotAFile`], [`StoreError::Linked`], [`StoreError::Io`].
    pub fn open(root: &Path, header: &Header, access: Access) -> Result<Store, StoreError> {
        header.check()?;
        let folder = root.join(Store::folder_name(header));
        let Access::Write { fresh } = access else {
            return Store::attach(open_to_read(&folder)?, header, None);
        };
        let (folder, lock, is_made) = lock_and_make(&folder, header, Kind::Marks, fresh)?;
        let mut store = Store::attach(folder, header, Some(lock))?;
        store.is_made = is_made;
        Ok(store)
    }

    /// The finished store of this header, for reading; `None` where there is none, or it is not finished.
    ///
    /// # Errors
    ///
    /// As of [`Store::open`].
    pub fn finished(root: &Path, header: &Header) -> Result<Option<Store>, StoreError> {
        match Store::open(root, header, Access::Read) {
            Ok(store) => Ok(Some(store).filter(Store::is_complete)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// How many bytes the disk has free for a store of this header; `None` where it is there already and has taken
    /// them, or that is not known.
    pub fn free_for(root: &Path, header: &Header) -> Option<u64> {
        let is_there = root.join(Store::folder_name(header)).is_dir();
        (!is_there).then(|| free_space(root).ok()).flatten()
    }

    /// The name of the folder that a store with this header has below its root.
    pub fn folder_name(header: &Header) -> String {
        folder_name(header, Kind::Marks)
    }

    /// The most bytes of disk that a store of this many configurations takes: the marks, and the last generation
    /// and the checksums twice while they are replaced. The marks are reserved when the store is made; the rest
    /// is taken as generations grow, so most spaces never take half of it. Header and log, some kilobytes, are
    /// not counted.
    pub const fn bytes_for(configurations: u64) -> u64 {
        // At most 2^62 + 2^62 bytes and little more, for any number of configurations.
        Marks::bytes_for(configurations)
            + 2 * last::most_bytes(configurations)
            + 2 * sums::file_bytes(Marks::bytes_for(configurations))
    }

    /// The store's folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How many bytes the store has on the disk now.
    pub fn bytes(&self) -> u64 {
        all_in(&self.folder).iter().map(|(_, bytes)| bytes).sum()
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

    /// The marks. True for every configuration that has one; perhaps of generations that the log
    /// does not know yet.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// What tells, after marks of a finished store were read by [`Marks::get`], whether any of them were
    /// damaged: ask it before giving an answer. `None` for a store that is not finished.
    pub fn alarm(&self) -> Option<Arc<Alarm>> {
        self.marks.guard().map(|guard| Arc::clone(guard.alarm()))
    }

    /// The number of configurations of each generation, from 0: those in the log, and those
    /// appended since.
    pub fn generations(&self) -> &[u64] {
        &self.counts
    }

    /// Whether nothing was ever explored into the store, so that no configuration has a mark: it was
    /// made when it was opened, or begun again where nothing was kept, and has no generation yet.
    pub fn is_blank(&self) -> bool {
        self.is_made && self.counts.is_empty()
    }

    /// Whether the run is complete: no configuration is left to be reached.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The last generation that was synced, by number and as a set; `None` before the first sync.
    /// To go on, mark and collect the neighbours of its members that are unmarked *or have the
    /// next generation's mark*: a run that was cut off may have marked them already. Costs a read
    /// of the file and the memory of the set.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], [`StoreError::Memory`]; [`StoreError::Checksum`],
    /// [`StoreError::Length`] and [`StoreError::Damaged`] if the file is not as it was left or does
    /// not agree with the log.
    pub fn last(&self) -> Result<Option<(u64, Generation)>, StoreError> {
        let set = Generation::new(self.title.header.configurations)?;
        let known = self.read_last(&mut |at, bits| set.put_word(at, bits))?;
        Ok(known.map(|(number, _)| (number, set)))
    }

    /// As [`Store::last`], by number and count, for sets that are kept elsewhere than in memory: `put` is
    /// called with its members in ascending order, as bits of a word and that word's index, maybe several
    /// times for a word. What it was given counts only if there is no error in the end.
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
        let path = self.folder.path_of(LAST);
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let size = file
            .metadata()
            .map_err(io_error("looking at", &path))?
            .len();
        file.rewind().map_err(io_error("reading", &path))?;
        let front = last::read(
            &mut *file,
            size,
            &path,
            self.title.seed,
            self.title.header.configurations,
            put,
        )?;
        Ok(Some((front.number, front.count)))
    }

    /// Words on the disk beside the store, all zero, in a file without a name: whatever ends the process,
    /// nothing is left of them. Room for them is reserved.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoSpace`], [`StoreError::Io`].
    pub fn scratch(&self, len: u64) -> Result<OwnWords, StoreError> {
        let file = self.folder.unnamed(&SortedName::Spill(0).name())?;
        let path = self.folder.path();
        reserve(&file, path, len.saturating_mul(8))?;
        OwnWords::of_unnamed(&file, len).map_err(io_error("mapping an unnamed file in", path))
    }

    /// Opens a store whose header is there.
    fn attach(folder: Place, wanted: &Header, lock: Option<Lock>) -> Result<Store, StoreError> {
        let title = Title::open(&folder, Kind::Marks)?;
        title.header.answers(wanted, folder.path())?;
        let behind = attach_files(&folder, &title, lock.is_some());
        if lock.is_none() {
            // A fresh store may have taken the place of the one that was being opened: that, and
            // not what was found then, is to be told.
            title.check_in_place(&folder)?;
        }
        let Behind {
            file,
            marks,
            history: History { log, last },
            sums,
        } = behind?;
        // Readers have no checksums of an unfinished store. Marks of a run that had kept nothing are taken back.
        let is_at_rest = sums.as_ref().is_none_or(|sums| sums.at_rest);
        let is_doubtful = !log.complete && !log.counts.is_empty() && !is_at_rest;
        // Only now that nothing is wrong is the torn tail cut off.
        let writer = match lock {
            Some(lock) => Some(Writer::open(&folder, file, &log, sums, lock)?),
            None => None,
        };
        Ok(Store {
            folder,
            title,
            marks,
            counts: log.counts,
            complete: log.complete,
            is_made: false,
            is_doubtful,
            noted: 0,
            last: last.map(Mutex::new),
            writer,
        })
    }
}

/// What is behind a header.
struct Behind {
    /// The file of the marks.
    file: File,
    marks: Marks,
    history: History,
    /// The checksums, for those who write.
    sums: Option<Sums>,
}

/// Opens what is behind a header, and refuses marks that are not as they were left, as far as that is to be
/// seen before they are read.
fn attach_files(folder: &Place, title: &Title, writable: bool) -> Result<Behind, StoreError> {
    let path = folder.path_of(MARKS);
    let file = match writable {
        true => folder.write(MARKS)?,
        false => folder.read(MARKS)?,
    };
    let expected = Marks::bytes_for(title.header.configurations);
    let found = file
        .metadata()
        .map_err(io_error("looking at", &path))?
        .len();
    if found != expected {
        return Err(StoreError::Length {
            path,
            expected,
            found,
        });
    }
    let words = if writable {
        Words::map(&file, expected / 8)
    } else {
        Words::map_read_only(&file, expected / 8)
    };
    let words = words.map_err(io_error("mapping", &path))?;
    let mut marks = Marks::from_words(words, title.header.configurations);
    let history = History::read(folder, title)?;
    if writable && !history.log.complete {
        fill_holes(&file, &path, expected)?;
    }
    // A reader of a store that is not finished may stand beside its writer: it learns nothing from sums.
    let sums = (writable || history.log.complete)
        .then(|| read_sums(folder, title))
        .transpose()?;
    if let Some(sums) = &sums {
        check_sums(folder, sums, &history.log)?;
        if history.log.complete {
            marks.set_guard(Guard::new(sums.clone(), &path));
        } else if sums.at_rest
            && let Some((block, expected)) = sums.differing(marks.words()).next()
        {
            return Err(StoreError::Checksum {
                path,
                offset: block as u64 * BLOCK_BYTES,
                expected,
                found: sums.blocks[block],
            });
        }
    }
    Ok(Behind {
        file,
        marks,
        history,
        sums,
    })
}

/// The checksums in a folder with this title.
///
/// # Errors
///
/// As [`Sums::read`].
pub(crate) fn read_sums(folder: &Place, title: &Title) -> Result<Sums, StoreError> {
    let marks = Marks::bytes_for(title.header.configurations);
    let file = folder.read(SUMS)?;
    Sums::read(file, &folder.path_of(SUMS), title.seed, marks)
}

/// Refuses checksums that this log contradicts: they were put on the disk after its records, and before that of
/// the end. Beside a writer, a log is to be read after the checksums, and if it has its end, before them.
///
/// # Errors
///
/// [`StoreError::Damaged`].
pub(crate) fn check_sums(folder: &Place, sums: &Sums, log: &Log) -> Result<(), StoreError> {
    let logged = log.counts.len() as u64;
    if logged < sums.generations {
        let expected = format!("{} generations", sums.generations);
        return Err(damaged(
            &folder.path_of(LOG),
            0,
            expected,
            logged.to_string(),
        ));
    }
    if log.complete && (sums.generations, sums.at_rest) != (logged, true) {
        let expected = format!("the checksums of {logged} generations, at rest,");
        let rest = if sums.at_rest { "" } else { ", not at rest" };
        let found = format!("those of {}{rest}", sums.generations);
        return Err(damaged(&folder.path_of(SUMS), 0, expected, found));
    }
    Ok(())
}

/// The folder of a store that is to be read.
///
/// # Errors
///
/// [`StoreError::Missing`], [`StoreError::Io`].
pub(crate) fn open_to_read(folder: &Path) -> Result<Place, StoreError> {
    match Place::open(folder) {
        // In a file, which may stand where the folder of stores would be, there is no store either.
        Err(error) if error.is_not_found() || error.is_no_folder() => Err(StoreError::Missing {
            folder: folder.to_path_buf(),
        }),
        opened => opened,
    }
}

/// Takes the lock of a folder, and makes the store in it if there is none, or `fresh`ly; tells whether
/// it made one.
///
/// # Errors
///
/// Those of [`Store::open`] for writing that are not about what is in the files.
pub(crate) fn lock_and_make(
    folder: &Path,
    header: &Header,
    kind: Kind,
    fresh: bool,
) -> Result<(Place, Lock, bool), StoreError> {
    let (folder, lock) = make_folder_and_lock(folder)?;
    let is_made = fresh || folder.look(HEADER)?.is_none();
    if is_made && !fresh {
        check_not_headless(&folder)?;
    }
    if is_made {
        let made = remove_files(&folder).and_then(|()| make_files(&folder, header, kind));
        if let Err(error) = made {
            // Leave no gigabytes behind that belong to nothing. A failure to clean up is no
            // news beside the failure to make.
            let _ = remove_files(&folder).and_then(|()| remove_lock_and_folder(&folder, lock));
            return Err(error);
        }
    }
    Ok((folder, lock, is_made))
}

/// Makes the folder if it is not there, durably, and takes its lock.
fn make_folder_and_lock(path: &Path) -> Result<(Place, Lock), StoreError> {
    let mut tries = 0;
    loop {
        make_folder(path)?;
        let locked = Place::open(path).and_then(|folder| {
            let lock = Lock::acquire(&folder)?;
            Ok((folder, lock))
        });
        match locked {
            // Removed again by someone between the two.
            Err(error) if error.is_not_found() && tries < TRIES => tries += 1,
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::journal::lock::LOCK;
    use crate::store::journal::record::encode_header;
    use crate::store::sample::{FOLDER, FRESH, WRITE, finish, header};
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
                Header {
                    fingerprint: [0x1e; 32],
                    ..header()
                },
            ),
            (
                "the metric",
                Header {
                    metric: "move".to_owned(),
                    ..header()
                },
            ),
            (
                "the direction",
                Header {
                    direction: "start".to_owned(),
                    ..header()
                },
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
            // Fresh takes the place of whatever is there.
            Store::open(root.path(), &other, FRESH).unwrap();
        }
        // The same question with other numbers.
        for other in [
            Header {
                configurations: 999,
                ..header()
            },
            Header {
                layout: "columns".to_owned(),
                ..header()
            },
        ] {
            let root = tempfile::tempdir().unwrap();
            drop(Store::open(root.path(), &header(), WRITE).unwrap());
            for access in [Access::Read, WRITE] {
                let refused = Store::open(root.path(), &other, access).unwrap_err();
                assert!(matches!(refused, StoreError::Numbering { .. }), "{refused}");
            }
            Store::open(root.path(), &other, FRESH).unwrap();
        }
        // A name is no part of the question.
        let root = tempfile::tempdir().unwrap();
        drop(Store::open(root.path(), &header(), WRITE).unwrap());
        let alias = Header {
            name: "tiles-4x4".to_owned(),
            ..header()
        };
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
        let newer = Header {
            format: 1,
            ..header()
        };
        let (bytes, _) = encode_header(&newer, Kind::Marks).unwrap();
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
            Header {
                format: 1,
                ..header()
            },
            Header {
                name: String::new(),
                ..header()
            },
            Header {
                metric: "../x".to_owned(),
                ..header()
            },
            Header {
                metric: String::new(),
                ..header()
            },
            Header {
                direction: "up".to_owned(),
                ..header()
            },
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
        // What is left, with the sizes it has got to. The last two are of removals.
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
        // 2^58 bytes: more than any disk.
        let huge = Header {
            configurations: 1 << 60,
            ..header()
        };
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
        let large = Header {
            configurations: 4 << 20,
            ..header()
        };
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
