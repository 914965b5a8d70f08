//! External sorting, for more numbers than memory holds. Full buffers are sorted and spilled as run
//! files, and the spills are merged (Knuth, The Art of Computer Programming 3, 5.4).
//!
//! The result is the set of all numbers in ascending order, so it does not depend on the memory
//! limit or the number of threads. Memory stays within the limit, unless the limit is too small for
//! [`LEAST`] numbers and two files. All spills are removed at the end, unless the process is
//! killed.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ascending::Ascending;
use super::merge::{Difference, MergeInput, Union};
use super::run_format::{BLOCK, RunOwner};
use super::run_reader::RunReader;
use super::run_writer::{RunWriter, copy};
use crate::disk::disk_budget::DiskBudget;
use crate::disk::folder::StoreFolder;
use crate::error::StoreError;
use crate::journal::files::RunFileName;

/// Smallest capacity of a thread's buffer, as a count of numbers.
const LEAST: usize = 16;
/// Memory in bytes that a thread takes in addition to its buffer: a block, a write buffer, and
/// numbers that it passes on.
const BESIDE: usize = 96 << 10;
/// Largest number of spills that one merge reads. Each spill is an open file, and macOS allows 256
/// open files by default.
const MAX_MERGED: usize = 128;
/// Smallest and largest size in bytes of the read buffer for each file of a merge.
const READ: (usize, usize) = (2 * BLOCK, 1 << 20);

/// Counts of the spills that a sorting wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spilled {
    /// Number of full buffers that were written to the disk as sorted runs.
    pub runs: u64,
    /// Number of merges before the last merge. Each of them merged several runs into one run,
    /// because there were too many runs.
    pub merges: u64,
    /// Number of bytes written to the disk for runs and for the merges before the last merge.
    pub bytes: u64,
}

impl std::ops::AddAssign for Spilled {
    fn add_assign(&mut self, more: Spilled) {
        self.runs += more.runs;
        self.merges += more.merges;
        self.bytes += more.bytes;
    }
}

/// The external sorting of one generation. Threads share it, each with its own [`Sorter`].
#[derive(Debug)]
pub struct Sorting {
    folder: StoreFolder,
    owner: RunOwner,
    memory: usize,
    /// Capacity of each thread's buffer, as a count of numbers.
    capacity: usize,
    /// Largest number of spills that one merge reads.
    fan_in: usize,
    /// The budget from which the bytes of spills are taken.
    budget: Arc<DiskBudget>,
    /// Number of spills that were started.
    begun: AtomicU64,
    failed: AtomicBool,
    parts: Mutex<SortedParts>,
}

/// A spill on the disk.
#[derive(Debug, Clone, Copy)]
struct Spill {
    number: u64,
    bytes: u64,
}

/// The sorted lists and the spills that threads have made so far.
#[derive(Debug, Default)]
struct SortedParts {
    /// The sorted buffers of threads that have finished.
    lists: Vec<Vec<u64>>,
    /// The spills, in the order in which they will be merged.
    spills: VecDeque<Spill>,
    spilled: Spilled,
    /// The first failure of a thread; `None` if no thread has failed.
    fault: Option<StoreError>,
}

impl Sorting {
    /// Starts a sorting with spills in `folder`, in about `memory` bytes shared by `threads`
    /// threads. The bytes of spills are taken from `budget`.
    pub(super) fn new(
        folder: &StoreFolder,
        owner: RunOwner,
        memory: u64,
        threads: usize,
        budget: Arc<DiskBudget>,
    ) -> Sorting {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        let each = (memory / threads.max(1)).saturating_sub(BESIDE);
        Sorting {
            folder: folder.clone(),
            owner,
            memory,
            capacity: (each / size_of::<u64>()).max(LEAST),
            fan_in: (memory / (READ.0 + BLOCK)).clamp(2, MAX_MERGED),
            budget,
            begun: AtomicU64::new(0),
            failed: AtomicBool::new(false),
            parts: Mutex::default(),
        }
    }

