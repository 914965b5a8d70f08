//! System calls that create, open, inspect and remove files in an open folder.
//!
//! No link is followed, and opening a FIFO does not block. On Unix every call goes to the folder
//! that was opened. On other systems calls go to the folder's path. This is safe, because those
//! systems do not rename a folder while a file in it is open, and a writer keeps its lock file
//! open. In a browser there are no files, and every call fails.

#[cfg(target_family = "wasm")]
pub(crate) use super::without_files::{
    NoFolder as SystemFolder, allocate, allocated_size, available_space, create_folder_in,
    create_trial, has_other_names, kind_of, pass_cache_by, read_at, write_at,
};
#[cfg(not(any(unix, target_family = "wasm")))]
pub(crate) use elsewhere::{
    SystemFolder, has_other_names, kind_of, pass_cache_by, read_at, write_at,
};
#[cfg(unix)]
pub(crate) use on_unix::{
    SystemFolder, has_other_names, kind_of, pass_cache_by, read_at, write_at,
};
#[cfg(not(target_family = "wasm"))]
pub(crate) use space::{allocate, allocated_size, available_space, create_folder_in, create_trial};

/// The kind of entry that a name in a folder belongs to. Links are not followed.
#[cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "there are no files")
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// A regular file.
    File {
        /// The size of the file in bytes.
        bytes: u64,
    },
    /// Anything but a regular file, as a noun with its article, such as "a link".
    Other(&'static str),
}

impl EntryKind {
    /// The size of a regular file in bytes; 0 for any other kind of entry.
    pub(crate) fn bytes(self) -> u64 {
        match self {
            EntryKind::File { bytes } => bytes,
            EntryKind::Other(_) => 0,
        }
    }
}

/// How an existing file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpenMode {
    /// The file is opened for reading.
    Read,
    /// The file is opened for reading and writing.
    Write,
}

/// The system calls for Unix, which take the descriptor of the open folder.
#[cfg(unix)]
mod on_unix {
    use super::{EntryKind, OpenMode};
    use rustix::fs::{AtFlags, Dir, FileType, OFlags, Stat};
    use rustix::io::Errno;
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::FileExt;
    use std::path::Path;

    /// Flags for opening any file: follow no link, do not block on a FIFO.
    const NO_LINK: OFlags = OFlags::NOFOLLOW
        .union(OFlags::NONBLOCK)
        .union(OFlags::NOCTTY)
        .union(OFlags::CLOEXEC);

    /// Permissions of a new file, before the user's umask.
    const NEW_FILE: u16 = 0o666;

    /// An open folder. Every call uses its descriptor.
    #[derive(Debug)]
    pub(crate) struct SystemFolder(File);

    impl SystemFolder {
        pub(crate) fn open(path: &Path) -> io::Result<SystemFolder> {
            let path = if path.as_os_str().is_empty() {
                Path::new(".")
            } else {
                path
            };
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let folder = rustix::fs::open(path, flags, rustix::fs::Mode::empty())?;
            Ok(SystemFolder(folder.into()))
        }

        pub(crate) fn is_at(&self, path: &Path) -> io::Result<bool> {
            let own = rustix::fs::fstat(&self.0)?;
            is_same(&own, rustix::fs::stat(path))
        }

        pub(crate) fn open_file(&self, _: &Path, name: &str, mode: OpenMode) -> io::Result<File> {
            let flags = match mode {
                OpenMode::Read => OFlags::RDONLY,
                OpenMode::Write => OFlags::RDWR,
            };
            let none = rustix::fs::Mode::empty();
            let file = rustix::fs::openat(&self.0, name, flags | NO_LINK, none)?;
            Ok(file.into())
        }

        pub(crate) fn create_new(&self, _: &Path, name: &str) -> io::Result<File> {
            let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | NO_LINK;
            let mode = rustix::fs::Mode::from_raw_mode(NEW_FILE.into());
            Ok(rustix::fs::openat(&self.0, name, flags, mode)?.into())
        }

