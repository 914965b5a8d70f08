//! A sorted file: any number of indices in ascending order, as gaps, in blocks that carry checksums.
//!
//! The file: [`SORTED_MAGIC`]; the number of its generation as u64; blocks; the count of all members
//! as u64, and a CRC-32 of that. A block has [`BLOCK`] bytes, the last one as few as it needs: its first
//! member as u64, how many it has as u32, for each further one the gap to the one before less 1, seven
//! bits a byte, the lowest first and the top bit set on all bytes but the last (LEB128); zeros up to
//! the checksum, a CRC-32. Every checksum also covers the header's, the generation's number and the
//! place in the file, so that no block is good anywhere else. All numbers are little endian.
//!
//! Promises that equal sets have equal bytes, that members are given out only of blocks whose
//! checksum is right, and that they ascend and lie within the space. Does not know what the
//! members are, nor how the file comes to its place.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::store::disk::disk_budget::DiskBudget;
use crate::store::error::{StoreError, damaged, io_error};
use crate::store::runs::merge::Ascending;

/// How every such file begins.
pub(crate) const SORTED_MAGIC: &[u8; 16] = b"SLIDEWISE SORTED";

/// Bytes before the first block.
const FRONT: u64 = SORTED_MAGIC.len() as u64 + 8;
/// Bytes of a block.
pub(crate) const BLOCK: usize = 8192;
/// Bytes of a block before its gaps.
const BLOCK_FRONT: usize = 8 + 4;
/// Bytes of a checksum.
const SUM: usize = 4;
/// Bytes behind the last block.
const END: u64 = 8 + SUM as u64;
/// The most bytes that a gap takes.
const GAP: usize = 10;
/// Bytes written at once.
const WRITTEN: usize = 4 * BLOCK;

/// To which store and generation a file belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The checksum of the store's header.
    pub seed: u32,
    /// The generation's number.
    pub number: u64,
    /// How many configurations there are: members are below.
    pub most: u64,
}

impl Owner {
    /// The checksum of bytes at a place of a file of this owner.
    fn sum(&self, place: u64, bytes: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.seed.to_le_bytes());
        hasher.update(&self.number.to_le_bytes());
        hasher.update(&place.to_le_bytes());
        hasher.update(bytes);
        hasher.finalize()
    }
}

/// How much is in a sorted file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// How many members it has.
    pub count: u64,
    /// How many bytes.
    pub bytes: u64,
}

/// The most bytes that a member of a space of `most` configurations takes in a file, beside a
/// block's front and checksum.
pub(crate) const fn most_bytes_each(most: u64) -> u64 {
    // A gap less 1 is below most; zero takes a byte too.
    let bits = 64 - most.leading_zeros() as u64;
    if bits == 0 { 1 } else { bits.div_ceil(7) }
}

/// A sorted file being written. Costs the writing, and some 40 KB of memory.
#[derive(Debug)]
pub(crate) struct SortedWriter {
    output: BufWriter<File>,
    path: PathBuf,
    owner: Owner,
    /// The block that is being filled; empty before its first member.
    block: Vec<u8>,
    /// How many members it has.
    members: u32,
    /// The last member.
    last: u64,
    count: u64,
    /// The bytes written, and so the place of the block.
    place: u64,
    /// What the bytes are taken from.
    budget: Arc<DiskBudget>,
}

impl SortedWriter {
    /// Begins to write the new file that is at `path`. Its bytes are taken from `budget`; the one who removes the
    /// file gives them back.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], [`StoreError::Budget`].
    pub fn new(
        file: File,
        path: PathBuf,
        owner: Owner,
        budget: Arc<DiskBudget>,
    ) -> Result<SortedWriter, StoreError> {
        take(&budget, &path, FRONT + END)?;
        let mut output = BufWriter::with_capacity(WRITTEN, file);
        output
            .write_all(SORTED_MAGIC)
            .and_then(|()| output.write_all(&owner.number.to_le_bytes()))
            .map_err(io_error("writing", &path))?;
        Ok(SortedWriter {
            output,
            path,
            owner,
            block: Vec::with_capacity(BLOCK),
            members: 0,
            last: 0,
            count: 0,
            place: FRONT,
            budget,
        })
    }

    /// Writes the next member, which must be greater than the one before.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], [`StoreError::Budget`].
    #[inline]
    pub fn push(&mut self, member: u64) -> Result<(), StoreError> {
        if self.members > 0 {
            debug_assert!(member > self.last, "members ascend");
            let (gap, length) = encode_gap(member.wrapping_sub(self.last).wrapping_sub(1));
            if self.block.len() + length + SUM <= BLOCK {
                self.block.extend_from_slice(&gap[..length]);
                self.members += 1;
                self.count += 1;
                self.last = member;
                return Ok(());
            }
            self.block.resize(BLOCK - SUM, 0);
            self.seal()?;
        }
        self.block.extend_from_slice(&member.to_le_bytes());
        self.block.extend_from_slice(&[0; BLOCK_FRONT - 8]);
        self.members = 1;
        self.count += 1;
        self.last = member;
        Ok(())
    }

