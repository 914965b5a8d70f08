//! The format of run files: ascending numbers as gaps, in blocks with checksums.
//!
//! The file: [`SORTED_MAGIC`]; the number of its generation as u64; blocks; the count of all
//! members as u64, and a CRC-32 of that. A block has [`BLOCK`] bytes, the last one fewer: its first
//! member as u64, its number of members as u32, and for each further member the gap to the previous
//! one less 1, in LEB128: seven bits a byte, the lowest first, the top bit set in all bytes but the
//! last. Zeros fill the block up to its CRC-32. All numbers are little endian.
//!
//! Every checksum also covers the checksum of the header, the number of the generation and the
//! offset in the file, so a block is valid nowhere else. Equal sets have equal bytes.

use crate::journal::checksum::seeded_hasher;

/// The first bytes of every run file.
pub(super) const SORTED_MAGIC: &[u8; 16] = b"SLIDEWISE SORTED";

/// Bytes before the first block.
pub(super) const FRONT: u64 = SORTED_MAGIC.len() as u64 + 8;
/// Bytes of a block.
pub(super) const BLOCK: usize = 8192;
/// Bytes of a block before its gaps.
pub(super) const BLOCK_FRONT: usize = 8 + 4;
/// Bytes of a checksum.
pub(super) const SUM: usize = 4;
/// Bytes behind the last block.
pub(super) const END: u64 = 8 + SUM as u64;
/// Most bytes of a gap.
pub(super) const GAP: usize = 10;

/// The store and the generation to which a run file belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RunOwner {
    /// The checksum of the store's header.
    pub seed: u32,
    /// The number of the generation.
    pub number: u64,
    /// Number of configurations; all members are below it.
    pub most: u64,
}

impl RunOwner {
    /// Computes the checksum of bytes at an offset of a file of this owner.
    pub(super) fn checksum(&self, offset: u64, bytes: &[u8]) -> u32 {
        let mut hasher = seeded_hasher(self.seed);
        hasher.update(&self.number.to_le_bytes());
        hasher.update(&offset.to_le_bytes());
        hasher.update(bytes);
        hasher.finalize()
    }
}

/// The size of a run file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunSize {
    /// Number of members.
    pub count: u64,
    /// Size in bytes.
    pub bytes: u64,
}

/// Most bytes of a member in the run file of a space of `most` configurations, without the front
/// and the checksum of its block.
pub(super) const fn most_bytes_each(most: u64) -> u64 {
    // A gap less 1 is below `most`, and 0 takes a byte too.
    let bits = 64 - most.leading_zeros() as u64;
    if bits == 0 { 1 } else { bits.div_ceil(7) }
}

/// Encodes a gap: its bytes, and how many of them are used.
#[inline]
pub(super) fn encode_gap(mut gap: u64) -> ([u8; GAP], usize) {
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
