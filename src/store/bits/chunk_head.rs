//! `ChunkHead`: the generation, number, count and checksum of a chunk, as they stand before its
//! words.

use crate::journal::checksum::chained;

/// Bytes that a head takes in a slot, zeros behind it included.
pub(super) const HEAD_BYTES: usize = 64;

/// Bytes of a head before its checksum.
const BODY: usize = 28;

/// The head of a chunk. It says which words the slot holds, and that they were written whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ChunkHead {
    /// The generation of which the chunk holds members.
    pub generation: u64,
    /// The number of the chunk in its side.
    pub chunk: u64,
    /// Number of members in the chunk. If it is 0, the slot's words are not written.
    pub count: u64,
    /// The checksum of the words; 0 if `count` is 0.
    pub checksum: u32,
}

impl ChunkHead {
    /// The bytes of the head, chained to `seed`.
    pub(super) fn encode(&self, seed: u32) -> [u8; HEAD_BYTES] {
        let mut bytes = [0; HEAD_BYTES];
        bytes[..8].copy_from_slice(&self.generation.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.chunk.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.count.to_le_bytes());
        bytes[24..BODY].copy_from_slice(&self.checksum.to_le_bytes());
        let checksum = chained(seed, &bytes[..BODY]);
        bytes[BODY..BODY + 4].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The head in these bytes; `None` if they are not a head of this store.
    pub(super) fn decode(bytes: &[u8; HEAD_BYTES], seed: u32) -> Option<ChunkHead> {
        let (numbers, _) = bytes.as_chunks::<8>();
        let [generation, chunk, count] = [0, 1, 2].map(|at| u64::from_le_bytes(numbers[at]));
        let checksum = u32::from_le_bytes(*bytes[24..].first_chunk()?);
        let head = ChunkHead {
            generation,
            chunk,
            count,
            checksum,
        };
        (head.encode(seed) == *bytes).then_some(head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_comes_back_and_no_changed_bytes_are_one() {
        let head = ChunkHead {
            generation: 31,
            chunk: 7,
            count: u64::MAX,
            checksum: 0xabcd,
        };
        let bytes = head.encode(5);
        assert_eq!(ChunkHead::decode(&bytes, 5), Some(head));
        assert_eq!(ChunkHead::decode(&bytes, 6), None);
        assert_eq!(ChunkHead::decode(&[0; HEAD_BYTES], 5), None);
        for index in 0..bytes.len() {
            let mut bytes = bytes;
            bytes[index] ^= 16;
            assert_eq!(ChunkHead::decode(&bytes, 5), None, "{index}");
        }
    }
}
