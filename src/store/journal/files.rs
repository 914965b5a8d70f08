//! The files of a store: their names, and the order in which they are created and removed.
//!
//! If a header is on the disk, all other files of its store are there too, even if creation or
//! removal is interrupted at any point. Files that do not belong to a store are left alone.

use std::io::{Read, Write};

use crate::disk::folder::{EntryKind, NEW, StoreFolder, parent_of, remove_empty_folder};
use crate::disk::memory_folder::MemoryFolder;
use crate::error::{StoreError, io_error};
use crate::journal::lock::{LOCK, Lock};
use crate::journal::log::{LOG_MAGIC, LogWriter};
use crate::journal::record::{Header, StoreKind, encode_header};

/// Name of the file that says which search the store belongs to.
pub(crate) const HEADER: &str = "header";
/// Name of the header while the store is being created or removed. A removal removes this file
/// last, except for the lock file.
const NO_HEADER: &str = "header.new";
/// Name of the file with the number of configurations of each generation.
pub(crate) const LOG: &str = "log";
/// Name of the file with two bits for each configuration.
pub(crate) const MARKS: &str = "marks";
/// Name of the file with the last finished generation, from which a run resumes.
pub(crate) const LAST: &str = "last";
/// Name of the file with the number of the first generation whose run file is kept.
pub(crate) const KEPT: &str = "kept";
/// Names of the files with a bit for each configuration, for even and odd generations.
pub(crate) const BITS: [&str; 2] = ["bits-0", "bits-1"];
/// Name of the file that says how the bits are divided into chunks.
pub(crate) const RING: &str = "ring";
/// Name of the file with the name of the folder in memory that holds a part of the bits.
pub(crate) const BITS_IN_MEMORY: &str = "memory";
/// Name of the file with the number of goals in each generation.
pub(crate) const GOALS: &str = "goals";
/// Name of the file with the checksums of the marks.
pub(crate) const SUMS: &str = "sums";

/// Most bytes of the name of a folder in memory that are read.
const MAX_MEMORY_NAME: u64 = 256;

/// Prefix of the name of a generation's run file; the number of the generation follows.
const GENERATION: &str = "generation-";
/// Prefix of the name of a spill; the number of the spill follows.
const SPILL: &str = "spill-";

/// Names the files that a store of this kind has besides header, lock and run files.
const fn own_files(kind: StoreKind) -> &'static [&'static str] {
    match kind {
        StoreKind::Marks => &[LOG, LAST, "last.new", MARKS, SUMS, "sums.new"],
        StoreKind::Frontiers => &[LOG, KEPT, "kept.new"],
        StoreKind::Counts => &[
            LOG,
            RING,
            "ring.new",
            GOALS,
            "goals.new",
            BITS_IN_MEMORY,
            "memory.new",
            BITS[0],
            BITS[1],
        ],
    }
}

/// Whether a store of this kind may have a file called `name`.
fn is_of(kind: StoreKind, name: &str) -> bool {
    [HEADER, NO_HEADER, LOCK].contains(&name)
        || own_files(kind).contains(&name)
        || match RunFileName::parse(name) {
            // A file with a spill's name in a store of marks is a scratch file whose name was not
            // removed yet.
            Some(RunFileName::Spill(_)) => true,
            Some(_) => kind == StoreKind::Frontiers,
            None => false,
        }
}

/// The name of a run file: a sorted file of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunFileName {
    /// The file of the generation with this number, under its final name.
    Generation(u64),
    /// The file of the generation with this number, until the file and its record in the log are
    /// both on the disk.
    New(u64),
    /// The file of the spill with this number, which has candidates for the next generation.
    Spill(u64),
}

impl RunFileName {
    /// Returns the name of the file as text.
    pub(crate) fn name(self) -> String {
        match self {
            RunFileName::Generation(number) => format!("{GENERATION}{number:06}"),
            RunFileName::New(number) => format!("{GENERATION}{number:06}{NEW}"),
            RunFileName::Spill(number) => format!("{SPILL}{number:06}"),
        }
    }

    /// Parses a name. Returns `None` for every name that [`RunFileName::name`] does not form.
    pub(crate) fn parse(name: &str) -> Option<RunFileName> {
        let digits = name.trim_end_matches(NEW).rsplit('-').next()?;
        let number = digits.parse().ok()?;
        [
            RunFileName::Generation(number),
            RunFileName::New(number),
            RunFileName::Spill(number),
        ]
        .into_iter()
        .find(|parsed| parsed.name() == name)
    }
}

