//! `Store`: one folder with everything known of one question.
//!
//! The folder `<name>-<fingerprint>.<metric>[.from-goal]` below a root holds `header`, `log`,
//! `marks`, `last` and `lock`; a name with `.new` behind it is a file being made. Promises what the
//! layer promises (see the page above this one): whatever moment the process or the machine stops
//! at, the next opening finds either no store or a true one. Does not know what is searched, how,
//! nor by how many threads.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::error::{StoreError, io_error};
use super::generation::Generation;
use super::last;
use super::lock::{LOCK, Lock, is_at};
use super::log::{Log, LogWriter};
use super::marks::Marks;
use super::record::{HEADER_FILE_LIMIT, Header, Record, decode_header, encode_header, is_metric};
use super::words::Words;

const HEADER: &str = "header";
const LOG: &str = "log";
const MARKS: &str = "marks";
const LAST: &str = "last";

/// What is behind the name of a file that is being made.
const NEW: &str = ".new";

/// Every file that a store makes but its lock, in the order of removal: the header first, since
/// without it there is no store, whatever else is left.
const FILES: [&str; 6] = [HEADER, "header.new", LOG, LAST, "last.new", MARKS];

/// How many characters of the puzzle's name the folder's name takes.
const NAME_LENGTH: usize = 80;

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

/// Something that [`Store::verify`] found wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file it is in.
    pub path: PathBuf,
    /// What is wrong, as a sentence's rest.
    pub what: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

/// What [`Store::list`] says of one store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The folder's name below the root, as [`Store::remove`] takes it.
    pub folder: String,
    /// The puzzle's name; from the folder's name where the header cannot be read.
    pub name: String,
    /// The metric; likewise.
    pub metric: String,
    /// `start` or `goal`; likewise.
    pub direction: String,
    /// The sizes of its files together.
    pub bytes: u64,
    /// Whether the run is complete.
    pub complete: bool,
    /// How many generations are finished.
    pub generations: u64,
    /// What keeps the store from being opened, if anything seen at a glance does.
    pub problem: Option<String>,
}

/// A generation store, open.
///
/// Dropping it ends the lock and writes nothing: what was not synced is found again by the next
/// run, in the marks or by searching.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    header: Header,
    /// The checksum of the header, to which log and last generation are chained.
    seed: u32,
    marks: Marks,
    counts: Vec<u64>,
    complete: bool,
    /// The file of the last finished generation, as it was when the log was read or later written:
    /// a writer that replaces it does not change what this handle reads. Reading moves the handle,
    /// hence the mutex.
    last: Option<Mutex<File>>,
    writer: Option<Writer>,
}

/// What only a writer has.
#[derive(Debug)]
struct Writer {
    marks: File,
    log: LogWriter,
    /// How many of the store's counts are in the log.
    logged: usize,
    /// Whether a sync failed.
    failed: bool,
    /// Held to the end; the last field, since fields are dropped in order.
    _lock: Lock,
}

impl Store {
    /// Opens the store below `root` that answers the question of `header`. For writing, it is made
    /// if it is not there (or if its making was cut off): its marks are reserved on the disk, so
    /// that a full disk says so here and not in the middle of the run. Costs no reading of marks;
    /// making it costs no writing of them where the file system can reserve.
    ///
    /// Names are not compared: the fingerprint says which puzzle it is.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] for reading what is not there; [`StoreError::Held`] by another
    /// writer; [`StoreError::Foreign`] if the folder's header asks another question or has another
    /// format; [`StoreError::NoSpace`]; [`StoreError::Checksum`], [`StoreError::Damaged`] and
    /// [`StoreError::Length`] if its files are not as they were left; [`StoreError::BadHeader`];
    /// [`StoreError::Io`].
    pub fn open(root: &Path, header: &Header, access: Access) -> Result<Store, StoreError> {
        header.check()?;
        let folder = root.join(Store::folder_name(header));
        let Access::Write { fresh } = access else {
            return Store::attach(folder, header, None);
        };
        let lock = make_folder_and_lock(&folder)?;
        if fresh || !exists(&folder.join(HEADER))? {
            let made = remove_files(&folder).and_then(|()| make_files(&folder, header));
            if let Err(error) = made {
                // Leave no gigabytes behind that belong to nothing. A failure to clean up is no
                // news beside the failure to make.
                let _ = remove_files(&folder).and_then(|()| remove_folder(&folder));
                return Err(error);
            }
        }
        Store::attach(folder, header, Some(lock))
    }

