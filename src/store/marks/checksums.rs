//! `BlockChecksums`: a checksum for each block of marks, and the file `sums`.
//!
//! The file has, in this order and in little endian:
//!
//! - [`SUMS_MAGIC`];
//! - the number of generations in the log, as u64;
//! - a byte for the state of the marks;
//! - the CRC-32 of each block of [`BLOCK_BYTES`] bytes of marks;
//! - a CRC-32 of all these bytes, chained to the header.
//!
//! Marks *at rest* have not changed since their checksums were taken: a block that does not match
//! is damaged. In marks *in use*, a block that matches is undamaged, and a block that does not
//! match was changed by a run or is damaged. A damaged file `sums` is refused.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::disk::mapped_words::MappedWords;
use crate::error::{StoreError, check_checksum, check_length, damaged, io_error, read_size};
use crate::journal::checksum::{chained, seal};

/// The first bytes of every file `sums`.
pub(crate) const SUMS_MAGIC: &[u8; 15] = b"SLIDEWISE SUMS\n";

/// Number of bytes of marks under one checksum. Larger blocks need fewer checksums, but smaller
/// blocks cost less reading for an answer that needs few marks.
pub(crate) const BLOCK_BYTES: u64 = 1 << 16;

/// Number of words of a block.
pub(crate) const BLOCK_WORDS: usize = BLOCK_BYTES as usize / size_of::<u64>();

/// Number of bytes of the file `sums` before the checksums of blocks.
const FRONT: usize = SUMS_MAGIC.len() + 8 + 1;

/// Number of words that are converted to bytes at a time, for a checksum.
const BUFFER_WORDS: usize = 512;

/// Whether marks may have changed since their checksums were taken. The discriminant of a variant
/// is its byte in the file `sums`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarksState {
    /// A run may have changed marks.
    InUse = 0,
    /// No run has changed marks.
    AtRest = 1,
}

/// The checksums of all blocks, and the state of the marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlockChecksums {
    /// Number of generations in the log when the checksums were taken.
    pub generations: u64,
    /// Whether marks may have changed since the checksums were taken.
    pub state: MarksState,
    /// The checksum of each block, indexed by block.
    pub blocks: Vec<u32>,
}

/// Number of blocks that `words` words of marks have; the last block may be shorter.
pub(crate) const fn block_count(words: usize) -> usize {
    words.div_ceil(BLOCK_WORDS)
}

/// Size in bytes of the file `sums` for `marks` bytes of marks.
pub(crate) const fn file_bytes(marks: u64) -> u64 {
    // This cannot overflow: for any number of configurations there are at most 2^48 checksums.
    marks.div_ceil(BLOCK_BYTES) * 4 + FRONT as u64 + 4
}

/// Computes the checksum of a block from its words.
pub(crate) fn checksum_block(words: &MappedWords, block: usize) -> u32 {
    let start = block * BLOCK_WORDS;
    let end = words.len().min(start + BLOCK_WORDS);
    let mut hasher = crc32fast::Hasher::new();
    let mut bytes = [0u8; BUFFER_WORDS * size_of::<u64>()];
    let mut at = start;
    while at < end {
        let held = BUFFER_WORDS.min(end - at);
        let (pieces, _) = bytes.as_chunks_mut::<{ size_of::<u64>() }>();
        for (offset, piece) in pieces[..held].iter_mut().enumerate() {
            *piece = words.load(at + offset).to_le_bytes();
        }
        hasher.update(&bytes[..held * size_of::<u64>()]);
        at += held;
    }
    hasher.finalize()
}

