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
#[error("expected a size such as 500M or 1.5G (1G = 2^30 bytes), found `{0}`")]
pub struct ParseBytesError(String);

/// Parses `500M`, `1.5G`, `2TB`, `64 KiB` or a plain number of bytes, in capitals or not.
///
/// The units K, M, G and T are powers of 1024, and `B` or `iB` may follow them. A fraction needs a
/// unit, and a part of a byte is dropped: the size is never more than the text says.
///
/// # Errors
/// If the text is not a size, or the size does not fit in 64 bits.
///
/// ```
/// use slidewise_render::parse_bytes;
///
/// assert_eq!(parse_bytes("1.5G"), Ok(1_610_612_736));
/// assert_eq!(parse_bytes("0.0001k"), Ok(0));
/// ```
pub fn parse_bytes(text: &str) -> Result<u64, ParseBytesError> {
    let fault = || ParseBytesError(text.chars().take(40).collect());
    bytes_of(&text.trim().to_ascii_uppercase()).ok_or_else(fault)
}

/// Size of a text in capitals, or `None` if it is not a size.
fn bytes_of(text: &str) -> Option<u64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let mut letters = unit.trim_start().chars();
    let power = match letters.next() {
        None | Some('B') if letters.as_str().is_empty() => 0,
        Some(letter) if ["", "B", "IB"].contains(&letters.as_str()) => "KMGT".find(letter)? + 1,
        _ => return None,
    };
    let unit = 1u128 << (10 * power);
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, digits)) if power > 0 => (whole, fraction_of(digits, unit)?),
        Some(_) => return None,
        None => (number, 0),
    };
    let whole: u64 = whole.parse().ok()?;
    u64::try_from(u128::from(whole).checked_mul(unit)? + fraction).ok()
}

/// The whole bytes in the fraction of a unit whose decimal digits stand after the point.
fn fraction_of(digits: &str, unit: u128) -> Option<u128> {
    // With more digits than this the product would not fit.
    const MAX_DIGITS: u32 = 24;
    let count = u32::try_from(digits.len()).ok();
    let count = count.filter(|&count| count <= MAX_DIGITS)?;
    let value: u128 = digits.parse().ok()?;
    Some(value * unit / 10u128.pow(count))
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
            ("64 kib", 65_536),
            ("7", 7),
            ("7B", 7),
            ("1.5G", 3 << 29),
            ("1.50gb", 3 << 29),
            ("0.5K", 512),
            ("0.0009765625K", 1),
            ("0.0009765624K", 0),
            ("1.999999999999999999999999K", 2047),
            ("16777215.999999999999T", u64::MAX - 1),
        ] {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for wrong in [
            "",
            "G",
            "-1",
            "99999999999T",
            "1X",
            "é",
            "1.5",
            "1.5B",
            "1.G",
            ".5G",
            "1,5G",
            "1.2.3G",
            "1GBB",
            "1IB",
            "1iG",
            "1 000",
            "1.0000000000000000000000001G",
            "16777216T",
            "lots",
        ] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
        assert_eq!(human_bytes(1_500_000), "1.4 MB");
        assert_eq!(human_bytes(12), "12 B");
        assert_eq!(human_bytes(200 << 20), "200 MB");
    }
}
