//! Tokens for pieces that have no letters of their own in the source.

/// Hands out tokens: capital letters, small letters, then digits and pairs of letters, none twice.
pub(super) struct PieceTokens {
    taken: Vec<String>,
    next: usize,
}

impl PieceTokens {
    /// Tokens other than those in `taken`.
    pub(super) fn besides(taken: impl IntoIterator<Item = String>) -> PieceTokens {
        PieceTokens {
            taken: taken.into_iter().collect(),
            next: 0,
        }
    }

    /// The next token.
    pub(super) fn next(&mut self) -> String {
        loop {
            let token = token_number(self.next);
            self.next += 1;
            if !self.taken.contains(&token) {
                return token;
            }
        }
    }
}

/// The token with a number: A to Z, a to z, 1 to 9, then AA, AB, ..., ZZ, AAA, ...
fn token_number(number: usize) -> String {
    let single = ('A'..='Z').chain('a'..='z').chain('1'..='9');
    if let Some(letter) = single.clone().nth(number) {
        return letter.into();
    }
    let mut rest = number - single.count() + 26;
    let mut letters = Vec::new();
    loop {
        letters.push((b'A' + (rest % 26) as u8) as char);
        rest /= 26;
        if rest == 0 {
            return letters.into_iter().rev().collect();
        }
        rest -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_token_stands_for_two_pieces() {
        assert_eq!(token_number(0), "A");
        assert_eq!(token_number(60), "9");
        assert_eq!(token_number(61), "AA");
        assert_eq!(token_number(61 + 26 * 26 - 1), "ZZ");
        assert_eq!(token_number(61 + 26 * 26), "AAA");
        let all: HashSet<String> = (0..2000).map(token_number).collect();
        assert_eq!(all.len(), 2000);
        let mut tokens = PieceTokens::besides(["B".to_owned()]);
        assert_eq!([tokens.next(), tokens.next()], ["A", "C"]);
    }
}
