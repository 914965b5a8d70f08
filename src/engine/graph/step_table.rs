//! The steps of a pattern: one piece moves one cell.
//!
//! A table stores, for each kind, first place and direction, the piece's first place after the step
//! and the places that it newly covers. The step is possible if the newly covered places are empty.
//! The table knows places and kinds, but no arrangements.

use crate::index::{Layout, NOBODY, Pattern, Place};
use slidewise_board::{BitMask, Board, Cell, CellMask, Direction};

/// Displacement of one piece: by one cell, or as far as the metric allows in one edge.
///
/// A push of the metric `line` is a series of displacements, of the piece nearest to the empty
/// place first. Each adds one piece to the push before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Displacement {
    /// Rank of the resulting pattern; [`Displacement::FORBIDDEN`] if a rule forbids the pattern,
    /// but a longer push goes on from it.
    pub pattern: u64,
    /// Kind of the piece.
    pub kind: usize,
    /// First place of the piece before the displacement.
    pub from: Place,
    /// First place of the piece after the displacement.
    pub to: Place,
    /// Whether the pieces of the displacement listed before this one move too.
    pub is_onward: bool,
}

impl Displacement {
    /// Value of `pattern` for a push that leads to no legal pattern.
    pub const FORBIDDEN: u64 = u64::MAX;
}

/// Table of the steps that the board allows each kind of piece.
#[derive(Clone, Debug)]
pub struct StepTable {
    /// Directions of the board.
    directions: Vec<Direction>,
    /// Neighbour from which a step in a direction leads to a place, or [`NOBODY`] if there is none;
    /// indexed by the place entered, then direction.
    behind: Vec<Place>,
    /// Steps that a piece can make, indexed by kind, then first place, then direction.
    passages: Vec<StepEntry>,
    places: usize,
    /// Places that the steps newly cover, step by step, without the first such place of each step.
    ahead: Vec<Place>,
}

/// Step of a piece of a certain kind from a certain first place in a certain direction.
#[derive(Clone, Copy, Debug)]
struct StepEntry {
    /// First place of the piece after the step; [`NOBODY`] if the step is impossible.
    to: Place,
    /// First of the places that the piece newly covers.
    least_ahead: Place,
    /// Number of the other newly covered places; they are entries of `ahead`, from index `more_at`
    /// on.
    more: Place,
    more_at: u32,
}

const NO_PASSAGE: StepEntry = StepEntry {
    to: NOBODY,
    least_ahead: NOBODY,
    more: 0,
    more_at: 0,
};

