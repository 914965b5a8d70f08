//! `Walker`: one thread of a guided search, with a position and its distances in all tables.

use super::additive_tables::{AdditiveTables, Lookup, NO_GROUP, place_of, vertex_in};
use slidewise_engine::graph::KeptVertex;
use slidewise_store::Marks;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Most views of a board: its symmetries.
const MOST_VIEWS: usize = 8;
/// Number of nodes after which a walker looks whether to stop, less one; a power of 2 less one.
const LOOK_EVERY: u64 = (1 << 12) - 1;

/// Why a walk ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WalkEnd {
    /// A way was found, and one is enough.
    Found,
    /// The search was stopped, or an earlier subtree has a way.
    Stopped,
    /// A table lacks a mark.
    Damaged,
}

/// What all walkers of a search read.
#[derive(Debug)]
pub(super) struct WalkContext<'t> {
    pub tables: &'t AdditiveTables,
    pub lookups: Vec<Lookup<'t>>,
    pub stop: &'t AtomicBool,
    /// Whether all shortest ways are counted.
    pub counts_all: bool,
    /// Least number of a subtree in which a way was found; all of a search if none was.
    pub winner: AtomicUsize,
}

/// A position with its vertex and mark in each view and group.
#[derive(Clone, Debug)]
pub(super) struct WalkPlace {
    /// Tile on each cell; 0 on the empty cell.
    pub tiles: Vec<u8>,
    pub empty: u8,
    /// Vertices, indexed by view times the number of groups plus group.
    vertices: Vec<KeptVertex>,
    /// Marks, indexed in the same way.
    marks: Vec<u8>,
    /// Sum of each view.
    sums: [u32; MOST_VIEWS],
    /// Cells of the empty cell so far.
    pub path: Vec<u8>,
}

impl WalkPlace {
    /// The place of a position that can be solved; `None` if a table lacks its distance.
    pub(super) fn new(tables: &AdditiveTables, position: &[u8]) -> Option<WalkPlace> {
        let mut place = WalkPlace {
            tiles: position.to_vec(),
            empty: place_of(position, 0) as u8,
            vertices: Vec::new(),
            marks: Vec::new(),
            sums: [0; MOST_VIEWS],
            path: Vec::new(),
        };
        for (number, view) in tables.views.iter().enumerate() {
            for group in &tables.groups {
                let vertex = vertex_in(group, position, Some(view));
                place.sums[number] += group.database.distance(&vertex)?;
                place.marks.push(group.database.mark(&vertex));
                place.vertices.push(vertex);
            }
        }
        Some(place)
    }

    /// Lower bound for the distance to the goal.
    pub(super) fn bound(&self) -> u32 {
        self.sums.iter().copied().max().unwrap_or(0)
    }

    /// Cell of the empty cell before the last step; none of the board if there was no step.
    pub(super) fn previous(&self) -> u8 {
        self.path.last().copied().unwrap_or(u8::MAX)
    }
}

/// A walker through a subtree, depth first.
#[derive(Debug)]
pub(super) struct Walker<'c, 't> {
    context: &'c WalkContext<'t>,
    pub place: WalkPlace,
    /// Vertices and marks before the steps of the walk, each with its index.
    changed: Vec<(u8, KeptVertex, u8)>,
    /// Number of the subtree.
    subtree: usize,
    /// Greatest length of a way in this iteration.
    limit: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Least bound above the limit for the length of a way.
    pub least_over: u32,
    /// Ways found.
    pub ways: u64,
    /// Cells of the empty cell along the first way found, without the last.
    pub first: Option<Vec<u8>>,
}

impl<'c, 't> Walker<'c, 't> {
    pub(super) fn new(
        context: &'c WalkContext<'t>,
        place: WalkPlace,
        subtree: usize,
        limit: u32,
    ) -> Walker<'c, 't> {
        Walker {
            context,
            place,
            changed: Vec::new(),
            subtree,
            limit,
            nodes: 0,
            least_over: u32::MAX,
            ways: 0,
            first: None,
        }
    }

