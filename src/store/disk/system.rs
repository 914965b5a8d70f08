//! The system's calls by which files in an open folder are made, opened, looked at and removed.
//!
//! Promises that no link is followed and that nobody waits for a FIFO; on Unix, that all goes to the folder that was
//! opened. Elsewhere files are reached by the folder's name: a folder in which a file is open, as a writer's lock is,
//! cannot be renamed there. Does not know stores.

#[cfg(not(unix))]
pub(crate) use elsewhere::{Folder, has_other_names, seen};
#[cfg(unix)]
pub(crate) use on_unix::{Folder, has_other_names, seen};

/// What stands under a name, no link being followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// A regular file, and its size.
    File {
        /// Bytes.
        bytes: u64,
    },
    /// Something else, in words.
    Other(&'static str),
}

impl Seen {
    /// The size of a file, 0 of anything else.
    pub fn bytes(self) -> u64 {
        match self {
            Seen::File { bytes } => bytes,
            Seen::Other(_) => 0,
        }
    }
}

/// How a file is opened that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Read,
    /// For reading and writing.
    Write,
}

/// Calls that take the open folder.
#[cfg(unix)]
mod on_unix {
    use super::{Mode, Seen};
    use rustix::fs::{AtFlags, Dir, FileType, OFlags, Stat};
    use rustix::io::Errno;
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// Beside these a file is opened for reading, or for writing too. A FIFO must keep nobody waiting.
    const NO_LINK: OFlags = OFlags::NOFOLLOW
        .union(OFlags::NONBLOCK)
        .union(OFlags::NOCTTY)
        .union(OFlags::CLOEXEC);

    /// What new files may be used for; the user's mask takes from it.
    const NEW_FILE: u16 = 0o666;

    #[derive(Debug)]
    pub(crate) struct Folder(File);

    impl Folder {
        pub fn open(path: &Path) -> io::Result<Folder> {
            let path = match path.as_os_str().is_empty() {
                true => Path::new("."),
                false => path,
            };
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let folder = rustix::fs::open(path, flags, rustix::fs::Mode::empty())?;
            Ok(Folder(folder.into()))
        }

        pub fn is_at(&self, path: &Path) -> io::Result<bool> {
            let own = rustix::fs::fstat(&self.0)?;
            is_same(&own, rustix::fs::stat(path))
        }

        pub fn open_file(&self, _: &Path, name: &str, mode: Mode) -> io::Result<File> {
            let flags = match mode {
                Mode::Read => OFlags::RDONLY,
                Mode::Write => OFlags::RDWR,
            };
            let none = rustix::fs::Mode::empty();
            let file = rustix::fs::openat(&self.0, name, flags | NO_LINK, none)?;
            Ok(file.into())
        }

        pub fn create_new(&self, _: &Path, name: &str) -> io::Result<File> {
            let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | NO_LINK;
            let mode = rustix::fs::Mode::from_raw_mode(NEW_FILE.into());
            Ok(rustix::fs::openat(&self.0, name, flags, mode)?.into())
        }

        #[cfg(target_os = "linux")]
        pub fn unnamed(&self, _: &Path) -> io::Result<Option<File>> {
            let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::EXCL | OFlags::CLOEXEC;
            let mode = rustix::fs::Mode::from_raw_mode(0o600);
            match rustix::fs::openat(&self.0, ".", flags, mode) {
                // What file systems and kernels say that know no such files.
                Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => Ok(None),
                file => Ok(Some(file?.into())),
            }
        }

        #[cfg(not(target_os = "linux"))]
        pub fn unnamed(&self, _: &Path) -> io::Result<Option<File>> {
            Ok(None)
        }

        pub fn rename(&self, _: &Path, from: &str, to: &str) -> io::Result<()> {
            Ok(rustix::fs::renameat(&self.0, from, &self.0, to)?)
        }

        pub fn remove(&self, _: &Path, name: &str) -> io::Result<()> {
            Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
        }

        pub fn look(&self, _: &Path, name: &str) -> io::Result<Option<Seen>> {
            match rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
                Err(Errno::NOENT) => Ok(None),
                found => Ok(Some(seen_in(&found?))),
            }
        }

