//! Formatting and parsing of sizes in bytes.

use thiserror::Error;

const UNITS: [&str; 7] = ["B", "KB", "MB", "GB", "TB", "PB", "EB"];

/// Formats a size with a binary unit (1 KB = 1024 bytes), such as `1.4 MB`.
pub fn human_bytes(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    match unit {
        0 => format!("{bytes} B"),
        _ if value < 100.0 => format!("{value:.1} {}", UNITS[unit]),
        _ => format!("{value:.0} {}", UNITS[unit]),
    }
}

/// Error of [`parse_bytes`]; it holds the first 40 characters of the rejected text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a size such as 500M or 1G (1G = 2^30 bytes), found `{0}`")]
pub struct ParseBytesError(String);

/// Parses `500M`, `1G`, `2T`, `64K` or a plain number of bytes.
///
/// The units are powers of 1024.
///
/// # Errors
/// If the text is not a size, or the size does not fit in 64 bits.
pub fn parse_bytes(text: &str) -> Result<u64, ParseBytesError> {
    let fault = || ParseBytesError(text.chars().take(40).collect());
    let upper = text.trim().to_ascii_uppercase();
    let digits = upper.trim_end_matches("IB").trim_end_matches('B');
    let (digits, power) = match digits.char_indices().last() {
        Some((at, letter)) => match "KMGT".find(letter) {
            Some(power) => (&digits[..at], power as u32 + 1),
            None => (digits, 0),
        },
        None => return Err(fault()),
    };
    let number: u64 = digits.trim().parse().map_err(|_| fault())?;
    number.checked_mul(1 << (10 * power)).ok_or_else(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_and_print() {
        for (text, bytes) in [
            ("500M", 500 << 20),
            ("1G", 1 << 30),
            ("1g", 1 << 30),
            ("2TB", 2 << 40),
            ("64KiB", 65_536),
            ("7", 7),
        ] {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for wrong in ["", "G", "1.5G", "-1", "99999999999T", "1X", "é"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
        assert_eq!(human_bytes(1_500_000), "1.4 MB");
        assert_eq!(human_bytes(12), "12 B");
        assert_eq!(human_bytes(200 << 20), "200 MB");
    }
}
