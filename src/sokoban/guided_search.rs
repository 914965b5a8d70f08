//! `GuidedSearch`: a shortest solution in pushes or steps by A* (Hart, Nilsson and Raphael 1968),
//! for levels that are too large to explore.

use crate::corrals::{Corrals, LostPushes, Push};
use crate::fixed_distances::FixedDistances;
use crate::frozen::FrozenBoxes;
use crate::level::{CellNumber, Level, Placing};
use crate::level_graph::LevelMetric;
use crate::level_symmetries::{LevelSymmetries, back_through};
use crate::matching::Matching;
use crate::priced_pushes::PricedPushes;
use crate::push_distances::{NO_WAY, PushDistances};
use crate::pushed_way::lurd_of;
use crate::set_bounds::SetBounds;
use crate::walk_lengths::WalkLengths;
use hashbrown::HashTable;
use slidewise_board::Direction;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a guided search may use.
#[derive(Clone, Copy, Debug)]
pub struct GuidedLimits<'a> {
    /// The most bytes of its tables.
    pub memory: u64,
    /// Stops the search when it becomes true.
    pub stop: &'a AtomicBool,
}

/// How a guided search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GuidedEnd {
    /// A shortest solution in the metric of the search.
    Solved {
        /// Number of pushes or steps.
        length: u32,
        /// The moves of the player.
        lurd: String,
    },
    /// No pushes solve the level.
    Unsolvable,
    /// The search was stopped.
    Stopped {
        /// The proved bound: every solution has at least this many pushes or steps.
        at_least: u32,
        /// Whether the memory was used up; else it was interrupted.
        is_out_of_memory: bool,
    },
}

/// The answer of a guided search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuidedRun {
    /// How it ended.
    pub end: GuidedEnd,
    /// Number of positions whose pushes were tried.
    pub nodes: u64,
}

/// A position found: the shortest length to it so far, from where, and whether it is settled.
#[derive(Clone, Copy)]
struct Node {
    before: u32,
    length: u32,
    bound: u32,
    is_closed: bool,
    /// The symmetry that turned the position as it was reached into the one that is kept.
    symmetry: u8,
}

/// The pushes to cells without a way to a goal, and those after which a set of boxes is dead.
struct DeadSets<'s, 'l> {
    level: &'l Level,
    is_dead: &'s [bool],
    sets: Option<&'s mut SetBounds<'l>>,
    boxes: Vec<CellNumber>,
}

impl LostPushes for DeadSets<'_, '_> {
    fn are_lost(&mut self, boxes: &[CellNumber], (cell, direction): Push) -> bool {
        let target = self.level.neighbour(cell, direction);
        if self.is_dead[usize::from(target)] {
            return true;
        }
        let Some(sets) = &mut self.sets else {
            return false;
        };
        self.boxes.clear();
        let others = boxes.iter().filter(|&&own| own != cell);
        self.boxes.extend(others.chain([&target]));
        self.boxes.sort_unstable();
        let at = self.boxes.partition_point(|&own| own < target);
        sets.is_dead(&self.boxes, at, cell)
    }
}

/// No position before.
const NO_NODE: u32 = u32::MAX;

/// The most entries of the tables of sets of boxes, of a byte each, explored in some seconds.
const MOST_ENTRIES: u64 = 1 << 26;
/// The part of the memory that these tables may take.
const PART_FOR_SETS: u64 = 8;
/// The part of the memory that distances beside frozen boxes may take.
const PART_FOR_DISTANCES: u64 = 16;

/// A* on positions after pushes.
///
/// The bound is the cheapest assignment of boxes to goals over the pushes that each box alone
/// needs, or what sets of boxes need that hinder each other where that is more. The latter can
/// change by more than a push, so a position that is found on a shorter way is taken again. In
/// steps a push costs the walk to the box as well, so the player's cell belongs to the position,
/// and pushes outside a closed area are tried, too: to make them later may cost longer walks.
///
/// Of the images of a position under the symmetries of the level one is kept.
pub struct GuidedSearch<'l> {
    level: &'l Level,
    metric: LevelMetric,
    boxes: usize,
    goals: Vec<CellNumber>,
    distances: FixedDistances<'l>,
    /// The distances of the position that is expanded.
    own_distances: Arc<PushDistances>,
    /// The most bytes of distances beside frozen boxes.
    memory_for_distances: u64,
    /// The cells from which a box alone reaches no goal.
    is_dead: Vec<bool>,
    /// Boxes (ascending) and the player, for each node: in pushes the lowest cell of his region.
    positions: Vec<CellNumber>,
    nodes: Vec<Node>,
    table: HashTable<u32>,
    hasher: ahash::RandomState,
    /// Nodes to be taken with their lengths, by length plus bound.
    open: Vec<Vec<(u32, u32)>>,
    /// The least length of a solution that is not ruled out yet.
    estimate: u32,
    corrals: Corrals,
    region: Corrals,
    /// The walks from the player of the position that is expanded; in steps only.
    walks: WalkLengths,
    frozen: FrozenBoxes,
    sets: Option<SetBounds<'l>>,
    symmetries: LevelSymmetries,
    base: Matching,
    changed: Matching,
    has_box: Vec<bool>,
}

