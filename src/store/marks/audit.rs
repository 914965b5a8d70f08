//! The audit of a store of marks: every check that needs no search.
//!
//! If all bytes of a store are as a run left them, the audit finds no problem, even while a writer
//! is active. In a finished store it finds every single wrong bit. It does not know the graph, so
//! it misses a wrong mark if all counts and checksums are right.

use std::sync::atomic::AtomicBool;

use super::checksums::{BLOCK_BYTES, BlockChecksums, MarksState};
use super::generation::Generation;
use super::last_generation::LastHeader;
use super::mark_bits::Marks;
use super::mark_store::Store;
use super::recovery::{check_checksums, check_last, read_checksums, read_log};
use super::sync::sum_by_residue;
use crate::disk::folder::EntryKind;
use crate::error::StoreError;
use crate::journal::audit::{Audit, ChangedBlocks, Findings, StoreProblem};
use crate::journal::files::{LAST, MARKS, SUMS};
use crate::journal::log::Log;

impl Store {
    /// Checks the whole store as [`Store::examine`] does, and returns its problems.
    pub fn verify(&self) -> Vec<StoreProblem> {
        self.examine().problems
    }

    /// Checks the whole store as it is on the disk.
    ///
    /// It checks:
    ///
    /// - the header, the chained checksums of the log, and the sizes of files;
    /// - bits of marks that belong to no configuration;
    /// - each block of marks against its checksum;
    /// - the number of marks of each residue against the log: equal in a complete store, and not
    ///   smaller in an unfinished store;
    /// - the last generation against the log, and each of its members against its mark.
    ///
    /// Costs two reads of the marks, one read of each other file, and the memory of one
    /// [`Generation`].
    pub fn examine(&self) -> Findings {
        self.examine_unless(&AtomicBool::new(false))
            .expect("nothing stops it")
    }

    /// Checks the whole store as [`Store::examine`] does; returns `None` as soon as `stop` is set.
    pub fn examine_unless(&self, stop: &AtomicBool) -> Option<Findings> {
        let mut audit = MarksAudit {
            store: self,
            audit: Audit::new(&self.journal, stop),
        };
        audit.audit.check_header();
        audit.audit.check_strangers();
        audit.check_size();
        let last = audit.read_last();
        let sums = read_checksums(&self.journal.folder, &self.journal.header_file);
        // The log is read before the marks. So if a writer is active, the marks can be newer than
        // the log, but not older.
        if let Some(log) = audit.read_log(last.as_ref()) {
            audit.compare_with_log(&log);
            audit.compare_with_checksums(&log, sums);
        }
        if audit.audit.is_stopped() {
            return None;
        }
        if let Some((number, generation)) = &last {
            audit.compare_with_last(*number, generation);
        }
        Some(audit.audit.finish())
    }
}

/// An audit of a store of marks that is in progress.
struct MarksAudit<'a> {
    store: &'a Store,
    audit: Audit<'a>,
}

