//! `LevelGame`: a game on a level, step by step, with undo and redo.

use crate::level::{CellNumber, Level, Placing};
use crate::player_step::{StepObstacle, after_step, direction_of, step_letter};
use crate::pushed_way::Walks;
use slidewise_board::Direction;

/// A step that was made.
#[derive(Clone, Debug)]
struct MadeStep {
    direction: Direction,
    is_push: bool,
    after: Placing,
}

/// A game: the level, the steps so far, and those that were undone.
#[derive(Clone, Debug)]
pub struct LevelGame<'l> {
    level: &'l Level,
    made: Vec<MadeStep>,
    /// Directions of the steps that were undone; the last is the next to redo.
    undone: Vec<Direction>,
}

impl<'l> LevelGame<'l> {
    /// Begins at the level's first position.
    pub fn new(level: &'l Level) -> LevelGame<'l> {
        LevelGame {
            level,
            made: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The level.
    pub fn level(&self) -> &'l Level {
        self.level
    }

    /// Where boxes and player are.
    pub fn placing(&self) -> &Placing {
        self.made
            .last()
            .map_or(self.level.start(), |step| &step.after)
    }

    /// Number of steps, pushes included.
    pub fn steps(&self) -> usize {
        self.made.len()
    }

    /// Number of pushes.
    pub fn pushes(&self) -> usize {
        self.made.iter().filter(|step| step.is_push).count()
    }

    /// The steps as letters: capitals for pushes.
    pub fn lurd(&self) -> String {
        let steps = self.made.iter();
        steps
            .map(|step| step_letter(step.direction, step.is_push))
            .collect()
    }

    /// Whether all boxes stand on goals.
    pub fn is_solved(&self) -> bool {
        self.level.is_solved(self.placing())
    }

    /// Makes a step; steps that were undone can no longer be redone.
    ///
    /// # Errors
    ///
    /// What stops the step; the game is then unchanged.
    pub fn step(&mut self, direction: Direction) -> Result<(), StepObstacle> {
        self.make(direction)?;
        self.undone.clear();
        Ok(())
    }

    fn make(&mut self, direction: Direction) -> Result<(), StepObstacle> {
        let (after, is_push) = after_step(self.level, self.placing(), direction)?;
        self.made.push(MadeStep {
            direction,
            is_push,
            after,
        });
        Ok(())
    }

    /// Walks to a cell without a push; `false` if no walk leads there.
    pub fn walk_to(&mut self, cell: CellNumber) -> bool {
        if cell == self.placing().player {
            return true;
        }
        let walk = Walks::new(self.level, self.placing()).text(self.level, cell);
        for direction in walk.chars().filter_map(direction_of) {
            if self.step(direction).is_err() {
                return false;
            }
        }
        !walk.is_empty()
    }

    /// Undoes the last step; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let step = self.made.pop();
        let is_undone = step.is_some();
        self.undone.extend(step.map(|step| step.direction));
        is_undone
    }

    /// Makes the step that was undone last; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let direction = self.undone.pop();
        direction.is_some_and(|direction| self.make(direction).is_ok())
    }

    /// Undoes all steps; all of them can be redone.
    pub fn restart(&mut self) {
        while self.undo() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Left, Right, Up};

    #[test]
    fn steps_and_pushes_are_made_undone_and_redone() {
        let level = Level::read("#######\n#@ $ .#\n#######").unwrap();
        let mut game = LevelGame::new(&level);
        assert_eq!(game.step(Up), Err(StepObstacle::Wall));
        for direction in [Right, Right, Left, Right, Right] {
            game.step(direction).unwrap();
        }
        assert_eq!(game.lurd(), "rRlrR");
        assert_eq!((game.steps(), game.pushes()), (5, 2));
        assert!(game.is_solved());
        assert_eq!(game.step(Right), Err(StepObstacle::BoxAtWall));
        assert!(game.undo() && !game.is_solved());
        assert!(game.redo() && game.is_solved() && !game.redo());
        game.restart();
        assert_eq!(game.placing(), level.start());
        assert!(game.redo());
        game.step(Left).unwrap();
        assert!(!game.redo(), "a step forgets what was undone");
        assert_eq!(game.lurd(), "rl");
    }

    #[test]
    fn a_walk_goes_round_boxes_and_pushes_none() {
        let level = Level::read("######\n#@$. #\n#    #\n######").unwrap();
        let mut game = LevelGame::new(&level);
        let cell = (0..level.cells() as CellNumber)
            .find(|&cell| level.row_and_column(cell) == (1, 4))
            .unwrap();
        assert!(game.walk_to(cell));
        assert_eq!(game.lurd(), "drrur");
        let beside = level.start().boxes[0];
        assert!(!game.walk_to(beside), "a box stands there");
        let two = Level::read("#######\n#@$$..#\n#######").unwrap();
        assert_eq!(
            LevelGame::new(&two).step(Right),
            Err(StepObstacle::BoxAtBox)
        );
    }
}
