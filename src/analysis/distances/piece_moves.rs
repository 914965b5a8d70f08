//! Moves of one piece while all other pieces stand still: straight, or by the fewest steps.
//!
//! Every step must be legal. This module works on cells and rules, without an index. It finds the
//! same edges as the graph, by code of its own, more slowly.

use slidewise_board::{Cell, CellSet, Direction, Joins};
use slidewise_puzzle::{Axis, Configuration, Puzzle};

/// Reason why a piece cannot take a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The piece would leave the board, or its line ends.
    Edge,
    /// A wall is in the way.
    Wall,
    /// The piece would leave the row or column to which its axis restricts it.
    Lane,
    /// A gate is closed to the piece; the value is the cell of the gate.
    Gate(Cell),
    /// Another piece is in the way; the value is a cell that this other piece covers.
    Piece(Cell),
    /// A rule forbids the configuration after the step.
    Rule,
}

/// Piece that moves while all others stand still.
#[derive(Debug)]
pub struct PieceMoves<'a> {
    puzzle: &'a Puzzle,
    before: &'a Configuration,
    class: usize,
    from: Cell,
    /// Cells that the other pieces cover.
    others: CellSet,
}

impl<'a> PieceMoves<'a> {
    /// Selects the piece of a class whose first cell is `from`.
    pub fn new(
        puzzle: &'a Puzzle,
        before: &'a Configuration,
        class: usize,
        from: Cell,
    ) -> PieceMoves<'a> {
        let pieces = (0..puzzle.classes.len()).flat_map(|other| {
            let firsts = puzzle.firsts_of(before, other).iter();
            let cells = firsts.zip(puzzle.pieces_of(before, other));
            cells.filter(move |&(&first, _)| (other, first) != (class, from))
        });
        PieceMoves {
            puzzle,
            before,
            class,
            from,
            others: pieces.fold(CellSet::EMPTY, |all, (_, cells)| all | cells),
        }
    }

    /// Fewest steps in one direction that take the piece to cell `to`; `None` if no straight way
    /// leads there.
    pub fn straight(&self, to: Cell) -> Option<Vec<Direction>> {
        let ways = self.puzzle.board.directions().iter();
        let ways = ways.filter_map(|&direction| {
            let way = std::iter::successors(Some(self.from), |&at| self.step(at, direction).ok());
            // A closed line ends where the piece stands.
            let mut way = way.skip(1).take_while(|&at| at != self.from);
            let steps = way.position(|at| at == to)? + 1;
            Some(vec![direction; steps])
        });
        ways.min_by_key(Vec::len)
    }

    /// Shortest sequence of steps that takes the piece to cell `to`; `None` if the piece cannot get
    /// there.
    ///
    /// Of several shortest sequences, it is the first in the order U D L R.
    pub fn shortest(&self, to: Cell) -> Option<Vec<Direction>> {
        let mut ways = self.all().into_iter();
        ways.find_map(|(end, steps)| (end == to).then_some(steps))
    }

    /// All cells that the piece can reach, each with the steps that [`PieceMoves::shortest`] gives.
    pub fn all(&self) -> Vec<(Cell, Vec<Direction>)> {
        let mut found: Vec<(Cell, Vec<Direction>)> = Vec::new();
        let mut met = CellSet::from(self.from);
        // Sequences of steps are tried in ascending order: shorter ones first, and those of equal
        // length in the order U D L R. The first sequence that reaches a cell is therefore the one
        // to list.
        let mut next = 0;
        let mut at = (self.from, Vec::new());
        loop {
            for &direction in self.puzzle.board.directions() {
                if let Some(to) = self
                    .step(at.0, direction)
                    .ok()
                    .filter(|&to| !met.contains(to))
                {
                    met.insert(to);
                    found.push((to, [&at.1[..], &[direction]].concat()));
                }
            }
            let Some(onward) = found.get(next) else {
                return found;
            };
            at = onward.clone();
            next += 1;
        }
    }

    /// Returns the first cell of the piece after one step from `at`.
    ///
    /// # Errors
    /// If the piece cannot take the step, the obstacle. Of several obstacles, it is the first in
    /// this order: lane, edge of the board, wall, gate, piece, rule.
    pub fn step(&self, at: Cell, direction: Direction) -> Result<Cell, Obstacle> {
        let Puzzle { board, classes, .. } = self.puzzle;
        let class = &classes[self.class];
        let across = match class.axis {
            Axis::Free => false,
            Axis::Horizontal => !direction.is_horizontal(),
            Axis::Vertical => direction.is_horizontal(),
        };
        if across {
            return Err(Obstacle::Lane);
        }
        let next = match board.joins() {
            Joins::Lines(map) => map.neighbour(at, direction).map(|to| board.square_of(to)),
            _ => board.square_beside(board.square_of(at), direction),
        };
        let Some(to) = next else {
            return Err(Obstacle::Edge);
        };
        let Some(cells) = class.shape.place(board, to) else {
            let mut offsets = class.shape.offsets().iter();
            let is_inside = offsets.all(|&offset| board.offset(to, offset).is_some());
            return Err(if is_inside {
                Obstacle::Wall
            } else {
                Obstacle::Edge
            });
        };
        if let Some(closed) = cells.without(class.allowed).first() {
            return Err(Obstacle::Gate(closed));
        }
        if let Some(taken) = (cells & self.others).first() {
            return Err(Obstacle::Piece(taken));
        }
        let to = board.cell_at(to).expect("a piece stands on its first cell");
        if self.obeys_rules(to) {
            Ok(to)
        } else {
            Err(Obstacle::Rule)
        }
    }

    /// Whether the rules allow the piece to have its first cell on `at`.
    fn obeys_rules(&self, at: Cell) -> bool {
        if self.puzzle.rules.is_empty() {
            return true;
        }
        let classes = (0..self.puzzle.classes.len()).map(|class| {
            let mut firsts = self.puzzle.firsts_of(self.before, class).to_vec();
            if class == self.class {
                firsts.retain(|&first| first != self.from);
                firsts.push(at);
            }
            firsts
        });
        let moved = Configuration::new(classes.collect());
        self.puzzle.obeys_rules(&moved)
    }
}
