//! The writing side of a store: generations are noted, and a sync brings them to the disk.
//!
//! Promises the order of the parts of a sync, on which the truth of the store rests (see the page
//! above this one), and that nothing is written after one of them failed. Does not know how the
//! store was opened, nor when a sync is worth its cost.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::store::disk::folder::Place;
use crate::store::error::{StoreError, io_error};
use crate::store::journal::files::{LAST, LOG, MARKS, SUMS};
use crate::store::journal::lock::Lock;
use crate::store::journal::log::{Log, LogWriter};
use crate::store::journal::record::Record;
use crate::store::marks::checksums::Sums;
use crate::store::marks::last_generation as last;
use crate::store::marks::mark_bits::Marks;
use crate::store::marks::mark_store::Store;
use crate::store::marks::recovery::open_last;
use crate::store::marks::word_set::Bits;

/// How old the checksums of the marks may be while a run goes on, where nothing else was said.
const SUMS_EVERY: Duration = Duration::from_secs(60);

/// What only a writer has.
#[derive(Debug)]
pub(crate) struct Writer {
    marks: File,
    log: LogWriter,
    /// The checksums of the marks as the disk has them.
    sums: Option<Sums>,
    sums_taken: Instant,
    sums_every: Duration,
    /// Whether a sync failed.
    failed: bool,
    /// Held to the end; the last field, since fields are dropped in order.
    _lock: Lock,
}

impl Writer {
    /// The writer of the store in `folder`, whose log reads as `log` and loses its torn tail, and whose marks
    /// have the checksums `sums`.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotAFile`], [`StoreError::Linked`], [`StoreError::Io`].
    pub fn open(
        folder: &Place,
        marks: File,
        log: &Log,
        sums: Option<Sums>,
        lock: Lock,
    ) -> Result<Writer, StoreError> {
        Ok(Writer {
            marks,
            log: LogWriter::open(folder.write(LOG)?, folder.path_of(LOG), log)?,
            sums,
            sums_taken: Instant::now(),
            sums_every: SUMS_EVERY,
            failed: false,
            _lock: lock,
        })
    }
}

impl Store {
    /// How old the checksums of the marks may be while a run goes on, 60 seconds if this is never called: a
    /// sync takes new ones where they are older. Each taking costs a read of all marks, some 3 GB a second.
    pub fn take_sums_every(&mut self, interval: Duration) {
        if let Some(writer) = &mut self.writer {
            writer.sums_every = interval;
        }
    }

    /// Says that marks are about to be stored: from here on a block of marks that does not match its checksum
    /// is no sign of damage. Costs the writing of a small file; where that was said before, by a run that did not
    /// live to its end, a read of all marks ([`Store::is_doubtful`]). Nothing where the store is finished.
    ///
    /// Marks of a run that was cut off before it had kept anything are taken back: nothing vouches for them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Miscount`] if there are fewer marks than the log says; [`StoreError::ReadOnly`],
    /// [`StoreError::Failed`], [`StoreError::Io`].
    pub fn begin(&mut self) -> Result<(), StoreError> {
        let writer = usable(&mut self.writer, &self.folder)?;
        if self.complete {
            return Ok(());
        }
        self.noted = 0;
        match &mut writer.sums {
            Some(sums) if sums.at_rest => sums.at_rest = false,
            _ => return self.begin_again(),
        }
        self.or_fail(Store::put_sums)
    }

    /// Looks at what a run has left that did not live to its end.
    fn begin_again(&mut self) -> Result<(), StoreError> {
        if self.is_blank() {
            return Ok(());
        }
        if self.counts.is_empty() {
            self.marks.clear();
            self.is_made = true;
            return Ok(());
        }
        self.excess().map(drop)
    }

    /// Whether nothing vouches for the marks: they are of a run that was killed, or of one that lost its power, and
    /// the bytes cannot tell what was worked on from what is damaged. A run that goes on begins at the sources then,
    /// and holds each mark against the generations that it finds. When all that the log knows were noted once more
    /// ([`Store::append`], from 0 on), and no mark is left over, it is over.
    pub fn is_doubtful(&self) -> bool {
        self.is_doubtful
    }

