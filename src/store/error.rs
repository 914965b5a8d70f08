//! `StoreError`: everything that can go wrong with a store, as a type.
//!
//! Promises that each error names the file or folder it is about and, where two things should have
//! been equal, carries both; an error of the operating system keeps it as its source and says what
//! was being done. Does not know who asked, and so gives no advice: hints belong to the command.

use std::io;
use std::path::{Path, PathBuf};

/// Why a store could not be made, opened, read, written or removed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The operating system refused something.
    #[error("{doing} {}: {source}", path.display())]
    Io {
        /// What was being done, as "reading" or "syncing".
        doing: &'static str,
        /// The file or folder it was done to.
        path: PathBuf,
        /// The refusal itself.
        source: io::Error,
    },

    /// The file system has no room for a file, or for what it lacks.
    #[error(
        "no room for {}: it takes {needed} bytes more, and {available} are free",
        path.display()
    )]
    NoSpace {
        /// The file that was to be made or gone on with.
        path: PathBuf,
        /// How many bytes more it takes.
        needed: u64,
        /// What the file system had free just after the refusal.
        available: u64,
        /// The refusal itself.
        source: io::Error,
    },

    /// A search may take no more of the disk.
    #[error("no room for {}: the search may take {limit} bytes of disk", path.display())]
    Budget {
        /// The file that was being written.
        path: PathBuf,
        /// The most bytes that all files of the search may take.
        limit: u64,
    },

    /// No file can be made in a folder, or below the nearest one that there is.
    #[error("{} cannot hold files: none can be made in {}: {source}", folder.display(), nearest.display())]
    NoFiles {
        /// The folder that was to hold files.
        folder: PathBuf,
        /// What there is of its path.
        nearest: PathBuf,
        /// The refusal itself.
        source: io::Error,
    },

    /// Anonymous memory of this size was not to be had.
    #[error("cannot reserve {bytes} bytes of memory: {source}")]
    Memory {
        /// The size asked for.
        bytes: u64,
        /// The refusal itself.
        source: io::Error,
    },

    /// A header that no store can have: a field is empty, too long or not one of its values.
    #[error("a store header cannot say {field} = {found:?}: {rule}")]
    BadHeader {
        /// The field's name.
        field: &'static str,
        /// What it held.
        found: String,
        /// What it may hold.
        rule: &'static str,
    },

    /// There is no store at this place (or its making or removal was cut off, which is the same).
    #[error("there is no store at {}", folder.display())]
    Missing {
        /// Where it would be.
        folder: PathBuf,
    },

    /// The header of a store is gone, and generations of a search are there: what search it is nobody can tell.
    #[error("{} has no header, but has {file} of a search", folder.display())]
    NoHeader {
        /// The store's folder.
        folder: PathBuf,
        /// A file in which generations are.
        file: String,
    },

    /// What has the name of a store's file is none: a link, a folder, a FIFO, a socket or a device.
    #[error("{} is {what}, where a store has a file", path.display())]
    NotAFile {
        /// What has the name.
        path: PathBuf,
        /// What it is, as "a link".
        what: &'static str,
    },

    /// A file that is to be written to has further names, which would show what is written.
    #[error("{} has further names (hard links), and would change under these too", path.display())]
    Linked {
        /// The file.
        path: PathBuf,
    },

    /// The name of the folder of a store leads elsewhere, or to nothing, since the store was opened for writing.
    /// What was written is in the folder that was opened.
    #[error("{}: the folder of this store was moved or replaced while it was written", folder.display())]
    Moved {
        /// The name of the folder when the store was opened.
        folder: PathBuf,
    },

    /// Files of generations are gone that were to be kept.
    #[error("{} has lost {generations}: there is no such file", folder.display())]
    Lost {
        /// The store's folder.
        folder: PathBuf,
        /// Which ones, as "generations 0 to 7, 9".
        generations: String,
    },

    /// Not the name of a store folder directly below the root.
    #[error("{name:?} is not a store in {}", root.display())]
    NotAStore {
        /// The root that was searched.
        root: PathBuf,
        /// The name that was given.
        name: String,
    },

    /// Another process (or another part of this one) writes this store.
    #[error(
        "{} is being written by {}",
        folder.display(),
        pid.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"))
    )]
    Held {
        /// The store's folder.
        folder: PathBuf,
        /// The writer's process number, where its lock file says it.
        pid: Option<u32>,
    },

    /// The store answers another question than the one it was opened for.
    #[error(
        "{} belongs to another question: {field} is \"{found}\" there, and \"{expected}\" was asked for",
        folder.display()
    )]
    Foreign {
        /// The store's folder.
        folder: PathBuf,
        /// The first field of the header that differs.
        field: &'static str,
        /// What the caller asked for.
        expected: String,
        /// What the store says.
        found: String,
    },

    /// The store answers the question, by numbers that another version of this program gave to configurations.
    #[error(
        "{} has {found}, and this version numbers {expected}: its numbers stand for other configurations",
        folder.display()
    )]
    Numbering {
        /// The store's folder.
        folder: PathBuf,
        /// How many configurations have numbers, and how they are laid out.
        expected: String,
        /// The same of the store.
        found: String,
    },

    /// The store was written in another version of the format.
    #[error(
        "{} was written in format {found} of another version of this program, which reads format {expected}",
        folder.display()
    )]
    Format {
        /// The store's folder.
        folder: PathBuf,
        /// The format that this program reads.
        expected: u32,
        /// The format of the store.
        found: u32,
    },

    /// The store was replaced by a fresh one while it was being read.
    #[error("{} was replaced by a fresh store while it was being read", folder.display())]
    Replaced {
        /// The store's folder.
        folder: PathBuf,
    },

    /// A file does not have the size it must have.
    #[error("{} has {found} bytes, not {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// The size it must have.
        expected: u64,
        /// The size it has.
        found: u64,
    },

    /// A checksum does not match the bytes it covers.
    #[error(
        "{} is damaged at byte {offset}: its checksum is {expected:08x} by its bytes and {found:08x} by its record",
        path.display()
    )]
    Checksum {
        /// The file.
        path: PathBuf,
        /// Where the covered bytes begin.
        offset: u64,
        /// The checksum of the bytes as they are.
        expected: u32,
        /// The checksum that stands in the file.
        found: u32,
    },

    /// A file holds what it cannot hold, although its checksum may match.
    #[error(
        "{} is damaged at byte {offset}: found {found} where {expected} belongs",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        offset: u64,
        /// What belongs there.
        expected: String,
        /// What stands there.
        found: String,
    },

    /// At the end of a run the marks do not add up: one of them was changed by something else.
    #[error(
        "{} is damaged: it has {found} configurations of generations {residue}, {}, {} ..., the log {expected}",
        path.display(),
        residue + 3,
        residue + 6
    )]
    Miscount {
        /// The file of the marks.
        path: PathBuf,
        /// The generations are those with this remainder modulo 3.
        residue: u64,
        /// How many configurations they have by the log.
        expected: u64,
        /// How many are marked so.
        found: u64,
    },

    /// A generation was counted twice, and the counts differ.
    #[error(
        "generation {generation} of {} has {expected} configurations by the log and {found} by this run",
        folder.display()
    )]
    Count {
        /// The store's folder.
        folder: PathBuf,
        /// The generation's number.
        generation: u64,
        /// The count in the log.
        expected: u64,
        /// The count that was given now.
        found: u64,
    },

    /// A generation was given out of turn.
    #[error(
        "generation {found} of {} was given where {expected} is next",
        folder.display()
    )]
    Order {
        /// The store's folder.
        folder: PathBuf,
        /// The number that would have been next.
        expected: u64,
        /// The number that was given.
        found: u64,
    },

    /// A generation was given a count that it cannot have.
    #[error(
        "generation {generation} of {} cannot have {found} configurations: {}",
        folder.display(),
        match most {
            0 => "none are left".to_owned(),
            most => format!("1 to {most} are left"),
        }
    )]
    Impossible {
        /// The store's folder.
        folder: PathBuf,
        /// The generation's number.
        generation: u64,
        /// The configurations that no earlier generation has.
        most: u64,
        /// The count that was given.
        found: u64,
    },

    /// A set was given that is over another number of configurations than the store.
    #[error(
        "{} is over {expected} configurations, the generation given over {found}",
        folder.display()
    )]
    Space {
        /// The store's folder.
        folder: PathBuf,
        /// The number of configurations in the header.
        expected: u64,
        /// The number the set was made for.
        found: u64,
    },

    /// The store is finished: nothing can follow its last generation.
    #[error("{} is finished; nothing can be added to it", folder.display())]
    Finished {
        /// The store's folder.
        folder: PathBuf,
    },

    /// The file of a generation was removed when later ones had been made, as was asked for.
    #[error("generation {generation} of {} was not kept: its file was removed", folder.display())]
    NotKept {
        /// The store's folder.
        folder: PathBuf,
        /// The generation's number.
        generation: u64,
    },

    /// The store was opened for reading.
    #[error("{} was opened for reading only", folder.display())]
    ReadOnly {
        /// The store's folder.
        folder: PathBuf,
    },

    /// An earlier sync failed. What the kernel then still holds for the disk is unknown, so this
    /// opening of the store writes nothing more; what it had synced before is whole.
    #[error(
        "{} takes nothing more since an earlier write to it failed; open it again to go on",
        folder.display()
    )]
    Failed {
        /// The store's folder.
        folder: PathBuf,
    },
}

impl StoreError {
    /// Whether a file or folder was not there.
    pub(super) fn is_not_found(&self) -> bool {
        matches!(self, StoreError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }

    /// Whether something else was where a folder was looked for.
    pub(super) fn is_no_folder(&self) -> bool {
        matches!(self, StoreError::Io { source, .. } if source.kind() == io::ErrorKind::NotADirectory)
    }
}

/// Makes the operating system's refusal a `StoreError`: for `map_err`.
pub(super) fn io_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    move |source| StoreError::Io {
        doing,
        path: path.to_path_buf(),
        source,
    }
}

/// What stands at a place of a file is not what was written there.
pub(super) fn damaged(
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
            "g/a belongs to another question: metric is \"move\" there, and \"step\" was asked for"
        );

        let io = io_error("reading", Path::new("g/a/log"))(io::Error::other("no"));
        assert_eq!(io.to_string(), "reading g/a/log: no");
    }
}