    /// Writes the block.
    fn seal(&mut self) -> Result<(), StoreError> {
        self.block[8..BLOCK_FRONT].copy_from_slice(&self.members.to_le_bytes());
        let sum = self.owner.sum(self.place, &self.block);
        self.block.extend_from_slice(&sum.to_le_bytes());
        take(&self.budget, &self.path, self.block.len() as u64)?;
        self.output
            .write_all(&self.block)
            .map_err(io_error("writing", &self.path))?;
        self.place += self.block.len() as u64;
        self.block.clear();
        self.members = 0;
        Ok(())
    }

    /// Writes what is still to be written. The file is on the disk after a sync.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`].
    pub fn finish(mut self) -> Result<Extent, StoreError> {
        if self.members > 0 {
            self.seal()?;
        }
        let count = self.count.to_le_bytes();
        let sum = self.owner.sum(self.place, &count);
        self.output
            .write_all(&count)
            .and_then(|()| self.output.write_all(&sum.to_le_bytes()))
            .and_then(|()| self.output.flush())
            .map_err(io_error("writing", &self.path))?;
        Ok(Extent {
            count: self.count,
            bytes: self.place + END,
        })
    }
}

/// Takes bytes for a file from a budget.
fn take(budget: &DiskBudget, path: &Path, bytes: u64) -> Result<(), StoreError> {
    match budget.take(bytes) {
        true => Ok(()),
        false => Err(StoreError::Budget {
            path: path.to_path_buf(),
            limit: budget.limit(),
        }),
    }
}

/// The bytes of a gap, and how many of them count.
#[inline]
fn encode_gap(mut gap: u64) -> ([u8; GAP], usize) {
    let mut bytes = [0; GAP];
    let mut length = 0;
    while gap >= 0x80 {
        bytes[length] = gap as u8 | 0x80;
        gap >>= 7;
        length += 1;
    }
    bytes[length] = gap as u8;
    (bytes, length + 1)
}

/// A sorted file, open for reading. Gives its members in ascending order.
#[derive(Debug)]
pub struct Sorted {
    input: BufReader<File>,
    path: PathBuf,
    owner: Owner,
    extent: Extent,
    /// Where the file is read next.
    at: u64,
    /// The current block, without its checksum.
    block: Vec<u8>,
    /// Where it is in the file.
    block_at: u64,
    /// Where in the block the next gap is.
    gap_at: usize,
    /// How many members of the block are still to be given.
    left: u32,
    /// The member given last, or the first of a block before it is given.
    value: u64,
    /// How many members have been given.
    given: u64,
}

