//! The part of an audit that both kinds of store share: header, log, foreign files, and whether the
//! store was replaced.
//!
//! If all bytes of a store are as a run left them, an audit finds no problem, even while a writer
//! is active. Each kind of store adds the checks of its generations.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::files::{HEADER, LOG, find_strangers};
use super::handle::Journal;
use super::header_file::HeaderFile;
use super::log::Log;
use crate::error::StoreError;

/// A fault of a store that an audit found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreProblem {
    /// The file that has the fault.
    pub path: PathBuf,
    /// The fault, as the predicate of a sentence about the file, such as "is missing".
    pub what: String,
}

impl std::fmt::Display for StoreProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

/// Blocks of marks that changed since their checksums were taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedBlocks {
    /// Number of changed blocks.
    pub blocks: usize,
    /// Number of all blocks of marks of the store.
    pub of: usize,
    /// Number of finished generations when the checksums were taken.
    pub generations: u64,
}

/// The result of an audit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Findings {
    /// The faults that the audit found.
    pub problems: Vec<StoreProblem>,
    /// Blocks of marks that an active or interrupted run may have changed; `None` if there are no
    /// such blocks.
    pub touched: Option<ChangedBlocks>,
}

/// An audit in progress.
#[derive(Debug)]
pub(crate) struct Audit<'a> {
    journal: &'a Journal,
    /// Flag that another thread sets to stop the audit. Findings after that are void.
    stop: &'a AtomicBool,
    /// The findings so far.
    pub findings: Findings,
}

impl<'a> Audit<'a> {
    /// Starts an audit without findings.
    pub(crate) fn new(journal: &'a Journal, stop: &'a AtomicBool) -> Audit<'a> {
        Audit {
            journal,
            stop,
            findings: Findings::default(),
        }
    }

    /// The flag that stops the audit.
    pub(crate) fn stop(&self) -> &'a AtomicBool {
        self.stop
    }

    /// Whether the audit was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Adds the fault `what` of the file `file` to the findings.
    pub(crate) fn add(&mut self, file: &str, what: impl ToString) {
        self.findings.problems.push(StoreProblem {
            path: self.journal.folder.path_of(file),
            what: what.to_string(),
        });
    }

    /// Returns the value of `result`. If it is an error, adds the error as a fault of the file
    /// `file`.
    pub(crate) fn check<T>(&mut self, file: &str, result: Result<T, StoreError>) -> Option<T> {
        result.map_err(|error| self.add(file, error)).ok()
    }

    /// Compares the header file with the header that was read when the store was opened.
    pub(crate) fn check_header(&mut self) {
        let (folder, known) = (&self.journal.folder, &self.journal.header_file);
        let found = self.check(HEADER, HeaderFile::open(folder, known.kind));
        if found.is_some_and(|found| (found.seed, &found.header) != (known.seed, &known.header)) {
            self.add(HEADER, "changed since the store was opened");
        }
    }

    /// Adds each entry of the folder that is no file of the store to the findings.
    pub(crate) fn check_strangers(&mut self) {
        let journal = self.journal;
        let strangers = find_strangers(&journal.folder, journal.header_file.kind);
        let strangers = self.check("", strangers);
        for (name, what) in strangers.unwrap_or_default() {
            self.add(&name, what);
        }
    }

    /// Returns the log that was just read, and adds its read error or its torn tail to the
    /// findings.
    pub(crate) fn check_log(&mut self, log: Result<Log, StoreError>) -> Option<Log> {
        let log = self.check(LOG, log)?;
        if log.torn > 0 {
            let torn = log.torn;
            self.add(
                LOG,
                format!("ends in {torn} bytes of an unfinished record, which the next run removes"),
            );
        }
        Some(log)
    }

    /// Ends the audit and returns its findings. If the store was replaced during the audit, this is
    /// the only finding, because the files that were read belong to different stores.
    pub(crate) fn finish(mut self) -> Findings {
        let journal = self.journal;
        let in_place = journal.header_file.check_in_place(&journal.folder);
        if let Err(error @ StoreError::Replaced { .. }) = in_place {
            self.findings = Findings::default();
            self.add(HEADER, error);
        }
        self.findings
    }
}
