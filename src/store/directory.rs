//! The directory of stores: listing the stores in a folder, and removing one.
//!
//! A store is listed in any state, and only its header and log are read, not its marks. Only files
//! of a store are removed, and listing changes no store.

use std::fs;
use std::io;
use std::path::Path;

use super::disk::folder::{EntryKind, StoreFolder};
use super::error::{StoreError, io_error};
use super::journal::files::{
    MARKS, list_store_files, measure_store, remove_files, remove_lock_and_folder,
};
use super::journal::folder_name::{FolderName, folder_name};
use super::journal::header_file::HeaderFile;
use super::journal::lock::Lock;
use super::journal::log::Log;
use super::journal::record::StoreKind;
use super::marks::mark_bits::Marks;
use super::marks::mark_store::Store;
use super::marks::recovery::{Recovery, check_checksums, read_checksums};
use super::runs::inventory::Inventory;

/// One store in the list of [`Store::list`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreSummary {
    /// The name of the store's folder below the root, as passed to [`Store::remove`].
    pub folder: String,
    /// The puzzle's name: from the header, or from the folder's name if the header is unreadable.
    pub name: String,
    /// The metric: from the header, or from the folder's name if the header is unreadable.
    pub metric: String,
    /// Where the search starts, `start` or `goal`: from the header, or from the folder's name if
    /// the header is unreadable.
    pub direction: String,
    /// The kind of the store.
    pub kind: StoreKind,
    /// Size of all files of the store in bytes.
    pub bytes: u64,
    /// Whether the search is complete: its log ends with the record of the end.
    pub complete: bool,
    /// Number of finished generations.
    pub generations: u64,
    /// The fault that prevents opening the store; `None` if header, log and file sizes show no
    /// fault.
    pub problem: Option<String>,
}

impl Store {
    /// Lists the stores below `root`, sorted by the names of their folders. Reads headers and logs
    /// only.
    ///
    /// Entries of the root that are no stores are skipped. A fault of a store is put into its
    /// [`StoreSummary::problem`]. If the root is missing, the list is empty.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`] if the root exists and cannot be read.
    pub fn list(root: &Path) -> Result<Vec<StoreSummary>, StoreError> {
        let entries = match fs::read_dir(root) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(io_error("reading the folder", root))?,
        };
        let mut summaries: Vec<StoreSummary> = entries
            .filter_map(|entry| {
                let name = entry.ok()?.file_name().into_string().ok()?;
                let (folder, parts) = open_store_folder(root, &name)?;
                Some(summarize(&folder, name.clone(), parts))
            })
            .collect();
        summaries.sort_by(|a, b| a.folder.cmp(&b.folder));
        Ok(summaries)
    }

    /// Removes the store in folder `name` directly below `root`: its files and then the folder. The
    /// folder stays if it contains any other file.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotAStore`] for a name that [`Store::list`] does not list;
    /// [`StoreError::Held`] while the store is being written; [`StoreError::Io`].
    pub fn remove(root: &Path, name: &str) -> Result<(), StoreError> {
        let no_store = || StoreError::NotAStore {
            root: root.to_path_buf(),
            name: name.to_owned(),
        };
        let Some((folder, _)) = open_store_folder(root, name) else {
            return Err(no_store());
        };
        let lock = match Lock::acquire(&folder) {
            // Another process has just removed the store.
            Err(error) if error.is_not_found() => return Err(no_store()),
            result => result?,
        };
        remove_files(&folder)?;
        remove_lock_and_folder(&folder, lock)
    }
}

/// Opens folder `name` directly below `root` if it is a store, and returns it with the parts of its
/// name. A store's folder is not a link, its name has the form of a store's name, and it contains
/// at least one file of a store.
fn open_store_folder<'a>(root: &Path, name: &'a str) -> Option<(StoreFolder, FolderName<'a>)> {
    let parts = FolderName::parse(name)?;
    let path = root.join(name);
    let is_folder = fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir());
    let folder = is_folder.then(|| StoreFolder::open(&path).ok()).flatten()?;
    (!list_store_files(&folder).is_empty()).then_some((folder, parts))
}

/// Reads the log of the store in `folder`, to which `header` belongs. Fails if the store is
/// replaced meanwhile.
pub(crate) fn read_log(folder: &StoreFolder, header: &HeaderFile) -> Result<Log, StoreError> {
    let log = match header.kind {
        StoreKind::Marks => read_log_of_marks(folder, header),
        StoreKind::Frontiers => Inventory::read(folder, header).map(|inventory| inventory.log),
        StoreKind::Counts => header.read_log(folder, 0),
    };
    header.check_in_place(folder)?;
    log
}

/// Reads the log of a store of marks, and compares it with the file `last`. A complete log is
/// compared with the file `sums` too.
fn read_log_of_marks(folder: &StoreFolder, header: &HeaderFile) -> Result<Log, StoreError> {
    let log = Recovery::read(folder, header)?.log;
    let sums = read_checksums(folder, header)?;
    if log.complete {
        check_checksums(folder, &sums, &log)?;
    }
    Ok(log)
}

