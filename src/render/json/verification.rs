//! Checks of stores and certificates, and the list of stores: `stores`, `verify` and `replay`.

use serde::Serialize;

/// A store in the output of `stores`.
#[derive(Clone, Debug, Serialize)]
pub struct StoreRecord {
    /// Name of the folder of the store.
    pub name: String,
    /// Name of the puzzle.
    pub puzzle: String,
    /// Metric of the search.
    pub metric: String,
    /// Sources of the search: `start` or `goal`.
    pub from: String,
    /// Kind of store: `marks` or `frontier`.
    pub kind: &'static str,
    /// Size of the store on the disk in bytes.
    pub bytes: u64,
    /// Whether the search has found all reachable configurations.
    pub complete: bool,
    /// Number of finished generations.
    pub generations: u64,
    /// Reason why the store cannot be used; absent if the store can be used.
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
    /// Folders that were checked.
    ///
    /// There are one or two, since a search may be stored as marks, as sorted files, or as both.
    pub stores: Vec<String>,
    /// Whether no problem was found.
    pub ok: bool,
    /// Descriptions of the problems that were found.
    pub problems: Vec<String>,
    /// Range of generations whose sorted files were checked; absent if there are no sorted files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_files: Option<CheckedFilesRecord>,
    /// Number of blocks of marks that have no checksum, because the store is in use or its search
    /// was interrupted.
    pub unchecked_blocks: usize,
    /// With `--deep`: numbers of generations and marks that were proved right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<ProvedRecord>,
}

/// Range of generations whose sorted files `verify` checked: all that the store keeps.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedFilesRecord {
    /// Number of the first generation that was checked.
    pub first: u64,
    /// Number of the last generation that was checked.
    pub last: u64,
    /// Whether the store records the first generation that it keeps; earlier formats do not.
    pub recorded: bool,
}

/// Numbers of generations and marks that `verify --deep` proved right.
#[derive(Clone, Debug, Serialize)]
pub struct ProvedRecord {
    /// Number of generations that were proved.
    pub generations: u64,
    /// Number of configurations whose mark was proved to match their distance.
    pub states: String,
    /// Number of further marks in an unfinished store, which are not proved.
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
    /// The first error in the certificate; null if the certificate has no error.
    pub problem: Option<String>,
    /// Number of moves on the path.
    pub moves: usize,
    /// Whether the path begins at Start.
    pub from_start: bool,
    /// Whether the path ends at a goal.
    pub at_goal: bool,
    /// Fingerprint of the puzzle definition in the certificate.
    pub fingerprint: String,
}
