//! Output files: a command checks its [`Destination`] first and writes its [`AtomicFile`] last.
//!
//! A destination is never a file that the command reads. An existing regular file is replaced only
//! with `--force`, even if it has appeared since the check. An output file appears complete or not
//! at all.

use super::failure::is_full;
use super::unfinished_file::{UnfinishedFile, allow_open_files};
use super::wait::waiting;
use super::waiting_writer::WaitingWriter;
use same_file::Handle;
use slidewise_app::Problem;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Longest chain of symbolic links that is followed, as on Linux.
const MAX_LINKS: usize = 40;

/// Paths of the temporary files in use; [`remove_all`] removes them if a signal ends the process.
static TEMPORARY_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A place for an output file, which has passed the checks of [`Destination::new`].
#[derive(Debug)]
pub(crate) struct Destination {
    /// The name that the user gave.
    name: PathBuf,
    kind: DestinationKind,
    /// Whether a regular file may be replaced.
    force: bool,
}

/// Kind of a destination, which decides how the output is written.
#[derive(Debug)]
enum DestinationKind {
    /// A regular file that exists or will be created; its path has no symbolic links.
    File(PathBuf),
    /// A pipe or a device, which is written without a temporary file.
    Stream,
    /// Standard output, given by a name such as `/dev/stdout`.
    Stdout,
}

impl Destination {
    /// Checks the destination `name` of a command, which may read the files that `inputs` name.
    ///
    /// # Errors
    /// If the destination is a file that the command reads, an existing regular file without
    /// `force`, or in a folder that does not exist.
    pub(crate) fn new(
        name: &Path,
        inputs: &[impl AsRef<Path>],
        force: bool,
    ) -> Result<Destination, Problem> {
        let mut all = Destination::all([name.to_owned()], inputs, force)?;
        Ok(all.remove(0))
    }

    /// Checks the destinations of a command with several outputs, which must be different files.
    ///
    /// # Errors
    /// For the first name that [`Destination::new`] refuses, or if two names lead to one file.
    pub(crate) fn all(
        names: impl IntoIterator<Item = PathBuf>,
        inputs: &[impl AsRef<Path>],
        force: bool,
    ) -> Result<Vec<Destination>, Problem> {
        let mut read: Vec<(String, Handle)> = inputs
            .iter()
            .filter_map(|input| {
                let path = input.as_ref();
                Some((path.display().to_string(), regular_file(path)?))
            })
            .collect();
        read.extend(Handle::stdin().map(|stdin| ("standard input".to_owned(), stdin)));
        let mut written: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
        let check = |name: PathBuf| {
            let kind = kind_of(&name)?;
            if let Some(there) = regular_file(&name)
                && let Some((input, _)) = read.iter().find(|(_, input)| *input == there)
            {
                return Err(is_input(&name, input));
            }
            if let DestinationKind::File(path) = &kind {
                if let Some(other) = written.insert(path.clone(), name.clone()) {
                    return Err(is_twice(&name, &other));
                }
                if !force && path.is_file() {
                    return Err(is_there(&name));
                }
            }
            Ok(Destination { name, kind, force })
        };
        names.into_iter().map(check).collect()
    }

    /// The name that the user gave.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// Writes several files, all or none: none has its name before all are complete, and new files
    /// are removed if a later one cannot be named.
    pub(crate) fn write_all(files: Vec<(Destination, Vec<u8>)>) -> Result<(), Problem> {
        allow_open_files(files.len());
        let mut complete = Vec::new();
        for (destination, bytes) in files {
            let file = AtomicFile::new(destination)?;
            file.put(&bytes)?;
            complete.push(file);
        }
        let mut new = Vec::new();
        for file in complete {
            new.extend(file.new_path());
            if let Err(problem) = file.keep() {
                // An error is ignored: the first one is reported.
                new.iter().for_each(|path| drop(fs::remove_file(path)));
                return Err(problem);
            }
        }
        Ok(())
    }

    /// Writes the file atomically and returns its size in bytes.
    pub(crate) fn write(self, bytes: &[u8]) -> Result<u64, Problem> {
        AtomicFile::new(self)?.fill(bytes)
    }
}

/// The kind of the destination that the path `name` leads to.
fn kind_of(name: &Path) -> Result<DestinationKind, Problem> {
    let of_stdout = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    if cfg!(unix) && of_stdout.iter().any(|own| name == Path::new(own)) {
        return Ok(DestinationKind::Stdout);
    }
    let path = match fs::metadata(name) {
        Ok(there) if there.is_dir() => return Err(is_folder(name)),
        Ok(there) if !there.is_file() => return Ok(DestinationKind::Stream),
        Ok(_) => fs::canonicalize(name),
        Err(error) if error.kind() == io::ErrorKind::NotFound => path_without_links(name),
        Err(error) => Err(error),
    };
    path.map(DestinationKind::File)
        .map_err(|error| failed(name, &error))
}

