//! `StoreFolder`: the folder of a store, held open, and the only way to the files in it.
//!
//! Guarantees:
//!
//! - Every operation goes to the folder that was opened, even if its name leads elsewhere.
//! - Only regular files are opened, and no link is followed.
//! - A file that is created is new: it shares no bytes with an older file of that name.
//! - A file is replaced whole or not at all.
//! - When an operation that syncs returns without an error, its result is on the disk, as far as
//!   the operating system knows.
//!
//! This file does not depend on what the store's files contain. The system calls are in `system`.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use super::system::EntryKind;
use super::system::{self, OpenMode};
use crate::error::{StoreError, io_error};

/// Suffix of the name of a file that is still being written.
pub(crate) const NEW: &str = ".new";

/// The folder of a store, held open.
#[derive(Debug, Clone)]
pub(crate) struct StoreFolder(Arc<OpenFolder>);

/// An open folder and the path by which it was opened.
#[derive(Debug)]
struct OpenFolder {
    path: PathBuf,
    folder: system::SystemFolder,
}

impl StoreFolder {
    /// Opens an existing folder. Errors: [`StoreError::Io`], whose source is `NotFound` for a
    /// missing folder.
    pub(crate) fn open(path: &Path) -> Result<StoreFolder, StoreError> {
        let folder = system::SystemFolder::open(path).map_err(io_error("opening", path))?;
        let path = path.to_path_buf();
        Ok(StoreFolder(Arc::new(OpenFolder { path, folder })))
    }

