//! `Division`: which process owns which words of a search.

use std::ops::Range;

/// Number of groups of a large search among few processes.
const GROUPS: u64 = 64;
/// Number of groups for each process of a large search: more of them are dealt more evenly.
const GROUPS_EACH: u64 = 16;
/// Least number of words of a group of a search that is not large.
const MIN_WORDS: u64 = 1 << 12;

/// Number of groups that a search of this number of words should have.
fn wanted(words: u64, size: usize) -> u64 {
    let size = size as u64;
    let even = GROUPS.max(GROUPS_EACH * size);
    even.min(words / MIN_WORDS).max(2 * size)
}

/// The words of a search as rows of equal width, cut into groups of columns, which are dealt to
/// processes in order.
///
/// The dense engine has a row for each sheet. Its groups are the arrangements that agree in their
/// leading digits, so that few edges lead to another group. The sparse engine has a single row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Division {
    /// Number of rows.
    pub rows: u64,
    /// Number of words of a row.
    pub width: u64,
    /// Number of words of each row in a group; the last group may have fewer.
    pub group: u64,
    /// Number of processes.
    pub size: usize,
}

impl Division {
    /// A division of one row of `width` words.
    pub(in crate::search) fn of_row(width: u64, size: usize) -> Division {
        Division {
            rows: 1,
            width,
            group: width.div_ceil(wanted(width, size)).max(1),
            size,
        }
    }

    /// A division of rows whose words have leading digits with `slots`, `slots - 1`, ... values.
    pub(in crate::search) fn by_digits(rows: u64, width: u64, slots: u64, size: usize) -> Division {
        let wanted = wanted(rows.saturating_mul(width), size);
        let (mut group, mut values) = (width, slots);
        while width / group < wanted && values > 0 && group % values == 0 {
            group /= values;
            values -= 1;
        }
        Division {
            rows,
            width,
            group,
            size,
        }
    }

    /// Number of groups.
    pub fn groups(&self) -> u64 {
        self.width.div_ceil(self.group)
    }

    /// The words of each row that a group has.
    pub fn words_of_group(&self, group: u64) -> Range<u64> {
        let at = |group: u64| (group * self.group).min(self.width);
        at(group)..at(group + 1)
    }

    /// The groups of a process.
    pub fn groups_of(&self, rank: usize) -> Range<u64> {
        let first =
            |rank: usize| (rank as u128 * u128::from(self.groups()) / self.size as u128) as u64;
        first(rank)..first(rank + 1)
    }

    /// The words of each row that a process has.
    pub fn words_of(&self, rank: usize) -> Range<u64> {
        let groups = self.groups_of(rank);
        let end = self.words_of_group(groups.end).start;
        self.words_of_group(groups.start).start..end
    }

    /// The process that owns a group.
    pub fn owner_of_group(&self, group: u64) -> usize {
        let dealt = (u128::from(group) + 1) * self.size as u128 - 1;
        (dealt / u128::from(self.groups())) as usize
    }

    /// The process that owns a word of a row.
    pub fn owner(&self, word: u64) -> usize {
        self.owner_of_group(word / self.group)
    }

    /// Most words of each row that a process has.
    pub fn max_words(&self) -> u64 {
        let lengths = (0..self.size).map(|rank| self.words_of(rank));
        lengths.map(|own| own.end - own.start).max().unwrap_or(0)
    }

    /// The same rows and groups among another number of processes.
    pub fn among(self, size: usize) -> Division {
        Division { size, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_one_owner() {
        for size in 1..=9 {
            for division in [
                Division::of_row(1, size),
                Division::of_row(1000, size),
                Division::of_row(1031, size),
                Division::by_digits(4, 9 * 8 * 7 * 6, 9, size),
            ] {
                let mut next = 0;
                for rank in 0..size {
                    let own = division.words_of(rank);
                    assert_eq!(own.start, next, "{division:?}");
                    next = own.end;
                    for word in own {
                        assert_eq!(division.owner(word), rank, "{division:?}");
                    }
                }
                assert_eq!(next, division.width, "{division:?}");
            }
        }
    }
}
