//! The file `kept`: the number of the first generation whose run file a store keeps.
//!
//! The file has [`KEPT_MAGIC`], the number of that generation as u64, and a CRC-32 of these bytes,
//! chained to the header. All numbers are little endian. A damaged file is refused.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::error::{StoreError, check_checksum, damaged, io_error};
use crate::journal::checksum::{chained, seal};

/// The first bytes of every file `kept`.
const KEPT_MAGIC: &[u8; 15] = b"SLIDEWISE KEPT\n";

/// Size of the file in bytes.
const BYTES: usize = KEPT_MAGIC.len() + 8 + 4;

/// Writes the file for the first kept generation `first`, chained to the header with the checksum
/// `seed`.
pub(super) fn write(mut output: impl Write, seed: u32, first: u64) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(BYTES);
    bytes.extend_from_slice(KEPT_MAGIC);
    bytes.extend_from_slice(&first.to_le_bytes());
    seal(seed, &mut bytes);
    output.write_all(&bytes)
}

/// Reads the file that was opened at `path`, which belongs to the header with the checksum `seed`.
/// Errors: [`StoreError::Io`]; [`StoreError::Checksum`] and [`StoreError::Damaged`] for a file that
/// is not exactly as [`write()`] leaves it.
pub(super) fn read(file: File, path: &Path, seed: u32) -> Result<u64, StoreError> {
    let mut bytes = Vec::with_capacity(BYTES + 1);
    // One byte more than the right size is read, so that a longer file is noticed.
    file.take(BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(io_error("reading", path))?;
    let parts = bytes.split_last_chunk().and_then(|(body, checksum)| {
        let first = <&[u8; 8]>::try_from(body.strip_prefix(KEPT_MAGIC)?).ok()?;
        Some((body, first, checksum))
    });
    let Some((body, first, checksum)) = parts else {
        let found = format!("\"{}\"", bytes.escape_ascii());
        return Err(damaged(
            path,
            0,
            "the number of the first kept generation",
            found,
        ));
    };
    check_checksum(path, 0, chained(seed, body), u32::from_le_bytes(*checksum))?;
    Ok(u64::from_le_bytes(*first))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: u32 = 0x0bad_cafe;

    #[test]
    fn the_first_generation_kept_comes_back_and_no_changed_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let read = |bytes: &[u8], seed| {
            std::fs::write(&path, bytes).unwrap();
            super::read(File::open(&path).unwrap(), &path, seed)
        };
        for first in [0, 70, u64::MAX] {
            let mut bytes = Vec::new();
            write(&mut bytes, SEED, first).unwrap();
            assert_eq!(read(&bytes, SEED).unwrap(), first);
            assert!(read(&bytes, SEED + 1).is_err());
            for index in 0..bytes.len() {
                assert!(read(&bytes[..index], SEED).is_err(), "{index}");
                for bit in 0..8 {
                    let mut flipped = bytes.clone();
                    flipped[index] ^= 1 << bit;
                    assert!(read(&flipped, SEED).is_err(), "{index}.{bit}");
                }
            }
            bytes.push(0);
            assert!(read(&bytes, SEED).is_err());
        }
    }
}
