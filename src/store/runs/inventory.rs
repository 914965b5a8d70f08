//! `Inventory`: which generations a store of run files has, according to its log and the file
//! `kept`.
//!
//! Each generation from the first kept generation to the last generation of the log has a file.
//! This holds even while a writer removes old files. This module does not open these files.

use super::kept;
use crate::disk::folder::{EntryKind, StoreFolder};
use crate::error::{StoreError, damaged};
use crate::journal::files::{KEPT, RunFileName, list_run_files};
use crate::journal::header_file::HeaderFile;
use crate::journal::log::Log;
use crate::journal::record::StoreKind;

/// The finished generations of a store, and which of them have files.
#[derive(Debug)]
pub(crate) struct Inventory {
    /// The content of the log.
    pub log: Log,
    /// The number of the first generation whose file is kept. The files of all later generations
    /// are kept too.
    pub first_kept: u64,
}

impl Inventory {
    /// Reads the inventory as [`Inventory::read`] does, and checks that the store was not replaced
    /// meanwhile. Errors: as [`Inventory::read`]; if the store was replaced, always
    /// [`StoreError::Replaced`].
    pub(crate) fn read_in_place(
        folder: &StoreFolder,
        header: &HeaderFile,
    ) -> Result<Inventory, StoreError> {
        let inventory = Inventory::read(folder, header);
        header.check_in_place(folder)?;
        inventory
    }

    /// Reads the log, and checks which of its generations have files. Errors: [`StoreError::Io`];
    /// [`StoreError::Checksum`] and [`StoreError::Damaged`] for a damaged log or file `kept`;
    /// [`StoreError::Lost`] if a kept generation, or one of the last two, has no file;
    /// [`StoreError::NotAFile`].
    pub(crate) fn read(folder: &StoreFolder, header: &HeaderFile) -> Result<Inventory, StoreError> {
        loop {
            let first = read_first_kept(folder, header)?;
            let log = read_log(folder, header)?;
            let logged = log.counts.len() as u64;
            let most = logged.saturating_sub(2);
            if has_kept_file(header) && first > most {
                let expected = format!("a generation up to {most}");
                let path = folder.path_of(KEPT);
                return Err(damaged(&path, 0, expected, first.to_string()));
            }
            let first_kept = first.min(most);
            let mut lost = Vec::new();
            for number in first_kept..logged {
                if !has_file(folder, number)? {
                    lost.push(number);
                }
            }
            if lost.is_empty() {
                return Ok(Inventory { log, first_kept });
            }
            // If a writer has removed old files since the log was read, the number of the first
            // kept generation has changed, and everything is read again.
            if read_first_kept(folder, header)? == first {
                return Err(StoreError::Lost {
                    folder: folder.path().to_path_buf(),
                    generations: name_generations(&lost),
                });
            }
        }
    }
}

/// Whether a generation has a file, under its final name or the name ending in `.new`.
fn has_file(folder: &StoreFolder, number: u64) -> Result<bool, StoreError> {
    // The final name is looked up twice, because a writer may rename the file between the first
    // look-up and the second.
    for name in [
        RunFileName::Generation(number),
        RunFileName::New(number),
        RunFileName::Generation(number),
    ] {
        match folder.look(&name.name())? {
            Some(EntryKind::File { .. }) => return Ok(true),
            Some(EntryKind::Other(what)) => {
                return Err(StoreError::NotAFile {
                    path: folder.path_of(&name.name()),
                    what,
                });
            }
            None => {}
        }
    }
    Ok(false)
}

/// Describes ascending numbers of generations in words, such as "generations 0 to 7, 9".
fn name_generations(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let runs: Vec<String> = runs
        .map(|run| match run {
            [first, .., last] => format!("{first} to {last}"),
            [one] => one.to_string(),
            [] => String::new(),
        })
        .collect();
    let noun = match numbers {
        [_] => "generation",
        _ => "generations",
    };
    format!("{noun} {}", runs.join(", "))
}

/// Whether a store with this header has the file `kept`.
pub(crate) fn has_kept_file(header: &HeaderFile) -> bool {
    header.header.format >= StoreKind::FIRST_WITH_KEPT_FILE
}

/// Reads the number of the first kept generation. In a store without the file `kept` this is the
/// first generation that has a file. If no generation has a file, it is a number beyond all
/// generations.
pub(crate) fn read_first_kept(
    folder: &StoreFolder,
    header: &HeaderFile,
) -> Result<u64, StoreError> {
    if has_kept_file(header) {
        return kept::read(folder.read(KEPT)?, &folder.path_of(KEPT), header.seed);
    }
    let numbers = list_run_files(folder)?.into_iter().map(|file| match file {
        RunFileName::Generation(number) | RunFileName::New(number) => number,
        RunFileName::Spill(_) => u64::MAX,
    });
    Ok(numbers.min().unwrap_or(u64::MAX))
}

/// Reads the log. The file of a generation gets its final name after the generation's record is on
/// the disk. So all records up to the last generation whose file has its final name must be good.
fn read_log(folder: &StoreFolder, header: &HeaderFile) -> Result<Log, StoreError> {
    let kept = list_run_files(folder)?
        .into_iter()
        .filter_map(|file| match file {
            RunFileName::Generation(number) => Some(number.saturating_add(1)),
            _ => None,
        })
        .max()
        .unwrap_or(0);
    header.read_log(folder, kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_are_named_in_runs() {
        for (numbers, words) in [
            (&[3][..], "generation 3"),
            (&[0, 1, 2], "generations 0 to 2"),
            (&[0, 1, 5, 7, 8], "generations 0 to 1, 5, 7 to 8"),
        ] {
            assert_eq!(name_generations(numbers), words);
        }
    }
}
