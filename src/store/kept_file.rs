//! A kept file that is no part of a store, opened by the rules of the files of stores.

use std::fs::File;
use std::path::Path;

use crate::disk::folder::{StoreFolder, parent_of};
use crate::error::StoreError;

/// Opens a kept file for reading, or returns `None` if it is missing: in the folder as it is when
/// it is opened, and through no link.
///
/// # Errors
///
/// [`StoreError::NotAFile`] for a link, a folder, a FIFO or a device in its place;
/// [`StoreError::Io`].
pub fn read_kept_file(path: &Path) -> Result<Option<File>, StoreError> {
    let folder = StoreFolder::open(parent_of(path))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    folder.read_if_there(&name)
}

/// Opens a kept file for reading and writing, and creates it if it is missing: in the folder as it
/// is when it is opened, through no link, and only a file without other names.
///
/// # Errors
///
/// [`StoreError::NotAFile`] for a link, a folder, a FIFO or a device in its place;
/// [`StoreError::Linked`] if the file has other names (hard links); [`StoreError::Io`].
pub fn open_kept_file(path: &Path) -> Result<File, StoreError> {
    let folder = StoreFolder::open(parent_of(path))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let file = folder.write_or_create(&name)?;
    folder.check_only_name(&file, &name)?;
    Ok(file)
}
