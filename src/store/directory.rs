//! The shelf: the folder that the stores are in.
//!
//! Promises to list what is there at a glance, whatever state it is in, and to remove nothing but
//! the files of a store. Does not know what is in the marks, and changes nothing in a store that
//! stays.

use std::fs;
use std::io;
use std::path::Path;

use crate::store::disk::folder::{Place, Seen};
use crate::store::error::{StoreError, io_error};
use crate::store::journal::files::{self, MARKS, remove_files, remove_lock_and_folder};
use crate::store::journal::folder_name::{FolderName, folder_name};
use crate::store::journal::header_file::Title;
use crate::store::journal::lock::Lock;
use crate::store::journal::log::Log;
use crate::store::journal::record::Kind;
use crate::store::marks::mark_bits::Marks;
use crate::store::marks::mark_store::{Store, check_sums, read_sums};
use crate::store::marks::recovery::History;
use crate::store::runs::inventory::Finished;

/// What [`Store::list`] says of one store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The folder's name below the root, as [`Store::remove`] takes it.
    pub folder: String,
    /// The puzzle's name; from the folder's name where the header cannot be read.
    pub name: String,
    /// The metric; likewise.
    pub metric: String,
    /// `start` or `goal`; likewise.
    pub direction: String,
    /// As what its generations are kept.
    pub kind: Kind,
    /// The sizes of its files together.
    pub bytes: u64,
    /// Whether the run is complete.
    pub complete: bool,
    /// How many generations are finished.
    pub generations: u64,
    /// What keeps the store from being opened, if anything seen at a glance does.
    pub problem: Option<String>,
}

impl Store {
    /// The stores below `root`, by folder name. Reads headers and logs, no marks. What is no store is
    /// passed over, and what is wrong with a store is said in its summary. A root that is not there
    /// has no stores.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`] if the root is there and cannot be read.
    pub fn list(root: &Path) -> Result<Vec<Summary>, StoreError> {
        let entries = match fs::read_dir(root) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(io_error("reading the folder", root))?,
        };
        let mut summaries: Vec<Summary> = entries
            .filter_map(|entry| {
                let name = entry.ok()?.file_name().into_string().ok()?;
                let (folder, parts) = store_folder(root, &name)?;
                Some(summary(&folder, name.clone(), parts))
            })
            .collect();
        summaries.sort_by(|a, b| a.folder.cmp(&b.folder));
        Ok(summaries)
    }

    /// Removes the store in folder `name` directly below `root`: the files of a store and then the
    /// folder, which stays if anything else is in it.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotAStore`] for anything that [`Store::list`] would not list;
    /// [`StoreError::Held`] while it is being written; [`StoreError::Io`].
    pub fn remove(root: &Path, name: &str) -> Result<(), StoreError> {
        let no_store = || StoreError::NotAStore {
            root: root.to_path_buf(),
            name: name.to_owned(),
        };
        let Some((folder, _)) = store_folder(root, name) else {
            return Err(no_store());
        };
        let lock = match Lock::acquire(&folder) {
            // Another has just removed it.
            Err(error) if error.is_not_found() => return Err(no_store()),
            result => result?,
        };
        remove_files(&folder)?;
        remove_lock_and_folder(&folder, lock)
    }
}

/// The folder and what its name says, if `name` is a store's folder directly below `root`: named like one, a real
/// folder and no link, and with a file of a store in it.
fn store_folder<'a>(root: &Path, name: &'a str) -> Option<(Place, FolderName<'a>)> {
    let parts = FolderName::parse(name)?;
    let path = root.join(name);
    let is_folder = fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir());
    let folder = is_folder.then(|| Place::open(&path).ok()).flatten()?;
    (!files::all_in(&folder).is_empty()).then_some((folder, parts))
}

/// The log of a store with this title, if that is still the one it was.
fn glance(folder: &Place, title: &Title, kind: Kind) -> Result<Log, StoreError> {
    let log = match kind {
        Kind::Marks => glance_at_marks(folder, title),
        Kind::Frontiers => Finished::read(folder, title).map(|finished| finished.log),
    };
    title.check_in_place(folder)?;
    log
}

/// The log of a store of marks, if its checksums agree with it.
fn glance_at_marks(folder: &Place, title: &Title) -> Result<Log, StoreError> {
    let log = History::read(folder, title)?.log;
    let sums = read_sums(folder, title)?;
    if log.complete {
        check_sums(folder, &sums, &log)?;
    }
    Ok(log)
}

/// What can be said of a store at a glance.
fn summary(folder: &Place, name: String, parts: FolderName<'_>) -> Summary {
    let bytes = files::all_in(folder).iter().map(|(_, bytes)| bytes).sum();
    let mut summary = Summary {
        folder: name,
        name: parts.name.to_owned(),
        metric: parts.metric.to_owned(),
        direction: parts.direction.to_owned(),
        kind: parts.kind,
        bytes,
        complete: false,
        generations: 0,
        problem: None,
    };
    let title = match Title::open(folder, parts.kind) {
        Ok(title) => title,
        Err(StoreError::Missing { .. }) => {
            summary.problem = Some(
                "incomplete: its creation or removal was interrupted, or is still running"
                    .to_owned(),
            );
            return summary;
        }
        Err(error) => {
            summary.problem = Some(error.to_string());
            return summary;
        }
    };
    match glance(folder, &title, parts.kind) {
        Ok(log) => {
            summary.complete = log.complete;
            summary.generations = log.counts.len() as u64;
        }
        Err(error) => summary.problem = Some(error.to_string()),
    }
    let header = title.header;
    let belongs = folder_name(&header, parts.kind);
    // Where capitals make no difference the folder may have those of another puzzle's name.
    if !belongs.eq_ignore_ascii_case(&summary.folder) {
        summary.problem = Some(format!("its header belongs into the folder {belongs}"));
    }
    summary.name = header.name;
    summary.metric = header.metric;
    summary.direction = header.direction;
    let size = folder.look(MARKS).ok().flatten().map_or(0, Seen::bytes);
    let expected = Marks::bytes_for(header.configurations);
    if parts.kind == Kind::Marks && size != expected && summary.problem.is_none() {
        summary.problem = Some(format!("its marks have {size} bytes, not {expected}"));
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::journal::files::{HEADER, LAST, LOG, SUMS};
    use crate::store::journal::record::Header;
    use crate::store::sample::{FOLDER, WRITE, finish, header};

    #[test]
    fn stores_are_listed_by_name_and_nothing_else_is() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(Store::list(&root.path().join("none")).unwrap(), []);
        let file = root.path().join("file");
        fs::write(&file, "text").unwrap();
        assert!(matches!(Store::list(&file), Err(StoreError::Io { .. })));
        fs::remove_file(&file).unwrap();
        finish(root.path());
        let other = Header {
            name: "a".to_owned(),
            direction: "start".to_owned(),
            ..header()
        };
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
            let told = format!("its header belongs into the folder {FOLDER}");
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

        // A stranger's file in the folder stays, and the folder with it.
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
        Store::open(elsewhere.path(), &header(), crate::store::Access::Read).unwrap();
    }
}
