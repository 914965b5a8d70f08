//! Input from outside, of which no more than a limit is read.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// If it cannot be read; [`io::ErrorKind::FileTooLarge`] if it is longer.
pub fn read_file_within(path: impl AsRef<Path>, limit: usize) -> io::Result<Vec<u8>> {
    read_within(File::open(path)?, limit)
}

/// Reads a file of at most `limit` bytes, which must be UTF-8 text.
///
/// # Errors
/// Those of [`read_file_within`]; [`io::ErrorKind::InvalidData`] if it is no text.
pub fn read_text_within(path: impl AsRef<Path>, limit: usize) -> io::Result<String> {
    let bytes = read_file_within(path, limit)?;
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Reads input to its end, which must come within `limit` bytes.
///
/// # Errors
/// If it cannot be read; [`io::ErrorKind::FileTooLarge`] if it is longer.
pub fn read_within(input: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte beyond the limit shows that the input is longer, without reading all of it.
    input.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        let fault = format!("it has more than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, fault));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_ends_within_its_limit_or_is_refused() {
        assert_eq!(read_within(&b"abc"[..], 3).unwrap(), b"abc");
        let longer = read_within(io::repeat(b'a'), 3).unwrap_err();
        assert_eq!(longer.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(longer.to_string(), "it has more than 3 bytes");
    }
}