        pub fn leads_to(&self, _: &Path, name: &str, file: &File) -> io::Result<bool> {
            let own = rustix::fs::fstat(file)?;
            let there = rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW);
            is_same(&own, there)
        }

        pub fn names(&self, _: &Path) -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in Dir::read_from(&self.0)? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                if name != "." && name != ".." {
                    names.push(name);
                }
            }
            Ok(names)
        }

        pub fn sync(&self) -> io::Result<()> {
            self.0.sync_all()
        }
    }

    fn is_same(own: &Stat, there: rustix::io::Result<Stat>) -> io::Result<bool> {
        match there {
            Err(Errno::NOENT | Errno::NOTDIR) => Ok(false),
            there => {
                let there = there?;
                Ok((own.st_dev, own.st_ino) == (there.st_dev, there.st_ino))
            }
        }
    }

    pub(crate) fn seen(file: &File) -> io::Result<Seen> {
        Ok(seen_in(&rustix::fs::fstat(file)?))
    }

    fn seen_in(stat: &Stat) -> Seen {
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Seen::File {
                bytes: u64::try_from(stat.st_size).unwrap_or(0),
            },
            FileType::Symlink => Seen::Other("a link"),
            FileType::Directory => Seen::Other("a folder"),
            FileType::Fifo => Seen::Other("a FIFO"),
            FileType::Socket => Seen::Other("a socket"),
            FileType::CharacterDevice | FileType::BlockDevice => Seen::Other("a device"),
            FileType::Unknown => Seen::Other("something unknown"),
        }
    }

    pub(crate) fn has_other_names(file: &File) -> io::Result<bool> {
        Ok(rustix::fs::fstat(file)?.st_nlink > 1)
    }
}

/// The same by the folder's name.
#[cfg(not(unix))]
mod elsewhere {
    use super::{Mode, Seen};
    use same_file::Handle;
    use std::fs::{self, File, FileType, Metadata, OpenOptions};
    use std::io;
    use std::path::Path;

    #[derive(Debug)]
    pub(crate) struct Folder;

    impl Folder {
        pub fn open(path: &Path) -> io::Result<Folder> {
            match fs::metadata(path)?.is_dir() {
                true => Ok(Folder),
                false => Err(io::ErrorKind::NotADirectory.into()),
            }
        }

        pub fn is_at(&self, path: &Path) -> io::Result<bool> {
            Ok(path.is_dir())
        }

        pub fn open_file(&self, folder: &Path, name: &str, mode: Mode) -> io::Result<File> {
            let path = folder.join(name);
            if !fs::symlink_metadata(&path)?.is_file() {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            let is_written = mode == Mode::Write;
            OpenOptions::new().read(true).write(is_written).open(path)
        }

        pub fn create_new(&self, folder: &Path, name: &str) -> io::Result<File> {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create_new(true);
            options.open(folder.join(name))
        }

        pub fn unnamed(&self, folder: &Path) -> io::Result<Option<File>> {
            tempfile::tempfile_in(folder).map(Some)
        }

        pub fn rename(&self, folder: &Path, from: &str, to: &str) -> io::Result<()> {
            fs::rename(folder.join(from), folder.join(to))
        }

        pub fn remove(&self, folder: &Path, name: &str) -> io::Result<()> {
            fs::remove_file(folder.join(name))
        }

        pub fn look(&self, folder: &Path, name: &str) -> io::Result<Option<Seen>> {
            match fs::symlink_metadata(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                found => Ok(Some(seen_in(&found?))),
            }
        }

        pub fn leads_to(&self, folder: &Path, name: &str, file: &File) -> io::Result<bool> {
            let there = match Handle::from_path(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
                there => there?,
            };
            Ok(there == Handle::from_file(file.try_clone()?)?)
        }

        pub fn names(&self, folder: &Path) -> io::Result<Vec<String>> {
            let name = |entry: io::Result<fs::DirEntry>| {
                Ok(entry?.file_name().to_string_lossy().into_owned())
            };
            fs::read_dir(folder)?.map(name).collect()
        }

        /// Folders cannot be synced; the file system's journal orders their entries.
        pub fn sync(&self) -> io::Result<()> {
            Ok(())
        }
    }

    pub(crate) fn seen(file: &File) -> io::Result<Seen> {
        Ok(seen_in(&file.metadata()?))
    }

    fn seen_in(found: &Metadata) -> Seen {
        match found.file_type() {
            kind if kind.is_file() => Seen::File { bytes: found.len() },
            kind => Seen::Other(other(kind)),
        }
    }

    fn other(kind: FileType) -> &'static str {
        match (kind.is_symlink(), kind.is_dir()) {
            (true, _) => "a link",
            (_, true) => "a folder",
            _ => "something unknown",
        }
    }

    /// Not known: files that are there are written to as they are.
    pub(crate) fn has_other_names(_: &File) -> io::Result<bool> {
        Ok(false)
    }
}
