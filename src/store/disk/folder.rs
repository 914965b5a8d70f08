//! `Place`: the folder of a store, held open, and the only way to the files in it.
//!
//! Promises that all that is done goes to the folder that was opened, wherever its name leads meanwhile; that
//! nothing but a regular file is opened, and no link is followed; that a file that is made is a new one, so that
//! no other name of an old one comes to show its bytes; and that a file is replaced whole or not at all. Does not
//! know what is in the files, nor how the system is asked.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use crate::store::disk::system::Seen;
use crate::store::disk::system::{self, Mode};
use crate::store::error::{StoreError, io_error};

/// What is behind the name of a file that is being made.
pub(crate) const NEW: &str = ".new";

/// The folder of a store, open.
#[derive(Debug, Clone)]
pub(crate) struct Place(Arc<Held>);

#[derive(Debug)]
struct Held {
    path: PathBuf,
    folder: system::Folder,
}

impl Place {
    /// Opens a folder that is there.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; its source says "not found" where there is none.
    pub fn open(path: &Path) -> Result<Place, StoreError> {
        let folder = system::Folder::open(path).map_err(io_error("opening", path))?;
        let path = path.to_path_buf();
        Ok(Place(Arc::new(Held { path, folder })))
    }

    /// The name by which the folder was opened.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The path of a file, for messages.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.0.path.join(name)
    }

    /// Refuses to go on if the name by which the folder was opened leads elsewhere by now, or to nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError::Moved`], [`StoreError::Io`].
    pub fn check_in_place(&self) -> Result<(), StoreError> {
        let path = self.path();
        match self.0.folder.is_at(path) {
            Ok(true) => Ok(()),
            Ok(false) => Err(StoreError::Moved {
                folder: path.to_path_buf(),
            }),
            Err(error) => Err(io_error("looking at", path)(error)),
        }
    }

    /// Opens a file for reading.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], which says "not found" where there is nothing; [`StoreError::NotAFile`].
    pub fn read(&self, name: &str) -> Result<File, StoreError> {
        self.open_file(name, Mode::Read)
    }

    /// Opens a file for reading, if it is there.
    ///
    /// # Errors
    ///
    /// As [`Place::read`].
    pub fn read_if_there(&self, name: &str) -> Result<Option<File>, StoreError> {
        match self.read(name) {
            Err(error) if error.is_not_found() => Ok(None),
            file => file.map(Some),
        }
    }

    /// Opens a file for reading and writing that has no other name.
    ///
    /// # Errors
    ///
    /// As [`Place::read`]; [`StoreError::Linked`].
    pub fn write(&self, name: &str) -> Result<File, StoreError> {
        let file = self.open_file(name, Mode::Write)?;
        if self.has_other_names(&file, name)? {
            return Err(StoreError::Linked {
                path: self.path_of(name),
            });
        }
        Ok(file)
    }

    /// Opens a file for reading and writing, and makes it if it is not there. It may have other names: before it is
    /// written to, [`Place::has_other_names`] is to be asked.
    ///
    /// # Errors
    ///
    /// As [`Place::read`].
    pub fn write_or_make(&self, name: &str) -> Result<File, StoreError> {
        loop {
            match self.open_file(name, Mode::Write) {
                Err(error) if error.is_not_found() => {}
                opened => return opened,
            }
            match self.0.folder.create_new(self.path(), name) {
                // Somebody else has just made it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map_err(io_error("creating", &self.path_of(name))),
            }
        }
    }

    /// Whether an open file has further names: hard links.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn has_other_names(&self, file: &File, name: &str) -> Result<bool, StoreError> {
        system::has_other_names(file).map_err(io_error("looking at", &self.path_of(name)))
    }

    fn open_file(&self, name: &str, mode: Mode) -> Result<File, StoreError> {
        let opened = self.0.folder.open_file(self.path(), name, mode);
        let what = match &opened {
            Ok(file) => system::seen(file).map(Some),
            // A socket and some links are not opened at all.
            Err(_) => self.0.folder.look(self.path(), name),
        };
        match what {
            Ok(Some(Seen::Other(what))) => Err(StoreError::NotAFile {
                path: self.path_of(name),
                what,
            }),
            _ => opened.map_err(io_error("opening", &self.path_of(name))),
        }
    }

    /// Makes a file, for reading and writing. What has the name already loses it, and is not written to.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn create(&self, name: &str) -> Result<File, StoreError> {
        self.remove(name)?;
        self.0
            .folder
            .create_new(self.path(), name)
            .map_err(io_error("creating", &self.path_of(name)))
    }

    /// A file without a name, for reading and writing: whatever ends the process, nothing is left of it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn unnamed(&self, passing: &str) -> Result<File, StoreError> {
        match self.0.folder.unnamed(self.path()) {
            Ok(Some(file)) => Ok(file),
            // Here files have names at first. `passing` is one that is removed where a run left it.
            Ok(None) => {
                let file = self.create(passing)?;
                self.remove(passing)?;
                Ok(file)
            }
            Err(error) => Err(io_error("making an unnamed file in", self.path())(error)),
        }
    }

    /// Gives a file another name, which may be that of a file that goes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn rename(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let renamed = self.0.folder.rename(self.path(), from, to);
        renamed.map_err(io_error("putting in place", &self.path_of(to)))
    }

    /// Removes a file, if it is there. The disk knows it after a [`Place::sync`].
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn remove(&self, name: &str) -> Result<(), StoreError> {
        match self.0.folder.remove(self.path(), name) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(io_error("removing", &self.path_of(name))(error))
            }
            _ => Ok(()),
        }
    }

    /// Puts a file into the folder in one step: a reader, at any moment and after any crash, finds
    /// the old one or the new one whole. When this returns, the disk has the new one.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; the old file or the new one is in place then.
    pub fn replace(
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
            // On a full disk its room is worth having back; else it is made afresh the next time.
            let _ = self.remove(&new);
        }
        written?;
        self.sync()
    }

    /// What has a name, if anything has.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn look(&self, name: &str) -> Result<Option<Seen>, StoreError> {
        let seen = self.0.folder.look(self.path(), name);
        seen.map_err(io_error("looking at", &self.path_of(name)))
    }

    /// Whether a name still leads to this open file, and not to nothing or to another one put there meanwhile.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn leads_to(&self, name: &str, file: &File) -> Result<bool, StoreError> {
        let is_same = self.0.folder.leads_to(self.path(), name, file);
        is_same.map_err(io_error("looking at", &self.path_of(name)))
    }

    /// The names of all that is in the folder, in no order.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn names(&self) -> Result<Vec<String>, StoreError> {
        let names = self.0.folder.names(self.path());
        names.map_err(io_error("reading the folder", self.path()))
    }

    /// Brings the entries of the folder to the disk.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn sync(&self) -> Result<(), StoreError> {
        match self.0.folder.sync() {
            // Some file systems of networks know no such thing.
            Err(error) if is_not_for_folders(&error) => Ok(()),
            synced => synced.map_err(io_error("syncing", self.path())),
        }
    }
}

