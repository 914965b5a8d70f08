//! The methods of a store of marks that write: appending generations, and bringing them to the
//! disk.
//!
//! A sync brings its parts to the disk in a fixed order, on which the correctness of the store
//! rests (see the documentation of the crate, `lib.rs`). After a part has failed, nothing more is
//! written. The caller decides when to sync.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use super::checksums::{BlockChecksums, MarksState};
use super::last_generation;
use super::mark_bits::Marks;
use super::mark_store::{MarksWriter, Store};
use super::recovery::open_last;
use super::word_set::WordSet;
use crate::clock::Stopwatch;
use crate::error::{StoreError, io_error};
use crate::journal::files::{LAST, MARKS, SUMS};
#[cfg(test)]
use crate::journal::handle::trace;

impl Store {
    /// Sets the largest age of the checksums of the marks during a run, 60 seconds by default. A
    /// sync takes new checksums if the existing ones are older. That costs a read of all marks, at
    /// about 3 GB/s.
    pub fn take_sums_every(&mut self, interval: Duration) {
        if let Some(writer) = &mut self.writer {
            writer.sums_every = interval;
        }
    }

    /// Declares that marks will change: from now on a block of marks that differs from its checksum
    /// is no sign of damage. Does nothing if the store is finished.
    ///
    /// If the previous run called [`Store::rest`], this method writes the file `sums`. If the
    /// previous run was killed or lost power, this method counts all marks instead
    /// ([`Store::is_doubtful`]). If that run saved no generation, all marks are cleared, because
    /// nothing confirms them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Miscount`] if there are fewer marks than the log counts;
    /// [`StoreError::ReadOnly`], [`StoreError::Failed`], [`StoreError::Io`].
    pub fn begin(&mut self) -> Result<(), StoreError> {
        let is_complete = self.is_complete();
        let writer = self.writer()?;
        if is_complete {
            return Ok(());
        }
        let was_at_rest = writer.sums.is_at_rest();
        writer.sums.state = MarksState::InUse;
        self.noted = 0;
        if was_at_rest {
            let put = self.put_sums();
            self.journal.conclude(put)
        } else {
            self.begin_after_interruption()
        }
    }

    /// Checks the marks if the previous run was killed or lost power. If the previous run saved no
    /// generation, clears the marks instead.
    fn begin_after_interruption(&mut self) -> Result<(), StoreError> {
        if self.is_blank() {
            return Ok(());
        }
        if self.generations().is_empty() {
            self.marks.clear();
            self.is_created = true;
            return Ok(());
        }
        self.count_excess().map(drop)
    }

    /// Whether marks may be wrong because the last run was killed or lost power. The bytes do not
    /// show which blocks that run changed and which are damaged.
    ///
    /// The next run must start at its sources and compare each mark with the generations that it
    /// finds. The store is no longer doubtful when the run has appended all generations of the log
    /// again, from 0 on ([`Store::append`]), and there are no more marks than these generations
    /// have members.
    pub fn is_doubtful(&self) -> bool {
        self.is_doubtful
    }

    /// Makes the store no longer doubtful if all generations were appended again, and there are no
    /// more marks than these generations have members. Reads all marks.
    fn settle_doubt(&mut self) -> Result<(), StoreError> {
        if self.is_doubtful && self.noted == self.journal.next() {
            self.is_doubtful = self.count_excess()? > 0;
        }
        Ok(())
    }

    /// The path of the file of the marks.
    pub fn marks_path(&self) -> PathBuf {
        self.journal.folder.path_of(MARKS)
    }

    /// Counts by how much the number of marks exceeds the number of members of all generations.
    /// Reads all marks.
    ///
    /// # Errors
    ///
    /// [`StoreError::Miscount`] if there are fewer marks of a residue than the generations have.
    fn count_excess(&self) -> Result<u64, StoreError> {
        let [_, found @ ..] = self.marks.count();
        let expected = sum_by_residue(self.generations());
        match self.find_miscount(expected, found, |expected, found| expected > found) {
            Some(miscount) => Err(miscount),
            None => Ok(found.iter().sum::<u64>() - expected.iter().sum::<u64>()),
        }
    }