    /// Ends the doubt if it is over. Costs a read of all marks where that may be.
    fn settle(&mut self) -> Result<(), StoreError> {
        if self.is_doubtful && self.noted == self.counts.len() as u64 {
            self.is_doubtful = self.excess()? > 0;
        }
        Ok(())
    }

    /// The file of the marks.
    pub fn marks_path(&self) -> PathBuf {
        self.folder.path_of(MARKS)
    }

    /// How many marks there are beyond those of the generations that are known. Costs a read of all marks.
    ///
    /// # Errors
    ///
    /// [`StoreError::Miscount`] if there are fewer.
    fn excess(&self) -> Result<u64, StoreError> {
        let [_, found @ ..] = self.marks.count();
        let expected = by_residue(&self.counts);
        match self.unlike(expected, found, |expected, found| expected > found) {
            Some(miscount) => Err(miscount),
            None => Ok(found.iter().sum::<u64>() - expected.iter().sum::<u64>()),
        }
    }

    /// The error of the first residue of which the numbers of marks are wrong.
    fn unlike(
        &self,
        expected: [u64; 3],
        found: [u64; 3],
        are_wrong: impl Fn(u64, u64) -> bool,
    ) -> Option<StoreError> {
        let mut residues = (0..).zip(expected.into_iter().zip(found));
        let (residue, (expected, found)) =
            residues.find(|&(_, (expected, found))| are_wrong(expected, found))?;
        Some(StoreError::Miscount {
            path: self.marks_path(),
            residue,
            expected,
            found,
        })
    }

    /// Says that no more marks will be stored for now: brings them to the disk with their checksums, against
    /// which the next opening holds them. Costs a read of all marks. Nothing where the store is finished.
    ///
    /// Checksums vouch for no mark that nothing else vouches for: while the store is [doubtful](Store::is_doubtful)
    /// none are taken, and it does not come to rest.
    ///
    /// # Errors
    ///
    /// As [`Store::begin`].
    pub fn rest(&mut self) -> Result<(), StoreError> {
        usable(&mut self.writer, &self.folder)?;
        if self.complete {
            return Ok(());
        }
        self.settle()?;
        self.or_fail(|store| {
            store.sync_marks()?;
            match store.is_doubtful {
                true => Ok(()),
                false => store.sync_sums(true),
            }
        })
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
        usable(&mut self.writer, &self.folder)?;
        let next = self.counts.len() as u64;
        if generation < next {
            self.compare(generation, count)?;
            self.noted += u64::from(generation == self.noted);
            return Ok(());
        }
        if self.complete {
            return Err(StoreError::Finished {
                folder: self.folder.path().to_path_buf(),
            });
        }
        if generation > next {
            return Err(StoreError::Order {
                folder: self.folder.path().to_path_buf(),
                expected: next,
                found: generation,
            });
        }
        // Each count was checked so, hence the sum neither overflows nor exceeds the space.
        let most = self.title.header.configurations - self.counts.iter().sum::<u64>();
        if count == 0 || count > most {
            return Err(StoreError::Impossible {
                folder: self.folder.path().to_path_buf(),
                generation,
                most,
                found: count,
            });
        }
        self.counts.push(count);
        self.noted += u64::from(generation == self.noted);
        Ok(())
    }

    /// Brings to the disk, in this order: the marks; the generations appended; `generation`, which
    /// is number `number` and finished, as the one to go on from; and new checksums of the marks, where those
    /// there are have become old. Returns when the disk has them.
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
    pub fn sync(&mut self, number: u64, generation: &dyn Bits) -> Result<(), StoreError> {
        self.check_sync(number, generation)?;
        self.or_fail(|store| {
            store.sync_marks()?;
            store.sync_log()?;
            store.sync_last(number, generation)?;
            store.settle()?;
            let is_due = |writer: &Writer| writer.sums_taken.elapsed() >= writer.sums_every;
            if !store.is_doubtful && store.writer.as_ref().is_some_and(is_due) {
                store.sync_sums(false)?;
            }
            Ok(())
        })
    }

