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
}
