//! The steps of a pattern: one piece, one cell.
//!
//! A table says for each kind, place and direction where the piece then begins and which places it newly
//! covers; a piece can go where those are empty. It knows places and kinds, and no orders of tiles.

use crate::index::{Layout, NOBODY, Pattern, Place};
use slidewise_board::{Bits, Board, Cell, Direction, Set};

/// One piece going elsewhere: one cell, or as far as a metric lets it in one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The rank of the pattern that results.
    pub pattern: u64,
    /// The piece's kind.
    pub kind: usize,
    /// Its first place before.
    pub from: Place,
    /// Its first place after.
    pub to: Place,
}

/// Where pieces can go by one cell.
#[derive(Clone, Debug)]
pub struct Steps {
    /// By place and direction: the place from which one steps into it, or [`NOBODY`].
    behind: Vec<[Place; 4]>,
    /// By kind, then place, then direction.
    passages: Vec<Passage>,
    places: usize,
    /// The newly covered places of all passages, but the least of each.
    ahead: Vec<Place>,
}

/// A piece's way one cell on.
#[derive(Clone, Copy, Debug)]
struct Passage {
    /// Its first place after; [`NOBODY`] where there is no way.
    to: Place,
    /// The least place that it newly covers.
    least_ahead: Place,
    /// How many more places it newly covers, and where they are listed.
    more: Place,
    more_at: u32,
}

const NO_PASSAGE: Passage = Passage {
    to: NOBODY,
    least_ahead: NOBODY,
    more: 0,
    more_at: 0,
};

impl Steps {
    /// The steps on a board under a layout.
    pub fn new(board: &Board, layout: &Layout) -> Steps {
        let scan = &layout.scan;
        let places = scan.cell_count();
        let next = |place: Place, direction: Direction| {
            let cell = board.neighbour(scan.cell_at(place), direction)?;
            scan.place_of(cell)
        };
        let behind = (0..places as Place)
            .map(|place| {
                Direction::ALL.map(|direction| next(place, direction.opposite()).unwrap_or(NOBODY))
            })
            .collect();
        let mut ahead = Vec::new();
        let mut passages = Vec::with_capacity(layout.kinds.len() * places * 4);
        for kind in &layout.kinds {
            // By cell: the place of a piece whose first cell in reading order it is.
            let mut place_of = vec![NOBODY; board.cell_count()];
            for (place, placement) in (0..).zip(&kind.placements) {
                if let Some(placement) = placement {
                    place_of[placement.first_cell.index()] = place;
                }
            }
            for (from, placement) in (0..).zip(&kind.placements) {
                for direction in Direction::ALL {
                    let passage = placement.as_ref().and_then(|placement| {
                        let first_cell = board.neighbour(placement.first_cell, direction)?;
                        let to = place_of[first_cell.index()];
                        if to == NOBODY {
                            return None;
                        }
                        let before = kind.covered(from);
                        let newly = kind.covered(to).iter().copied();
                        let mut newly = newly.filter(|place| !before.contains(place));
                        let least_ahead = newly.next()?;
                        let more_at = ahead.len();
                        ahead.extend(newly);
                        Some(Passage {
                            to,
                            least_ahead,
                            more: (ahead.len() - more_at) as Place,
                            more_at: more_at as u32,
                        })
                    });
                    passages.push(passage.unwrap_or(NO_PASSAGE));
                }
            }
        }
        Steps {
            behind,
            passages,
            places,
            ahead,
        }
    }

    /// Calls `visit` with each step of a pattern that the rules allow.
    ///
    /// Cost: four looks for each empty place, and the window of each step found.
    #[inline]
    pub fn for_each(&self, pattern: &Pattern<'_>, mut visit: impl FnMut(Step)) {
        for &empty in pattern.empties() {
            for (direction, &behind) in self.behind[empty as usize].iter().enumerate() {
                if behind == NOBODY {
                    continue;
                }
                let from = pattern.owner(behind);
                if from == NOBODY {
                    continue;
                }
                let kind = pattern.kind_at(from);
                let passage = &self.passages[(kind * self.places + from as usize) * 4 + direction];
                // A piece with several places ahead is looked at once: from the least of them.
                if passage.least_ahead != empty || passage.to == NOBODY {
                    continue;
                }
                if passage.more > 0 {
                    let at = passage.more_at as usize;
                    let more = &self.ahead[at..at + passage.more as usize];
                    if more.iter().any(|&place| pattern.owner(place) != NOBODY) {
                        continue;
                    }
                }
                if let Some(rank) = pattern.rank_with_moved(from, passage.to) {
                    visit(Step {
                        pattern: rank,
                        kind,
                        from,
                        to: passage.to,
                    });
                }
            }
        }
    }

    /// The pieces beside an empty place, by first place: no other can go anywhere.
    pub fn beside_empties<B: Bits>(&self, pattern: &Pattern<'_>) -> Set<B> {
        let empties = pattern.empties().iter();
        let behind = empties.flat_map(|&empty| self.behind[empty as usize]);
        behind
            .filter(|&place| place != NOBODY)
            .map(|place| pattern.owner(place))
            .filter(|&owner| owner != NOBODY)
            .map(Cell)
            .collect()
    }

    /// Where the piece that begins at `from` begins one cell on, once it has got to `at`; `None` if the board
    /// ends there or another piece stands there. Rules are not asked.
    #[inline]
    pub fn onward(
        &self,
        pattern: &Pattern<'_>,
        from: Place,
        at: Place,
        direction: Direction,
    ) -> Option<Place> {
        let kind = pattern.kind_at(from);
        let passage = &self.passages[(kind * self.places + at as usize) * 4 + direction as usize];
        let is_free = |place: Place| matches!(pattern.owner(place), owner if owner == NOBODY || owner == from);
        let more_at = passage.more_at as usize;
        let more = &self.ahead[more_at..more_at + passage.more as usize];
        (passage.to != NOBODY
            && is_free(passage.least_ahead)
            && more.iter().all(|&place| is_free(place)))
        .then_some(passage.to)
    }

    /// Where a piece of a kind begins one cell on from a place, whatever else is on the board; `None` where there
    /// is no way.
    pub fn next(&self, kind: usize, from: Place, direction: Direction) -> Option<Place> {
        let passage = &self.passages[(kind * self.places + from as usize) * 4 + direction as usize];
        (passage.to != NOBODY).then_some(passage.to)
    }

    /// How many bytes the tables take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.passages[..])
            + size_of_val(&self.behind[..])
            + size_of_val(&self.ahead[..])
    }
}
