//! Sorting more numbers than memory holds: full buffers are sorted and spilled as files, and the spills
//! are merged.
//!
//! Promises that what comes out is the set of all that was put in, in order, and so the same for any memory
//! and any number of threads; that memory stays within what was allowed (but for a least measure of it,
//! [`LEAST`] numbers and two files); and that no spill stays behind, unless the process is killed. Does not
//! know what the numbers stand for. The way of sorting is that of tapes (Knuth, The Art of Computer
//! Programming 3, 5.4).

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::store::disk::disk_budget::DiskBudget;
use crate::store::disk::folder::Place;
use crate::store::error::StoreError;
use crate::store::journal::files::SortedName;
use crate::store::runs::merge::{Ascending, Input, Less, Union};
use crate::store::runs::run_file::{BLOCK, Owner, Sorted, SortedWriter};

/// This many numbers a buffer holds, however little memory there is.
const LEAST: usize = 16;
/// What a thread takes beside its buffer: a block, what is written at once, numbers on their way.
const BESIDE: usize = 96 << 10;
/// The most spills that are merged at once: each is an open file, and some systems (macOS) let a program have 256 of
/// these unless told otherwise.
const MOST_MERGED: usize = 128;
/// The least that is read of a file at once where memory allows, and the most.
const READ: (usize, usize) = (2 * BLOCK, 1 << 20);
/// After this many numbers a merge looks whether it is to stop.
const LOOK: u64 = 1 << 16;

/// What was spilled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spilled {
    /// How many sorted runs did not stay in memory.
    pub runs: u64,
    /// How many times runs were merged into one, since they were too many to be merged at the end.
    pub merges: u64,
    /// How many bytes all of this wrote.
    pub bytes: u64,
}

impl std::ops::AddAssign for Spilled {
    fn add_assign(&mut self, more: Spilled) {
        self.runs += more.runs;
        self.merges += more.merges;
        self.bytes += more.bytes;
    }
}

/// The sorting of one generation. Threads share it, each with a [`Sorter`] of its own.
#[derive(Debug)]
pub struct Sorting {
    folder: Place,
    owner: Owner,
    memory: usize,
    /// How many numbers each thread's buffer holds.
    capacity: usize,
    /// How many spills are merged at once.
    fan_in: usize,
    /// What the bytes of spills are taken from.
    budget: Arc<DiskBudget>,
    /// How many spills have been begun.
    begun: AtomicU64,
    failed: AtomicBool,
    parts: Mutex<Parts>,
}

/// A sorted run on the disk.
#[derive(Debug, Clone, Copy)]
struct Spill {
    number: u64,
    bytes: u64,
}

/// What has been sorted.
#[derive(Debug, Default)]
struct Parts {
    lists: Vec<Vec<u64>>,
    /// The spills, in the order in which they are to be merged.
    spills: VecDeque<Spill>,
    spilled: Spilled,
    fault: Option<StoreError>,
}

