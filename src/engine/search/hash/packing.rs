//! `PlacePacking`: how the places of a position are packed into words.

/// Where the words of a position hold the place of each piece: word and bits.
///
/// A place takes as few bits as possible, all in one word.
#[derive(Clone, Debug)]
pub(super) struct PlacePacking {
    /// Index of the word, first bit in the word, and mask of the shifted bits, indexed by piece.
    slots: Vec<(u32, u32, u64)>,
    /// Number of words of a position, at least one.
    pub words: usize,
}

impl PlacePacking {
    /// The packing for pieces; `counts` has the number of places of each piece.
    pub(super) fn of(counts: &[usize]) -> PlacePacking {
        let (mut word, mut used) = (0, 0);
        let slots = counts.iter().map(|&count| {
            let bits = count
                .saturating_sub(1)
                .checked_ilog2()
                .map_or(0, |last| last + 1);
            if used + bits > u64::BITS {
                word += 1;
                used = 0;
            }
            let slot = (word, used.min(u64::BITS - 1), (1 << bits) - 1);
            used += bits;
            slot
        });
        let slots = slots.collect();
        PlacePacking {
            slots,
            words: word as usize + 1,
        }
    }

    /// Packs places into words.
    pub(super) fn pack(&self, places: &[u16], words: &mut [u64]) {
        words.fill(0);
        for (&place, &(word, first, _)) in places.iter().zip(&self.slots) {
            words[word as usize] |= u64::from(place) << first;
        }
    }

    /// Reads places from words.
    pub(super) fn unpack(&self, words: &[u64], places: &mut Vec<u16>) {
        places.clear();
        let place =
            |&(word, first, mask): &(u32, u32, u64)| (words[word as usize] >> first & mask) as u16;
        places.extend(self.slots.iter().map(place));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_were_packed() {
        // Pieces with only one place take no bits, even if the last word is full.
        let counts = [
            1,
            2,
            1024,
            3,
            1 << 16,
            1,
            1 << 16,
            1 << 16,
            1,
            5,
            1000,
            7,
            1 << 16,
        ];
        let packing = PlacePacking::of(&counts);
        assert_eq!(packing.words, 2);
        for round in 0..100 {
            let place =
                |(piece, &count): (usize, &usize)| (round * 7919 * (piece + 1) % count) as u16;
            let places: Vec<u16> = counts.iter().enumerate().map(place).collect();
            let mut words = [u64::MAX; 2];
            packing.pack(&places, &mut words);
            let mut read = vec![9];
            packing.unpack(&words, &mut read);
            assert_eq!(read, places);
        }
        assert_eq!(PlacePacking::of(&[]).words, 1);
        assert_eq!(PlacePacking::of(&[1 << 16; 4]).words, 1);
        assert_eq!(
            PlacePacking::of(&[1 << 16, 1 << 16, 1 << 16, 1 << 16, 1]).words,
            1
        );
    }
}