        #[cfg(target_os = "linux")]
        pub(crate) fn create_unnamed(&self, _: &Path) -> io::Result<Option<File>> {
            let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::EXCL | OFlags::CLOEXEC;
            let mode = rustix::fs::Mode::from_raw_mode(0o600);
            match rustix::fs::openat(&self.0, ".", flags, mode) {
                // File systems and kernels that cannot create a file without a name return these
                // errors.
                Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::NOENT | Errno::INVAL) => Ok(None),
                file => Ok(Some(file?.into())),
            }
        }

        #[cfg(not(target_os = "linux"))]
        pub fn create_unnamed(&self, _: &Path) -> io::Result<Option<File>> {
            Ok(None)
        }

        pub(crate) fn rename(&self, _: &Path, from: &str, to: &str) -> io::Result<()> {
            Ok(rustix::fs::renameat(&self.0, from, &self.0, to)?)
        }

        pub(crate) fn remove(&self, _: &Path, name: &str) -> io::Result<()> {
            Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
        }

        pub(crate) fn look(&self, _: &Path, name: &str) -> io::Result<Option<EntryKind>> {
            match rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
                Err(Errno::NOENT) => Ok(None),
                found => Ok(Some(kind_in(&found?))),
            }
        }

        pub(crate) fn leads_to(&self, _: &Path, name: &str, file: &File) -> io::Result<bool> {
            let own = rustix::fs::fstat(file)?;
            let there = rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW);
            is_same(&own, there)
        }

        pub(crate) fn list(&self, _: &Path) -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in Dir::read_from(&self.0)? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                if name != "." && name != ".." {
                    names.push(name);
                }
            }
            Ok(names)
        }

        pub(crate) fn sync(&self) -> io::Result<()> {
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

    pub(crate) fn kind_of(file: &File) -> io::Result<EntryKind> {
        Ok(kind_in(&rustix::fs::fstat(file)?))
    }

    fn kind_in(stat: &Stat) -> EntryKind {
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => EntryKind::File {
                bytes: u64::try_from(stat.st_size).unwrap_or(0),
            },
            FileType::Symlink => EntryKind::Other("a link"),
            FileType::Directory => EntryKind::Other("a folder"),
            FileType::Fifo => EntryKind::Other("a FIFO"),
            FileType::Socket => EntryKind::Other("a socket"),
            FileType::CharacterDevice | FileType::BlockDevice => EntryKind::Other("a device"),
            FileType::Unknown => EntryKind::Other("something unknown"),
        }
    }

    pub(crate) fn has_other_names(file: &File) -> io::Result<bool> {
        Ok(rustix::fs::fstat(file)?.st_nlink > 1)
    }

    /// Lets transfers of whole pages go past the cache of the system. If the file system cannot do
    /// that, they go through the cache as before.
    pub(crate) fn pass_cache_by(file: &File) {
        #[cfg(target_os = "linux")]
        if let Ok(flags) = rustix::fs::fcntl_getfl(file) {
            let _ = rustix::fs::fcntl_setfl(file, flags | OFlags::DIRECT);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = file;
    }

    /// Fills `bytes` from the offset `at` of a file, whatever the position in the file is.
    pub(crate) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
        file.read_exact_at(bytes, at)
    }

    /// Writes `bytes` at the offset `at` of a file, whatever the position in the file is.
    pub(crate) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
        file.write_all_at(bytes, at)
    }
}

/// The calls about space on a disk, by the crates that know all systems.
#[cfg(not(target_family = "wasm"))]
mod space {
    use std::fs::File;
    use std::io;
    use std::path::{Path, PathBuf};

    /// Reserves space for the first `bytes` bytes of a file.
    pub(crate) fn allocate(file: &File, bytes: u64) -> io::Result<()> {
        fs4::FileExt::allocate(file, bytes)
    }

    /// Bytes of the disk that a file holds.
    pub(crate) fn allocated_size(file: &File) -> io::Result<u64> {
        fs4::FileExt::allocated_size(file)
    }

    /// Bytes free for this user on the file system of a folder.
    pub(crate) fn available_space(folder: &Path) -> io::Result<u64> {
        fs4::available_space(folder)
    }

    /// Creates a file without a name in a folder, which vanishes again.
    pub(crate) fn create_trial(folder: &Path) -> io::Result<()> {
        tempfile::tempfile_in(folder).map(drop)
    }

