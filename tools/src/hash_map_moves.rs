//! The baseline in moves: the hash-map search of `hash_map_search` with a flood for each piece.
//!
//! Each piece is followed from its first square, over the squares that
//! its own steps lead to, each once. All boards on its way are neighbours.

use super::hash_map_search::{
    BoardNeighbours, FREE, breadth_first, draw, first_parts, square_of, start_of,
};
use slidewise::unstable::board::{Cell, Direction};
use slidewise::unstable::puzzle::{Axis, Class, Puzzle};
use std::collections::HashMap;

/// A puzzle on a rectangle of `N` squares, with the tables of the search in moves.
pub struct HashMapMoves<const N: usize> {
    start: [u8; N],
    /// The steps of a piece whose first square holds a byte, by that byte, then by the square.
    steps: Vec<[Vec<PieceStep<N>>; N]>,
}

/// A step of a piece.
struct PieceStep<const N: usize> {
    /// Its first square after the step.
    to: usize,
    /// The squares that must be free.
    ahead: Box<[u8]>,
    /// The exclusive or of the boards before and after.
    change: [u8; N],
}

impl<const N: usize> HashMapMoves<N> {
    /// Builds the tables for a puzzle.
    ///
    /// # Panics
    /// If the puzzle does not have `N` squares, or more than 64, or has rules.
    pub fn new(puzzle: &Puzzle) -> HashMapMoves<N> {
        assert!(puzzle.rules.is_empty(), "rules are not supported");
        assert!(N <= 64, "squares");
        let first_parts = first_parts(&puzzle.classes);
        let last = puzzle.classes.last().zip(first_parts.last());
        let bytes = last.map_or(0, |(class, &first)| usize::from(first) + class.shape.size());
        let mut rival = HashMapMoves {
            start: start_of(puzzle, &first_parts),
            steps: (0..bytes)
                .map(|_| std::array::from_fn(|_| Vec::new()))
                .collect(),
        };
        for (class, &first_part) in puzzle.classes.iter().zip(&first_parts) {
            for first in puzzle.board.cells() {
                for direction in Direction::ALL {
                    rival.add_step(puzzle, class, first_part, first, direction);
                }
            }
        }
        rival
    }

    fn add_step(
        &mut self,
        puzzle: &Puzzle,
        class: &Class,
        first_part: u8,
        first: Cell,
        direction: Direction,
    ) {
        let board = &puzzle.board;
        let follows_axis = match class.axis {
            Axis::Free => true,
            Axis::Horizontal => direction.is_horizontal(),
            Axis::Vertical => !direction.is_horizontal(),
        };
        let place = |first| class.place(board, first);
        let next = board.neighbour(first, direction);
        let (true, Some(before), Some(after)) = (follows_axis, place(first), next.and_then(place))
        else {
            return;
        };
        let mut old = [0; N];
        let mut new = [0; N];
        draw(&mut old, board, before, first_part);
        draw(&mut new, board, after, first_part);
        let square = |pieces: &[u8; N]| pieces.iter().position(|&byte| byte == first_part);
        let (Some(from), Some(to)) = (square(&old), square(&new)) else {
            return;
        };
        let ahead = after.without(before).iter();
        self.steps[usize::from(first_part)][from].push(PieceStep {
            to,
            ahead: ahead.map(|cell| square_of(board, cell) as u8).collect(),
            change: std::array::from_fn(|square| old[square] ^ new[square]),
        });
    }

    /// Computes the distance of every board reachable from Start; `capacity` is their number.
    ///
    /// # Panics
    /// If a distance exceeds 255.
    pub fn search(&self, capacity: usize) -> HashMap<[u8; N], u8> {
        breadth_first(self, self.start, capacity)
    }
}

impl<const N: usize> BoardNeighbours<N> for HashMapMoves<N> {
    fn for_each_neighbour(&self, board: &[u8; N], mut visit: impl FnMut([u8; N])) {
        let mut open = Vec::new();
        for (first, &byte) in board.iter().enumerate() {
            let steps = &self.steps[usize::from(byte)];
            if steps[first].is_empty() {
                continue;
            }
            let mut known = 1_u64 << first;
            open.push((*board, first));
            while let Some((board, from)) = open.pop() {
                for step in &steps[from] {
                    let mut ahead = step.ahead.iter();
                    if known >> step.to & 1 == 1
                        || ahead.any(|&square| board[square as usize] != FREE)
                    {
                        continue;
                    }
                    known |= 1 << step.to;
                    let after = std::array::from_fn(|square| board[square] ^ step.change[square]);
                    visit(after);
                    open.push((after, step.to));
                }
            }
        }
    }
}
