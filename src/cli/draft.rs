//! The files that commands write: a [`Destination`] says before the work where a file goes, a [`Draft`] writes it.
//!
//! No destination is a file that the command reads, and none replaces a regular file without `--force`, not even one
//! that appears during the work. A file appears as a whole or not at all: it is written under another name, then
//! renamed.

use super::failure::is_full;
use same_file::Handle;
use slidewise_app::Problem;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// How many links may lead from one to the other, as on Linux.
const MOST_LINKS: usize = 40;

/// The files that are being written: those to be removed where the program ends at once.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Where a command may write a file.
#[derive(Debug)]
pub struct Destination {
    /// Its name, as the user has it.
    name: PathBuf,
    target: Target,
    /// Whether it may replace a regular file.
    force: bool,
}

#[derive(Debug)]
enum Target {
    /// A path without links, of a regular file or of nothing yet.
    File(PathBuf),
    /// A pipe or a device, which no file may replace.
    Stream,
    /// Standard output, by the name that the system has for it.
    Stdout,
}

impl Destination {
    /// The destination with this name, of a command that reads `inputs`: words that may be names of files.
    ///
    /// # Errors
    /// If it is a file that the command reads, or an existing regular file without `force`, or if its folder cannot
    /// hold it.
    pub fn new(
        name: &Path,
        inputs: &[impl AsRef<Path>],
        force: bool,
    ) -> Result<Destination, Problem> {
        let mut all = Destination::all([name.to_owned()], inputs, force)?;
        Ok(all.remove(0))
    }

    /// The destinations of a command with several outputs, no two of which are one file.
    ///
    /// # Errors
    /// As [`Destination::new`], for the first name that is refused.
    pub fn all(
        names: impl IntoIterator<Item = PathBuf>,
        inputs: &[impl AsRef<Path>],
        force: bool,
    ) -> Result<Vec<Destination>, Problem> {
        let mut read: Vec<(String, Handle)> = inputs
            .iter()
            .filter_map(|word| {
                let path = word.as_ref();
                Some((path.display().to_string(), regular_file(path)?))
            })
            .collect();
        read.extend(Handle::stdin().map(|stdin| ("standard input".to_owned(), stdin)));
        let mut written: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
        let judge = |name: PathBuf| {
            let target = target_of(&name)?;
            if let Some(there) = regular_file(&name)
                && let Some((input, _)) = read.iter().find(|(_, input)| *input == there)
            {
                return Err(is_input(&name, input));
            }
            if let Target::File(path) = &target {
                if let Some(other) = written.insert(path.clone(), name.clone()) {
                    return Err(is_twice(&name, &other));
                }
                if !force && path.is_file() {
                    return Err(is_there(&name));
                }
            }
            Ok(Destination {
                name,
                target,
                force,
            })
        };
        names.into_iter().map(judge).collect()
    }

    /// Its name, as the user has it.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Writes the file as a whole, and gives its size in bytes.
    pub fn write(self, bytes: &[u8]) -> Result<u64, Problem> {
        Draft::new(self)?.fill(bytes)
    }
}

/// What a name leads to.
fn target_of(name: &Path) -> Result<Target, Problem> {
    let of_stdout = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    if cfg!(unix) && of_stdout.iter().any(|own| name == Path::new(own)) {
        return Ok(Target::Stdout);
    }
    let path = match fs::metadata(name) {
        Ok(there) if there.is_dir() => return Err(is_folder(name)),
        Ok(there) if !there.is_file() => return Ok(Target::Stream),
        Ok(_) => fs::canonicalize(name),
        Err(error) if error.kind() == io::ErrorKind::NotFound => path_without_links(name),
        Err(error) => Err(error),
    };
    path.map(Target::File).map_err(|error| failed(name, &error))
}

/// The path of a file that does not exist yet, where the last name may be a link to it.
fn path_without_links(name: &Path) -> io::Result<PathBuf> {
    let mut path = name.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(leads_to) = fs::read_link(&path) else {
            break;
        };
        path = folder_of(&path).join(leads_to);
    }
    let last = path.file_name().ok_or(io::ErrorKind::NotFound)?;
    Ok(fs::canonicalize(folder_of(&path))?.join(last))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The identity of a regular file that can be read. Nothing else is opened: a pipe would wait for its writer.
fn regular_file(path: &Path) -> Option<Handle> {
    let is_file = fs::metadata(path).is_ok_and(|there| there.is_file());
    is_file.then(|| Handle::from_path(path).ok()).flatten()
}

