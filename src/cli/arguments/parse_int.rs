//! Integers on the command line, such as `--threads 2`, with a message that names the range.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// A parser of the integers in a range; its error message says which numbers are accepted.
pub(crate) fn parse_int<T>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display,
{
    move |text| {
        let number = text.parse().ok();
        let number = number.filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            match (range.start_bound(), range.end_bound()) {
                (Bound::Included(least), Bound::Included(most)) => {
                    format!("expected a whole number from {least} to {most}")
                }
                _ if is_whole && text.parse::<i64>().is_err() => {
                    "expected a number that fits in 64 bits".to_owned()
                }
                (Bound::Included(least), _) => format!("expected a whole number, {least} or more"),
                _ => "expected a whole number".to_owned(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroUsize;

    #[test]
    fn a_number_outside_the_range_is_refused_with_the_expected_range() {
        let cell = parse_int::<u32>(4..=512);
        assert_eq!((cell("4"), cell("512")), (Ok(4), Ok(512)));
        for text in ["3", "513", "-4", "x", "", "4294967300"] {
            let expected = "expected a whole number from 4 to 512";
            assert_eq!(cell(text), Err(expected.to_owned()), "{text}");
        }
        let threads = parse_int(NonZeroUsize::MIN..);
        assert_eq!(threads("2").unwrap().get(), 2);
        for (text, expected) in [
            ("0", "expected a whole number, 1 or more"),
            ("-1", "expected a whole number, 1 or more"),
            ("two", "expected a whole number, 1 or more"),
            (
                "18446744073709551616",
                "expected a number that fits in 64 bits",
            ),
        ] {
            assert_eq!(threads(text), Err(expected.to_owned()), "{text}");
        }
        let least = NonZeroUsize::MIN;
        let threads = parse_int(least..=crate::arguments::common::MAX_THREADS);
        assert_eq!(threads("4096").unwrap().get(), 4096);
        let expected = "expected a whole number from 1 to 4096";
        assert_eq!(threads("100000"), Err(expected.to_owned()));
        let sum = parse_int::<i64>(..);
        assert_eq!(sum("-7"), Ok(-7));
        assert_eq!(sum("x"), Err("expected a whole number".to_owned()));
    }
}
