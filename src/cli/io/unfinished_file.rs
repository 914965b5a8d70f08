//! `UnfinishedFile`: an output file without a name, or with a temporary one, until it is complete.
//!
//! Where the system can, an unfinished file has no name, and vanishes with its process. Elsewhere,
//! and for the moment in which a complete file replaces another, it has a temporary name and is
//! locked. The next process that writes into the folder removes unlocked files of such names: their
//! processes were killed.

use same_file::Handle;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::{Builder, NamedTempFile};

/// The parts of a temporary name around six random letters.
const NAME: [&str; 2] = [".slidewise-", ".unfinished"];
/// Number of the random letters.
const LETTERS: usize = 6;

/// An output file before it has its name; removed when it is dropped.
#[derive(Debug)]
pub(crate) enum UnfinishedFile {
    /// A file without a name.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// A file with a temporary name.
    Named(NamedTempFile),
}

impl UnfinishedFile {
    /// Creates a file in a folder, and removes files that killed processes left there.
    pub(crate) fn new(folder: &Path) -> io::Result<UnfinishedFile> {
        remove_leftovers(folder);
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed::create(folder)? {
            return Ok(UnfinishedFile::Unnamed(file));
        }
        // `create_new` gives the permissions that the umask says; `tempfile` would give 0600.
        let made = builder().make_in(folder, |path| {
            let file = File::create_new(path)?;
            hold(&file, path)?;
            Ok(file)
        });
        made.map(UnfinishedFile::Named)
    }

    /// The open file.
    pub(crate) fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            UnfinishedFile::Unnamed(file) => file,
            UnfinishedFile::Named(file) => file.as_file(),
        }
    }

    /// The temporary name, if the file has one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            #[cfg(target_os = "linux")]
            UnfinishedFile::Unnamed(_) => None,
            UnfinishedFile::Named(file) => Some(file.path()),
        }
    }

    /// Gives the file its name; `may_replace` says whether another file may have had it.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if there is a file that may not be replaced.
    pub(crate) fn keep(self, target: &Path, may_replace: bool) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            UnfinishedFile::Unnamed(file) => match unnamed::link(&file, target) {
                Err(error) if may_replace && error.kind() == io::ErrorKind::AlreadyExists => {
                    // No call links over a name. A lock keeps other processes from the file.
                    let _ = file.try_lock();
                    let folder = target.parent().unwrap_or(Path::new(""));
                    let linked = builder().make_in(folder, |path| unnamed::link(&file, path))?;
                    linked
                        .into_temp_path()
                        .persist(target)
                        .map_err(io::Error::from)
                }
                linked => linked,
            },
            UnfinishedFile::Named(file) if may_replace => {
                file.persist(target).map(drop).map_err(io::Error::from)
            }
            UnfinishedFile::Named(file) => file
                .persist_noclobber(target)
                .map(drop)
                .map_err(io::Error::from),
        }
    }
}

/// Lets this process open that many more files at once, as far as the system permits.
#[cfg(target_os = "linux")]
pub(crate) fn allow_open_files(more: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // What the process may open usually is left to everything else.
    let wanted = limit.current.map(|own| own.saturating_add(more as u64));
    let current = match (wanted, limit.maximum) {
        (Some(wanted), Some(most)) => Some(wanted.min(most)),
        (wanted, _) => wanted,
    };
    // If it fails, opening the files reports it.
    let _ = setrlimit(Resource::Nofile, Rlimit { current, ..limit });
}

/// Lets this process open that many more files at once, as far as the system permits.
#[cfg(not(target_os = "linux"))]
pub(crate) fn allow_open_files(_more: usize) {}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(NAME[0]).suffix(NAME[1]).rand_bytes(LETTERS);
    builder
}

/// Locks a new file, or fails as if its name were taken if another process has removed the name
/// before.
fn hold(file: &File, path: &Path) -> io::Result<()> {
    // Without locks on a file system, no process removes files of others.
    let _ = file.try_lock();
    let own = Handle::from_file(file.try_clone()?)?;
    match Handle::from_path(path) {
        Ok(there) if there == own => Ok(()),
        _ => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Removes the unfinished files that killed processes left in a folder, the first time that this
/// process writes there.
fn remove_leftovers(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !seen.insert(folder.to_owned()) {
        return;
    }
    // What cannot be read or removed stays: it is no part of what the command does.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_unfinished = entry.file_name().to_str().is_some_and(is_temporary)
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        let left = is_unfinished
            .then(|| File::open(entry.path()).ok())
            .flatten();
        if left.is_some_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether an unfinished file may have this name.
fn is_temporary(name: &str) -> bool {
    let letters = name
        .strip_prefix(NAME[0])
        .and_then(|rest| rest.strip_suffix(NAME[1]));
    letters.is_some_and(|own| {
        own.len() == LETTERS && own.bytes().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// Files without names.
#[cfg(target_os = "linux")]
mod unnamed {
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
    use rustix::io::Errno;
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::{Path, PathBuf};

    /// Creates a file in a folder; `None` if the system cannot, or cannot name it later.
    pub(crate) fn create(folder: &Path) -> io::Result<Option<File>> {
        let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC;
        match open(folder, flags, Mode::from_raw_mode(0o666)) {
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => Ok(None),
            made => {
                let file = File::from(made?);
                let is_reached = path_of(&file).symlink_metadata().is_ok();
                Ok(is_reached.then_some(file))
            }
        }
    }

    /// Gives a file a name that no file has.
    pub(crate) fn link(file: &File, path: &Path) -> io::Result<()> {
        Ok(linkat(
            CWD,
            path_of(file),
            CWD,
            path,
            AtFlags::SYMLINK_FOLLOW,
        )?)
    }

    /// The path of an open file in this process.
    fn path_of(file: &File) -> PathBuf {
        format!("/proc/self/fd/{}", file.as_raw_fd()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_of_killed_processes_are_removed_and_files_in_use_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let [dead, used] = ["a1b2c3", "d4e5f6"].map(|own| format!("{}{own}{}", NAME[0], NAME[1]));
        let others = [".slidewise-a1b2c3", ".slidewise-a1b2.unfinished", "own"];
        for name in others.iter().copied().chain([&dead[..], &used]) {
            fs::write(path(name), "text").unwrap();
        }
        let held = File::open(path(&used)).unwrap();
        held.try_lock().unwrap();
        let unfinished = UnfinishedFile::new(folder.path()).unwrap();
        assert!(!path(&dead).exists());
        assert!(path(&used).exists() && others.iter().all(|own| path(own).exists()));
        unfinished.keep(&path("made"), false).unwrap();
        let second = UnfinishedFile::new(folder.path()).unwrap();
        let refused = second.keep(&path("made"), false).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
    }

    #[test]
    fn a_named_file_is_kept_as_one_without_a_name() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("made");
        for (text, is_named) in [("a", true), ("bc", false), ("def", true)] {
            let file = if is_named {
                let made = builder().make_in(folder.path(), |path| {
                    let file = File::create_new(path)?;
                    hold(&file, path)?;
                    Ok(file)
                });
                UnfinishedFile::Named(made.unwrap())
            } else {
                UnfinishedFile::new(folder.path()).unwrap()
            };
            io::Write::write_all(&mut file.file(), text.as_bytes()).unwrap();
            file.keep(&target, true).unwrap();
            assert_eq!(fs::read_to_string(&target).unwrap(), text);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }
}
