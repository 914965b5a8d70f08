//! Free space of a file system, and reserving it for a file in advance.
//!
//! If the file system keeps the blocks that it reserved, writing to the file through a mapping
//! cannot fail. A file system that compresses, or copies on write, may not keep them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::system;
use crate::error::{StoreError, io_error};

/// Returns the bytes free for this user on the file system of `path`. No file needs to exist at
/// `path`.
///
/// # Errors
///
/// [`StoreError::Io`].
pub fn free_space(path: &Path) -> Result<u64, StoreError> {
    let mut nearest = path;
    loop {
        // The empty path, which is the parent of a bare name, stands for the current folder.
        let folder = if nearest.as_os_str().is_empty() {
            Path::new(".")
        } else {
            nearest
        };
        match system::available_space(folder) {
            Ok(bytes) => return Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match nearest.parent() {
                Some(parent) => nearest = parent,
                None => return Err(io_error("reading the free space of", path)(error)),
            },
            Err(error) => return Err(io_error("reading the free space of", folder)(error)),
        }
    }
}

/// Fails if no file can be created in a folder, or in its nearest parent that exists. Possible
/// causes are a read-only file system, a file system of the kernel such as `/proc`, or a file that
/// has the folder's name.
///
/// As a trial, creates a file without a name, which vanishes again. A full disk is no error here.
///
/// # Errors
///
/// [`StoreError::NoFiles`].
pub fn check_holds_files(folder: &Path) -> Result<(), StoreError> {
    let paths = folder.ancestors().map(|path| {
        // The empty path, which is the parent of a bare name, stands for the current folder.
        if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        }
    });
    let mut existing = paths.filter(|path| path.symlink_metadata().is_ok());
    let Some(nearest) = existing.next() else {
        return Ok(());
    };
    match system::create_trial(nearest) {
        Ok(()) => Ok(()),
        // A full disk is no error here: callers check the free space by `free_space`.
        Err(source) if source.kind() == io::ErrorKind::StorageFull => Ok(()),
        Err(source) => Err(StoreError::NoFiles {
            folder: folder.to_path_buf(),
            nearest: nearest.to_path_buf(),
            source,
        }),
    }
}

/// Enlarges an empty file to `bytes` zero bytes, and reserves disk space for all of them. Without
/// disk space, writing to a mapped page of the file would raise SIGBUS.
///
/// Writes nothing, unless the file system cannot reserve space: then all bytes are written. Errors:
/// [`StoreError::NoSpace`], [`StoreError::Io`].
pub(crate) fn reserve(file: &File, path: &Path, bytes: u64) -> Result<(), StoreError> {
    let reserved = match system::allocate(file, bytes) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            if free_space(path).is_ok_and(|available| available < bytes) {
                Err(io::ErrorKind::StorageFull.into())
            } else {
                write_zeros(file, bytes)
            }
        }
        result => result,
    };
    reserved.map_err(|source| no_space(path, bytes, source))?;
    // Some systems reserve disk space without changing the length of the file, so the length is set
    // too.
    file.set_len(bytes)
        .map_err(io_error("setting the length of", path))
}

/// Reserves the disk space that a file of `bytes` bytes lacks. A copy of a store may lack space,
/// because copying can turn zeros into holes.
///
/// Writes nothing. If the file system cannot reserve space, the holes stay. Errors:
/// [`StoreError::NoSpace`], [`StoreError::Io`].
pub(crate) fn fill_holes(file: &File, path: &Path, bytes: u64) -> Result<(), StoreError> {
    let held = system::allocated_size(file).map_err(io_error("looking at", path))?;
    if held >= bytes {
        return Ok(());
    }
    match system::allocate(file, bytes) {
        Err(source) if source.kind() == io::ErrorKind::Unsupported => Ok(()),
        filled => filled.map_err(|source| no_space(path, bytes - held, source)),
    }
}

/// Makes the error for a file at `path` for which the system could not reserve `needed` bytes.
fn no_space(path: &Path, needed: u64, source: io::Error) -> StoreError {
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::NoSpace {
            path: path.to_path_buf(),
            needed,
            available: free_space(path).unwrap_or(0),
            source,
        },
        _ => io_error("reserving space for", path)(source),
    }
}

/// Writes `bytes` zero bytes from the current position of the file on.
fn write_zeros(mut file: &File, bytes: u64) -> io::Result<()> {
    let zeros = io::repeat(0).take(bytes);
    let mut zeros = io::BufReader::with_capacity(1 << 20, zeros);
    io::copy(&mut zeros, &mut file).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fs4::FileExt;
    use std::fs;

    #[test]
    fn free_space_is_that_of_the_nearest_existing_folder() {
        let root = tempfile::tempdir().unwrap();
        assert!(free_space(&root.path().join("not/yet/there")).unwrap() > 0);
        assert!(free_space(Path::new("not-there-either")).unwrap() > 0);
    }

    #[test]
    fn a_folder_that_cannot_hold_files_is_refused_with_the_reason() {
        let root = tempfile::tempdir().unwrap();
        for there in ["", "not/yet/there"] {
            check_holds_files(&root.path().join(there)).unwrap();
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
        let file = root.path().join("file");
        fs::write(&file, "").unwrap();
        let mut refused = vec![file.clone(), file.join("below")];
        if cfg!(target_os = "linux") {
            refused.push("/proc/not-there".into());
        }
        for folder in refused {
            let error = check_holds_files(&folder).unwrap_err();
            let message = error.to_string();
            let begin = format!(
                "{} cannot hold files: no file can be created in ",
                folder.display()
            );
            assert!(message.starts_with(&begin), "{message}");
        }
    }

    #[test]
    fn space_is_reserved_with_and_without_the_file_systems_help() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("marks");
        for bytes in [0, 8, 3 << 20] {
            for zeros in [false, true] {
                let file = File::create(&path).unwrap();
                if zeros {
                    write_zeros(&file, bytes).unwrap();
                } else {
                    reserve(&file, &path, bytes).unwrap();
                }
                file.sync_all().unwrap();
                assert_eq!(fs::read(&path).unwrap(), vec![0; bytes as usize]);
                if cfg!(target_os = "linux") {
                    assert!(FileExt::allocated_size(&file).unwrap() >= bytes);
                }
            }
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn holes_are_filled_and_what_is_beside_them_stays() {
        use std::os::unix::fs::FileExt as _;
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("marks");
        let file = File::create_new(&path).unwrap();
        let bytes = 3 << 20;
        file.set_len(bytes).unwrap();
        file.write_all_at(b"a mark", 2 << 20).unwrap();
        assert!(FileExt::allocated_size(&file).unwrap() < bytes);
        for _ in 0..2 {
            fill_holes(&file, &path, bytes).unwrap();
            assert!(FileExt::allocated_size(&file).unwrap() >= bytes);
            let mut expected = vec![0; bytes as usize];
            expected[2 << 20..][..6].copy_from_slice(b"a mark");
            assert!(fs::read(&path).unwrap() == expected);
        }
    }

    #[test]
    fn space_that_no_disk_has_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("marks");
        let file = File::create(&path).unwrap();
        assert!(matches!(
            reserve(&file, &path, 1 << 58),
            Err(StoreError::NoSpace { .. } | StoreError::Io { .. })
        ));
    }
}
