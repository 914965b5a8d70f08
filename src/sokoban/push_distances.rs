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
    /// The distances on a board where boxes on the cells `fixed` never move.
    pub(crate) fn new(level: &Level, goals: &[CellNumber], fixed: &[CellNumber]) -> PushDistances {
        let cells = level.cells();
        let mut is_fixed = vec![false; cells];
        for &cell in fixed {
            is_fixed[usize::from(cell)] = true;
        }
        let mut areas = vec![0; cells * cells];
        for cell in 0..cells {
            fill_areas(level, cell, &is_fixed, &mut areas[cell * cells..][..cells]);
        }
        let mut distances = PushDistances {
            cells,
            goals: goals.len(),
            areas,
            pushes: vec![NO_WAY; cells * 4 * goals.len()],
        };
        for (goal, &cell) in goals.iter().enumerate() {
            distances.spread(level, &is_fixed, goal, cell);
        }
        distances
    }

    /// Bytes of memory that the distances to this many goals of a level take.
    pub(crate) fn bytes_for(level: &Level, goals: usize) -> u64 {
        let cells = level.cells();
        (cells * cells + cells * 4 * goals * size_of::<u32>()) as u64
    }

    /// Pulls a box from a goal to all places.
    fn spread(&mut self, level: &Level, is_fixed: &[bool], goal: usize, at: CellNumber) {
        let mut open: VecDeque<(CellNumber, u8)> = (0..4).map(|area| (at, area)).collect();
        for area in 0..4 {
            let index = self.index(at, area, goal);
            self.pushes[index] = 0;
        }
        if is_fixed[usize::from(at)] {
            return;
        }
        let is_wall = |cell: CellNumber| cell == NO_CELL || is_fixed[usize::from(cell)];
        while let Some((cell, area)) = open.pop_front() {
            let pushes = self.pushes[self.index(cell, area, goal)];
            for direction in Direction::ALL {
                let from = level.neighbour(cell, direction.opposite());
                if is_wall(from) || self.area(cell, from) != area {
                    continue;
                }
                let player = level.neighbour(from, direction.opposite());
                if is_wall(player) {
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

    /// The number of a box's cell with the area of the player's, which is that of a row of
    /// [`PushDistances::rows`].
    #[inline]
    pub(crate) fn place(&self, cell: CellNumber, player: CellNumber) -> usize {
        usize::from(cell) * 4 + usize::from(self.area(cell, player))
    }

    /// The least pushes from all cells and areas.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.pushes.chunks(self.goals.max(1))
    }

    /// The least pushes of a box to each goal, [`NO_WAY`] where there is none.
    #[inline]
    pub(crate) fn row(&self, cell: CellNumber, player: CellNumber) -> &[u32] {
        let from = self.index(cell, self.area(cell, player), 0);
        &self.pushes[from..from + self.goals]
    }

    /// The bytes that the distances take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.areas.len() + 4 * self.pushes.len()) as u64
    }
}

/// Numbers the areas that a box on `cell` leaves, at most four.
fn fill_areas(level: &Level, cell: usize, is_fixed: &[bool], areas: &mut [u8]) {
    let mut is_seen = is_fixed.to_vec();
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