    /// The name of the folder that a store with this header has below its root.
    pub fn folder_name(header: &Header) -> String {
        let name: String = header
            .name
            .chars()
            .take(NAME_LENGTH)
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '_' {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        let fingerprint = &header.fingerprint_hex()[..16];
        let from = if header.direction == "goal" {
            ".from-goal"
        } else {
            ""
        };
        format!("{name}-{fingerprint}.{}{from}", header.metric)
    }

    /// The most disk space that a store with this header takes, in bytes: the marks, and the last
    /// generation twice while it is replaced. The marks are reserved when the store is made; the
    /// rest is taken as generations grow, and most spaces never take half of it.
    pub fn needed_bytes(header: &Header) -> u64 {
        const REST: u64 = 1 << 20;
        // At most 2^62 + 2^62 bytes and little more, for any number of configurations.
        Marks::bytes_for(header.configurations)
            + 2 * last::most_bytes(header.configurations)
            + HEADER_FILE_LIMIT
            + REST
    }

    /// The store's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The header as it is on the disk.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The marks. True for every configuration that has one; perhaps of generations that the log
    /// does not know yet.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The number of configurations of each generation, from 0: those in the log, and those
    /// appended since.
    pub fn generations(&self) -> &[u64] {
        &self.counts
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
        let Some(file) = &self.last else {
            return Ok(None);
        };
        let path = self.folder.join(LAST);
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let size = file
            .metadata()
            .map_err(io_error("looking at", &path))?
            .len();
        file.rewind().map_err(io_error("reading", &path))?;
        last::read(
            &mut *file,
            size,
            &path,
            self.seed,
            self.header.configurations,
        )
        .map(Some)
    }

    /// Notes that `generation` is finished and has `count` configurations. In memory only, at no
    /// cost: it is on the disk after the next [`Store::sync`], behind the marks that it counts. A
    /// generation that the log knows (of a run that goes on from an earlier one) is compared.
    ///
    /// # Errors
    ///
    /// [`StoreError::Count`] if the log knows another count, [`StoreError::Order`] if generations
    /// are left out, [`StoreError::Impossible`] for none or more configurations than are left,
    /// [`StoreError::Finished`], [`StoreError::ReadOnly`], [`StoreError::Failed`].
    pub fn append(&mut self, generation: u64, count: u64) -> Result<(), StoreError> {
        self.writer()?;
        let next = self.counts.len() as u64;
        if generation < next {
            return self.compare(generation, count);
        }
        if self.complete {
            return Err(StoreError::Finished {
                folder: self.folder.clone(),
            });
        }
        if generation > next {
            return Err(StoreError::Order {
                folder: self.folder.clone(),
                expected: next,
                found: generation,
            });
        }
        // Each count was checked so, hence the sum neither overflows nor exceeds the space.
        let most = self.header.configurations - self.counts.iter().sum::<u64>();
        if count == 0 || count > most {
            return Err(StoreError::Impossible {
                folder: self.folder.clone(),
                generation,
                most,
                found: count,
            });
        }
        self.counts.push(count);
        Ok(())
    }

    /// Brings to the disk, in this order: the marks; the generations appended; `generation`, which
    /// is number `number` and finished, as the one to go on from. Returns when the disk has them.
    /// Costs the writing of all pages of marks that changed since, and of the generation: for small
    /// generations, do it by the clock and not for each.
    ///
    /// # Errors
    ///
    /// [`StoreError::Order`] for a generation that was not appended, [`StoreError::Count`] and
    /// [`StoreError::Space`] for a set that is not that generation, [`StoreError::Finished`],
    /// [`StoreError::ReadOnly`]; [`StoreError::Io`] if the disk refuses, after which this opening
    /// of the store takes nothing more ([`StoreError::Failed`]), for what a failed sync leaves in
    /// the kernel is unknown. The store on the disk is as good as before.
    pub fn sync(&mut self, number: u64, generation: &Generation) -> Result<(), StoreError> {
        self.check_sync(number, generation)?;
        self.or_fail(|store| {
            store.sync_marks()?;
            store.sync_log()?;
            store.sync_last(number, generation)
        })
    }

    /// As [`Store::sync`] for the last generation of all, and then records that the run is
    /// complete: the next generation is empty.
    ///
    /// # Errors
    ///
    /// As [`Store::sync`]; also [`StoreError::Order`] if `number` is not the newest generation.
    pub fn finish(&mut self, number: u64, generation: &Generation) -> Result<(), StoreError> {
        self.check_sync(number, generation)?;
        let newest = self.counts.len() as u64 - 1;
        if number != newest {
            return Err(StoreError::Order {
                folder: self.folder.clone(),
                expected: newest,
                found: number,
            });
        }
        self.or_fail(|store| {
            store.sync_marks()?;
            store.sync_log()?;
            store.sync_last(number, generation)?;
            store.sync_end()
        })
    }

    /// The stores below `root`, by folder name. Reads headers and logs, no marks. Never fails: what
    /// is no store is passed over, and what is wrong with a store is said in its summary. A root
    /// that is not there has no stores.
    pub fn list(root: &Path) -> Vec<Summary> {
        let Ok(entries) = fs::read_dir(root) else {
            return Vec::new();
        };
        let mut summaries: Vec<Summary> = entries
            .filter_map(|entry| {
                let name = entry.ok()?.file_name().into_string().ok()?;
                let parts = store_folder(root, &name)?;
                Some(summary(&root.join(&name), name.clone(), parts))
            })
            .collect();
        summaries.sort_by(|a, b| a.folder.cmp(&b.folder));
        summaries
    }

    /// Removes the store in folder `name` directly below `root`: the files of a store and then the
    /// folder, which stays if anything else is in it.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotAStore`] for anything that [`Store::list`] would not list;
    /// [`StoreError::Held`] while it is being written; [`StoreError::Io`].
    pub fn remove(root: &Path, name: &str) -> Result<(), StoreError> {
        let no_store = || StoreError::NotAStore {
            root: root.to_path_buf(),
            name: name.to_owned(),
        };
        if store_folder(root, name).is_none() {
            return Err(no_store());
        }
        let folder = root.join(name);
        let _lock = match Lock::acquire(&folder) {
            // Another has just removed it.
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Err(no_store());
            }
            result => result?,
        };
        remove_files(&folder)?;
        remove_folder(&folder)
    }

