//! `RunReader` and `RunLookup`: read a run file in order, and look up members in it.
//!
//! Members are returned only from blocks with a matching checksum. They ascend, and each is the
//! number of a configuration.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;

use super::ascending::Ascending;
use super::run_format::{BLOCK, BLOCK_FRONT, END, FRONT, RunOwner, RunSize, SORTED_MAGIC, SUM};
use crate::error::{StoreError, check_checksum, damaged, io_error, read_size};

/// Reads the members of a run file in ascending order.
#[derive(Debug)]
pub struct RunReader {
    input: BufReader<File>,
    path: PathBuf,
    owner: RunOwner,
    extent: RunSize,
    /// Offset in the file of the next byte to be read.
    at: u64,
    /// The bytes of the current block, without its checksum.
    block: Vec<u8>,
    /// Offset of the current block in the file.
    block_at: u64,
    /// Offset in the current block of the next gap to be read.
    gap_at: usize,
    /// Number of members of the current block that were not returned yet.
    left: u32,
    /// The member that was returned last; directly after a block was read, its first member.
    value: u64,
    /// Number of members of the file that were returned.
    given: u64,
}

impl RunReader {
    /// Starts to read `file`, which was opened at `path` and should belong to `owner`; `buffer`
    /// bytes are read at a time. Checks the bytes before and behind the blocks; a block is checked
    /// when it is read. Errors: [`StoreError::Io`]; [`StoreError::Damaged`] and
    /// [`StoreError::Checksum`] for a damaged file or a file of another owner.
    pub(super) fn new(
        file: File,
        path: PathBuf,
        owner: RunOwner,
        buffer: usize,
    ) -> Result<RunReader, StoreError> {
        let bytes = read_size(&file, &path)?;
        let mut sorted = RunReader {
            input: BufReader::with_capacity(buffer, file),
            path,
            owner,
            extent: RunSize { count: 0, bytes },
            at: 0,
            block: Vec::with_capacity(BLOCK),
            block_at: 0,
            gap_at: 0,
            left: 0,
            value: 0,
            given: 0,
        };
        sorted.check_ends()?;
        Ok(sorted)
    }

    /// Reads and checks the bytes before and behind the blocks.
    fn check_ends(&mut self) -> Result<(), StoreError> {
        let blocks = self.extent.bytes.saturating_sub(FRONT + END);
        let cut = blocks % BLOCK as u64;
        if blocks == 0 || (1..=(BLOCK_FRONT + SUM - 1) as u64).contains(&cut) {
            return Err(self.damaged(
                0,
                "the size of a run file",
                format!("{} bytes", self.extent.bytes),
            ));
        }
        let mut front = [0; FRONT as usize];
        self.read_at(0, &mut front)?;
        let (magic, number) = front.split_at(SORTED_MAGIC.len());
        if magic != SORTED_MAGIC {
            let found = format!("\"{}\"", magic.escape_ascii());
            return Err(self.damaged(0, "the first bytes of a run file", found));
        }
        let number = u64_of(number);
        if number != self.owner.number {
            let expected = format!("generation {}", self.owner.number);
            return Err(self.damaged(SORTED_MAGIC.len() as u64, &expected, number.to_string()));
        }
        let mut end = [0; END as usize];
        let offset = self.extent.bytes - END;
        self.read_at(offset, &mut end)?;
        let (count, sum) = end.split_at(8);
        self.check_sum(offset, count, sum)?;
        self.extent.count = u64_of(count);
        self.input
            .seek(SeekFrom::Start(FRONT))
            .map_err(io_error("reading", &self.path))?;
        self.at = FRONT;
        Ok(())
    }

    /// Fails if the number of members of the file is not `expected`, which is the count in the log.
    /// Errors: [`StoreError::Damaged`].
    pub(super) fn check_count(&self, expected: u64) -> Result<(), StoreError> {
        let found = self.extent.count;
        if found == expected {
            return Ok(());
        }
        let expected = format!("{expected}, the count in the log");
        Err(self.damaged(self.end(), &expected, found.to_string()))
    }

    /// Offset in the file of the first byte behind the blocks.
    fn end(&self) -> u64 {
        self.extent.bytes - END
    }

    /// Fills `bytes` with the bytes at `offset` in the file.
    fn read_at(&mut self, offset: u64, bytes: &mut [u8]) -> Result<(), StoreError> {
        if offset != self.at {
            self.input
                .seek(SeekFrom::Start(offset))
                .map_err(io_error("reading", &self.path))?;
        }
        self.at = offset + bytes.len() as u64;
        self.input
            .read_exact(bytes)
            .map_err(io_error("reading", &self.path))
    }

