//! `FrozenBoxes`: boxes that no push can ever move.

use crate::level::{CellNumber, Level, NO_CELL};
use slidewise_board::Direction;

/// Finds whether a pushed box is stuck with others, one of them off the goals.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrozenBoxes {
    /// Boxes taken as walls: each is stuck if all of them are.
    fixed: Vec<CellNumber>,
}

impl FrozenBoxes {
    /// Whether the box on `cell` can never move again, so that the level cannot be solved.
    ///
    /// `is_dead` holds the cells from which a box reaches no goal: no solution pushes there.
    pub(crate) fn are_dead(
        &mut self,
        level: &Level,
        has_box: &[bool],
        is_dead: &[bool],
        cell: CellNumber,
    ) -> bool {
        self.fixed.clear();
        self.is_frozen(level, has_box, is_dead, cell)
            && self.fixed.iter().any(|&own| !level.is_goal(own))
    }

    /// Whether the box that was looked at last can never move again.
    pub(crate) fn is_found(&self) -> bool {
        !self.fixed.is_empty()
    }

    /// The boxes on goals that can never move again.
    pub(crate) fn on_goals(
        &mut self,
        level: &Level,
        has_box: &[bool],
        is_dead: &[bool],
        boxes: &[CellNumber],
    ) -> Vec<CellNumber> {
        let on_goals = boxes.iter().filter(|&&cell| level.is_goal(cell));
        let frozen = on_goals.filter(|&&cell| {
            self.fixed.clear();
            self.is_frozen(level, has_box, is_dead, cell)
        });
        frozen.copied().collect()
    }

    fn is_frozen(
        &mut self,
        level: &Level,
        has_box: &[bool],
        is_dead: &[bool],
        cell: CellNumber,
    ) -> bool {
        let known = self.fixed.len();
        self.fixed.push(cell);
        let axes = [Direction::Left, Direction::Up];
        let is_stuck = axes.into_iter().all(|direction| {
            let sides = [direction, direction.opposite()].map(|own| level.neighbour(cell, own));
            let is_wall = |side: &CellNumber| *side == NO_CELL || self.fixed.contains(side);
            sides.iter().any(is_wall)
                || sides.iter().all(|&side| is_dead[side as usize])
                || sides.into_iter().any(|side| {
                    has_box[side as usize] && self.is_frozen(level, has_box, is_dead, side)
                })
        });
        if !is_stuck {
            // What was found with this box as a wall does not hold.
            self.fixed.truncate(known);
        }
        is_stuck
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_dead(text: &str, cell: usize) -> bool {
        let level = Level::read(text).unwrap();
        let mut has_box = vec![false; level.cells()];
        for &own in &level.start().boxes {
            has_box[own as usize] = true;
        }
        let boxes = &level.start().boxes;
        let no_cells = vec![false; level.cells()];
        FrozenBoxes::default().are_dead(&level, &has_box, &no_cells, boxes[cell])
    }

    #[test]
    fn boxes_that_block_each_other_are_frozen() {
        assert!(is_dead("######\n#$$ .#\n#$@ .#\n#   .#\n######", 1));
        assert!(is_dead("######\n#@$$.#\n# $$.#\n# .. #\n######", 0));
        assert!(!is_dead("#######\n#     #\n# $$..#\n# @   #\n#######", 0));
        assert!(!is_dead(
            "######\n#@   #\n# $$.#\n#  $.#\n#   .#\n######",
            0
        ));
    }

    #[test]
    fn frozen_boxes_on_goals_are_no_loss() {
        assert!(!is_dead("#####\n#**@#\n# $.#\n#####", 0));
    }
}