    /// Looks through the whole store as it is on the disk: the header, the chain of the log, sizes,
    /// bits that belong to no configuration, the marks of each residue against the log (equal in
    /// a complete store, at least as many in one that is not), and every member of the last
    /// generation against its mark and the log. Costs a read of all files and the memory of one
    /// set. An empty answer means that nothing is wrong.
    pub fn verify(&self) -> Vec<Problem> {
        let mut problems = Problems {
            folder: &self.folder,
            found: Vec::new(),
        };
        match read_header(&self.folder) {
            Ok((_, header, seed)) => {
                if seed != self.seed || header != self.header {
                    problems.add(HEADER, "changed since the store was opened".to_owned());
                }
            }
            Err(error) => problems.add(HEADER, error.to_string()),
        }
        match fs::metadata(self.folder.join(MARKS)) {
            Ok(found) if found.len() == Marks::bytes_for(self.marks.len()) => {}
            Ok(found) => problems.add(MARKS, format!("has {} bytes", found.len())),
            Err(error) => problems.add(MARKS, error.to_string()),
        }
        let last = match self.last() {
            Ok(last) => last,
            Err(error) => {
                problems.add(LAST, error.to_string());
                None
            }
        };
        let front = last.as_ref().map(|(number, generation)| last::Front {
            number: *number,
            count: generation.count(),
        });
        // The log before the marks: beside a writer the marks may only be ahead.
        match read_log(&self.folder, self.seed, self.header.configurations, front) {
            Ok(log) => {
                if log.torn > 0 {
                    problems.add(
                        LOG,
                        format!("its last {} bytes are torn and will be dropped", log.torn),
                    );
                }
                // Complete as it was when the last generation was opened: that one stays.
                if front.is_some()
                    && let Err(error) = check_last(&self.folder, front, &log.counts, self.complete)
                {
                    problems.add(LAST, error.to_string());
                }
                self.verify_marks(&log, &mut problems);
            }
            Err(error) => problems.add(LOG, error.to_string()),
        }
        if let Some((number, generation)) = last {
            self.verify_last(number, &generation, &mut problems);
        }
        problems.found
    }

    /// The marks against the log.
    fn verify_marks(&self, log: &Log, problems: &mut Problems) {
        let tail = self.marks.tail_bits();
        if tail != 0 {
            problems.add(MARKS, format!("has bits behind its last mark: {tail:#x}"));
        }
        let mut expected = [0u64; 3];
        for (number, count) in log.counts.iter().enumerate() {
            expected[number % 3] += count;
        }
        let [_, found @ ..] = self.marks.count();
        for (residue, (expected, found)) in expected.into_iter().zip(found).enumerate() {
            if found < expected || log.complete && found > expected {
                problems.add(
                    MARKS,
                    format!(
                        "has {found} configurations of generations {residue}, {}, {} ..., the log {expected}",
                        residue + 3,
                        residue + 6
                    ),
                );
            }
        }
    }

    /// The last generation against the marks.
    fn verify_last(&self, number: u64, generation: &Generation, problems: &mut Problems) {
        let mark = Marks::mark_of(number);
        let mut wrong = generation.iter().filter(|&i| self.marks.get(i) != mark);
        if let Some(first) = wrong.next() {
            problems.add(
                MARKS,
                format!(
                    "{} configurations of generation {number} are not marked so; the first is {first}, marked {} and not {mark}",
                    1 + wrong.count(),
                    self.marks.get(first)
                ),
            );
        }
    }

    /// First part of a sync: the marks, before anything counts them.
    pub(super) fn sync_marks(&mut self) -> Result<(), StoreError> {
        let path = self.folder.join(MARKS);
        self.marks
            .words()
            .flush()
            .map_err(io_error("syncing", &path))?;
        // What msync does for the disk's own cache differs between systems; this is the same on
        // all, and finds nothing to do where msync did it.
        let writer = self.writer()?;
        writer.marks.sync_data().map_err(io_error("syncing", &path))
    }

    /// Second part of a sync: the generations appended, before one of them is to go on from.
    pub(super) fn sync_log(&mut self) -> Result<(), StoreError> {
        let counts = std::mem::take(&mut self.counts);
        let logged = self.writer().and_then(|writer| {
            let records: Vec<Record> = (0..)
                .zip(&counts)
                .skip(writer.logged)
                .map(|(number, &count)| Record::Generation { number, count })
                .collect();
            writer.log.append(&records)?;
            writer.log.sync()?;
            writer.logged = counts.len();
            Ok(())
        });
        self.counts = counts;
        logged
    }

    /// Third part of a sync: the generation to go on from.
    pub(super) fn sync_last(
        &mut self,
        number: u64,
        generation: &Generation,
    ) -> Result<(), StoreError> {
        let seed = self.seed;
        replace(&self.folder, LAST, |file| {
            last::write(file, seed, number, generation)
        })?;
        self.last = open_last(&self.folder)?.map(Mutex::new);
        Ok(())
    }

    /// The part of a finish behind a sync: the record of the end, when its last generation is kept.
    pub(super) fn sync_end(&mut self) -> Result<(), StoreError> {
        let end = Record::End {
            generations: self.counts.len() as u64,
            configurations: self.counts.iter().sum(),
        };
        let writer = self.writer()?;
        writer.log.append(&[end])?;
        writer.log.sync()?;
        self.complete = true;
        Ok(())
    }

    /// Opens a store whose header is there.
    fn attach(folder: PathBuf, wanted: &Header, lock: Option<Lock>) -> Result<Store, StoreError> {
        let (file, header, seed) = read_header(&folder)?;
        header.answers(wanted, &folder)?;
        let reader = lock.is_none();
        let path = folder.join(HEADER);
        let store = Store::attach_files(folder, header, seed, lock);
        // A reader holds no lock, so a fresh store may have taken the place of the one it was
        // opening. That begins with the removal of the header: is it still the same, so was all
        // that was read.
        if reader && !is_at(&file, &path)? {
            return Err(StoreError::Replaced {
                folder: path.parent().unwrap_or(&path).to_path_buf(),
            });
        }
        store
    }