    /// Compares the checksum of the bytes at `offset` in the file with the recorded checksum.
    fn check_sum(&self, offset: u64, bytes: &[u8], recorded: &[u8]) -> Result<(), StoreError> {
        let computed = self.owner.checksum(offset, bytes);
        check_checksum(&self.path, offset, computed, u32_of(recorded))
    }

    /// Reads the block at `offset` in the file, and sets `value` to the first member of the block.
    fn load(&mut self, offset: u64) -> Result<(), StoreError> {
        let length = (self.end() - offset).min(BLOCK as u64) as usize;
        let mut block = std::mem::take(&mut self.block);
        block.resize(length, 0);
        let read = self.read_at(offset, &mut block);
        let sum = block.split_off(length - SUM);
        let good = read.and_then(|()| self.check_sum(offset, &block, &sum));
        self.block = block;
        good?;
        self.block_at = offset;
        self.enter_block()
    }

    /// Goes to the first member of the current block.
    fn enter_block(&mut self) -> Result<(), StoreError> {
        self.value = u64_of(&self.block[..8]);
        self.left = u32_of(&self.block[8..BLOCK_FRONT]);
        self.gap_at = BLOCK_FRONT;
        if self.left == 0 || self.value >= self.owner.most {
            let expected = format!("members below {}", self.owner.most);
            let found = format!("{} members, the first of them {}", self.left, self.value);
            return Err(self.damaged(self.block_at, &expected, found));
        }
        Ok(())
    }

    /// Offset in the file of the block after the current block.
    fn next_block(&self) -> u64 {
        self.block_at + (self.block.len() + SUM) as u64
    }

    /// Goes to the next member of the current block.
    #[inline]
    fn step(&mut self) -> Result<(), StoreError> {
        let mut gap = 0u64;
        let mut shift = 0;
        while let Some(&byte) = self.block.get(self.gap_at) {
            self.gap_at += 1;
            // A gap has 64 bits, so its tenth byte can only have the last of them, bit 63.
            if shift == 63 && byte > 1 {
                break;
            }
            gap |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let next = self.value.checked_add(gap).and_then(|v| v.checked_add(1));
                match next.filter(|&next| next < self.owner.most) {
                    Some(next) => {
                        self.value = next;
                        return Ok(());
                    }
                    None => break,
                }
            }
            shift += 7;
        }
        let offset = self.block_at + self.gap_at as u64;
        let found = format!("a gap of at least {gap} behind member {}", self.value);
        Err(self.damaged(offset, &format!("members below {}", self.owner.most), found))
    }

    /// Makes the error for a wrong value at `offset` in the file.
    fn damaged(&self, offset: u64, expected: &str, found: String) -> StoreError {
        damaged(&self.path, offset, expected, found)
    }

    /// Makes the error for a member that this reader returned, but that the caller found to be the
    /// number of no configuration.
    pub fn refuse(&self, member: u64) -> StoreError {
        self.damaged(
            self.block_at,
            "the number of a configuration",
            member.to_string(),
        )
    }
}

impl Ascending for RunReader {
    #[inline]
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        if self.left > 0 {
            self.step()?;
        } else {
            let offset = match self.given {
                0 => FRONT,
                _ => self.next_block(),
            };
            if offset == self.end() {
                if self.given != self.extent.count {
                    let found = self.extent.count.to_string();
                    return Err(self.damaged(offset, &format!("the count {}", self.given), found));
                }
                return Ok(None);
            }
            let last = self.value;
            self.load(offset)?;
            if self.given > 0 && self.value <= last {
                let expected = format!("a member greater than {last}");
                return Err(self.damaged(offset, &expected, self.value.to_string()));
            }
        }
        self.left -= 1;
        self.given += 1;
        Ok(Some(self.value))
    }
}

/// Looks up members in a run file. Look-ups in ascending order are cheapest, because all look-ups
/// in one block cost only one read of that block.
#[derive(Debug)]
pub struct RunLookup {
    sorted: RunReader,
    /// The range of numbers that can be members of the current block; empty before a block is read.
    covered: Range<u64>,
}

impl RunLookup {
    /// Starts look-ups in a run file; no block is read yet.
    pub(super) fn new(sorted: RunReader) -> RunLookup {
        RunLookup {
            sorted,
            covered: 0..0,
        }
    }