impl<'l> GuidedSearch<'l> {
    /// Prepares the search; `None` if goals and boxes out of the player's reach forbid a solution.
    pub fn new(level: &'l Level, metric: LevelMetric) -> Option<GuidedSearch<'l>> {
        let goals = level.goal_cells()?;
        let distances = FixedDistances::new(level, &goals);
        let free = Arc::clone(distances.free());
        let cells = 0..level.cells() as CellNumber;
        let is_dead = cells.map(|cell| {
            let near = level.neighbours(cell).into_iter();
            let mut near = near.filter(|&next| next != crate::NO_CELL);
            !level.is_goal(cell)
                && near.all(|player| free.row(cell, player).iter().all(|&own| own == NO_WAY))
        });
        Some(GuidedSearch {
            level,
            metric,
            boxes: goals.len(),
            is_dead: is_dead.collect(),
            distances,
            own_distances: free,
            memory_for_distances: 0,
            positions: Vec::new(),
            nodes: Vec::new(),
            table: HashTable::new(),
            hasher: ahash::RandomState::default(),
            open: Vec::new(),
            estimate: 0,
            corrals: Corrals::default(),
            region: Corrals::default(),
            walks: WalkLengths::default(),
            frozen: FrozenBoxes::default(),
            sets: None,
            symmetries: LevelSymmetries::new(level),
            goals,
            base: Matching::default(),
            changed: Matching::default(),
            has_box: vec![false; level.cells()],
        })
    }

    /// Searches for a shortest solution; `report` gets the bound proved and the nodes.
    pub fn solve(
        mut self,
        limits: GuidedLimits<'_>,
        report: &mut dyn FnMut(u32, u64),
    ) -> GuidedRun {
        let mut nodes = 0;
        let end = self.search(limits, &mut nodes, report);
        GuidedRun { end, nodes }
    }

    fn search(
        &mut self,
        limits: GuidedLimits<'_>,
        nodes: &mut u64,
        report: &mut dyn FnMut(u32, u64),
    ) -> GuidedEnd {
        let start = self.level.start().clone();
        let rows = start.boxes.iter();
        let rows = rows.map(|&cell| self.own_distances.row(cell, start.player));
        self.base.solve(rows);
        let Some(bound) = self.base.cost() else {
            return GuidedEnd::Unsolvable;
        };
        self.memory_for_distances = limits.memory / PART_FOR_DISTANCES;
        let (level, goals) = (self.level, &self.goals);
        let priced = PricedPushes::new(level, self.distances.free(), goals, self.base.prices());
        let entries = (limits.memory / PART_FOR_SETS).min(MOST_ENTRIES);
        let mut sets = SetBounds::new(level, goals, priced, entries, limits.stop);
        let Some(of_sets) = sets.take(&start.boxes, start.player) else {
            return GuidedEnd::Unsolvable;
        };
        let bound = bound.max(of_sets);
        self.sets = Some(sets);
        self.reach(NO_NODE, 0, &start, bound);
        while (self.estimate as usize) < self.open.len() {
            let Some((node, length)) = self.open[self.estimate as usize].pop() else {
                self.estimate += 1;
                continue;
            };
            let own = self.nodes[node as usize];
            if own.is_closed || own.length != length {
                continue;
            }
            self.nodes[node as usize].is_closed = true;
            if own.bound == 0 {
                let way = self.way(node);
                let lurd = lurd_of(self.level, &way);
                return GuidedEnd::Solved { length, lurd };
            }
            if nodes.is_multiple_of(256) {
                let is_out_of_memory = self.is_full(limits.memory);
                if is_out_of_memory || limits.stop.load(Ordering::Relaxed) {
                    return GuidedEnd::Stopped {
                        at_least: self.estimate,
                        is_out_of_memory,
                    };
                }
                report(self.estimate, *nodes);
            }
            *nodes += 1;
            self.expand(node);
        }
        GuidedEnd::Unsolvable
    }

    fn placing(&self, node: u32) -> Placing {
        let position = &self.positions[node as usize * (self.boxes + 1)..][..self.boxes + 1];
        Placing {
            boxes: position[..self.boxes].to_vec(),
            player: position[self.boxes],
        }
    }

    /// Tries the pushes of a node, in pushes those of a closed area alone where there is one.
    fn expand(&mut self, node: u32) {
        let placing = self.placing(node);
        let level = self.level;
        self.has_box.fill(false);
        for &cell in &placing.boxes {
            self.has_box[cell as usize] = true;
        }
        self.corrals.find(level, &self.has_box, placing.player);
        let (has_box, is_dead) = (&self.has_box, &self.is_dead);
        let fixed = self
            .frozen
            .on_goals(level, has_box, is_dead, &placing.boxes);
        self.own_distances = self.distances.beside(&fixed, self.memory_for_distances);
        let rows = placing.boxes.iter();
        let rows = rows.map(|&cell| self.own_distances.row(cell, placing.player));
        self.base.solve(rows);
        if let Some(sets) = &mut self.sets {
            sets.take(&placing.boxes, placing.player);
        }
        let forced = match self.metric {
            LevelMetric::Push => {
                let mut lost = DeadSets {
                    level,
                    is_dead: &self.is_dead,
                    sets: self.sets.as_mut(),
                    boxes: Vec::new(),
                };
                self.corrals.pushes(level, &placing.boxes, &mut lost)
            }
            LevelMetric::Step => {
                self.walks.find(level, &self.has_box, placing.player);
                None
            }
        };
        let pushes = forced.unwrap_or_else(|| {
            let all = placing.boxes.iter();
            all.flat_map(|&cell| Direction::ALL.map(|direction| (cell, direction)))
                .collect()
        });
        for push in pushes {
            self.push(node, &placing, push);
        }
    }

    fn push(&mut self, node: u32, placing: &Placing, (cell, direction): Push) {
        let level = self.level;
        let behind = level.neighbour(cell, direction.opposite());
        let target = level.neighbour(cell, direction);
        let is_open = self.corrals.is_reached(behind)
            && target != crate::NO_CELL
            && !self.has_box[target as usize]
            && !self.is_dead[target as usize];
        if !is_open {
            return;
        }
        let before = placing.boxes.partition_point(|&own| own < cell);
        self.has_box[cell as usize] = false;
        self.has_box[target as usize] = true;
        let mut boxes = placing.boxes.clone();
        boxes[before] = target;
        boxes.sort_unstable();
        if let Some(bound) = self.bound(placing, (before, target), &boxes) {
            let player = cell;
            let walk = match self.metric {
                LevelMetric::Push => 0,
                LevelMetric::Step => self.walks.to(behind),
            };
            let length = self.nodes[node as usize].length + walk + 1;
            self.reach(node, length, &Placing { boxes, player }, bound);
        }
        self.has_box[cell as usize] = true;
        self.has_box[target as usize] = false;
    }

    /// The bound after the push of box number `before` to a cell, which leads to `boxes`; `None` if
    /// no solution exists then.
    fn bound(
        &mut self,
        placing: &Placing,
        (before, target): (usize, CellNumber),
        boxes: &[CellNumber],
    ) -> Option<u32> {
        let (level, has_box, is_dead) = (self.level, &self.has_box, &self.is_dead);
        let player = placing.boxes[before];
        if self.frozen.are_dead(level, has_box, is_dead, target) {
            return None;
        }
        let of_sets = match &mut self.sets {
            Some(sets) => {
                let at = boxes.partition_point(|&own| own < target);
                sets.after(boxes, (before, at), player)?
            }
            None => 0,
        };
        if self.frozen.is_found() {
            // What is frozen now may have frozen others.
            let fixed = self.frozen.on_goals(level, has_box, is_dead, boxes);
            let distances = self.distances.beside(&fixed, self.memory_for_distances);
            let rows = boxes.iter().map(|&cell| distances.row(cell, player));
            self.changed.solve(rows);
        } else {
            let row = self.own_distances.row(target, player);
            self.changed.solve_with(&self.base, before, row);
        }
        Some(self.changed.cost()?.max(of_sets))
    }

    /// Notes a way to a position.
    fn reach(&mut self, before: u32, length: u32, placing: &Placing, bound: u32) {
        if before == NO_NODE {
            for &cell in &placing.boxes {
                self.has_box[cell as usize] = true;
            }
        }
        let (level, has_box) = (self.level, &self.has_box);
        let player = match self.metric {
            LevelMetric::Push => self.region.lowest(level, has_box, placing.player),
            LevelMetric::Step => placing.player,
        };
        let mut position = placing.boxes.clone();
        position.push(player);
        let symmetry = self.make_least(&mut position);
        let width = self.boxes + 1;
        let positions = &self.positions;
        let hasher = &self.hasher;
        let read = |own: u32| &positions[own as usize * width..][..width];
        let hash = hasher.hash_one(&position[..]);
        let known = self.table.find(hash, |&own| read(own) == position);
        let node = match known {
            Some(&known) => {
                let own = &mut self.nodes[known as usize];
                if own.length <= length {
                    return;
                }
                (own.before, own.length, own.symmetry) = (before, length, symmetry);
                own.is_closed = false;
                known
            }
            None => {
                let own = self.nodes.len() as u32;
                self.table
                    .insert_unique(hash, own, |&own| hasher.hash_one(read(own)));
                self.positions.extend_from_slice(&position);
                self.nodes.push(Node {
                    before,
                    length,
                    bound,
                    is_closed: false,
                    symmetry,
                });
                own
            }
        };
        // A bound from sets can fall by more than a push: what is proved does not.
        let estimate = (length + bound).max(self.estimate) as usize;
        if self.open.len() <= estimate {
            self.open.resize_with(estimate + 1, Vec::new);
        }
        self.open[estimate].push((node, length));
    }

    /// Replaces a position by the least of its images; the player's region is that filled last.
    fn make_least(&self, position: &mut Vec<CellNumber>) -> u8 {
        if self.symmetries.are_trivial() {
            return 0;
        }
        let region = match self.metric {
            LevelMetric::Push => {
                let all = 0..self.level.cells() as CellNumber;
                all.filter(|&cell| self.region.is_reached(cell)).collect()
            }
            LevelMetric::Step => vec![position[self.boxes]],
        };
        self.symmetries.make_least(position, &region)
    }

    /// The bytes that the tables take, or will take while one that is nearly full grows.
    fn bytes(&self) -> u64 {
        let room = |used: usize, capacity: usize, size: usize| {
            // Old and new table exist side by side until all entries are moved.
            let tables = if used > capacity / 8 * 7 { 3 } else { 1 };
            (tables * capacity * size) as u64
        };
        let (positions, nodes, table) = (&self.positions, &self.nodes, &self.table);
        let cell = size_of::<CellNumber>();
        let open: usize = self.open.iter().map(Vec::capacity).sum();
        room(positions.len(), positions.capacity(), cell)
            + room(nodes.len(), nodes.capacity(), size_of::<Node>())
            // Four bytes for the node and one for the control byte, at a load of at most 7/8.
            + room(table.len(), table.capacity(), 6)
            + (open * size_of::<(u32, u32)>()) as u64
            + self.distances.bytes()
            + self.sets.as_ref().map_or(0, SetBounds::bytes)
    }

    /// Whether tables or numbers of nodes are used up.
    fn is_full(&self, memory: u64) -> bool {
        self.bytes() > memory || self.nodes.len() > (u32::MAX - (1 << 20)) as usize
    }

    /// The positions of the way to a node, from the level's first.
    fn way(&self, node: u32) -> Vec<Vec<CellNumber>> {
        let mut nodes = Vec::new();
        let mut at = node;
        while at != NO_NODE {
            nodes.push(at);
            at = self.nodes[at as usize].before;
        }
        // Leads the kept images back to the positions that were reached from the first.
        let mut map = self.symmetries.map(0).to_vec();
        let way = nodes.into_iter().rev().map(|node| {
            let symmetry = self.nodes[node as usize].symmetry;
            map = back_through(&map, self.symmetries.map(symmetry));
            let kept = self.placing(node).boxes.into_iter();
            let mut boxes: Vec<CellNumber> = kept.map(|cell| map[usize::from(cell)]).collect();
            boxes.sort_unstable();
            boxes
        });
        way.collect()
    }
}
