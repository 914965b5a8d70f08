//! Bound on what an index numbers: the cells that pieces can cover, and the pieces that never move.
//!
//! Each piece is moved alone from its place at Start, so the bound is known before any search. A
//! piece that cannot move even when it is alone is a wall for the other pieces. Walls, gates and
//! axes limit the pieces here, but rules do not. The index of all legal configurations has no
//! bound.

use slidewise_board::{Cell, CellSet, Direction};
use slidewise_puzzle::{Axis, Puzzle};

/// Upper bound on the part of a puzzle that its Start can reach.
#[derive(Clone, Debug)]
pub(super) struct StartReach {
    /// Cells that movable pieces can cover.
    pub cells: CellSet,
    /// Pieces that cannot move, each as (class, first cell), sorted.
    pub settled: Vec<(usize, Cell)>,
    /// Cells of the pieces that cannot move.
    pub settled_cells: CellSet,
    /// Whether pieces that cannot pass each other stand in the order of Start.
    pub keeps_order: bool,
}

/// Token of the first piece of several cells that can move from its place at Start; `None` if all
/// pieces that can move cover one cell.
///
/// A piece that cannot move even when it is alone counts as a wall, whatever its size.
pub fn large_mover(puzzle: &Puzzle) -> Option<String> {
    let is_large = |class: usize| puzzle.classes[class].shape.size() > 1;
    let mut large = (0..puzzle.classes.len()).filter(|&class| is_large(class));
    let first = large.next()?;
    let reach = StartReach::of(puzzle);
    [first].into_iter().chain(large).find_map(|class| {
        let mut firsts = puzzle.firsts_of(&puzzle.start, class).iter();
        let mover = firsts.find(|&&first| !reach.is_settled(class, first))?;
        Some(puzzle.label_of(&puzzle.start, class, *mover).to_owned())
    })
}

impl StartReach {
    /// No bound: every piece may stand wherever it is legal.
    pub(super) fn unbounded(puzzle: &Puzzle) -> StartReach {
        StartReach {
            cells: puzzle.board.cells(),
            settled: Vec::new(),
            settled_cells: CellSet::EMPTY,
            keeps_order: false,
        }
    }

    /// Computes the bound for a puzzle's Start.
    ///
    /// Time: in proportion to classes times cells; if some pieces cannot move, also times the
    /// number of pieces.
    pub(super) fn of(puzzle: &Puzzle) -> StartReach {
        let mut reach = StartReach {
            cells: CellSet::EMPTY,
            settled: Vec::new(),
            settled_cells: CellSet::EMPTY,
            keeps_order: true,
        };
        let firsts_of = |class| puzzle.firsts_of(&puzzle.start, class).iter();
        let all = (0..puzzle.classes.len())
            .flat_map(|class| firsts_of(class).map(move |&first| (class, first)));
        let mut moving: Vec<(usize, Cell)> = all.collect();
        loop {
            let before = moving.len();
            moving.retain(|&(class, first)| {
                let mut ways = puzzle.board.directions().iter();
                let moves = ways.any(|&way| reach.after(puzzle, class, first, way).is_some());
                if !moves {
                    let cells = puzzle.classes[class].place(&puzzle.board, first);
                    reach.settled.push((class, first));
                    reach.settled_cells |= cells.unwrap_or(CellSet::EMPTY);
                }
                moves
            });
            // The loop goes on if a piece has become a wall, because it may block other pieces.
            if moving.len() == before {
                break;
            }
        }
        for class in 0..puzzle.classes.len() {
            let own = moving.iter().filter(|piece| piece.0 == class);
            let mut waiting: Vec<Cell> = own.map(|&(_, first)| first).collect();
            let mut met: CellSet = waiting.iter().copied().collect();
            while let Some(first) = waiting.pop() {
                let square = puzzle.board.square_of(first);
                let cells = puzzle.classes[class].shape.cells(&puzzle.board, square);
                cells.flatten().for_each(|cell| reach.cells.insert(cell));
                for &way in puzzle.board.directions() {
                    let after = reach.after(puzzle, class, first, way);
                    if let Some(after) = after.filter(|&after| !met.contains(after)) {
                        met.insert(after);
                        waiting.push(after);
                    }
                }
            }
        }
        reach.settled.sort_unstable();
        reach
    }

    /// First cell of a piece after one step in the direction `way`; `None` if a wall or a piece
    /// that cannot move blocks the step.
    fn after(&self, puzzle: &Puzzle, class: usize, first: Cell, way: Direction) -> Option<Cell> {
        let definition = &puzzle.classes[class];
        let follows = match definition.axis {
            Axis::Free => true,
            Axis::Horizontal => way.is_horizontal(),
            Axis::Vertical => !way.is_horizontal(),
        };
        let after = puzzle.board.neighbour(first, way).filter(|_| follows)?;
        let square = puzzle.board.square_of(after);
        let is_open =
            |cell: Cell| definition.allowed.contains(cell) && !self.settled_cells.contains(cell);
        let mut cells = definition.shape.cells(&puzzle.board, square);
        cells.all(|cell| cell.is_some_and(is_open)).then_some(after)
    }

    /// Whether the piece of the class `class` with the first cell `first` cannot move.
    pub(super) fn is_settled(&self, class: usize, first: Cell) -> bool {
        self.settled.binary_search(&(class, first)).is_ok()
    }

    /// Whether a piece that cannot move would fit elsewhere, so that some legal placements are
    /// never reached.
    pub(super) fn settles(&self, puzzle: &Puzzle) -> bool {
        self.settled.iter().any(|&(class, own)| {
            let definition = &puzzle.classes[class];
            let line = |first| definition.lane(&puzzle.board, first);
            puzzle.board.cells().iter().any(|first| {
                line(first) == line(own)
                    && !self.is_settled(class, first)
                    && definition.place(&puzzle.board, first).is_some()
            })
        })
    }

    /// Number of pieces of a class that can move.
    pub(super) fn moving(&self, puzzle: &Puzzle, class: usize) -> usize {
        let settled = self.settled.iter().filter(|piece| piece.0 == class).count();
        puzzle.classes[class].size() - settled
    }
}
