//! `Corrals`: areas that boxes close off, whose pushes a shortest solution can make first.

use crate::level::{CellNumber, Level, NO_CELL};
use slidewise_board::Direction;

/// A push: the cell of the box and the direction.
pub(crate) type Push = (CellNumber, Direction);

/// The areas that the player cannot reach, and the pushes that open one of them.
///
/// Let an area be closed by boxes that can only be pushed into it as long as none of them has
/// moved, and let the player reach all these pushes (PI-corral, Damgaard). If one of the boxes must
/// move, some shortest solution begins with one of these pushes: those that a solution makes before
/// it touch neither the area nor its boxes, so they can be made afterwards. No other pushes need be
/// tried then.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corrals {
    /// The area of each cell: 0 for the player's, `BOX` for a box.
    area: Vec<u16>,
    areas: u16,
    is_joined: Vec<bool>,
    is_edge: Vec<bool>,
    open: Vec<CellNumber>,
}

const BOX: u16 = u16::MAX;
const NO_AREA: u16 = u16::MAX - 1;

/// What knows pushes after which no solution exists.
pub(crate) trait LostPushes {
    /// Whether a push of one of these boxes, while none of them has moved, leaves no solution,
    /// wherever the other boxes are.
    fn are_lost(&mut self, boxes: &[CellNumber], push: Push) -> bool;
}

/// What the pushes of a closed area are.
enum Opened {
    /// All pushes that can come first.
    Pushes(Vec<Push>),
    /// The area must be looked at together with another one.
    Join(u16),
    /// Other pushes may come first.
    No,
}

impl Corrals {
    /// Finds the areas, and fills the player's.
    pub(crate) fn find(&mut self, level: &Level, has_box: &[bool], player: CellNumber) {
        self.area.clear();
        let areas = has_box.iter().map(|&own| if own { BOX } else { NO_AREA });
        self.area.extend(areas);
        self.areas = 0;
        self.fill(level, player);
        for cell in 0..level.cells() as CellNumber {
            if self.area[cell as usize] == NO_AREA {
                self.fill(level, cell);
            }
        }
    }

    fn fill(&mut self, level: &Level, from: CellNumber) {
        let own = self.areas;
        self.areas += 1;
        self.area[from as usize] = own;
        self.open.push(from);
        while let Some(cell) = self.open.pop() {
            for next in level.neighbours(cell) {
                if next != NO_CELL && self.area[next as usize] == NO_AREA {
                    self.area[next as usize] = own;
                    self.open.push(next);
                }
            }
        }
    }

    /// The lowest cell of the player's region.
    pub(crate) fn lowest(
        &mut self,
        level: &Level,
        has_box: &[bool],
        player: CellNumber,
    ) -> CellNumber {
        self.area.clear();
        let areas = has_box.iter().map(|&own| if own { BOX } else { NO_AREA });
        self.area.extend(areas);
        self.areas = 0;
        self.fill(level, player);
        let lowest = self.area.iter().position(|&own| own == 0);
        lowest.map_or(player, |cell| cell as CellNumber)
    }

    /// Whether the player reaches a cell.
    #[inline]
    pub(crate) fn is_reached(&self, cell: CellNumber) -> bool {
        cell != NO_CELL && self.area[cell as usize] == 0
    }

    /// The pushes of the closed area with the fewest, if there is such an area; none of them means
    /// that the level cannot be solved from here.
    pub(crate) fn pushes(
        &mut self,
        level: &Level,
        boxes: &[CellNumber],
        lost: &mut dyn LostPushes,
    ) -> Option<Vec<Push>> {
        let mut fewest: Option<Vec<Push>> = None;
        for first in 1..self.areas {
            self.is_joined.clear();
            self.is_joined.resize(self.areas as usize, false);
            let mut join = first;
            let pushes = loop {
                self.is_joined[join as usize] = true;
                match self.opened(level, boxes, lost) {
                    Opened::Join(other) => join = other,
                    Opened::Pushes(pushes) => break Some(pushes),
                    Opened::No => break None,
                }
            };
            let Some(pushes) = pushes else { continue };
            if fewest.as_ref().is_none_or(|own| pushes.len() < own.len()) {
                fewest = Some(pushes);
            }
        }
        fewest
    }

    /// Looks at the pushes of the boxes around the joined areas.
    fn opened(&mut self, level: &Level, boxes: &[CellNumber], lost: &mut dyn LostPushes) -> Opened {
        let is_in = |own: u16, joined: &[bool]| own < NO_AREA && joined[own as usize];
        self.is_edge.clear();
        self.is_edge.resize(self.area.len(), false);
        let mut must_move = false;
        for &cell in boxes {
            let near = level.neighbours(cell).into_iter();
            let mut near = near.filter(|&next| next != NO_CELL);
            if near.any(|next| is_in(self.area[next as usize], &self.is_joined)) {
                self.is_edge[cell as usize] = true;
                must_move |= !level.is_goal(cell);
            }
        }
        let cells = 0..level.cells() as CellNumber;
        must_move |= cells
            .filter(|&cell| level.is_goal(cell))
            .any(|cell| is_in(self.area[cell as usize], &self.is_joined));
        if !must_move {
            return Opened::No;
        }
        let mut pushes = Vec::new();
        let edge = boxes.iter().filter(|&&cell| self.is_edge[cell as usize]);
        let edge: Vec<CellNumber> = edge.copied().collect();
        for &cell in &edge {
            for direction in Direction::ALL {
                let player = level.neighbour(cell, direction.opposite());
                let target = level.neighbour(cell, direction);
                if player == NO_CELL || target == NO_CELL {
                    continue;
                }
                let (player, target) = (player as usize, target as usize);
                let is_blocked = self.is_edge[player]
                    || self.is_edge[target]
                    || is_in(self.area[player], &self.is_joined);
                if is_blocked || lost.are_lost(&edge, (cell, direction)) {
                    continue;
                }
                for area in [self.area[player], self.area[target]] {
                    if area == BOX {
                        return Opened::No;
                    }
                    if area != 0 && !self.is_joined[area as usize] {
                        return Opened::Join(area);
                    }
                }
                if self.area[target] == 0 {
                    return Opened::No;
                }
                pushes.push((cell, direction));
            }
        }
        Opened::Pushes(pushes)
    }
}