impl Sorted {
    /// Begins to read the file of an owner, which was opened at `path`. `buffer` bytes are read at once. Costs a read of both ends; members are
    /// checked as they are read.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; [`StoreError::Damaged`] and [`StoreError::Checksum`] if it is no such file or
    /// not whole.
    pub(crate) fn new(
        file: File,
        path: PathBuf,
        owner: Owner,
        buffer: usize,
    ) -> Result<Sorted, StoreError> {
        let bytes = file
            .metadata()
            .map_err(io_error("looking at", &path))?
            .len();
        let mut sorted = Sorted {
            input: BufReader::with_capacity(buffer, file),
            path,
            owner,
            extent: Extent { count: 0, bytes },
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

    /// Reads what stands before and behind the blocks.
    fn check_ends(&mut self) -> Result<(), StoreError> {
        let blocks = self.extent.bytes.saturating_sub(FRONT + END);
        let cut = blocks % BLOCK as u64;
        if blocks == 0 || (1..=(BLOCK_FRONT + SUM - 1) as u64).contains(&cut) {
            return Err(self.damaged(
                0,
                "the length of a sorted file",
                format!("{} bytes", self.extent.bytes),
            ));
        }
        let mut front = [0; FRONT as usize];
        self.read_at(0, &mut front)?;
        let (magic, number) = front.split_at(SORTED_MAGIC.len());
        if magic != SORTED_MAGIC {
            let found = format!("\"{}\"", magic.escape_ascii());
            return Err(self.damaged(0, "the first bytes of a sorted file", found));
        }
        let number = u64_of(number);
        if number != self.owner.number {
            let expected = format!("generation {}", self.owner.number);
            return Err(self.damaged(SORTED_MAGIC.len() as u64, &expected, number.to_string()));
        }
        let mut end = [0; END as usize];
        let place = self.extent.bytes - END;
        self.read_at(place, &mut end)?;
        let (count, sum) = end.split_at(8);
        self.check_sum(place, self.owner.sum(place, count), sum)?;
        self.extent.count = u64_of(count);
        self.input
            .seek(SeekFrom::Start(FRONT))
            .map_err(io_error("reading", &self.path))?;
        self.at = FRONT;
        Ok(())
    }

    /// Refuses a file that has fewer or more members than it should have.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`].
    pub(crate) fn check_count(&self, expected: u64) -> Result<(), StoreError> {
        let found = self.extent.count;
        if found == expected {
            return Ok(());
        }
        let expected = format!("the count {expected} of the log");
        Err(self.damaged(self.end(), &expected, found.to_string()))
    }

    /// Where the blocks end.
    fn end(&self) -> u64 {
        self.extent.bytes - END
    }

    fn read_at(&mut self, place: u64, bytes: &mut [u8]) -> Result<(), StoreError> {
        if place != self.at {
            self.input
                .seek(SeekFrom::Start(place))
                .map_err(io_error("reading", &self.path))?;
        }
        self.at = place + bytes.len() as u64;
        self.input
            .read_exact(bytes)
            .map_err(io_error("reading", &self.path))
    }

    fn check_sum(&self, place: u64, expected: u32, found: &[u8]) -> Result<(), StoreError> {
        let found = u32_of(found);
        if expected == found {
            return Ok(());
        }
        Err(StoreError::Checksum {
            path: self.path.clone(),
            offset: place,
            expected,
            found,
        })
    }

    /// Takes the block at a place of the file to hand; its first member becomes the value, not yet given.
    fn load(&mut self, place: u64) -> Result<(), StoreError> {
        let length = (self.end() - place).min(BLOCK as u64) as usize;
        let mut block = std::mem::take(&mut self.block);
        block.resize(length, 0);
        let read = self.read_at(place, &mut block);
        let sum = block.split_off(length - SUM);
        let good = read.and_then(|()| self.check_sum(place, self.owner.sum(place, &block), &sum));
        self.block = block;
        good?;
        self.block_at = place;
        self.enter()
    }

    /// Goes to the beginning of the current block.
    fn enter(&mut self) -> Result<(), StoreError> {
        self.value = u64_of(&self.block[..8]);
        self.left = u32_of(&self.block[8..BLOCK_FRONT]);
        self.gap_at = BLOCK_FRONT;
        if self.left == 0 || self.value >= self.owner.most {
            let expected = format!("members below {}", self.owner.most);
            let found = format!("{} from {}", self.left, self.value);
            return Err(self.damaged(self.block_at, &expected, found));
        }
        Ok(())
    }

    /// Where the next block is.
    fn next_block(&self) -> u64 {
        self.block_at + (self.block.len() + SUM) as u64
    }

    /// Goes on by one member within the block.
    #[inline]
    fn step(&mut self) -> Result<(), StoreError> {
        let mut gap = 0u64;
        let mut shift = 0;
        while let Some(&byte) = self.block.get(self.gap_at) {
            self.gap_at += 1;
            // The tenth byte has room for one bit.
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
        let place = self.block_at + self.gap_at as u64;
        let found = format!("a gap of {gap} or more behind {}", self.value);
        Err(self.damaged(place, &format!("members below {}", self.owner.most), found))
    }

    fn damaged(&self, offset: u64, expected: &str, found: String) -> StoreError {
        damaged(&self.path, offset, expected, found)
    }

    /// The error for a member, given last, that the caller knows to stand for nothing.
    pub fn refuse(&self, member: u64) -> StoreError {
        self.damaged(
            self.block_at,
            "the number of a configuration",
            member.to_string(),
        )
    }
}

impl Ascending for Sorted {
    #[inline]
    fn next_number(&mut self) -> Result<Option<u64>, StoreError> {
        if self.left > 0 {
            self.step()?;
        } else {
            let place = match self.given {
                0 => FRONT,
                _ => self.next_block(),
            };
            if place == self.end() {
                if self.given != self.extent.count {
                    let found = self.extent.count.to_string();
                    return Err(self.damaged(place, &format!("the count {}", self.given), found));
                }
                return Ok(None);
            }
            let last = self.value;
            self.load(place)?;
            if self.given > 0 && self.value <= last {
                let expected = format!("a member greater than {last}");
                return Err(self.damaged(place, &expected, self.value.to_string()));
            }
        }
        self.left -= 1;
        self.given += 1;
        Ok(Some(self.value))
    }
}

/// A sorted file in which members are looked up. Numbers that ascend are cheapest: those that lie in one
/// block cost one read of it.
#[derive(Debug)]
pub struct Lookup {
    sorted: Sorted,
    /// Whether a block has been read.
    at_hand: bool,
    /// Its first member, and the first of the next block; the size of the space behind the last.
    first: u64,
    until: u64,
}

impl Lookup {
    pub(crate) fn new(sorted: Sorted) -> Lookup {
        Lookup {
            sorted,
            at_hand: false,
            first: 0,
            until: 0,
        }
    }

    /// Whether the file has this member. Costs some log2(blocks) reads of 8 KB, or none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; [`StoreError::Checksum`] and [`StoreError::Damaged`] if what was read is not
    /// as it was left.
    pub fn contains(&mut self, index: u64) -> Result<bool, StoreError> {
        if !self.at_hand || !(self.first..self.until).contains(&index) {
            if !self.find_block(index)? {
                return Ok(false);
            }
        } else if index < self.sorted.value {
            self.sorted.enter()?;
            self.sorted.left -= 1;
        }
        while self.sorted.value < index && self.sorted.left > 0 {
            self.sorted.step()?;
            self.sorted.left -= 1;
        }
        Ok(self.sorted.value == index)
    }

    /// Takes the block to hand that has the index if any has; `false` if none can.
    fn find_block(&mut self, index: u64) -> Result<bool, StoreError> {
        self.at_hand = false;
        let blocks = (self.sorted.end() - FRONT).div_ceil(BLOCK as u64);
        let place = |block: u64| FRONT + block * BLOCK as u64;
        // The block wanted is at `from` or behind it and before `to`.
        let (mut from, mut to) = (0, blocks);
        let mut until = self.sorted.owner.most;
        while from < to {
            let middle = from + (to - from) / 2;
            self.sorted.load(place(middle))?;
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
        if self.sorted.block_at != place(block) {
            self.sorted.load(place(block))?;
        }
        self.sorted.left -= 1;
        (self.at_hand, self.first, self.until) = (true, self.sorted.value, until);
        Ok(true)
    }
}

fn u64_of(bytes: &[u8]) -> u64 {
    let mut own = [0; 8];
    own.copy_from_slice(bytes);
    u64::from_le_bytes(own)
}

fn u32_of(bytes: &[u8]) -> u32 {
    let mut own = [0; 4];
    own.copy_from_slice(bytes);
    u32::from_le_bytes(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    const OWNER: Owner = Owner {
        seed: 77,
        number: 9,
        most: u64::MAX,
    };

    fn endless() -> Arc<DiskBudget> {
        Arc::new(DiskBudget::unlimited())
    }

    fn write(path: &Path, members: &[u64]) -> Extent {
        let file = File::create(path).unwrap();
        let mut writer = SortedWriter::new(file, path.to_path_buf(), OWNER, endless()).unwrap();
        members
            .iter()
            .for_each(|&member| writer.push(member).unwrap());
        writer.finish().unwrap()
    }

    fn open_of(path: &Path, owner: Owner) -> Result<Sorted, StoreError> {
        Sorted::new(File::open(path).unwrap(), path.to_path_buf(), owner, BLOCK)
    }

    fn open(path: &Path) -> Result<Sorted, StoreError> {
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

    /// Sets of all kinds: some that end with a block, some of one block, one with every length of gap.
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
        // 8176 members one apart fill a block to the last byte but its front and checksum.
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
            let each = set.len() as u64 * most_bytes_each(u64::MAX);
            let blocks = extent.bytes.div_ceil(BLOCK as u64);
            assert!(
                extent.bytes <= FRONT + END + each + blocks * (2 * SUM as u64 + 8 + GAP as u64)
            );
            assert!(read(&path).unwrap() == set);

            let mut lookup = Lookup::new(open(&path).unwrap());
            let near = |&member: &u64| [member.saturating_sub(1), member, member + 1];
            let step = 1 + set.len() / 500;
            let asked: Vec<u64> = set.iter().step_by(step).flat_map(near).collect();
            // Forwards, backwards, and to and fro.
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
            assert_eq!(most_bytes_each(most), bytes, "{most}");
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
            // A block that was not read may be damaged; what is answered is right.
            if let Ok(sorted) = open(&path) {
                let mut lookup = Lookup::new(sorted);
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
        for other in [Owner { seed: 78, ..OWNER }, Owner { number: 8, ..OWNER }] {
            assert!(open_of(&path, other).is_err());
        }
        let small = Owner { most: 500, ..OWNER };
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
        // More members than gaps, none, a first member beyond, a gap too long, one that never ends.
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
            let sum = OWNER.sum(FRONT, &bytes[front..end - SUM]);
            bytes[end - SUM..end].copy_from_slice(&sum.to_le_bytes());
            fs::write(&path, &bytes).unwrap();
            assert!(read(&path).is_err(), "{at} {forged:?}");
            let found = Lookup::new(open(&path).unwrap()).contains(600);
            assert!(matches!(found, Ok(false) | Err(_)));
        }
    }
}
