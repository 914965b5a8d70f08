//! `Header` and `LogRecord`: the identity of a store, the records of its log, and their encodings.
//!
//! Equal values have equal bytes on every machine. Decoding refuses bytes that encoding does not
//! produce. A checksum covers all bytes. Lengths are checked before memory is allocated, and no
//! bytes may be left over. This module reads and writes no files.
//!
//! This is the only file that uses bincode. Encoded numbers have fixed width and are little endian.
//!
//! - The header file has 16 bytes that name the kind of store, the length of the payload as u32,
//!   the payload, and a CRC-32 of all these bytes.
//! - A record of the log has 20 bytes of payload and a CRC-32, which covers the checksum of the
//!   previous record, the number of the record and the payload. So a record is valid only at its
//!   own position, behind the same records as when it was written. The first record is chained to
//!   the checksum of the header, so a log belongs to one header.

use std::path::Path;

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::error::DecodeError;
use bincode::{Decode, Encode};

use crate::error::{self, StoreError, check_checksum, check_length};

/// Number of bytes at the start of a header file that name the kind of store.
const HEADER_MAGIC: usize = 16;

/// Largest payload of a header in bytes. It is enough for any name, and limits the memory that a
/// forged length can allocate.
const HEADER_LIMIT: usize = 16 * 1024;

/// Number of bytes of a header file besides its payload: the kind, the length and the checksum.
const HEADER_FRAME: usize = HEADER_MAGIC + 4 + 4;

/// Largest size of a header file in bytes.
pub(crate) const HEADER_FILE_LIMIT: u64 = (HEADER_LIMIT + HEADER_FRAME) as u64;

/// Number of bytes of a record's payload: the variant as u32, and two u64.
const RECORD_PAYLOAD: usize = 20;

/// Number of bytes of a record in the log.
pub(crate) const RECORD_BYTES: usize = RECORD_PAYLOAD + 4;

/// The encoding: little-endian numbers of fixed width, and no value longer than a header's payload.
const ENCODING: Configuration<LittleEndian, Fixint, Limit<HEADER_LIMIT>> =
    bincode::config::standard()
        .with_little_endian()
        .with_fixed_int_encoding()
        .with_limit::<HEADER_LIMIT>();

/// The kind of a store, which says how the store keeps its generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreKind {
    /// Marks: two bits for each configuration of the space.
    Marks,
    /// Run files: one sorted file for each generation.
    Frontiers,
    /// The sizes of the generations, and one bit for each configuration until the search is
    /// complete.
    Counts,
}

impl StoreKind {
    /// All kinds of stores.
    pub(crate) const ALL: [StoreKind; 3] =
        [StoreKind::Marks, StoreKind::Frontiers, StoreKind::Counts];

    /// The first bytes of the header file of a store of this kind.
    pub(crate) const fn magic(self) -> &'static [u8; HEADER_MAGIC] {
        match self {
            StoreKind::Marks => b"SLIDEWISE STORE\n",
            StoreKind::Frontiers => b"SLIDEWISE FILES\n",
            StoreKind::Counts => b"SLIDEWISE COUNT\n",
        }
    }

    /// The version of the format that this program writes for a store of this kind. The program
    /// reads all versions from [`Header::FORMAT`] to this version.
    pub(crate) const fn format(self) -> u32 {
        match self {
            StoreKind::Marks | StoreKind::Counts => Header::FORMAT,
            StoreKind::Frontiers => StoreKind::FIRST_WITH_KEPT_FILE,
        }
    }

    /// The first version of the format in which a store of run files has the file `kept`.
    pub(crate) const FIRST_WITH_KEPT_FILE: u32 = 3;

    /// The name of the kind in outputs.
    pub fn name(self) -> &'static str {
        match self {
            StoreKind::Marks => "marks",
            StoreKind::Frontiers => "frontier",
            StoreKind::Counts => "count",
        }
    }
}

/// Identifies the search of a store: puzzle, metric, direction and numbering of the configurations.
///
/// Finished stores with equal headers have equal content.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Header {
    /// The version of the format: [`Header::FORMAT`], or a later version in a store of run files.
    /// This is the first field in every version.
    pub format: u32,
    /// The puzzle's name, for people; the fingerprint identifies the puzzle.
    pub name: String,
    /// SHA-256 of the puzzle's canonical form and of the sources of the search.
    pub fingerprint: [u8; 32],
    /// The name of the metric: 1 to 16 lower-case letters.
    pub metric: String,
    /// Where the search starts: `start` or `goal`.
    pub direction: String,
    /// Number of configurations of the space, which is also the number of marks.
    pub configurations: u64,
    /// How configurations are numbered and how marks lie in words, as free text.
    pub layout: String,
}

