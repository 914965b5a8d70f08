//! The edges of a pattern: all ways to displace one piece by one step, slide or move, or to push a
//! row of pieces.
//!
//! A slide keeps its direction, and a move may turn. Both are found step by step; each intermediate
//! pattern must be legal, and the cells that the piece has left count as free. Each place that a
//! piece can reach is found once. Edges that move different pieces never lead to the same pattern,
//! since each piece leaves its own first place. So no neighbour is found twice. A push fills one
//! empty place and leaves another, which no other push does. This module knows places and kinds,
//! but no arrangements.

use super::{Displacement, Metric, StepTable};
use crate::index::{Layout, Pattern, Place};
use slidewise_board::{BitMask, Board, Cell, CellMask, CellSet, Direction, WideMask};

/// Generator of the edges of patterns in a given metric.
#[derive(Clone, Debug)]
pub struct MoveGenerator {
    metric: Metric,
    steps: StepTable,
    /// Places of one colour, if neighbours always differ in colour; otherwise empty.
    odd: CellSet,
    /// Whether two slides may lead a piece to one place, as lines close or cross again.
    meets_again: bool,
    /// Whether the scan has at most 128 places, so that a set of places fits 128 bits.
    is_small: bool,
}

impl MoveGenerator {
    /// Builds the generator for a board under a layout.
    pub fn new(board: &Board, layout: &Layout, metric: Metric) -> MoveGenerator {
        let scan = &layout.scan;
        let odd_cells = board.odd_cells().unwrap_or_default();
        let is_odd = |&place: &Place| odd_cells.contains(scan.cell_at(place));
        MoveGenerator {
            metric,
            steps: StepTable::new(board, layout),
            meets_again: !board.is_plain(),
            is_small: scan.cell_count() <= <u128 as BitMask>::ROOM,
            odd: (0..scan.cell_count() as Place)
                .filter(is_odd)
                .map(Cell)
                .collect(),
        }
    }

    /// Metric of the edges.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Calls `visit` with each edge of a pattern, once.
    ///
    /// Pushes of the metric `line` come in series: see [`Displacement::is_onward`].
    ///
    /// Cost of steps: that of [`StepTable::for_each`]. Cost of slides and moves: a lookup for each
    /// direction of each piece beside an empty place. Each place that the piece can reach costs one
    /// more lookup (slides) or one for each direction (moves).
    #[inline]
    pub fn for_each(&self, pattern: &Pattern<'_>, visit: impl FnMut(Displacement)) {
        match self.metric {
            Metric::Step => self.steps.for_each(pattern, visit),
            Metric::Slide if self.is_small => self.for_each_slide::<u128>(pattern, visit),
            Metric::Slide => self.for_each_slide::<WideMask>(pattern, visit),
            Metric::Move if self.is_small => self.for_each_move::<u128>(pattern, visit),
            Metric::Move => self.for_each_move::<WideMask>(pattern, visit),
            Metric::Line => self.for_each_push(pattern, visit),
        }
    }

    /// Calls `visit` with the rank of each neighbour of a pattern, once.
    #[inline]
    pub fn for_each_neighbour(&self, pattern: &Pattern<'_>, mut visit: impl FnMut(u64)) {
        self.for_each(pattern, |step| {
            if step.pattern != Displacement::FORBIDDEN {
                visit(step.pattern);
            }
        });
    }

    fn for_each_push(&self, pattern: &Pattern<'_>, mut visit: impl FnMut(Displacement)) {
        self.steps.for_each_push(pattern, |line| {
            if let [.., to, from] = *line {
                visit(Displacement {
                    pattern: pattern
                        .rank_with_pushed(line)
                        .unwrap_or(Displacement::FORBIDDEN),
                    kind: pattern.kind_at(from),
                    from,
                    to,
                    is_onward: line.len() > 2,
                });
            }
        });
    }

    fn for_each_slide<B: BitMask>(
        &self,
        pattern: &Pattern<'_>,
        mut visit: impl FnMut(Displacement),
    ) {
        for piece in self.steps.beside_empties::<B>(pattern) {
            let mut met: CellMask<B> = piece.into();
            for &direction in self.steps.directions() {
                let mut at = piece;
                while let Some(to) = self.steps.onward(pattern, piece.0, at.0, direction)
                    && to != piece.0
                    && let Some(step) = arrival(pattern, piece.0, to)
                {
                    at = Cell(to);
                    if self.meets_again {
                        if met.contains(at) {
                            continue;
                        }
                        met.insert(at);
                    }
                    visit(step);
                }
            }
        }
    }

    fn for_each_move<B: BitMask>(
        &self,
        pattern: &Pattern<'_>,
        mut visit: impl FnMut(Displacement),
    ) {
        for piece in self.steps.beside_empties::<B>(pattern) {
            // First places that a rule forbids are marked as met too, so that each of them is
            // checked only once.
            let mut met: CellMask<B> = piece.into();
            let mut waiting = met;
            while let Some(at) = waiting.first() {
                waiting = waiting.without(at.into());
                for &direction in self.steps.directions() {
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

    /// Directions in which pieces step, in ascending order.
    pub fn directions(&self) -> &[Direction] {
        self.steps.directions()
    }

    /// Whether two slides may lead a piece to one place.
    pub fn meets_again(&self) -> bool {
        self.meets_again
    }

    /// First place of a piece of kind `kind` after one step; `None` if the board blocks the step.
    /// Other pieces are ignored.
    pub fn next(&self, kind: usize, from: Place, direction: Direction) -> Option<Place> {
        self.steps.next(kind, from, direction)
    }

    /// Whether the pieces' first cells of one colour are odd in number; always false on a board
    /// whose cells cannot be coloured so that neighbours differ.
    ///
    /// Each step changes the answer, and every slide, move or push is a sequence of steps.
    pub fn is_odd(&self, pattern: &Pattern<'_>) -> bool {
        let pieces = pattern.pieces();
        pieces
            .filter(|&(_, first)| self.odd.contains(Cell(first)))
            .count()
            % 2
            == 1
    }

    /// Size of the tables in bytes.
    pub fn bytes(&self) -> usize {
        self.steps.bytes()
    }
}

/// Displacement of a piece from its first place `from` to `to`; `None` if a rule forbids the
/// resulting pattern.
fn arrival(pattern: &Pattern<'_>, from: Place, to: Place) -> Option<Displacement> {
    let rank = pattern.rank_with_moved(from, to)?;
    Some(Displacement {
        pattern: rank,
        kind: pattern.kind_at(from),
        from,
        to,
        is_onward: false,
    })
}
