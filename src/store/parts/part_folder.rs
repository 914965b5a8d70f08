//! `PartFolder`: the folder with the files of all groups that a machine has.

use super::part_file::{PartReader, PartWriter};
use super::part_header::PartHeader;
use crate::disk::folder::{NEW, StoreFolder, create_folder};
use crate::error::{StoreError, io_error};
use crate::journal::folder_name::folder_name;
use crate::journal::lock::Lock;
use crate::journal::record::{Header, StoreKind};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Suffix of the name of a folder of parts.
const PARTS: &str = ".parts";
/// Name of the file with the sizes of the generations of a finished search.
const ANSWER: &str = "answer";
/// Suffix of the name of a file of a group.
const PART: &str = ".part";

/// The folder with the files of all groups that a machine has. Several processes of one run may use
/// it at once, each for other groups.
#[derive(Debug)]
pub struct PartFolder {
    folder: StoreFolder,
    /// Suffix of the names of this process's unfinished files: random, so that no other process
    /// writes to them, whichever machine and run it belongs to.
    new: String,
    /// Held by the first process of a run, so that no second run begins in the folder.
    _lock: Option<Lock>,
}

impl PartFolder {
    /// Path of the folder of a search below `root`, with marks or with sizes alone.
    pub fn path_for(root: &Path, header: &Header, has_marks: bool) -> PathBuf {
        let kind = if has_marks {
            StoreKind::Marks
        } else {
            StoreKind::Counts
        };
        root.join(folder_name(header, kind) + PARTS)
    }

    /// Opens the folder of a search, and creates it if it is missing. One process of a run, the
    /// first, locks it.
    ///
    /// # Errors
    /// If the folder cannot be created or opened, or another run has locked it.
    pub fn open(
        root: &Path,
        header: &Header,
        has_marks: bool,
        is_first: bool,
    ) -> Result<PartFolder, StoreError> {
        let path = PartFolder::path_for(root, header, has_marks);
        create_folder(&path)?;
        let folder = StoreFolder::open(&path)?;
        let lock = match is_first.then(|| Lock::acquire(&folder)).transpose() {
            // Some file systems that machines share have no locks.
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::Unsupported => {
                None
            }
            lock => lock?,
        };
        Ok(PartFolder::of(folder, lock))
    }

    fn of(folder: StoreFolder, lock: Option<Lock>) -> PartFolder {
        PartFolder {
            folder,
            new: format!(".{:016x}{NEW}", RandomState::new().build_hasher().finish()),
            _lock: lock,
        }
    }