impl Header {
    /// The format version of stores of marks that this program writes, and the oldest version that
    /// it reads for any store. Version 1 had no checksums of the marks.
    pub const FORMAT: u32 = 2;

    /// The fingerprint as 64 hexadecimal digits.
    pub fn fingerprint_hex(&self) -> String {
        use std::fmt::Write;
        self.fingerprint
            .iter()
            .fold(String::new(), |mut hex, byte| {
                // Writing to a String cannot fail.
                let _ = write!(hex, "{byte:02x}");
                hex
            })
    }

    /// Fails for an invalid header. The texts in it are restricted because the folder's name is
    /// made of them. Errors: [`StoreError::BadHeader`].
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let bad = |field, found: &str, rule| {
            Err(StoreError::BadHeader {
                field,
                found: found.to_owned(),
                rule,
            })
        };
        if !StoreKind::ALL.map(StoreKind::format).contains(&self.format) {
            let rule = "this program writes formats 2 and 3";
            return bad("format", &self.format.to_string(), rule);
        }
        if self.name.is_empty() {
            return bad("name", "", "it must not be empty");
        }
        if !is_metric(&self.metric) {
            return bad(
                "metric",
                &self.metric,
                "it must be 1 to 16 lower-case letters",
            );
        }
        if self.direction != "start" && self.direction != "goal" {
            return bad("direction", &self.direction, "it must be start or goal");
        }
        Ok(())
    }

    /// Fails if this header, found in `folder`, belongs to another search than `wanted`. The
    /// puzzle's name is not compared. Errors: [`StoreError::Foreign`]; [`StoreError::Numbering`] if
    /// only the numbering differs.
    pub(crate) fn answers(&self, wanted: &Header, folder: &Path) -> Result<(), StoreError> {
        let puzzle = |header: &Header| format!("{} ({})", header.name, header.fingerprint_hex());
        let numbering =
            |own: &Header| format!("{} configurations ({})", own.configurations, own.layout);
        let foreign = |field, of: &dyn Fn(&Header) -> String| {
            Err(StoreError::Foreign {
                folder: folder.to_path_buf(),
                field,
                expected: of(wanted),
                found: of(self),
            })
        };
        if self.fingerprint != wanted.fingerprint {
            return foreign("the puzzle", &puzzle);
        }
        if self.metric != wanted.metric {
            return foreign("the metric", &|header| header.metric.clone());
        }
        if self.direction != wanted.direction {
            return foreign("the direction", &|header| header.direction.clone());
        }
        let [expected, found] = [wanted, self].map(numbering);
        if expected == found {
            return Ok(());
        }
        Err(StoreError::Numbering {
            folder: folder.to_path_buf(),
            expected,
            found,
        })
    }
}

/// Whether a text has the form of a metric's name.
pub(crate) fn is_metric(text: &str) -> bool {
    (1..=16).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// One record of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum LogRecord {
    /// A finished generation.
    Generation {
        /// The number of the generation, from 0.
        number: u64,
        /// The number of configurations of the generation, at least 1.
        count: u64,
    },
    /// The end of a complete search: the next generation is empty, and no record follows.
    End {
        /// The number of generations.
        generations: u64,
        /// The number of configurations of all generations together.
        configurations: u64,
    },
}

impl std::fmt::Display for LogRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LogRecord::Generation { number, count } => {
                write!(f, "generation {number} with {count} configurations")
            }
            LogRecord::End {
                generations,
                configurations,
            } => write!(
                f,
                "the end of {generations} generations, {configurations} configurations"
            ),
        }
    }
}