    /// Opens what is behind a header. The last generation before the log: beside a writer, a log
    /// that is read later knows it.
    fn attach_files(
        folder: PathBuf,
        header: Header,
        seed: u32,
        lock: Option<Lock>,
    ) -> Result<Store, StoreError> {
        let last = open_last(&folder)?;

        let path = folder.join(MARKS);
        let file = OpenOptions::new()
            .read(true)
            .write(lock.is_some())
            .open(&path)
            .map_err(io_error("opening", &path))?;
        let (expected, found) = (
            Marks::bytes_for(header.configurations),
            file.metadata()
                .map_err(io_error("looking at", &path))?
                .len(),
        );
        if found != expected {
            return Err(StoreError::Length {
                path,
                expected,
                found,
            });
        }
        let words = if lock.is_some() {
            Words::map(&file, expected / 8)
        } else {
            Words::map_read_only(&file, expected / 8)
        };
        let words = words.map_err(io_error("mapping", &path))?;
        let marks = Marks::from_words(words, header.configurations);

        let path = folder.join(LOG);
        let front = match &last {
            Some(file) => Some(last::read_front(file, &folder.join(LAST))?),
            None => None,
        };
        let log = read_log(&folder, seed, header.configurations, front)?;
        check_last(&folder, front, &log.counts, log.complete)?;
        // Only now that nothing is wrong is the torn tail cut off.
        let writer = match lock {
            Some(lock) => Some(Writer {
                marks: file,
                log: LogWriter::open(&path, &log)?,
                logged: log.counts.len(),
                failed: false,
                _lock: lock,
            }),
            None => None,
        };
        Ok(Store {
            folder,
            header,
            seed,
            marks,
            counts: log.counts,
            complete: log.complete,
            last: last.map(Mutex::new),
            writer,
        })
    }

    /// The writer, if this opening has one that can be trusted.
    fn writer(&mut self) -> Result<&mut Writer, StoreError> {
        let folder = || self.folder.clone();
        match &mut self.writer {
            None => Err(StoreError::ReadOnly { folder: folder() }),
            Some(writer) if writer.failed => Err(StoreError::Failed { folder: folder() }),
            Some(writer) => Ok(writer),
        }
    }

    /// Does `work`, and if it fails lets nothing be written after it.
    fn or_fail(
        &mut self,
        work: impl FnOnce(&mut Store) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let done = work(self);
        if let (Err(_), Some(writer)) = (&done, &mut self.writer) {
            writer.failed = true;
        }
        done
    }

    /// Whether `generation` can be synced as generation `number`.
    fn check_sync(&mut self, number: u64, generation: &Generation) -> Result<(), StoreError> {
        self.writer()?;
        if self.complete {
            return Err(StoreError::Finished {
                folder: self.folder.clone(),
            });
        }
        if generation.len() != self.header.configurations {
            return Err(StoreError::Space {
                folder: self.folder.clone(),
                expected: self.header.configurations,
                found: generation.len(),
            });
        }
        self.compare(number, generation.count())
    }

    /// Whether a generation that is already counted has this count.
    fn compare(&self, generation: u64, found: u64) -> Result<(), StoreError> {
        let counted = usize::try_from(generation)
            .ok()
            .and_then(|index| self.counts.get(index));
        match counted {
            Some(&expected) if expected == found => Ok(()),
            Some(&expected) => Err(StoreError::Count {
                folder: self.folder.clone(),
                generation,
                expected,
                found,
            }),
            None => Err(StoreError::Order {
                folder: self.folder.clone(),
                expected: self.counts.len() as u64,
                found: generation,
            }),
        }
    }
}

/// The bytes that the file system has free where `path` is or would be made, for this user.
///
/// # Errors
///
/// [`StoreError::Io`].
pub fn free_space(path: &Path) -> Result<u64, StoreError> {
    let mut nearest = path;
    loop {
        // The parent of a bare name is the empty path: the current folder.
        let place = if nearest.as_os_str().is_empty() {
            Path::new(".")
        } else {
            nearest
        };
        match fs4::available_space(place) {
            Ok(bytes) => return Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match nearest.parent() {
                Some(parent) => nearest = parent,
                None => return Err(io_error("asking for free space at", path)(error)),
            },
            Err(error) => return Err(io_error("asking for free space at", place)(error)),
        }
    }
}

/// Collects what [`Store::verify`] finds.
struct Problems<'a> {
    folder: &'a Path,
    found: Vec<Problem>,
}

impl Problems<'_> {
    fn add(&mut self, file: &str, what: String) {
        self.found.push(Problem {
            path: self.folder.join(file),
            what,
        });
    }
}

/// The log in a folder that has this last generation. What generation `last` has was put on the
/// disk after its record, so the records up to it are kept.
fn read_log(
    folder: &Path,
    seed: u32,
    configurations: u64,
    last: Option<last::Front>,
) -> Result<Log, StoreError> {
    let kept = last.map_or(0, |front| front.number.saturating_add(1));
    Log::read(&folder.join(LOG), seed, configurations, kept)
}

/// Refuses a last generation that is not as the log has it, and a complete store without the last
/// generation of all.
fn check_last(
    folder: &Path,
    last: Option<last::Front>,
    counts: &[u64],
    complete: bool,
) -> Result<(), StoreError> {
    let logged = |number: u64| {
        let count = *counts.get(usize::try_from(number).ok()?)?;
        Some(last::Front { number, count })
    };
    let expected = match last {
        _ if complete => logged((counts.len() as u64).saturating_sub(1)),
        Some(front) => logged(front.number),
        None => None,
    };
    if last == expected {
        return Ok(());
    }
    let words = |front: Option<last::Front>| match front {
        Some(last::Front { number, count }) => {
            format!("generation {number} with {count} configurations")
        }
        None => "no generation".to_owned(),
    };
    Err(StoreError::Damaged {
        path: folder.join(LAST),
        offset: 0,
        expected: words(expected),
        found: words(last),
    })
}