/// Summarizes a store from its header, its log and the size of its marks.
fn summarize(folder: &StoreFolder, name: String, parts: FolderName<'_>) -> StoreSummary {
    let mut summary = StoreSummary {
        folder: name,
        name: parts.name.to_owned(),
        metric: parts.metric.to_owned(),
        direction: parts.direction.to_owned(),
        kind: parts.kind,
        bytes: measure_store(folder),
        complete: false,
        generations: 0,
        problem: None,
    };
    let header_file = match HeaderFile::open(folder, parts.kind) {
        Ok(header_file) => header_file,
        Err(error) => {
            summary.problem = Some(match error {
                StoreError::Missing { .. } => {
                    "incomplete: its creation or removal was interrupted, or is still running"
                        .to_owned()
                }
                error => error.to_string(),
            });
            return summary;
        }
    };
    match read_log(folder, &header_file) {
        Ok(log) => {
            summary.complete = log.complete;
            summary.generations = log.counts.len() as u64;
        }
        Err(error) => summary.problem = Some(error.to_string()),
    }
    let header = header_file.header;
    let expected = folder_name(&header, parts.kind);
    // Upper and lower case count as equal. On a file system that ignores case, a folder keeps the
    // spelling of its creation, even if the puzzle's name is now written with other capitals.
    if !expected.eq_ignore_ascii_case(&summary.folder) {
        summary.problem = Some(format!("its header belongs to the folder {expected}"));
    }
    summary.name = header.name;
    summary.metric = header.metric;
    summary.direction = header.direction;
    let size = folder.look(MARKS).ok().flatten();
    let size = size.map_or(0, EntryKind::bytes);
    let expected = Marks::bytes_for(header.configurations);
    if parts.kind == StoreKind::Marks && size != expected && summary.problem.is_none() {
        summary.problem = Some(format!("its marks have {size} bytes, not {expected}"));
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::files::{HEADER, LAST, LOG, SUMS};
    use crate::sample::{FOLDER, WRITE, finish, header, header_with};

    #[test]
    fn stores_are_listed_by_name_and_nothing_else_is() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(Store::list(&root.path().join("none")).unwrap(), []);
        let file = root.path().join("file");
        fs::write(&file, "text").unwrap();
        assert!(matches!(Store::list(&file), Err(StoreError::Io { .. })));
        fs::remove_file(&file).unwrap();
        finish(root.path());
        let other = header_with(|header| {
            header.name = "a".to_owned();
            header.direction = "start".to_owned();
        });
        drop(Store::open(root.path(), &other, WRITE).unwrap());
        fs::create_dir(root.path().join("notes")).unwrap();
        fs::create_dir(root.path().join("b-1f1f1f1f1f1f1f1f.step")).unwrap();
        fs::write(root.path().join("README"), "text").unwrap();
        fs::write(root.path().join("c-1f1f1f1f1f1f1f1f.step"), "text").unwrap();

        let listed = Store::list(root.path()).unwrap();
        assert_eq!(listed.len(), 2);
        assert_eq!(listed[0].folder, "a-1f1f1f1f1f1f1f1f.step");
        assert_eq!((listed[0].complete, listed[0].generations), (false, 0));
        assert_eq!(listed[0].direction, "start");
        let finished = &listed[1];
        assert_eq!(finished.folder, FOLDER);
        assert_eq!((&*finished.name, &*finished.metric), ("tiles:4x4", "step"));
        assert_eq!((finished.complete, finished.generations), (true, 2));
        assert_eq!(finished.problem, None);
        let files = [HEADER, LOG, MARKS, LAST, SUMS];
        let sizes = files.map(|name| {
            fs::metadata(root.path().join(FOLDER).join(name))
                .unwrap()
                .len()
        });
        assert_eq!(finished.bytes, sizes.iter().sum::<u64>());
    }

    #[test]
    fn a_store_belongs_into_its_folder_by_whichever_capitals() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let mut folder = FOLDER.to_owned();
        let capital = FOLDER.replacen('t', "T", 1);
        let other = FOLDER.replacen('t', "r", 1);
        for (name, belongs) in [(capital, true), (other, false)] {
            fs::rename(root.path().join(&folder), root.path().join(&name)).unwrap();
            let problem = Store::list(root.path()).unwrap()[0].problem.take();
            let told = format!("its header belongs to the folder {FOLDER}");
            assert_eq!(problem, (!belongs).then_some(told), "{name}");
            folder = name;
        }
    }

    #[test]
    fn a_store_is_removed_and_nothing_else_is() {
        let root = tempfile::tempdir().unwrap();
        finish(root.path());
        let beside = root.path().join("beside");
        fs::create_dir(&beside).unwrap();
        fs::write(beside.join(HEADER), "mine").unwrap();
        let absolute = root.path().join(FOLDER).display().to_string();
        let round_about = format!("beside/../{FOLDER}");
        let empty = "b-1f1f1f1f1f1f1f1f.step";
        fs::create_dir(root.path().join(empty)).unwrap();
        for name in [
            "",
            ".",
            "..",
            "beside",
            "none",
            empty,
            &absolute,
            &round_about,
        ] {
            assert!(
                matches!(
                    Store::remove(root.path(), name),
                    Err(StoreError::NotAStore { .. })
                ),
                "{name}"
            );
        }
        Store::remove(root.path(), FOLDER).unwrap();
        assert!(!root.path().join(FOLDER).exists());
        assert!(beside.join(HEADER).exists());

        // A foreign file in the store's folder is not removed, so the folder stays too.
        finish(root.path());
        let note = root.path().join(FOLDER).join("note");
        fs::write(&note, "mine").unwrap();
        Store::remove(root.path(), FOLDER).unwrap();
        assert!(note.exists());
        assert_eq!(fs::read_dir(root.path().join(FOLDER)).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_store_is_not_removed() {
        let root = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        finish(elsewhere.path());
        std::os::unix::fs::symlink(elsewhere.path().join(FOLDER), root.path().join(FOLDER))
            .unwrap();
        assert!(matches!(
            Store::remove(root.path(), FOLDER),
            Err(StoreError::NotAStore { .. })
        ));
        Store::open(elsewhere.path(), &header(), crate::Access::Read).unwrap();
    }
}
