//! The file that keeps the finished batches of a sweep: one line each, with a checksum.

use super::batch_result::BatchResult;
use super::design_error::DesignError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use slidewise_store::{open_kept_file, read_kept_file};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The first line: what the file records.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct RecordHeading {
    /// The version of the format.
    sweep: u32,
    /// What distinguishes the sweep from others.
    definition: String,
    /// Number of batches.
    batches: usize,
}

/// A further line: a finished batch.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// The number of the batch.
    batch: usize,
    /// What it found.
    result: BatchResult,
}

/// Finished batches, each with its number.
pub(crate) type FinishedWork = Vec<(usize, BatchResult)>;

/// The record of a sweep that is being written.
#[derive(Debug)]
pub(crate) struct SweepRecord {
    open: Option<(File, PathBuf)>,
}

/// The version of the format.
const VERSION: u32 = 1;

/// Most bytes of a line that is read.
const MAX_BYTES: u64 = 1 << 30;

/// Bytes of the checksum that a line begins with, as hexadecimal digits.
const DIGITS: usize = 16;

impl SweepRecord {
    /// A record that keeps nothing.
    pub(crate) fn nowhere() -> SweepRecord {
        SweepRecord { open: None }
    }

    /// Opens or begins the record of a sweep, and reads its finished batches; with `is_fresh` it
    /// is emptied first. A record of all batches is only read. A last line that a killed run did
    /// not finish is removed.
    ///
    /// # Errors
    ///
    /// [`DesignError::Damaged`] for a line that is not as it was written, or a record of another
    /// sweep; [`DesignError::InUse`] while another run writes it; [`DesignError::Kept`] if a link
    /// or another kind of file is in its place; [`DesignError::Io`].
    pub(crate) fn open(
        path: &Path,
        definition: &str,
        batches: usize,
        is_fresh: bool,
    ) -> Result<(SweepRecord, FinishedWork), DesignError> {
        let failed = |action| {
            move |source| DesignError::Io {
                file: path.to_owned(),
                action,
                source,
            }
        };
        let heading = RecordHeading {
            sweep: VERSION,
            definition: hexadecimal(definition.as_bytes(), 64),
            batches,
        };
        if !is_fresh && let Some(file) = read_kept_file(path)? {
            let (finished, _) = read(&file, path, &heading)?;
            if finished.len() == batches {
                return Ok((SweepRecord::nowhere(), finished));
            }
        }
        let mut file = open_kept_file(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(DesignError::InUse {
                    file: path.to_owned(),
                });
            }
            Err(std::fs::TryLockError::Error(source)) => {
                return Err(failed("cannot be locked")(source));
            }
        }
        if is_fresh {
            file.set_len(0).map_err(failed("cannot be emptied"))?;
        }
        let (finished, good) = read(&file, path, &heading)?;
        file.set_len(good).map_err(failed("cannot be shortened"))?;
        file.seek(SeekFrom::End(0))
            .map_err(failed("cannot be read"))?;
        let mut record = SweepRecord {
            open: Some((file, path.to_owned())),
        };
        if good == 0 {
            record.write(&heading)?;
        }
        Ok((record, finished))
    }

    /// Adds a finished batch.
    ///
    /// # Errors
    ///
    /// [`DesignError::Io`], for instance on a full disk: the lines before stay, and nothing is
    /// written after the unfinished one.
    pub(crate) fn append(&mut self, batch: usize, result: &BatchResult) -> Result<(), DesignError> {
        let result = result.clone();
        self.write(&Entry { batch, result })
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), DesignError> {
        let Some((mut file, path)) = self.open.take() else {
            return Ok(());
        };
        let written = serde_json::to_string(line)
            .map_err(io::Error::from)
            .and_then(|text| {
                let line = format!("{} {text}\n", hexadecimal(text.as_bytes(), DIGITS));
                file.write_all(line.as_bytes())?;
                file.sync_data()
            });
        match written {
            Ok(()) => {
                self.open = Some((file, path));
                Ok(())
            }
            // The record stays closed, so that nothing follows an unfinished line.
            Err(source) => Err(DesignError::Io {
                file: path,
                action: "cannot be written",
                source,
            }),
        }
    }
}

/// The finished batches of a record, and the length of its whole lines.
fn read(
    file: &File,
    path: &Path,
    heading: &RecordHeading,
) -> Result<(Vec<(usize, BatchResult)>, u64), DesignError> {
    let mut finished = Vec::new();
    let mut good = 0;
    let mut reader = BufReader::new(file);
    let mut is_seen = vec![false; heading.batches];
    for number in 1.. {
        let mut line = Vec::new();
        // A longer line has no end within the limit, and is damaged.
        let length = (&mut reader)
            .take(MAX_BYTES)
            .read_until(b'\n', &mut line)
            .map_err(|source| DesignError::Io {
                file: path.to_owned(),
                action: "cannot be read",
                source,
            })?;
        let damaged = || DesignError::Damaged {
            file: path.to_owned(),
            line: number,
        };
        if line.pop() != Some(b'\n') {
            if length as u64 == MAX_BYTES {
                return Err(damaged());
            }
            break;
        }
        let text = checked(&line).ok_or_else(damaged)?;
        if number == 1 {
            let own: RecordHeading = serde_json::from_slice(text).map_err(|_| damaged())?;
            if own != *heading {
                return Err(damaged());
            }
        } else {
            let entry: Entry = serde_json::from_slice(text).map_err(|_| damaged())?;
            let seen = is_seen.get_mut(entry.batch).ok_or_else(damaged)?;
            if std::mem::replace(seen, true) {
                return Err(damaged());
            }
            finished.push((entry.batch, entry.result));
        }
        good += length as u64;
    }
    Ok((finished, good))
}

/// The text of a line without its checksum; `None` if they do not agree.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let (sum, rest) = line.split_at_checked(DIGITS)?;
    let text = rest.strip_prefix(b" ")?;
    (sum == hexadecimal(text, DIGITS).as_bytes()).then_some(text)
}

/// The first digits of a checksum.
pub(crate) fn hexadecimal(bytes: &[u8], digits: usize) -> String {
    let sum = Sha256::digest(bytes);
    let text: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    text[..digits].to_owned()
}
