//! `StoreView`: the header and the log of a store, to be shown to people.

use super::directory::read_log;
use super::disk::folder::StoreFolder;
use super::error::StoreError;
use super::journal::files::list_store_files;
use super::journal::header_file::HeaderFile;
use super::journal::record::{Header, StoreKind};
use std::path::Path;

/// The header, the log and the file sizes of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreView {
    /// The kind of the store.
    pub kind: StoreKind,
    /// The header of the store.
    pub header: Header,
    /// Number of configurations of each finished generation, indexed by generation.
    pub counts: Vec<u64>,
    /// Whether the log has the record of the end.
    pub is_complete: bool,
    /// Number of bytes behind the last good record of the log, which an interrupted run left.
    pub torn_bytes: u64,
    /// The name and the size in bytes of each file of the store, sorted by name.
    pub files: Vec<(String, u64)>,
}

impl StoreView {
    /// Reads the header and the log of the store in a folder. Reads no marks and no run files.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] if the folder has no store; the errors of a damaged header or log.
    pub fn open(folder: &Path) -> Result<StoreView, StoreError> {
        let folder = match StoreFolder::open(folder) {
            Err(error) if error.is_not_found() => {
                return Err(StoreError::Missing {
                    folder: folder.to_path_buf(),
                });
            }
            opened => opened?,
        };
        let header = StoreKind::ALL
            .into_iter()
            .map(|kind| HeaderFile::open(&folder, kind))
            .find(|header| !matches!(header, Err(StoreError::Foreign { .. })))
            .expect("a header that is of one kind, or damaged, is not of every other kind")?;
        let log = read_log(&folder, &header)?;
        let mut files = list_store_files(&folder);
        files.sort_unstable();
        Ok(StoreView {
            kind: header.kind,
            header: header.header,
            counts: log.counts,
            is_complete: log.complete,
            torn_bytes: log.torn,
            files,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Access;
    use crate::marks::mark_store::Store;
    use crate::sample::header;

    #[test]
    fn a_view_has_the_header_and_the_log_of_its_store() {
        let root = tempfile::tempdir().unwrap();
        let wanted = header();
        let mut store = Store::open(root.path(), &wanted, Access::Write { fresh: false }).unwrap();
        let folder = store.folder().to_owned();
        store.begin().unwrap();
        drop(store);
        let view = StoreView::open(&folder).unwrap();
        assert_eq!((view.kind, view.header), (StoreKind::Marks, wanted));
        assert_eq!((view.counts.len(), view.is_complete), (0, false));
        assert!(
            view.files
                .iter()
                .any(|(name, bytes)| name == "log" && *bytes > 0)
        );
        let nothing = StoreView::open(&root.path().join("nothing"));
        assert!(matches!(nothing, Err(StoreError::Missing { .. })));
    }
}
