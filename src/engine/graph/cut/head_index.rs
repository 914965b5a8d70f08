//! The head index: which head a pattern has, by its rank.
//!
//! The patterns of a head are consecutive, so their first ones are searched for the last that is not beyond the
//! rank, between two that are known beforehand for each of about as many equal parts of all ranks as there are heads.

/// The first ranks of heads, to be searched.
#[derive(Clone, Debug)]
pub(super) struct HeadIndex {
    /// By head: the rank of its first pattern.
    bases: Vec<u64>,
    /// By part of the ranks: the head of the first one; one more at the end.
    heads: Vec<u32>,
    /// A part has 2 to the power of this ranks.
    part_bits: u32,
}

impl HeadIndex {
    /// The index of heads with these first ranks, ascending from 0, of this many patterns.
    pub fn new(bases: Vec<u64>, patterns: u64) -> HeadIndex {
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

    /// The head of the pattern of a rank, which must be one of a pattern.
    #[inline]
    pub fn head_of(&self, rank: u64) -> u64 {
        let part = (rank >> self.part_bits) as usize;
        let (first, last) = (self.heads[part] as usize, self.heads[part + 1] as usize);
        let later = self.bases[first + 1..=last].partition_point(|&base| base <= rank);
        (first + later) as u64
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
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