    /// As [`Store::sync`] for the last generation of all, and then records that the run is
    /// complete: the next generation is empty. Costs two reads of all marks: one counts them against the
    /// log, one takes their checksums.
    ///
    /// # Errors
    ///
    /// As [`Store::sync`]; also [`StoreError::Order`] if `number` is not the newest generation, and
    /// [`StoreError::Miscount`] if the marks do not add up.
    pub fn finish(&mut self, number: u64, generation: &dyn Bits) -> Result<(), StoreError> {
        self.check_sync(number, generation)?;
        let newest = self.counts.len() as u64 - 1;
        if number != newest {
            return Err(StoreError::Order {
                folder: self.folder.path().to_path_buf(),
                expected: newest,
                found: number,
            });
        }
        self.or_fail(|store| {
            store.sync_marks()?;
            store.sync_log()?;
            store.sync_last(number, generation)?;
            store.check_counts()?;
            store.sync_sums(true)?;
            store.sync_end()
        })
    }

    /// First part of a sync: the marks, before anything counts them. Bits behind the last mark are nobody's: where
    /// something has set them, they are cleared.
    pub(crate) fn sync_marks(&mut self) -> Result<(), StoreError> {
        self.marks.clear_tail();
        let path = self.folder.path_of(MARKS);
        self.marks
            .words()
            .flush()
            .map_err(io_error("syncing", &path))?;
        // What msync does for the disk's own cache differs between systems; this is the same on
        // all, and finds nothing to do where msync did it.
        let writer = usable(&mut self.writer, &self.folder)?;
        writer
            .marks
            .sync_data()
            .map_err(io_error("syncing", &path))?;
        #[cfg(test)]
        trace::note(MARKS);
        Ok(())
    }

    /// Second part of a sync: the generations appended, before one of them is to go on from.
    pub(crate) fn sync_log(&mut self) -> Result<(), StoreError> {
        let writer = usable(&mut self.writer, &self.folder)?;
        let records: Vec<Record> = (0..)
            .zip(&self.counts)
            .skip(writer.log.records() as usize)
            .map(|(number, &count)| Record::Generation { number, count })
            .collect();
        writer.log.append(&records)?;
        writer.log.sync()?;
        #[cfg(test)]
        trace::note(LOG);
        Ok(())
    }

    /// Third part of a sync: the generation to go on from.
    pub(crate) fn sync_last(
        &mut self,
        number: u64,
        generation: &dyn Bits,
    ) -> Result<(), StoreError> {
        let seed = self.title.seed;
        // Not every system lets a file be replaced that somebody has open.
        self.last = None;
        let replaced = self
            .folder
            .replace(LAST, |file| last::write(file, seed, number, generation));
        let reopened =
            open_last(&self.folder).map(|last| self.last = last.map(|(file, _)| Mutex::new(file)));
        replaced.and(reopened)?;
        #[cfg(test)]
        trace::note(LAST);
        Ok(())
    }

    /// Fourth part of a sync: the checksums of the marks, as the disk has them by now.
    pub(crate) fn sync_sums(&mut self, at_rest: bool) -> Result<(), StoreError> {
        let writer = usable(&mut self.writer, &self.folder)?;
        let generations = writer.log.records();
        writer.sums = Some(Sums::of(self.marks.words(), generations, at_rest));
        writer.sums_taken = Instant::now();
        #[cfg(test)]
        trace::note(SUMS);
        self.put_sums()
    }

    /// Puts the current checksums on the disk.
    fn put_sums(&mut self) -> Result<(), StoreError> {
        let seed = self.title.seed;
        let writer = usable(&mut self.writer, &self.folder)?;
        match &writer.sums {
            Some(sums) => self.folder.replace(SUMS, |file| sums.write(file, seed)),
            None => Ok(()),
        }
    }

