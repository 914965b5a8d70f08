//! Times on the command line, in seconds.

use std::time::Duration;

/// Parses a number of seconds, such as `0.5` or `60`.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let is_plain = text.bytes().all(|own| own.is_ascii_digit() || own == b'.');
    let number: Option<f64> = text.parse().ok().filter(|_| is_plain);
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.filter(|time| !time.is_zero())
        .ok_or_else(|| "expected a number of seconds above 0, such as 60 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_plain_decimals_above_zero() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("60"), Ok(Duration::from_secs(60)));
        for wrong in [
            "",
            "0",
            "-1",
            "1e3",
            "inf",
            "NaN",
            "1s",
            ".",
            "9999999999999999999999",
        ] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