    /// Creates a sorter with an empty buffer, for one thread.
    pub fn sorter(&self) -> Sorter<'_> {
        Sorter {
            sorting: self,
            buffer: Vec::new(),
        }
    }

    /// Whether a sorter has failed. Then adding more numbers is useless, because [`Sorting::merge`]
    /// returns an error.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Records a failure; [`Sorting::merge`] returns the first failure.
    pub fn fail(&self, fault: StoreError) {
        self.parts().fault.get_or_insert(fault);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Counts of the spills written so far.
    pub fn spilled(&self) -> Spilled {
        self.parts().spilled
    }

    /// Locks the sorted lists and spills, which the threads share.
    fn parts(&self) -> MutexGuard<'_, SortedParts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a spill by calling `fill` with its writer. Returns `false` if `fill` was stopped.
    fn spill(
        &self,
        fill: impl FnOnce(&mut RunWriter) -> Result<bool, StoreError>,
    ) -> Result<bool, StoreError> {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let name = RunFileName::Spill(number).name();
        let file = self.folder.create(&name)?;
        let (path, budget) = (self.folder.path_of(&name), Arc::clone(&self.budget));
        let mut writer = RunWriter::new(file, path, self.owner, budget)?;
        if !fill(&mut writer)? {
            return Ok(false);
        }
        let extent = writer.finish()?;
        let mut parts = self.parts();
        let bytes = extent.bytes;
        parts.spills.push_back(Spill { number, bytes });
        parts.spilled.bytes += bytes;
        Ok(true)
    }

    /// Writes a sorted list as a spill.
    fn spill_list(&self, list: &[u64]) -> Result<(), StoreError> {
        self.spill(|writer| {
            list.iter().try_for_each(|&number| writer.push(number))?;
            Ok(true)
        })?;
        self.parts().spilled.runs += 1;
        Ok(())
    }

    /// Opens the files of spills and starts the union of their numbers.
    fn union(&self, spills: &[Spill]) -> Result<Union, StoreError> {
        let buffer = self.read_buffer(spills.len());
        let open = |spill: &Spill| {
            let name = RunFileName::Spill(spill.number).name();
            let file = self.folder.read(&name)?;
            RunReader::new(file, self.folder.path_of(&name), self.owner, buffer)
                .map(MergeInput::File)
        };
        Union::new(spills.iter().map(open).collect::<Result<_, _>>()?)
    }

    /// Size in bytes of the read buffer of each file, in a merge of `files` files.
    fn read_buffer(&self, files: usize) -> usize {
        // Three more files have buffers: the two that are subtracted from the union, and the file
        // that is written.
        let each = self.memory / (files + 3);
        each.saturating_sub(BLOCK).clamp(READ.0, READ.1)
    }

    /// Merges all numbers that were added, minus the members of the files `without`. Returns `None`
    /// if `stop` was set. All sorters must have finished. If there are too many spills, they are
    /// first merged into fewer spills.
    ///
    /// # Errors
    ///
    /// The first failure of a sorter; [`StoreError::Io`], and the errors of damaged files.
    pub fn merge(
        self,
        without: Vec<RunReader>,
        stop: &AtomicBool,
    ) -> Result<Option<Merged>, StoreError> {
        let (fault, lists) = {
            let mut parts = self.parts();
            (parts.fault.take(), std::mem::take(&mut parts.lists))
        };
        if let Some(fault) = fault {
            return Err(fault);
        }
        let union = if self.parts().spills.is_empty() {
            let lists = lists.into_iter();
            let inputs = lists.map(|list| MergeInput::List(list.into_iter()));
            Union::new(inputs.collect())?
        } else {
            for list in lists.into_iter().filter(|list| !list.is_empty()) {
                self.spill_list(&list)?;
            }
            while self.parts().spills.len() > self.fan_in {
                if stop.load(Ordering::Relaxed) || !self.merge_oldest(stop)? {
                    return Ok(None);
                }
            }
            self.union(&self.take_spills(usize::MAX))?
        };
        Ok(Some(Merged {
            numbers: Difference::new(union, without)?,
            sorting: self,
        }))
    }

    /// Takes up to `most` spills from the list of spills, oldest first.
    fn take_spills(&self, most: usize) -> Vec<Spill> {
        let spills = &mut self.parts().spills;
        let most = most.min(spills.len());
        spills.drain(..most).collect()
    }

    /// Merges the oldest spills into one. Returns `false` if `stop` was set.
    fn merge_oldest(&self, stop: &AtomicBool) -> Result<bool, StoreError> {
        let oldest = self.take_spills(self.fan_in);
        let mut union = self.union(&oldest)?;
        if !self.spill(|writer| copy(&mut union, writer, stop))? {
            return Ok(false);
        }
        self.parts().spilled.merges += 1;
        drop(union);
        for spill in oldest {
            // An error is ignored, because a spill that cannot be removed now is removed at the
            // end.
            let name = RunFileName::Spill(spill.number).name();
            if self.folder.remove(&name).is_ok() {
                self.budget.give_back(spill.bytes);
            }
        }
        Ok(true)
    }
}

