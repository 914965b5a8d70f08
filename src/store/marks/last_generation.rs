//! The file `last`: the number and the members of the last finished generation.
//!
//! The file has, in this order and in little endian:
//!
//! - [`LAST_MAGIC`];
//! - the number and the count of the generation, each as u64;
//! - its members: ascending u64, or a bitmap in 64-bit words if that is smaller;
//! - a CRC-32 of all these bytes, chained to the header.
//!
//! The number of members and the size of the space decide between list and bitmap, so equal
//! generations have equal bytes. A damaged file is refused, and so is a file with members that do
//! not ascend or are outside the space.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use crate::error::{StoreError, check_checksum, check_length, damaged, io_error};
use crate::journal::checksum::seeded_hasher;
use crate::marks::word_set::WordSet;

/// The first bytes of every file `last`.
pub(crate) const LAST_MAGIC: &[u8; 15] = b"SLIDEWISE LAST\n";

/// Number of bytes of the file before the members.
const FRONT: usize = LAST_MAGIC.len() + 8 + 8;

/// Number of bytes that are read or written at a time.
const BUFFER: usize = 1 << 16;

/// The numbers before the members in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastHeader {
    /// The generation's number.
    pub number: u64,
    /// Number of members of the generation.
    pub count: u64,
}

/// Largest size of the file in bytes, in a space of `len` configurations.
pub(crate) const fn max_bytes(len: u64) -> u64 {
    // This cannot overflow: the largest file has a bitmap, which has at most 2^61 bytes for any
    // `len`.
    len.div_ceil(64) * 8 + FRONT as u64 + 4
}

/// Whether `count` members are written as a list, and not as a bitmap.
fn is_list(count: u64, len: u64) -> bool {
    count <= len.div_ceil(64)
}

/// Writes the file `last` with generation `number`, chained to the header with the checksum `seed`.
/// Walks the set once.
pub(crate) fn write(
    output: impl Write,
    seed: u32,
    number: u64,
    generation: &dyn WordSet,
) -> io::Result<()> {
    let count = generation.count();
    let mut output = BufWriter::with_capacity(BUFFER, Summed::new(output, seed));
    output.write_all(LAST_MAGIC)?;
    output.write_all(&number.to_le_bytes())?;
    output.write_all(&count.to_le_bytes())?;
    if is_list(count, generation.len()) {
        generation.for_each_word(&mut |index, word| {
            let mut left = word;
            while left != 0 {
                let member = index as u64 * 64 + u64::from(left.trailing_zeros());
                output.write_all(&member.to_le_bytes())?;
                left &= left - 1;
            }
            Ok(())
        })?;
    } else {
        let mut written = 0;
        let mut zeros = |output: &mut BufWriter<_>, end: usize| {
            let zeros = (written..end).try_for_each(|_| output.write_all(&[0; 8]));
            written = end + 1;
            zeros
        };
        generation.for_each_word(&mut |index, word| {
            zeros(&mut output, index)?;
            output.write_all(&word.to_le_bytes())
        })?;
        zeros(&mut output, generation.len().div_ceil(64) as usize)?;
    }
    let Summed { mut inner, hasher } = output
        .into_inner()
        .map_err(io::IntoInnerError::into_error)?;
    inner.write_all(&hasher.finalize().to_le_bytes())
}

/// Reads the generation's number and its count of members. The checksum is not compared, because
/// that needs the whole file. Errors: [`StoreError::Io`]; [`StoreError::Damaged`] if `input` is not
/// a file `last`.
pub(crate) fn read_front(mut input: impl Read, path: &Path) -> Result<LastHeader, StoreError> {
    let mut bytes = Vec::with_capacity(FRONT);
    (&mut input)
        .take(FRONT as u64)
        .read_to_end(&mut bytes)
        .map_err(io_error("reading", path))?;
    let front = bytes.strip_prefix(LAST_MAGIC).and_then(|rest| {
        let (number, rest) = rest.split_first_chunk()?;
        let number = u64::from_le_bytes(*number);
        let count = u64::from_le_bytes(rest.try_into().ok()?);
        Some(LastHeader { number, count })
    });
    let found = || format!("\"{}\"", bytes.escape_ascii());
    front.ok_or_else(|| damaged(path, 0, "the start of a file of a generation", found()))
}

