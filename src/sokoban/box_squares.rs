//! `BoxSquares`: the cells on which boxes may stand, and the ranks of sets of such cells.

use crate::level::{CellNumber, Level, NO_CELL};
use slidewise_board::Direction;

/// Which cells a box may stand on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoxSpace {
    /// All cells.
    All,
    /// Cells from which a goal can be reached by a box that is alone on the board. A box on another
    /// cell can never come to a goal.
    Live,
}

/// For each cell whether a box, alone on the board, can be pushed from it to a goal, the player
/// being wherever he is wanted.
pub fn live_cells(level: &Level) -> Vec<bool> {
    let all = 0..level.cells() as CellNumber;
    let mut open: Vec<CellNumber> = all.filter(|&cell| level.is_goal(cell)).collect();
    let mut is_live = vec![false; level.cells()];
    for &goal in &open {
        is_live[goal as usize] = true;
    }
    while let Some(cell) = open.pop() {
        for direction in Direction::ALL {
            let before = level.neighbour(cell, direction);
            if before == NO_CELL || level.neighbour(before, direction) == NO_CELL {
                continue;
            }
            if !is_live[before as usize] {
                is_live[before as usize] = true;
                open.push(before);
            }
        }
    }
    is_live
}

/// The cells of boxes as slots without gaps, and the rank of sets of k slots (the combinatorial
/// number system).
#[derive(Clone, Debug)]
pub(crate) struct BoxSquares {
    /// The slot of each cell, or `NO_CELL`.
    slots: Vec<CellNumber>,
    cells: Vec<CellNumber>,
    /// `binomials[i][n]` is the number of ways to take `i` of `n`.
    binomials: Vec<Vec<u64>>,
    boxes: usize,
}

impl BoxSquares {
    /// The squares of a space for sets of that many `boxes`; `None` if 64 bits do not hold the
    /// number of sets.
    pub(crate) fn new(level: &Level, space: BoxSpace, boxes: usize) -> Option<BoxSquares> {
        let all = 0..level.cells() as CellNumber;
        let cells: Vec<CellNumber> = match space {
            BoxSpace::All => all.collect(),
            BoxSpace::Live => {
                let is_live = live_cells(level);
                all.filter(|&cell| is_live[cell as usize]).collect()
            }
        };
        let mut slots = vec![NO_CELL; level.cells()];
        for (slot, &cell) in cells.iter().enumerate() {
            slots[cell as usize] = slot as CellNumber;
        }
        let mut binomials = vec![vec![1u64; cells.len() + 1]];
        for taken in 1..=boxes {
            let before = &binomials[taken - 1];
            let mut row = vec![0u64];
            for n in 1..=cells.len() {
                row.push(row[n - 1].checked_add(before[n - 1])?);
            }
            binomials.push(row);
        }
        Some(BoxSquares {
            slots,
            cells,
            binomials,
            boxes,
        })
    }

    /// Number of sets.
    pub(crate) fn sets(&self) -> u64 {
        self.binomials[self.boxes][self.cells.len()]
    }

    /// Number of cells for boxes.
    pub(crate) fn count(&self) -> usize {
        self.cells.len()
    }

    /// Whether a box may stand on a cell.
    #[inline]
    pub(crate) fn admits(&self, cell: CellNumber) -> bool {
        self.slots[cell as usize] != NO_CELL
    }

    /// What a cell for boxes adds to the rank of a set, as its box number `place`, from 1.
    #[inline]
    pub(crate) fn part(&self, place: usize, cell: CellNumber) -> u64 {
        self.binomials[place][self.slots[cell as usize] as usize]
    }

    /// The rank of a set of cells, which ascend; `None` if one of them is not for boxes.
    #[inline]
    pub(crate) fn rank(&self, boxes: &[CellNumber]) -> Option<u64> {
        let mut rank = 0;
        for (taken, &cell) in boxes.iter().enumerate() {
            let slot = self.slots[cell as usize];
            if slot == NO_CELL {
                return None;
            }
            rank += self.binomials[taken + 1][slot as usize];
        }
        Some(rank)
    }

    /// Writes the set of a rank to `boxes`, ascending.
    #[inline]
    pub(crate) fn unrank(&self, mut rank: u64, boxes: &mut Vec<CellNumber>) {
        boxes.clear();
        boxes.resize(self.boxes, 0);
        let mut slot = self.cells.len();
        for taken in (1..=self.boxes).rev() {
            let row = &self.binomials[taken];
            slot -= 1;
            while row[slot] > rank {
                slot -= 1;
            }
            rank -= row[slot];
            boxes[taken - 1] = self.cells[slot];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_have_no_gaps() {
        let level = Level::read("#######\n#@ $$.#\n#  . ##\n#######").unwrap();
        for (space, cells, sets) in [(BoxSpace::All, 9, 36), (BoxSpace::Live, 6, 15)] {
            let squares = BoxSquares::new(&level, space, 2).unwrap();
            assert_eq!((squares.count(), squares.sets()), (cells, sets));
            let mut boxes = Vec::new();
            for rank in 0..sets {
                squares.unrank(rank, &mut boxes);
                assert!(boxes.is_sorted());
                assert_eq!(squares.rank(&boxes), Some(rank));
            }
        }
    }
}
