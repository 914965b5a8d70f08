//! `Lock`: at most one writer for each store.
//!
//! The lock is the kernel's, on the open file `lock` in the store's folder, and goes when the
//! process does, however it ends: a lock file that was left over holds nobody up. The writer's
//! process number stands in the file while it is held, as text, for the message to the next one.
//! Promises that two living writers never hold the same folder. Does not know readers: they take
//! no lock, and so can read a finished store from a file system that is read-only.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};

use crate::store::disk::folder::Place;
use crate::store::error::{StoreError, io_error};

/// The lock's file name in a store's folder.
pub(crate) const LOCK: &str = "lock";

/// How often a lock is tried for whose file is taken away each time.
const TRIES: usize = 16;

/// The right to write a store, held until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock of a folder, without waiting.
    ///
    /// # Errors
    ///
    /// [`StoreError::Held`] if a living writer has it; [`StoreError::NotAFile`]; else [`StoreError::Io`], whose
    /// source says "not found" where the folder is not there any more.
    pub fn acquire(folder: &Place) -> Result<Lock, StoreError> {
        for _ in 0..TRIES {
            let mut file = folder.write_or_make(LOCK)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Held {
                        folder: folder.path().to_path_buf(),
                        pid: holder(&mut file),
                    });
                }
                Err(TryLockError::Error(source)) => {
                    return Err(io_error("locking", &folder.path_of(LOCK))(source));
                }
            }
            // Between opening and locking, the holder before may have removed the store and this
            // file with it: then the lock is on a file that nobody else will ever open.
            if !folder.leads_to(LOCK, &file)? {
                continue;
            }
            // Under another name the file may be anything, so nothing is written to it. A process that waits for
            // it finds, as above, that it has lost its place.
            if folder.has_other_names(&file, LOCK)? {
                folder.remove(LOCK)?;
                continue;
            }
            let mut lock = Lock { file };
            // The number is for messages alone: on a full disk a store can be removed without it.
            let _ = lock.sign();
            return Ok(lock);
        }
        Err(StoreError::Held {
            folder: folder.path().to_path_buf(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_second_writer_is_told_who_is_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::open(folder.path()).unwrap();
        let first = Lock::acquire(&place).unwrap();
        match Lock::acquire(&place) {
            Err(StoreError::Held { pid, folder: held }) => {
                assert_eq!(pid, Some(std::process::id()));
                assert_eq!(held, folder.path());
            }
            other => panic!("{other:?}"),
        }
        drop(first);
        Lock::acquire(&place).unwrap();
        assert_eq!(fs::read(folder.path().join(LOCK)).unwrap(), b"");
    }

    #[test]
    fn a_lock_file_of_a_dead_process_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK), "1234567890123\nrubbish").unwrap();
        let place = Place::open(folder.path()).unwrap();
        let _lock = Lock::acquire(&place).unwrap();
        let text = fs::read_to_string(folder.path().join(LOCK)).unwrap();
        assert_eq!(text, format!("{}\n", std::process::id()));
    }

    #[test]
    fn in_a_folder_that_was_removed_there_is_no_lock() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("gone");
        fs::create_dir(&path).unwrap();
        let folder = Place::open(&path).unwrap();
        fs::remove_dir(&path).unwrap();
        assert!(Lock::acquire(&folder).unwrap_err().is_not_found());
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_is_a_users_file_too_is_made_afresh() {
        let root = tempfile::tempdir().unwrap();
        let mine = root.path().join("mine");
        fs::write(&mine, "mine").unwrap();
        let path = root.path().join("store");
        fs::create_dir(&path).unwrap();
        fs::hard_link(&mine, path.join(LOCK)).unwrap();
        let folder = Place::open(&path).unwrap();
        let lock = Lock::acquire(&folder).unwrap();
        assert!(matches!(
            Lock::acquire(&folder),
            Err(StoreError::Held { pid: Some(_), .. })
        ));
        drop(lock);
        assert_eq!(fs::read(&mine).unwrap(), b"mine");
        assert_eq!(fs::read(path.join(LOCK)).unwrap(), b"");
    }
}