fn is_input(name: &Path, input: &str) -> Problem {
    let name = name.display();
    let what = match name.to_string() == input {
        true => "a file that this command reads".to_owned(),
        false => format!("the same file as {input}, which this command reads"),
    };
    let hint = "a command never replaces what it reads, not even with --force: name another file";
    Problem::of_input(format!("{name} is {what}"), hint).about(name)
}

fn is_twice(name: &Path, other: &Path) -> Problem {
    let (name, other) = (name.display(), other.display());
    let message = format!("{name} is the same file as {other}, and both are to be written");
    Problem::of_input(message, "remove one of them, or write elsewhere").about(name)
}

fn is_there(name: &Path) -> Problem {
    let name = name.display();
    let hint = "name another file; --force replaces this one";
    Problem::of_input(format!("{name} exists already"), hint).about(name)
}

fn is_folder(name: &Path) -> Problem {
    let name = name.display();
    Problem::of_input(format!("{name} is a folder"), "name a file").about(name)
}

/// A file that is being written. One that is not kept is removed.
#[derive(Debug)]
pub struct Draft {
    /// Its name, as the user has it.
    name: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// Beside what it is to become.
    Beside {
        file: NamedTempFile,
        noted: Noted,
        target: PathBuf,
        may_replace: bool,
    },
    /// At once where it belongs: a pipe or a device.
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
    /// Begins a file.
    pub fn new(destination: Destination) -> Result<Draft, Problem> {
        let Destination {
            name,
            target,
            force,
        } = destination;
        let begin = || -> io::Result<Place> {
            let target = match target {
                Target::Stdout => return Ok(Place::There(standard_output()?)),
                // Not emptied: a regular file may have come in its place.
                Target::Stream => {
                    let file = OpenOptions::new().write(true).open(&name)?;
                    return match file.metadata()?.is_file() {
                        true => Err(io::ErrorKind::AlreadyExists.into()),
                        false => Ok(Place::There(file)),
                    };
                }
                Target::File(path) => path,
            };
            // As any new file is made: open to whom the user's mask leaves it.
            let make = |path: &Path| File::create_new(path);
            let mut builder = tempfile::Builder::new();
            let file = builder
                .prefix(".slidewise-")
                .make_in(folder_of(&target), make)?;
            Ok(Place::Beside {
                noted: Noted::new(file.path()),
                file,
                target,
                may_replace: force,
            })
        };
        match begin() {
            Ok(place) => Ok(Draft { name, place }),
            Err(error) => Err(unwritten(&name, &error)),
        }
    }

    /// The file, to be written to.
    pub fn file(&self) -> io::Result<File> {
        let file = match &self.place {
            Place::Beside { file, .. } => file.as_file(),
            Place::There(file) => file,
        };
        file.try_clone()
    }

    /// Writes all that is to be in the file, gives it its name, and tells its size in bytes.
    pub fn fill(self, bytes: &[u8]) -> Result<u64, Problem> {
        let written = self.file().and_then(|mut file| file.write_all(bytes));
        written.map_err(|error| failed(&self.name, &error))?;
        self.keep()
    }

    /// Its name, as the user has it.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Gives the file its name, and its size in bytes back.
    pub fn keep(self) -> Result<u64, Problem> {
        let Draft { name, place } = self;
        let (file, noted, target, may_replace) = match place {
            Place::There(file) => {
                let there = file.metadata().map_err(|error| failed(&name, &error))?;
                return Ok(there.len());
            }
            Place::Beside {
                file,
                noted,
                target,
                may_replace,
            } => (file, noted, target, may_replace),
        };
        let keep = || {
            let bytes = file.as_file().metadata()?.len();
            let kept = match may_replace {
                true => file.persist(target),
                false => file.persist_noclobber(target),
            };
            kept.map_err(|error| error.error)?;
            Ok(bytes)
        };
        let kept = keep().map_err(|error: io::Error| unwritten(&name, &error));
        drop(noted);
        kept
    }
}

/// The failure of a destination that cannot be written, or that another file has come to be in the way of.
fn unwritten(name: &Path, error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::AlreadyExists => is_there(name),
        _ => failed(name, error),
    }
}

/// Standard output as a file, to be closed by itself.
#[cfg(unix)]
fn standard_output() -> io::Result<File> {
    use std::os::fd::AsFd;

    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn standard_output() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The failure of a file that cannot be written.
pub fn failed(name: &Path, error: &io::Error) -> Problem {
    let hint = match is_full(error) {
        true => "make room, or name a file elsewhere",
        false => "does its folder exist, and can it be written?",
    };
    let name = name.display();
    Problem::of_run(format!("writing {name}: {error}"), hint).about(name)
}
