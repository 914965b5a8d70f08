//! The walks of a pattern: what one piece can do in one step, one slide or one move.
//!
//! A slide goes on in the direction in which it began, a move in any; both are found step by step, each of them
//! legal, with the cells that the piece has left counting as free. Wherever a piece can get in one is found
//! once, and two pieces never lead to one pattern, since each leaves its own first place: so no neighbour is
//! found twice. It knows places and kinds, and no orders of tiles.

use super::{Metric, Step, Steps};
use crate::index::{Layout, Pattern, Place};
use slidewise_board::{Bits, Board, Cell, CellSet, Direction, Set, Wide};

/// Where pieces can get in one, by a metric.
#[derive(Clone, Debug)]
pub struct Walks {
    metric: Metric,
    steps: Steps,
    /// The places whose row and column add up to an odd number.
    odd: CellSet,
    /// Whether there are no more places than a number has bits.
    is_small: bool,
}

impl Walks {
    /// The walks on a board under a layout.
    pub fn new(board: &Board, layout: &Layout, metric: Metric) -> Walks {
        let scan = &layout.scan;
        let is_odd = |&place: &Place| {
            let square = board.square_of(scan.cell_at(place));
            (square.row + square.column) % 2 == 1
        };
        Walks {
            metric,
            steps: Steps::new(board, layout),
            is_small: scan.cell_count() <= <u128 as Bits>::ROOM,
            odd: (0..scan.cell_count() as Place)
                .filter(is_odd)
                .map(Cell)
                .collect(),
        }
    }

    /// The metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Calls `visit` with each way of getting elsewhere in one, each once.
    ///
    /// Cost: that of [`Steps::for_each`]; for slides and moves, four looks for each piece beside an empty place
    /// and four, or one, for each place that it can get to.
    #[inline]
    pub fn for_each(&self, pattern: &Pattern<'_>, visit: impl FnMut(Step)) {
        match self.metric {
            Metric::Step => self.steps.for_each(pattern, visit),
            Metric::Slide if self.is_small => self.for_each_slide::<u128>(pattern, visit),
            Metric::Slide => self.for_each_slide::<Wide>(pattern, visit),
            Metric::Move if self.is_small => self.for_each_move::<u128>(pattern, visit),
            Metric::Move => self.for_each_move::<Wide>(pattern, visit),
        }
    }

    fn for_each_slide<B: Bits>(&self, pattern: &Pattern<'_>, mut visit: impl FnMut(Step)) {
        for piece in self.steps.beside_empties::<B>(pattern) {
            for direction in Direction::ALL {
                let mut at = piece;
                while let Some(to) = self.steps.onward(pattern, piece.0, at.0, direction)
                    && let Some(step) = arrival(pattern, piece.0, to)
                {
                    visit(step);
                    at = Cell(to);
                }
            }
        }
    }

    fn for_each_move<B: Bits>(&self, pattern: &Pattern<'_>, mut visit: impl FnMut(Step)) {
        for piece in self.steps.beside_empties::<B>(pattern) {
            // Also what a rule forbids is looked at once.
            let mut met: Set<B> = piece.into();
            let mut waiting = met;
            while let Some(at) = waiting.first() {
                waiting = waiting.without(at.into());
                for direction in Direction::ALL {
                    let to = self
                        .steps
                        .onward(pattern, piece.0, at.0, direction)
                        .map(Cell);
                    let Some(to) = to.filter(|&to| !met.contains(to)) else {
                        continue;
                    };
                    met.insert(to);
                    if let Some(step) = arrival(pattern, piece.0, to.0) {
                        visit(step);
                        waiting.insert(to);
                    }
                }
            }
        }
    }

    /// Where a piece of a kind begins one cell on from a place, whatever else is on the board; `None` where there
    /// is no way.
    pub fn next(&self, kind: usize, from: Place, direction: Direction) -> Option<Place> {
        self.steps.next(kind, from, direction)
    }

    /// Whether the rows and columns of all pieces of a pattern add up to an odd number. Each step changes that,
    /// whatever the metric.
    pub fn is_odd(&self, pattern: &Pattern<'_>) -> bool {
        let pieces = pattern.pieces();
        pieces
            .filter(|&(_, first)| self.odd.contains(Cell(first)))
            .count()
            % 2
            == 1
    }

    /// How many bytes the tables take.
    pub fn bytes(&self) -> usize {
        self.steps.bytes()
    }
}

/// A piece's arrival at a place where nothing stands in its way; `None` if a rule forbids it.
fn arrival(pattern: &Pattern<'_>, from: Place, to: Place) -> Option<Step> {
    let rank = pattern.rank_with_moved(from, to)?;
    Some(Step {
        pattern: rank,
        kind: pattern.kind_at(from),
        from,
        to,
    })
}
