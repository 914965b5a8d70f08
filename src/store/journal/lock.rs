//! `Lock`: at most one writer for each store.
//!
//! The lock is a lock of the kernel on the open file `lock` in the store's folder. It ends when the
//! process ends for any reason, so a lock file left behind blocks no other process. While the lock
//! is held, the file has the writer's process number as text, which the error of a second writer
//! names. Readers take no lock, so a finished store can be read from a read-only file system.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};

use crate::disk::folder::StoreFolder;
use crate::error::{StoreError, io_error};

/// Name of the lock file in a store's folder.
pub(crate) const LOCK: &str = "lock";

/// Largest number of attempts to lock a file that another process removes each time.
const TRIES: usize = 16;

/// The right to write a store, held until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock of a store's folder, without waiting. Errors: [`StoreError::Held`] if a
    /// running writer has it; [`StoreError::NotAFile`]; [`StoreError::Io`], whose source is
    /// `NotFound` if the folder was removed meanwhile.
    pub(crate) fn acquire(folder: &StoreFolder) -> Result<Lock, StoreError> {
        for _ in 0..TRIES {
            let mut file = folder.write_or_create(LOCK)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Held {
                        folder: folder.path().to_path_buf(),
                        pid: read_holder(&mut file),
                    });
                }
                Err(TryLockError::Error(source)) => {
                    return Err(io_error("locking", &folder.path_of(LOCK))(source));
                }
            }
            // Between opening and locking, the previous holder may have removed the store together
            // with this file. Then the lock is on a file that no other process can open.
            if !folder.leads_to(LOCK, &file)? {
                continue;
            }
            // If the lock file has another name (a hard link), that may be a file of the user. So
            // the lock file is replaced and not written to. A process that opened the old file
            // before the replacement notices, by the check above, that the old file is no longer in
            // place.
            if folder.has_other_names(&file, LOCK)? {
                folder.remove(LOCK)?;
                continue;
            }
            let mut lock = Lock { file };
            // A failure to write the process number is ignored, because only messages need it. So a
            // store can be removed even when the disk is full.
            let _ = lock.write_pid();
            return Ok(lock);
        }
        Err(StoreError::Held {
            folder: folder.path().to_path_buf(),
            pid: None,
        })
    }

    /// Writes the number of this process into the lock file, so that the error of a second writer
    /// can name it.
    fn write_pid(&mut self) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file
            .write_all(format!("{}\n", std::process::id()).as_bytes())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is emptied of the process number. A failure does no harm, because other
        // processes read the number only while the lock is held.
        let _ = self.file.set_len(0);
        // Closing the file is not enough if another thread is starting a process. Between fork and
        // exec that process has this file open too, and would hold the lock a moment longer.
        let _ = self.file.unlock();
    }
}

/// Reads the process number in a lock file; `None` if the file has no number.
fn read_holder(file: &mut File) -> Option<u32> {
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
        let held = StoreFolder::open(folder.path()).unwrap();
        let first = Lock::acquire(&held).unwrap();
        match Lock::acquire(&held) {
            Err(StoreError::Held {
                pid,
                folder: locked,
            }) => {
                assert_eq!(pid, Some(std::process::id()));
                assert_eq!(locked, folder.path());
            }
            other => panic!("{other:?}"),
        }
        drop(first);
        Lock::acquire(&held).unwrap();
        assert_eq!(fs::read(folder.path().join(LOCK)).unwrap(), b"");
    }

    #[test]
    fn a_lock_file_of_a_dead_process_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK), "1234567890123\nrubbish").unwrap();
        let held = StoreFolder::open(folder.path()).unwrap();
        let _lock = Lock::acquire(&held).unwrap();
        let text = fs::read_to_string(folder.path().join(LOCK)).unwrap();
        assert_eq!(text, format!("{}\n", std::process::id()));
    }

    #[test]
    fn in_a_folder_that_was_removed_there_is_no_lock() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("gone");
        fs::create_dir(&path).unwrap();
        let folder = StoreFolder::open(&path).unwrap();
        fs::remove_dir(&path).unwrap();
        assert!(Lock::acquire(&folder).unwrap_err().is_not_found());
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_is_also_a_file_of_the_user_is_created_again() {
        let root = tempfile::tempdir().unwrap();
        let mine = root.path().join("mine");
        fs::write(&mine, "mine").unwrap();
        let path = root.path().join("store");
        fs::create_dir(&path).unwrap();
        fs::hard_link(&mine, path.join(LOCK)).unwrap();
        let folder = StoreFolder::open(&path).unwrap();
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
