//! `Log`: one record for each finished generation, and one for the end of the search.
//!
//! The file has [`LOG_MAGIC`] and records of fixed size, each chained to all records before it (see
//! `record`). Reading returns whole records, in order, beginning with the first record.
//!
//! The caller says how many records are *kept*: known to have been on the disk, because another
//! file was written after them. This number distinguishes two kinds of bad bytes:
//!
//! - *Damage*: a kept record is bad or missing. This is an error, which names the offset and both
//!   checksums.
//! - A *torn tail*: a record that is not kept is bad or incomplete. A power loss during an append
//!   leaves such bytes, because the disk takes pages in any order. No answer depends on the tail:
//!   reading skips it, and opening for writing truncates it.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{StoreError, check_checksum, damaged, io_error};
use crate::journal::record::{BadRecord, LogRecord, RECORD_BYTES, decode_record, encode_record};

/// The first bytes of every log.
pub(crate) const LOG_MAGIC: &[u8; 14] = b"SLIDEWISE LOG\n";

/// The content of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Log {
    /// The number of configurations of each finished generation, indexed by generation.
    pub counts: Vec<u64>,
    /// Whether the log has the record of the end, which says that the next generation is empty.
    pub complete: bool,
    /// Size in bytes of the torn tail behind the last good record.
    pub torn: u64,
    /// Number of configurations of all generations together: the sum of `counts`.
    configurations: u64,
    /// The checksum of the previous record or header, to which the next record is chained.
    chain: u32,
}

impl Log {
    /// Creates a log without records; `seed` is the checksum of its header.
    fn empty(seed: u32) -> Log {
        Log {
            counts: Vec::new(),
            complete: false,
            torn: 0,
            configurations: 0,
            chain: seed,
        }
    }

    /// Reads the log in `file`, which was opened at `path` and belongs to the header with the
    /// checksum `seed`. `most` is the number of configurations of the space, and `kept` the number
    /// of records that must be in the file. Reads the file once. Errors: [`StoreError::Io`];
    /// [`StoreError::Checksum`] for a bad kept record; [`StoreError::Damaged`] if a kept record is
    /// missing, or a record is impossible at its position.
    pub(crate) fn read(
        file: File,
        path: &Path,
        seed: u32,
        most: u64,
        kept: u64,
    ) -> Result<Log, StoreError> {
        let mut input = BufReader::new(file);
        let mut magic = Vec::new();
        (&mut input)
            .take(LOG_MAGIC.len() as u64)
            .read_to_end(&mut magic)
            .map_err(io_error("reading", path))?;
        if magic != LOG_MAGIC {
            let found = format!("\"{}\"", magic.escape_ascii());
            return Err(damaged(path, 0, "the first line of a log", found));
        }
        let mut log = Log::empty(seed);
        let mut bytes = Vec::with_capacity(RECORD_BYTES);
        loop {
            bytes.clear();
            (&mut input)
                .take(RECORD_BYTES as u64)
                .read_to_end(&mut bytes)
                .map_err(io_error("reading", path))?;
            let Ok(frame) = <&[u8; RECORD_BYTES]>::try_from(bytes.as_slice()) else {
                if log.records() < kept {
                    let found = format!("the end of the file after {} bytes", bytes.len());
                    return Err(log.damaged(path, "a record", found));
                }
                log.torn = bytes.len() as u64;
                return Ok(log);
            };
            match decode_record(frame, log.records(), log.chain) {
                Ok((record, checksum)) => log.add(record, checksum, most, path)?,
                Err(BadRecord::Payload(found)) => return Err(log.damaged(path, "a record", found)),
                Err(BadRecord::Checksum { expected, found }) => {
                    if log.records() < kept {
                        check_checksum(path, log.bytes(), expected, found)?;
                    }
                    let rest = std::io::copy(&mut input, &mut std::io::sink())
                        .map_err(io_error("reading", path))?;
                    log.torn = RECORD_BYTES as u64 + rest;
                    return Ok(log);
                }
            }
        }
    }

    /// Number of good records in the log.
    fn records(&self) -> u64 {
        self.counts.len() as u64 + u64::from(self.complete)
    }

    /// Length of the file in bytes, without its torn tail.
    fn bytes(&self) -> u64 {
        LOG_MAGIC.len() as u64 + self.records() * RECORD_BYTES as u64
    }

    /// Adds a record whose checksum matches. Fails if the record cannot follow the records before
    /// it.
    fn add(
        &mut self,
        record: LogRecord,
        checksum: u32,
        most: u64,
        path: &Path,
    ) -> Result<(), StoreError> {
        let next = self.counts.len() as u64;
        if self.complete {
            return Err(self.damaged(path, "the end of the file", record.to_string()));
        }
        match record {
            LogRecord::Generation { number, count } if number == next && count > 0 => {
                self.configurations = self
                    .configurations
                    .checked_add(count)
                    .filter(|&sum| sum <= most)
                    .ok_or_else(|| {
                        let left = most - self.configurations;
                        self.damaged(path, &format!("a count up to {left}"), count.to_string())
                    })?;
                self.counts.push(count);
            }
            LogRecord::End {
                generations,
                configurations,
            } if generations == next
                && generations > 0
                && configurations == self.configurations =>
            {
                self.complete = true;
            }
            _ => {
                let expected = format!(
                    "generation {next}, or the end after {} configurations",
                    self.configurations
                );
                return Err(self.damaged(path, &expected, record.to_string()));
            }
        }
        self.chain = checksum;
        Ok(())
    }

