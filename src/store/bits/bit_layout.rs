//! `BitLayout`: how the words of both sides of a search are divided into chunks, and the file
//! `ring` that records this.
//!
//! The file has [`LAYOUT_MAGIC`], four numbers as u64 (the words of both sides, the words of a
//! chunk, and the spare slots), and a CRC-32 of these bytes, chained to the header. All numbers are
//! little endian.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::Path;

use super::chunk_head::HEAD_BYTES;
use crate::error::{StoreError, check_checksum, damaged, io_error};
use crate::journal::checksum::{chained, seal};

/// The first bytes of every file `ring`.
const LAYOUT_MAGIC: &[u8; 15] = b"SLIDEWISE RING\n";

/// Size of the file in bytes.
const BYTES: usize = LAYOUT_MAGIC.len() + 4 * 8 + 4;

/// Slots begin at multiples of this number of bytes, so that a page of the system belongs to one
/// slot.
const SLOT_UNIT: u64 = 4096;

/// Parts of a side's chunks of which one is spare.
const SPARE_PART: u64 = 16;

/// Words in the spare slots of a side, if a side has as many: bringing fewer to the disk at a time
/// takes longer.
const SPARE_WORDS: u64 = 8 << 20;

/// Least number of spare slots: a slot being written, and one being brought to the disk.
const MIN_SPARE: u64 = 2;

/// The division of the words of a search into chunks.
///
/// Side 0 holds the generations with even numbers, side 1 those with odd numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BitLayout {
    /// Number of words of each side.
    pub words: [u64; 2],
    /// Number of words of a chunk; the last chunk of a side may have fewer.
    pub chunk: u64,
    /// Number of slots that a side has beside those of its chunks, an even number.
    spare: u64,
}

impl BitLayout {
    /// Divides the words of both sides into chunks of `chunk` words, at least one.
    pub fn new(words: [u64; 2], chunk: u64) -> BitLayout {
        let chunk = chunk.max(1);
        let chunks = words[0].max(words[1]).div_ceil(chunk);
        let worth = SPARE_WORDS.div_ceil(chunk).min(chunks);
        let spare = (chunks / SPARE_PART).max(worth).max(MIN_SPARE);
        let spare = spare.next_multiple_of(2);
        BitLayout {
            words,
            chunk,
            spare,
        }
    }

    /// Bytes of disk of both sides.
    pub fn bytes(&self) -> u64 {
        let sides = [0, 1].map(|side| self.ring_bytes(side));
        sides[0].saturating_add(sides[1])
    }

    /// Number of chunks of a side.
    pub fn chunks(&self, side: usize) -> u64 {
        self.words[side].div_ceil(self.chunk)
    }

    /// The words of a side that chunk `chunk` holds.
    pub fn range(&self, side: usize, chunk: u64) -> Range<u64> {
        let start = chunk * self.chunk;
        start..(start + self.chunk).min(self.words[side])
    }

    /// This division with another number of spare slots.
    #[cfg(test)]
    pub(super) fn with_spare(self, spare: u64) -> BitLayout {
        BitLayout { spare, ..self }
    }

    /// Number of chunks that are brought to the disk together.
    pub(super) fn round(&self) -> u64 {
        self.spare / 2
    }

    /// Number of chunks that may be written behind the last one known to be on the disk.
    pub(super) fn spare(&self) -> u64 {
        self.spare
    }

    /// Bytes of the file of a side.
    pub(super) fn ring_bytes(&self, side: usize) -> u64 {
        let slots = self.chunks(side).saturating_add(self.spare);
        slots.saturating_mul(self.slot_bytes())
    }

    fn slot_bytes(&self) -> u64 {
        let bytes = self
            .chunk
            .saturating_mul(8)
            .saturating_add(HEAD_BYTES as u64);
        bytes.div_ceil(SLOT_UNIT).saturating_mul(SLOT_UNIT)
    }

    /// Offset in a side's file of the slot that holds a chunk of a generation.
    ///
    /// With each generation of a side the chunks move back by the number of spare slots. So a chunk
    /// replaces the chunk of the generation before that is `spare` places ahead of it.
    pub(super) fn slot_offset(&self, side: usize, chunk: u64, generation: u64) -> u64 {
        let slots = self.chunks(side) + self.spare;
        let back = (generation / 2 % slots) * (self.spare % slots) % slots;
        (chunk + slots - back) % slots * self.slot_bytes()
    }