fn is_not_for_folders(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::{Read, Write};

    #[test]
    fn a_file_is_replaced_whole_or_stays_as_it_was() {
        let root = tempfile::tempdir().unwrap();
        let place = Place::open(root.path()).unwrap();
        place
            .replace("a", |mut file| file.write_all(b"old"))
            .unwrap();
        let refused = place.replace("a", |mut file| {
            file.write_all(b"ne")?;
            Err(io::Error::other("full"))
        });
        assert!(matches!(refused, Err(StoreError::Io { .. })));
        assert_eq!(fs::read(root.path().join("a")).unwrap(), b"old");
        assert_eq!(place.look("a.new").unwrap(), None);
        place
            .replace("a", |mut file| file.write_all(b"new"))
            .unwrap();
        assert_eq!(fs::read(root.path().join("a")).unwrap(), b"new");
        assert_eq!(place.names().unwrap(), ["a"]);
    }

    #[test]
    fn what_is_not_there_is_removed_too() {
        let root = tempfile::tempdir().unwrap();
        let place = Place::open(root.path()).unwrap();
        drop(place.create("file").unwrap());
        place.remove("file").unwrap();
        place.remove("file").unwrap();
        assert!(place.read("file").unwrap_err().is_not_found());
        assert!(place.read_if_there("file").unwrap().is_none());
    }

    #[test]
    fn a_file_put_in_place_of_another_is_told() {
        let root = tempfile::tempdir().unwrap();
        let place = Place::open(root.path()).unwrap();
        let file = place.create("a").unwrap();
        assert!(place.leads_to("a", &file).unwrap());
        // Made before the other one goes, so that it cannot have the other's number.
        fs::write(root.path().join("b"), "").unwrap();
        place.remove("a").unwrap();
        assert!(!place.leads_to("a", &file).unwrap());
        place.rename("b", "a").unwrap();
        assert!(!place.leads_to("a", &file).unwrap());
    }

    #[test]
    fn words_on_the_disk_have_no_name() {
        let root = tempfile::tempdir().unwrap();
        let place = Place::open(root.path()).unwrap();
        let mut file = place.unnamed("spill-000000").unwrap();
        file.write_all(b"some").unwrap();
        assert_eq!(place.names().unwrap(), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_done_goes_to_the_folder_that_was_opened_wherever_its_name_leads() {
        let root = tempfile::tempdir().unwrap();
        let [here, there] = ["here", "there"].map(|name| root.path().join(name));
        fs::create_dir(&here).unwrap();
        let place = Place::open(&here).unwrap();
        place.check_in_place().unwrap();
        fs::rename(&here, &there).unwrap();
        assert!(matches!(
            place.check_in_place(),
            Err(StoreError::Moved { .. })
        ));
        fs::create_dir(&here).unwrap();
        fs::write(here.join("a"), "foreign").unwrap();
        assert!(matches!(
            place.check_in_place(),
            Err(StoreError::Moved { .. })
        ));
        place
            .replace("a", |mut file| file.write_all(b"own"))
            .unwrap();
        let mut text = String::new();
        place.read("a").unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "own");
        assert_eq!(fs::read(there.join("a")).unwrap(), b"own");
        place.remove("a").unwrap();
        assert_eq!(fs::read(here.join("a")).unwrap(), b"foreign");
        assert_eq!(place.names().unwrap(), [""; 0]);
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
        let place = Place::open(&folder).unwrap();
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
                place.read(name),
                place.write(name),
                place.write_or_make(name),
            ];
            for error in opened.map(Result::unwrap_err) {
                assert!(
                    matches!(error, StoreError::NotAFile { what, .. } if what == is),
                    "{name}: {error}"
                );
            }
            assert_eq!(place.look(name).unwrap(), Some(Seen::Other(is)));
        }
        assert!(!root.path().join("none").exists());
        for name in ["link", "dangling", "fifo", "socket"] {
            place
                .replace(name, |mut file| file.write_all(b"own"))
                .unwrap();
            assert_eq!(place.look(name).unwrap(), Some(Seen::File { bytes: 3 }));
        }
        assert_eq!(fs::read(&mine).unwrap(), b"mine");
        // A file with a second name is read, is not written to, and is another one when it is made.
        fs::hard_link(&mine, folder.join("hard")).unwrap();
        place.read("hard").unwrap();
        assert!(matches!(
            place.write("hard"),
            Err(StoreError::Linked { .. })
        ));
        place.create("hard").unwrap().write_all(b"own").unwrap();
        assert_eq!(fs::read(&mine).unwrap(), b"mine");
        place.write("hard").unwrap();
    }
}
