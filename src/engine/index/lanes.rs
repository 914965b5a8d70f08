//! Lanes: rows or columns that pieces never leave, with the fixed order of these pieces.
//!
//! Two pieces that keep one row never have their first cells in the same column, and a step changes
//! the difference between their columns by one, so neither can pass the other. The same holds for
//! columns. A piece is put in a lane only if its first cell is the first in both scan directions,
//! so that a scan by rows and a scan by columns meet the pieces of a lane in the same order. The
//! cars of a parking puzzle are an example.

use super::start_reach::StartReach;
use slidewise_board::{Cell, Shape};
use slidewise_puzzle::{Axis, Puzzle};
use std::ops::Range;

/// Run of adjacent pieces of one class in a lane.
///
/// If the pieces of a class are not put in lanes, a run holds all pieces of the class that keep the
/// same row or column, or all its pieces if they move both ways.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct LaneRun {
    /// Index of the pieces' class.
    pub class: usize,
    /// Row or column that the pieces keep; `None` if they move both ways.
    pub line: Option<u16>,
    /// Range (first, end) of the pieces' positions in the list of all pieces of the class that keep
    /// this row or column.
    pub pieces: (usize, usize),
    /// Number of earlier runs in the same lane; `None` if the pieces are not put in lanes.
    pub place: Option<usize>,
}

impl LaneRun {
    /// Range of the pieces' positions in the list of all pieces of the class that keep this row or
    /// column.
    pub(super) fn range(&self) -> Range<usize> {
        self.pieces.0..self.pieces.1
    }
}

/// Key of a lane: its axis, its row or column, and `None`. For pieces that are not put in lanes,
/// the third entry is their class, so that pieces of different classes have different keys.
type Lane = (Axis, Option<u16>, Option<usize>);

/// Groups the movable pieces into runs, sorted by class, then row or column, then position.
pub(super) fn runs(puzzle: &Puzzle, reach: &StartReach) -> Vec<LaneRun> {
    // Lane, first cell and class of each piece.
    let mut pieces: Vec<(Lane, Cell, usize)> = Vec::new();
    for (class, definition) in puzzle.classes.iter().enumerate() {
        let has_lane = definition.axis != Axis::Free && is_first_both_ways(&definition.shape);
        let is_in_lane = has_lane && reach.keeps_order;
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
            let before = before.filter(|own: &&LaneRun| own.class == class);
            let begin = before.map(|own| own.range().len()).sum();
            runs.push(LaneRun {
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

/// Index of the previous run in the same lane, indexed by run; `None` if there is no previous run.
pub(super) fn before(puzzle: &Puzzle, runs: &[LaneRun]) -> Vec<Option<usize>> {
    let lane = |run: &LaneRun| (puzzle.classes[run.class].axis, run.line);
    let before = |run: &LaneRun| {
        let place = run.place?.checked_sub(1)?;
        let is_before = |other: &LaneRun| other.place == Some(place) && lane(other) == lane(run);
        runs.iter().position(is_before)
    };
    runs.iter().map(before).collect()
}

/// Whether no cell of a shape lies further left than the shape's first cell.
fn is_first_both_ways(shape: &Shape) -> bool {
    shape.offsets().iter().all(|&(_, column)| column >= 0)
}
