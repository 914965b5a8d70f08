//! The format of run files: ascending numbers as gaps, in blocks with checksums.
//!
//! The file has, in this order and in little endian:
//!
//! - [`SORTED_MAGIC`];
//! - the number of its generation, as u64;
//! - blocks of [`BLOCK`] bytes, except that the last block may have fewer;
//! - the number of all members as u64, and a CRC-32 of this number.
//!
//! A block has its first member as u64, its number of members as u32, the gaps, zeros up to its
//! CRC-32, and this CRC-32. Each member after the first has a gap: the difference from the previous
//! member, less 1. A gap is encoded in LEB128: seven bits in each byte, the lowest bits first, with
//! the top bit set in all bytes except the last.
//!
//! Every checksum also covers the checksum of the header, the number of the generation, and the
//! offset in the file of the bytes that the checksum covers. So a block is valid only at its own
//! offset in the file of its own generation. Equal sets have equal bytes.

use crate::journal::checksum::seeded_hasher;

/// The first bytes of every run file.
pub(super) const SORTED_MAGIC: &[u8; 16] = b"SLIDEWISE SORTED";

/// Number of bytes of the file before the first block.
pub(super) const FRONT: u64 = SORTED_MAGIC.len() as u64 + 8;
/// Size of a block in bytes.
pub(super) const BLOCK: usize = 8192;
/// Number of bytes of a block before its gaps: the first member and the number of members.
pub(super) const BLOCK_FRONT: usize = 8 + 4;
/// Size of a checksum in bytes.
pub(super) const SUM: usize = 4;
/// Number of bytes of the file behind the last block: the number of all members and its checksum.
pub(super) const END: u64 = 8 + SUM as u64;
/// Largest size of an encoded gap in bytes.
pub(super) const GAP: usize = 10;

/// The store and the generation to which a run file belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RunOwner {
    /// The checksum of the store's header.
    pub seed: u32,
    /// The number of the generation.
    pub number: u64,
    /// Number of configurations of the space; all members are less than it.
    pub most: u64,
}

impl RunOwner {
    /// Computes the checksum of `bytes`, which stand at `offset` in a run file of this owner.
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

/// Largest number of bytes that a member takes in a run file, in a space of `most` configurations.
/// The bytes of a block besides its gaps are not counted.
pub(super) const fn max_bytes_each(most: u64) -> u64 {
    // A gap is less than `most`, and a gap of 0 takes a byte too.
    let bits = 64 - most.leading_zeros() as u64;
    if bits == 0 { 1 } else { bits.div_ceil(7) }
}

/// Encodes a gap. Returns an array with the encoded bytes at its beginning, and the number of these
/// bytes.
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
