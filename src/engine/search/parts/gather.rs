//! Gathering the parts of a finished search into an ordinary store.

use super::checkpoint::FoundSizes;
use super::division::Division;
use crate::graph::Graph;
use crate::search::{SearchError, header_of};
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{
    Generation, Marks, PartFolder, PartHeader, PartReader, Store, StoreError, WordSet,
};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The files of all groups of a finished search with marks.
#[derive(Debug)]
pub struct PartFiles {
    folder: PartFolder,
    division: Division,
    found: FoundSizes,
    search: String,
}

/// The last generation, as a store writes it.
struct LastGeneration(Generation);

impl WordSet for LastGeneration {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn count(&self) -> u64 {
        self.0.count()
    }

    fn for_each_word(&self, visit: &mut dyn FnMut(usize, u64) -> io::Result<()>) -> io::Result<()> {
        self.0.for_each_word(visit)
    }
}

impl PartFiles {
    /// The finished search from Start below `root`, if the files of all groups are there.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    pub fn finished(graph: &Graph, root: &Path) -> Result<Option<PartFiles>, StoreError> {
        let header = header_of(graph, SearchOrigin::Start);
        let Some(folder) = PartFolder::existing(root, &header)? else {
            return Ok(None);
        };
        let search = PartHeader::search_of(&header);
        let Some(answer) = folder.answer()?.map(|answer| answer.header().clone()) else {
            return Ok(None);
        };
        if answer.search != search || !answer.has_marks {
            return Ok(None);
        }
        let division = Division {
            rows: answer.rows,
            width: answer.width,
            group: answer.group_words,
            size: 1,
        };
        let last = answer.counts.len() as u64 - 1;
        let files = folder.list()?;
        let is_there = |group| files.binary_search(&(group, last)).is_ok();
        if !(0..division.groups()).all(is_there) {
            return Ok(None);
        }
        let found = FoundSizes {
            counts: answer.counts,
            goals: answer.goals,
        };
        Ok(Some(PartFiles {
            folder,
            division,
            found,
            search,
        }))
    }

    /// The folder of the files.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Calls `visit` with the marks and the members of the last generation of every row of every
    /// group, and with the index of the first word; false if stopped.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    fn for_each_row(
        &self,
        stop: &AtomicBool,
        visit: &mut dyn FnMut(usize, &[u64], bool),
    ) -> Result<bool, StoreError> {
        let last = self.found.counts.len() as u64 - 1;
        for group in 0..self.division.groups() {
            let mut file = self.folder.read(group, last)?;
            self.check(&file, group)?;
            let columns = self.division.words_of_group(group);
            let length = (columns.end - columns.start) as usize;
            for has_marks in [true, false] {
                let mut words = vec![0; if has_marks { 2 * length } else { length }];
                for row in 0..self.division.rows {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(false);
                    }
                    file.words(&mut words)?;
                    let first = row * self.division.width + columns.start;
                    visit(first as usize, &words, has_marks);
                }
            }
            file.end()?;
        }
        Ok(true)
    }

    fn check(&self, file: &PartReader, group: u64) -> Result<(), StoreError> {
        let header = file.header();
        let is_sound = header.search == self.search
            && header.has_marks
            && header.group == group
            && header.group_words == self.division.group
            && header.counts == self.found.counts;
        if is_sound {
            return Ok(());
        }
        Err(StoreError::Damaged {
            path: file.path().to_owned(),
            offset: 4,
            expected: format!("the header of group {group} of this search"),
            found: "another header".to_owned(),
        })
    }

    /// Writes the search into an ordinary store without any generation, with the same bytes as a
    /// search in one process; false if stopped.
    ///
    /// # Errors
    /// If a file is damaged, or the store fails.
    pub fn gather(&self, store: &mut Store, stop: &AtomicBool) -> Result<bool, SearchError> {
        store.begin()?;
        let last = Generation::new(store.marks().len())?;
        let words = store.marks().words().as_slice();
        let is_whole = self.for_each_row(stop, &mut |first, row, has_marks| {
            if has_marks {
                let own = words.get(Marks::words_of(first)..).unwrap_or_default();
                for (word, &bits) in own.iter().zip(row) {
                    if bits != 0 {
                        word.store(bits, Ordering::Relaxed);
                    }
                }
            } else {
                for (at, &bits) in (first..)
                    .zip(row)
                    .take_while(|(at, _)| *at < last.word_count())
                {
                    last.put_word(at, bits);
                }
            }
        })?;
        if !is_whole {
            return Ok(false);
        }
        for (generation, &count) in (0..).zip(&self.found.counts) {
            store.append(generation, count)?;
        }
        let number = self.found.counts.len() as u64 - 1;
        store.finish(number, &LastGeneration(last))?;
        Ok(true)
    }

    /// Compares checksums, and the numbers of marks with the sizes of the generations; returns what
    /// is wrong, or `None` if stopped.
    pub fn verify(&self, stop: &AtomicBool) -> Option<Vec<String>> {
        let mut found = [0u64; 3];
        let mut members = 0u64;
        let read = self.for_each_row(stop, &mut |_, row, has_marks| {
            if !has_marks {
                members += row
                    .iter()
                    .map(|word| u64::from(word.count_ones()))
                    .sum::<u64>();
                return;
            }
            // A mark has its lower bit in the lower half of its word, and its upper bit above.
            for &word in row {
                let (low, high) = (word & 0xffff_ffff, word >> 32);
                let numbers = [low & !high, high & !low, low & high];
                for (found, number) in found.iter_mut().zip(numbers) {
                    *found += u64::from(number.count_ones());
                }
            }
        });
        match read {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => return Some(vec![error.to_string()]),
        }
        let mut expected = [0u64; 3];
        for (generation, count) in self.found.counts.iter().enumerate() {
            expected[generation % 3] += count;
        }
        let mut problems = Vec::new();
        for (residue, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            if found != expected {
                problems.push(format!(
                    "{}: generations {residue}, {}, {} ... have {found} marks, not {expected}",
                    self.path().display(),
                    residue + 3,
                    residue + 6
                ));
            }
        }
        let last = self.found.counts.last().copied().unwrap_or_default();
        if members != last {
            problems.push(format!(
                "{}: the last generation has {members} members, not {last}",
                self.path().display()
            ));
        }
        Some(problems)
    }
}
