//! The files of a store: their names, and the order in which they are made and removed.
//!
//! Promises that wherever making or removing is cut off, there is a header on the disk only with a
//! whole store beside it. Does not know what a run puts into the files, and leaves other files in
//! the folder alone.

use std::io::Write;

use crate::store::disk::disk_space::reserve;
use crate::store::disk::durable::{above, remove_folder};
use crate::store::disk::folder::{NEW, Place, Seen};
use crate::store::error::{StoreError, io_error};
use crate::store::journal::lock::{LOCK, Lock};
use crate::store::journal::log::{LOG_MAGIC, LogWriter};
use crate::store::journal::record::{Header, Kind, encode_header};
use crate::store::marks::checksums::Sums;
use crate::store::marks::mark_bits::Marks;
use crate::store::runs::kept;

/// Which question it is.
pub(crate) const HEADER: &str = "header";
/// The header while the store is made, and while it is removed: until it is the only file.
const NO_HEADER: &str = "header.new";
/// The generations and their counts.
pub(crate) const LOG: &str = "log";
/// Two bits for each configuration.
pub(crate) const MARKS: &str = "marks";
/// The generation to go on from.
pub(crate) const LAST: &str = "last";
/// From which generation on sorted files are kept.
pub(crate) const KEPT: &str = "kept";
/// The checksums of the marks.
pub(crate) const SUMS: &str = "sums";

/// How the name of a generation's sorted file begins; its number follows.
const GENERATION: &str = "generation-";
/// How the name of a spill begins; its number follows.
const SPILL: &str = "spill-";

/// The files that a store of a kind makes but its header, its lock and sorted files.
const fn rest_of(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Marks => &[LOG, LAST, "last.new", MARKS, SUMS, "sums.new"],
        Kind::Frontiers => &[LOG, KEPT, "kept.new"],
    }
}

/// Whether a store of this kind may have a file of this name.
fn is_of(kind: Kind, name: &str) -> bool {
    [HEADER, NO_HEADER, LOCK].contains(&name)
        || rest_of(kind).contains(&name)
        || match SortedName::parse(name) {
            // Beside marks it is one that was about to lose its name.
            Some(SortedName::Spill(_)) => true,
            Some(_) => kind == Kind::Frontiers,
            None => false,
        }
}

/// Which sorted file of a store it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SortedName {
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
pub(crate) fn sorted_files(folder: &Place) -> Result<Vec<SortedName>, StoreError> {
    let names = folder.names()?;
    Ok(names
        .iter()
        .filter_map(|name| SortedName::parse(name))
        .collect())
}

/// The files of a store that are in a folder and their sizes, as far as it can be read.
pub(crate) fn all_in(folder: &Place) -> Vec<(String, u64)> {
    let names = folder.names().unwrap_or_default().into_iter();
    names
        .filter(|name| Kind::ALL.iter().any(|&kind| is_of(kind, name)))
        .filter_map(|name| match folder.look(&name) {
            Ok(Some(Seen::File { bytes })) => Some((name, bytes)),
            _ => None,
        })
        .collect()
}

/// What is in the folder of a store and does not belong there, with the reason, by name.
///
/// # Errors
///
/// [`StoreError::Io`] if the folder cannot be read.
pub(crate) fn strangers_in(
    folder: &Place,
    kind: Kind,
) -> Result<Vec<(String, String)>, StoreError> {
    let mut strangers = Vec::new();
    for name in folder.names()? {
        if !is_of(kind, &name) {
            strangers.push((name, "is no file of a store".to_owned()));
        } else if let Some(Seen::Other(what)) = folder.look(&name)? {
            strangers.push((name, format!("is {what}, where a store has a file")));
        }
    }
    strangers.sort();
    Ok(strangers)
}

