//! Code for words most of which are zero, for files and for the network.
//!
//! Each word that is not zero has a byte with two halves. The lower half is the number of zero
//! words before it; 15 stands for 15 or more, and a number follows that says how many more. The
//! upper half is the number of set bits, and a byte follows for the place of each; 8 stands for 8
//! or more, and the eight bytes of the word follow. Zero words at the end have no code.

/// Number of set bits from which on the whole word is written.
const WHOLE: u32 = 8;
/// Value of the lower half from which on the number of zero words is written.
const FAR: usize = 15;

/// Appends the code of words to `out`.
pub fn encode_words(words: &[u64], out: &mut Vec<u8>) {
    let mut zeros = 0;
    for &word in words {
        if word == 0 {
            zeros += 1;
            continue;
        }
        let bits = word.count_ones().min(WHOLE);
        out.push((bits as u8) << 4 | zeros.min(FAR) as u8);
        if zeros >= FAR {
            encode_number((zeros - FAR) as u64, out);
        }
        if bits == WHOLE {
            out.extend_from_slice(&word.to_le_bytes());
        } else {
            let mut left = word;
            while left != 0 {
                out.push(left.trailing_zeros() as u8);
                left &= left - 1;
            }
        }
        zeros = 0;
    }
}

/// Joins the words of a code to `words`; `None` if the code is malformed or has more words.
pub fn decode_words(mut code: &[u8], words: &mut [u64]) -> Option<()> {
    let mut at = 0usize;
    while let Some((&head, rest)) = code.split_first() {
        code = rest;
        let mut zeros = usize::from(head & 15);
        if zeros == FAR {
            zeros = zeros.checked_add(usize::try_from(decode_number(&mut code)?).ok()?)?;
        }
        at = at.checked_add(zeros)?;
        let word = words.get_mut(at)?;
        let bits = u32::from(head >> 4);
        if bits == WHOLE {
            let (whole, rest) = code.split_first_chunk()?;
            *word |= u64::from_le_bytes(*whole);
            code = rest;
        } else {
            let (places, rest) = code.split_at_checked(bits as usize)?;
            for &place in places {
                *word |= 1u64.checked_shl(u32::from(place))?;
            }
            code = rest;
        }
        at += 1;
    }
    Some(())
}

/// Appends a number in groups of seven bits, the lowest first.
pub fn encode_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number from the front of a code; `None` if it is malformed.
pub fn decode_number(code: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = code.split_first()?;
        *code = rest;
        let digits = u64::from(byte & 127);
        if shift == 63 && digits > 1 {
            return None;
        }
        number |= digits << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of every number of set bits, with gaps of many lengths.
    fn words() -> Vec<u64> {
        let mut words = vec![0; 5000];
        let (mut state, mut at) = (7u64, 0);
        for turn in 0.. {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            at += (state >> 33) as usize % [1, 3, 40, 300][turn % 4];
            let Some(word) = words.get_mut(at) else { break };
            for _ in 0..turn % 12 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                *word |= 1 << (state >> 58);
            }
            at += 1;
        }
        words
    }

    #[test]
    fn words_come_back() {
        let words = words();
        let mut code = Vec::new();
        encode_words(&words, &mut code);
        let mut found = vec![0; words.len()];
        decode_words(&code, &mut found).unwrap();
        assert_eq!(found, words);
    }

    #[test]
    fn malformed_codes_are_refused() {
        let words = words();
        let mut code = Vec::new();
        encode_words(&words, &mut code);
        let last = words.iter().rposition(|&word| word != 0).unwrap();
        assert!(decode_words(&code, &mut vec![0; last]).is_none());
        for bad in [
            &[0x10][..],
            &[0x10, 64],
            &[0x80, 1, 2, 3],
            &[0x1f, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 1],
            &[0x1f, 255],
        ] {
            assert!(decode_words(bad, &mut vec![0; 100]).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 1 << 35, u64::MAX] {
            let mut code = Vec::new();
            encode_number(number, &mut code);
            let mut rest = code.as_slice();
            assert_eq!(decode_number(&mut rest), Some(number));
            assert!(rest.is_empty());
        }
    }
}
