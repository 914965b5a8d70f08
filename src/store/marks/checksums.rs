//! `sums`: checksums of the marks, block by block, on disk.
//!
//! The file: [`SUMS_MAGIC`], the number of generations in the log as u64, a byte that says whether the marks
//! are at rest, the CRC-32 of each block of [`BLOCK_BYTES`] bytes of the marks, and a CRC-32 of all that
//! behind the header's checksum. All numbers are little endian. *At rest* means that nothing has stored
//! into the marks since: then a block that does not match is damaged. Else a block that matches is whole,
//! and of one that does not it cannot be said here whether the run got further or the disk forgot. Promises
//! that only a file that is whole is read back. Does not know how the file comes to its place.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::store::disk::mapped_words::Words;
use crate::store::error::{StoreError, damaged, io_error};

/// How every such file begins.
pub(crate) const SUMS_MAGIC: &[u8; 15] = b"SLIDEWISE SUMS\n";

/// Bytes of marks under one checksum: few checksums for large spaces, and little to read for the few marks
/// that an answer asks for.
pub(crate) const BLOCK_BYTES: u64 = 1 << 16;

/// Words in a block.
pub(crate) const BLOCK_WORDS: usize = BLOCK_BYTES as usize / size_of::<u64>();

/// Bytes before the checksums.
const FRONT: usize = SUMS_MAGIC.len() + 8 + 1;

/// Words turned into bytes at once.
const BUFFER_WORDS: usize = 512;

/// The checksums of all blocks, and of what state they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sums {
    /// How many generations the log had when they were taken.
    pub generations: u64,
    /// Whether nothing has stored into the marks since.
    pub at_rest: bool,
    /// One checksum a block.
    pub blocks: Vec<u32>,
}

/// How many blocks this many words of marks have.
pub(crate) const fn block_count(words: usize) -> usize {
    words.div_ceil(BLOCK_WORDS)
}

/// The bytes of the file for marks of this many bytes.
pub(crate) const fn file_bytes(marks: u64) -> u64 {
    // At most 2^48 checksums, for any number of configurations.
    marks.div_ceil(BLOCK_BYTES) * 4 + FRONT as u64 + 4
}

