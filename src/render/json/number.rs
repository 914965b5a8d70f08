//! Counts as JSON strings of decimal digits.

use std::fmt::Display;

/// Formats a count as a string of decimal digits.
pub fn digits(count: impl Display) -> String {
    count.to_string()
}