/// The header in a folder, its file and its checksum.
fn read_header(folder: &Path) -> Result<(File, Header, u32), StoreError> {
    let path = folder.join(HEADER);
    let file = File::open(&path).map_err(|error| {
        if error.kind() == io::ErrorKind::NotFound {
            StoreError::Missing {
                folder: folder.to_path_buf(),
            }
        } else {
            io_error("opening", &path)(error)
        }
    })?;
    let mut bytes = Vec::new();
    // One byte more than a header can have, to tell that there is one.
    (&file)
        .take(HEADER_FILE_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(io_error("reading", &path))?;
    let (header, seed) = decode_header(&bytes, &path)?;
    Ok((file, header, seed))
}

/// The file of the last generation, if there is one.
fn open_last(folder: &Path) -> Result<Option<File>, StoreError> {
    let path = folder.join(LAST);
    match File::open(&path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_error("opening", &path)(error)),
    }
}

/// Makes the folder if it is not there, durably, and takes its lock.
fn make_folder_and_lock(folder: &Path) -> Result<Lock, StoreError> {
    let mut tries = 0;
    loop {
        make_folder(folder)?;
        match Lock::acquire(folder) {
            // Removed again by someone between the two.
            Err(StoreError::Io { source, .. })
                if source.kind() == io::ErrorKind::NotFound && tries < TRIES =>
            {
                tries += 1;
            }
            result => return result,
        }
    }
}

/// Makes a folder and those above it, and brings their entries to the disk.
fn make_folder(folder: &Path) -> Result<(), StoreError> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let parent = folder.parent().unwrap_or(Path::new(""));
    make_folder(parent)?;
    match fs::create_dir(folder) {
        Ok(()) => sync_folder(parent),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(io_error("making the folder", folder)(error)),
    }
}

/// Makes the files of an empty store, the header last: with it, and not before, there is a store.
fn make_files(folder: &Path, header: &Header) -> Result<(), StoreError> {
    let (header_bytes, _) = encode_header(header)?;
    let path = folder.join(MARKS);
    let marks = File::create_new(&path).map_err(io_error("creating", &path))?;
    reserve(&marks, &path, Marks::bytes_for(header.configurations))?;
    marks.sync_all().map_err(io_error("syncing", &path))?;
    LogWriter::create(&folder.join(LOG))?;
    // The entries of marks and log reach the disk before the header's does.
    sync_folder(folder)?;
    replace(folder, HEADER, |mut file| file.write_all(&header_bytes))
}

/// Gives an empty file `bytes` zero bytes, with room on the disk where the file system can promise
/// it: a store into a mapped page without room is a SIGBUS.
fn reserve(file: &File, path: &Path, bytes: u64) -> Result<(), StoreError> {
    let no_space = |source| StoreError::NoSpace {
        path: path.to_path_buf(),
        needed: bytes,
        available: free_space(path).unwrap_or(0),
        source,
    };
    match fs4::FileExt::allocate(file, bytes) {
        Ok(()) => {}
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
            ) =>
        {
            return Err(no_space(error));
        }
        // This file system promises nothing. What is free now is the best that can be known.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            if free_space(path).is_ok_and(|available| available < bytes) {
                return Err(no_space(error));
            }
        }
        Err(error) => return Err(io_error("reserving room for", path)(error)),
    }
    // Reserving may have gone without a change of the length.
    file.set_len(bytes)
        .map_err(io_error("setting the length of", path))
}

/// Puts a file into a folder in one step: whoever looks, at any moment and after any crash, finds
/// the old one or the new one whole. When this returns, the disk has the new one.
fn replace(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&File) -> io::Result<()>,
) -> Result<(), StoreError> {
    let path = folder.join(name);
    let new = folder.join(format!("{name}{NEW}"));
    let written = File::create(&new)
        .map_err(io_error("creating", &new))
        .and_then(|file| {
            write(&file).map_err(io_error("writing", &new))?;
            file.sync_all().map_err(io_error("syncing", &new))
        })
        .and_then(|()| fs::rename(&new, &path).map_err(io_error("putting in place", &path)));
    if written.is_err() {
        // On a full disk its room is worth having back; else it is overwritten the next time.
        let _ = fs::remove_file(&new);
    }
    written?;
    sync_folder(folder)
}

/// Brings the entries of a folder to the disk.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(io_error("syncing", folder))
}

/// Elsewhere folders cannot be synced; the file system's journal orders their entries.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Removes the files of a store from a folder whose lock is held. The header goes first and for
/// good, so that no later crash can leave it with less than all of its store.
fn remove_files(folder: &Path) -> Result<(), StoreError> {
    for name in FILES {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Ok(()) if name == HEADER => sync_folder(folder)?,
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(io_error("removing", &path)(error)),
        }
    }
    Ok(())
}

/// Removes the lock and the folder behind the files. Whoever takes the place of the lock before
/// the folder is gone makes a new store in it, which is well.
fn remove_folder(folder: &Path) -> Result<(), StoreError> {
    let path = folder.join(LOCK);
    fs::remove_file(&path).map_err(io_error("removing", &path))?;
    match fs::remove_dir(folder) {
        Ok(()) => sync_folder(folder.parent().unwrap_or(Path::new(""))),
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        Err(error) => Err(io_error("removing", folder)(error)),
    }
}

/// Whether there is something at a path.
fn exists(path: &Path) -> Result<bool, StoreError> {
    path.try_exists().map_err(io_error("looking at", path))
}

/// What the name of a store's folder says.
#[derive(Debug, PartialEq, Eq)]
struct FolderName<'a> {
    name: &'a str,
    metric: &'a str,
    direction: &'static str,
}

