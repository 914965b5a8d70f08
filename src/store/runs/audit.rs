//! The audit of a store of run files: every check that needs no search.
//!
//! If all bytes of a store are as a run left them, the audit finds no problem, even while a writer
//! is active. In a finished store it finds every single wrong bit. It does not know the graph, so
//! it misses a wrong member if checksums, order and counts are right.

use std::sync::atomic::AtomicBool;

use super::ascending::Ascending;
use super::inventory::Inventory;
use super::run_store::RunStore;
use crate::error::StoreError;
use crate::journal::audit::{Audit, StoreProblem};
use crate::journal::files::RunFileName;

impl RunStore {
    /// Checks the whole store as it is on the disk, and returns its problems.
    ///
    /// It checks:
    ///
    /// - the header and the chained checksums of the log;
    /// - that each generation that should be kept has a file;
    /// - that the folder has no foreign entries;
    /// - for each generation that has a file, the checksum of each block, the order and the number
    ///   of the members, and that no member is in one of the two generations before.
    ///
    /// Reads all files three times.
    pub fn verify(&self) -> Vec<StoreProblem> {
        self.verify_unless(&AtomicBool::new(false))
            .expect("nothing stops it")
    }

    /// Checks the store as [`RunStore::verify`] does; returns `None` as soon as `stop` is set.
    pub fn verify_unless(&self, stop: &AtomicBool) -> Option<Vec<StoreProblem>> {
        let journal = &self.journal;
        let mut audit = Audit::new(journal, stop);
        audit.check_header();
        let inventory = Inventory::read(&journal.folder, &journal.header_file);
        audit.check_log(inventory.map(|inventory| inventory.log));
        audit.check_strangers();
        for number in self.first_kept()..journal.next() {
            let checked = self.check_generation(number, &mut audit);
            audit.check(&RunFileName::Generation(number).name(), checked);
            if audit.is_stopped() {
                return None;
            }
        }
        Some(audit.finish().problems)
    }

    /// Reads a generation together with the two generations before it. Adds a fault if a member of
    /// it is in one of these two as well. Ends early if the audit is stopped.
    fn check_generation(&self, number: u64, audit: &mut Audit<'_>) -> Result<(), StoreError> {
        let mut members = match self.stream(number) {
            // This is no fault: a writer that removes old files has removed this file since the
            // store was opened.
            Err(StoreError::NotKept { .. }) => return Ok(()),
            members => members?,
        };
        let first = self.first_kept().max(number.saturating_sub(2));
        let mut earlier = Vec::new();
        for before in first..number {
            // Errors of an earlier generation are ignored here, because they were added when that
            // generation was checked.
            if let Ok(mut members) = self.stream(before)
                && let Ok(head) = members.next_number()
            {
                earlier.push((before, head, members));
            }
        }
        while let Some(member) = members.next_number()? {
            if audit.is_stopped() {
                break;
            }
            for (before, head, members) in &mut earlier {
                while head.is_some_and(|head| head < member) {
                    *head = members.next_number().unwrap_or(None);
                }
                if *head == Some(member) {
                    let what = format!("has {member}, which is in generation {before} too");
                    audit.add(&RunFileName::Generation(number).name(), what);
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
