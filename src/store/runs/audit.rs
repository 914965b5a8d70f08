//! The audit of a store of sorted files: everything in it that can be checked without searching again.
//!
//! Promises that a store whose bytes are as a run left them has no problem, beside a writer too, and that no
//! single wrong bit of a finished store goes unnoticed. Does not know the graph, so it cannot tell whether a
//! generation is the right one where the numbers agree.

use crate::store::error::StoreError;
use crate::store::journal::files::{HEADER, LOG, SortedName, strangers_in};
use crate::store::journal::header_file::Title;
use crate::store::journal::record::Kind;
use crate::store::marks::audit::Problem;
use crate::store::runs::inventory::Finished;
use crate::store::runs::merge::Ascending;
use crate::store::runs::run_store::Frontiers;
use std::sync::atomic::{AtomicBool, Ordering};

impl Frontiers {
    /// Looks through the whole store as it is on the disk: the header, the chain of the log, which generations are to
    /// be kept and whether they are there, whatever else is in the folder, and of every generation that has a file
    /// the checksum of each block, the order and the number of its members, and that none of them is in one of the two
    /// generations before. Costs a read of all files, three times over. An empty answer means that nothing is wrong.
    pub fn verify(&self) -> Vec<Problem> {
        self.verify_unless(&AtomicBool::new(false))
            .expect("nothing stops it")
    }

    /// As [`Frontiers::verify`]; `None` as soon as `stop` is set.
    pub fn verify_unless(&self, stop: &AtomicBool) -> Option<Vec<Problem>> {
        let mut problems = Vec::new();
        let mut add = |file: &str, what: String| {
            problems.push(Problem {
                path: self.folder.path_of(file),
                what,
            });
        };
        match Title::open(&self.folder, Kind::Frontiers) {
            Ok(found) if (found.seed, &found.header) == (self.title.seed, &self.title.header) => {}
            Ok(_) => add(HEADER, "changed since the store was opened".to_owned()),
            Err(error) => add(HEADER, error.to_string()),
        }
        match Finished::read(&self.folder, &self.title) {
            Ok(Finished { log, .. }) if log.torn > 0 => {
                let torn = log.torn;
                let what = format!("its last {torn} bytes are torn and will be dropped");
                add(LOG, what);
            }
            Ok(_) => {}
            Err(error) => add(LOG, error.to_string()),
        }
        match strangers_in(&self.folder, Kind::Frontiers) {
            Ok(strangers) => strangers
                .into_iter()
                .for_each(|(name, what)| add(&name, what)),
            Err(error) => add("", error.to_string()),
        }
        for number in self.first_kept()..self.generations().len() as u64 {
            if let Err(error) = self.check(number, stop, &mut add) {
                add(&SortedName::Generation(number).name(), error.to_string());
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
        }
        // Then the files that were looked at belong to different stores, and mean nothing.
        if let Err(error @ StoreError::Replaced { .. }) = self.title.check_in_place(&self.folder) {
            problems.clear();
            problems.push(Problem {
                path: self.folder.path_of(HEADER),
                what: error.to_string(),
            });
        }
        Some(problems)
    }

    /// Reads a generation beside the two before it, or a part of it, if it is stopped.
    fn check(
        &self,
        number: u64,
        stop: &AtomicBool,
        add: &mut impl FnMut(&str, String),
    ) -> Result<(), StoreError> {
        let mut members = match self.stream(number) {
            // A writer that keeps few has removed it since this was opened.
            Err(StoreError::NotKept { .. }) => return Ok(()),
            members => members?,
        };
        let first = self.first_kept().max(number.saturating_sub(2));
        let mut earlier = Vec::new();
        for before in first..number {
            // What is wrong with it was said when its turn was.
            if let Ok(mut members) = self.stream(before)
                && let Ok(head) = members.next_number()
            {
                earlier.push((before, head, members));
            }
        }
        while let Some(member) = members.next_number()? {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            for (before, head, members) in &mut earlier {
                while head.is_some_and(|head| head < member) {
                    *head = members.next_number().unwrap_or(None);
                }
                if *head == Some(member) {
                    let what = format!("has {member}, which generation {before} has");
                    add(&SortedName::Generation(number).name(), what);
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
