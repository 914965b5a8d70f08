//! `LevelGraph`: the positions of a level as numbers, and the edges between them in both
//! directions.

use crate::box_squares::{BoxSpace, BoxSquares};
use crate::level::{CellNumber, Level, NO_CELL, Placing};
use sha2::{Digest, Sha256};
use slidewise_board::Direction;
use slidewise_store::Header;

/// What counts one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LevelMetric {
    /// A push of a box by one cell; the player walks for free, so only his region counts.
    Push,
    /// A step of the player, with or without a push.
    Step,
}

impl LevelMetric {
    /// The name: `push` or `step`.
    pub fn name(self) -> &'static str {
        match self {
            LevelMetric::Push => "push",
            LevelMetric::Step => "step",
        }
    }
}

/// The state graph of a level in a metric and a space.
///
/// A position's number is that of the player's cell times the number of sets of boxes, plus the
/// rank of the set. In the metric `push` the cell is the least of the player's region. Numbers that
/// stand for no position exist, but pages of bits without members take no memory.
#[derive(Clone, Debug)]
pub struct LevelGraph<'l> {
    level: &'l Level,
    metric: LevelMetric,
    space: BoxSpace,
    squares: BoxSquares,
    sets: u64,
    /// The rank of the goals as a set of boxes; `None` if the level cannot be solved at all.
    solved: Option<u64>,
}

/// A push of a box by one cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct BoxPush {
    /// The box's cell before the push.
    pub(crate) from: CellNumber,
    /// Its cell after the push.
    pub(crate) to: CellNumber,
    /// The player's cell before the push.
    pub(crate) player: CellNumber,
}

/// Room for one position while its edges are listed.
#[derive(Clone, Debug)]
pub(crate) struct GraphScratch {
    pub(crate) boxes: Vec<CellNumber>,
    pub(crate) player: CellNumber,
    moved: Vec<CellNumber>,
    has_box: Vec<bool>,
    seen: Vec<u32>,
    stamp: u32,
    /// The cells of the flooded region.
    pub(crate) region: Vec<CellNumber>,
    pushes: Vec<BoxPush>,
}

