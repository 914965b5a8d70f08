//! The files of a store: their names, and the order in which they are made and removed.
//!
//! Promises that wherever making or removing is cut off, there is a header on the disk only with a
//! whole store beside it. Does not know what a run puts into the files, and leaves other files in
//! the folder alone.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::durable::{NEW, above, remove, remove_folder, replace, sync_folder};
use super::error::{StoreError, io_error};
use super::lock::{LOCK, Lock};
use super::log::{LOG_MAGIC, LogWriter};
use super::marks::Marks;
use super::record::{Header, Kind, encode_header};
use super::room::reserve;
use super::sums::Sums;

/// Which question it is.
pub(super) const HEADER: &str = "header";
/// The header while the store is made, and while it is removed: until it is the only file.
const NO_HEADER: &str = "header.new";
/// The generations and their counts.
pub(super) const LOG: &str = "log";
/// Two bits for each configuration.
pub(super) const MARKS: &str = "marks";
/// The generation to go on from.
pub(super) const LAST: &str = "last";
/// The checksums of the marks.
pub(super) const SUMS: &str = "sums";

/// How the name of a generation's sorted file begins; its number follows.
const GENERATION: &str = "generation-";
/// How the name of a spill begins; its number follows.
const SPILL: &str = "spill-";

/// Every file that a store makes but its header, its lock and sorted files.
const REST: [&str; 6] = [LOG, LAST, "last.new", MARKS, SUMS, "sums.new"];

/// Which sorted file of a store it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SortedName {
    /// The generation of this number.
    Generation(u64),
    /// The same until it is on the disk together with its record in the log.
    New(u64),
    /// A part of the neighbours of a generation, while the next one is made.
    Spill(u64),
}

impl SortedName {
    /// The file's name.
    pub fn name(self) -> String {
        match self {
            SortedName::Generation(number) => format!("{GENERATION}{number:06}"),
            SortedName::New(number) => format!("{GENERATION}{number:06}{NEW}"),
            SortedName::Spill(number) => format!("{SPILL}{number:06}"),
        }
    }

    /// Takes a name apart; `None` for every name that [`SortedName::name`] does not give.
    pub fn parse(name: &str) -> Option<SortedName> {
        let digits = name.trim_end_matches(NEW).rsplit('-').next()?;
        let number = digits.parse().ok()?;
        [
            SortedName::Generation(number),
            SortedName::New(number),
            SortedName::Spill(number),
        ]
        .into_iter()
        .find(|parsed| parsed.name() == name)
    }
}

/// The sorted files in a folder, in no order.
///
/// # Errors
///
/// [`StoreError::Io`] if the folder cannot be read.
pub(super) fn sorted_files(folder: &Path) -> Result<Vec<(String, SortedName)>, StoreError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(io_error("reading the folder", folder))? {
        let entry = entry.map_err(io_error("reading the folder", folder))?;
        if let Ok(name) = entry.file_name().into_string()
            && let Some(parsed) = SortedName::parse(&name)
        {
            found.push((name, parsed));
        }
    }
    Ok(found)
}

/// The names of the files of a store that are in a folder, as far as it can be read.
pub(super) fn all_in(folder: &Path) -> Vec<String> {
    let fixed = [HEADER, NO_HEADER, LOCK].into_iter().chain(REST);
    let sorted = sorted_files(folder).unwrap_or_default();
    fixed
        .map(str::to_owned)
        .chain(sorted.into_iter().map(|(name, _)| name))
        .filter(|name| fs::symlink_metadata(folder.join(name)).is_ok_and(|found| found.is_file()))
        .collect()
}

/// The sizes of the files of a store that are in a folder, together.
pub(super) fn bytes_in(folder: &Path) -> u64 {
    all_in(folder)
        .iter()
        .filter_map(|name| fs::symlink_metadata(folder.join(name)).ok())
        .map(|found| found.len())
        .sum()
}