    /// Whether the number `index` is a member of the file. Costs about log2(b) reads of 8 KB in a
    /// file of b blocks, but no read if `index` falls into the current block.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; [`StoreError::Checksum`] and [`StoreError::Damaged`] for a damaged
    /// block.
    pub fn contains(&mut self, index: u64) -> Result<bool, StoreError> {
        if !self.covered.contains(&index) {
            if !self.find_block(index)? {
                return Ok(false);
            }
        } else if index < self.sorted.value {
            self.sorted.enter_block()?;
            self.sorted.left -= 1;
        }
        while self.sorted.value < index && self.sorted.left > 0 {
            self.sorted.step()?;
            self.sorted.left -= 1;
        }
        Ok(self.sorted.value == index)
    }

    /// Reads the only block that can have the member `index`. Returns `false` if no block can have
    /// this member.
    fn find_block(&mut self, index: u64) -> Result<bool, StoreError> {
        self.covered = 0..0;
        let blocks = (self.sorted.end() - FRONT).div_ceil(BLOCK as u64);
        let offset = |block: u64| FRONT + block * BLOCK as u64;
        // A binary search finds the first block whose first member is greater than `index`. The
        // number of that block is in `from..=to`.
        let (mut from, mut to) = (0, blocks);
        let mut until = self.sorted.owner.most;
        while from < to {
            let middle = from + (to - from) / 2;
            self.sorted.load(offset(middle))?;
            if self.sorted.value <= index {
                from = middle + 1;
            } else {
                to = middle;
                until = self.sorted.value;
            }
        }
        let Some(block) = from.checked_sub(1) else {
            return Ok(false);
        };
        if self.sorted.block_at != offset(block) {
            self.sorted.load(offset(block))?;
        }
        self.sorted.left -= 1;
        self.covered = self.sorted.value..until;
        Ok(true)
    }
}

/// Decodes 8 bytes, little endian.
fn u64_of(bytes: &[u8]) -> u64 {
    let mut own = [0; 8];
    own.copy_from_slice(bytes);
    u64::from_le_bytes(own)
}

/// Decodes 4 bytes, little endian.
fn u32_of(bytes: &[u8]) -> u32 {
    let mut own = [0; 4];
    own.copy_from_slice(bytes);
    u32::from_le_bytes(own)
}

#[cfg(test)]
mod tests {
    use super::super::run_format::{GAP, encode_gap, max_bytes_each};
    use super::super::run_writer::RunWriter;
    use super::*;
    use crate::disk::disk_budget::DiskBudget;
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;

    const OWNER: RunOwner = RunOwner {
        seed: 77,
        number: 9,
        most: u64::MAX,
    };

    fn endless() -> Arc<DiskBudget> {
        Arc::new(DiskBudget::unlimited())
    }

    fn write(path: &Path, members: &[u64]) -> RunSize {
        let file = File::create(path).unwrap();
        let mut writer = RunWriter::new(file, path.to_path_buf(), OWNER, endless()).unwrap();
        members
            .iter()
            .for_each(|&member| writer.push(member).unwrap());
        writer.finish().unwrap()
    }

    fn open_of(path: &Path, owner: RunOwner) -> Result<RunReader, StoreError> {
        RunReader::new(File::open(path).unwrap(), path.to_path_buf(), owner, BLOCK)
    }

    fn open(path: &Path) -> Result<RunReader, StoreError> {
        open_of(path, OWNER)
    }

    fn read(path: &Path) -> Result<Vec<u64>, StoreError> {
        let mut sorted = open(path)?;
        let mut members = Vec::new();
        while let Some(member) = sorted.next_number()? {
            members.push(member);
        }
        Ok(members)
    }

    /// Makes sets of many kinds: some end with a full block, some have one block, and one has gaps
    /// of all lengths.
    fn sets() -> Vec<Vec<u64>> {
        let steps = |count: u64, step: u64| (0..count).map(|k| k * step).collect::<Vec<u64>>();
        let mut sets = vec![
            vec![0],
            vec![u64::MAX - 1],
            vec![0, u64::MAX - 1],
            (0..63).map(|power| (1 << power) - 1).collect(),
            steps(30_000, 1),
            steps(30_000, 129),
            steps(5_000, 1 << 40),
        ];
        // This number of members fills a block: the first member, and 8176 gaps of one byte.
        let full = (BLOCK - BLOCK_FRONT - SUM) as u64 + 1;
        sets.extend([full - 1, full, full + 1, 2 * full, 2 * full + 1].map(|n| steps(n, 1)));
        sets
    }

