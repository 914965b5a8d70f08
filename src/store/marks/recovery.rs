//! `Recovery`: the log and the last generation of a store of marks, read and compared.
//!
//! If there is a last generation, the log has it with the same number of members. If the log has
//! the record of the end, the last generation is the newest in the log. Both hold even while a
//! writer is active. The checksums of the marks are compared with the log here too.

use std::fs::File;

use super::checksums::{BlockChecksums, MarksState};
use super::last_generation::{self, LastHeader};
use super::mark_bits::Marks;
use crate::disk::folder::StoreFolder;
use crate::error::{StoreError, damaged};
use crate::journal::files::{LAST, LOG, SUMS};
use crate::journal::header_file::HeaderFile;
use crate::journal::log::Log;

/// The finished generations of a store that are on the disk.
#[derive(Debug)]
pub(crate) struct Recovery {
    /// The content of the log.
    pub log: Log,
    /// The open file of the last generation, read up to its members; `None` if the file is missing.
    pub last: Option<File>,
}

impl Recovery {
    /// Reads the log and the last generation of the store with this header. Errors:
    /// [`StoreError::Io`]; [`StoreError::Checksum`] and [`StoreError::Damaged`] if they are damaged
    /// or disagree.
    pub(crate) fn read(folder: &StoreFolder, header: &HeaderFile) -> Result<Recovery, StoreError> {
        Recovery::read_after(open_last(folder)?, folder, header)
    }

    /// Reads the log after the file `last` was opened. So the log has the generation in that file,
    /// even if a writer is active.
    fn read_after(
        last: Option<(File, LastHeader)>,
        folder: &StoreFolder,
        header: &HeaderFile,
    ) -> Result<Recovery, StoreError> {
        let (mut last, mut front) = last.unzip();
        let log = read_log(folder, header, front)?;
        if log.complete {
            // The writer may have finished after `last` was opened, so the file is opened again.
            // Its final content was on the disk before the record of the end.
            (last, front) = open_last(folder)?.unzip();
        }
        check_last(folder, front, &log)?;
        Ok(Recovery { log, last })
    }
}

/// Opens the file of the last generation and reads its number and count; `None` if the file is
/// missing.
pub(crate) fn open_last(folder: &StoreFolder) -> Result<Option<(File, LastHeader)>, StoreError> {
    let Some(file) = folder.read_if_there(LAST)? else {
        return Ok(None);
    };
    let front = last_generation::read_front(&file, &folder.path_of(LAST))?;
    Ok(Some((file, front)))
}

/// Reads the log of a store whose last generation is `last`. The file of that generation was
/// written after the generation's record, so all records up to that record must be good.
pub(crate) fn read_log(
    folder: &StoreFolder,
    header: &HeaderFile,
    last: Option<LastHeader>,
) -> Result<Log, StoreError> {
    let kept = last.map_or(0, |front| front.number.saturating_add(1));
    header.read_log(folder, kept)
}

/// Compares the last generation with the log. If the log is complete, it must be the newest
/// generation in the log; otherwise it may be any generation in the log. Errors:
/// [`StoreError::Damaged`].
pub(crate) fn check_last(
    folder: &StoreFolder,
    last: Option<LastHeader>,
    log: &Log,
) -> Result<(), StoreError> {
    let newest = (log.counts.len() as u64).saturating_sub(1);
    let number = if log.complete {
        Some(newest)
    } else {
        last.map(|front| front.number)
    };
    let expected = number.and_then(|number| {
        let count = *log.counts.get(usize::try_from(number).ok()?)?;
        Some(LastHeader { number, count })
    });
    if last == expected {
        return Ok(());
    }
    let words = |front: Option<LastHeader>| match front {
        Some(LastHeader { number, count }) => {
            format!("generation {number} with {count} configurations")
        }
        None => "no generation".to_owned(),
    };
    let path = folder.path_of(LAST);
    Err(damaged(&path, 0, words(expected), words(last)))
}

/// Reads the checksums of the marks of the store with this header. Errors: as
/// [`BlockChecksums::read`].
pub(crate) fn read_checksums(
    folder: &StoreFolder,
    header: &HeaderFile,
) -> Result<BlockChecksums, StoreError> {
    let marks = Marks::bytes_for(header.header.configurations);
    let file = folder.read(SUMS)?;
    BlockChecksums::read(file, &folder.path_of(SUMS), header.seed, marks)
}

