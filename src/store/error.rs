//! `StoreError`: every error of a store.
//!
//! Each error names its file or folder. If two values should have been equal, the error names both.
//! If the operating system reported an error, that error is its `source`. Advice for the user is
//! left to the commands, because they know what the user asked for.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why a store could not be created, opened, read, written or removed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system refused a call.
    #[error("{doing} {}: {source}", path.display())]
    Io {
        /// The action that failed, such as "reading" or "syncing".
        doing: &'static str,
        /// The file or folder on which the call failed.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The file system has too little free space for a file.
    #[error(
        "no room for {}: {needed} more bytes are needed, and {available} are free",
        path.display()
    )]
    NoSpace {
        /// The file to be created or extended.
        path: PathBuf,
        /// The number of bytes that the file needs in addition to those that it has.
        needed: u64,
        /// The number of free bytes of the file system, read just after the failure.
        available: u64,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The files of a search would exceed the search's limit on disk space.
    #[error("no room for {}: this search is limited to {limit} bytes of disk", path.display())]
    Budget {
        /// The file that was being written.
        path: PathBuf,
        /// The limit for all files of the search together, in bytes.
        limit: u64,
    },

    /// No file can be created in a folder, or in its nearest parent that exists.
    #[error(
        "{} cannot hold files: no file can be created in {}: {source}",
        folder.display(),
        nearest.display()
    )]
    NoFiles {
        /// The folder in which files were to be created.
        folder: PathBuf,
        /// The folder itself, or its nearest parent that exists.
        nearest: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The system has no file system in memory, or it holds no folder of this user.
    #[error("{} cannot hold words: {source}", folder.display())]
    NoMemoryFolder {
        /// The folder in which the file system in memory is expected.
        folder: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The part of a store that lay in memory is gone, as after a restart of the machine.
    #[error(
        "{} has lost the words that lay in memory, in {}",
        folder.display(),
        lost.display()
    )]
    MemoryLost {
        /// The store's folder.
        folder: PathBuf,
        /// The folder in memory that is missing.
        lost: PathBuf,
    },

    /// The system refused anonymous memory of this size.
    #[error("cannot reserve {bytes} bytes of memory: {source}")]
    Memory {
        /// The requested size in bytes.
        bytes: u64,
        /// The error of the operating system.
        source: io::Error,
    },

    /// A field of a header has an invalid value: empty, too long, or not one of the allowed values.
    #[error("{found:?} is not a valid {field} of a store header: {rule}")]
    BadHeader {
        /// The field's name.
        field: &'static str,
        /// The invalid value of the field.
        found: String,
        /// The rule for valid values, as a sentence without a full stop.
        rule: &'static str,
    },

    /// There is no store at this path, or its creation or removal was interrupted.
    #[error("there is no store at {}", folder.display())]
    Missing {
        /// The path at which the store was expected.
        folder: PathBuf,
    },

    /// A folder has generations but no header, so the search that they belong to is unknown.
    #[error("{} has no header, although it has the file {file} of a search", folder.display())]
    NoHeader {
        /// The store's folder.
        folder: PathBuf,
        /// The name of a file that holds generations.
        file: String,
    },

    /// A link, a folder, a FIFO, a socket or a device is at the path of a store's file.
    #[error("{} is {what}, not a file", path.display())]
    NotAFile {
        /// The path at which a file was expected.
        path: PathBuf,
        /// The kind of entry at this path, such as "a link".
        what: &'static str,
    },

    /// A file to be written in place has other names (hard links), so writing would change the
    /// files of these names too.
    #[error(
        "{} has other names (hard links), so writing to it would change other files",
        path.display()
    )]
    Linked {
        /// The file with several names.
        path: PathBuf,
    },

    /// The path of a store no longer leads to the folder that was opened for writing. The bytes
    /// written are in the folder that was opened.
    #[error(
        "{}: the folder of this store was moved or replaced while the store was being written",
        folder.display()
    )]
    Moved {
        /// The path of the folder when the store was opened.
        folder: PathBuf,
    },

    /// Files of generations that should have been kept are missing.
    #[error("{} has lost {generations}: their files are missing", folder.display())]
    Lost {
        /// The store's folder.
        folder: PathBuf,
        /// The missing generations, such as "generations 0 to 7, 9".
        generations: String,
    },

    /// The given name is not the name of a store's folder directly below the root.
    #[error("{name:?} is not a store in {}", root.display())]
    NotAStore {
        /// The folder that contains the stores.
        root: PathBuf,
        /// The name that the caller gave.
        name: String,
    },

    /// Another process, or another part of this process, has the store open for writing.
    #[error(
        "{} is being written by {}",
        folder.display(),
        pid.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"))
    )]
    Held {
        /// The store's folder.
        folder: PathBuf,
        /// The writer's process number, if its lock file has one.
        pid: Option<u32>,
    },

    /// The store belongs to another search than the caller's.
    #[error(
        "{} belongs to another search: {field} is \"{found}\" there, not \"{expected}\"",
        folder.display()
    )]
    Foreign {
        /// The store's folder.
        folder: PathBuf,
        /// The first field of the header that differs.
        field: &'static str,
        /// The value of that field for the caller's search.
        expected: String,
        /// The value of that field in the store's header.
        found: String,
    },

    /// The store belongs to the same search, but numbers the configurations in another way.
    #[error(
        "{} numbers configurations in another way: it has {found}, but this version has {expected}",
        folder.display()
    )]
    Numbering {
        /// The store's folder.
        folder: PathBuf,
        /// The number of configurations and their layout in this version of the program.
        expected: String,
        /// The number of configurations and their layout in the store.
        found: String,
    },

    /// The store has a version of the format that this program cannot read.
    #[error(
        "{} has format {found} of another version of this program; \
         this version reads format {expected}",
        folder.display()
    )]
    Format {
        /// The store's folder.
        folder: PathBuf,
        /// The newest version of the format that this program reads.
        expected: u32,
        /// The version of the format of the store.
        found: u32,
    },

    /// The store was replaced by a fresh store while it was being read.
    #[error("{} was replaced by a fresh store while it was being read", folder.display())]
    Replaced {
        /// The store's folder.
        folder: PathBuf,
    },

    /// A file has the wrong size.
    #[error("{} has {found} bytes, not {expected}", path.display())]
    Length {
        /// The file of the wrong size.
        path: PathBuf,
        /// The right size of the file in bytes.
        expected: u64,
        /// The actual size of the file in bytes.
        found: u64,
    },

    /// A checksum does not match the bytes that it covers.
    #[error(
        "{} is damaged at byte {offset}: the checksum of its bytes is {expected:08x}, \
         the recorded one {found:08x}",
        path.display()
    )]
    Checksum {
        /// The damaged file.
        path: PathBuf,
        /// Offset in the file of the first byte that the checksum covers.
        offset: u64,
        /// The checksum computed from the bytes in the file.
        expected: u32,
        /// The checksum recorded in the file.
        found: u32,
    },

    /// A file has an impossible value. This is reported even if the file's checksum matches.
    #[error(
        "{} is damaged at byte {offset}: found {found} instead of {expected}",
        path.display()
    )]
    Damaged {
        /// The file with the impossible value.
        path: PathBuf,
        /// Offset of the value in the file, in bytes.
        offset: u64,
        /// A description of the values that are possible at that offset.
        expected: String,
        /// The value at that offset, or a description of it.
        found: String,
    },

    /// The number of marks disagrees with the log, because something other than a search changed a
    /// mark.
    #[error(
        "{} is damaged: it has {found} configurations of generations {residue}, {}, {} ..., \
         but the log has {expected}",
        path.display(),
        residue + 3,
        residue + 6
    )]
    Miscount {
        /// The file of the marks.
        path: PathBuf,
        /// The number modulo 3 of the generations that were counted together.
        residue: u64,
        /// Number of configurations in these generations, according to the log.
        expected: u64,
        /// Number of configurations in these generations, according to the marks.
        found: u64,
    },

    /// A generation was counted twice with different results.
    #[error(
        "generation {generation} of {} has {expected} configurations in the log, \
         but {found} in this run",
        folder.display()
    )]
    Count {
        /// The store's folder.
        folder: PathBuf,
        /// The generation's number.
        generation: u64,
        /// The number of configurations of the generation, according to the log.
        expected: u64,
        /// The number of configurations that this run found.
        found: u64,
    },

    /// The caller appended a generation out of order.
    #[error(
        "generation {found} of {} is out of order: generation {expected} is next",
        folder.display()
    )]
    Order {
        /// The store's folder.
        folder: PathBuf,
        /// The number of the generation that must be appended next.
        expected: u64,
        /// The number of the generation that the caller gave.
        found: u64,
    },

    /// The caller appended a generation with an impossible number of configurations.
    #[error(
        "generation {generation} of {} cannot have {found} configurations: {}",
        folder.display(),
        match most {
            0 => "every configuration is in an earlier generation".to_owned(),
            most => format!("1 to {most} are possible"),
        }
    )]
    Impossible {
        /// The store's folder.
        folder: PathBuf,
        /// The generation's number.
        generation: u64,
        /// The number of configurations that are in no earlier generation.
        most: u64,
        /// The number of configurations that the caller gave.
        found: u64,
    },

    /// The caller gave a set of configurations that belongs to a space of another size than the
    /// store's.
    #[error(
        "{} has {expected} configurations, but the given generation belongs to a space of {found}",
        folder.display()
    )]
    Space {
        /// The store's folder.
        folder: PathBuf,
        /// The number of configurations that the store's header gives.
        expected: u64,
        /// The number of configurations of the space to which the set belongs.
        found: u64,
    },

    /// The store is finished, so no generation can be added to it.
    #[error("{} is finished; nothing can be added to it", folder.display())]
    Finished {
        /// The store's folder.
        folder: PathBuf,
    },

    /// The file of a generation was removed on purpose, after later generations had been written.
    #[error("generation {generation} of {} was not kept: its file was removed", folder.display())]
    NotKept {
        /// The store's folder.
        folder: PathBuf,
        /// The generation's number.
        generation: u64,
    },

    /// The store was opened for reading only, so it cannot be written.
    #[error("{} was opened for reading only", folder.display())]
    ReadOnly {
        /// The store's folder.
        folder: PathBuf,
    },

    /// An earlier sync failed, so this handle writes nothing more. It is unknown which of that
    /// sync's bytes reached the disk. All generations synced before are whole.
    #[error(
        "{} cannot be written any more, because an earlier write to it failed; \
         open it again to continue",
        folder.display()
    )]
    Failed {
        /// The store's folder.
        folder: PathBuf,
    },
}