/// Encodes the header file of a store of this kind. Returns the bytes of the file and their
/// checksum, to which the log is chained. Errors: [`StoreError::BadHeader`] if the texts together
/// are too long.
pub(crate) fn encode_header(
    header: &Header,
    kind: StoreKind,
) -> Result<(Vec<u8>, u32), StoreError> {
    let too_long = || StoreError::BadHeader {
        field: "name and layout",
        found: format!(
            "{} bytes",
            header.name.len().saturating_add(header.layout.len())
        ),
        rule: "the whole header is limited to 16 KiB",
    };
    let payload = bincode::encode_to_vec(header, ENCODING).map_err(|_| too_long())?;
    if payload.len() > HEADER_LIMIT {
        return Err(too_long());
    }
    let mut bytes = Vec::with_capacity(payload.len() + HEADER_FRAME);
    bytes.extend_from_slice(kind.magic());
    // The length is at most HEADER_LIMIT, so it fits in 32 bits.
    bytes.extend_from_slice(&(payload.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&payload);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    Ok((bytes, checksum))
}

/// Decodes the bytes of the header file at `path`, of a store of this kind. Returns the header and
/// the checksum to which the log is chained.
///
/// Another kind of store, or another format, is reported before the other fields are checked.
/// Errors: [`StoreError::Damaged`], [`StoreError::Length`], [`StoreError::Checksum`];
/// [`StoreError::Format`] for another format, [`StoreError::Foreign`] for another kind.
pub(crate) fn decode_header(
    bytes: &[u8],
    path: &Path,
    kind: StoreKind,
) -> Result<(Header, u32), StoreError> {
    let damaged = |offset: usize, expected: &str, found: String| {
        error::damaged(path, offset as u64, expected, found)
    };
    let Some(rest) = bytes.strip_prefix(kind.magic()) else {
        let of_other = |other: &StoreKind| bytes.starts_with(other.magic());
        return Err(match StoreKind::ALL.into_iter().find(of_other) {
            Some(other) => {
                let [expected, found] = [kind, other].map(|kind| kind.name().to_owned());
                StoreError::Foreign {
                    folder: path.parent().unwrap_or(path).to_path_buf(),
                    field: "the kind of store",
                    expected,
                    found,
                }
            }
            None => damaged(0, "the first line of a header", printable(bytes)),
        });
    };
    let (length, rest) = rest
        .split_first_chunk()
        .ok_or_else(|| damaged(HEADER_MAGIC, "a length", format!("{} bytes", rest.len())))?;
    let length = u32::from_le_bytes(*length);
    let length = usize::try_from(length)
        .ok()
        .filter(|&length| length <= HEADER_LIMIT)
        .ok_or_else(|| damaged(HEADER_MAGIC, "a length up to 16384", length.to_string()))?;
    check_length(path, (length + HEADER_FRAME) as u64, bytes.len() as u64)?;
    let (payload, found) = rest.split_last_chunk().ok_or_else(|| {
        damaged(
            HEADER_MAGIC + 4,
            "a checksum",
            "the end of the file".to_owned(),
        )
    })?;
    let found = u32::from_le_bytes(*found);
    check_checksum(path, 0, crc32fast::hash(&bytes[..bytes.len() - 4]), found)?;
    let start = HEADER_FRAME - 4;
    let format = payload
        .first_chunk()
        .map(|format| u32::from_le_bytes(*format))
        .ok_or_else(|| damaged(start, "a format version", "the checksum".to_owned()))?;
    if !(Header::FORMAT..=kind.format()).contains(&format) {
        return Err(StoreError::Format {
            folder: path.parent().unwrap_or(path).to_path_buf(),
            expected: kind.format(),
            found: format,
        });
    }
    let header =
        decode_all(payload).map_err(|found| damaged(start, "the fields of a header", found))?;
    Ok((header, found))
}

/// Encodes record `number` (from 0) behind a record with the checksum `chain`. Returns the bytes
/// and the checksum of the new record.
pub(crate) fn encode_record(
    record: LogRecord,
    number: u64,
    chain: u32,
) -> ([u8; RECORD_BYTES], u32) {
    let mut bytes = [0; RECORD_BYTES];
    // The encoding cannot fail: both variants have 20 bytes by their types.
    bincode::encode_into_slice(record, &mut bytes[..RECORD_PAYLOAD], ENCODING)
        .expect("a record's payload is 20 bytes");
    let checksum = record_checksum(&bytes[..RECORD_PAYLOAD], number, chain);
    bytes[RECORD_PAYLOAD..].copy_from_slice(&checksum.to_le_bytes());
    (bytes, checksum)
}

/// The reason why bytes are not a valid record.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BadRecord {
    /// The checksum `expected` of the bytes differs from the recorded one, `found`.
    Checksum { expected: u32, found: u32 },
    /// The checksum matches, but the payload is not that of a record. The text describes the fault.
    Payload(String),
}

