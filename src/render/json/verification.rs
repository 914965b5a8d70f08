//! Stores and certificates, and whether they are right: `stores`, `verify` and `replay`.

use serde::Serialize;

/// A store in the output of `stores`.
#[derive(Clone, Debug, Serialize)]
pub struct StoreRecord {
    /// Name of the folder.
    pub name: String,
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Sources of the search: `start` or `goal`.
    pub from: String,
    /// Kind of store: `marks` or `frontier`.
    pub kind: &'static str,
    /// Bytes on the disk.
    pub bytes: u64,
    /// Whether the search is complete.
    pub complete: bool,
    /// Number of finished generations.
    pub generations: u64,
    /// Reason why the store cannot be used, if it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Output of `stores`.
#[derive(Clone, Debug, Serialize)]
pub struct StoresRecord {
    /// Folder that contains the stores.
    pub folder: String,
    /// All stores in the folder.
    pub stores: Vec<StoreRecord>,
    /// Names of the stores that `--remove` removed, separated by blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<String>,
}

/// Output of `verify`.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyRecord {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Folder of the store.
    pub store: String,
    /// Folders that were checked. One search may be stored both as marks and as sorted files.
    pub stores: Vec<String>,
    /// Whether no problem was found.
    pub ok: bool,
    /// Problems found.
    pub problems: Vec<String>,
    /// Generations whose sorted files were checked, if there are such files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_files: Option<CheckedFilesRecord>,
    /// Number of blocks of marks without checksums, in a store that is in use or was interrupted.
    pub unchecked_blocks: usize,
    /// With `--deep`: what was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<ProvedRecord>,
}

/// Generations whose sorted files `verify` checked: all that are kept.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedFilesRecord {
    /// First generation that was checked.
    pub first: u64,
    /// Last generation that was checked.
    pub last: u64,
    /// Whether the store records its first kept generation. Stores of an earlier format do not.
    pub recorded: bool,
}

/// What `verify --deep` proved.
#[derive(Clone, Debug, Serialize)]
pub struct ProvedRecord {
    /// Number of generations.
    pub generations: u64,
    /// Number of configurations whose mark matches their distance.
    pub states: String,
    /// Number of further marks in an unfinished store, which are not verified.
    pub ahead: String,
}

/// Output of `replay`.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayRecord {
    /// Name of the puzzle in the certificate.
    pub puzzle: String,
    /// Metric of the path.
    pub metric: String,
    /// File of the certificate.
    pub file: String,
    /// Whether the path is valid and the certificate's claims are true.
    pub ok: bool,
    /// The first error in the certificate.
    pub problem: Option<String>,
    /// Length of the path.
    pub moves: usize,
    /// Whether the path begins at Start.
    pub from_start: bool,
    /// Whether the path ends at a goal.
    pub at_goal: bool,
    /// Fingerprint of the puzzle definition in the certificate.
    pub fingerprint: String,
}
