//! Numbers with thousands separators.

use std::fmt::Display;

/// Formats a number with a comma between groups of three digits, such as `653,940`.
pub fn with_commas(number: impl Display) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a number and a noun, with a plural `s` unless the number is 1, such as `5,040 moves`.
pub fn counted(number: impl Display, thing: &str) -> String {
    let number = with_commas(number);
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// Formats a number so that its size is readable at once, such as `about 20 billion
/// (19,957,259,520)`.
///
/// A number below a million, or with at most three digits that are not zeros at the end, needs no
/// approximation and is written with commas alone.
pub fn readable(number: impl Display) -> String {
    let exact = with_commas(&number);
    match approximation(&number.to_string()) {
        Some(about) => format!("about {about} ({exact})"),
        None => exact,
    }
}

/// Formats a number as [`readable`] does, with a noun.
pub fn readably_counted(number: impl Display, thing: &str) -> String {
    let plural = if number.to_string() == "1" { "" } else { "s" };
    format!("{} {thing}{plural}", readable(number))
}

/// The number with these digits, rounded to three of them, in words such as `1.23 million`; `None`
/// if the number is below a million or the three digits say it exactly.
pub fn approximation(digits: &str) -> Option<String> {
    const WORDS: [&str; 5] = [
        "million",
        "billion",
        "trillion",
        "quadrillion",
        "quintillion",
    ];
    let is_round = |rest: &str| rest.bytes().all(|digit| digit == b'0');
    if digits.len() < 7 || is_round(&digits[3..]) {
        return None;
    }
    let mut leading: u32 = digits[..3].parse().ok()?;
    let mut exponent = digits.len() - 1;
    leading += u32::from(digits.as_bytes()[3] >= b'5');
    if leading == 1000 {
        leading = 100;
        exponent += 1;
    }
    let leading = leading.to_string();
    let (shift, unit) = match WORDS.get(exponent / 3 - 2) {
        Some(word) => (exponent % 3, (*word).to_owned()),
        None => (0, format!("x 10^{exponent}")),
    };
    let (whole, part) = leading.split_at(shift + 1);
    let part = part.trim_end_matches('0');
    let point = if part.is_empty() { "" } else { "." };
    Some(format!("{whole}{point}{part} {unit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_stand_before_each_three_digits_from_the_right() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (653_940, "653,940"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(with_commas(number), text);
        }
        assert_eq!(counted(1, "move"), "1 move");
        assert_eq!(counted(1000, "move"), "1,000 moves");
    }

    #[test]
    fn large_numbers_are_readable_first_and_exact_second() {
        for (number, text) in [
            (999_999, "999,999"),
            (1_000_000, "1,000,000"),
            (1_230_000, "1,230,000"),
            (1_234_567, "about 1.23 million (1,234,567)"),
            (9_996_000, "about 10 million (9,996,000)"),
            (999_500_000, "about 1 billion (999,500,000)"),
            (239_500_800, "about 240 million (239,500,800)"),
            (19_957_259_520, "about 20 billion (19,957,259,520)"),
            (
                10_461_394_944_000,
                "about 10.5 trillion (10,461,394,944,000)",
            ),
            (
                1_234_567_890_123_456_789_012,
                "about 1.23 x 10^21 (1,234,567,890,123,456,789,012)",
            ),
        ] {
            let number: u128 = number;
            assert_eq!(readable(number), text);
        }
        assert_eq!(readably_counted(1, "way"), "1 way");
        let ways = "about 1.5 million (1,500,001) ways";
        assert_eq!(readably_counted(1_500_001, "way"), ways);
    }
}