    /// Opens the folder of a search with marks if it is there.
    ///
    /// # Errors
    /// If the folder cannot be opened.
    pub fn existing(root: &Path, header: &Header) -> Result<Option<PartFolder>, StoreError> {
        match StoreFolder::open(&PartFolder::path_for(root, header, true)) {
            Err(error) if error.is_not_found() || error.is_no_folder() => Ok(None),
            folder => Ok(Some(PartFolder::of(folder?, None))),
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Group and generation of every file, ascending.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn list(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        let names = self.folder.list()?;
        let mut files: Vec<_> = names.iter().filter_map(|name| parse_name(name)).collect();
        files.sort_unstable();
        Ok(files)
    }

    /// Writes the file of a group at its last generation, and brings it to the disk. The name is on
    /// the disk after [`PartFolder::sync`].
    ///
    /// # Errors
    /// If the system refuses to write.
    pub fn write(
        &self,
        header: &PartHeader,
        fill: impl FnOnce(&mut PartWriter<'_>) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let name = file_name(header.group, header.counts.len() as u64 - 1);
        self.put(&name, |file| {
            let mut writer = PartWriter::new(file, header)?;
            fill(&mut writer)?;
            writer.finish()
        })
    }

    /// Writes the bytes of a file that another machine has sent.
    ///
    /// # Errors
    /// If the system refuses to write.
    pub fn write_bytes(&self, group: u64, generation: u64, bytes: &[u8]) -> Result<(), StoreError> {
        self.put(&file_name(group, generation), |mut file| {
            file.write_all(bytes)
        })
    }

    fn put(
        &self,
        name: &str,
        write: impl FnOnce(&std::fs::File) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let new = &format!("{name}{}", self.new);
        let file = self.folder.create(new)?;
        let path = self.folder.path_of(new);
        let written = write(&file)
            .map_err(io_error("writing", &path))
            .and_then(|()| file.sync_all().map_err(io_error("syncing", &path)))
            .and_then(|()| self.folder.rename(new, name));
        if written.is_err() {
            // The unfinished file is removed to free space on a full disk.
            let _ = self.folder.remove(new);
        }
        written
    }

    /// Opens the file of a group at a generation.
    ///
    /// # Errors
    /// If the file is missing, damaged or cannot be read.
    pub fn read(&self, group: u64, generation: u64) -> Result<PartReader, StoreError> {
        let name = file_name(group, generation);
        PartReader::new(self.folder.read(&name)?, self.folder.path_of(&name))
    }

    /// The bytes of the file of a group at a generation.
    ///
    /// # Errors
    /// If the file is missing or cannot be read.
    pub fn read_bytes(&self, group: u64, generation: u64) -> Result<Vec<u8>, StoreError> {
        let name = file_name(group, generation);
        let mut bytes = Vec::new();
        let mut file = self.folder.read(&name)?;
        file.read_to_end(&mut bytes)
            .map_err(io_error("reading", &self.folder.path_of(&name)))?;
        Ok(bytes)
    }

    /// The file of a finished search, if it is there.
    ///
    /// # Errors
    /// If the file is damaged or cannot be read.
    pub fn answer(&self) -> Result<Option<PartReader>, StoreError> {
        let Some(file) = self.folder.read_if_there(ANSWER)? else {
            return Ok(None);
        };
        let reader = PartReader::new(file, self.folder.path_of(ANSWER))?;
        Ok(Some(reader).filter(|reader| reader.header().is_complete))
    }

    /// Writes the file of a finished search, and brings it to the disk. Processes that share the
    /// folder write the same bytes.
    ///
    /// # Errors
    /// If the system refuses to write.
    pub fn write_answer(&self, header: &PartHeader) -> Result<(), StoreError> {
        self.put(ANSWER, |file| PartWriter::new(file, header)?.finish())?;
        self.sync()
    }

    /// Removes the file of a finished search.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove_answer(&self) -> Result<(), StoreError> {
        self.folder.remove(ANSWER)
    }

    /// Removes the unfinished files that killed processes have left. No process may be writing.
    ///
    /// # Errors
    /// If the folder cannot be read, or a file cannot be removed.
    pub fn remove_unfinished(&self) -> Result<(), StoreError> {
        for name in self.folder.list()? {
            if name.ends_with(NEW) {
                self.folder.remove(&name)?;
            }
        }
        Ok(())
    }

    /// Removes the files of all groups at generations before `generation`.
    ///
    /// # Errors
    /// If the folder cannot be read, or a file cannot be removed.
    pub fn remove_older(&self, generation: u64) -> Result<(), StoreError> {
        for (group, of) in self.list()? {
            if of < generation {
                self.folder.remove(&file_name(group, of))?;
            }
        }
        Ok(())
    }

    /// Brings the names of all files to the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sync(&self) -> Result<(), StoreError> {
        self.folder.sync()
    }

    /// Number of bytes of all files.
    pub fn bytes(&self) -> u64 {
        let entries = std::fs::read_dir(self.path()).into_iter().flatten();
        let sizes = entries.filter_map(|entry| Some(entry.ok()?.metadata().ok()?.len()));
        sizes.sum()
    }
}

fn file_name(group: u64, generation: u64) -> String {
    format!("{group:06}-{generation:06}{PART}")
}

fn parse_name(name: &str) -> Option<(u64, u64)> {
    let (group, generation) = name.strip_suffix(PART)?.split_once('-')?;
    let found = (group.parse().ok()?, generation.parse().ok()?);
    (file_name(found.0, found.1) == name).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::header;

    fn part() -> PartHeader {
        PartHeader {
            search: PartHeader::search_of(&header()),
            goals_counted: "0a".to_owned(),
            rows: 2,
            width: 30_000,
            group_words: 10_000,
            group: 1,
            has_marks: false,
            is_complete: false,
            counts: vec![1, 2, 5],
            goals: vec![0, 0, 1],
        }
    }

    #[test]
    fn a_file_of_a_group_comes_back_and_damage_is_found() {
        let root = tempfile::tempdir().unwrap();
        let folder = PartFolder::open(root.path(), &header(), true, true).unwrap();
        let words: Vec<u64> = (0..10_000).map(|at| u64::from(at % 7 == 0) * at).collect();
        folder
            .write(&part(), |file| {
                file.words(&words)?;
                file.words(&words[..3])
            })
            .unwrap();
        folder.sync().unwrap();
        assert_eq!(folder.list().unwrap(), [(1, 2)]);
        let read = |folder: &PartFolder| {
            let mut file = folder.read(1, 2)?;
            let mut found = vec![1; 10_000];
            file.words(&mut found)?;
            file.words(&mut [0; 3])?;
            assert_eq!(*file.header(), part());
            file.end()?;
            Ok::<_, StoreError>(found)
        };
        assert_eq!(read(&folder).unwrap(), words);
        let bytes = folder.read_bytes(1, 2).unwrap();
        for at in (0..bytes.len()).step_by(97) {
            let mut bad = bytes.clone();
            bad[at] ^= 16;
            folder.write_bytes(1, 2, &bad).unwrap();
            assert!(read(&folder).is_err(), "{at}");
        }
        folder.write_bytes(1, 2, &bytes[..bytes.len() - 1]).unwrap();
        assert!(read(&folder).is_err());
        folder
            .write_bytes(1, 2, &[&bytes[..], b"x"].concat())
            .unwrap();
        assert!(read(&folder).is_err());
        folder.remove_older(2).unwrap();
        assert_eq!(folder.list().unwrap(), [(1, 2)]);
        folder.remove_older(3).unwrap();
        assert_eq!(folder.list().unwrap(), []);
    }

    #[test]
    fn one_run_at_a_time_has_a_folder_and_no_process_writes_to_the_file_of_another() {
        let root = tempfile::tempdir().unwrap();
        let open = |is_first| PartFolder::open(root.path(), &header(), true, is_first);
        let [first, second] = [true, false].map(|is_first| open(is_first).unwrap());
        assert!(matches!(open(true), Err(StoreError::Held { .. })));
        let written = first.write(&part(), |file| {
            second.write(&part(), |file| file.words(&[1])).unwrap();
            file.words(&[1])
        });
        written.unwrap();
        let left = first
            .path()
            .join(format!("000001-000002.part{}", second.new));
        std::fs::write(&left, "half").unwrap();
        first.remove_unfinished().unwrap();
        assert!(!left.exists());
        assert_eq!(first.list().unwrap(), [(1, 2)]);
        drop(first);
        open(true).unwrap();
    }
}