/// The checksum of a block as it is. Costs a read of its words.
pub(crate) fn sum_of_block(words: &Words, block: usize) -> u32 {
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

impl Sums {
    /// Of marks of this many words that are all zero, and about to be stored into. Costs no reading.
    pub fn of_nothing(words: usize) -> Sums {
        let sum = |words: usize| crc32fast::hash(&vec![0; words * size_of::<u64>()]);
        let blocks = block_count(words);
        let mut sums = vec![0; blocks];
        if let Some((last, whole)) = sums.split_last_mut() {
            if !whole.is_empty() {
                whole.fill(sum(BLOCK_WORDS));
            }
            *last = sum(words - (blocks - 1) * BLOCK_WORDS);
        }
        Sums {
            generations: 0,
            at_rest: false,
            blocks: sums,
        }
    }

    /// Of these words as they are. Costs a read of them all.
    pub fn of(words: &Words, generations: u64, at_rest: bool) -> Sums {
        Sums {
            generations,
            at_rest,
            blocks: words
                .pieces(BLOCK_WORDS)
                .map(|piece| sum_of_block(words, piece.start / BLOCK_WORDS))
                .collect(),
        }
    }

    /// The blocks that do not match, with the checksum that they have. Costs a read of all words.
    pub fn differing<'a>(&'a self, words: &'a Words) -> impl Iterator<Item = (usize, u32)> + 'a {
        (0..self.blocks.len()).filter_map(|block| self.differing_in(words, block))
    }

    /// A block with the checksum that it has, if it does not match.
    pub fn differing_in(&self, words: &Words, block: usize) -> Option<(usize, u32)> {
        let sum = sum_of_block(words, block);
        (sum != self.blocks[block]).then_some((block, sum))
    }

    /// Writes the file, which belongs to the header with the checksum `seed`.
    ///
    /// # Errors
    ///
    /// What `output` refuses.
    pub fn write(&self, mut output: impl Write, seed: u32) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(FRONT + self.blocks.len() * 4 + 4);
        bytes.extend_from_slice(SUMS_MAGIC);
        bytes.extend_from_slice(&self.generations.to_le_bytes());
        bytes.push(u8::from(self.at_rest));
        for sum in &self.blocks {
            bytes.extend_from_slice(&sum.to_le_bytes());
        }
        let checksum = chained(seed, &bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        output.write_all(&bytes)
    }

    /// Reads the file that was opened at `path`, which belongs to the header with the checksum `seed` and to marks of this many
    /// bytes. Costs a read of the file.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`]; [`StoreError::Length`], [`StoreError::Checksum`] and [`StoreError::Damaged`] for a
    /// file that is not exactly what [`Sums::write`] leaves.
    pub fn read(file: File, path: &Path, seed: u32, marks: u64) -> Result<Sums, StoreError> {
        let expected = file_bytes(marks);
        let found = file.metadata().map_err(io_error("looking at", path))?.len();
        if found != expected {
            return Err(StoreError::Length {
                path: path.to_path_buf(),
                expected,
                found,
            });
        }
        let mut bytes = Vec::new();
        file.take(expected)
            .read_to_end(&mut bytes)
            .map_err(io_error("reading", path))?;
        Sums::decode(&bytes, seed, path)
    }

    /// The value that these bytes are, of which there are as many as there must be.
    fn decode(bytes: &[u8], seed: u32, path: &Path) -> Result<Sums, StoreError> {
        let split = bytes.split_last_chunk().and_then(|(body, checksum)| {
            let rest = body.strip_prefix(SUMS_MAGIC)?;
            let (generations, rest) = rest.split_first_chunk()?;
            let (&state, sums) = rest.split_first()?;
            Some((body, checksum, generations, state, sums))
        });
        let Some((body, checksum, generations, state, sums)) = split else {
            let front = &bytes[..bytes.len().min(FRONT)];
            let found = format!("\"{}\"", front.escape_ascii());
            return Err(damaged(path, 0, "the front of checksums", found));
        };
        let (expected, found) = (chained(seed, body), u32::from_le_bytes(*checksum));
        if expected != found {
            return Err(StoreError::Checksum {
                path: path.to_path_buf(),
                offset: 0,
                expected,
                found,
            });
        }
        let at_rest = match state {
            0 => false,
            1 => true,
            _ => return Err(damaged(path, FRONT as u64 - 1, "0 or 1", state.to_string())),
        };
        let (sums, _) = sums.as_chunks();
        Ok(Sums {
            generations: u64::from_le_bytes(*generations),
            at_rest,
            blocks: sums.iter().copied().map(u32::from_le_bytes).collect(),
        })
    }
}

/// The checksum of bytes behind that of a header.
pub(crate) fn chained(seed: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    const SEED: u32 = 0x0bad_cafe;

    fn words(len: u64) -> Words {
        let words = Words::zeroed(len).unwrap();
        for (i, word) in (0u64..).zip(words.as_slice()) {
            word.store(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), Ordering::Relaxed);
        }
        words
    }

    fn written(sums: &Sums) -> Vec<u8> {
        let mut bytes = Vec::new();
        sums.write(&mut bytes, SEED).unwrap();
        bytes
    }

    fn read_back(bytes: &[u8], marks: u64) -> Result<Sums, StoreError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sums");
        std::fs::write(&path, bytes).unwrap();
        Sums::read(File::open(&path).unwrap(), &path, SEED, marks)
    }

    #[test]
    fn checksums_are_those_of_the_bytes_and_come_back() {
        let block = BLOCK_WORDS as u64;
        for len in [0, 1, 511, 513, block - 1, block, block + 1, 3 * block + 7] {
            let words = words(len);
            let bytes: Vec<u8> = (0..words.len())
                .flat_map(|index| words.load(index).to_le_bytes())
                .collect();
            let sums = Sums::of(&words, 7, true);
            let expected: Vec<u32> = bytes
                .chunks(BLOCK_BYTES as usize)
                .map(crc32fast::hash)
                .collect();
            assert_eq!(sums.blocks, expected, "{len}");
            let file = written(&sums);
            assert_eq!(file.len() as u64, file_bytes(len * 8));
            assert_eq!(read_back(&file, len * 8).unwrap(), sums);
            assert_eq!(sums.differing(&words).count(), 0);
            let nothing = Words::zeroed(len).unwrap();
            assert_eq!(
                Sums::of_nothing(words.len()),
                Sums::of(&nothing, 0, false),
                "{len}"
            );
        }
    }

    #[test]
    fn a_changed_word_is_found_in_its_block() {
        let words = words(3 * BLOCK_WORDS as u64);
        let sums = Sums::of(&words, 1, true);
        let changed = BLOCK_WORDS + 100;
        words.as_slice()[changed].fetch_xor(1 << 63, Ordering::Relaxed);
        let found = sum_of_block(&words, 1);
        assert!(sums.differing(&words).eq([(1, found)]));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_refused() {
        let marks = 2 * BLOCK_BYTES + 8;
        let sums = Sums::of(&words(marks / 8), 99, false);
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
        let mut bytes = written(&Sums::of_nothing(1));
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
