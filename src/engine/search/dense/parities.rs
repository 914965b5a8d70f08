//! `Parities`: the parity of the Lehmer digits that are equal in a word's whole group.

use crate::graph::{GROUP_SLOTS, RankLayout};
use crate::index::{are_odd, digits_of_window};

/// Least number of words of a table, if a sheet has as many.
const LEAST: usize = 3000;

/// Parities of the digits before the last five, for every word of a sheet.
///
/// The table has the parities of the last of these digits only, so that it stays in the nearest
/// cache. Those of the digits before them are computed once for each run of words.
#[derive(Debug, Default)]
pub(super) struct Parities {
    /// Parity of the digits of the table, indexed by word within a run.
    table: Vec<u8>,
    /// Number of digits before those of the table.
    before: usize,
    slots: usize,
}

impl Parities {
    /// Most bytes of a table for plans of at most `cells` cells, in a sheet of `width` words.
    pub(super) const fn max_bytes(cells: u64, width: u64) -> u64 {
        // The table is the shortest that holds the cells, so it lacks a factor of at most 255
        // tiles.
        let most = if cells > LEAST as u64 {
            cells
        } else {
            LEAST as u64
        };
        let most = most.saturating_mul(255);
        if width < most { width } else { most }
    }

    /// The parities of a sheet. Every plan that reads them repeats itself after at most `period`
    /// words.
    ///
    /// A plan with a window that begins after the first slot needs only the digits before the
    /// window. It reads the parity at the group with zeros for the digits of the window.
    pub(super) fn new(slots: usize, packing: RankLayout, period: usize) -> Parities {
        let is_halved = packing.words() == 1;
        let mut table = vec![0u8; packing.words() as usize];
        let mut before = slots - GROUP_SLOTS;
        while before > 0 && table.len() < LEAST.max(period) {
            let values = slots - before + 1;
            // With two words in a group, all arrangements have numbers and no digit is implied, so
            // no plan reads a parity.
            let digit = |digit: usize| if is_halved { (digit % 2) as u8 } else { 0 };
            let rows = (0..values)
                .flat_map(|value| table.iter().map(move |&parity| parity ^ digit(value)));
            table = rows.collect();
            before -= 1;
        }
        Parities {
            table,
            before: if is_halved { before } else { 0 },
            slots,
        }
    }

    /// Number of words after which the digits of the table repeat.
    pub(super) fn run(&self) -> usize {
        self.table.len()
    }

    /// The parities of the words of a run, from a word of the run on.
    pub(super) fn from(&self, word: usize) -> &[u8] {
        &self.table[word % self.table.len()..]
    }

    /// Parity of the digits before those of the table, in the run that holds a word.
    pub(super) fn before(&self, word: usize) -> u8 {
        let mut digits = [0; u8::MAX as usize];
        let digits = &mut digits[..self.before];
        digits_of_window((word / self.table.len()) as u64, digits, self.slots);
        u8::from(are_odd(digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parities_are_those_of_all_digits() {
        for slots in 5..=11 {
            for period in [1, 6, 5000] {
                let parities = Parities::new(slots, RankLayout::Grouped { orders: 60 }, period);
                let words: u64 = (GROUP_SLOTS as u64 + 1..=slots as u64).product();
                for word in 0..words {
                    let mut digits = vec![0; slots - GROUP_SLOTS];
                    digits_of_window(word, &mut digits, slots);
                    let word = word as usize;
                    let found = parities.from(word)[0] ^ parities.before(word);
                    assert_eq!(found, u8::from(are_odd(&digits)), "{slots} {word}");
                }
            }
        }
    }
}