    /// Walks through the subtree of the place; `left` steps may still follow.
    pub(super) fn walk(&mut self, left: u32, previous: u8) -> Result<(), WalkEnd> {
        self.nodes += 1;
        if self.nodes & LOOK_EVERY == 0 {
            self.look()?;
        }
        let context = self.context;
        if left == 0 {
            if self.place.tiles != context.tables.goal {
                self.least_over = self.least_over.min(self.limit + 1);
                return Ok(());
            }
            self.ways += 1;
            if self.first.is_none() {
                self.first = Some(self.place.path.clone());
            }
            return if context.counts_all {
                Ok(())
            } else {
                Err(WalkEnd::Found)
            };
        }
        let empty = self.place.empty;
        for &from in &context.tables.neighbours[usize::from(empty)] {
            if from == previous {
                continue;
            }
            let before = (self.place.sums, self.changed.len());
            if self.step(from, left)? {
                self.walk(left - 1, empty)?;
                self.step_back(from, empty);
            }
            self.restore(before);
        }
        Ok(())
    }

    /// Moves the tile on a cell into the empty cell, unless the bound then exceeds what is left.
    #[inline]
    fn step(&mut self, from: u8, left: u32) -> Result<bool, WalkEnd> {
        let context = self.context;
        let place = &mut self.place;
        let tile = usize::from(place.tiles[usize::from(from)]);
        let groups = context.lookups.len();
        for (number, view) in context.tables.views.iter().enumerate() {
            let group = view.groups[tile];
            if group == NO_GROUP {
                continue;
            }
            let lookup = &context.lookups[usize::from(group)];
            let at = number * groups + usize::from(group);
            let cells = &view.symmetry.cells;
            let moved = lookup.tiles.moved(
                &place.vertices[at],
                cells[usize::from(from)].into(),
                cells[usize::from(place.empty)].into(),
            );
            let mark = lookup.marks.get(lookup.tiles.number(&moved));
            let before = place.marks[at];
            self.changed.push((at as u8, place.vertices[at], before));
            place.vertices[at] = moved;
            place.marks[at] = mark;
            if mark == 0 || mark == before {
                return Err(WalkEnd::Damaged);
            }
            if mark == Marks::mark_of(u64::from(before)) {
                place.sums[number] += 1;
            } else {
                // A damaged table may have a sum of 0 here.
                place.sums[number] = place.sums[number].saturating_sub(1);
            }
            if place.sums[number] >= left {
                let bound = self.limit - left + 1 + place.sums[number];
                self.least_over = self.least_over.min(bound);
                return Ok(false);
            }
        }
        place.tiles[usize::from(place.empty)] = tile as u8;
        place.tiles[usize::from(from)] = 0;
        place.path.push(place.empty);
        place.empty = from;
        Ok(true)
    }

    /// Moves the tile back that [`Walker::step`] moved; the tables follow by [`Walker::restore`].
    #[inline]
    fn step_back(&mut self, from: u8, empty: u8) {
        let place = &mut self.place;
        place.path.pop();
        place.tiles[usize::from(from)] = place.tiles[usize::from(empty)];
        place.tiles[usize::from(empty)] = 0;
        place.empty = empty;
    }

    /// Restores sums, vertices and marks from before a step.
    #[inline]
    fn restore(&mut self, (sums, changes): ([u32; MOST_VIEWS], usize)) {
        self.place.sums = sums;
        while self.changed.len() > changes
            && let Some((at, vertex, mark)) = self.changed.pop()
        {
            self.place.vertices[usize::from(at)] = vertex;
            self.place.marks[usize::from(at)] = mark;
        }
    }

    fn look(&self) -> Result<(), WalkEnd> {
        let is_late = self.context.winner.load(Ordering::Relaxed) < self.subtree;
        if is_late || self.context.stop.load(Ordering::Relaxed) {
            return Err(WalkEnd::Stopped);
        }
        Ok(())
    }

    /// The places one step from this one, in the order in which a walk visits them; `None` if a
    /// table is damaged.
    pub(super) fn children(&mut self) -> Option<Vec<WalkPlace>> {
        let (empty, previous) = (self.place.empty, self.place.previous());
        let mut children = Vec::new();
        for &from in &self.context.tables.neighbours[usize::from(empty)] {
            if from == previous {
                continue;
            }
            let before = (self.place.sums, self.changed.len());
            self.step(from, u32::MAX).ok()?;
            children.push(self.place.clone());
            self.step_back(from, empty);
            self.restore(before);
        }
        Some(children)
    }
}
