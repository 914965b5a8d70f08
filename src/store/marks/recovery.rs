//! `History`: the log of a store and its last generation, read so that one knows the other.
//!
//! Promises that the last generation, if there is one, is in the log with the same count, and is
//! the last of all where the log has its end, also while a writer is going on. Does not know the
//! marks, nor the members of the last generation.

use std::fs::File;

use crate::store::disk::folder::Place;
use crate::store::error::{StoreError, damaged};
use crate::store::journal::files::{LAST, LOG};
use crate::store::journal::header_file::Title;
use crate::store::journal::log::Log;
use crate::store::marks::last_generation::{self as last, Front};

/// What is finished.
#[derive(Debug)]
pub(crate) struct History {
    /// What the log says.
    pub log: Log,
    /// The file of the last generation, behind its front.
    pub last: Option<File>,
}

impl History {
    /// Reads the history in a folder with this title.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; [`StoreError::Checksum`] and [`StoreError::Damaged`] if log and last
    /// generation are not as they were left.
    pub fn read(folder: &Place, title: &Title) -> Result<History, StoreError> {
        History::behind(open_last(folder)?, folder, title)
    }

    /// Reads on behind the last generation: beside a writer, a log that is read later knows it.
    fn behind(
        last: Option<(File, Front)>,
        folder: &Place,
        title: &Title,
    ) -> Result<History, StoreError> {
        let (mut last, mut front) = last.unzip();
        let log = read_log(folder, title, front)?;
        if log.complete {
            // The writer may have come to the end between the two. It wrote the last generation of
            // all before that, and none after it.
            (last, front) = open_last(folder)?.unzip();
        }
        check_last(folder, front, &log.counts, log.complete)?;
        Ok(History { log, last })
    }
}

/// The file of the last generation and its front, if there is one.
pub(crate) fn open_last(folder: &Place) -> Result<Option<(File, Front)>, StoreError> {
    let Some(file) = folder.read_if_there(LAST)? else {
        return Ok(None);
    };
    let front = last::read_front(&file, &folder.path_of(LAST))?;
    Ok(Some((file, front)))
}

/// The log in a folder that has this last generation. What generation `last` has was put on the
/// disk after its record, so the records up to it are kept.
pub(crate) fn read_log(
    folder: &Place,
    title: &Title,
    last: Option<Front>,
) -> Result<Log, StoreError> {
    let kept = last.map_or(0, |front| front.number.saturating_add(1));
    let most = title.header.configurations;
    let file = folder.read(LOG)?;
    Log::read(file, &folder.path_of(LOG), title.seed, most, kept)
}

/// Refuses a last generation that is not as the log has it, and a complete store without the last
/// generation of all.
pub(crate) fn check_last(
    folder: &Place,
    last: Option<Front>,
    counts: &[u64],
    complete: bool,
) -> Result<(), StoreError> {
    let logged = |number: u64| {
        let count = *counts.get(usize::try_from(number).ok()?)?;
        Some(Front { number, count })
    };
    let expected = match last {
        _ if complete => logged((counts.len() as u64).saturating_sub(1)),
        Some(front) => logged(front.number),
        None => None,
    };
    if last == expected {
        return Ok(());
    }
    let words = |front: Option<Front>| match front {
        Some(Front { number, count }) => {
            format!("generation {number} with {count} configurations")
        }
        None => "no generation".to_owned(),
    };
    Err(damaged(
        &folder.path_of(LAST),
        0,
        words(expected),
        words(last),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::journal::record::Kind;
    use crate::store::sample::{FOLDER, FRESH, WRITE, finish, header, set};
    use crate::store::{Access, Store};
    use std::fs;

    #[test]
    fn a_last_generation_that_is_not_the_logs_is_told() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let folder = root.path().join(FOLDER);
        let place = Place::open(&folder).unwrap();
        let seed = Title::open(&place, Kind::Marks).unwrap().seed;
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
    fn a_writer_that_goes_on_or_ends_between_last_and_log_is_no_damage() {
        let root = tempfile::tempdir().unwrap();
        let mut writer = Store::open(root.path(), &header(), WRITE).unwrap();
        let folder = Place::open(writer.folder()).unwrap();
        let title = Title::open(&folder, Kind::Marks).unwrap();
        let none = open_last(&folder).unwrap();
        assert!(none.is_none());
        writer.append(0, 1).unwrap();
        writer.sync(0, &set(&[5])).unwrap();
        let first = open_last(&folder).unwrap();
        drop(writer);
        let going = History::behind(none, &folder, &title).unwrap();
        assert!(going.last.is_none() && going.log.counts == [1]);
        finish(root.path());
        for early in [None, first] {
            let ended = History::behind(early, &folder, &title).unwrap();
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
