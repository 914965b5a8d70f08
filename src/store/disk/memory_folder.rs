//! `MemoryFolder`: a folder in the file system in memory, for files of a store that outlive the
//! process, but not the machine's uptime.

use super::folder::{StoreFolder, remove_empty_folder};
use super::system;
use crate::error::{StoreError, io_error};
use std::path::{Path, PathBuf};

/// The file system in memory, where Linux mounts it.
const MEMORY: &str = "/dev/shm";

/// The first letters of the name of every folder that a store has there.
const PREFIX: &str = "slidewise-";

/// Longest name of a folder.
const MAX_NAME: usize = 64;

/// A folder in the file system in memory.
#[derive(Debug, Clone)]
pub(crate) struct MemoryFolder {
    pub folder: StoreFolder,
    /// The name of the folder, by which [`MemoryFolder::open`] finds it again.
    pub name: String,
}

impl MemoryFolder {
    /// Creates an empty folder, which only this user can enter. Errors:
    /// [`StoreError::NoMemoryFolder`] if the system has no file system in memory.
    pub(crate) fn create() -> Result<MemoryFolder, StoreError> {
        let made = system::create_folder_in(Path::new(MEMORY), PREFIX);
        let path = made.map_err(|source| StoreError::NoMemoryFolder {
            folder: MEMORY.into(),
            source,
        })?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        MemoryFolder::open(&name)
    }

    /// Opens a folder that [`MemoryFolder::create`] has made. Errors: [`StoreError::Io`], whose
    /// source is `NotFound` after the machine was restarted, and for any other name.
    pub(crate) fn open(name: &str) -> Result<MemoryFolder, StoreError> {
        let path = MemoryFolder::path_of(name);
        if !MemoryFolder::is_name(name) {
            let source = std::io::ErrorKind::NotFound.into();
            return Err(io_error("opening", &path)(source));
        }
        Ok(MemoryFolder {
            folder: StoreFolder::open(&path)?,
            name: name.to_owned(),
        })
    }

    /// The path of the folder with a name.
    pub(crate) fn path_of(name: &str) -> PathBuf {
        Path::new(MEMORY).join(name)
    }

    /// Whether a folder that [`MemoryFolder::create`] makes can have this name.
    fn is_name(name: &str) -> bool {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        name.len() <= MAX_NAME && name.starts_with(PREFIX) && name.bytes().all(is_plain)
    }

    /// Removes these files and, if no other file is in it, the folder.
    pub(crate) fn remove(&self, files: &[&str]) -> Result<(), StoreError> {
        files.iter().try_for_each(|name| self.folder.remove(name))?;
        remove_empty_folder(self.folder.path())
    }
}

/// Whether a path leads into the file system in memory that stores use.
pub fn is_in_memory(path: &Path) -> bool {
    path.starts_with(MEMORY)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_found_again_until_it_is_removed() {
        let made = MemoryFolder::create().unwrap();
        made.folder.create("file").unwrap();
        let found = MemoryFolder::open(&made.name).unwrap();
        assert_eq!(found.folder.list().unwrap(), ["file"]);
        found.remove(&["file"]).unwrap();
        assert!(MemoryFolder::open(&made.name).unwrap_err().is_not_found());
    }

    #[test]
    fn no_name_leads_out_of_the_folders_of_stores() {
        for name in ["", ".", "..", "slidewise-/..", "slidewise-../a", "other"] {
            assert!(
                MemoryFolder::open(name).unwrap_err().is_not_found(),
                "{name}"
            );
        }
    }
}
