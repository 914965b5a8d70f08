//! The lanes: pieces that keep one row or column, in the order in which they stand there for ever.
//!
//! Two pieces that keep one row never have their first cells in one column, and a step of one of them changes the
//! columns between these by one: so neither passes the other, whatever else moves. The same holds for columns. Only
//! shapes whose first cell comes first in rows and in columns stand in lanes, so that a scan either way meets them in
//! this order: the cars of a parking puzzle are such.

use super::reach::Reach;
use slidewise_board::{Cell, Shape};
use slidewise_puzzle::{Axis, Puzzle};
use std::ops::Range;

/// Neighbours of one class in a lane; or all pieces of a class that stand in no lane, or in this row or column.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Run {
    /// Their class.
    pub class: usize,
    /// The row or column that they keep, if they keep one.
    pub line: Option<u16>,
    /// Which of the pieces of the class on that line they are.
    pub pieces: (usize, usize),
    /// How many runs come before it in its lane, if it stands in one.
    pub place: Option<usize>,
}

impl Run {
    /// Which of the pieces of the class on that line they are.
    pub fn range(&self) -> Range<usize> {
        self.pieces.0..self.pieces.1
    }
}

/// What stands in one lane together: an axis and a line of it. Pieces in no lane are kept apart by their class.
type Lane = (Axis, Option<u16>, Option<usize>);

/// The pieces that can move, in runs: class by class, line by line, in their order there.
pub(super) fn runs(puzzle: &Puzzle, reach: &Reach) -> Vec<Run> {
    // With first cell and class.
    let mut pieces: Vec<(Lane, Cell, usize)> = Vec::new();
    for (class, definition) in puzzle.classes.iter().enumerate() {
        let is_in_lane = definition.axis != Axis::Free && is_first_both_ways(&definition.shape);
        let apart = (!is_in_lane).then_some(class);
        for &first in puzzle.firsts_of(&puzzle.start, class) {
            if !reach.is_settled(class, first) {
                let line = definition.lane(&puzzle.board, first);
                pieces.push(((definition.axis, line, apart), first, class));
            }
        }
    }
    pieces.sort_unstable();
    let mut runs = Vec::new();
    for lane in pieces.chunk_by(|one, next| one.0 == next.0) {
        let ((_, line, apart), ..) = lane[0];
        let first_run = runs.len();
        for run in lane.chunk_by(|one, next| one.2 == next.2) {
            let class = run[0].2;
            let before = runs[first_run..].iter();
            let before = before.filter(|own: &&Run| own.class == class);
            let begin = before.map(|own| own.range().len()).sum();
            runs.push(Run {
                class,
                line,
                pieces: (begin, begin + run.len()),
                place: apart.is_none().then_some(runs.len() - first_run),
            });
        }
    }
    runs.sort_unstable();
    runs
}

/// By run: the one before it in its lane, if there is any.
pub(super) fn before(puzzle: &Puzzle, runs: &[Run]) -> Vec<Option<usize>> {
    let lane = |run: &Run| (puzzle.classes[run.class].axis, run.line);
    let before = |run: &Run| {
        let place = run.place?.checked_sub(1)?;
        let is_before = |other: &Run| other.place == Some(place) && lane(other) == lane(run);
        runs.iter().position(is_before)
    };
    runs.iter().map(before).collect()
}

/// Whether no cell of a shape lies further to the left than its first one.
fn is_first_both_ways(shape: &Shape) -> bool {
    shape.offsets().iter().all(|&(_, column)| column >= 0)
}
