//! The audit of a store: everything in it that can be checked without searching again.
//!
//! Promises that a store whose bytes are as a run left them has no problem, beside a writer too,
//! and that no single wrong bit of a finished store goes unnoticed. Does not know the graph, so it
//! cannot tell whether a mark is the right one where the numbers agree.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::store::disk::folder::Seen;
use crate::store::error::StoreError;
use crate::store::journal::files::{HEADER, LAST, LOG, MARKS, SUMS, strangers_in};
use crate::store::journal::header_file::Title;
use crate::store::journal::log::Log;
use crate::store::journal::record::Kind;
use crate::store::marks::checksums::{BLOCK_BYTES, Sums};
use crate::store::marks::generation::Generation;
use crate::store::marks::last_generation::Front;
use crate::store::marks::mark_bits::Marks;
use crate::store::marks::mark_store::{Store, check_sums, read_sums};
use crate::store::marks::recovery::{check_last, read_log};
use crate::store::marks::sync::by_residue;

/// Something that [`Store::verify`] found wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file it is in.
    pub path: PathBuf,
    /// What is wrong, as a sentence's rest.
    pub what: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

/// Blocks of marks that were worked on since their checksums were taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touched {
    /// How many.
    pub blocks: usize,
    /// Of how many.
    pub of: usize,
    /// How many generations were finished when the checksums were taken.
    pub generations: u64,
}

/// What [`Store::examine`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Findings {
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// What cannot be held against checksums, in a store whose run was cut off or still goes on.
    pub touched: Option<Touched>,
}

impl Store {
    /// What [`Store::examine`] found wrong: nothing, if the answer is empty.
    pub fn verify(&self) -> Vec<Problem> {
        self.examine().problems
    }

    /// Looks through the whole store as it is on the disk: the header, the chain of the log, sizes,
    /// bits that belong to no configuration, the marks of each block against their checksum, those of
    /// each residue against the log (equal in a complete store, at least as many in one that is not),
    /// and every member of the last generation against its mark and the log. Costs two reads of the
    /// marks, one of the other files, and the memory of one set.
    pub fn examine(&self) -> Findings {
        self.examine_unless(&AtomicBool::new(false))
            .expect("nothing stops it")
    }

    /// As [`Store::examine`]; `None` as soon as `stop` is set.
    pub fn examine_unless(&self, stop: &AtomicBool) -> Option<Findings> {
        let mut audit = Audit {
            store: self,
            stop,
            problems: Vec::new(),
            touched: None,
        };
        audit.header();
        audit.strangers();
        audit.size_of_marks();
        let last = audit.last();
        let sums = read_sums(&self.folder, &self.title);
        // The log before the marks: beside a writer the marks may only be ahead.
        if let Some(log) = audit.log(last.as_ref()) {
            audit.marks_by_log(&log);
            audit.marks_by_sums(&log, sums);
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some((number, generation)) = &last {
            audit.marks_by_last(*number, generation);
        }
        // Then the files that were looked at belong to different stores, and mean nothing.
        if let Err(error @ StoreError::Replaced { .. }) = self.title.check_in_place(&self.folder) {
            audit.problems.clear();
            audit.touched = None;
            audit.add(HEADER, error.to_string());
        }
        Some(Findings {
            problems: audit.problems,
            touched: audit.touched,
        })
    }
}

/// An audit going on.
struct Audit<'a> {
    store: &'a Store,
    /// Set from outside to stop; what is found from then on means nothing.
    stop: &'a AtomicBool,
    problems: Vec<Problem>,
    touched: Option<Touched>,
}