    /// Makes the error for damage at the position of the next record.
    fn damaged(&self, path: &Path, expected: &str, found: String) -> StoreError {
        damaged(path, self.bytes(), expected, found)
    }
}

/// A log that is open for appending.
#[derive(Debug)]
pub(crate) struct LogWriter {
    file: File,
    path: PathBuf,
    /// Offset in the file at which the next record will be written.
    end: u64,
    /// Number of records in the file, which is also the number of the next record, from 0.
    records: u64,
    /// The checksum of the previous record or header, to which the next record is chained.
    chain: u32,
}

impl LogWriter {
    /// Writes an empty log into the new file at `path` and syncs it; the caller syncs the folder.
    pub(crate) fn create(mut file: File, path: &Path) -> Result<(), StoreError> {
        file.write_all(LOG_MAGIC)
            .map_err(io_error("writing", path))?;
        file.sync_all().map_err(io_error("syncing", path))
    }

    /// Opens the log in `file` for appending behind its last good record. `path` is the path of the
    /// file and `log` its content. Truncates a torn tail; the next sync brings the truncation to
    /// the disk.
    pub(crate) fn open(file: File, path: PathBuf, log: &Log) -> Result<LogWriter, StoreError> {
        if log.torn > 0 {
            file.set_len(log.bytes())
                .map_err(io_error("truncating the torn tail of", &path))?;
        }
        Ok(LogWriter {
            file,
            path,
            end: log.bytes(),
            records: log.records(),
            chain: log.chain,
        })
    }

    /// Number of records, including those that are not synced yet.
    pub(crate) fn records(&self) -> u64 {
        self.records
    }

    /// Appends records by one write. The records are on the disk after [`LogWriter::sync`]. Errors:
    /// [`StoreError::Io`], after which a part of the records may be in the file as a torn tail.
    pub(crate) fn append(&mut self, records: &[LogRecord]) -> Result<(), StoreError> {
        let mut bytes = Vec::with_capacity(records.len() * RECORD_BYTES);
        let mut chain = self.chain;
        for (record, number) in records.iter().zip(self.records..) {
            let (frame, checksum) = encode_record(*record, number, chain);
            bytes.extend_from_slice(&frame);
            chain = checksum;
        }
        self.file
            .seek(SeekFrom::Start(self.end))
            .and_then(|_| self.file.write_all(&bytes))
            .map_err(io_error("writing", &self.path))?;
        self.end += bytes.len() as u64;
        self.records += records.len() as u64;
        self.chain = chain;
        Ok(())
    }

    /// Brings the appended records to the disk. Errors: [`StoreError::Io`], after which it is
    /// unknown which records are on the disk.
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        self.file
            .sync_data()
            .map_err(io_error("syncing", &self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const SEED: u32 = 0x1234_5678;
    const COUNTS: [u64; 4] = [1, 4, 10, 2];

    fn records() -> Vec<LogRecord> {
        let mut records: Vec<LogRecord> = (0..)
            .zip(COUNTS)
            .map(|(number, count)| LogRecord::Generation { number, count })
            .collect();
        records.push(LogRecord::End {
            generations: 4,
            configurations: 17,
        });
        records
    }

    fn create(path: &Path) -> Result<(), StoreError> {
        LogWriter::create(File::create_new(path).unwrap(), path)
    }

    fn open(path: &Path, log: &Log) -> Result<LogWriter, StoreError> {
        let file = File::options().write(true).open(path).unwrap();
        LogWriter::open(file, path.to_path_buf(), log)
    }

    /// Reads the log at `path`, with no record that must be in it.
    fn read(path: &Path) -> Result<Log, StoreError> {
        Log::read(File::open(path).unwrap(), path, SEED, 100, 0)
    }

    /// Reads the log at `path`, which must have the records of all generations, as in a finished
    /// store.
    fn read_kept(path: &Path) -> Result<Log, StoreError> {
        Log::read(
            File::open(path).unwrap(),
            path,
            SEED,
            100,
            COUNTS.len() as u64,
        )
    }

    /// Creates a finished log in a new folder.
    fn finished() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        create(&path).unwrap();
        let mut writer = open(&path, &read(&path).unwrap()).unwrap();
        writer.append(&records()[..1]).unwrap();
        writer.append(&[]).unwrap();
        writer.append(&records()[1..]).unwrap();
        writer.sync().unwrap();
        (folder, path)
    }

    #[test]
    fn records_come_back_in_order() {
        let (_folder, path) = finished();
        let log = read(&path).unwrap();
        assert_eq!(
            (&*log.counts, log.complete, log.torn),
            (&COUNTS[..], true, 0)
        );
        assert_eq!(log.bytes(), fs::metadata(&path).unwrap().len());
    }

    #[test]
    fn the_bytes_do_not_depend_on_how_often_the_log_was_opened() {
        let (_folder, path) = finished();
        let again = path.with_file_name("again");
        create(&again).unwrap();
        for record in records() {
            let log = read(&again).unwrap();
            let mut writer = open(&again, &log).unwrap();
            writer.append(&[record]).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), fs::read(&again).unwrap());
    }