/// Reads a whole file `last` of `size` bytes. It must belong to the header with the checksum
/// `seed`, in a space of `len` configurations.
///
/// `put` is called with the index of a 64-bit word and some set bits of that word, in ascending
/// order. If the members are a list, each call has one bit. If this returns an error, all members
/// that `put` got are void. Errors: [`StoreError::Io`]; [`StoreError::Length`],
/// [`StoreError::Checksum`] and [`StoreError::Damaged`] for a file that is not exactly as
/// [`write()`] leaves it.
pub(crate) fn read(
    mut input: impl Read,
    size: u64,
    path: &Path,
    seed: u32,
    len: u64,
    put: &mut dyn FnMut(usize, u64),
) -> Result<LastHeader, StoreError> {
    // The checksum is computed before the read buffer, where the bytes arrive in large pieces. The
    // last 4 bytes are the checksum itself and are left out.
    let summed = Summed::new((&mut input).take(size.saturating_sub(4)), seed);
    let mut body = BufReader::with_capacity(BUFFER, summed);
    let front = read_front(&mut body, path)?;
    if front.count > len {
        return Err(damaged(
            path,
            FRONT as u64 - 8,
            format!("a count of at most {len} members"),
            front.count.to_string(),
        ));
    }
    let list = is_list(front.count, len);
    let words = if list { front.count } else { len.div_ceil(64) };
    // This cannot overflow: list and bitmap have at most 2^58 words.
    let expected = FRONT as u64 + words * 8 + 4;
    check_length(path, expected, size)?;
    let fault = if list {
        read_list(&mut body, path, front.count, len, put)?
    } else {
        read_bitmap(&mut body, path, front.count, len, put)?
    };
    let expected = body.into_inner().hasher.finalize();
    let mut found = [0; 4];
    input
        .read_exact(&mut found)
        .map_err(io_error("reading", path))?;
    // If the checksum is wrong, this is reported instead of any fault of the members, because the
    // damage is the cause of that fault.
    check_checksum(path, 0, expected, u32::from_le_bytes(found))?;
    match fault {
        Some(fault) => Err(fault),
        None => Ok(front),
    }
}

/// Reads a list of members to its end, and returns the first fault in it.
fn read_list(
    input: &mut impl Read,
    path: &Path,
    count: u64,
    len: u64,
    put: &mut dyn FnMut(usize, u64),
) -> Result<Option<StoreError>, StoreError> {
    let mut fault = None;
    // The smallest possible next member.
    let mut least = 0;
    for k in 0..count {
        let member = read_word(input, path)?;
        if fault.is_some() {
            continue;
        }
        if member < least || member >= len {
            fault = Some(damaged(
                path,
                FRONT as u64 + k * 8,
                format!("a member of at least {least} and less than {len}"),
                member.to_string(),
            ));
        } else {
            put((member / 64) as usize, 1 << (member % 64));
            least = member + 1;
        }
    }
    Ok(fault)
}

/// Reads a bitmap of members to its end, and returns the first fault in it.
fn read_bitmap(
    input: &mut impl Read,
    path: &Path,
    count: u64,
    len: u64,
    put: &mut dyn FnMut(usize, u64),
) -> Result<Option<StoreError>, StoreError> {
    let words = len.div_ceil(64) as usize;
    let held = len % 64;
    let end = FRONT + words * 8;
    let mut found = 0;
    let mut last = 0;
    for index in 0..words {
        last = read_word(input, path)?;
        found += u64::from(last.count_ones());
        if last != 0 && (index + 1 < words || held == 0 || last >> held == 0) {
            put(index, last);
        }
    }
    if held != 0 && last >> held != 0 {
        return Ok(Some(damaged(
            path,
            end as u64 - 8,
            format!("zeros above the lowest {held} bits"),
            format!("{last:#x}"),
        )));
    }
    if found != count {
        return Ok(Some(damaged(
            path,
            FRONT as u64 - 8,
            format!("{found}, the number of members in the bitmap"),
            count.to_string(),
        )));
    }
    Ok(None)
}

/// Reads the next word of a file.
fn read_word(input: &mut impl Read, path: &Path) -> Result<u64, StoreError> {
    let mut bytes = [0; 8];
    input
        .read_exact(&mut bytes)
        .map_err(io_error("reading", path))?;
    Ok(u64::from_le_bytes(bytes))
}

/// A reader or writer that computes the checksum of the bytes that pass through it.
struct Summed<T> {
    inner: T,
    hasher: crc32fast::Hasher,
}