/// Lists the run files in a folder, in no particular order.
pub(crate) fn list_run_files(folder: &StoreFolder) -> Result<Vec<RunFileName>, StoreError> {
    let names = folder.list()?;
    Ok(names
        .iter()
        .filter_map(|name| RunFileName::parse(name))
        .collect())
}

/// Lists the files of a store in a folder with their sizes in bytes. Files that cannot be read are
/// left out.
pub(crate) fn list_store_files(folder: &StoreFolder) -> Vec<(String, u64)> {
    let names = folder.list().unwrap_or_default().into_iter();
    names
        .filter(|name| StoreKind::ALL.iter().any(|&kind| is_of(kind, name)))
        .filter_map(|name| match folder.look(&name) {
            Ok(Some(EntryKind::File { bytes })) => Some((name, bytes)),
            _ => None,
        })
        .collect()
}

/// Adds up the sizes of the files of a store in a folder.
pub(crate) fn measure_store(folder: &StoreFolder) -> u64 {
    list_store_files(folder)
        .iter()
        .map(|(_, bytes)| bytes)
        .sum()
}

/// Lists the entries of a store's folder that do not belong to the store. Returns the name of each
/// entry and the reason, sorted by name.
pub(crate) fn find_strangers(
    folder: &StoreFolder,
    kind: StoreKind,
) -> Result<Vec<(String, String)>, StoreError> {
    let mut strangers = Vec::new();
    for name in folder.list()? {
        if !is_of(kind, &name) {
            strangers.push((name, "is not a file of a store".to_owned()));
        } else if let Some(EntryKind::Other(what)) = folder.look(&name)? {
            strangers.push((name, format!("is {what}, not a file")));
        }
    }
    strangers.sort();
    Ok(strangers)
}

/// Creates the files of an empty store, in a folder that has no files of a store and whose lock is
/// held. The header is created last, because a folder without a header is no store.
///
/// `create_own` creates the files that only this kind of store has. Its arguments are the folder,
/// the header and the checksum of the header. Errors: [`StoreError::BadHeader`],
/// [`StoreError::Io`], and those of `create_own`.
pub(crate) fn create_files(
    folder: &StoreFolder,
    header: &Header,
    kind: StoreKind,
    create_own: impl FnOnce(&StoreFolder, &Header, u32) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let header = &Header {
        format: kind.format(),
        ..header.clone()
    };
    let (header_bytes, seed) = encode_header(header, kind)?;
    create_own(folder, header, seed)?;
    LogWriter::create(folder.create(LOG)?, &folder.path_of(LOG))?;
    // The names of the other files reach the disk before the name of the header. So does the name
    // of the folder itself, because the process that created the folder may have ended before it
    // synced that name.
    folder.sync()?;
    StoreFolder::open(parent_of(folder.path()))?.sync()?;
    folder.replace(HEADER, |mut file| file.write_all(&header_bytes))
}

/// Removes the files of a store of any kind, or its remains, from a folder whose lock is held.
///
/// The header is renamed first, and the renaming is on the disk before any other file is removed.
/// This also holds if an interrupted removal is continued. So no crash leaves a header with only a
/// part of its store. The renamed header is removed last: as long as other files remain, it shows
/// that the removal was intended.
pub(crate) fn remove_files(folder: &StoreFolder) -> Result<(), StoreError> {
    if folder.look(HEADER)?.is_some() {
        folder.rename(HEADER, NO_HEADER)?;
    }
    folder.sync()?;
    remove_bits_in_memory(folder)?;
    let own = StoreKind::ALL.into_iter().flat_map(own_files);
    own.into_iter().try_for_each(|name| folder.remove(name))?;
    let runs = list_run_files(folder)?;
    runs.iter()
        .try_for_each(|name| folder.remove(&name.name()))?;
    folder.sync()?;
    folder.remove(NO_HEADER)
}

/// Creates the folder in memory for a part of the bits of a store, and records its name.
pub(crate) fn create_bits_in_memory(folder: &StoreFolder) -> Result<MemoryFolder, StoreError> {
    let made = MemoryFolder::create()?;
    let recorded = folder.replace(BITS_IN_MEMORY, |mut file| {
        file.write_all(made.name.as_bytes())
    });
    if recorded.is_err() {
        // The error of the record is reported, so one of the removal is left out.
        let _ = made.remove(&[]);
    }
    recorded.map(|()| made)
}