    /// Finds the first residue for which `are_wrong` holds, and returns the error for it.
    /// `expected` and `found` are the numbers of marks of each residue.
    fn find_miscount(
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

    /// Declares that no marks will change until the next [`Store::begin`]. Brings the marks and
    /// their new checksums to the disk. The next opening for writing compares the marks with these
    /// checksums. Reads all marks. Does nothing in a finished store.
    ///
    /// While the store is [doubtful](Store::is_doubtful), no checksums are taken, because they
    /// would confirm marks that may be wrong. The marks then stay in use.
    ///
    /// # Errors
    ///
    /// As [`Store::begin`].
    pub fn rest(&mut self) -> Result<(), StoreError> {
        self.journal.check_writable()?;
        if self.is_complete() {
            return Ok(());
        }
        self.settle_doubt()?;
        let synced = self.sync_marks().and_then(|()| {
            if self.is_doubtful {
                Ok(())
            } else {
                self.sync_sums(MarksState::AtRest)
            }
        });
        self.journal.conclude(synced)
    }

    /// Appends finished generation `generation`, which has `count` configurations. If the log has
    /// this generation from an earlier run already, only compares the two counts.
    ///
    /// Works in memory only: the next [`Store::sync`] writes the record to the disk, after the
    /// marks.
    ///
    /// # Errors
    ///
    /// [`StoreError::Count`] if the log has another count; [`StoreError::Order`] if an earlier
    /// generation was not appended; [`StoreError::Impossible`] for a count of 0, or greater than
    /// the number of configurations outside earlier generations; [`StoreError::Finished`],
    /// [`StoreError::ReadOnly`], [`StoreError::Failed`].
    pub fn append(&mut self, generation: u64, count: u64) -> Result<(), StoreError> {
        self.journal.check_writable()?;
        let next = self.journal.next();
        if generation < next {
            self.compare(generation, count)?;
        } else {
            self.journal.check_unfinished()?;
            if generation > next {
                return Err(self.journal.out_of_order(generation));
            }
            if count == 0 || count > self.journal.left() {
                return Err(self.journal.impossible_count(count));
            }
            self.journal.counts.push(count);
        }
        self.noted += u64::from(generation == self.noted);
        Ok(())
    }

    /// Brings the appended generations to the disk, with `generation` as the generation to resume
    /// from. Returns when the disk has, in this order:
    ///
    /// 1. the marks;
    /// 2. the records of the appended generations;
    /// 3. `generation`, which has the number `number` and is finished;
    /// 4. new checksums of the marks, if the previous ones are older than the interval of
    ///    [`Store::take_sums_every`].
    ///
    /// Writes all pages of marks that changed since the last sync, and all members of the
    /// generation. If generations are small, sync at intervals of time instead of after each
    /// generation.
    ///
    /// # Errors
    ///
    /// [`StoreError::Order`] for a generation that was not appended; [`StoreError::Count`] and
    /// [`StoreError::Space`] for a set that cannot be that generation; [`StoreError::Finished`],
    /// [`StoreError::ReadOnly`]. [`StoreError::Io`] if the disk refuses: then this handle writes
    /// nothing more ([`StoreError::Failed`]), but the store on the disk is as good as before.
    pub fn sync(&mut self, number: u64, generation: &dyn WordSet) -> Result<(), StoreError> {
        self.check_sync(number, generation)?;
        let synced = self.sync_run(number, generation).and_then(|()| {
            self.settle_doubt()?;
            let is_due = |writer: &MarksWriter| writer.sums_taken.elapsed() >= writer.sums_every;
            if !self.is_doubtful && self.writer.as_ref().is_some_and(is_due) {
                self.sync_sums(MarksState::InUse)?;
            }
            Ok(())
        });
        self.journal.conclude(synced)
    }

    /// Syncs the newest generation as [`Store::sync`] does, and records that the search is
    /// complete.
    ///
    /// Reads all marks twice: once to compare the number of marks of each residue with the log, and
    /// once to take their checksums.
    ///
    /// # Errors
    ///
    /// As [`Store::sync`]; also [`StoreError::Order`] if `number` is not the newest generation, and
    /// [`StoreError::Miscount`] if the numbers of marks disagree with the log.
    pub fn finish(&mut self, number: u64, generation: &dyn WordSet) -> Result<(), StoreError> {
        self.check_sync(number, generation)?;
        let newest = self.journal.next() - 1;
        if number != newest {
            return Err(StoreError::Order {
                folder: self.journal.path(),
                expected: newest,
                found: number,
            });
        }
        let synced = self.sync_run(number, generation).and_then(|()| {
            self.check_counts()?;
            self.sync_sums(MarksState::AtRest)?;
            self.journal.sync_end()
        });
        self.journal.conclude(synced)
    }

    /// Does the parts that every sync has: marks, log and last generation.
    fn sync_run(&mut self, number: u64, generation: &dyn WordSet) -> Result<(), StoreError> {
        self.sync_marks()?;
        self.journal.sync_log()?;
        self.sync_last(number, generation)
    }

    /// First part of a sync: brings the marks to the disk, before a record in the log counts them.
    /// Also clears the bits behind the last mark: no search sets them, so set bits are damage.
    pub(super) fn sync_marks(&mut self) -> Result<(), StoreError> {
        self.marks.clear_tail();
        let path = self.marks_path();
        self.marks
            .words()
            .flush()
            .map_err(io_error("syncing", &path))?;
        // On some systems `msync`, which `flush` calls, leaves bytes in the cache of the disk.
        // `sync_data` empties that cache on all systems, and costs nothing if it is empty.
        let writer = self.writer()?;
        writer
            .marks
            .sync_data()
            .map_err(io_error("syncing", &path))?;
        #[cfg(test)]
        trace::note(MARKS);
        Ok(())
    }

    /// Third part of a sync, after the log: replaces the file `last` by the generation to resume
    /// from.
    pub(super) fn sync_last(
        &mut self,
        number: u64,
        generation: &dyn WordSet,
    ) -> Result<(), StoreError> {
        let seed = self.journal.header_file.seed;
        // The open file `last` is closed first, because some systems cannot replace a file that is
        // open.
        self.last = None;
        let folder = &self.journal.folder;
        let replaced = folder.replace(LAST, |file| {
            last_generation::write(file, seed, number, generation)
        });
        let reopened =
            open_last(folder).map(|last| self.last = last.map(|(file, _)| Mutex::new(file)));
        replaced.and(reopened)?;
        #[cfg(test)]
        trace::note(LAST);
        Ok(())
    }

    /// Fourth part of a sync: takes new checksums of the marks, which are on the disk now, and
    /// writes them.
    pub(super) fn sync_sums(&mut self, state: MarksState) -> Result<(), StoreError> {
        let generations = self.journal.logged()?;
        let sums = BlockChecksums::of(self.marks.words(), generations, state);
        let writer = self.writer()?;
        writer.sums = sums;
        writer.sums_taken = Stopwatch::start();
        #[cfg(test)]
        trace::note(SUMS);
        self.put_sums()
    }

    /// Replaces the file `sums` by the checksums and the state that the writer has in memory.
    fn put_sums(&mut self) -> Result<(), StoreError> {
        let seed = self.journal.header_file.seed;
        match &self.writer {
            Some(MarksWriter { sums, .. }) => {
                let folder = &self.journal.folder;
                folder.replace(SUMS, |file| sums.write(file, seed))
            }
            None => Ok(()),
        }
    }

    /// Fails if the number of marks of a residue is not the number of members of the generations of
    /// that residue.
    pub(super) fn check_counts(&self) -> Result<(), StoreError> {
        let [_, found @ ..] = self.marks.count();
        let expected = sum_by_residue(self.generations());
        let miscount = self.find_miscount(expected, found, |expected, found| expected != found);
        miscount.map_or(Ok(()), Err)
    }

    /// Fails if `generation` cannot be synced as number `number`.
    fn check_sync(&mut self, number: u64, generation: &dyn WordSet) -> Result<(), StoreError> {
        self.journal.check_unfinished()?;
        let expected = self.header().configurations;
        if generation.len() != expected {
            return Err(StoreError::Space {
                folder: self.journal.path(),
                expected,
                found: generation.len(),
            });
        }
        self.compare(number, generation.count())
    }

    /// Fails if an appended generation does not have `found` configurations.
    fn compare(&self, generation: u64, found: u64) -> Result<(), StoreError> {
        match self.journal.count_of(generation) {
            Some(expected) if expected == found => Ok(()),
            Some(expected) => Err(StoreError::Count {
                folder: self.journal.path(),
                generation,
                expected,
                found,
            }),
            None => Err(self.journal.out_of_order(generation)),
        }
    }

    /// The state of the writer. Fails if the store can no longer be written.
    fn writer(&mut self) -> Result<&mut MarksWriter, StoreError> {
        self.journal.check_writable()?;
        let folder = self.journal.path();
        self.writer.as_mut().ok_or(StoreError::ReadOnly { folder })
    }
}

/// Adds up the counts of generations for each residue of the generation's number modulo 3. These
/// sums are the numbers of marks 1, 2 and 3.
pub(super) fn sum_by_residue(counts: &[u64]) -> [u64; 3] {
    let mut sums = [0u64; 3];
    for (mark, count) in (0..).map(Marks::mark_of).zip(counts) {
        sums[usize::from(mark) - 1] += count;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::files::LOG;
    use crate::sample::{WRITE, finish, header, set};
    use crate::{Access, Generation};
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
        // The store still works after these errors, because none of them changed it.
        store.marks().set_alone(1, 1);
        store.sync(0, &set(&[1])).unwrap();
    }

    #[test]
    fn after_a_failed_sync_nothing_is_written_and_the_next_opening_goes_on() {
        let root = tempfile::tempdir().unwrap();
        let mut store = Store::open(root.path(), &header(), WRITE).unwrap();
        store.marks().set_alone(5, 1);
        store.append(0, 1).unwrap();
        // A folder with the name of the file `last.new` makes writing fail, as a failing disk does.
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