    /// The path by which the folder was opened.
    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }

    /// The path of a file in the folder, for messages.
    pub(crate) fn path_of(&self, name: &str) -> PathBuf {
        self.0.path.join(name)
    }

    /// Checks that the path by which the folder was opened still leads to this folder. Errors:
    /// [`StoreError::Moved`], [`StoreError::Io`].
    pub(crate) fn check_in_place(&self) -> Result<(), StoreError> {
        let path = self.path();
        match self.0.folder.is_at(path) {
            Ok(true) => Ok(()),
            Ok(false) => Err(StoreError::Moved {
                folder: path.to_path_buf(),
            }),
            Err(error) => Err(io_error("looking at", path)(error)),
        }
    }

    /// Opens a file for reading. Errors: [`StoreError::Io`], whose source is `NotFound` for a
    /// missing file; [`StoreError::NotAFile`].
    pub(crate) fn read(&self, name: &str) -> Result<File, StoreError> {
        self.open_file(name, OpenMode::Read)
    }

    /// Opens a file for reading, or returns `None` if it is missing. Errors: as
    /// [`StoreFolder::read`].
    pub(crate) fn read_if_there(&self, name: &str) -> Result<Option<File>, StoreError> {
        match self.read(name) {
            Err(error) if error.is_not_found() => Ok(None),
            file => file.map(Some),
        }
    }

    /// Opens a file for reading and writing, and refuses a file that has other names (hard links).
    /// Errors: as [`StoreFolder::read`]; [`StoreError::Linked`].
    pub(crate) fn write(&self, name: &str) -> Result<File, StoreError> {
        let file = self.open_file(name, OpenMode::Write)?;
        self.check_only_name(&file, name)?;
        Ok(file)
    }

    /// Refuses an open file that has other names (hard links). Errors: [`StoreError::Linked`],
    /// [`StoreError::Io`].
    pub(crate) fn check_only_name(&self, file: &File, name: &str) -> Result<(), StoreError> {
        if self.has_other_names(file, name)? {
            return Err(StoreError::Linked {
                path: self.path_of(name),
            });
        }
        Ok(())
    }

    /// Opens a file for reading and writing, and creates it if it is missing. An existing file may
    /// have other names: check [`StoreFolder::has_other_names`] before writing to it. Errors: as
    /// [`StoreFolder::read`].
    pub(crate) fn write_or_create(&self, name: &str) -> Result<File, StoreError> {
        loop {
            match self.open_file(name, OpenMode::Write) {
                Err(error) if error.is_not_found() => {}
                opened => return opened,
            }
            match self.0.folder.create_new(self.path(), name) {
                // Another process has just created the file.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map_err(io_error("creating", &self.path_of(name))),
            }
        }
    }

    /// Whether an open file has other names (hard links).
    pub(crate) fn has_other_names(&self, file: &File, name: &str) -> Result<bool, StoreError> {
        system::has_other_names(file).map_err(io_error("looking at", &self.path_of(name)))
    }

    /// Opens a regular file of the folder. If the name belongs to anything else, fails with an
    /// error that says what it is, such as a link.
    fn open_file(&self, name: &str, mode: OpenMode) -> Result<File, StoreError> {
        let opened = self.0.folder.open_file(self.path(), name, mode);
        let what = match &opened {
            Ok(file) => system::kind_of(file).map(Some),
            // Sockets and some links cannot be opened at all, so the kind of the entry is found out
            // without opening it.
            Err(_) => self.0.folder.look(self.path(), name),
        };
        match what {
            Ok(Some(EntryKind::Other(what))) => Err(StoreError::NotAFile {
                path: self.path_of(name),
                what,
            }),
            _ => opened.map_err(io_error("opening", &self.path_of(name))),
        }
    }

    /// Creates a file for reading and writing. An existing file of that name is unlinked, not
    /// overwritten, so a process that has it open still reads its content.
    pub(crate) fn create(&self, name: &str) -> Result<File, StoreError> {
        self.remove(name)?;
        self.0
            .folder
            .create_new(self.path(), name)
            .map_err(io_error("creating", &self.path_of(name)))
    }

    /// Creates a file without a name, for reading and writing. The file vanishes when the process
    /// ends.
    ///
    /// If the system has no files without names, creates the file with the name `passing` and
    /// removes the name at once. `passing` must be a name that the next writer of the store cleans
    /// up.
    pub(crate) fn create_unnamed(&self, passing: &str) -> Result<File, StoreError> {
        match self.0.folder.create_unnamed(self.path()) {
            Ok(Some(file)) => Ok(file),
            Ok(None) => {
                let file = self.create(passing)?;
                self.remove(passing)?;
                Ok(file)
            }
            Err(error) => Err(io_error("creating an unnamed file in", self.path())(error)),
        }
    }

    /// Renames a file; an existing file of the new name is replaced.
    pub(crate) fn rename(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let renamed = self.0.folder.rename(self.path(), from, to);
        renamed.map_err(io_error("renaming a file to", &self.path_of(to)))
    }

    /// Removes a file, if it exists. The removal is on the disk after [`StoreFolder::sync`].
    pub(crate) fn remove(&self, name: &str) -> Result<(), StoreError> {
        match self.0.folder.remove(self.path(), name) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(io_error("removing", &self.path_of(name))(error))
            }
            _ => Ok(()),
        }
    }

    /// Replaces a file in one step and brings the new one to the disk. At any moment, and after any
    /// crash or error, a reader finds the old file or the new one, whole. Errors:
    /// [`StoreError::Io`].
    pub(crate) fn replace(
        &self,
        name: &str,
        write: impl FnOnce(&File) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let new = format!("{name}{NEW}");
        let written = self
            .create(&new)
            .and_then(|file| {
                let path = self.path_of(&new);
                write(&file).map_err(io_error("writing", &path))?;
                file.sync_all().map_err(io_error("syncing", &path))
            })
            .and_then(|()| self.rename(&new, name));
        if written.is_err() {
            // The unfinished file is removed to free space on a full disk. If removing it fails
            // too, the next attempt replaces it.
            let _ = self.remove(&new);
        }
        written?;
        self.sync()
    }

    /// Finds out what kind of entry a name in the folder belongs to; `None` if the folder has no
    /// entry of that name.
    pub(crate) fn look(&self, name: &str) -> Result<Option<EntryKind>, StoreError> {
        let found = self.0.folder.look(self.path(), name);
        found.map_err(io_error("looking at", &self.path_of(name)))
    }

    /// Whether the name `name` in the folder still leads to the open file `file`, which means that
    /// it was neither removed nor replaced.
    pub(crate) fn leads_to(&self, name: &str, file: &File) -> Result<bool, StoreError> {
        let is_same = self.0.folder.leads_to(self.path(), name, file);
        is_same.map_err(io_error("looking at", &self.path_of(name)))
    }

    /// Lists the names of all entries of the folder, in no particular order.
    pub(crate) fn list(&self) -> Result<Vec<String>, StoreError> {
        let names = self.0.folder.list(self.path());
        names.map_err(io_error("reading the folder", self.path()))
    }

    /// Brings the names of the folder's files to the disk, but not their content.
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        match self.0.folder.sync() {
            // This is no error, because some network file systems cannot sync a folder.
            Err(error) if is_unsupported(&error) => Ok(()),
            synced => synced.map_err(io_error("syncing", self.path())),
        }
    }
}