impl Drop for Sorting {
    fn drop(&mut self) {
        for spill in 0..self.begun.load(Ordering::Relaxed) {
            // Most spills were removed before. If a spill cannot be removed now, the next writer of
            // the store removes it.
            let _ = self.folder.remove(&RunFileName::Spill(spill).name());
        }
    }
}

/// The part of a sorting that one thread owns: a buffer of numbers.
#[derive(Debug)]
pub struct Sorter<'s> {
    sorting: &'s Sorting,
    buffer: Vec<u64>,
}

impl Sorter<'_> {
    /// Adds a number. Numbers may come in any order, and repeatedly. A full buffer is sorted and
    /// loses its duplicates; if it is still more than half full, it is spilled. If spilling fails,
    /// [`Sorting::merge`] returns the error.
    #[inline]
    pub fn push(&mut self, number: u64) {
        if self.buffer.len() == self.buffer.capacity() {
            self.make_room();
        }
        self.buffer.push(number);
    }

    /// Enlarges the buffer. If it has its full capacity already, sorts it and spills it if
    /// necessary.
    #[cold]
    fn make_room(&mut self) {
        let most = self.sorting.capacity;
        if self.buffer.capacity() < most {
            // The capacity is doubled step by step, so that small generations take little memory.
            let more = self.buffer.capacity().max(LEAST);
            self.buffer
                .reserve_exact(more.min(most - self.buffer.capacity()));
            return;
        }
        self.sort();
        if self.buffer.len() > most / 2 {
            if let Err(fault) = self.sorting.spill_list(&self.buffer) {
                self.sorting.fail(fault);
            }
            self.buffer.clear();
        }
    }

    /// Sorts the buffer and removes duplicates.
    fn sort(&mut self) {
        self.buffer.sort_unstable();
        self.buffer.dedup();
    }

    /// Ends the sorter: sorts its buffer and passes it to [`Sorting`] for the merge.
    pub fn finish(mut self) {
        self.sort();
        self.sorting.parts().lists.push(self.buffer);
    }
}

/// The result of a sorting: a source of its numbers in ascending order.
#[derive(Debug)]
pub struct Merged {
    numbers: Difference,
    /// The sorting, which removes the spills when it is dropped. It is the last field because
    /// fields are dropped in order, and the files of the spills must be closed first.
    sorting: Sorting,
}

impl Merged {
    /// Counts of the spills that the sorting wrote.
    pub fn spilled(&self) -> Spilled {
        self.sorting.spilled()
    }
}

impl Ascending for Merged {
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        self.numbers.next_number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const OWNER: RunOwner = RunOwner {
        seed: 5,
        number: 1,
        most: 1 << 40,
    };
    static GO: AtomicBool = AtomicBool::new(false);

    fn endless() -> Arc<DiskBudget> {
        Arc::new(DiskBudget::unlimited())
    }