/// Makes the files of an empty store in a folder that has none of them and whose lock is held. The
/// header comes last: with it, and not before, there is a store.
///
/// # Errors
///
/// [`StoreError::NoSpace`], [`StoreError::BadHeader`], [`StoreError::Io`].
pub(crate) fn make_files(folder: &Place, header: &Header, kind: Kind) -> Result<(), StoreError> {
    let header = &Header {
        format: kind.format(),
        ..header.clone()
    };
    let (header_bytes, seed) = encode_header(header, kind)?;
    match kind {
        Kind::Marks => {
            let path = folder.path_of(MARKS);
            let marks = folder.create(MARKS)?;
            reserve(&marks, &path, Marks::bytes_for(header.configurations))?;
            marks.sync_all().map_err(io_error("syncing", &path))?;
            let words = Marks::bytes_for(header.configurations) / 8;
            let sums = Sums::of_nothing(words as usize);
            folder.replace(SUMS, |file| sums.write(file, seed))?;
        }
        Kind::Frontiers => folder.replace(KEPT, |file| kept::write(file, seed, 0))?,
    }
    LogWriter::create(folder.create(LOG)?, &folder.path_of(LOG))?;
    // The entries of the files reach the disk before the header's does, and so does the
    // folder's own, which may have been lost with the process that made the folder.
    folder.sync()?;
    Place::open(above(folder.path()))?.sync()?;
    folder.replace(HEADER, |mut file| file.write_all(&header_bytes))
}

/// Removes the files of a store, or what is left of them, from a folder whose lock is held. The
/// header gets another name first and for good, also where another began this and did not live to
/// the end, so that no later crash can leave a header with less than all of its store. Under that
/// name it goes last, so that what is left of a store tells whether somebody wanted it removed.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(crate) fn remove_files(folder: &Place) -> Result<(), StoreError> {
    if folder.look(HEADER)?.is_some() {
        folder.rename(HEADER, NO_HEADER)?;
    }
    folder.sync()?;
    let rest = Kind::ALL.into_iter().flat_map(rest_of);
    rest.into_iter().try_for_each(|name| folder.remove(name))?;
    let sorted = sorted_files(folder)?;
    sorted
        .iter()
        .try_for_each(|name| folder.remove(&name.name()))?;
    folder.sync()?;
    folder.remove(NO_HEADER)
}

/// Refuses a folder whose header was lost: generations are in it, and it is neither being made, when there are
/// none yet, nor being removed. To be asked where there is no header.
///
/// # Errors
///
/// [`StoreError::NoHeader`], [`StoreError::Io`].
pub(crate) fn check_not_headless(folder: &Place) -> Result<(), StoreError> {
    let may_lack_it = || Ok(folder.look(NO_HEADER)?.is_some() || folder.look(HEADER)?.is_some());
    if may_lack_it()? {
        return Ok(());
    }
    match a_generation_in(folder)? {
        // Somebody may have begun to make or to remove it meanwhile.
        Some(_) if may_lack_it()? => Ok(()),
        Some(file) => Err(StoreError::NoHeader {
            folder: folder.path().to_path_buf(),
            file,
        }),
        None => Ok(()),
    }
}

/// The name of a file in a folder, if it is there at all, that has generations of a search.
fn a_generation_in(folder: &Place) -> Result<Option<String>, StoreError> {
    for (name, empty) in [(LOG, LOG_MAGIC.len() as u64), (LAST, 0)] {
        if folder.look(name)?.is_some_and(|seen| seen.bytes() > empty) {
            return Ok(Some(name.to_owned()));
        }
    }
    let sorted = sorted_files(folder)?.into_iter();
    let mut generations = sorted.filter(|name| matches!(name, SortedName::Generation(_)));
    Ok(generations.next().map(SortedName::name))
}

/// Removes the lock and the folder behind the files. A process that takes the place of the lock before
/// the folder is gone makes a new store in it, which is well. The lock is let go before the folder
/// is removed: some systems keep the name of a file until nobody has it open.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(crate) fn remove_lock_and_folder(folder: &Place, lock: Lock) -> Result<(), StoreError> {
    folder.remove(LOCK)?;
    // What has taken the folder's place meanwhile stays.
    folder.check_in_place()?;
    drop(lock);
    remove_folder(folder.path())
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
