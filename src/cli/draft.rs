//! A file that is there as a whole or not at all: written under another name, then renamed.

use super::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

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
    Beside(NamedTempFile, PathBuf),
    /// At once where it belongs: a pipe or a device, which no file may replace.
    There(File),
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
            let mut builder = tempfile::Builder::new();
            builder.prefix(".slidewise-");
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                // As any new file: what the user's mask leaves of it.
                builder.permissions(fs::Permissions::from_mode(0o666));
            }
            Ok(Place::Beside(builder.tempfile_in(folder)?, target))
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
            Place::Beside(file, _) => file.as_file(),
            Place::There(file) => file,
        };
        file.try_clone()
    }

    /// Writes a file as a whole, and tells its size in bytes.
    pub fn write(name: &Path, bytes: &[u8]) -> Result<u64, Failure> {
        let draft = Draft::new(name)?;
        let written = draft.file().and_then(|mut file| file.write_all(bytes));
        written.map_err(|error| failed(name, &error))?;
        draft.keep()
    }

    /// Its name, as the user has it.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Gives the file its name, and tells its size in bytes.
    pub fn keep(self) -> Result<u64, Failure> {
        let Draft { name, place } = self;
        let keep = || match place {
            Place::Beside(file, target) => {
                let bytes = file.as_file().metadata()?.len();
                file.persist(target).map_err(|error| error.error)?;
                Ok(bytes)
            }
            Place::There(file) => Ok(file.metadata()?.len()),
        };
        keep().map_err(|error| failed(&name, &error))
    }
}

/// The failure of a file that cannot be written.
pub fn failed(name: &Path, error: &io::Error) -> Failure {
    Failure::of_run(
        format!("writing {}: {error}", name.display()),
        "does its folder exist, and can it be written?",
    )
}