/// Takes the name of a store's folder apart; `None` for every other name.
fn parse_folder_name(text: &str) -> Option<FolderName<'_>> {
    let (text, direction) = match text.strip_suffix(".from-goal") {
        Some(text) => (text, "goal"),
        None => (text, "start"),
    };
    let (stem, metric) = text.split_once('.')?;
    let (name, fingerprint) = stem.rsplit_once('-')?;
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (is_metric(metric)
        && fingerprint.len() == 16
        && fingerprint.bytes().all(hex)
        && !name.is_empty()
        && name.bytes().all(plain))
    .then_some(FolderName {
        name,
        metric,
        direction,
    })
}

/// What the name says, if `name` is a store's folder directly below `root`: named like one, a real
/// folder and no link, and with a file of a store in it.
fn store_folder<'a>(root: &Path, name: &'a str) -> Option<FolderName<'a>> {
    let parts = parse_folder_name(name)?;
    // The name's form leaves no room for separators; this keeps it so if the form should change.
    let mut components = Path::new(name).components();
    if !matches!(
        (components.next(), components.next()),
        (Some(Component::Normal(_)), None)
    ) {
        return None;
    }
    let folder = root.join(name);
    let is_folder = fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir());
    let holds = |file: &str| fs::symlink_metadata(folder.join(file)).is_ok_and(|f| f.is_file());
    (is_folder && (holds(LOCK) || FILES.into_iter().any(holds))).then_some(parts)
}

/// The log of a store, with what the front of its last generation says of it.
fn glance(folder: &Path, seed: u32, configurations: u64) -> Result<Log, StoreError> {
    let front = match open_last(folder)? {
        Some(file) => Some(last::read_front(&file, &folder.join(LAST))?),
        None => None,
    };
    let log = read_log(folder, seed, configurations, front)?;
    check_last(folder, front, &log.counts, log.complete)?;
    Ok(log)
}