    /// Creates a folder in another one, with a name that begins with `prefix` and that no other
    /// entry has. Only this user can enter it.
    pub(crate) fn create_folder_in(folder: &Path, prefix: &str) -> io::Result<PathBuf> {
        let made = tempfile::Builder::new().prefix(prefix).tempdir_in(folder)?;
        Ok(made.keep())
    }
}

/// The system calls for systems other than Unix, which take the path of the folder.
#[cfg(not(any(unix, target_family = "wasm")))]
mod elsewhere {
    use super::{EntryKind, OpenMode};
    use same_file::Handle;
    use std::fs::{self, File, FileType, Metadata, OpenOptions};
    use std::io;
    use std::os::windows::fs::FileExt;
    use std::path::Path;

    /// A folder that existed when it was opened. Every call uses its path.
    #[derive(Debug)]
    pub(crate) struct SystemFolder;

    impl SystemFolder {
        pub fn open(path: &Path) -> io::Result<SystemFolder> {
            if fs::metadata(path)?.is_dir() {
                Ok(SystemFolder)
            } else {
                Err(io::ErrorKind::NotADirectory.into())
            }
        }

        pub fn is_at(&self, path: &Path) -> io::Result<bool> {
            Ok(path.is_dir())
        }

        pub fn open_file(&self, folder: &Path, name: &str, mode: OpenMode) -> io::Result<File> {
            let path = folder.join(name);
            if !fs::symlink_metadata(&path)?.is_file() {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            let is_written = mode == OpenMode::Write;
            OpenOptions::new().read(true).write(is_written).open(path)
        }

        pub fn create_new(&self, folder: &Path, name: &str) -> io::Result<File> {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create_new(true);
            options.open(folder.join(name))
        }

        pub fn create_unnamed(&self, folder: &Path) -> io::Result<Option<File>> {
            tempfile::tempfile_in(folder).map(Some)
        }

        pub fn rename(&self, folder: &Path, from: &str, to: &str) -> io::Result<()> {
            fs::rename(folder.join(from), folder.join(to))
        }

        pub fn remove(&self, folder: &Path, name: &str) -> io::Result<()> {
            fs::remove_file(folder.join(name))
        }

        pub fn look(&self, folder: &Path, name: &str) -> io::Result<Option<EntryKind>> {
            match fs::symlink_metadata(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                found => Ok(Some(kind_in(&found?))),
            }
        }

        pub fn leads_to(&self, folder: &Path, name: &str, file: &File) -> io::Result<bool> {
            let there = match Handle::from_path(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
                there => there?,
            };
            Ok(there == Handle::from_file(file.try_clone()?)?)
        }

        pub fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
            let name = |entry: io::Result<fs::DirEntry>| {
                Ok(entry?.file_name().to_string_lossy().into_owned())
            };
            fs::read_dir(folder)?.map(name).collect()
        }

        /// Does nothing, because these systems cannot sync folders. The journal of the file system
        /// writes changes of folders in the order in which they were made.
        pub fn sync(&self) -> io::Result<()> {
            Ok(())
        }
    }

    pub(crate) fn kind_of(file: &File) -> io::Result<EntryKind> {
        Ok(kind_in(&file.metadata()?))
    }

    fn kind_in(found: &Metadata) -> EntryKind {
        match found.file_type() {
            kind if kind.is_file() => EntryKind::File { bytes: found.len() },
            kind => EntryKind::Other(name_other(kind)),
        }
    }

    fn name_other(kind: FileType) -> &'static str {
        if kind.is_symlink() {
            "a link"
        } else if kind.is_dir() {
            "a folder"
        } else {
            "something unknown"
        }
    }

    /// Returns `false`, because the number of hard links is unknown on these systems.
    pub(crate) fn has_other_names(_: &File) -> io::Result<bool> {
        Ok(false)
    }

    /// Does nothing: all transfers go through the cache of the system.
    pub(crate) fn pass_cache_by(_: &File) {}

    pub(crate) fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match file.seek_read(bytes, at)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => {
                    bytes = &mut bytes[read..];
                    at += read as u64;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn write_at(file: &File, mut bytes: &[u8], mut at: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match file.seek_write(bytes, at)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                written => {
                    bytes = &bytes[written..];
                    at += written as u64;
                }
            }
        }
        Ok(())
    }
}
