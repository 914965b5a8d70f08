//! `Finished`: which generations a folder of sorted files has, by its log and by what says which ones are kept.
//!
//! Promises that each generation from the first one kept to the last one of the log has a file, also while a writer
//! that keeps few is going on. Does not open these files.

use crate::store::disk::folder::{Place, Seen};
use crate::store::error::{StoreError, damaged};
use crate::store::journal::files::{KEPT, LOG, SortedName, sorted_files};
use crate::store::journal::header_file::Title;
use crate::store::journal::log::Log;
use crate::store::journal::record::Kind;
use crate::store::runs::kept;

/// What is finished in a folder.
#[derive(Debug)]
pub(crate) struct Finished {
    /// What the log says.
    pub log: Log,
    /// The first generation whose file, and all later ones, are there.
    pub first_kept: u64,
}

impl Finished {
    /// As [`Finished::read`], and then whether the store is still the one of that title.
    ///
    /// # Errors
    ///
    /// As [`Finished::read`]; [`StoreError::Replaced`] if a fresh one has taken its place: that, and not what was
    /// found then, is to be told.
    pub fn read_in_place(folder: &Place, title: &Title) -> Result<Finished, StoreError> {
        let finished = Finished::read(folder, title);
        title.check_in_place(folder)?;
        finished
    }

    /// Reads the log, and which of its generations have files; no file is opened.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; [`StoreError::Checksum`] and [`StoreError::Damaged`] if the log, or what says which
    /// generations are kept, is not as it was left; [`StoreError::Lost`] if one of those, or of the last two, has no
    /// file, [`StoreError::NotAFile`] if it has something else in its place.
    pub fn read(folder: &Place, title: &Title) -> Result<Finished, StoreError> {
        loop {
            let first = read_first_kept(folder, title)?;
            let log = read_log(folder, title)?;
            let logged = log.counts.len() as u64;
            let most = logged.saturating_sub(2);
            if says_what_is_kept(title) && first > most {
                let expected = format!("a generation up to {most}");
                let path = folder.path_of(KEPT);
                return Err(damaged(&path, 0, expected, first.to_string()));
            }
            let first_kept = first.min(most);
            let mut lost = Vec::new();
            for number in first_kept..logged {
                if !is_there(folder, number)? {
                    lost.push(number);
                }
            }
            if lost.is_empty() {
                return Ok(Finished { log, first_kept });
            }
            // Beside a writer that keeps few, those of the log just read may be gone.
            if read_first_kept(folder, title)? == first {
                return Err(StoreError::Lost {
                    folder: folder.path().to_path_buf(),
                    generations: in_words(&lost),
                });
            }
        }
    }
}

/// Whether a generation has a file.
fn is_there(folder: &Place, number: u64) -> Result<bool, StoreError> {
    // Twice, since a writer may give it its name between the two.
    for name in [
        SortedName::Generation(number),
        SortedName::New(number),
        SortedName::Generation(number),
    ] {
        match folder.look(&name.name())? {
            Some(Seen::File { .. }) => return Ok(true),
            Some(Seen::Other(what)) => {
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

/// Numbers of generations in words; they ascend.
fn in_words(numbers: &[u64]) -> String {
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

/// Whether a store with this title has the file `kept`.
pub(crate) fn says_what_is_kept(title: &Title) -> bool {
    title.header.format >= Kind::SAYS_WHAT_IS_KEPT
}

/// The first generation that is to be there. In a store that does not say so, the first one that is, or a number beyond
/// all.
pub(crate) fn read_first_kept(folder: &Place, title: &Title) -> Result<u64, StoreError> {
    if says_what_is_kept(title) {
        return kept::read(folder.read(KEPT)?, &folder.path_of(KEPT), title.seed);
    }
    let numbers = sorted_files(folder)?.into_iter().map(|file| match file {
        SortedName::Generation(number) | SortedName::New(number) => number,
        SortedName::Spill(_) => u64::MAX,
    });
    Ok(numbers.min().unwrap_or(u64::MAX))
}

/// The log in a folder. The records of files that have their final names are kept.
fn read_log(folder: &Place, title: &Title) -> Result<Log, StoreError> {
    let kept = sorted_files(folder)?
        .into_iter()
        .filter_map(|file| match file {
            SortedName::Generation(number) => Some(number.saturating_add(1)),
            _ => None,
        })
        .max()
        .unwrap_or(0);
    let most = title.header.configurations;
    let file = folder.read(LOG)?;
    Log::read(file, &folder.path_of(LOG), title.seed, most, kept)
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
            assert_eq!(in_words(numbers), words);
        }
    }
}
