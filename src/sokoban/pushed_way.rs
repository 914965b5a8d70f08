//! The player's moves between the pushes of a way.

use crate::level::{CellNumber, Level, NO_CELL, Placing};
use slidewise_board::Direction;
use std::collections::VecDeque;

/// Writes a way as LURD, given the sets of boxes after each push, with shortest walks in between.
pub(crate) fn lurd_of(level: &Level, way: &[Vec<CellNumber>]) -> String {
    let mut text = String::new();
    let mut player = level.start().player;
    for (before, after) in way.iter().zip(way.iter().skip(1)) {
        let left = before.iter().find(|cell| !after.contains(cell));
        let entered = after.iter().find(|cell| !before.contains(cell));
        let (Some(&left), Some(&entered)) = (left, entered) else {
            continue;
        };
        let pushes = Direction::ALL.into_iter();
        let mut pushes = pushes.filter(|&own| level.neighbour(left, own) == entered);
        let Some(direction) = pushes.next() else {
            continue;
        };
        let boxes = before.clone();
        let walks = Walks::new(level, &Placing { boxes, player });
        text += &walks.text(level, level.neighbour(left, direction.opposite()));
        text.push(direction.letter());
        player = left;
    }
    text
}

/// Shortest walks of the player without pushes, from his cell.
pub(crate) struct Walks {
    steps: Vec<Option<Direction>>,
    from: CellNumber,
}

impl Walks {
    pub(crate) fn new(level: &Level, placing: &Placing) -> Walks {
        let mut steps = vec![None; level.cells()];
        let mut queue = VecDeque::from([placing.player]);
        steps[placing.player as usize] = Some(Direction::Up);
        while let Some(cell) = queue.pop_front() {
            for direction in Direction::ALL {
                let next = level.neighbour(cell, direction);
                let is_free = next != NO_CELL
                    && steps[next as usize].is_none()
                    && placing.boxes.binary_search(&next).is_err();
                if is_free {
                    steps[next as usize] = Some(direction);
                    queue.push_back(next);
                }
            }
        }
        Walks {
            steps,
            from: placing.player,
        }
    }

    /// The steps to a cell that he can walk to, as small letters.
    pub(crate) fn text(&self, level: &Level, to: CellNumber) -> String {
        let mut letters = Vec::new();
        let mut cell = to;
        while cell != self.from {
            let Some(direction) = self.steps[cell as usize] else {
                break;
            };
            letters.push(direction.letter().to_ascii_lowercase());
            cell = level.neighbour(cell, direction.opposite());
        }
        letters.iter().rev().collect()
    }
}