impl StepTable {
    /// Builds the table of a board's steps under a layout.
    pub fn new(board: &Board, layout: &Layout) -> StepTable {
        let scan = &layout.scan;
        let places = scan.cell_count();
        let next = |place: Place, direction: Direction| {
            let cell = board.neighbour(scan.cell_at(place), direction)?;
            scan.place_of(cell)
        };
        let directions = board.directions().to_vec();
        let behind = (0..places as Place).flat_map(|place| {
            let ways = board.directions().iter();
            ways.map(move |direction| next(place, direction.opposite()).unwrap_or(NOBODY))
        });
        let behind = behind.collect();
        let mut ahead = Vec::new();
        let mut passages = Vec::with_capacity(layout.kinds.len() * places * directions.len());
        for kind in &layout.kinds {
            // First place of a piece, indexed by the piece's first cell in reading order.
            let mut place_of = vec![NOBODY; board.cell_count()];
            for (place, placement) in (0..).zip(&kind.placements) {
                if let Some(placement) = placement {
                    place_of[placement.first_cell.index()] = place;
                }
            }
            for (from, placement) in (0..).zip(&kind.placements) {
                for &direction in &directions {
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
                        Some(StepEntry {
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
        StepTable {
            directions,
            behind,
            passages,
            places,
            ahead,
        }
    }

    /// Directions in which pieces step, in ascending order.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// Index of a step in `passages`.
    #[inline]
    fn passage(&self, kind: usize, from: Place, direction: usize) -> usize {
        (kind * self.places + from as usize) * self.directions.len() + direction
    }

    /// Neighbours from which a step leads to a place, indexed by direction.
    #[inline]
    fn behind_of(&self, place: Place) -> &[Place] {
        let ways = self.directions.len();
        &self.behind[place as usize * ways..][..ways]
    }

    /// Calls `visit` with each step of a pattern that the rules allow.
    ///
    /// The cost is a lookup for each empty place and direction, and one call of
    /// [`Pattern::rank_with_moved`] for each step found.
    #[inline]
    pub fn for_each(&self, pattern: &Pattern<'_>, mut visit: impl FnMut(Displacement)) {
        for &empty in pattern.empties() {
            for (direction, &behind) in self.behind_of(empty).iter().enumerate() {
                if behind == NOBODY {
                    continue;
                }
                let from = pattern.owner(behind);
                if from == NOBODY {
                    continue;
                }
                let kind = pattern.kind_at(from);
                let passage = &self.passages[self.passage(kind, from, direction)];
                // A piece that newly covers several places is met once from each of them; its step
                // is taken only at the first of these places.
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
                    visit(Displacement {
                        pattern: rank,
                        kind,
                        from,
                        to: passage.to,
                        is_onward: false,
                    });
                }
            }
        }
    }

    /// Calls `visit` with each push of a pattern of unit pieces that the board allows: for each
    /// empty place and direction, first with one piece, then with one more each time.
    ///
    /// `visit` receives the empty place and the places of the pieces, nearest to it first. Rules
    /// are not checked.
    pub fn for_each_push(&self, pattern: &Pattern<'_>, mut visit: impl FnMut(&[Place])) {
        let mut line = Vec::with_capacity(self.places);
        for &empty in pattern.empties() {
            for direction in 0..self.directions.len() {
                line.clear();
                line.push(empty);
                let mut at = empty;
                while let behind = self.behind_of(at)[direction]
                    && behind != NOBODY
                    && pattern.owner(behind) != NOBODY
                {
                    let kind = pattern.kind_at(behind);
                    if self.passages[self.passage(kind, behind, direction)].to == NOBODY {
                        break;
                    }
                    line.push(behind);
                    visit(&line);
                    at = behind;
                }
            }
        }
    }

    /// First places of all pieces beside an empty place; no other piece can move.
    pub fn beside_empties<B: BitMask>(&self, pattern: &Pattern<'_>) -> CellMask<B> {
        let empties = pattern.empties().iter();
        let behind = empties.flat_map(|&empty| self.behind_of(empty));
        behind
            .filter(|&&place| place != NOBODY)
            .map(|&place| pattern.owner(place))
            .filter(|&owner| owner != NOBODY)
            .map(Cell)
            .collect()
    }

    /// First place of a piece after one more step, from `at`; `None` if the board or another piece
    /// blocks the step.
    ///
    /// In the pattern the piece begins at `from`, and its cells there count as free. Rules are not
    /// checked.
    #[inline]
    pub fn onward(
        &self,
        pattern: &Pattern<'_>,
        from: Place,
        at: Place,
        direction: Direction,
    ) -> Option<Place> {
        let kind = pattern.kind_at(from);
        let passage = &self.passages[self.passage(kind, at, direction.index())];
        let is_free = |place: Place| {
            let owner = pattern.owner(place);
            owner == NOBODY || owner == from
        };
        let more_at = passage.more_at as usize;
        let more = &self.ahead[more_at..more_at + passage.more as usize];
        (passage.to != NOBODY
            && is_free(passage.least_ahead)
            && more.iter().all(|&place| is_free(place)))
        .then_some(passage.to)
    }

    /// First place of a piece of kind `kind` after one step; `None` if the board blocks the step.
    /// Other pieces are ignored.
    pub fn next(&self, kind: usize, from: Place, direction: Direction) -> Option<Place> {
        let passage = &self.passages[self.passage(kind, from, direction.index())];
        (passage.to != NOBODY).then_some(passage.to)
    }

    /// Size of the tables in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.passages[..])
            + size_of_val(&self.behind[..])
            + size_of_val(&self.ahead[..])
    }
}
