//! `PlanCells`: the cells of a rotation plan in the form that the kernels read.

use crate::graph::BitPermutation;

/// A source of a rotation plan's cell: the offset to the source word, and the index of the
/// permutation.
pub(super) type PlanSource = (i64, u16);

/// The cells of a rotation plan, with permutations in a form that suits a kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanCells<'a, P> {
    /// For each variant, the index in `pieces` of the first source of each cell, then the end of
    /// the last cell's sources.
    pub first: [&'a [u32]; 2],
    /// The sources of all cells.
    pub pieces: &'a [PlanSource],
    /// The permutations that the sources name by index.
    pub controls: &'a [P],
}

/// A permutation that turns the bits of a word and takes some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BitTurn {
    /// Number of places by which bits move towards the lowest.
    pub places: u32,
    /// Mask of the bits of the result that are taken.
    pub taken: u64,
}

impl BitTurn {
    /// The turn that does what a permutation does; `None` if no turn does.
    pub(super) fn of(gather: &BitPermutation) -> Option<BitTurn> {
        let mut taken = (0..64).filter(|&bit| gather.taken >> bit & 1 == 1);
        let places = |bit: u32| (u32::from(gather.from[bit as usize]) + 64 - bit) % 64;
        let first = places(taken.next()?);
        taken.all(|bit| places(bit) == first).then_some(BitTurn {
            places: first,
            taken: gather.taken,
        })
    }
}