/// Whether an error says that the file system cannot sync folders.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

/// Creates a folder and its missing parents, and syncs them, so that a crash does not undo their
/// creation.
pub(crate) fn create_folder(folder: &Path) -> Result<(), StoreError> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let parent = parent_of(folder);
    create_folder(parent)?;
    match fs::create_dir(folder) {
        Ok(()) => StoreFolder::open(parent)?.sync(),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(io_error("creating the folder", folder)(error)),
    }
}

/// Removes a folder if it is empty, and brings the removal to the disk.
pub(crate) fn remove_empty_folder(folder: &Path) -> Result<(), StoreError> {
    match fs::remove_dir(folder) {
        Ok(()) => StoreFolder::open(parent_of(folder))?.sync(),
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        Err(error) => Err(io_error("removing", folder)(error)),
    }
}

/// The parent of a folder; the empty path stands for the current folder.
pub(crate) fn parent_of(folder: &Path) -> &Path {
    folder.parent().unwrap_or(Path::new(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn a_file_is_replaced_whole_or_stays_as_it_was() {
        let root = tempfile::tempdir().unwrap();
        let held = StoreFolder::open(root.path()).unwrap();
        held.replace("a", |mut file| file.write_all(b"old"))
            .unwrap();
        let refused = held.replace("a", |mut file| {
            file.write_all(b"ne")?;
            Err(io::Error::other("full"))
        });
        assert!(matches!(refused, Err(StoreError::Io { .. })));
        assert_eq!(fs::read(root.path().join("a")).unwrap(), b"old");
        assert_eq!(held.look("a.new").unwrap(), None);
        held.replace("a", |mut file| file.write_all(b"new"))
            .unwrap();
        assert_eq!(fs::read(root.path().join("a")).unwrap(), b"new");
        assert_eq!(held.list().unwrap(), ["a"]);
    }

    #[test]
    fn removing_a_missing_file_succeeds() {
        let root = tempfile::tempdir().unwrap();
        let held = StoreFolder::open(root.path()).unwrap();
        drop(held.create("file").unwrap());
        held.remove("file").unwrap();
        held.remove("file").unwrap();
        assert!(held.read("file").unwrap_err().is_not_found());
        assert!(held.read_if_there("file").unwrap().is_none());
    }

    #[test]
    fn a_file_put_in_place_of_another_is_noticed() {
        let root = tempfile::tempdir().unwrap();
        let held = StoreFolder::open(root.path()).unwrap();
        let file = held.create("a").unwrap();
        assert!(held.leads_to("a", &file).unwrap());
        // The file `b` is created before `a` is replaced, so that it cannot get the inode number of
        // `a`.
        fs::write(root.path().join("b"), "").unwrap();
        held.remove("a").unwrap();
        assert!(!held.leads_to("a", &file).unwrap());
        held.rename("b", "a").unwrap();
        assert!(!held.leads_to("a", &file).unwrap());
    }

    #[test]
    fn an_unnamed_file_has_no_entry() {
        let root = tempfile::tempdir().unwrap();
        let held = StoreFolder::open(root.path()).unwrap();
        let mut file = held.create_unnamed("spill-000000").unwrap();
        file.write_all(b"some").unwrap();
        assert_eq!(held.list().unwrap(), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn operations_go_to_the_folder_that_was_opened_wherever_its_name_leads() {
        let root = tempfile::tempdir().unwrap();
        let [here, there] = ["here", "there"].map(|name| root.path().join(name));
        fs::create_dir(&here).unwrap();
        let held = StoreFolder::open(&here).unwrap();
        held.check_in_place().unwrap();
        fs::rename(&here, &there).unwrap();
        assert!(matches!(
            held.check_in_place(),
            Err(StoreError::Moved { .. })
        ));
        fs::create_dir(&here).unwrap();
        fs::write(here.join("a"), "foreign").unwrap();
        assert!(matches!(
            held.check_in_place(),
            Err(StoreError::Moved { .. })
        ));
        held.replace("a", |mut file| file.write_all(b"own"))
            .unwrap();
        let mut text = String::new();
        held.read("a").unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "own");
        assert_eq!(fs::read(there.join("a")).unwrap(), b"own");
        held.remove("a").unwrap();
        assert_eq!(fs::read(here.join("a")).unwrap(), b"foreign");
        assert_eq!(held.list().unwrap(), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed_and_nothing_but_a_file_is_opened() {
        use std::os::unix::fs::symlink;
        let root = tempfile::tempdir().unwrap();
        let mine = root.path().join("mine");
        fs::write(&mine, "mine").unwrap();
        let folder = root.path().join("store");
        fs::create_dir(&folder).unwrap();
        let held = StoreFolder::open(&folder).unwrap();
        symlink(&mine, folder.join("link")).unwrap();
        symlink(root.path().join("none"), folder.join("dangling")).unwrap();
        fs::create_dir(folder.join("folder")).unwrap();
        let mut mkfifo = std::process::Command::new("mkfifo");
        assert!(mkfifo.arg(folder.join("fifo")).status().unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket")).unwrap();
        for (name, is) in [
            ("link", "a link"),
            ("dangling", "a link"),
            ("folder", "a folder"),
            ("fifo", "a FIFO"),
            ("socket", "a socket"),
        ] {
            let opened = [
                held.read(name),
                held.write(name),
                held.write_or_create(name),
            ];
            for error in opened.map(Result::unwrap_err) {
                assert!(
                    matches!(error, StoreError::NotAFile { what, .. } if what == is),
                    "{name}: {error}"
                );
            }
            assert_eq!(held.look(name).unwrap(), Some(EntryKind::Other(is)));
        }
        assert!(!root.path().join("none").exists());
        for name in ["link", "dangling", "fifo", "socket"] {
            held.replace(name, |mut file| file.write_all(b"own"))
                .unwrap();
            assert_eq!(held.look(name).unwrap(), Some(EntryKind::File { bytes: 3 }));
        }
        assert_eq!(fs::read(&mine).unwrap(), b"mine");
        // A file with a second name (hard link) can be read, but is not opened for writing.
        // Creating a file of that name makes a new file, which leaves the old one as it was.
        fs::hard_link(&mine, folder.join("hard")).unwrap();
        held.read("hard").unwrap();
        assert!(matches!(held.write("hard"), Err(StoreError::Linked { .. })));
        held.create("hard").unwrap().write_all(b"own").unwrap();
        assert_eq!(fs::read(&mine).unwrap(), b"mine");
        held.write("hard").unwrap();
    }

    #[test]
    fn folders_are_created_with_their_parents_and_a_file_in_the_way_is_an_error() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b/c");
        create_folder(&folder).unwrap();
        create_folder(&folder).unwrap();
        assert!(folder.is_dir());
        fs::write(folder.join("file"), "").unwrap();
        assert!(create_folder(&folder.join("file")).is_err());
        assert!(create_folder(&folder.join("file/d")).is_err());
    }

    #[test]
    fn a_folder_that_is_not_empty_stays() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a");
        create_folder(&folder).unwrap();
        fs::write(folder.join("file"), "").unwrap();
        remove_empty_folder(&folder).unwrap();
        fs::remove_file(folder.join("file")).unwrap();
        remove_empty_folder(&folder).unwrap();
        assert!(!folder.exists());
    }
}
