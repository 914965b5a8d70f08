//! Head index: finds the head of a pattern by its rank.
//!
//! The patterns of a head have consecutive ranks, so the head is found by binary search in a sorted
//! list of each head's first rank. All ranks are divided into about as many intervals of equal
//! length as there are heads. A table gives the head at the start of each interval, which bounds
//! the search.

/// Sorted list of each head's first rank, with a table that bounds the search.
#[derive(Clone, Debug)]
pub(super) struct HeadIndex {
    /// Rank of a head's first pattern, indexed by head.
    bases: Vec<u64>,
    /// Head of the first rank in each interval of ranks, with the last head as one more entry at
    /// the end.
    heads: Vec<u32>,
    /// Base-2 logarithm of the number of ranks in an interval.
    part_bits: u32,
}

impl HeadIndex {
    /// Builds the index from the rank of each head's first pattern, ascending from 0, and the
    /// number of patterns.
    pub(super) fn new(bases: Vec<u64>, patterns: u64) -> HeadIndex {
        let mean = patterns / bases.len() as u64;
        let part_bits = u64::BITS - mean.leading_zeros();
        let parts = patterns.div_ceil(1 << part_bits);
        let mut heads = Vec::with_capacity(parts as usize + 1);
        let mut head = 0;
        for part in 0..parts {
            while head + 1 < bases.len() && bases[head + 1] <= part << part_bits {
                head += 1;
            }
            heads.push(head as u32);
        }
        heads.push(bases.len() as u32 - 1);
        HeadIndex {
            bases,
            heads,
            part_bits,
        }
    }

    /// Head of the pattern with the rank `rank`, which must be below the number of patterns.
    #[inline]
    pub(super) fn head_of(&self, rank: u64) -> u64 {
        let part = (rank >> self.part_bits) as usize;
        let (first, last) = (self.heads[part] as usize, self.heads[part + 1] as usize);
        let later = self.bases[first + 1..=last].partition_point(|&base| base <= rank);
        (first + later) as u64
    }

    /// Size in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.bases[..]) + size_of_val(&self.heads[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_has_the_last_head_that_does_not_begin_beyond_it() {
        let alike = (0..50).map(|head| head * 7).collect();
        let crowded_first = (0..50).collect();
        let crowded_last = (0..50).map(|head| if head == 0 { 0 } else { 950 + head });
        for bases in [
            vec![0],
            vec![0, 999],
            alike,
            crowded_first,
            crowded_last.collect(),
        ] {
            let index = HeadIndex::new(bases.clone(), 1000);
            for rank in 0..1000 {
                let last = bases.iter().rposition(|&base| base <= rank);
                assert_eq!(
                    Some(index.head_of(rank) as usize),
                    last,
                    "{rank} in {bases:?}"
                );
            }
            assert!(index.bytes() <= 12 * bases.len() + 4, "{bases:?}");
        }
    }
}
