//! `BitLayout`: how the words of both sides of a search are divided into chunks, and the file
//! `ring` that records this.
//!
//! The file has [`LAYOUT_MAGIC`], six numbers as u64 (the words of both sides, the words of a
//! chunk, the spare slots, and the slots of both sides in memory), and a CRC-32 of these bytes,
//! chained to the header. All numbers are little endian.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::Path;

use super::chunk_head::HEAD_BYTES;
use crate::error::{StoreError, check_checksum, damaged, io_error};
use crate::journal::checksum::{chained, seal};

/// The first bytes of every file `ring`.
const LAYOUT_MAGIC: &[u8; 17] = b"SLIDEWISE RING 2\n";

/// The first bytes of the file in an earlier version, whose words stand in another order.
const EARLIER_MAGIC: &[u8; 15] = b"SLIDEWISE RING\n";

/// Number of numbers in the file.
const NUMBERS: usize = 6;

/// Size of the file in bytes.
const BYTES: usize = LAYOUT_MAGIC.len() + NUMBERS * 8 + 4;

/// Parts of a side's chunks of which one is spare.
const SPARE_PART: u64 = 32;

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
    /// Number of slots of each side in memory; the others are on the disk.
    memory_slots: [u64; 2],
}

/// Where a slot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SlotPlace {
    /// Whether the slot is in memory, or on the disk.
    pub is_in_memory: bool,
    /// The offset of the slot in the file of its side there.
    pub offset: u64,
}

impl BitLayout {
    /// Slots begin at multiples of this number of bytes, so that a page of the system belongs to
    /// one slot.
    pub(super) const SLOT_UNIT: u64 = 4096;

    /// Divides the words of both sides into chunks of `chunk` words, at least one, of which a
    /// thread makes up to `together` at once. All slots are on the disk.
    pub fn new(words: [u64; 2], chunk: u64, together: u64) -> BitLayout {
        let chunk = chunk.max(1);
        let chunks = words[0].max(words[1]).div_ceil(chunk);
        let worth = SPARE_WORDS.div_ceil(chunk).min(chunks);
        let least = MIN_SPARE.max(2 * together.min(chunks));
        let spare = (chunks / SPARE_PART).max(worth).max(least);
        let spare = spare.next_multiple_of(2);
        BitLayout {
            words,
            chunk,
            spare,
            memory_slots: [0; 2],
        }
    }

    /// This division with as many slots in memory as `bytes` bytes hold, both sides in proportion.
    pub fn in_memory(self, bytes: u64) -> BitLayout {
        let all = self.slots(0).saturating_add(self.slots(1));
        let held = (bytes / self.slot_bytes()).min(all);
        let first = (u128::from(held) * u128::from(self.slots(0)) / u128::from(all)) as u64;
        // What rounding leaves over goes to the second side, as far as it has slots.
        let memory_slots = [first, (held - first).min(self.slots(1))];
        BitLayout {
            memory_slots,
            ..self
        }
    }

    /// Bytes of disk of both sides.
    pub fn disk_bytes(&self) -> u64 {
        let sides = [0, 1].map(|side| self.file_bytes(side, false));
        sides[0].saturating_add(sides[1])
    }

