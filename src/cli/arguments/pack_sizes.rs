//! `PackSizes`: how many positions a pack has at each distance, such as `10x(5..50)`.

use slidewise_app::DrawnStarts;
use std::ops::RangeInclusive;

/// The number of positions at each distance, and the distances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PackSizes {
    /// Number of positions at each distance.
    pub count: u64,
    /// The distances.
    pub distances: RangeInclusive<u64>,
}

/// Parses the sizes of a pack: `10x(5..50)`, `10x5..50` or `10x5`.
pub(crate) fn pack(text: &str) -> Result<PackSizes, String> {
    let parsed = text.split_once('x').and_then(|(count, range)| {
        let inner = range
            .strip_prefix('(')
            .and_then(|own| own.strip_suffix(')'));
        let range = inner.unwrap_or(range);
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|own| own.is_ascii_digit());
            digits.parse::<u64>().ok().filter(|_| is_number)
        };
        Some((number(count)?, number(first)?, number(last)?))
    });
    match parsed {
        Some((count, first, last)) if count > 0 && first <= last => {
            let most = DrawnStarts::MAX_DISTANCES;
            if last - first >= most {
                return Err(format!("a pack has at most {most} distances"));
            }
            Ok(PackSizes {
                count,
                distances: first..=last,
            })
        }
        _ => Err("expected a number of positions and distances, such as 10x5..50".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_a_number_and_a_range() {
        for text in ["10x(5..50)", "10x5..50"] {
            let sizes = pack(text).unwrap();
            assert_eq!((sizes.count, sizes.distances), (10, 5..=50));
        }
        assert_eq!(pack("3x7").unwrap().distances, 7..=7);
        for wrong in [
            "",
            "x",
            "10",
            "10x",
            "x5",
            "0x5",
            "10x9..5",
            "10x(5..50",
            "10x5-50",
            "+1x5",
            "1x5..",
            "1x0..18446744073709551615",
            "99999999999999999999x1",
            "1x1..2..3",
            "-1x5",
            "1 x 5",
        ] {
            assert!(pack(wrong).is_err(), "{wrong}");
        }
    }
}
