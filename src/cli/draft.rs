//! A file that is there as a whole or not at all: written under another name, then renamed.

use super::Failure;
use super::failure::is_full;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{NamedTempFile, PersistError};

/// The files that are being written: those to be removed where the program ends at once.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is being written. One that is not kept is removed.
#[derive(Debug)]
pub struct Draft {
    /// Its name, as the user has it.
    name: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// Beside what it is to become, with the path of that.
    Beside(NamedTempFile, Noted, PathBuf),
    /// At once where it belongs: a pipe or a device, which no file may replace.
    There(File),
}

/// A path among those of [`OPEN`], for as long as the value lives.
#[derive(Debug)]
struct Noted(PathBuf);

impl Noted {
    fn new(path: &Path) -> Noted {
        open().push(path.to_owned());
        Noted(path.to_owned())
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        open().retain(|path| *path != self.0);
    }
}

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all files that are being written, where nobody will come to keep or drop them.
pub fn remove_all() {
    for path in open().drain(..) {
        // One that was given its name meanwhile is not there any more.
        let _ = fs::remove_file(path);
    }
}

impl Draft {
    /// Begins a file of this name.
    pub fn new(name: &Path) -> Result<Draft, Failure> {
        let begin = || -> io::Result<Place> {
            if fs::metadata(name).is_ok_and(|there| !there.is_file()) {
                return Ok(Place::There(File::create(name)?));
            }
            // Of a link, what it leads to is replaced.
            let target = fs::canonicalize(name).unwrap_or_else(|_| name.to_owned());
            let folder = match target.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            // As any new file is made: open to whom the user's mask leaves it.
            let make = |path: &Path| File::create_new(path);
            let mut builder = tempfile::Builder::new();
            let file = builder.prefix(".slidewise-").make_in(folder, make)?;
            let noted = Noted::new(file.path());
            Ok(Place::Beside(file, noted, target))
        };
        let place = begin().map_err(|error| failed(name, &error))?;
        Ok(Draft {
            name: name.to_owned(),
            place,
        })
    }

    /// The file, to be written to.
    pub fn file(&self) -> io::Result<File> {
        let file = match &self.place {
            Place::Beside(file, ..) => file.as_file(),
            Place::There(file) => file,
        };
        file.try_clone()
    }

    /// Writes a file as a whole, and tells its size in bytes.
    pub fn write(name: &Path, bytes: &[u8]) -> Result<u64, Failure> {
        Draft::new(name)?.fill(bytes)
    }

    /// Writes all that is to be in the file, gives it its name, and tells its size in bytes.
    pub fn fill(self, bytes: &[u8]) -> Result<u64, Failure> {
        self.put(bytes)?;
        self.keep()
    }

    /// The same, unless another file has come to have its name meanwhile.
    pub fn fill_new(self, bytes: &[u8]) -> Result<u64, Failure> {
        self.put(bytes)?;
        self.keep_by(|file, target| file.persist_noclobber(target))
    }

    fn put(&self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.file().and_then(|mut file| file.write_all(bytes));
        written.map_err(|error| failed(&self.name, &error))
    }

    /// Its name, as the user has it.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Gives the file its name, and tells its size in bytes.
    pub fn keep(self) -> Result<u64, Failure> {
        self.keep_by(|file, target| file.persist(target))
    }

    fn keep_by(
        self,
        persist: impl FnOnce(NamedTempFile, PathBuf) -> Result<File, PersistError>,
    ) -> Result<u64, Failure> {
        let Draft { name, place } = self;
        let keep = || match place {
            Place::Beside(file, noted, target) => {
                let bytes = file.as_file().metadata()?.len();
                persist(file, target).map_err(|error| error.error)?;
                drop(noted);
                Ok(bytes)
            }
            Place::There(file) => Ok(file.metadata()?.len()),
        };
        keep().map_err(|error| failed(&name, &error))
    }
}

/// The failure of a file that cannot be written.
pub fn failed(name: &Path, error: &io::Error) -> Failure {
    let hint = match is_full(error) {
        true => "make room, or name a file elsewhere",
        false => "does its folder exist, and can it be written?",
    };
    let name = name.display();
    Failure::of_run(format!("writing {name}: {error}"), hint).about(name)
}