    /// Bytes of memory of both sides, without what the threads of a pass hold.
    pub fn memory_bytes(&self) -> u64 {
        let sides = [0, 1].map(|side| self.file_bytes(side, true));
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

    /// Bytes of the file of a side that is on the disk, or of the one in memory.
    pub(super) fn file_bytes(&self, side: usize, is_in_memory: bool) -> u64 {
        let slots = if is_in_memory {
            self.memory_slots[side]
        } else {
            self.slots(side).saturating_sub(self.memory_slots[side])
        };
        slots.saturating_mul(self.slot_bytes())
    }

    /// Number of slots of a side.
    fn slots(&self, side: usize) -> u64 {
        self.chunks(side).saturating_add(self.spare)
    }

    fn slot_bytes(&self) -> u64 {
        let bytes = self
            .chunk
            .saturating_mul(8)
            .saturating_add(HEAD_BYTES as u64);
        bytes
            .div_ceil(BitLayout::SLOT_UNIT)
            .saturating_mul(BitLayout::SLOT_UNIT)
    }

    /// The slot that holds a chunk of a generation.
    ///
    /// With each generation of a side the chunks move back by the number of spare slots. So a chunk
    /// replaces the chunk of the generation before that is `spare` places ahead of it. The slots in
    /// memory lie evenly among the others, so that the disk has work all the time.
    pub(super) fn place(&self, side: usize, chunk: u64, generation: u64) -> SlotPlace {
        let slots = self.slots(side);
        let back = (generation / 2 % slots) * (self.spare % slots) % slots;
        let slot = (chunk + slots - back) % slots;
        let in_memory_before = |slot: u64| {
            let product = u128::from(slot) * u128::from(self.memory_slots[side]);
            (product / u128::from(slots)) as u64
        };
        let before = in_memory_before(slot);
        let is_in_memory = in_memory_before(slot + 1) > before;
        let at = if is_in_memory { before } else { slot - before };
        SlotPlace {
            is_in_memory,
            offset: at * self.slot_bytes(),
        }
    }

    /// Writes the file `ring`, chained to the header with the checksum `seed`.
    pub(super) fn write(&self, mut output: impl Write, seed: u32) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BYTES);
        bytes.extend_from_slice(LAYOUT_MAGIC);
        let [even, odd] = self.words;
        let [even_in_memory, odd_in_memory] = self.memory_slots;
        let both = [even_in_memory, odd_in_memory];
        for number in [even, odd, self.chunk, self.spare].into_iter().chain(both) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        seal(seed, &mut bytes);
        output.write_all(&bytes)
    }

    /// Reads the file `ring` that was opened at `path`. Errors: [`StoreError::Io`];
    /// [`StoreError::Format`] for a file of an earlier version; [`StoreError::Checksum`] and
    /// [`StoreError::Damaged`] for a file that is not exactly as [`BitLayout::write`] leaves it.
    pub(super) fn read(file: File, path: &Path, seed: u32) -> Result<BitLayout, StoreError> {
        let mut bytes = Vec::with_capacity(BYTES + 1);
        // One byte more than the right size is read, so that a longer file is noticed.
        file.take(BYTES as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(io_error("reading", path))?;
        if bytes.starts_with(EARLIER_MAGIC) {
            return Err(StoreError::Format {
                folder: path.parent().unwrap_or(path).to_path_buf(),
                expected: 2,
                found: 1,
            });
        }
        let parts = bytes.split_last_chunk().and_then(|(body, checksum)| {
            let numbers = body.strip_prefix(LAYOUT_MAGIC)?;
            let numbers = <&[u8; NUMBERS * 8]>::try_from(numbers).ok()?;
            Some((body, numbers, checksum))
        });
        let bad = |found| damaged(path, 0, "the division of the words into chunks", found);
        let Some((body, numbers, checksum)) = parts else {
            return Err(bad(format!("\"{}\"", bytes.escape_ascii())));
        };
        check_checksum(path, 0, chained(seed, body), u32::from_le_bytes(*checksum))?;
        let (numbers, _) = numbers.as_chunks::<8>();
        let number = |at: usize| u64::from_le_bytes(numbers[at]);
        let layout = BitLayout {
            words: [number(0), number(1)],
            chunk: number(2),
            spare: number(3),
            memory_slots: [number(4), number(5)],
        };
        let [first, second] = layout.words;
        let is_possible = layout.chunk > 0
            && layout.spare >= 2
            && layout.spare.is_multiple_of(2)
            && layout.disk_bytes() < u64::MAX
            && first.max(second) < 1 << 58
            && [0, 1].map(|side| layout.memory_slots[side] <= layout.slots(side)) == [true; 2];
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
            BitLayout::new([10, 7], 1, 1),
            fewer(BitLayout::new([1000, 90], 7, 1)),
            fewer(BitLayout::new([10, 7], 1, 1)),
            BitLayout::new([3, 3], 5, 1),
            BitLayout::new([0, 4], 2, 1),
            BitLayout::new([900, 1000], 3, 1).in_memory(70 * BitLayout::SLOT_UNIT),
            BitLayout::new([90, 100], 3, 8).in_memory(u64::MAX),
        ] {
            for side in 0..2 {
                let chunks = layout.chunks(side);
                for generation in (side as u64..200).step_by(2) {
                    let places: Vec<SlotPlace> = (0..chunks)
                        .map(|chunk| layout.place(side, chunk, generation))
                        .collect();
                    assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), places.len());
                    for chunk in 0..chunks {
                        let next = layout.place(side, chunk, generation + 2);
                        assert!(next.offset < layout.file_bytes(side, next.is_in_memory));
                        let over = places.iter().position(|place| *place == next);
                        let replaced = chunk.checked_sub(layout.spare).map(|chunk| chunk as usize);
                        assert_eq!(over, replaced);
                    }
                }
            }
        }
    }

    #[test]
    fn memory_holds_as_many_slots_as_it_has_bytes_for_and_the_disk_the_others() {
        let layout = BitLayout::new([900, 1000], 3, 1);
        let all = layout.disk_bytes();
        for bytes in [0, 4095, 4096, 100 * 4096, all - 1, all, u64::MAX] {
            let mixed = layout.in_memory(bytes);
            assert_eq!(mixed.memory_bytes(), bytes.min(all) / 4096 * 4096);
            assert_eq!(mixed.disk_bytes() + mixed.memory_bytes(), all);
        }
        // A fifth of the slots in memory is a fifth of any ten slots in a row.
        let mixed = layout.in_memory(all / 5);
        let is_in_memory = |chunk| mixed.place(1, chunk, 1).is_in_memory;
        for chunk in 0..300 {
            let held = (chunk..chunk + 10).filter(|&chunk| is_in_memory(chunk));
            assert!((1..=3).contains(&held.count()), "{chunk}");
        }
    }

    #[test]
    fn a_layout_of_the_earlier_order_is_refused_by_its_format() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ring");
        std::fs::write(&path, b"SLIDEWISE RING\n and what followed").unwrap();
        let read = BitLayout::read(File::open(&path).unwrap(), &path, 77);
        assert!(
            matches!(read, Err(StoreError::Format { found: 1, .. })),
            "{read:?}"
        );
    }

    #[test]
    fn a_layout_comes_back_and_no_changed_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ring");
        let read = |bytes: &[u8], seed| {
            std::fs::write(&path, bytes).unwrap();
            BitLayout::read(File::open(&path).unwrap(), &path, seed)
        };
        let layout = BitLayout::new([900, 1000], 12, 1).in_memory(1 << 17);
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
        for bad in [
            [1, 1, 0, 4, 0, 0],
            [1, 1, 1, 3, 0, 0],
            [u64::MAX, 1, 1, 4, 0, 0],
            [1, 1, 1, 4, 6, 0],
            [1, 1, 1, 4, 0, u64::MAX],
        ] {
            let mut bytes = LAYOUT_MAGIC.to_vec();
            bad.iter()
                .for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
            seal(77, &mut bytes);
            assert!(read(&bytes, 77).is_err(), "{bad:?}");
        }
    }
}