impl GraphScratch {
    pub(crate) fn new(level: &Level) -> GraphScratch {
        GraphScratch {
            boxes: Vec::new(),
            player: 0,
            moved: Vec::new(),
            has_box: vec![false; level.cells()],
            seen: vec![0; level.cells()],
            stamp: 0,
            region: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// Floods the player's region from a cell, and returns its least cell.
    #[inline]
    pub(crate) fn flood(&mut self, level: &Level, from: CellNumber) -> CellNumber {
        if self.stamp == u32::MAX {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        let stamp = self.stamp;
        self.region.clear();
        self.region.push(from);
        self.seen[from as usize] = stamp;
        let mut least = from;
        let mut at = 0;
        while let Some(&cell) = self.region.get(at) {
            at += 1;
            least = least.min(cell);
            for next in level.neighbours(cell) {
                if next == NO_CELL || self.seen[next as usize] == stamp {
                    continue;
                }
                self.seen[next as usize] = stamp;
                if !self.has_box[next as usize] {
                    self.region.push(next);
                }
            }
        }
        least
    }

    /// Whether a cell was reached by the last flood.
    #[inline]
    fn is_reached(&self, cell: CellNumber) -> bool {
        self.seen[cell as usize] == self.stamp && !self.has_box[cell as usize]
    }

    /// Whether a cell exists and has no box.
    #[inline]
    pub(crate) fn is_free(&self, cell: CellNumber) -> bool {
        cell != NO_CELL && !self.has_box[cell as usize]
    }

    /// Whether a cell exists and has a box.
    #[inline]
    pub(crate) fn is_box(&self, cell: CellNumber) -> bool {
        cell != NO_CELL && self.has_box[cell as usize]
    }

    /// Writes the boxes to `moved`, that at `from` at `to` instead, ascending.
    #[inline]
    fn carry(&mut self, from: CellNumber, to: CellNumber) {
        self.moved.clear();
        self.moved.extend_from_slice(&self.boxes);
        let mut at = self.boxes.partition_point(|&cell| cell < from);
        while at + 1 < self.moved.len() && self.moved[at + 1] < to {
            self.moved[at] = self.moved[at + 1];
            at += 1;
        }
        while at > 0 && self.moved[at - 1] > to {
            self.moved[at] = self.moved[at - 1];
            at -= 1;
        }
        self.moved[at] = to;
    }

    /// Takes the boxes off the board again.
    fn clear(&mut self) {
        for &cell in &self.boxes {
            self.has_box[cell as usize] = false;
        }
    }
}

impl<'l> LevelGraph<'l> {
    /// The graph of a level; `None` if its numbers do not fit into 63 bits.
    pub fn new(level: &'l Level, metric: LevelMetric, space: BoxSpace) -> Option<LevelGraph<'l>> {
        let boxes = level.start().boxes.len();
        LevelGraph::of_boxes(level, metric, space, boxes)
    }

    /// The graph of a level with another number of boxes than it has, without solved positions
    /// unless there are as many goals.
    pub(crate) fn of_boxes(
        level: &'l Level,
        metric: LevelMetric,
        space: BoxSpace,
        boxes: usize,
    ) -> Option<LevelGraph<'l>> {
        let squares = BoxSquares::new(level, space, boxes)?;
        let sets = squares.sets();
        let numbers = sets.checked_mul(level.cells() as u64)?;
        if numbers >> 63 != 0 {
            return None;
        }
        let goals = level.goal_cells().filter(|goals| goals.len() == boxes);
        Some(LevelGraph {
            level,
            metric,
            space,
            solved: goals.and_then(|goals| squares.rank(&goals)),
            squares,
            sets,
        })
    }

    /// The level.
    pub fn level(&self) -> &'l Level {
        self.level
    }

    /// The metric.
    pub fn metric(&self) -> LevelMetric {
        self.metric
    }

    /// The space.
    pub fn space(&self) -> BoxSpace {
        self.space
    }

    /// All numbers are below this bound.
    pub fn numbers(&self) -> u64 {
        self.sets * self.level.cells() as u64
    }

    /// Number of cells on which boxes may stand.
    pub fn box_cells(&self) -> usize {
        self.squares.count()
    }

    /// The number of a position; `None` if a box stands on a cell that the space leaves out.
    pub fn number(&self, placing: &Placing) -> Option<u64> {
        let rank = self.squares.rank(&placing.boxes)?;
        let player = match self.metric {
            LevelMetric::Step => placing.player,
            LevelMetric::Push => {
                let mut scratch = GraphScratch::new(self.level);
                scratch.boxes.clone_from(&placing.boxes);
                self.put(&mut scratch);
                scratch.flood(self.level, placing.player)
            }
        };
        Some(u64::from(player) * self.sets + rank)
    }

    /// The position of a number; in the metric `push` the player stands on the least cell of his
    /// region.
    pub fn placing(&self, number: u64) -> Placing {
        let mut boxes = Vec::new();
        self.squares.unrank(number % self.sets, &mut boxes);
        Placing {
            boxes,
            player: (number / self.sets) as CellNumber,
        }
    }

    /// Whether all boxes stand on goals.
    #[inline]
    pub fn is_solved(&self, number: u64) -> bool {
        self.solved == Some(number % self.sets)
    }

    /// The numbers of all solved positions, ascending; none if the level cannot be solved at all.
    pub fn solved(&self) -> Vec<u64> {
        let Some(rank) = self.solved else {
            return Vec::new();
        };
        let mut scratch = GraphScratch::new(self.level);
        self.squares.unrank(rank, &mut scratch.boxes);
        self.put(&mut scratch);
        let free = (0..self.level.cells() as CellNumber).filter(|&cell| scratch.is_free(cell));
        let mut players: Vec<CellNumber> = free.collect();
        if self.metric == LevelMetric::Push {
            players.retain(|&cell| scratch.flood(self.level, cell) == cell);
        }
        let numbers = players
            .iter()
            .map(|&cell| u64::from(cell) * self.sets + rank);
        numbers.collect()
    }

    fn put(&self, scratch: &mut GraphScratch) {
        for &cell in &scratch.boxes {
            scratch.has_box[cell as usize] = true;
        }
    }

    /// Puts the position of a number on the board of `scratch`, and floods the player's region in
    /// the metric `push`.
    pub(crate) fn open(&self, number: u64, scratch: &mut GraphScratch) {
        scratch.clear();
        scratch.player = (number / self.sets) as CellNumber;
        self.squares.unrank(number % self.sets, &mut scratch.boxes);
        self.put(scratch);
        if self.metric == LevelMetric::Push {
            scratch.flood(self.level, scratch.player);
        }
    }

    /// The number of the open position with one box elsewhere and the player on `player`.
    #[inline]
    fn number_with(
        &self,
        scratch: &mut GraphScratch,
        (from, to): (CellNumber, CellNumber),
        player: CellNumber,
    ) -> Option<u64> {
        if !self.squares.admits(to) {
            return None;
        }
        scratch.carry(from, to);
        let rank = self.squares.rank(&scratch.moved)?;
        let player = match self.metric {
            LevelMetric::Step => player,
            LevelMetric::Push => {
                scratch.has_box[from as usize] = false;
                scratch.has_box[to as usize] = true;
                let least = scratch.flood(self.level, player);
                scratch.has_box[to as usize] = false;
                scratch.has_box[from as usize] = true;
                least
            }
        };
        Some(u64::from(player) * self.sets + rank)
    }

    /// Number of sets of boxes.
    pub(crate) fn sets(&self) -> u64 {
        self.sets
    }

    /// The cells for boxes and their sets.
    pub(crate) fn squares(&self) -> &BoxSquares {
        &self.squares
    }

    /// The rank of the open position's boxes before the push that led to it.
    #[inline]
    pub(crate) fn rank_before(&self, scratch: &mut GraphScratch, push: BoxPush) -> Option<u64> {
        scratch.carry(push.to, push.from);
        self.squares.rank(&scratch.moved)
    }

    /// Calls `visit` with each position that one push or step leads to, and with the push.
    #[inline]
    pub(crate) fn successors(
        &self,
        number: u64,
        scratch: &mut GraphScratch,
        visit: &mut impl FnMut(u64, Option<BoxPush>),
    ) {
        self.open(number, scratch);
        match self.metric {
            LevelMetric::Push => {
                let pushes = self.pushes(scratch);
                for &push in &pushes {
                    let moved = self.number_with(scratch, (push.from, push.to), push.from);
                    if let Some(next) = moved {
                        visit(next, Some(push));
                    }
                }
                scratch.give_back(pushes);
            }
            LevelMetric::Step => {
                let player = scratch.player;
                for direction in Direction::ALL {
                    let from = self.level.neighbour(player, direction);
                    if scratch.is_free(from) {
                        let moved = number % self.sets + u64::from(from) * self.sets;
                        visit(moved, None);
                    } else if scratch.is_box(from) {
                        let to = self.level.neighbour(from, direction);
                        let push = BoxPush { from, to, player };
                        if scratch.is_free(to)
                            && let Some(next) = self.number_with(scratch, (from, to), from)
                        {
                            visit(next, Some(push));
                        }
                    }
                }
            }
        }
    }

    /// The pushes from the flooded region, by the box's cell, then by direction.
    pub(crate) fn pushes(&self, scratch: &mut GraphScratch) -> Vec<BoxPush> {
        let mut pushes = std::mem::take(&mut scratch.pushes);
        pushes.clear();
        for &from in &scratch.boxes {
            for direction in Direction::ALL {
                let to = self.level.neighbour(from, direction);
                let player = self.level.neighbour(from, direction.opposite());
                let is_possible =
                    scratch.is_free(to) && player != NO_CELL && scratch.is_reached(player);
                if is_possible && self.squares.admits(to) {
                    pushes.push(BoxPush { from, to, player });
                }
            }
        }
        pushes
    }

    /// Calls `visit` with each position from which one push or step leads to this one, and with the
    /// push.
    #[inline]
    pub(crate) fn predecessors(
        &self,
        number: u64,
        scratch: &mut GraphScratch,
        visit: &mut impl FnMut(u64, Option<BoxPush>),
    ) {
        self.open(number, scratch);
        match self.metric {
            LevelMetric::Push => {
                let pulls = self.pulls(scratch);
                for &push in &pulls {
                    let moved = self.number_with(scratch, (push.to, push.from), push.player);
                    if let Some(before) = moved {
                        visit(before, Some(push));
                    }
                }
                scratch.give_back(pulls);
            }
            LevelMetric::Step => {
                let from = scratch.player;
                for direction in Direction::ALL {
                    let player = self.level.neighbour(from, direction.opposite());
                    if !scratch.is_free(player) {
                        continue;
                    }
                    visit(number % self.sets + u64::from(player) * self.sets, None);
                    let to = self.level.neighbour(from, direction);
                    if scratch.is_box(to)
                        && let Some(before) = self.number_with(scratch, (to, from), player)
                    {
                        visit(before, Some(BoxPush { from, to, player }));
                    }
                }
            }
        }
    }

    /// The pushes that lead into the flooded region: the last one left the player on its cell
    /// `from`, and the box on `to`.
    pub(crate) fn pulls(&self, scratch: &mut GraphScratch) -> Vec<BoxPush> {
        let mut pulls = std::mem::take(&mut scratch.pushes);
        pulls.clear();
        for &to in &scratch.boxes {
            for direction in Direction::ALL {
                let from = self.level.neighbour(to, direction.opposite());
                if from == NO_CELL || !scratch.is_reached(from) {
                    continue;
                }
                let player = self.level.neighbour(from, direction.opposite());
                if scratch.is_free(player) && self.squares.admits(from) {
                    pulls.push(BoxPush { from, to, player });
                }
            }
        }
        pulls
    }
}

impl GraphScratch {
    /// Keeps the room of a list of pushes for the next position.
    pub(crate) fn give_back(&mut self, pushes: Vec<BoxPush>) {
        self.pushes = pushes;
    }
}

impl LevelGraph<'_> {
    /// The header of a store of the search from the start.
    pub fn header(&self, name: &str) -> Header {
        let space = match self.space {
            BoxSpace::All => "all",
            BoxSpace::Live => "live",
        };
        let identity = format!(
            "sokoban {} {space} {}",
            self.metric.name(),
            self.level.canonical_text()
        );
        Header {
            format: Header::FORMAT,
            name: name.to_owned(),
            fingerprint: Sha256::digest(identity).into(),
            metric: self.metric.name().to_owned(),
            direction: "start".to_owned(),
            configurations: self.numbers(),
            layout: format!("sokoban: cell of the player, then rank of the boxes on {space} cells"),
        }
    }
}