    /// Whether the marks are as many as the log says, residue by residue.
    pub(crate) fn check_counts(&self) -> Result<(), StoreError> {
        let [_, found @ ..] = self.marks.count();
        let expected = by_residue(&self.counts);
        let miscount = self.unlike(expected, found, |expected, found| expected != found);
        miscount.map_or(Ok(()), Err)
    }

    /// The part of a finish behind a sync: the record of the end, when its last generation is kept.
    pub(crate) fn sync_end(&mut self) -> Result<(), StoreError> {
        let end = Record::End {
            generations: self.counts.len() as u64,
            configurations: self.counts.iter().sum(),
        };
        let writer = usable(&mut self.writer, &self.folder)?;
        writer.log.append(&[end])?;
        writer.log.sync()?;
        #[cfg(test)]
        trace::note("end");
        self.complete = true;
        Ok(())
    }

    /// Does `work`, and if it fails lets nothing be written after it. It fails too where the folder's name leads
    /// elsewhere by now: all of it is in the folder that was opened, and nobody would find it.
    fn or_fail(
        &mut self,
        work: impl FnOnce(&mut Store) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let done = work(self).and_then(|()| self.folder.check_in_place());
        if let (Err(_), Some(writer)) = (&done, &mut self.writer) {
            writer.failed = true;
        }
        done
    }

    /// Whether `generation` can be synced as generation `number`.
    fn check_sync(&mut self, number: u64, generation: &dyn Bits) -> Result<(), StoreError> {
        usable(&mut self.writer, &self.folder)?;
        if self.complete {
            return Err(StoreError::Finished {
                folder: self.folder.path().to_path_buf(),
            });
        }
        if generation.len() != self.title.header.configurations {
            return Err(StoreError::Space {
                folder: self.folder.path().to_path_buf(),
                expected: self.title.header.configurations,
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
                folder: self.folder.path().to_path_buf(),
                generation,
                expected,
                found,
            }),
            None => Err(StoreError::Order {
                folder: self.folder.path().to_path_buf(),
                expected: self.counts.len() as u64,
                found: generation,
            }),
        }
    }
}

/// How many configurations have the marks 1, 2 and 3 after these generations.
pub(crate) fn by_residue(counts: &[u64]) -> [u64; 3] {
    let mut sums = [0u64; 3];
    for (mark, count) in (0..).map(Marks::mark_of).zip(counts) {
        sums[usize::from(mark) - 1] += count;
    }
    sums
}

/// The writer, if there is one that can be trusted.
fn usable<'a>(
    writer: &'a mut Option<Writer>,
    folder: &Place,
) -> Result<&'a mut Writer, StoreError> {
    let folder = || folder.path().to_path_buf();
    match writer {
        None => Err(StoreError::ReadOnly { folder: folder() }),
        Some(writer) if writer.failed => Err(StoreError::Failed { folder: folder() }),
        Some(writer) => Ok(writer),
    }
}

/// What this thread has brought to the disk, in its order, which no file shows afterwards.
#[cfg(test)]
mod trace {
    use std::cell::RefCell;

    thread_local! {
        static PARTS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }

    pub(crate) fn note(part: &'static str) {
        PARTS.with_borrow_mut(|parts| parts.push(part));
    }

    pub(crate) fn take() -> Vec<&'static str> {
        PARTS.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sample::{WRITE, finish, header, set};
    use crate::store::{Access, Generation};
    use std::fs;

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
    fn marks_are_synced_before_the_log_that_counts_them_and_that_before_all_else() {
        let root = tempfile::tempdir().unwrap();
        let mut store = Store::open(root.path(), &header(), WRITE).unwrap();
        store.take_sums_every(Duration::ZERO);
        trace::take();
        store.marks().set_alone(5, Marks::mark_of(0));
        store.append(0, 1).unwrap();
        store.sync(0, &set(&[5])).unwrap();
        assert_eq!(trace::take(), [MARKS, LOG, LAST, SUMS]);
        store.marks().set_alone(1, Marks::mark_of(1));
        store.append(1, 1).unwrap();
        store.finish(1, &set(&[1])).unwrap();
        assert_eq!(trace::take(), [MARKS, LOG, LAST, SUMS, "end"]);
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
}