/// The path at which a missing file would be created, with symbolic links followed.
fn path_without_links(name: &Path) -> io::Result<PathBuf> {
    let mut path = name.to_owned();
    for _ in 0..MAX_LINKS {
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

/// A handle that identifies a regular file; `None` for any other kind of file.
///
/// A pipe is not opened, because opening it would block.
fn regular_file(path: &Path) -> Option<Handle> {
    let is_file = fs::metadata(path).is_ok_and(|there| there.is_file());
    is_file.then(|| Handle::from_path(path).ok()).flatten()
}

fn is_input(name: &Path, input: &str) -> Problem {
    let name = name.display();
    let what = if name.to_string() == input {
        "a file that this command reads".to_owned()
    } else {
        format!("the same file as {input}, which this command reads")
    };
    let hint = "name another file: a command never replaces its input, not even with --force";
    Problem::of_input(format!("{name} is {what}"), hint).about(name)
}

fn is_twice(name: &Path, other: &Path) -> Problem {
    let (name, other) = (name.display(), other.display());
    let message = format!("{name} and {other} are the same file, but both would be written");
    Problem::of_input(message, "give each output its own file, or another folder").about(name)
}

fn is_there(name: &Path) -> Problem {
    let name = name.display();
    let hint = "name another file, or replace this one with --force";
    Problem::of_input(format!("{name} already exists"), hint).about(name)
}

fn is_folder(name: &Path) -> Problem {
    let name = name.display();
    Problem::of_input(format!("{name} is a folder"), "name a file instead").about(name)
}

/// An output file that gets its final name only when it is completely written.
///
/// Dropping the value before [`AtomicFile::keep`] removes the unfinished file.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    /// The name that the user gave.
    name: PathBuf,
    open: OpenFile,
}

/// The open file behind an [`AtomicFile`].
#[derive(Debug)]
enum OpenFile {
    /// An unfinished file in the folder of the destination.
    Unfinished {
        file: UnfinishedFile,
        registered: Option<RegisteredPath>,
        target: PathBuf,
        may_replace: bool,
    },
    /// The destination itself: a pipe, a device or stdout.
    Direct(File),
}

/// Entry of a path in [`TEMPORARY_FILES`], removed when the value is dropped.
#[derive(Debug)]
struct RegisteredPath(PathBuf);

impl RegisteredPath {
    fn new(path: &Path) -> RegisteredPath {
        temporary_files().push(path.to_owned());
        RegisteredPath(path.to_owned())
    }
}

impl Drop for RegisteredPath {
    fn drop(&mut self) {
        temporary_files().retain(|path| *path != self.0);
    }
}

fn temporary_files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY_FILES
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files before the process exits, because an exit drops no values.
pub(crate) fn remove_all() {
    for path in temporary_files().drain(..) {
        // An error is ignored: the file may already have been renamed to its final name.
        let _ = fs::remove_file(path);
    }
}

impl AtomicFile {
    /// Opens the file for writing.
    pub(crate) fn new(destination: Destination) -> Result<AtomicFile, Problem> {
        let Destination { name, kind, force } = destination;
        let open = || -> io::Result<OpenFile> {
            let target = match kind {
                DestinationKind::Stdout => return Ok(OpenFile::Direct(standard_output()?)),
                // Opened without truncation, as a regular file may now stand where the pipe was.
                DestinationKind::Stream => {
                    let file = waiting(|| OpenOptions::new().write(true).open(&name))?;
                    if file.metadata()?.is_file() {
                        return Err(io::ErrorKind::AlreadyExists.into());
                    }
                    return Ok(OpenFile::Direct(file));
                }
                DestinationKind::File(path) => path,
            };
            let file = UnfinishedFile::new(folder_of(&target))?;
            Ok(OpenFile::Unfinished {
                registered: file.path().map(RegisteredPath::new),
                file,
                target,
                may_replace: force,
            })
        };
        match open() {
            Ok(open) => Ok(AtomicFile { name, open }),
            Err(error) => Err(unwritten(&name, &error)),
        }
    }

    /// A handle to write to the file.
    pub(crate) fn file(&self) -> io::Result<WaitingWriter<File>> {
        let file = match &self.open {
            OpenFile::Unfinished { file, .. } => file.file(),
            OpenFile::Direct(file) => file,
        };
        file.try_clone().map(WaitingWriter)
    }

    /// Writes the whole content, renames the file, and returns its size in bytes.
    pub(crate) fn fill(self, bytes: &[u8]) -> Result<u64, Problem> {
        self.put(bytes)?;
        self.keep()
    }

    fn put(&self, bytes: &[u8]) -> Result<(), Problem> {
        let written = self.file().and_then(|mut file| file.write_all(bytes));
        written.map_err(|error| failed(&self.name, &error))
    }

    /// The path of a file that is not there yet.
    fn new_path(&self) -> Option<PathBuf> {
        match &self.open {
            OpenFile::Unfinished { target, .. } if !target.exists() => Some(target.clone()),
            OpenFile::Unfinished { .. } | OpenFile::Direct(_) => None,
        }
    }

    /// The name that the user gave.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// Gives the file its name and returns the size in bytes.
    pub(crate) fn keep(self) -> Result<u64, Problem> {
        let AtomicFile { name, open } = self;
        let (file, registered, target, may_replace) = match open {
            OpenFile::Direct(file) => {
                let there = file.metadata().map_err(|error| failed(&name, &error))?;
                return Ok(there.len());
            }
            OpenFile::Unfinished {
                file,
                registered,
                target,
                may_replace,
            } => (file, registered, target, may_replace),
        };
        let keep = || {
            let bytes = file.file().metadata()?.len();
            file.keep(&target, may_replace)?;
            Ok(bytes)
        };
        let kept = keep().map_err(|error: io::Error| unwritten(&name, &error));
        drop(registered);
        kept
    }
}

/// The problem of a destination that cannot be written, or where another file has appeared.
fn unwritten(name: &Path, error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::AlreadyExists => is_there(name),
        _ => failed(name, error),
    }
}

/// A duplicate of standard output as a file.
#[cfg(unix)]
fn standard_output() -> io::Result<File> {
    use std::os::fd::AsFd;

    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn standard_output() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The problem of a file that cannot be written.
pub(crate) fn failed(name: &Path, error: &io::Error) -> Problem {
    let hint = if is_full(error) {
        "free disk space, or name a file on another disk"
    } else {
        "check that its folder exists and can be written"
    };
    let name = name.display();
    Problem::of_run(format!("{name} cannot be written: {error}"), hint).about(name)
}
