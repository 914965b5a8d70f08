//! Detects goals that can never be met, by tests on cells, without an index and without a search.
//!
//! Each test ignores a part of the puzzle: the other pieces, the rules, or the shapes. A goal that
//! fails a test is therefore certainly impossible. A goal that passes all tests may still be out of
//! reach.
//!
//! The lanes of an axis are all rows or all columns of the board; pieces with this axis never leave
//! their lane and keep their order in it.

use slidewise_board::{Cell, CellSet, Square};
use slidewise_puzzle::{Axis, Configuration, Goal, Puzzle};
use std::collections::BTreeSet;

/// Reason why a single goal can never be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImpossibleGoal {
    /// The goal needs a piece on a gate that is closed to it.
    Gate {
        /// Token of the piece.
        piece: String,
        /// Cell of the gate.
        cell: String,
    },
    /// The goal places a piece in a row or column that no piece of its class can enter.
    Line {
        /// Token of the piece.
        piece: String,
        /// Horizontal if the piece keeps to its row, vertical if it keeps to its column.
        axis: Axis,
        /// First cell of the piece in the goal.
        cell: String,
    },
    /// Walls and gates keep a piece from the cells where the goal places it. This is so even if all
    /// other pieces are removed.
    Walls {
        /// Token of the piece.
        piece: String,
        /// First cell of the piece in the goal.
        cell: String,
    },
    /// The goal places more pieces of one class in a part of the board than can get there.
    Count {
        /// Token of a piece of the class.
        piece: String,
    },
    /// Several pieces that keep to one row or column would have to change their order in it.
    Order {
        /// Horizontal if the pieces keep to a row, vertical if they keep to a column.
        axis: Axis,
        /// Name of a cell in the row or column to which the pieces keep.
        cell: String,
    },
    /// The goal needs more empty cells than the board has.
    Empty {
        /// Number of empty cells that the goal needs.
        wanted: usize,
        /// Number of empty cells that the board has.
        there: usize,
    },
    /// The goal leaves no legal placement of the other pieces.
    Room,
}

/// Facts about a puzzle by which goals are tested: the cells that each piece can reach, and the
/// order of the pieces in each lane.
pub(super) struct GoalFeasibility<'p> {
    puzzle: &'p Puzzle,
    start: &'p Configuration,
    /// First cells that each piece can reach if all other pieces are removed, indexed by class,
    /// then by piece.
    reach: Vec<Vec<CellSet>>,
    /// Lanes with two or more pieces that never leave the lane and therefore keep their order in
    /// it.
    lines: Vec<PieceLine>,
}

/// Lane with pieces that keep their order in it.
struct PieceLine {
    axis: Axis,
    /// Squares of the lane from one end to the other.
    squares: Vec<Square>,
    /// Walls and pieces of the lane at Start, from one end to the other.
    order: Vec<LineItem>,
}

/// Item of a lane: a wall on one of its squares, or a piece that never leaves the lane.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineItem {
    Wall,
    Piece { class: usize, lane: Option<u16> },
}

