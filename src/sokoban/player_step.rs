//! One step of the player on a level.

use crate::level::{Level, NO_CELL, Placing};
use slidewise_board::Direction;

/// What stops a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepObstacle {
    /// A wall beside the player.
    Wall,
    /// A box that has a wall behind it.
    BoxAtWall,
    /// A box that has another box behind it.
    BoxAtBox,
}

/// The position after a step in a direction, and whether the step pushes a box.
///
/// # Errors
///
/// What stops the step.
pub fn after_step(
    level: &Level,
    placing: &Placing,
    direction: Direction,
) -> Result<(Placing, bool), StepObstacle> {
    let next = level.neighbour(placing.player, direction);
    if next == NO_CELL {
        return Err(StepObstacle::Wall);
    }
    let mut after = Placing {
        boxes: placing.boxes.clone(),
        player: next,
    };
    let Ok(at) = placing.boxes.binary_search(&next) else {
        return Ok((after, false));
    };
    let behind = level.neighbour(next, direction);
    if behind == NO_CELL {
        return Err(StepObstacle::BoxAtWall);
    }
    if placing.boxes.binary_search(&behind).is_ok() {
        return Err(StepObstacle::BoxAtBox);
    }
    after.boxes[at] = behind;
    after.boxes.sort_unstable();
    Ok((after, true))
}

/// The direction that a letter names, small or capital.
pub fn direction_of(letter: char) -> Option<Direction> {
    let letter = letter.to_ascii_uppercase();
    Direction::ALL
        .into_iter()
        .find(|own| own.letter() == letter)
}

/// The letter of a step: a capital for a push.
pub(crate) fn step_letter(direction: Direction, is_push: bool) -> char {
    let letter = direction.letter();
    if is_push {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}
