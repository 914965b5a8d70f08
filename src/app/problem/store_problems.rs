//! Errors of stores as problems: what happened, and the remedy.

use super::errors::{CLOSE_OTHERS, MAKE_AGAIN, sized};
use crate::{Cause, Problem};
use slidewise_store::{StoreError, is_in_memory};
use std::io;

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem::of_store(error, MAKE_AGAIN)
    }
}

impl Problem {
    /// The problem of an error in a store; `remedy` is the hint if the store is damaged or
    /// incomplete.
    pub(crate) fn of_store(error: StoreError, remedy: &str) -> Problem {
        if let StoreError::NotAStore { .. } = error {
            let hint = "`slidewise stores` lists the saved searches";
            return Problem::no_such_thing(&error, hint).caused_by(error);
        }
        let hint = match &error {
            StoreError::Held { .. } => {
                "wait until that process ends, or give another folder with --store DIR"
            }
            StoreError::NoFiles { .. } => {
                "name a writable folder with --store DIR, or keep nothing with --no-store"
            }
            StoreError::NoMemoryFolder { .. } => {
                "leave --words-in-memory out: then all words lie on the disk"
            }
            StoreError::NoSpace { path, .. } if is_in_memory(path) => {
                "give less with --words-in-memory, or remove what else lies in /dev/shm"
            }
            StoreError::NoSpace { .. } => "make room, or give another folder with --store DIR",
            StoreError::Memory { .. } => CLOSE_OTHERS,
            StoreError::Io { source, .. } if source.kind() == io::ErrorKind::OutOfMemory => {
                CLOSE_OTHERS
            }
            StoreError::Io { source, .. } if is_for_lack_of_files(source) => {
                "`ulimit -n 4096` lets the programs of this shell open more files"
            }
            StoreError::Io { doing, source, .. }
                if *doing == "locking" && source.kind() == io::ErrorKind::Unsupported =>
            {
                "this file system has no locks: name a folder on another disk with --store DIR"
            }
            StoreError::Io { source, .. } if is_full(source) => {
                "make room on the disk: the same command goes on after the last generation that \
                 was kept"
            }
            StoreError::Moved { .. } => {
                "everything that was written is in the moved folder: move it back, and run the \
                 same command"
            }
            StoreError::NotAFile { .. } => {
                "move it out of the folder: slidewise reads and writes regular files only"
            }
            StoreError::Linked { .. } => "replace the file by a copy, which has no other names",
            StoreError::NotKept { .. } => {
                "`slidewise explore PUZZLE --engine frontier --fresh` without --keep-last keeps \
                 all generations"
            }
            // A file of the store is missing, so only making the store again helps.
            StoreError::Io { doing, source, .. }
                if source.kind() == io::ErrorKind::NotFound
                    && matches!(*doing, "opening" | "reading" | "looking at") =>
            {
                remedy
            }
            StoreError::Io { .. } => {
                "make the folder writable, or give another one with --store DIR"
            }
            _ => remedy,
        };
        let message = match error {
            StoreError::Memory { bytes, .. } => sized(&error, [bytes]),
            _ => error.to_string(),
        };
        Problem::new(cause_of(&error), message, hint).caused_by(error)
    }
}

/// The cause of a problem with a store.
fn cause_of(error: &StoreError) -> Cause {
    match error {
        StoreError::Memory { bytes, .. } => Cause::OutOfMemory {
            needed: Some(*bytes),
            allowed: None,
        },
        StoreError::NoSpace {
            needed, available, ..
        } => Cause::OutOfDisk {
            needed: Some(*needed),
            allowed: Some(*available),
        },
        StoreError::Budget { limit, .. } => Cause::OutOfDisk {
            needed: None,
            allowed: Some(*limit),
        },
        StoreError::Io { source, .. } if is_full(source) => Cause::OutOfDisk {
            needed: None,
            allowed: None,
        },
        StoreError::Io { source, .. } if source.kind() == io::ErrorKind::OutOfMemory => {
            OUT_OF_MEMORY
        }
        StoreError::Held { .. } => Cause::InUse,
        StoreError::NoHeader { .. }
        | StoreError::Lost { .. }
        | StoreError::MemoryLost { .. }
        | StoreError::Length { .. }
        | StoreError::Checksum { .. }
        | StoreError::Damaged { .. }
        | StoreError::Miscount { .. }
        | StoreError::Count { .. }
        | StoreError::Order { .. }
        | StoreError::Impossible { .. } => Cause::Damaged,
        _ => Cause::Failed,
    }
}

/// The cause where the system gives no more memory.
const OUT_OF_MEMORY: Cause = Cause::OutOfMemory {
    needed: None,
    allowed: None,
};

/// Whether the disk is full, or a limit on it is reached.
fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

/// Whether an error says that this program has too many open files: EMFILE, for which the standard
/// library has no name.
fn is_for_lack_of_files(error: &io::Error) -> bool {
    cfg!(unix) && error.raw_os_error() == Some(24)
}