impl Sorting {
    /// A sorting with spills in `folder`, in about `memory` bytes shared by `threads`; the bytes of spills are taken
    /// from `budget`.
    pub(crate) fn new(
        folder: &Place,
        owner: Owner,
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
            fan_in: (memory / (READ.0 + BLOCK)).clamp(2, MOST_MERGED),
            budget,
            begun: AtomicU64::new(0),
            failed: AtomicBool::new(false),
            parts: Mutex::default(),
        }
    }

    /// A buffer for a thread.
    pub fn sorter(&self) -> Sorter<'_> {
        Sorter {
            sorting: self,
            buffer: Vec::new(),
        }
    }

    /// Whether a sorter has failed: then it is of no use to go on.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Notes a failure; the first one is that of the whole.
    pub fn fail(&self, fault: StoreError) {
        self.parts().fault.get_or_insert(fault);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// What has been spilled so far.
    pub fn spilled(&self) -> Spilled {
        self.parts().spilled
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a spill; `false` if its filling was stopped.
    fn spill(
        &self,
        fill: impl FnOnce(&mut SortedWriter) -> Result<bool, StoreError>,
    ) -> Result<bool, StoreError> {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let name = SortedName::Spill(number).name();
        let file = self.folder.create(&name)?;
        let (path, budget) = (self.folder.path_of(&name), Arc::clone(&self.budget));
        let mut writer = SortedWriter::new(file, path, self.owner, budget)?;
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

    /// The union of spills.
    fn union(&self, spills: &[Spill]) -> Result<Union, StoreError> {
        let buffer = self.read_at_once(spills.len());
        let open = |spill: &Spill| {
            let name = SortedName::Spill(spill.number).name();
            let file = self.folder.read(&name)?;
            Sorted::new(file, self.folder.path_of(&name), self.owner, buffer).map(Input::File)
        };
        Union::new(spills.iter().map(open).collect::<Result<_, _>>()?)
    }

    /// How many bytes are read at once of each of this many files that are merged.
    pub(crate) fn read_at_once(&self, files: usize) -> usize {
        // Two more are what the union is lessened by, and one is written.
        let each = self.memory / (files + 3);
        each.saturating_sub(BLOCK).clamp(READ.0, READ.1)
    }

    /// All numbers that were sorted and are in none of the files `less`; `None` if it was stopped. All
    /// sorters must have ended. Merges spills first where they are too many.
    ///
    /// # Errors
    ///
    /// What a sorter met first, or [`StoreError::Io`] for what cannot be written or read here, and the
    /// errors of damaged files.
    pub fn merge(self, less: Vec<Sorted>, stop: &AtomicBool) -> Result<Option<Merged>, StoreError> {
        let (fault, lists) = {
            let mut parts = self.parts();
            (parts.fault.take(), std::mem::take(&mut parts.lists))
        };
        if let Some(fault) = fault {
            return Err(fault);
        }
        let take = |most: usize| -> Vec<Spill> {
            let spills = &mut self.parts().spills;
            let most = most.min(spills.len());
            spills.drain(..most).collect()
        };
        let union = if self.parts().spills.is_empty() {
            let lists = lists.into_iter();
            Union::new(lists.map(|list| Input::List(list.into_iter())).collect())?
        } else {
            for list in lists.into_iter().filter(|list| !list.is_empty()) {
                self.spill_list(&list)?;
            }
            while self.parts().spills.len() > self.fan_in {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let oldest = take(self.fan_in);
                let mut union = self.union(&oldest)?;
                if !self.spill(|writer| copy(&mut union, writer, stop))? {
                    return Ok(None);
                }
                self.parts().spilled.merges += 1;
                drop(union);
                for spill in oldest {
                    // What stays is removed at the end.
                    let name = SortedName::Spill(spill.number).name();
                    if self.folder.remove(&name).is_ok() {
                        self.budget.give_back(spill.bytes);
                    }
                }
            }
            self.union(&take(usize::MAX))?
        };
        Ok(Some(Merged {
            numbers: Less::new(union, less)?,
            sorting: self,
        }))
    }
}

impl Drop for Sorting {
    fn drop(&mut self) {
        for spill in 0..self.begun.load(Ordering::Relaxed) {
            // Most are gone. What cannot be removed is removed when the store is next opened.
            let _ = self.folder.remove(&SortedName::Spill(spill).name());
        }
    }
}

/// Writes all of some ascending numbers; `false` if it was stopped.
pub(crate) fn copy(
    numbers: &mut dyn Ascending,
    writer: &mut SortedWriter,
    stop: &AtomicBool,
) -> Result<bool, StoreError> {
    let mut copied = 0u64;
    while let Some(number) = numbers.next_number()? {
        writer.push(number)?;
        copied += 1;
        if copied.is_multiple_of(LOOK) && stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The buffer of one thread.
#[derive(Debug)]
pub struct Sorter<'s> {
    sorting: &'s Sorting,
    buffer: Vec<u64>,
}

impl Sorter<'_> {
    /// Takes a number, in any order and any number of times. Where the buffer is full, it is sorted and
    /// perhaps spilled; a failure is told by [`Sorting::merge`].
    #[inline]
    pub fn push(&mut self, number: u64) {
        if self.buffer.len() == self.buffer.capacity() {
            self.make_room();
        }
        self.buffer.push(number);
    }

    #[cold]
    fn make_room(&mut self) {
        let most = self.sorting.capacity;
        if self.buffer.capacity() < most {
            // Small generations take little memory.
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

    fn sort(&mut self) {
        self.buffer.sort_unstable();
        self.buffer.dedup();
    }

    /// Hands over what is in the buffer.
    pub fn finish(mut self) {
        self.sort();
        self.sorting.parts().lists.push(self.buffer);
    }
}

/// What a sorting comes to, in order.
#[derive(Debug)]
pub struct Merged {
    numbers: Less,
    /// Removes the spills when it is dropped; the last field, since fields are dropped in order.
    sorting: Sorting,
}

impl Merged {
    /// What was spilled.
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

    const OWNER: Owner = Owner {
        seed: 5,
        number: 1,
        most: 1 << 40,
    };
    static GO: AtomicBool = AtomicBool::new(false);

    fn endless() -> Arc<DiskBudget> {
        Arc::new(DiskBudget::unlimited())
    }

    fn place(folder: &tempfile::TempDir) -> Place {
        Place::open(folder.path()).unwrap()
    }

    /// Numbers that are arbitrary and the same each time, many of them alike.
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
        // With the least memory runs are merged in several passes; with enough nothing is spilled.
        assert_eq!(seen[0], (true, true));
        assert!(seen.contains(&(true, false)));
        assert_eq!(seen[4], (false, false));
    }

    #[test]
    fn what_is_in_other_files_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let files: [&[u64]; 2] = [&[1, 4, 9], &[0, 4, 7]];
        let less = files.map(|members| {
            let place = place(&folder);
            let name = members[0].to_string();
            let path = place.path_of(&name);
            let file = place.create(&name).unwrap();
            let mut writer = SortedWriter::new(file, path.clone(), OWNER, endless()).unwrap();
            members.iter().for_each(|&m| writer.push(m).unwrap());
            writer.finish().unwrap();
            Sorted::new(place.read(&name).unwrap(), path, OWNER, BLOCK).unwrap()
        });
        let sorting = Sorting::new(&place(&folder), OWNER, 1 << 20, 1, endless());
        let mut sorter = sorting.sorter();
        for number in [9, 8, 7, 3, 4, 4, 1, 3] {
            sorter.push(number);
        }
        sorter.finish();
        let merged = sorting.merge(less.into(), &GO).unwrap().unwrap();
        assert_eq!(all(merged).0, [3, 8]);
    }

    #[test]
    fn a_disk_that_refuses_is_told_and_spills_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        // A folder where the third spill is to be: as good as a full disk.
        let obstacle = folder.path().join(SortedName::Spill(2).name());
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
