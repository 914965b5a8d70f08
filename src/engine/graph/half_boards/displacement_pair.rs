//! Displacements of pieces between two places, independent of the other pieces on the board.

use crate::graph::{Metric, MoveGenerator};
use crate::index::{Choice, Layout};
use slidewise_board::SmallCellSet;

/// Number of displacements in a bitmap word, one bit each.
pub(super) const BITS: usize = 64;
/// Number of displacement pairs in a bitmap word: backward displacements take the lower half of the
/// bits, and forward ones the upper half.
pub(super) const WAYS: usize = BITS / 2;

/// Displacement of a piece to a later place, with its inverse.
#[derive(Clone, Copy, Debug)]
pub(super) struct DisplacementPair {
    /// Choice that begins the piece.
    pub choice: Choice,
    /// First place of the piece, at the earlier end and at the later end of the displacement.
    pub ends: [u16; 2],
    /// Places that the piece covers at the earlier end and at the later end.
    pub covers: [SmallCellSet; 2],
    /// Places that the piece covers on its way, both ends included.
    passed: SmallCellSet,
}

impl DisplacementPair {
    /// Lists all displacement pairs in a metric; `None` in the metrics move and line, and for
    /// slides on a board where two of them may lead a piece to one place.
    pub(super) fn all(walks: &MoveGenerator, layout: &Layout) -> Option<Vec<DisplacementPair>> {
        let longest = match walks.metric() {
            Metric::Step => 1,
            Metric::Slide if !walks.meets_again() => usize::MAX,
            Metric::Slide | Metric::Move | Metric::Line => return None,
        };
        let mut ways = Vec::new();
        for (number, kind) in layout.kinds.iter().enumerate() {
            for (from, placement) in kind.placements.iter().enumerate() {
                let Some(placement) = placement else { continue };
                for &direction in walks.directions() {
                    let own: SmallCellSet = placement.places.cast();
                    let mut passed = own;
                    let mut at = from as u16;
                    for _ in 0..longest {
                        let Some(to) = walks.next(number, at, direction) else {
                            break;
                        };
                        at = to;
                        let Some(after) = &kind.placements[to as usize] else {
                            break;
                        };
                        let there: SmallCellSet = after.places.cast();
                        passed |= there;
                        if usize::from(to) > from {
                            ways.push(DisplacementPair {
                                choice: number as Choice + 1,
                                ends: [from as u16, to],
                                covers: [own, there],
                                passed,
                            });
                        }
                    }
                }
            }
        }
        Some(ways)
    }

    /// Places that must be empty for the displacement that starts at the end `end`: 0 is the
    /// earlier end, 1 the later.
    pub(super) fn empties(&self, end: usize) -> SmallCellSet {
        self.passed.without(self.covers[end])
    }

    /// First and last place that the displacement touches.
    ///
    /// It touches all places that it requires to be empty in either direction, and the piece's
    /// first place at each end.
    pub(super) fn touched(&self) -> [u16; 2] {
        let firsts: SmallCellSet = self.ends.map(slidewise_board::Cell).into_iter().collect();
        let touched = self.empties(0) | self.empties(1) | firsts;
        [touched.first(), touched.last()].map(|place| place.map_or(0, |place| place.0))
    }
}