    #[test]
    fn members_come_back_in_order_and_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for set in sets() {
            let extent = write(&path, &set);
            assert_eq!(extent.count, set.len() as u64);
            assert_eq!(extent.bytes, fs::metadata(&path).unwrap().len());
            let each = set.len() as u64 * max_bytes_each(u64::MAX);
            let blocks = extent.bytes.div_ceil(BLOCK as u64);
            assert!(
                extent.bytes <= FRONT + END + each + blocks * (2 * SUM as u64 + 8 + GAP as u64)
            );
            assert!(read(&path).unwrap() == set);

            let mut lookup = RunLookup::new(open(&path).unwrap());
            let near = |&member: &u64| [member.saturating_sub(1), member, member + 1];
            let step = 1 + set.len() / 500;
            let asked: Vec<u64> = set.iter().step_by(step).flat_map(near).collect();
            // The members are looked up in ascending, descending and alternating order.
            let to_and_fro = asked.iter().zip(asked.iter().rev());
            let to_and_fro = to_and_fro.flat_map(|(&a, &b)| [a, b]);
            let orders = asked.iter().copied().chain(asked.iter().rev().copied());
            for index in orders.chain(to_and_fro) {
                let expected = set.binary_search(&index).is_ok();
                assert_eq!(lookup.contains(index).unwrap(), expected, "{index}");
            }
        }
    }

    #[test]
    fn most_bytes_are_those_of_the_largest_gap() {
        for (most, bytes) in [
            (0, 1),
            (1, 1),
            (127, 1),
            (128, 2),
            (1 << 43, 7),
            (u64::MAX, 10),
        ] {
            assert_eq!(max_bytes_each(most), bytes, "{most}");
            let (_, length) = encode_gap(most.saturating_sub(2));
            assert!(length as u64 <= bytes);
        }
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_refused_and_never_answered_from() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let set: Vec<u64> = (0..6000).map(|k| k * k).collect();
        write(&path, &set);
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.len() > BLOCK + 100);
        for index in (0..bytes.len()).step_by(13).chain(0..60) {
            let mut flipped = bytes.clone();
            flipped[index] ^= 1 << (index % 8);
            fs::write(&path, &flipped).unwrap();
            assert!(read(&path).is_err(), "{index}");
            // If the damaged block was not read, there is no error, and the answers from other
            // blocks are right.
            if let Ok(sorted) = open(&path) {
                let mut lookup = RunLookup::new(sorted);
                for asked in [0, 3, 4, 1_000_000, 2999 * 2999, 5999 * 5999] {
                    if let Ok(found) = lookup.contains(asked) {
                        assert_eq!(found, set.binary_search(&asked).is_ok(), "{index}");
                    }
                }
            }
        }
        for length in (0..bytes.len())
            .step_by(29)
            .chain(bytes.len() - 40..bytes.len())
        {
            fs::write(&path, &bytes[..length]).unwrap();
            assert!(read(&path).is_err(), "{length}");
        }
        let mut longer = bytes.clone();
        longer.extend_from_slice(&bytes);
        fs::write(&path, &longer).unwrap();
        assert!(read(&path).is_err());
    }

    #[test]
    fn a_file_of_another_store_or_generation_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, &[3, 500]);
        for other in [
            RunOwner { seed: 78, ..OWNER },
            RunOwner { number: 8, ..OWNER },
        ] {
            assert!(open_of(&path, other).is_err());
        }
        let small = RunOwner { most: 500, ..OWNER };
        let mut sorted = open_of(&path, small).unwrap();
        assert_eq!(sorted.next_number().unwrap(), Some(3));
        assert!(matches!(
            sorted.next_number(),
            Err(StoreError::Damaged { .. })
        ));
    }

    #[test]
    fn a_forged_block_is_refused_though_its_checksum_is_good() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, &[3, 500, 501]);
        let bytes = fs::read(&path).unwrap();
        let front = FRONT as usize;
        let end = bytes.len() - END as usize;
        // Five faults of a block: more members than gaps, no member, a first member beyond the
        // space, a gap that is too long, and a gap without an end.
        let forgeries: [(usize, &[u8]); 5] = [
            (8, &[9]),
            (8, &[0]),
            (0, &[0xff; 8]),
            (BLOCK_FRONT, &[0xff, 0xff, 0xff]),
            (BLOCK_FRONT, &[0x80, 0x80, 0x80]),
        ];
        for (at, forged) in forgeries {
            let mut bytes = bytes.clone();
            bytes[front + at..][..forged.len()].copy_from_slice(forged);
            let sum = OWNER.checksum(FRONT, &bytes[front..end - SUM]);
            bytes[end - SUM..end].copy_from_slice(&sum.to_le_bytes());
            fs::write(&path, &bytes).unwrap();
            assert!(read(&path).is_err(), "{at} {forged:?}");
            let found = RunLookup::new(open(&path).unwrap()).contains(600);
            assert!(matches!(found, Ok(false) | Err(_)));
        }
    }
}