/// Fails if the log contradicts the number of generations or the state in the file of checksums. A
/// writer takes checksums after it has written the records of the generations, and before the
/// record of the end.
///
/// While a writer may be active, read the log after the checksums. If the log is complete, read the
/// checksums again after it. Errors: [`StoreError::Damaged`].
pub(crate) fn check_checksums(
    folder: &StoreFolder,
    sums: &BlockChecksums,
    log: &Log,
) -> Result<(), StoreError> {
    let logged = log.counts.len() as u64;
    if logged < sums.generations {
        let expected = format!("{} generations", sums.generations);
        let path = folder.path_of(LOG);
        return Err(damaged(&path, 0, expected, format!("{logged} generations")));
    }
    if log.complete && (sums.generations, sums.state) != (logged, MarksState::AtRest) {
        let expected = format!("the checksums of {logged} generations, marks at rest");
        let state = match sums.state {
            MarksState::AtRest => ", marks at rest",
            MarksState::InUse => ", marks in use",
        };
        let found = format!("the checksums of {} generations{state}", sums.generations);
        return Err(damaged(&folder.path_of(SUMS), 0, expected, found));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::record::StoreKind;
    use crate::sample::{FOLDER, FRESH, WRITE, finish, header, set};
    use crate::{Access, Store};
    use std::fs;

    #[test]
    fn a_last_generation_that_is_not_the_logs_is_told() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let folder = root.path().join(FOLDER);
        let place = StoreFolder::open(&folder).unwrap();
        let seed = HeaderFile::open(&place, StoreKind::Marks).unwrap().seed;
        // Three last generations that contradict the log: not the newest generation of a complete
        // log, another number of members, and a generation that the log does not have.
        for (number, members) in [(0, &[5][..]), (1, &[1, 40]), (2, &[1, 40, 999])] {
            let mut bytes = Vec::new();
            last_generation::write(&mut bytes, seed, number, &set(members)).unwrap();
            fs::write(folder.join(LAST), bytes).unwrap();
            assert!(matches!(
                Store::open(root.path(), &header(), Access::Read),
                Err(StoreError::Damaged { .. } | StoreError::Checksum { .. })
            ));
        }
        // The right generation with a wrong member is refused when the members are read.
        let mut bytes = Vec::new();
        last_generation::write(&mut bytes, seed, 1, &set(&[1, 40, 998])).unwrap();
        fs::write(folder.join(LAST), bytes).unwrap();
        let store = Store::open(root.path(), &header(), Access::Read).unwrap();
        let problems = store.verify();
        assert_eq!(problems.len(), 1);
        assert!(problems[0].to_string().contains("998"), "{}", problems[0]);
    }

    #[test]
    fn a_writer_that_goes_on_or_ends_between_last_and_log_is_no_damage() {
        let root = tempfile::tempdir().unwrap();
        let mut writer = Store::open(root.path(), &header(), WRITE).unwrap();
        let folder = StoreFolder::open(writer.folder()).unwrap();
        let title = HeaderFile::open(&folder, StoreKind::Marks).unwrap();
        let none = open_last(&folder).unwrap();
        assert!(none.is_none());
        writer.append(0, 1).unwrap();
        writer.sync(0, &set(&[5])).unwrap();
        let first = open_last(&folder).unwrap();
        drop(writer);
        let going = Recovery::read_after(none, &folder, &title).unwrap();
        assert!(going.last.is_none() && going.log.counts == [1]);
        finish(root.path());
        for early in [None, first] {
            let ended = Recovery::read_after(early, &folder, &title).unwrap();
            assert!(ended.log.complete);
            let newest = open_last(&folder).unwrap().unwrap().0;
            assert_eq!(
                ended.last.unwrap().metadata().unwrap().len(),
                newest.metadata().unwrap().len()
            );
        }
    }

    #[test]
    fn readers_beside_a_writer_that_begins_and_ends_over_and_over_see_no_damage() {
        let root = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for _ in 0..50 {
                    drop(Store::open(root.path(), &header(), FRESH).unwrap());
                    finish(root.path());
                }
            });
            while !writer.is_finished() {
                match Store::open(root.path(), &header(), Access::Read) {
                    Ok(store) if store.is_complete() => {
                        assert_eq!(store.last().unwrap().unwrap().0, 1);
                    }
                    Ok(_) | Err(StoreError::Missing { .. } | StoreError::Replaced { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
                for summary in Store::list(root.path()).unwrap() {
                    let problem = summary.problem.unwrap_or_default();
                    assert!(!problem.contains("damaged"), "{problem}");
                }
            }
        });
    }
}