/// Opens the folder in memory that holds a part of the bits of a store. Errors:
/// [`StoreError::MemoryLost`] if it is gone; [`StoreError::Io`].
pub(crate) fn open_bits_in_memory(folder: &StoreFolder) -> Result<MemoryFolder, StoreError> {
    let name = read_memory_name(folder)?.unwrap_or_default();
    match MemoryFolder::open(&name) {
        Err(error) if error.is_not_found() => Err(StoreError::MemoryLost {
            folder: folder.path().to_path_buf(),
            lost: MemoryFolder::path_of(&name),
        }),
        opened => opened,
    }
}

/// Removes the part of the bits that lies in memory, if there is one.
pub(crate) fn remove_bits_in_memory(folder: &StoreFolder) -> Result<(), StoreError> {
    let Some(name) = read_memory_name(folder)? else {
        return Ok(());
    };
    match MemoryFolder::open(&name) {
        Err(error) if error.is_not_found() => {}
        opened => opened?.remove(&BITS)?,
    }
    folder.remove(BITS_IN_MEMORY)
}

/// Reads the name of the folder in memory; `None` if the store has all its bits on the disk.
fn read_memory_name(folder: &StoreFolder) -> Result<Option<String>, StoreError> {
    let Some(file) = folder.read_if_there(BITS_IN_MEMORY)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    file.take(MAX_MEMORY_NAME)
        .read_to_end(&mut bytes)
        .map_err(io_error("reading", &folder.path_of(BITS_IN_MEMORY)))?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Fails for a folder that has generations but has lost its header. A store that is being removed
/// has a renamed header, and a store that is being created has no generations yet, so neither is
/// refused. Errors: [`StoreError::NoHeader`], [`StoreError::Io`].
pub(crate) fn check_not_headless(folder: &StoreFolder) -> Result<(), StoreError> {
    let may_lack_it = || Ok(folder.look(NO_HEADER)?.is_some() || folder.look(HEADER)?.is_some());
    if may_lack_it()? {
        return Ok(());
    }
    match find_generations(folder)? {
        // The header is looked up again, because another process may have begun to create or remove
        // the store in the meantime.
        Some(_) if may_lack_it()? => Ok(()),
        Some(file) => Err(StoreError::NoHeader {
            folder: folder.path().to_path_buf(),
            file,
        }),
        None => Ok(()),
    }
}

/// Finds a file that holds generations of a search. Returns the name of the file.
fn find_generations(folder: &StoreFolder) -> Result<Option<String>, StoreError> {
    for (name, empty) in [(LOG, LOG_MAGIC.len() as u64), (LAST, 0)] {
        if folder.look(name)?.is_some_and(|kind| kind.bytes() > empty) {
            return Ok(Some(name.to_owned()));
        }
    }
    let runs = list_run_files(folder)?.into_iter();
    let mut generations = runs.filter(|name| matches!(name, RunFileName::Generation(_)));
    Ok(generations.next().map(RunFileName::name))
}

/// Removes the lock file and the folder, after all other files. A process that takes the lock
/// before the folder is gone creates a new store in it, which does no harm.
///
/// The lock is released before the folder is removed, because some systems keep the name of a file
/// until no process has it open.
pub(crate) fn remove_lock_and_folder(folder: &StoreFolder, lock: Lock) -> Result<(), StoreError> {
    folder.remove(LOCK)?;
    // If another folder has taken over the folder's name in the meantime, the other folder is not
    // removed.
    folder.check_in_place()?;
    drop(lock);
    remove_empty_folder(folder.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sorted_files_are_known_again_and_no_others() {
        for number in [0, 7, 999_999, 1_000_000, u64::MAX] {
            for name in [
                RunFileName::Generation(number),
                RunFileName::New(number),
                RunFileName::Spill(number),
            ] {
                assert_eq!(RunFileName::parse(&name.name()), Some(name));
            }
        }
        for name in [
            "",
            "generation-",
            "generation-7",
            "generation-0000007",
            "generation-000007.old",
            "generation-+00007",
            "spill-000007.new",
            "generation-99999999999999999999",
            "000007",
            HEADER,
        ] {
            assert_eq!(RunFileName::parse(name), None, "{name}");
        }
    }
}
