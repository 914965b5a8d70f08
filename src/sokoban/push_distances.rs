//! `PushDistances`: how many pushes one box alone needs to each goal.

use crate::level::{CellNumber, Level, NO_CELL};
use slidewise_board::Direction;
use std::collections::VecDeque;

/// No way: the box alone cannot come there.
pub(crate) const NO_WAY: u32 = u32::MAX;

/// The least pushes of one box from each cell to each goal, by the side where the player is.
///
/// A box parts the cells into areas, between which the player cannot walk. Other boxes only hinder,
/// so these numbers are lower bounds. A push lowers that of the pushed box by at most one; it may
/// raise it by more, and leaves those of other boxes.
#[derive(Clone, Debug)]
pub(crate) struct PushDistances {
    cells: usize,
    goals: usize,
    /// The area of each cell beside a box on each cell: at `box * cells + player`.
    areas: Vec<u8>,
    /// At `(box * 4 + area) * goals + goal`.
    pushes: Vec<u32>,
}

impl PushDistances {
    pub(crate) fn new(level: &Level, goals: &[CellNumber]) -> PushDistances {
        let cells = level.cells();
        let mut areas = vec![0; cells * cells];
        for cell in 0..cells {
            fill_areas(level, cell, &mut areas[cell * cells..][..cells]);
        }
        let mut distances = PushDistances {
            cells,
            goals: goals.len(),
            areas,
            pushes: vec![NO_WAY; cells * 4 * goals.len()],
        };
        for (goal, &cell) in goals.iter().enumerate() {
            distances.spread(level, goal, cell);
        }
        distances
    }

    /// Bytes of memory that the distances to this many goals of a level take.
    pub(crate) fn bytes_for(level: &Level, goals: usize) -> u64 {
        let cells = level.cells();
        (cells * cells + cells * 4 * goals * size_of::<u32>()) as u64
    }

    /// Pulls a box from a goal to all places.
    fn spread(&mut self, level: &Level, goal: usize, at: CellNumber) {
        let mut open: VecDeque<(CellNumber, u8)> = (0..4).map(|area| (at, area)).collect();
        for area in 0..4 {
            let index = self.index(at, area, goal);
            self.pushes[index] = 0;
        }
        while let Some((cell, area)) = open.pop_front() {
            let pushes = self.pushes[self.index(cell, area, goal)];
            for direction in Direction::ALL {
                let from = level.neighbour(cell, direction.opposite());
                if from == NO_CELL || self.area(cell, from) != area {
                    continue;
                }
                let player = level.neighbour(from, direction.opposite());
                if player == NO_CELL {
                    continue;
                }
                let before = self.area(from, player);
                let index = self.index(from, before, goal);
                if self.pushes[index] == NO_WAY {
                    self.pushes[index] = pushes + 1;
                    open.push_back((from, before));
                }
            }
        }
    }

    fn area(&self, cell: CellNumber, player: CellNumber) -> u8 {
        self.areas[cell as usize * self.cells + player as usize]
    }

    fn index(&self, cell: CellNumber, area: u8, goal: usize) -> usize {
        (cell as usize * 4 + area as usize) * self.goals + goal
    }

    /// The least pushes of a box to each goal, [`NO_WAY`] where there is none.
    #[inline]
    pub(crate) fn row(&self, cell: CellNumber, player: CellNumber) -> &[u32] {
        let from = self.index(cell, self.area(cell, player), 0);
        &self.pushes[from..from + self.goals]
    }
}

/// Numbers the areas that a box on `cell` leaves, at most four.
fn fill_areas(level: &Level, cell: usize, areas: &mut [u8]) {
    let mut is_seen = vec![false; areas.len()];
    is_seen[cell] = true;
    let mut area = 0;
    for first in level.neighbours(cell as CellNumber) {
        if first == NO_CELL || is_seen[first as usize] {
            continue;
        }
        is_seen[first as usize] = true;
        let mut open = vec![first];
        while let Some(own) = open.pop() {
            areas[own as usize] = area;
            for next in level.neighbours(own) {
                if next != NO_CELL && !is_seen[next as usize] {
                    is_seen[next as usize] = true;
                    open.push(next);
                }
            }
        }
        area += 1;
    }
}