    #[test]
    fn a_log_torn_at_any_length_is_a_prefix_and_can_be_finished() {
        let (_folder, path) = finished();
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            // Three kinds of torn tails: the file was truncated, it was extended before its bytes
            // were written, or only a later page of it was written.
            for (rest, byte) in [(0, 0), (1, 0), (24, 0), (25, 0), (5000, 0), (100, 0xa5)] {
                let mut torn = whole[..length].to_vec();
                torn.resize(length + rest, byte);
                fs::write(&path, &torn).unwrap();
                if !torn.starts_with(LOG_MAGIC) {
                    assert!(read(&path).is_err(), "{length}");
                    continue;
                }
                let log = read(&path).unwrap();
                let good = log.records() as usize;
                let same = whole.iter().zip(&torn).take_while(|(a, b)| a == b).count();
                assert_eq!(good, (same - LOG_MAGIC.len()) / RECORD_BYTES);
                assert_eq!(log.counts, COUNTS[..good.min(4)], "{length} + {rest}");
                assert_eq!(log.complete, good == 5);
                assert_eq!(log.bytes() + log.torn, torn.len() as u64);
                assert_eq!(read_kept(&path).is_ok(), good >= 4);

                let mut writer = open(&path, &log).unwrap();
                writer.append(&records()[good..]).unwrap();
                assert_eq!(fs::read(&path).unwrap(), whole, "{length} + {rest}");
            }
        }
    }

    #[test]
    fn every_flipped_bit_is_damage_or_tears_a_record_that_is_not_kept() {
        let (_folder, path) = finished();
        let whole = fs::read(&path).unwrap();
        for index in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[index] ^= 1 << bit;
                fs::write(&path, &bytes).unwrap();
                let Some(index) = index.checked_sub(LOG_MAGIC.len()) else {
                    for result in [read(&path), read_kept(&path)] {
                        assert!(matches!(result, Err(StoreError::Damaged { offset: 0, .. })));
                    }
                    continue;
                };
                let record = index / RECORD_BYTES;
                let start = (LOG_MAGIC.len() + record * RECORD_BYTES) as u64;

                let log = read(&path).unwrap();
                assert_eq!((&*log.counts, log.complete), (&COUNTS[..record], false));
                assert_eq!(log.torn, whole.len() as u64 - start);

                match read_kept(&path) {
                    Ok(kept) => {
                        assert_eq!(record, 4, "{index}.{bit} was overlooked");
                        assert_eq!(kept, log);
                    }
                    Err(StoreError::Checksum {
                        offset,
                        expected,
                        found,
                        ..
                    }) => {
                        assert_eq!(offset, start);
                        assert_ne!(expected, found);
                    }
                    Err(error) => panic!("{index}.{bit}: {error}"),
                }
            }
        }
    }

    #[test]
    fn a_log_of_another_header_is_refused() {
        let (_folder, path) = finished();
        assert!(matches!(
            Log::read(File::open(&path).unwrap(), &path, SEED + 1, 100, 1),
            Err(StoreError::Checksum { .. })
        ));
    }

    #[test]
    fn records_with_good_checksums_are_refused_out_of_place() {
        let generation = |number, count| LogRecord::Generation { number, count };
        let end = |generations, configurations| LogRecord::End {
            generations,
            configurations,
        };
        let wrong: [&[LogRecord]; 8] = [
            &[generation(1, 1)],
            &[generation(0, 0)],
            &[end(0, 0)],
            &[generation(0, 5), end(1, 4)],
            &[generation(0, 5), end(2, 5)],
            &[generation(0, 5), end(1, 5), generation(1, 1)],
            &[generation(0, 5), generation(1, 96)],
            &[generation(0, 5), generation(1, u64::MAX)],
        ];
        for records in wrong {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("log");
            create(&path).unwrap();
            let mut writer = open(&path, &read(&path).unwrap()).unwrap();
            writer.append(records).unwrap();
            match read(&path) {
                Err(StoreError::Damaged { offset, .. }) => {
                    let bytes = fs::metadata(&path).unwrap().len();
                    assert_eq!(offset, bytes - RECORD_BYTES as u64);
                }
                other => panic!("{records:?}: {other:?}"),
            }
        }
    }
}
