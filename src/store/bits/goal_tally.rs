//! `GoalTally`: the number of goals in each generation, for a search that keeps no configuration.
//!
//! The file `goals` has [`TALLY_MAGIC`], the fingerprint of the goals, the number of generations
//! that were looked at, a pair (generation, number of goals) for each generation with a goal, all
//! as u64, and a CRC-32 of these bytes, chained to the header. All numbers are little endian. It is
//! replaced before the record of its last generation is in the log, so it may be ahead of the log,
//! but not behind it.

use std::io::Read;

use crate::disk::folder::StoreFolder;
use crate::error::{StoreError, check_checksum, damaged, io_error};
use crate::journal::checksum::{chained, seal};
use crate::journal::files::GOALS;

/// The first bytes of every file `goals`.
const TALLY_MAGIC: &[u8; 16] = b"SLIDEWISE GOALS\n";

/// Most bytes of the file that are read.
const MAX_BYTES: u64 = 1 << 24;

/// The number of goals in each generation that was looked at.
#[derive(Debug, Clone)]
pub struct GoalTally {
    folder: StoreFolder,
    seed: u32,
    /// Fingerprint of the goals, which the header of the store leaves out.
    asked: [u8; 32],
    /// Number of generations that were looked at, from generation 0 on.
    seen: u64,
    goals: Vec<(u64, u64)>,
}

impl GoalTally {
    /// Reads the tally of a store with `known` generations, for the goals with the fingerprint
    /// `asked`; a tally that is ahead of the log is cut back, and of a tally of other goals nothing
    /// is seen. Errors: [`StoreError::Io`], [`StoreError::Checksum`], [`StoreError::Damaged`].
    pub(super) fn read(
        folder: &StoreFolder,
        seed: u32,
        known: u64,
        asked: [u8; 32],
    ) -> Result<GoalTally, StoreError> {
        let mut tally = GoalTally {
            folder: folder.clone(),
            seed,
            asked,
            seen: 0,
            goals: Vec::new(),
        };
        let Some(file) = folder.read_if_there(GOALS)? else {
            return Ok(tally);
        };
        let path = folder.path_of(GOALS);
        let mut bytes = Vec::new();
        file.take(MAX_BYTES)
            .read_to_end(&mut bytes)
            .map_err(io_error("reading", &path))?;
        let parts = bytes.split_last_chunk().and_then(|(body, checksum)| {
            let (counted, numbers) = body.strip_prefix(TALLY_MAGIC)?.split_first_chunk()?;
            let (numbers, rest) = numbers.as_chunks::<8>();
            let is_whole = rest.is_empty() && numbers.len() % 2 == 1;
            is_whole.then_some((body, counted, numbers, checksum))
        });
        let Some((body, counted, numbers, checksum)) = parts else {
            return Err(damaged(&path, 0, "the number of goals", "other bytes"));
        };
        check_checksum(&path, 0, chained(seed, body), u32::from_le_bytes(*checksum))?;
        if *counted != asked {
            return Ok(tally);
        }
        let mut numbers = numbers.iter().map(|bytes| u64::from_le_bytes(*bytes));
        tally.seen = numbers.next().unwrap_or(0).min(known);
        while let (Some(generation), Some(goals)) = (numbers.next(), numbers.next()) {
            if generation < known {
                tally.goals.push((generation, goals));
            }
        }
        Ok(tally)
    }

    /// Number of generations that were looked at, from generation 0 on.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The generations with a goal, ascending, each with its number of goals.
    pub fn goals(&self) -> &[(u64, u64)] {
        &self.goals
    }

    /// Adds the number of goals of a generation, and brings the tally to the disk. If an earlier
    /// generation was not looked at, nothing is added.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn add(&mut self, generation: u64, goals: u64) -> Result<(), StoreError> {
        if generation != self.seen {
            return Ok(());
        }
        self.seen += 1;
        if goals > 0 {
            self.goals.push((generation, goals));
        }
        let mut bytes = TALLY_MAGIC.to_vec();
        bytes.extend_from_slice(&self.asked);
        bytes.extend_from_slice(&self.seen.to_le_bytes());
        for (generation, goals) in &self.goals {
            bytes.extend_from_slice(&generation.to_le_bytes());
            bytes.extend_from_slice(&goals.to_le_bytes());
        }
        seal(self.seed, &mut bytes);
        self.folder.replace(GOALS, |mut file| {
            std::io::Write::write_all(&mut file, &bytes)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_comes_back_up_to_the_log_and_no_changed_file_is_read() {
        let root = tempfile::tempdir().unwrap();
        let folder = StoreFolder::open(root.path()).unwrap();
        let read = |known| GoalTally::read(&folder, 3, known, [7; 32]);
        let mut tally = read(0).unwrap();
        for (generation, goals) in [(0, 1), (1, 0), (2, 7), (4, 9)] {
            tally.add(generation, goals).unwrap();
        }
        assert_eq!(read(9).unwrap().goals(), [(0, 1), (2, 7)]);
        assert_eq!((read(9).unwrap().seen(), read(2).unwrap().seen()), (3, 2));
        assert_eq!(read(2).unwrap().goals(), [(0, 1)]);
        let other = GoalTally::read(&folder, 3, 9, [8; 32]).unwrap();
        assert_eq!((other.seen(), other.goals()), (0, &[][..]));
        let path = root.path().join(GOALS);
        let bytes = std::fs::read(&path).unwrap();
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 2;
            std::fs::write(&path, changed).unwrap();
            assert!(read(9).is_err(), "{index}");
            std::fs::write(&path, &bytes[..index]).unwrap();
            assert!(read(9).is_err(), "{index}");
        }
    }
}