    fn place(folder: &tempfile::TempDir) -> StoreFolder {
        StoreFolder::open(folder.path()).unwrap()
    }

    /// Returns pseudo-random numbers with many duplicates, which are equal in every run of the
    /// test.
    fn numbers(count: u64) -> impl Iterator<Item = u64> {
        (0..count).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50 << 20)
    }

    fn all(mut merged: Merged) -> (Vec<u64>, Spilled) {
        let mut all = Vec::new();
        while let Some(number) = merged.next_number().unwrap() {
            all.push(number);
        }
        (all, merged.spilled())
    }

    #[test]
    fn any_memory_and_threads_give_the_same_numbers_and_leave_no_spill() {
        let folder = tempfile::tempdir().unwrap();
        let expected: Vec<u64> = numbers(40_000)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let mut seen = Vec::new();
        for (memory, threads) in [(0, 1), (0, 3), (300_000, 2), (1 << 20, 1), (1 << 30, 2)] {
            let sorting = Sorting::new(&place(&folder), OWNER, memory, threads, endless());
            std::thread::scope(|scope| {
                for thread in 0..threads {
                    let sorting = &sorting;
                    scope.spawn(move || {
                        let mut sorter = sorting.sorter();
                        let own = numbers(40_000).skip(thread).step_by(threads);
                        own.for_each(|number| sorter.push(number));
                        sorter.finish();
                    });
                }
            });
            let merged = sorting.merge(Vec::new(), &GO).unwrap().unwrap();
            let (found, spilled) = all(merged);
            assert!(found == expected, "{memory} {threads}");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
            seen.push((spilled.runs > 0, spilled.merges > 0));
        }
        // With the least memory there are merges before the last merge. With enough memory nothing
        // is spilled.
        assert_eq!(seen[0], (true, true));
        assert!(seen.contains(&(true, false)));
        assert_eq!(seen[4], (false, false));
    }

    #[test]
    fn what_is_in_other_files_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let files: [&[u64]; 2] = [&[1, 4, 9], &[0, 4, 7]];
        let without = files.map(|members| {
            let place = place(&folder);
            let name = members[0].to_string();
            let path = place.path_of(&name);
            let file = place.create(&name).unwrap();
            let mut writer = RunWriter::new(file, path.clone(), OWNER, endless()).unwrap();
            members.iter().for_each(|&m| writer.push(m).unwrap());
            writer.finish().unwrap();
            RunReader::new(place.read(&name).unwrap(), path, OWNER, BLOCK).unwrap()
        });
        let sorting = Sorting::new(&place(&folder), OWNER, 1 << 20, 1, endless());
        let mut sorter = sorting.sorter();
        for number in [9, 8, 7, 3, 4, 4, 1, 3] {
            sorter.push(number);
        }
        sorter.finish();
        let merged = sorting.merge(without.into(), &GO).unwrap().unwrap();
        assert_eq!(all(merged).0, [3, 8]);
    }

    #[test]
    fn a_disk_that_refuses_is_told_and_spills_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        // A folder with the name of the third spill makes writing that spill fail, as a full disk
        // does.
        let obstacle = folder.path().join(RunFileName::Spill(2).name());
        std::fs::create_dir(&obstacle).unwrap();
        let sorting = Sorting::new(&place(&folder), OWNER, 0, 1, endless());
        let mut sorter = sorting.sorter();
        for number in numbers(1000) {
            sorter.push(number);
        }
        assert!(sorting.has_failed());
        sorter.finish();
        assert!(matches!(
            sorting.merge(Vec::new(), &GO),
            Err(StoreError::Io { .. })
        ));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_merge_that_is_stopped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let sorting = Sorting::new(&place(&folder), OWNER, 0, 1, endless());
        let mut sorter = sorting.sorter();
        (0..1000).for_each(|number| sorter.push(number));
        sorter.finish();
        let stopped = sorting.merge(Vec::new(), &AtomicBool::new(true)).unwrap();
        assert!(stopped.is_none());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