impl<'p> GoalFeasibility<'p> {
    /// Analyses a puzzle whose pieces stand as in `start`.
    ///
    /// Time: proportional to the product of the numbers of pieces and cells.
    pub(super) fn of(puzzle: &'p Puzzle, start: &'p Configuration) -> GoalFeasibility<'p> {
        let classes = 0..puzzle.classes.len();
        let reach = classes.map(|class| {
            let firsts = puzzle.firsts_of(start, class).iter();
            firsts.map(|&from| reach_of(puzzle, class, from)).collect()
        });
        let reach = reach.collect();
        let at_start: Vec<(usize, Cell)> = (0..puzzle.classes.len())
            .flat_map(|class| {
                let firsts = puzzle.firsts_of(start, class).iter();
                firsts.map(move |&first| (class, first))
            })
            .collect();
        let mut lines = Vec::new();
        for axis in [Axis::Horizontal, Axis::Vertical] {
            if puzzle.classes.iter().any(|class| class.axis == axis) {
                for squares in lines_along(puzzle, axis) {
                    let items = items_on(puzzle, axis, &squares, &at_start);
                    let order: Vec<LineItem> = items.into_iter().flatten().collect();
                    let pieces = order.iter().filter(|item| **item != LineItem::Wall);
                    if pieces.count() > 1 {
                        lines.push(PieceLine {
                            axis,
                            squares,
                            order,
                        });
                    }
                }
            }
        }
        GoalFeasibility {
            puzzle,
            start,
            reach,
            lines,
        }
    }

    /// Reason why a goal can never be met; `None` if the goal passes all tests.
    pub(super) fn fault(&self, goal: &Goal) -> Option<ImpossibleGoal> {
        let Puzzle { board, classes, .. } = self.puzzle;
        let there = board.cells().without(self.puzzle.covered(self.start));
        if goal.empty.len() > there.len() {
            return Some(ImpossibleGoal::Empty {
                wanted: goal.empty.len(),
                there: there.len(),
            });
        }
        let name = |cell| board.name_of(board.square_of(cell));
        for demand in &goal.demands {
            let class = &classes[demand.class];
            let piece = class.labels[0].clone();
            let first = demand.cells.first()?;
            if let Some(closed) = demand.cells.without(class.allowed).first() {
                let cell = name(closed);
                return Some(ImpossibleGoal::Gate { piece, cell });
            }
            let (axis, cell) = (class.axis, name(first));
            let firsts = self.puzzle.firsts_of(self.start, demand.class);
            let lane = class.lane(board, first);
            if !firsts.iter().any(|&own| class.lane(board, own) == lane) {
                return Some(ImpossibleGoal::Line { piece, axis, cell });
            }
            let mut reach = self.reach[demand.class].iter();
            if !reach.any(|reach| reach.contains(first)) {
                return Some(ImpossibleGoal::Walls { piece, cell });
            }
        }
        for (number, class) in classes.iter().enumerate() {
            if !self.has_enough(goal, number) {
                let piece = class.labels[0].clone();
                return Some(ImpossibleGoal::Count { piece });
            }
        }
        let line = self.lines.iter().find(|line| !self.keeps(line, goal))?;
        // The lane is named by its first square. This square may be a wall, but walls have names as
        // well.
        Some(ImpossibleGoal::Order {
            axis: line.axis,
            cell: board.name_of(line.squares[0]),
        })
    }

    /// Whether each cell that the goal wants for a piece of a class can get its own piece of the
    /// class.
    ///
    /// The pieces are assigned to the cells by a bipartite matching (Kuhn 1955).
    fn has_enough(&self, goal: &Goal, class: usize) -> bool {
        let demands = goal.demands.iter().filter(|demand| demand.class == class);
        let wanted: Vec<Cell> = demands.filter_map(|demand| demand.cells.first()).collect();
        let reach = &self.reach[class];
        let mut taken: Vec<Option<usize>> = vec![None; reach.len()];
        (0..wanted.len()).all(|number| {
            let mut tried = vec![false; reach.len()];
            find_piece(number, &wanted, reach, &mut taken, &mut tried)
        })
    }

    /// Whether the goal keeps the order of the pieces in a lane.
    ///
    /// The goal must also leave room for the pieces of the lane that it does not place.
    fn keeps(&self, line: &PieceLine, goal: &Goal) -> bool {
        let demands = goal.demands.iter();
        let wanted: Vec<(usize, Cell)> = demands
            .filter_map(|demand| Some((demand.class, demand.cells.first()?)))
            .collect();
        let items = items_on(self.puzzle, line.axis, &line.squares, &wanted);
        let claimed = goal.demands.iter().map(|demand| demand.cells);
        let claimed = claimed.fold(goal.empty, |all, cells| all | cells);
        let board = &self.puzzle.board;
        let is_free = |square: Square| {
            let cell = board.cell_at(square);
            cell.is_some_and(|cell| !claimed.contains(cell))
        };
        // Possible positions in `order` of the item passed last, each plus one; only 0 before the
        // first item.
        let mut ends = BTreeSet::from([0]);
        let mut free = 0;
        for (item, &square) in items.iter().zip(&line.squares) {
            match item {
                Some(item) => {
                    let matched = line.order.iter().enumerate();
                    let matched = matched.filter(|&(_, own)| own == item);
                    let reached = matched.filter(|&(at, _)| {
                        let mut before = ends.iter();
                        before.any(|&end| end <= at && at - end <= free)
                    });
                    ends = reached.map(|(at, _)| at + 1).collect();
                    free = 0;
                }
                None => free += usize::from(is_free(square)),
            }
        }
        ends.iter().any(|end| line.order.len() - end <= free)
    }
}