impl BlockChecksums {
    /// Creates the checksums of `words` words of marks that are all zero, with the marks in use.
    /// Reads no marks.
    pub(crate) fn of_zeros(words: usize) -> BlockChecksums {
        let sum = |words: usize| crc32fast::hash(&vec![0; words * size_of::<u64>()]);
        let count = block_count(words);
        let mut blocks = vec![0; count];
        if let Some((last, full)) = blocks.split_last_mut() {
            if !full.is_empty() {
                full.fill(sum(BLOCK_WORDS));
            }
            *last = sum(words - (count - 1) * BLOCK_WORDS);
        }
        BlockChecksums {
            generations: 0,
            state: MarksState::InUse,
            blocks,
        }
    }

    /// Computes the checksums of all blocks of `words`. Reads all words.
    pub(crate) fn of(words: &MappedWords, generations: u64, state: MarksState) -> BlockChecksums {
        BlockChecksums {
            generations,
            state,
            blocks: words
                .pieces(BLOCK_WORDS)
                .map(|piece| checksum_block(words, piece.start / BLOCK_WORDS))
                .collect(),
        }
    }

    /// Whether no run has changed marks since the checksums were taken.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.state == MarksState::AtRest
    }

    /// Finds the blocks that do not match their checksums. Yields the number of each such block and
    /// the checksum of its words. Reads all words.
    pub(crate) fn find_differing<'a>(
        &'a self,
        words: &'a MappedWords,
    ) -> impl Iterator<Item = (usize, u32)> + 'a {
        (0..self.blocks.len()).filter_map(|block| self.compare_block(words, block))
    }

    /// Compares a block with its checksum. If they differ, returns the number of the block and the
    /// checksum of its words.
    pub(crate) fn compare_block(&self, words: &MappedWords, block: usize) -> Option<(usize, u32)> {
        let sum = checksum_block(words, block);
        (sum != self.blocks[block]).then_some((block, sum))
    }

    /// Writes the content of the file `sums` to `output`, chained to the header with the checksum
    /// `seed`.
    pub(crate) fn write(&self, mut output: impl Write, seed: u32) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(FRONT + self.blocks.len() * 4 + 4);
        bytes.extend_from_slice(SUMS_MAGIC);
        bytes.extend_from_slice(&self.generations.to_le_bytes());
        bytes.push(self.state as u8);
        for sum in &self.blocks {
            bytes.extend_from_slice(&sum.to_le_bytes());
        }
        seal(seed, &mut bytes);
        output.write_all(&bytes)
    }

    /// Reads the file `sums` that was opened at `path`. It must belong to the header with the
    /// checksum `seed` and to `marks` bytes of marks. Reads the file once. Errors:
    /// [`StoreError::Io`]; [`StoreError::Length`], [`StoreError::Checksum`] and
    /// [`StoreError::Damaged`] for a file that is not exactly as [`BlockChecksums::write`] leaves
    /// it.
    pub(crate) fn read(
        file: File,
        path: &Path,
        seed: u32,
        marks: u64,
    ) -> Result<BlockChecksums, StoreError> {
        let expected = file_bytes(marks);
        check_length(path, expected, read_size(&file, path)?)?;
        let mut bytes = Vec::new();
        file.take(expected)
            .read_to_end(&mut bytes)
            .map_err(io_error("reading", path))?;
        BlockChecksums::decode(&bytes, seed, path)
    }

    /// Decodes the bytes of a file `sums` of the right length.
    fn decode(bytes: &[u8], seed: u32, path: &Path) -> Result<BlockChecksums, StoreError> {
        let split = bytes.split_last_chunk().and_then(|(body, checksum)| {
            let rest = body.strip_prefix(SUMS_MAGIC)?;
            let (generations, rest) = rest.split_first_chunk()?;
            let (&state, blocks) = rest.split_first()?;
            Some((body, checksum, generations, state, blocks))
        });
        let Some((body, checksum, generations, state, blocks)) = split else {
            let front = &bytes[..bytes.len().min(FRONT)];
            let found = format!("\"{}\"", front.escape_ascii());
            return Err(damaged(path, 0, "the start of a file of checksums", found));
        };
        check_checksum(path, 0, chained(seed, body), u32::from_le_bytes(*checksum))?;
        let state = match state {
            0 => MarksState::InUse,
            1 => MarksState::AtRest,
            _ => return Err(damaged(path, FRONT as u64 - 1, "0 or 1", state.to_string())),
        };
        let (blocks, _) = blocks.as_chunks();
        Ok(BlockChecksums {
            generations: u64::from_le_bytes(*generations),
            state,
            blocks: blocks.iter().copied().map(u32::from_le_bytes).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    const SEED: u32 = 0x0bad_cafe;

    fn words(len: u64) -> MappedWords {
        let words = MappedWords::zeroed(len).unwrap();
        for (i, word) in (0u64..).zip(words.as_slice()) {
            word.store(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), Ordering::Relaxed);
        }
        words
    }

    fn written(sums: &BlockChecksums) -> Vec<u8> {
        let mut bytes = Vec::new();
        sums.write(&mut bytes, SEED).unwrap();
        bytes
    }

    fn read_back(bytes: &[u8], marks: u64) -> Result<BlockChecksums, StoreError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sums");
        std::fs::write(&path, bytes).unwrap();
        BlockChecksums::read(File::open(&path).unwrap(), &path, SEED, marks)
    }

    #[test]
    fn checksums_are_those_of_the_bytes_and_come_back() {
        let block = BLOCK_WORDS as u64;
        for len in [0, 1, 511, 513, block - 1, block, block + 1, 3 * block + 7] {
            let words = words(len);
            let bytes: Vec<u8> = (0..words.len())
                .flat_map(|index| words.load(index).to_le_bytes())
                .collect();
            let sums = BlockChecksums::of(&words, 7, MarksState::AtRest);
            let expected: Vec<u32> = bytes
                .chunks(BLOCK_BYTES as usize)
                .map(crc32fast::hash)
                .collect();
            assert_eq!(sums.blocks, expected, "{len}");
            let file = written(&sums);
            assert_eq!(file.len() as u64, file_bytes(len * 8));
            assert_eq!(read_back(&file, len * 8).unwrap(), sums);
            assert_eq!(sums.find_differing(&words).count(), 0);
            let zeros = MappedWords::zeroed(len).unwrap();
            assert_eq!(
                BlockChecksums::of_zeros(words.len()),
                BlockChecksums::of(&zeros, 0, MarksState::InUse),
                "{len}"
            );
        }
    }

    #[test]
    fn a_changed_word_is_found_in_its_block() {
        let words = words(3 * BLOCK_WORDS as u64);
        let sums = BlockChecksums::of(&words, 1, MarksState::AtRest);
        let changed = BLOCK_WORDS + 100;
        words.as_slice()[changed].fetch_xor(1 << 63, Ordering::Relaxed);
        let found = checksum_block(&words, 1);
        assert!(sums.find_differing(&words).eq([(1, found)]));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_refused() {
        let marks = 2 * BLOCK_BYTES + 8;
        let sums = BlockChecksums::of(&words(marks / 8), 99, MarksState::InUse);
        let bytes = written(&sums);
        for index in 0..bytes.len() {
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[index] ^= 1 << bit;
                assert!(read_back(&flipped, marks).is_err(), "{index}.{bit}");
            }
            assert!(read_back(&bytes[..index], marks).is_err(), "{index}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(matches!(
            read_back(&longer, marks),
            Err(StoreError::Length { .. })
        ));
    }

    #[test]
    fn a_state_that_is_none_is_refused_though_the_checksum_is_good() {
        let mut bytes = written(&BlockChecksums::of_zeros(1));
        bytes[FRONT - 1] = 2;
        let body = bytes.len() - 4;
        let checksum = chained(SEED, &bytes[..body]);
        bytes[body..].copy_from_slice(&checksum.to_le_bytes());
        assert!(matches!(
            read_back(&bytes, 8),
            Err(StoreError::Damaged { .. })
        ));
    }
}
