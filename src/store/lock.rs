//! `Lock`: at most one writer for each store.
//!
//! The lock is the kernel's, on the open file `lock` in the store's folder, and goes when the
//! process does, however it ends: a lock file that was left over holds nobody up. The writer's
//! process number stands in the file while it is held, as text, for the message to the next one.
//! Promises that two living writers never hold the same folder. Does not know readers: they take
//! no lock, and so can read a finished store from a file system that is read-only.

use same_file::Handle;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use super::error::{StoreError, io_error};

/// The lock's file name in a store's folder.
pub(super) const LOCK: &str = "lock";

/// How often a lock is tried for whose file is taken away each time.
const TRIES: usize = 16;

/// The right to write a store, held until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock of a folder, without waiting.
    ///
    /// # Errors
    ///
    /// [`StoreError::Held`] if a living writer has it, else [`StoreError::Io`]; its source says
    /// "not found" where the folder is not there.
    pub fn acquire(folder: &Path) -> Result<Lock, StoreError> {
        let path = folder.join(LOCK);
        for _ in 0..TRIES {
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(io_error("opening", &path))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Held {
                        folder: folder.to_path_buf(),
                        pid: holder(&mut file),
                    });
                }
                Err(TryLockError::Error(source)) => {
                    return Err(io_error("locking", &path)(source));
                }
            }
            // Between opening and locking, the holder before may have removed the store and this
            // file with it: then the lock is on a file that nobody else will ever open.
            if is_at(&file, &path)? {
                let mut lock = Lock { file };
                // The number is for messages alone: on a full disk a store can be removed without it.
                let _ = lock.sign();
                return Ok(lock);
            }
        }
        Err(StoreError::Held {
            folder: folder.to_path_buf(),
            pid: None,
        })
    }

    /// Writes the process number, for those who are refused.
    fn sign(&mut self) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file
            .write_all(format!("{}\n", std::process::id()).as_bytes())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The number is of use only while the lock is held. Where this fails, a number is left that
        // nobody reads.
        let _ = self.file.set_len(0);
        // Closing would do, but for a process that another thread is just now starting: between
        // fork and exec it has this file open too, and would hold the lock a moment longer.
        let _ = self.file.unlock();
    }
}

/// The process number in a lock file, if one can be read.
fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(16).read_to_string(&mut text).ok()?;
    text.trim_end().parse().ok()
}

/// Whether `path` still leads to this open file, and not to nothing or to another one put there
/// meanwhile.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(super) fn is_at(file: &File, path: &Path) -> Result<bool, StoreError> {
    let there = match Handle::from_path(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        there => there,
    };
    let open = file.try_clone().and_then(Handle::from_file);
    let is_same = there.and_then(|there| Ok(there == open?));
    is_same.map_err(io_error("looking at", path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_second_writer_is_told_who_is_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let first = Lock::acquire(folder.path()).unwrap();
        match Lock::acquire(folder.path()) {
            Err(StoreError::Held { pid, folder: held }) => {
                assert_eq!(pid, Some(std::process::id()));
                assert_eq!(held, folder.path());
            }
            other => panic!("{other:?}"),
        }
        drop(first);
        Lock::acquire(folder.path()).unwrap();
        assert_eq!(fs::read(folder.path().join(LOCK)).unwrap(), b"");
    }

    #[test]
    fn a_lock_file_of_a_dead_process_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK), "1234567890123\nrubbish").unwrap();
        let _lock = Lock::acquire(folder.path()).unwrap();
        let text = fs::read_to_string(folder.path().join(LOCK)).unwrap();
        assert_eq!(text, format!("{}\n", std::process::id()));
    }

    #[test]
    fn without_a_folder_there_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        match Lock::acquire(&folder.path().join("none")) {
            Err(StoreError::Io { source, .. }) => {
                assert_eq!(source.kind(), std::io::ErrorKind::NotFound);
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_put_in_place_of_another_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let file = File::create(&path).unwrap();
        assert!(is_at(&file, &path).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&file, &path).unwrap());
        fs::write(&path, "").unwrap();
        assert!(!is_at(&file, &path).unwrap());
    }
}