impl StoreError {
    /// Whether the error says that a file or folder was missing.
    pub(crate) fn is_not_found(&self) -> bool {
        self.is_io(io::ErrorKind::NotFound)
    }

    /// Whether the error says that a part of a path was not a folder.
    pub(crate) fn is_no_folder(&self) -> bool {
        self.is_io(io::ErrorKind::NotADirectory)
    }

    fn is_io(&self, kind: io::ErrorKind) -> bool {
        matches!(self, StoreError::Io { source, .. } if source.kind() == kind)
    }
}

/// Returns a function that makes an error of the operating system a [`StoreError::Io`], for
/// `map_err`.
pub(crate) fn io_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    move |source| StoreError::Io {
        doing,
        path: path.to_path_buf(),
        source,
    }
}

/// Makes the error for an impossible value in a file: [`StoreError::Damaged`].
pub(crate) fn damaged(
    path: &Path,
    offset: u64,
    expected: impl Into<String>,
    found: impl Into<String>,
) -> StoreError {
    StoreError::Damaged {
        path: path.to_path_buf(),
        offset,
        expected: expected.into(),
        found: found.into(),
    }
}

/// Compares the checksum `expected`, computed from the bytes at `offset`, with the recorded
/// checksum `found`. Errors: [`StoreError::Checksum`].
pub(crate) fn check_checksum(
    path: &Path,
    offset: u64,
    expected: u32,
    found: u32,
) -> Result<(), StoreError> {
    if expected == found {
        return Ok(());
    }
    Err(StoreError::Checksum {
        path: path.to_path_buf(),
        offset,
        expected,
        found,
    })
}

/// Reads the size of an open file.
pub(crate) fn read_size(file: &File, path: &Path) -> Result<u64, StoreError> {
    let metadata = file.metadata().map_err(io_error("looking at", path))?;
    Ok(metadata.len())
}

/// Fails if the size `found` of a file is not the right size `expected`. Errors:
/// [`StoreError::Length`].
pub(crate) fn check_length(path: &Path, expected: u64, found: u64) -> Result<(), StoreError> {
    if expected == found {
        return Ok(());
    }
    Err(StoreError::Length {
        path: path.to_path_buf(),
        expected,
        found,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_place_and_both_values() {
        let held = StoreError::Held {
            folder: "g/klotski".into(),
            pid: Some(7),
        };
        assert_eq!(held.to_string(), "g/klotski is being written by process 7");

        let foreign = StoreError::Foreign {
            folder: "g/a".into(),
            field: "metric",
            expected: "step".into(),
            found: "move".into(),
        };
        assert_eq!(
            foreign.to_string(),
            "g/a belongs to another search: metric is \"move\" there, not \"step\""
        );

        let io = io_error("reading", Path::new("g/a/log"))(io::Error::other("no"));
        assert_eq!(io.to_string(), "reading g/a/log: no");
    }
}