/// What can be said of a store at a glance.
fn summary(folder: &Path, folder_name: String, parts: FolderName<'_>) -> Summary {
    let bytes = FILES
        .iter()
        .chain([&LOCK])
        .filter_map(|name| fs::symlink_metadata(folder.join(name)).ok())
        .map(|found| found.len())
        .sum();
    let mut summary = Summary {
        folder: folder_name,
        name: parts.name.to_owned(),
        metric: parts.metric.to_owned(),
        direction: parts.direction.to_owned(),
        bytes,
        complete: false,
        generations: 0,
        problem: None,
    };
    let header = match read_header(folder) {
        Ok((_, header, seed)) => {
            match glance(folder, seed, header.configurations) {
                Ok(log) => {
                    summary.complete = log.complete;
                    summary.generations = log.counts.len() as u64;
                }
                Err(error) => summary.problem = Some(error.to_string()),
            }
            header
        }
        Err(StoreError::Missing { .. }) => {
            summary.problem = Some("its making was cut off".to_owned());
            return summary;
        }
        Err(error) => {
            summary.problem = Some(error.to_string());
            return summary;
        }
    };
    let belongs = Store::folder_name(&header);
    if belongs != summary.folder {
        summary.problem = Some(format!("its header belongs into the folder {belongs}"));
    }
    summary.name = header.name;
    summary.metric = header.metric;
    summary.direction = header.direction;
    let size = fs::symlink_metadata(folder.join(MARKS)).map_or(0, |found| found.len());
    let expected = Marks::bytes_for(header.configurations);
    if size != expected && summary.problem.is_none() {
        summary.problem = Some(format!("its marks have {size} bytes, not {expected}"));
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITE: Access = Access::Write { fresh: false };
    const FRESH: Access = Access::Write { fresh: true };

    fn header() -> Header {
        Header {
            format: Header::FORMAT,
            name: "tiles:4x4".to_owned(),
            fingerprint: [0x1f; 32],
            metric: "step".to_owned(),
            direction: "goal".to_owned(),
            configurations: 1000,
            layout: "rows, 2 bits x 32".to_owned(),
        }
    }

    const FOLDER: &str = "tiles-4x4-1f1f1f1f1f1f1f1f.step.from-goal";

    fn set(members: &[u64]) -> Generation {
        let set = Generation::new(1000).unwrap();
        for &member in members {
            set.insert_alone(member);
        }
        set
    }

    /// A finished store of two generations; the first has one member, the second three.
    fn finish(root: &Path) {
        let mut store = Store::open(root, &header(), WRITE).unwrap();
        store.marks().set_alone(5, Marks::mark_of(0));
        store.append(0, 1).unwrap();
        store.sync(0, &set(&[5])).unwrap();
        for i in [1, 40, 999] {
            store.marks().set_alone(i, Marks::mark_of(1));
        }
        store.append(1, 3).unwrap();
        store.finish(1, &set(&[1, 40, 999])).unwrap();
    }

    #[test]
    fn a_folder_has_a_plain_name_that_says_what_is_in_it() {
        assert_eq!(Store::folder_name(&header()), FOLDER);
        let plain = Header {
            name: "../\u{e9}.x".to_owned(),
            direction: "start".to_owned(),
            ..header()
        };
        assert_eq!(Store::folder_name(&plain), "-----x-1f1f1f1f1f1f1f1f.step");
        let parsed = parse_folder_name(FOLDER).unwrap();
        assert_eq!(
            (parsed.name, parsed.metric, parsed.direction),
            ("tiles-4x4", "step", "goal")
        );
        for name in [
            "",
            "..",
            "a-1f1f1f1f1f1f1f1f",
            "a-1f1f1f1f1f1f1f1.step",
            "a-1F1f1f1f1f1f1f1f.step",
            "-1f1f1f1f1f1f1f1f.step",
            "a/b-1f1f1f1f1f1f1f1f.step",
            "a-1f1f1f1f1f1f1f1f.step/",
            "a-1f1f1f1f1f1f1f1f.step.x",
            "a-1f1f1f1f1f1f1f1f.",
        ] {
            assert_eq!(parse_folder_name(name), None, "{name}");
        }
    }

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
    fn what_a_reader_or_a_finished_store_cannot_take_is_refused() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let mut reader = Store::open(root.path(), &header(), Access::Read).unwrap();
        let read_only = |result| matches!(result, Err(StoreError::ReadOnly { .. }));
        assert!(read_only(reader.append(2, 1)));
        assert!(read_only(reader.sync(1, &set(&[1, 40, 999]))));
        assert!(read_only(reader.finish(1, &set(&[1, 40, 999]))));

        let mut writer = Store::open(root.path(), &header(), WRITE).unwrap();
        let finished = |result| matches!(result, Err(StoreError::Finished { .. }));
        assert!(finished(writer.append(2, 1)));
        assert!(finished(writer.sync(1, &set(&[1, 40, 999]))));
        assert!(finished(writer.finish(1, &set(&[1, 40, 999]))));
        writer.append(1, 3).unwrap();
        assert!(matches!(
            writer.append(1, 4),
            Err(StoreError::Count {
                expected: 3,
                found: 4,
                ..
            })
        ));
    }

    #[test]
    fn generations_out_of_turn_or_out_of_reason_are_refused() {
        let root = tempfile::tempdir().unwrap();
        let mut store = Store::open(root.path(), &header(), WRITE).unwrap();
        assert!(matches!(
            store.append(1, 1),
            Err(StoreError::Order {
                expected: 0,
                found: 1,
                ..
            })
        ));
        assert!(matches!(
            store.sync(0, &set(&[1])),
            Err(StoreError::Order { .. })
        ));
        store.append(0, 1).unwrap();
        for count in [0, 1000, u64::MAX] {
            assert!(matches!(
                store.append(1, count),
                Err(StoreError::Impossible { most: 999, .. })
            ));
        }
        assert!(matches!(
            store.sync(0, &set(&[1, 2])),
            Err(StoreError::Count {
                expected: 1,
                found: 2,
                ..
            })
        ));
        assert!(matches!(
            store.sync(0, &Generation::new(999).unwrap()),
            Err(StoreError::Space {
                expected: 1000,
                found: 999,
                ..
            })
        ));
        store.append(1, 2).unwrap();
        assert!(matches!(
            store.finish(0, &set(&[1])),
            Err(StoreError::Order {
                expected: 1,
                found: 0,
                ..
            })
        ));
        // None of this has hurt the store.
        store.marks().set_alone(1, 1);
        store.sync(0, &set(&[1])).unwrap();
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
            (
                "the number of configurations",
                Header {
                    configurations: 999,
                    ..header()
                },
            ),
            (
                "the layout",
                Header {
                    layout: "columns".to_owned(),
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
        let (bytes, _) = encode_header(&Header {
            format: 2,
            ..header()
        })
        .unwrap();
        fs::write(&path, &bytes).unwrap();
        for access in [Access::Read, WRITE] {
            assert!(matches!(
                Store::open(root.path(), &header(), access),
                Err(StoreError::Foreign {
                    field: "the format",
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
                format: 2,
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
        let expected: Vec<Vec<u8>> = [HEADER, LOG, MARKS]
            .iter()
            .map(|name| fs::read(folder.join(name)).unwrap())
            .collect();
        // What is left, with the sizes it has got to. The last is also that of a removal.
        let states: [&[(&str, usize)]; 7] = [
            &[],
            &[(LOCK, 3)],
            &[(LOCK, 0), (MARKS, 0)],
            &[(LOCK, 0), (MARKS, 100)],
            &[(LOCK, 0), (MARKS, 256), (LOG, 5)],
            &[(LOCK, 0), (MARKS, 256), (LOG, 14), ("header.new", 20)],
            &[(MARKS, 256), (LOG, 200), (LAST, 99), ("last.new", 7)],
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
            let listed = Store::list(root.path());
            assert_eq!(listed.len(), usize::from(!state.is_empty()));
            assert!(listed.iter().all(|summary| summary.problem.is_some()));
            let store = Store::open(root.path(), &header(), WRITE).unwrap();
            assert_eq!(store.verify(), []);
            assert!(store.last().unwrap().is_none());
            for (name, bytes) in [HEADER, LOG, MARKS].iter().zip(&expected) {
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
        assert!(Store::needed_bytes(&huge) > 1 << 58);
        let most = Header {
            configurations: u64::MAX,
            ..header()
        };
        assert!(Store::needed_bytes(&most) > 1 << 62);
    }

    #[test]
    fn files_that_were_cut_or_lost_are_told() {
        for name in [MARKS, LOG, LAST, HEADER] {
            let root = tempfile::tempdir().unwrap();
            finish(root.path());
            fs::remove_file(root.path().join(FOLDER).join(name)).unwrap();
            let error = Store::open(root.path(), &header(), Access::Read).unwrap_err();
            assert!(
                match name {
                    HEADER => matches!(error, StoreError::Missing { .. }),
                    LAST => matches!(error, StoreError::Damaged { .. }),
                    _ => matches!(error, StoreError::Io { .. }),
                },
                "{name}: {error}"
            );
            assert!(Store::list(root.path())[0].problem.is_some(), "{name}");
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
        assert!(Store::list(root.path())[0].problem.is_some());
    }

    #[test]
    fn a_last_generation_that_is_not_the_logs_is_told() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let folder = root.path().join(FOLDER);
        let (_, _, seed) = read_header(&folder).unwrap();
        // Not the newest of a complete store; another count; a number beyond the log.
        for (number, members) in [(0, &[5][..]), (1, &[1, 40]), (2, &[1, 40, 999])] {
            let mut bytes = Vec::new();
            last::write(&mut bytes, seed, number, &set(members)).unwrap();
            fs::write(folder.join(LAST), bytes).unwrap();
            assert!(matches!(
                Store::open(root.path(), &header(), Access::Read),
                Err(StoreError::Damaged { .. } | StoreError::Checksum { .. })
            ));
        }
        // The right one, with a wrong member.
        let mut bytes = Vec::new();
        last::write(&mut bytes, seed, 1, &set(&[1, 40, 998])).unwrap();
        fs::write(folder.join(LAST), bytes).unwrap();
        let store = Store::open(root.path(), &header(), Access::Read).unwrap();
        let problems = store.verify();
        assert_eq!(problems.len(), 1);
        assert!(problems[0].to_string().contains("998"), "{}", problems[0]);
    }

    #[test]
    fn after_a_failed_sync_nothing_is_written_and_the_next_opening_goes_on() {
        let root = tempfile::tempdir().unwrap();
        let mut store = Store::open(root.path(), &header(), WRITE).unwrap();
        store.marks().set_alone(5, 1);
        store.append(0, 1).unwrap();
        // A folder where the file is to be made: as good as a disk that refuses.
        let obstacle = store.folder().join("last.new");
        fs::create_dir(&obstacle).unwrap();
        assert!(matches!(
            store.sync(0, &set(&[5])),
            Err(StoreError::Io { .. })
        ));
        fs::remove_dir(&obstacle).unwrap();
        assert!(matches!(
            store.sync(0, &set(&[5])),
            Err(StoreError::Failed { .. })
        ));
        assert!(matches!(store.append(1, 3), Err(StoreError::Failed { .. })));
        drop(store);
        let mut store = Store::open(root.path(), &header(), WRITE).unwrap();
        assert_eq!(store.generations(), [1]);
        assert!(store.last().unwrap().is_none());
        store.append(0, 1).unwrap();
        store.sync(0, &set(&[5])).unwrap();
        assert_eq!(store.verify(), []);
    }

    #[test]
    fn stores_are_listed_by_name_and_nothing_else_is() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(Store::list(&root.path().join("none")), []);
        finish(root.path());
        let other = Header {
            name: "a".to_owned(),
            direction: "start".to_owned(),
            ..header()
        };
        drop(Store::open(root.path(), &other, WRITE).unwrap());
        fs::create_dir(root.path().join("notes")).unwrap();
        fs::create_dir(root.path().join("b-1f1f1f1f1f1f1f1f.step")).unwrap();
        fs::write(root.path().join("README"), "text").unwrap();
        fs::write(root.path().join("c-1f1f1f1f1f1f1f1f.step"), "text").unwrap();

        let listed = Store::list(root.path());
        assert_eq!(listed.len(), 2);
        assert_eq!(listed[0].folder, "a-1f1f1f1f1f1f1f1f.step");
        assert_eq!((listed[0].complete, listed[0].generations), (false, 0));
        assert_eq!(listed[0].direction, "start");
        let finished = &listed[1];
        assert_eq!(finished.folder, FOLDER);
        assert_eq!((&*finished.name, &*finished.metric), ("tiles:4x4", "step"));
        assert_eq!((finished.complete, finished.generations), (true, 2));
        assert_eq!(finished.problem, None);
        let files = [HEADER, LOG, MARKS, LAST];
        let sizes = files.map(|name| {
            fs::metadata(root.path().join(FOLDER).join(name))
                .unwrap()
                .len()
        });
        assert_eq!(finished.bytes, sizes.iter().sum::<u64>());
    }

    #[test]
    fn a_store_is_removed_and_nothing_else_is() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let beside = root.path().join("beside");
        fs::create_dir(&beside).unwrap();
        fs::write(beside.join(HEADER), "mine").unwrap();
        let absolute = root.path().join(FOLDER).display().to_string();
        let round_about = format!("beside/../{FOLDER}");
        let empty = "b-1f1f1f1f1f1f1f1f.step";
        fs::create_dir(root.path().join(empty)).unwrap();
        for name in [
            "",
            ".",
            "..",
            "beside",
            "none",
            empty,
            &absolute,
            &round_about,
        ] {
            assert!(
                matches!(
                    Store::remove(root.path(), name),
                    Err(StoreError::NotAStore { .. })
                ),
                "{name}"
            );
        }
        Store::remove(root.path(), FOLDER).unwrap();
        assert!(!root.path().join(FOLDER).exists());
        assert!(beside.join(HEADER).exists());

        // A stranger's file in the folder stays, and the folder with it.
        finish(root.path());
        let note = root.path().join(FOLDER).join("note");
        fs::write(&note, "mine").unwrap();
        Store::remove(root.path(), FOLDER).unwrap();
        assert!(note.exists());
        assert_eq!(fs::read_dir(root.path().join(FOLDER)).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_store_is_not_removed() {
        let root = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        finish(elsewhere.path());
        std::os::unix::fs::symlink(elsewhere.path().join(FOLDER), root.path().join(FOLDER))
            .unwrap();
        assert!(matches!(
            Store::remove(root.path(), FOLDER),
            Err(StoreError::NotAStore { .. })
        ));
        Store::open(elsewhere.path(), &header(), Access::Read).unwrap();
    }

    #[test]
    fn free_space_is_that_of_the_nearest_folder_there_is() {
        let root = tempfile::tempdir().unwrap();
        assert!(free_space(&root.path().join("not/yet/there")).unwrap() > 0);
        assert!(free_space(Path::new("not-there-either")).unwrap() > 0);
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
