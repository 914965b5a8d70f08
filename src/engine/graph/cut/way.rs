//! The ways of pieces: from one place to another, whatever else stands on the board.

use crate::graph::{Metric, Walks};
use crate::index::{Choice, Layout};
use slidewise_board::{Direction, SmallSet};

/// A slide of a piece to a later place, and the slide back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The choice that begins the piece.
    pub choice: Choice,
    /// Where the piece begins at the one end and at the other.
    pub ends: [u16; 2],
    /// What the piece covers there.
    pub covers: [SmallSet; 2],
    /// What it passes, both ends with it.
    passed: SmallSet,
}

impl Way {
    /// All ways of a metric; `None` if it is that of moves.
    pub fn all(walks: &Walks, layout: &Layout) -> Option<Vec<Way>> {
        let longest = match walks.metric() {
            Metric::Step => 1,
            Metric::Slide => usize::MAX,
            Metric::Move => return None,
        };
        let mut ways = Vec::new();
        for (number, kind) in layout.kinds.iter().enumerate() {
            for (from, placement) in kind.placements.iter().enumerate() {
                let Some(placement) = placement else { continue };
                for direction in Direction::ALL {
                    let own: SmallSet = placement.places.cast();
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
                        let there: SmallSet = after.places.cast();
                        passed |= there;
                        if usize::from(to) > from {
                            ways.push(Way {
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

    /// The places that must be empty where the piece sets out from one of the ends.
    pub fn empties(&self, end: usize) -> SmallSet {
        self.passed.without(self.covers[end])
    }

    /// The least and the greatest place that is touched: emptied, filled, or the piece's first before or after.
    pub fn touched(&self) -> [u16; 2] {
        let firsts: SmallSet = self.ends.map(slidewise_board::Cell).into_iter().collect();
        let touched = self.empties(0) | self.empties(1) | firsts;
        [touched.first(), touched.last()].map(|place| place.map_or(0, |place| place.0))
    }
}
