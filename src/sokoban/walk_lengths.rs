//! `WalkLengths`: the player's steps to each cell without pushes.

use crate::level::{CellNumber, Level, NO_CELL};

/// Lengths of the shortest walks from one cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct WalkLengths {
    /// By cell: the number of steps; [`NOT_REACHED`] if there is no walk.
    steps: Vec<u32>,
    queue: Vec<CellNumber>,
}

const NOT_REACHED: u32 = u32::MAX;

impl WalkLengths {
    /// Finds the walks from `player` between the boxes, in time linear in the cells.
    pub(crate) fn find(&mut self, level: &Level, has_box: &[bool], player: CellNumber) {
        self.steps.clear();
        self.steps.resize(level.cells(), NOT_REACHED);
        self.steps[player as usize] = 0;
        self.queue.clear();
        self.queue.push(player);
        let mut at = 0;
        while let Some(&cell) = self.queue.get(at) {
            at += 1;
            for next in level.neighbours(cell) {
                let is_new = next != NO_CELL
                    && !has_box[next as usize]
                    && self.steps[next as usize] == NOT_REACHED;
                if is_new {
                    self.steps[next as usize] = self.steps[cell as usize] + 1;
                    self.queue.push(next);
                }
            }
        }
    }

    /// Steps to a cell that the player can walk to.
    pub(crate) fn to(&self, cell: CellNumber) -> u32 {
        self.steps[cell as usize]
    }
}