    /// Writes the file `ring`, chained to the header with the checksum `seed`.
    pub(super) fn write(&self, mut output: impl Write, seed: u32) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BYTES);
        bytes.extend_from_slice(LAYOUT_MAGIC);
        for number in [self.words[0], self.words[1], self.chunk, self.spare] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        seal(seed, &mut bytes);
        output.write_all(&bytes)
    }

    /// Reads the file `ring` that was opened at `path`. Errors: [`StoreError::Io`];
    /// [`StoreError::Checksum`] and [`StoreError::Damaged`] for a file that is not exactly as
    /// [`BitLayout::write`] leaves it.
    pub(super) fn read(file: File, path: &Path, seed: u32) -> Result<BitLayout, StoreError> {
        let mut bytes = Vec::with_capacity(BYTES + 1);
        // One byte more than the right size is read, so that a longer file is noticed.
        file.take(BYTES as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(io_error("reading", path))?;
        let parts = bytes.split_last_chunk().and_then(|(body, checksum)| {
            let numbers = <&[u8; 32]>::try_from(body.strip_prefix(LAYOUT_MAGIC)?).ok()?;
            Some((body, numbers, checksum))
        });
        let bad = |found| damaged(path, 0, "the division of the words into chunks", found);
        let Some((body, numbers, checksum)) = parts else {
            return Err(bad(format!("\"{}\"", bytes.escape_ascii())));
        };
        check_checksum(path, 0, chained(seed, body), u32::from_le_bytes(*checksum))?;
        let (numbers, _) = numbers.as_chunks::<8>();
        let [first, second, chunk, spare] = [0, 1, 2, 3].map(|at| u64::from_le_bytes(numbers[at]));
        let layout = BitLayout {
            words: [first, second],
            chunk,
            spare,
        };
        let is_possible = chunk > 0
            && spare >= 2
            && spare.is_multiple_of(2)
            && layout.bytes() < u64::MAX
            && first.max(second) < 1 << 58;
        if !is_possible {
            return Err(bad(format!("{layout:?}")));
        }
        Ok(layout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_chunk_replaces_one_of_the_generation_before_that_is_written_already() {
        let fewer = |layout: BitLayout| layout.with_spare(4);
        for layout in [
            BitLayout::new([10, 7], 1),
            fewer(BitLayout::new([1000, 90], 7)),
            fewer(BitLayout::new([10, 7], 1)),
            BitLayout::new([3, 3], 5),
            BitLayout::new([0, 4], 2),
        ] {
            for side in 0..2 {
                let chunks = layout.chunks(side);
                for generation in (side as u64..200).step_by(2) {
                    let slots: Vec<u64> = (0..chunks)
                        .map(|chunk| layout.slot_offset(side, chunk, generation))
                        .collect();
                    assert_eq!(slots.iter().collect::<BTreeSet<_>>().len(), slots.len());
                    for chunk in 0..chunks {
                        let next = layout.slot_offset(side, chunk, generation + 2);
                        assert!(next < layout.ring_bytes(side));
                        let over = slots.iter().position(|slot| *slot == next);
                        let replaced = chunk.checked_sub(layout.spare).map(|chunk| chunk as usize);
                        assert_eq!(over, replaced);
                    }
                }
            }
        }
    }

    #[test]
    fn a_layout_comes_back_and_no_changed_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ring");
        let read = |bytes: &[u8], seed| {
            std::fs::write(&path, bytes).unwrap();
            BitLayout::read(File::open(&path).unwrap(), &path, seed)
        };
        let layout = BitLayout::new([900, 1000], 12);
        let mut bytes = Vec::new();
        layout.write(&mut bytes, 77).unwrap();
        assert_eq!(read(&bytes, 77).unwrap(), layout);
        assert!(read(&bytes, 78).is_err());
        for index in 0..bytes.len() {
            assert!(read(&bytes[..index], 77).is_err(), "{index}");
            let mut flipped = bytes.clone();
            flipped[index] ^= 4;
            assert!(read(&flipped, 77).is_err(), "{index}");
        }
        for bad in [[1, 1, 0, 4], [1, 1, 1, 3], [u64::MAX, 1, 1, 4]] {
            let mut bytes = LAYOUT_MAGIC.to_vec();
            bad.iter()
                .for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
            seal(77, &mut bytes);
            assert!(read(&bytes, 77).is_err(), "{bad:?}");
        }
    }
}