impl Audit<'_> {
    fn add(&mut self, file: &str, what: String) {
        self.problems.push(Problem {
            path: self.store.folder.path_of(file),
            what,
        });
    }

    /// The header, against what it was.
    fn header(&mut self) {
        let known = &self.store.title;
        match Title::open(&self.store.folder, Kind::Marks) {
            Ok(found) if (found.seed, &found.header) == (known.seed, &known.header) => {}
            Ok(_) => self.add(HEADER, "changed since the store was opened".to_owned()),
            Err(error) => self.add(HEADER, error.to_string()),
        }
    }

    /// What does not belong into the folder.
    fn strangers(&mut self) {
        match strangers_in(&self.store.folder, Kind::Marks) {
            Ok(strangers) => strangers
                .into_iter()
                .for_each(|(name, what)| self.add(&name, what)),
            Err(error) => self.add("", error.to_string()),
        }
    }

    fn size_of_marks(&mut self) {
        match self.store.folder.look(MARKS) {
            Ok(None) => self.add(MARKS, "is not there".to_owned()),
            Ok(Some(Seen::File { bytes })) if bytes != Marks::bytes_for(self.store.marks.len()) => {
                self.add(MARKS, format!("has {bytes} bytes"));
            }
            Ok(Some(_)) => {}
            Err(error) => self.add(MARKS, error.to_string()),
        }
    }

    /// The last generation, if there is one that can be read.
    fn last(&mut self) -> Option<(u64, Generation)> {
        match self.store.last() {
            Ok(last) => last,
            Err(error) => {
                self.add(LAST, error.to_string());
                None
            }
        }
    }

    /// The log, if it can be read, and the last generation against it.
    fn log(&mut self, last: Option<&(u64, Generation)>) -> Option<Log> {
        let Store { folder, title, .. } = self.store;
        let front = last.map(|(number, generation)| Front {
            number: *number,
            count: generation.count(),
        });
        let log = match read_log(folder, title, front) {
            Ok(log) => log,
            Err(error) => {
                self.add(LOG, error.to_string());
                return None;
            }
        };
        if log.torn > 0 {
            let torn = log.torn;
            self.add(
                LOG,
                format!("its last {torn} bytes are torn and will be dropped"),
            );
        }
        // Complete as it was when the last generation was opened: that one stays.
        let complete = self.store.complete;
        if front.is_some()
            && let Err(error) = check_last(folder, front, &log.counts, complete)
        {
            self.add(LAST, error.to_string());
        }
        Some(log)
    }

    /// The marks against the log.
    fn marks_by_log(&mut self, log: &Log) {
        let marks = &self.store.marks;
        let tail = marks.tail_bits();
        if tail != 0 {
            self.add(MARKS, format!("has bits behind its last mark: {tail:#x}"));
        }
        let expected = by_residue(&log.counts);
        let Some([_, found @ ..]) = marks.count_unless(self.stop) else {
            return;
        };
        for (residue, (expected, found)) in expected.into_iter().zip(found).enumerate() {
            if found < expected || log.complete && found > expected {
                self.add(
                    MARKS,
                    format!(
                        "has {found} configurations of generations {residue}, {}, {} ..., the log {expected}",
                        residue + 3,
                        residue + 6
                    ),
                );
            }
        }
    }

    /// The marks against their checksums, which were read before the log.
    fn marks_by_sums(&mut self, log: &Log, sums: Result<Sums, StoreError>) {
        let Store { folder, title, .. } = self.store;
        // A writer may have come to the end between the two.
        let sums = if log.complete {
            read_sums(folder, title)
        } else {
            sums
        };
        let sums = match sums.and_then(|sums| check_sums(folder, &sums, log).map(|()| sums)) {
            Ok(sums) => sums,
            Err(error) => {
                self.add(SUMS, error.to_string());
                return;
            }
        };
        let words = self.store.marks.words();
        let differing: Vec<(usize, u32)> = (0..sums.blocks.len())
            .take_while(|_| !self.stop.load(Ordering::Relaxed))
            .filter_map(|block| sums.differing_in(words, block))
            .collect();
        // A run that has begun meanwhile has said so before it changed a mark.
        let at_rest = sums.at_rest
            && (log.complete
                || self.store.writer.is_some()
                || read_sums(folder, title).is_ok_and(|again| again == sums));
        let Some(&(block, sum)) = differing.first() else {
            return;
        };
        if at_rest {
            let more = match differing.len() - 1 {
                0 => String::new(),
                others => format!(", and so are {others} more blocks"),
            };
            let what = format!(
                "is damaged at byte {}: the checksum of the block is {sum:08x} by its bytes and {:08x} by its record{more}",
                block as u64 * BLOCK_BYTES,
                sums.blocks[block]
            );
            self.add(MARKS, what);
        } else {
            self.touched = Some(Touched {
                blocks: differing.len(),
                of: sums.blocks.len(),
                generations: sums.generations,
            });
        }
    }

    /// The marks against the last generation.
    fn marks_by_last(&mut self, number: u64, generation: &Generation) {
        let marks = &self.store.marks;
        let mark = Marks::mark_of(number);
        let mut wrong = generation.iter().filter(|&i| marks.get_as_it_is(i) != mark);
        if let Some(first) = wrong.next() {
            let count = 1 + wrong.count();
            let found = marks.get_as_it_is(first);
            self.add(
                MARKS,
                format!(
                    "{count} configurations of generation {number} are not marked so; the first is {first}, marked {found} and not {mark}"
                ),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Access;
    use crate::store::sample::{FOLDER, WRITE, finish, header};
    use std::fs;

    #[test]
    fn each_flipped_mark_is_found() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let store = Store::open(root.path(), &header(), WRITE).unwrap();
        let words = store.marks().words().as_slice();
        for (index, word) in words.iter().enumerate() {
            for bit in [0, 1, 17, 63] {
                word.fetch_xor(1 << bit, Ordering::Relaxed);
                assert_ne!(store.verify(), [], "{index}.{bit}");
                word.fetch_xor(1 << bit, Ordering::Relaxed);
            }
        }
        assert_eq!(store.verify(), []);
    }

    #[test]
    fn a_check_that_is_stopped_has_no_findings() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let store = Store::open(root.path(), &header(), WRITE).unwrap();
        assert_eq!(store.examine_unless(&AtomicBool::new(true)), None);
        assert_eq!(store.marks.count_unless(&AtomicBool::new(true)), None);
    }

    #[test]
    fn a_damaged_block_is_named_and_none_of_its_marks_is_read() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let path = root.path().join(FOLDER).join(MARKS);
        let mut bytes = fs::read(&path).unwrap();
        // The low bits of configurations 0 to 31: the marks of 1 and 2 are exchanged, and all counts stay.
        assert_eq!(bytes[4] & 0b110, 0b010);
        bytes[4] ^= 0b110;
        fs::write(&path, bytes).unwrap();
        let store = Store::open(root.path(), &header(), Access::Read).unwrap();
        let problems = store.verify();
        assert!(
            problems
                .iter()
                .any(|p| p.what.contains("is damaged at byte 0"))
        );
        let alarm = store.alarm().unwrap();
        assert!(alarm.raised().is_none());
        assert_eq!(store.marks().get(5), 0, "it is marked, but in that block");
        assert!(!store.marks().seen().any(|i| i == 5));
        assert!(alarm.raised().is_some());
    }

    #[test]
    fn a_mark_too_many_is_found_though_its_checksum_agrees() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let store = Store::open(root.path(), &header(), WRITE).unwrap();
        store.marks().words().as_slice()[10].fetch_or(1, Ordering::Relaxed);
        let sums = Sums::of(store.marks().words(), 2, true);
        let file = fs::File::create(store.folder().join(SUMS)).unwrap();
        sums.write(file, store.title.seed).unwrap();
        let problems = store.verify();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].what.contains("the log 1"), "{}", problems[0]);
    }

    #[cfg(unix)]
    #[test]
    fn a_store_that_was_replaced_is_said_to_be_that_and_not_damaged() {
        use crate::store::sample::FRESH;
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let reader = Store::open(root.path(), &header(), Access::Read).unwrap();
        let _fresh = Store::open(root.path(), &header(), FRESH).unwrap();
        let problems = reader.verify();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].what.contains("replaced"), "{}", problems[0]);
    }
}