/// Decodes record `number` (from 0) behind a record with the checksum `chain`. Returns the record
/// and its checksum.
pub(crate) fn decode_record(
    bytes: &[u8; RECORD_BYTES],
    number: u64,
    chain: u32,
) -> Result<(LogRecord, u32), BadRecord> {
    let [payload @ .., a, b, c, d] = bytes;
    let found = u32::from_le_bytes([*a, *b, *c, *d]);
    let expected = record_checksum(payload, number, chain);
    if expected != found {
        return Err(BadRecord::Checksum { expected, found });
    }
    decode_all(payload)
        .map(|record| (record, found))
        .map_err(BadRecord::Payload)
}

/// Computes the checksum of a record from its payload, its number and the checksum `chain` of the
/// previous record.
fn record_checksum(payload: &[u8], number: u64, chain: u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&chain.to_le_bytes());
    hasher.update(&number.to_le_bytes());
    hasher.update(payload);
    hasher.finalize()
}

/// Decodes a value that takes all of the bytes. The error describes the fault of the bytes.
fn decode_all<T: Decode<()>>(bytes: &[u8]) -> Result<T, String> {
    match bincode::decode_from_slice(bytes, ENCODING) {
        Ok((value, used)) if used == bytes.len() => Ok(value),
        Ok((_, used)) => Err(format!("{} bytes too many", bytes.len() - used)),
        Err(DecodeError::UnexpectedEnd { .. }) => Err("too few bytes".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Formats the first bytes of a foreign file, escaped and in quotes, for a message.
fn printable(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(HEADER_MAGIC)];
    format!("\"{}\"", start.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{arbitrary, header_with};

    fn header() -> Header {
        Header {
            format: Header::FORMAT,
            name: "klotski".to_owned(),
            fingerprint: std::array::from_fn(|i| i as u8 * 7),
            metric: "step".to_owned(),
            direction: "start".to_owned(),
            configurations: 65_880,
            layout: "rows, 2 bits x 32".to_owned(),
        }
    }

    fn path() -> &'static Path {
        Path::new("generations/klotski/header")
    }

    #[test]
    fn a_header_comes_back_as_it_was() {
        let (bytes, checksum) = encode_header(&header(), StoreKind::Marks).unwrap();
        assert_eq!(
            decode_header(&bytes, path(), StoreKind::Marks).unwrap(),
            (header(), checksum)
        );
        assert!(bytes.starts_with(b"SLIDEWISE STORE\n"));
        assert!(header().fingerprint_hex().starts_with("00070e15"));
    }

    #[test]
    fn the_bytes_of_a_header_never_change() {
        // Stores on users' disks begin with these bytes, so they must not change.
        let (bytes, checksum) = encode_header(&header(), StoreKind::Marks).unwrap();
        assert_eq!(bytes[16..20], 109u32.to_le_bytes());
        assert_eq!(bytes[20..24], 2u32.to_le_bytes());
        assert_eq!(bytes[24..32], 7u64.to_le_bytes());
        assert_eq!(&bytes[32..39], b"klotski");
        assert_eq!(bytes[bytes.len() - 4..], checksum.to_le_bytes());
        // This checksum was computed by another program, from the description at the top of this
        // file.
        assert_eq!(checksum, 0x0118_0e48);
    }

    #[test]
    fn the_bytes_of_a_record_never_change() {
        let record = LogRecord::Generation {
            number: 5,
            count: 7,
        };
        let (bytes, checksum) = encode_record(record, 5, 0xabcd);
        assert_eq!(bytes[..4], 0u32.to_le_bytes());
        assert_eq!(bytes[4..12], 5u64.to_le_bytes());
        assert_eq!(bytes[12..20], 7u64.to_le_bytes());
        assert_eq!(bytes[20..], checksum.to_le_bytes());
        assert_eq!(checksum, 0xefb5_7ded);
    }

    #[test]
    fn every_flipped_bit_of_a_header_is_refused() {
        let (bytes, _) = encode_header(&header(), StoreKind::Marks).unwrap();
        for index in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[index] ^= 1 << bit;
                assert!(
                    decode_header(&bytes, path(), StoreKind::Marks).is_err(),
                    "{index}.{bit}"
                );
            }
        }
    }

    #[test]
    fn any_bytes_are_a_header_or_are_refused() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut arbitrary = |below: usize| (arbitrary(&mut state) % below as u64) as usize;
        let (good, _) = encode_header(&header(), StoreKind::Marks).unwrap();
        for round in 0..20_000 {
            let kind = StoreKind::ALL[round % 3 % 2];
            // A payload with a few changed bytes, or one of arbitrary bytes, in a frame with the
            // right length and checksum.
            let mut payload = good[20..good.len() - 4].to_vec();
            if round % 2 == 0 {
                payload = (0..arbitrary(200)).map(|_| arbitrary(256) as u8).collect();
            }
            for _ in 0..arbitrary(4) {
                let length = payload.len().max(1);
                payload.resize(length, 0);
                payload[arbitrary(length)] = arbitrary(256) as u8;
            }
            let mut bytes = kind.magic().to_vec();
            bytes.extend_from_slice(&(payload.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&payload);
            let checksum = crc32fast::hash(&bytes);
            bytes.extend_from_slice(&checksum.to_le_bytes());
            if let Ok((header, seed)) = decode_header(&bytes, path(), kind) {
                assert_eq!(encode_header(&header, kind).unwrap(), (bytes, seed));
            }
        }
    }

    #[test]
    fn a_header_cut_off_or_followed_by_anything_is_refused() {
        let (bytes, _) = encode_header(&header(), StoreKind::Marks).unwrap();
        for length in 0..bytes.len() {
            assert!(
                decode_header(&bytes[..length], path(), StoreKind::Marks).is_err(),
                "{length}"
            );
        }
        let mut longer = bytes;
        longer.push(0);
        assert!(matches!(
            decode_header(&longer, path(), StoreKind::Marks),
            Err(StoreError::Length { .. })
        ));
    }

    #[test]
    fn bytes_left_over_within_the_payload_are_refused() {
        let mut payload = bincode::encode_to_vec(header(), ENCODING).unwrap();
        payload.push(0);
        let mut bytes = StoreKind::Marks.magic().to_vec();
        bytes.extend_from_slice(&(payload.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&payload);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        assert!(matches!(
            decode_header(&bytes, path(), StoreKind::Marks),
            Err(StoreError::Damaged { .. })
        ));
    }

    #[test]
    fn a_hostile_length_is_refused_before_anything_is_allocated() {
        let mut bytes = StoreKind::Marks.magic().to_vec();
        bytes.extend_from_slice(&u32::MAX.to_le_bytes());
        assert!(decode_header(&bytes, path(), StoreKind::Marks).is_err());
        // A payload that gives the length of a text as 2^60 bytes, in a frame with the right length
        // and checksum.
        let mut payload = 1u32.to_le_bytes().to_vec();
        payload.extend_from_slice(&(1u64 << 60).to_le_bytes());
        let mut bytes = StoreKind::Marks.magic().to_vec();
        bytes.extend_from_slice(&(payload.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&payload);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        assert!(decode_header(&bytes, path(), StoreKind::Marks).is_err());
    }

    #[test]
    fn another_format_is_reported_by_its_number() {
        let (bytes, _) =
            encode_header(&header_with(|header| header.format = 9), StoreKind::Marks).unwrap();
        match decode_header(&bytes, path(), StoreKind::Marks) {
            Err(StoreError::Format {
                expected, found, ..
            }) => assert_eq!((expected, found), (Header::FORMAT, 9)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_header_too_long_to_read_is_not_written() {
        let long = header_with(|header| header.layout = "x".repeat(HEADER_LIMIT));
        assert!(matches!(
            encode_header(&long, StoreKind::Marks),
            Err(StoreError::BadHeader { .. })
        ));
    }

    #[test]
    fn records_come_back_only_at_their_own_place() {
        let records = [
            LogRecord::Generation {
                number: 5,
                count: u64::MAX,
            },
            LogRecord::End {
                generations: 6,
                configurations: 77,
            },
        ];
        for record in records {
            let (bytes, checksum) = encode_record(record, 5, 0xabcd);
            assert_eq!(decode_record(&bytes, 5, 0xabcd), Ok((record, checksum)));
            assert!(decode_record(&bytes, 6, 0xabcd).is_err());
            assert!(decode_record(&bytes, 5, 0xabce).is_err());
            for index in 0..bytes.len() {
                for bit in 0..8 {
                    let mut bytes = bytes;
                    bytes[index] ^= 1 << bit;
                    assert!(decode_record(&bytes, 5, 0xabcd).is_err(), "{index}.{bit}");
                }
            }
        }
    }

    #[test]
    fn an_unknown_variant_is_refused_though_its_checksum_is_good() {
        let mut bytes = [0; RECORD_BYTES];
        bytes[0] = 2;
        let checksum = record_checksum(&bytes[..RECORD_PAYLOAD], 0, 0);
        bytes[RECORD_PAYLOAD..].copy_from_slice(&checksum.to_le_bytes());
        assert!(matches!(
            decode_record(&bytes, 0, 0),
            Err(BadRecord::Payload(_))
        ));
    }
}
