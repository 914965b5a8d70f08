//! `KeyRun`: ascending numbers in memory, as gaps of variable length.

/// Ascending numbers, about a byte each where they are dense.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct KeyRun {
    count: u64,
    bytes: Box<[u8]>,
}

impl KeyRun {
    /// Packs numbers that ascend.
    pub(crate) fn pack(numbers: &[u64]) -> KeyRun {
        let mut bytes = Vec::with_capacity(2 * numbers.len());
        let mut next = 0;
        for &number in numbers {
            let mut gap = number - next;
            while gap >= 0x80 {
                bytes.push(gap as u8 | 0x80);
                gap >>= 7;
            }
            bytes.push(gap as u8);
            next = number + 1;
        }
        KeyRun {
            count: numbers.len() as u64,
            bytes: bytes.into_boxed_slice(),
        }
    }

    /// The numbers.
    pub(crate) fn unpack(&self) -> Vec<u64> {
        let mut numbers = Vec::with_capacity(self.count as usize);
        let (mut next, mut gap, mut shift) = (0, 0, 0);
        for &byte in &self.bytes {
            gap |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                numbers.push(next + gap);
                next += gap + 1;
                (gap, shift) = (0, 0);
            }
        }
        numbers
    }

    /// The bytes that they take.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_numbers_come_back() {
        let numbers = [0, 1, 2, 130, 131, 1 << 20, (1 << 62) + 5];
        let run = KeyRun::pack(&numbers);
        assert_eq!(run.unpack(), numbers);
        assert!(run.bytes() < 30);
        assert!(KeyRun::default().unpack().is_empty());
    }
}
