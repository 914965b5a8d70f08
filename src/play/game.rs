//! The way played: turns, counted as the metric counts, that can be taken back and done again.
//!
//! A turn is one edge of the metric's graph. In slides and moves the piece moved last is still in hand: while its
//! steps lead from where the turn began to what is one slide or one move, they are one turn, and a piece that is
//! put back where it was has not moved. A step is a step, also back. So the number of turns and the distance to
//! Finish are never less together than the distance from Start.

use super::Pieces;
use crate::board::Direction;
use crate::moves::Metric;
use crate::puzzle::Puzzle;
use crate::query::{Move, Obstacle};

/// One step, slide or move of one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The number of the piece.
    pub piece: usize,
    /// What it did.
    pub by: Move,
    /// What came of it.
    pub after: Pieces,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game<'p> {
    puzzle: &'p Puzzle,
    metric: Metric,
    start: Pieces,
    done: Vec<Turn>,
    /// What was taken back, the first to be done again last.
    undone: Vec<Turn>,
}

impl<'p> Game<'p> {
    /// A game from the puzzle's Start, counted in a metric.
    pub fn new(puzzle: &'p Puzzle, metric: Metric) -> Game<'p> {
        Game {
            puzzle,
            metric,
            start: Pieces::of(puzzle, &puzzle.start),
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// What counts as one.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The pieces as they are.
    pub fn pieces(&self) -> &Pieces {
        self.done.last().map_or(&self.start, |turn| &turn.after)
    }

    /// The pieces as they were before the last turn; `None` where there was none.
    pub fn before_last(&self) -> Option<&Pieces> {
        let last = self.done.len().checked_sub(1)?;
        Some(match last.checked_sub(1) {
            Some(before) => &self.done[before].after,
            None => &self.start,
        })
    }

    /// The turns so far.
    pub fn turns(&self) -> &[Turn] {
        &self.done
    }

    /// How many turns can be done again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Whether the position meets a goal.
    pub fn is_solved(&self) -> bool {
        self.puzzle
            .is_solved(&self.pieces().configuration(self.puzzle))
    }

    /// Moves a piece by one cell. What was taken back is forgotten.
    ///
    /// # Errors
    /// What is in its way; then nothing has changed.
    pub fn step(&mut self, piece: usize, direction: Direction) -> Result<(), Obstacle> {
        let after = self.pieces().step(self.puzzle, piece, direction)?;
        self.undone.clear();
        let is_in_hand = self.metric != Metric::Step
            && self.done.last().is_some_and(|last| last.piece == piece);
        if let Some(before) = self.before_last().filter(|_| is_in_hand) {
            if after == *before {
                self.done.pop();
                return Ok(());
            }
            if let Some(by) = self.between(before, &after) {
                self.done.pop();
                self.done.push(Turn { piece, by, after });
                return Ok(());
            }
        }
        let by = self
            .between(self.pieces(), &after)
            .expect("a step is one in every metric");
        self.done.push(Turn { piece, by, after });
        Ok(())
    }

    fn between(&self, before: &Pieces, after: &Pieces) -> Option<Move> {
        Move::between(
            self.puzzle,
            self.metric,
            &before.configuration(self.puzzle),
            &after.configuration(self.puzzle),
        )
    }

    /// Takes the last turn back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let turn = self.done.pop();
        let is_there = turn.is_some();
        self.undone.extend(turn);
        is_there
    }

    /// Does again what was taken back last; whether there was anything.
    pub fn redo(&mut self) -> bool {
        let turn = self.undone.pop();
        let is_there = turn.is_some();
        self.done.extend(turn);
        is_there
    }

    /// Takes everything back; all of it can be done again.
    pub fn restart(&mut self) {
        while self.undo() {}
    }
}