impl<T> Summed<T> {
    /// Starts a checksum that is chained to the header with the checksum `seed`.
    fn new(inner: T, seed: u32) -> Summed<T> {
        let hasher = seeded_hasher(seed);
        Summed { inner, hasher }
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.hasher.update(&bytes[..read]);
        Ok(read)
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::generation::Generation;

    const SEED: u32 = 77;

    fn set(len: u64, members: impl IntoIterator<Item = u64>) -> Generation {
        let set = Generation::new(len).unwrap();
        for member in members {
            set.put_alone(member);
        }
        set
    }

    fn written(number: u64, generation: &Generation) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, SEED, number, generation).unwrap();
        bytes
    }

    fn read_back(bytes: &[u8], len: u64) -> Result<(u64, Generation), StoreError> {
        let set = Generation::new(len).unwrap();
        let (size, path) = (bytes.len() as u64, Path::new("last"));
        let front = read(bytes, size, path, SEED, len, &mut |at, bits| {
            set.put_word(at, bits)
        })?;
        Ok((front.number, set))
    }

    /// Replaces the checksum at the end of a file's bytes by the right checksum.
    fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let end = bytes.len() - 4;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&SEED.to_le_bytes());
        hasher.update(&bytes[..end]);
        bytes[end..].copy_from_slice(&hasher.finalize().to_le_bytes());
        bytes
    }

    #[test]
    fn sets_come_back_as_list_or_bitmap_whichever_is_smaller() {
        let len = 640;
        for (count, payload) in [(0, 0), (1, 8), (9, 72), (10, 80), (11, 80), (640, 80)] {
            let members = (0..count).map(|k| k * (len / count));
            let set = set(len, members.clone());
            let bytes = written(9, &set);
            assert_eq!(bytes.len(), FRONT + payload + 4, "{count}");
            assert_eq!(
                read_front(&*bytes, Path::new("last")).unwrap(),
                LastHeader { number: 9, count }
            );
            let (number, back) = read_back(&bytes, len).unwrap();
            assert_eq!(number, 9);
            assert!(back.iter().eq(members));
            assert_eq!(back.count(), count);
            assert!(bytes.len() as u64 <= max_bytes(len));
        }
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_refused() {
        for set in [set(1000, [3, 500, 999]), set(130, 0..130)] {
            let bytes = written(1, &set);
            for index in 0..bytes.len() {
                for bit in 0..8 {
                    let mut bytes = bytes.clone();
                    bytes[index] ^= 1 << bit;
                    assert!(read_back(&bytes, set.len()).is_err(), "{index}.{bit}");
                }
                assert!(read_back(&bytes[..index], set.len()).is_err());
            }
            let mut longer = bytes.clone();
            longer.push(0);
            assert!(read_back(&longer, set.len()).is_err());
        }
    }

    #[test]
    fn a_generation_of_another_header_is_refused() {
        let bytes = written(1, &set(1000, [3]));
        assert!(matches!(
            read(
                &*bytes,
                bytes.len() as u64,
                Path::new("last"),
                SEED + 1,
                1000,
                &mut |_, _| {}
            ),
            Err(StoreError::Checksum { .. })
        ));
    }

    #[test]
    fn members_out_of_order_or_space_are_refused_though_the_checksum_is_good() {
        let len = 1000;
        let bytes = written(1, &set(len, [3, 500, 999]));
        for (k, member) in [(1, 3), (1, 2), (1, 999), (2, 1000), (2, u64::MAX), (0, 500)] {
            let mut bytes = bytes.clone();
            bytes[FRONT + k * 8..][..8].copy_from_slice(&u64::to_le_bytes(member));
            match read_back(&resealed(bytes), len) {
                Err(StoreError::Damaged { .. }) => {}
                other => panic!("{k} {member}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_bitmap_beyond_its_count_or_space_is_refused_though_the_checksum_is_good() {
        let len = 70;
        let bytes = written(1, &set(len, 0..60));
        for (byte, bits) in [(15, 1), (8, 0x80), (7, 0x80)] {
            let mut bytes = bytes.clone();
            bytes[FRONT + byte] |= bits;
            assert!(matches!(
                read_back(&resealed(bytes), len),
                Err(StoreError::Damaged { .. })
            ));
        }
        let mut bytes = bytes;
        bytes[FRONT - 8..FRONT].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(matches!(
            read_back(&resealed(bytes), len),
            Err(StoreError::Damaged { .. })
        ));
    }
}
