//! The walks of one piece while all others stand still: straight on, or by the shortest way.
//!
//! Each step on the way must be legal by itself. It looks at cells and rules and knows no numbers; so it finds
//! out anew, and slowly, what the graph says can be done in one.

use crate::board::{Cell, CellSet, Direction};
use crate::puzzle::{Configuration, Puzzle};
use std::collections::VecDeque;

/// One piece among others that stand still.
#[derive(Debug)]
pub struct Walk<'a> {
    puzzle: &'a Puzzle,
    before: &'a Configuration,
    class: usize,
    from: Cell,
    /// What the others cover.
    others: CellSet,
}

impl<'a> Walk<'a> {
    /// The walks of the piece of a class that begins on `from`.
    pub fn new(
        puzzle: &'a Puzzle,
        before: &'a Configuration,
        class: usize,
        from: Cell,
    ) -> Walk<'a> {
        let pieces = (0..puzzle.classes.len()).flat_map(|other| {
            let firsts = puzzle.firsts_of(before, other).iter();
            let cells = firsts.zip(puzzle.pieces_of(before, other));
            cells.filter(move |&(&first, _)| (other, first) != (class, from))
        });
        Walk {
            puzzle,
            before,
            class,
            from,
            others: pieces.fold(CellSet::EMPTY, |all, (_, cells)| all | cells),
        }
    }

    /// The steps by which the piece gets to `to` in one direction; `None` if it cannot.
    pub fn straight(&self, to: Cell) -> Option<Vec<Direction>> {
        Direction::ALL.into_iter().find_map(|direction| {
            let way = std::iter::successors(Some(self.from), |&at| self.step(at, direction));
            let steps = way.skip(1).position(|at| at == to)? + 1;
            Some(vec![direction; steps])
        })
    }

    /// The fewest steps by which the piece gets to `to`, the least of these in the order U D L R; `None` if it
    /// cannot.
    pub fn shortest(&self, to: Cell) -> Option<Vec<Direction>> {
        // Steps can be undone: distances to the end are those from it.
        let mut distances = vec![None; self.puzzle.board.cell_count()];
        distances[to.index()] = Some(0);
        let mut waiting = VecDeque::from([to]);
        while let Some(at) = waiting.pop_front() {
            let further = distances[at.index()].map(|distance: usize| distance + 1);
            for next in Direction::ALL.map(|direction| self.step(at, direction)) {
                if let Some(next) = next.filter(|next| distances[next.index()].is_none()) {
                    distances[next.index()] = further;
                    waiting.push_back(next);
                }
            }
        }
        let mut at = self.from;
        let steps = (0..distances[at.index()]?).rev().map(|left| {
            let mut onward = Direction::ALL.into_iter();
            onward.find(|&direction| {
                let next = self.step(at, direction);
                let next = next.filter(|next| distances[next.index()] == Some(left));
                at = next.unwrap_or(at);
                next.is_some()
            })
        });
        steps.collect()
    }

    /// Wherever the piece gets to, each with the fewest steps, the least of these in the order U D L R.
    pub fn all(&self) -> Vec<(Cell, Vec<Direction>)> {
        let mut found: Vec<(Cell, Vec<Direction>)> = Vec::new();
        let mut met = CellSet::from(self.from);
        // What is found first is found by the least way, since the ways come in their order.
        let mut next = 0;
        let mut at = (self.from, Vec::new());
        loop {
            for direction in Direction::ALL {
                if let Some(to) = self.step(at.0, direction).filter(|&to| !met.contains(to)) {
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

    /// Where the piece begins after one step from `at`, if it may stand there.
    fn step(&self, at: Cell, direction: Direction) -> Option<Cell> {
        let Puzzle { board, classes, .. } = self.puzzle;
        let class = &classes[self.class];
        let to = board.neighbour(at, direction)?;
        let keeps_lane = class.lane(board, to) == class.lane(board, at);
        let cells = class.place(board, to)?;
        (keeps_lane && !cells.meets(self.others) && self.obeys_rules(to)).then_some(to)
    }

    /// Whether the rules allow the piece to begin on `at`.
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
