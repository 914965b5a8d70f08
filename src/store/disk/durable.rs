//! Folders made and removed so that a loss of power leaves it done or undone.
//!
//! Promises that what returned without an error is on the disk, as far as the operating system can
//! tell. Does not know what is in the folders.

use std::fs;
use std::io;
use std::path::Path;

use crate::store::disk::folder::Place;
use crate::store::error::{StoreError, io_error};

/// Makes a folder and those above it, and brings their entries to the disk.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(crate) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let parent = above(folder);
    make_folder(parent)?;
    match fs::create_dir(folder) {
        Ok(()) => Place::open(parent)?.sync(),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(io_error("making the folder", folder)(error)),
    }
}

/// Removes a folder, unless something is in it.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(crate) fn remove_folder(folder: &Path) -> Result<(), StoreError> {
    match fs::remove_dir(folder) {
        Ok(()) => Place::open(above(folder))?.sync(),
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        Err(error) => Err(io_error("removing", folder)(error)),
    }
}

/// The folder that a folder is in; empty for the current one.
pub(crate) fn above(folder: &Path) -> &Path {
    folder.parent().unwrap_or(Path::new(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_made_with_all_above_them_and_a_file_in_the_way_is_told() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b/c");
        make_folder(&folder).unwrap();
        make_folder(&folder).unwrap();
        assert!(folder.is_dir());
        fs::write(folder.join("file"), "").unwrap();
        assert!(make_folder(&folder.join("file")).is_err());
        assert!(make_folder(&folder.join("file/d")).is_err());
    }

    #[test]
    fn a_folder_that_is_not_empty_stays() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a");
        make_folder(&folder).unwrap();
        fs::write(folder.join("file"), "").unwrap();
        remove_folder(&folder).unwrap();
        fs::remove_file(folder.join("file")).unwrap();
        remove_folder(&folder).unwrap();
        assert!(!folder.exists());
    }
}
