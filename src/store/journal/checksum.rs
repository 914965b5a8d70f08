//! Checksums (CRC-32) that also cover the checksum of a header, so that a file matches only the
//! header of its own store.

/// Starts a checksum that is chained to `seed`, the checksum of a header.
pub(crate) fn seeded_hasher(seed: u32) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    hasher
}

/// Computes the checksum of bytes, chained to `seed`, the checksum of a header.
pub(crate) fn chained(seed: u32, bytes: &[u8]) -> u32 {
    let mut hasher = seeded_hasher(seed);
    hasher.update(bytes);
    hasher.finalize()
}

/// Appends the checksum of a file's bytes to these bytes, in little endian. The checksum is chained
/// to `seed`, the checksum of the header.
pub(crate) fn seal(seed: u32, bytes: &mut Vec<u8>) {
    let checksum = chained(seed, bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
}
