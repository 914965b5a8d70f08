//! Changes to files and folders that a loss of power leaves done or undone, and never half done.
//!
//! Promises that what returned without an error is on the disk, as far as the operating system can
//! tell, and that a file is replaced whole or not at all. Does not know what is in the files.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::error::{StoreError, io_error};

/// What is behind the name of a file that is being made.
pub(super) const NEW: &str = ".new";

/// Makes a folder and those above it, and brings their entries to the disk.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(super) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let parent = above(folder);
    make_folder(parent)?;
    match fs::create_dir(folder) {
        Ok(()) => sync_folder(parent),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(io_error("making the folder", folder)(error)),
    }
}

/// Puts a file into a folder in one step: whoever looks, at any moment and after any crash, finds
/// the old one or the new one whole. When this returns, the disk has the new one.
///
/// # Errors
///
/// [`StoreError::Io`]; the old file or the new one is in place then.
pub(super) fn replace(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&File) -> io::Result<()>,
) -> Result<(), StoreError> {
    let path = folder.join(name);
    let new = folder.join(format!("{name}{NEW}"));
    let written = File::create(&new)
        .map_err(io_error("creating", &new))
        .and_then(|file| {
            write(&file).map_err(io_error("writing", &new))?;
            file.sync_all().map_err(io_error("syncing", &new))
        })
        .and_then(|()| fs::rename(&new, &path).map_err(io_error("putting in place", &path)));
    if written.is_err() {
        // On a full disk its room is worth having back; else it is overwritten the next time.
        let _ = fs::remove_file(&new);
    }
    written?;
    sync_folder(folder)
}

/// Removes a file, if it is there. The disk knows it after a [`sync_folder`].
///
/// # Errors
///
/// [`StoreError::Io`].
pub(super) fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(io_error("removing", path)(error))
        }
        _ => Ok(()),
    }
}

/// Removes a folder, unless something is in it.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(super) fn remove_folder(folder: &Path) -> Result<(), StoreError> {
    match fs::remove_dir(folder) {
        Ok(()) => sync_folder(above(folder)),
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        Err(error) => Err(io_error("removing", folder)(error)),
    }
}

/// Brings the entries of a folder to the disk.
///
/// # Errors
///
/// [`StoreError::Io`].
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems of networks know no such thing.
        Err(error) if is_not_for_folders(&error) => Ok(()),
        synced => synced.map_err(io_error("syncing", folder)),
    }
}

#[cfg(unix)]
fn is_not_for_folders(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

/// Elsewhere folders cannot be synced; the file system's journal orders their entries.
#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// The folder that a folder is in; empty for the current one.
pub(super) fn above(folder: &Path) -> &Path {
    folder.parent().unwrap_or(Path::new(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

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
    fn a_file_is_replaced_whole_or_stays_as_it_was() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path();
        replace(folder, "a", |mut file| file.write_all(b"old")).unwrap();
        let refused = replace(folder, "a", |mut file| {
            file.write_all(b"ne")?;
            Err(io::Error::other("full"))
        });
        assert!(matches!(refused, Err(StoreError::Io { .. })));
        assert_eq!(fs::read(folder.join("a")).unwrap(), b"old");
        assert!(!folder.join("a.new").exists());
        replace(folder, "a", |mut file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(folder.join("a")).unwrap(), b"new");
    }

    #[test]
    fn what_is_not_there_is_removed_and_what_is_not_empty_stays() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a");
        make_folder(&folder).unwrap();
        fs::write(folder.join("file"), "").unwrap();
        remove_folder(&folder).unwrap();
        remove(&folder.join("file")).unwrap();
        remove(&folder.join("file")).unwrap();
        remove_folder(&folder).unwrap();
        assert!(!folder.exists());
    }
}
