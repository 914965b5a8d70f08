//! Whole numbers on the command line: `--threads 2`.
//!
//! Promises that whoever gives something else is told what was expected, in words. It does not know what the
//! numbers are for.

use std::fmt::Display;
use std::str::FromStr;

/// What reads a whole number from `least` on, and up to `most` where there is a most.
pub fn whole<T>(
    least: T,
    most: Option<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Copy + Display + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok();
        let is_within = |&number: &T| number >= least && most.is_none_or(|most| number <= most);
        number.filter(is_within).ok_or_else(|| match most {
            Some(most) => format!("expected a whole number from {least} to {most}"),
            None => format!("expected a whole number, {least} or more"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroUsize;

    #[test]
    fn numbers_beyond_their_bounds_are_told_what_was_expected() {
        let cell = whole(4u32, Some(512));
        assert_eq!((cell("4"), cell("512")), (Ok(4), Ok(512)));
        for text in ["3", "513", "-4", "x", "", "4294967300"] {
            let expected = "expected a whole number from 4 to 512";
            assert_eq!(cell(text), Err(expected.to_owned()), "{text}");
        }
        let threads = whole(NonZeroUsize::MIN, None);
        assert_eq!(threads("2").unwrap().get(), 2);
        for text in ["0", "two", "99999999999999999999"] {
            let expected = "expected a whole number, 1 or more";
            assert_eq!(threads(text), Err(expected.to_owned()), "{text}");
        }
    }
}