impl MarksAudit<'_> {
    /// Checks the size of the file `marks`.
    fn check_size(&mut self) {
        let found = self.store.journal.folder.look(MARKS);
        let expected = Marks::bytes_for(self.store.marks.len());
        match self.audit.check(MARKS, found) {
            Some(None) => self.audit.add(MARKS, "is missing"),
            Some(Some(EntryKind::File { bytes })) if bytes != expected => {
                self.audit
                    .add(MARKS, format!("has {bytes} bytes, not {expected}"));
            }
            _ => {}
        }
    }

    /// Reads the last generation from the file `last`; `None` if the file is missing or damaged.
    fn read_last(&mut self) -> Option<(u64, Generation)> {
        let last = self.store.last();
        self.audit.check(LAST, last).flatten()
    }

    /// Reads the log and compares the last generation with it; `None` if the log is damaged.
    fn read_log(&mut self, last: Option<&(u64, Generation)>) -> Option<Log> {
        let journal = &self.store.journal;
        let folder = &journal.folder;
        let front = last.map(|(number, generation)| LastHeader {
            number: *number,
            count: generation.count(),
        });
        let log = read_log(folder, &journal.header_file, front);
        let log = self.audit.check_log(log)?;
        if front.is_some() {
            let mut log = log.clone();
            // The file `last` must have the newest generation only if the log was already complete
            // when that file was opened. So the check uses what the log said at that time.
            log.complete = journal.is_complete;
            let checked = check_last(folder, front, &log);
            self.audit.check(LAST, checked);
        }
        Some(log)
    }

    /// Compares the number of marks of each residue with the log.
    fn compare_with_log(&mut self, log: &Log) {
        let marks = &self.store.marks;
        let tail = marks.tail_bits();
        if tail != 0 {
            let what = format!("has bits set behind its last mark: {tail:#x}");
            self.audit.add(MARKS, what);
        }
        let expected = sum_by_residue(&log.counts);
        let Some([_, found @ ..]) = marks.count_unless(self.audit.stop()) else {
            return;
        };
        for (residue, (expected, found)) in expected.into_iter().zip(found).enumerate() {
            if found < expected || log.complete && found > expected {
                let what = format!(
                    "has {found} configurations of generations {residue}, {}, {} ..., \
                     but the log has {expected}",
                    residue + 3,
                    residue + 6
                );
                self.audit.add(MARKS, what);
            }
        }
    }

    /// Compares the blocks of marks with their checksums `sums`, which were read before the log.
    fn compare_with_checksums(&mut self, log: &Log, sums: Result<BlockChecksums, StoreError>) {
        let journal = &self.store.journal;
        let (folder, header) = (&journal.folder, &journal.header_file);
        // A writer may have finished the search after the checksums were read.
        let sums = if log.complete {
            read_checksums(folder, header)
        } else {
            sums
        };
        let sums = sums.and_then(|sums| check_checksums(folder, &sums, log).map(|()| sums));
        let Some(sums) = self.audit.check(SUMS, sums) else {
            return;
        };
        let words = self.store.marks.words();
        let differing: Vec<(usize, u32)> = (0..sums.blocks.len())
            .take_while(|_| !self.audit.is_stopped())
            .filter_map(|block| sums.compare_block(words, block))
            .collect();
        // If a run has begun since the checksums were read, it wrote the state "in use" to `sums`
        // before it changed a mark.
        let is_at_rest = sums.state == MarksState::AtRest
            && (log.complete
                || journal.is_writing()
                || read_checksums(folder, header).is_ok_and(|again| again == sums));
        let Some(&(block, sum)) = differing.first() else {
            return;
        };
        if !is_at_rest {
            self.audit.findings.touched = Some(ChangedBlocks {
                blocks: differing.len(),
                of: sums.blocks.len(),
                generations: sums.generations,
            });
            return;
        }
        let more = match differing.len() - 1 {
            0 => String::new(),
            others => format!("; number of other damaged blocks: {others}"),
        };
        let what = format!(
            "is damaged at byte {}: the checksum of the block is {sum:08x}, \
             the recorded one {:08x}{more}",
            block as u64 * BLOCK_BYTES,
            sums.blocks[block]
        );
        self.audit.add(MARKS, what);
    }

    /// Compares the marks of the last generation with its members.
    fn compare_with_last(&mut self, number: u64, generation: &Generation) {
        let marks = &self.store.marks;
        let mark = Marks::mark_of(number);
        let mut wrong = generation.iter().filter(|&i| marks.get_as_it_is(i) != mark);
        if let Some(first) = wrong.next() {
            let count = 1 + wrong.count();
            let found = marks.get_as_it_is(first);
            let what = format!(
                "has wrong marks for {count} configurations of generation {number}; \
                 the first is {first}, with mark {found} instead of {mark}"
            );
            self.audit.add(MARKS, what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Access;
    use crate::sample::{FOLDER, WRITE, finish, header};
    use std::fs;
    use std::sync::atomic::Ordering;

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
        // The test exchanges the marks of configurations 1 and 2, which keeps all counts.
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
        let sums = BlockChecksums::of(store.marks().words(), 2, MarksState::AtRest);
        let file = fs::File::create(store.folder().join(SUMS)).unwrap();
        sums.write(file, store.journal.header_file.seed).unwrap();
        let problems = store.verify();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(
            problems[0].what.contains("the log has 1"),
            "{}",
            problems[0]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_store_that_was_replaced_is_said_to_be_that_and_not_damaged() {
        use crate::sample::FRESH;
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let reader = Store::open(root.path(), &header(), Access::Read).unwrap();
        let _fresh = Store::open(root.path(), &header(), FRESH).unwrap();
        let problems = reader.verify();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].what.contains("replaced"), "{}", problems[0]);
    }
}