/// Finds a piece for wanted cell `number` by an augmenting path, which may change the pieces of
/// other wanted cells.
fn find_piece(
    number: usize,
    wanted: &[Cell],
    reach: &[CellSet],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for piece in 0..reach.len() {
        if tried[piece] || !reach[piece].contains(wanted[number]) {
            continue;
        }
        tried[piece] = true;
        let is_left = match taken[piece] {
            None => true,
            Some(other) => find_piece(other, wanted, reach, taken, tried),
        };
        if is_left {
            taken[piece] = Some(number);
            return true;
        }
    }
    false
}

/// First cells that a piece can reach if all other pieces are removed.
fn reach_of(puzzle: &Puzzle, class: usize, from: Cell) -> CellSet {
    let (board, class) = (&puzzle.board, &puzzle.classes[class]);
    let mut reach = CellSet::from(from);
    let mut waiting = vec![from];
    while let Some(at) = waiting.pop() {
        for &direction in board.directions() {
            let is_across = match class.axis {
                Axis::Free => false,
                Axis::Horizontal => !direction.is_horizontal(),
                Axis::Vertical => direction.is_horizontal(),
            };
            let to = board.neighbour(at, direction).filter(|_| !is_across);
            let to = to.filter(|&to| class.place(board, to).is_some());
            if let Some(to) = to.filter(|&to| !reach.contains(to)) {
                reach.insert(to);
                waiting.push(to);
            }
        }
    }
    reach
}

/// Lanes of an axis: all rows or all columns of the board, each as its squares.
fn lines_along(puzzle: &Puzzle, axis: Axis) -> Vec<Vec<Square>> {
    let (rows, columns) = (puzzle.board.rows() as u16, puzzle.board.columns() as u16);
    let square = |row, column| Square { row, column };
    match axis {
        Axis::Vertical => (0..columns)
            .map(|column| (0..rows).map(|row| square(row, column)).collect())
            .collect(),
        _ => (0..rows)
            .map(|row| (0..columns).map(|column| square(row, column)).collect())
            .collect(),
    }
}

/// Item on each square of a lane: a wall, a piece with this axis, or `None`.
fn items_on(
    puzzle: &Puzzle,
    axis: Axis,
    squares: &[Square],
    pieces: &[(usize, Cell)],
) -> Vec<Option<LineItem>> {
    let board = &puzzle.board;
    let own = pieces
        .iter()
        .filter(|(class, _)| puzzle.classes[*class].axis == axis);
    let own: Vec<(CellSet, LineItem)> = own
        .filter_map(|&(class, first)| {
            let definition = &puzzle.classes[class];
            let lane = definition.lane(board, first);
            let cells = definition.place(board, first)?;
            Some((cells, LineItem::Piece { class, lane }))
        })
        .collect();
    let item = |&square: &Square| match board.cell_at(square) {
        None => Some(LineItem::Wall),
        Some(cell) => {
            let mut own = own.iter();
            own.find_map(|(cells, item)| cells.contains(cell).then_some(*item))
        }
    };
    squares.iter().map(item).collect()
}