/// Makes the files of an empty store in a folder that has none of them and whose lock is held. The
/// header comes last: with it, and not before, there is a store.
///
/// # Errors
///
/// [`StoreError::NoSpace`], [`StoreError::BadHeader`], [`StoreError::Io`].
pub(super) fn make_files(folder: &Path, header: &Header, kind: Kind) -> Result<(), StoreError> {
    let (header_bytes, seed) = encode_header(header, kind)?;
    if kind == Kind::Marks {
        let path = folder.join(MARKS);
        let marks = File::create_new(&path).map_err(io_error("creating", &path))?;
        reserve(&marks, &path, Marks::bytes_for(header.configurations))?;
        marks.sync_all().map_err(io_error("syncing", &path))?;
        let words = Marks::bytes_for(header.configurations) / 8;
        let sums = Sums::of_nothing(words as usize);
        replace(folder, SUMS, |file| sums.write(file, seed))?;
    }
    LogWriter::create(&folder.join(LOG))?;
    // The entries of the files reach the disk before the header's does, and so does the
    // folder's own, which whoever made the folder may not have lived to bring there.
    sync_folder(folder)?;
    sync_folder(above(folder))?;
    replace(folder, HEADER, |mut file| file.write_all(&header_bytes))
}

/// Removes the files of a store, or what is left of them, from a folder whose lock is held. The
/// header gets another name first and for good, also where another began this and did not live to
/// the end, so that no later crash can leave a header with less than all of its store. Under that
/// name it goes last, so that what is left of a store tells whether somebody wanted it removed.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(super) fn remove_files(folder: &Path) -> Result<(), StoreError> {
    let header = folder.join(HEADER);
    let no_header = folder.join(NO_HEADER);
    match fs::rename(&header, &no_header) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(io_error("removing", &header)(error));
        }
        _ => sync_folder(folder)?,
    }
    REST.iter()
        .try_for_each(|name| remove(&folder.join(name)))?;
    let sorted = sorted_files(folder)?;
    sorted
        .iter()
        .try_for_each(|(name, _)| remove(&folder.join(name)))?;
    sync_folder(folder)?;
    remove(&no_header)
}

/// Refuses a folder whose header was lost: generations are in it, and it is neither being made, when there are
/// none yet, nor being removed. To be asked where there is no header.
///
/// # Errors
///
/// [`StoreError::NoHeader`], [`StoreError::Io`].
pub(super) fn check_not_headless(folder: &Path) -> Result<(), StoreError> {
    let is_there = |name: &str| {
        let path = folder.join(name);
        path.try_exists().map_err(io_error("looking at", &path))
    };
    let may_lack_it = || Ok(is_there(NO_HEADER)? || is_there(HEADER)?);
    if may_lack_it()? {
        return Ok(());
    }
    match a_generation_in(folder)? {
        // Somebody may have begun to make or to remove it meanwhile.
        Some(_) if may_lack_it()? => Ok(()),
        Some(file) => Err(StoreError::NoHeader {
            folder: folder.to_path_buf(),
            file,
        }),
        None => Ok(()),
    }
}

/// The name of a file in a folder, if it is there at all, that has generations of a search.
fn a_generation_in(folder: &Path) -> Result<Option<String>, StoreError> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let size = |name: &str| fs::metadata(folder.join(name)).map_or(0, |found| found.len());
    let fixed = [(LOG, LOG_MAGIC.len() as u64), (LAST, 0)];
    let found = fixed.into_iter().find(|&(name, empty)| size(name) > empty);
    if let Some((name, _)) = found {
        return Ok(Some(name.to_owned()));
    }
    let sorted = sorted_files(folder)?.into_iter();
    let mut generations = sorted.filter(|(_, name)| matches!(name, SortedName::Generation(_)));
    Ok(generations.next().map(|(name, _)| name))
}

/// Removes the lock and the folder behind the files. Whoever takes the place of the lock before
/// the folder is gone makes a new store in it, which is well. The lock is let go before the folder
/// is removed: some systems keep the name of a file until nobody has it open.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(super) fn remove_lock_and_folder(folder: &Path, lock: Lock) -> Result<(), StoreError> {
    remove(&folder.join(LOCK))?;
    drop(lock);
    remove_folder(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sorted_files_are_known_again_and_no_others() {
        for number in [0, 7, 999_999, 1_000_000, u64::MAX] {
            for name in [
                SortedName::Generation(number),
                SortedName::New(number),
                SortedName::Spill(number),
            ] {
                assert_eq!(SortedName::parse(&name.name()), Some(name));
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
            assert_eq!(SortedName::parse(name), None, "{name}");
        }
    }
}
