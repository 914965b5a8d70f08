//! `Walker`: one thread of a guided search, with a position and its distances in all tables.

use super::additive_tables::{AdditiveTables, Lookup, NO_GROUP, place_of, vertex_in};
use super::grid_bound::{GridChange, GridSums};
use super::path_automaton::PathAutomaton;
use slidewise_engine::graph::KeptVertex;
use slidewise_store::{Marks, Stopwatch};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Most views of a board: its symmetries.
const MAX_VIEWS: usize = 8;
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

/// What stops a search: a flag, the time, or the number of nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkStop<'t> {
    /// Raised from outside.
    pub flag: &'t AtomicBool,
    /// When the search began, and how long it may take.
    pub limit: Option<(Stopwatch, Duration)>,
    /// The number of nodes that all walkers have visited, as far as they have reported it.
    pub visited: &'t AtomicU64,
    /// Number of nodes after which the search is stopped.
    pub most_nodes: u64,
}

impl WalkStop<'_> {
    /// Whether the search is to stop.
    pub(super) fn is_raised(&self) -> bool {
        let is_late = |(begun, limit): (Stopwatch, Duration)| begun.elapsed() >= limit;
        self.flag.load(Ordering::Relaxed)
            || self.visited.load(Ordering::Relaxed) >= self.most_nodes
            || self.limit.is_some_and(is_late)
    }
}

/// What all walkers of a search read.
#[derive(Debug)]
pub(super) struct WalkContext<'t> {
    pub tables: &'t AdditiveTables,
    pub lookups: Vec<Lookup<'t>>,
    /// Which paths of the empty cell are left out.
    pub paths: &'t PathAutomaton,
    pub stop: WalkStop<'t>,
    /// Whether all shortest ways are counted.
    pub counts_all: bool,
    /// Least number of a subtree in which a way was found; all of a search if none was.
    pub winner: AtomicUsize,
}

impl<'t> WalkContext<'t> {
    /// The context of a search for one shortest way, or of a count of all.
    pub(super) fn new(
        tables: &'t AdditiveTables,
        stop: WalkStop<'t>,
        counts_all: bool,
    ) -> WalkContext<'t> {
        WalkContext {
            tables,
            lookups: tables.lookups(),
            paths: if counts_all {
                &tables.all_paths
            } else {
                &tables.least_paths
            },
            stop,
            counts_all,
            winner: AtomicUsize::new(usize::MAX),
        }
    }
}

/// A vertex of a table, with its mark.
#[derive(Clone, Copy, Debug)]
struct TableEntry {
    vertex: KeptVertex,
    mark: u8,
}

/// A position with its entry in each view and group.
#[derive(Clone, Debug)]
pub(super) struct WalkPlace {
    /// Tile on each cell; 0 on the empty cell.
    pub tiles: Vec<u8>,
    pub empty: u8,
    /// Entries, indexed by view times the number of groups plus group.
    at: Vec<TableEntry>,
    /// Sum of each view; without tables, the bound by the grid is the first.
    sums: [u32; MAX_VIEWS],
    /// Parts of the bound by the grid, if there are no tables.
    grid: Option<GridSums>,
    /// Cells of the empty cell so far.
    pub path: Vec<u8>,
}

impl WalkPlace {
    /// The place of a position that can be solved; `None` if a table lacks its distance.
    pub(super) fn new(tables: &AdditiveTables, position: &[u8]) -> Option<WalkPlace> {
        let mut place = WalkPlace {
            tiles: position.to_vec(),
            empty: place_of(position, 0) as u8,
            at: Vec::new(),
            sums: [0; MAX_VIEWS],
            grid: tables.grid.as_ref().map(|grid| grid.sums(position)),
            path: Vec::new(),
        };
        if let Some(grid) = &place.grid {
            place.sums[0] = grid.bound();
        }
        for (number, view) in tables.views.iter().enumerate() {
            for group in &tables.groups {
                let vertex = vertex_in(group, position, Some(view));
                place.sums[number] += group.database.distance(&vertex)?;
                let mark = group.database.mark(&vertex);
                place.at.push(TableEntry { vertex, mark });
            }
        }
        Some(place)
    }

    /// Lower bound for the distance to the goal.
    pub(super) fn bound(&self) -> u32 {
        self.sums.iter().copied().max().unwrap_or(0)
    }
}

/// A step that a walk may take, with all that it changes.
///
/// All steps from a position are worked out before the first is taken, so that the reads of marks,
/// which nearly always miss the caches, do not wait for each other.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Cell of the tile that moves.
    from: u8,
    /// State of the automaton of paths afterwards.
    state: u32,
    /// Sum of each view afterwards.
    sums: [u32; MAX_VIEWS],
    /// Greatest of these sums.
    bound: u32,
    /// Begin and end of the entries that the step changes.
    changes: (usize, usize),
    /// What the step changes in the bound by the grid.
    on_grid: GridChange,
}

/// A walker through a subtree, depth first.
#[derive(Debug)]
pub(super) struct Walker<'c, 't> {
    context: &'c WalkContext<'t>,
    pub place: WalkPlace,
    /// Steps from the positions of the walk, those of the last one at the end.
    steps: Vec<Step>,
    /// Entries that the steps change, each with its index. While a step is taken, those from before
    /// it are here.
    changes: Vec<(u16, TableEntry)>,
    /// Number of the subtree.
    subtree: usize,
    /// Greatest length of a way in this iteration.
    limit: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Number of nodes that were reported to all walkers.
    reported: u64,
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
            steps: Vec::new(),
            changes: Vec::new(),
            subtree,
            limit,
            nodes: 0,
            reported: 0,
            least_over: u32::MAX,
            ways: 0,
            first: None,
        }
    }

    /// Walks through the subtree of the place, which a path in `state` reached; `left` steps may
    /// still follow.
    pub(super) fn walk(&mut self, left: u32, state: u32) -> Result<(), WalkEnd> {
        self.nodes += 1;
        if self.nodes & LOOK_EVERY == 0 {
            self.look()?;
        }
        if left == 0 {
            return self.arrive();
        }
        let (first_step, first_change) = (self.steps.len(), self.changes.len());
        self.look_ahead(state)?;
        for number in first_step..self.steps.len() {
            let step = self.steps[number];
            if step.bound >= left {
                let bound = self.limit - left + 1 + step.bound;
                self.least_over = self.least_over.min(bound);
                continue;
            }
            let sums = std::mem::replace(&mut self.place.sums, step.sums);
            let empty = self.take(number);
            self.walk(left - 1, step.state)?;
            self.take_back(number, empty);
            self.place.sums = sums;
        }
        self.steps.truncate(first_step);
        self.changes.truncate(first_change);
        Ok(())
    }

    /// Notes the way that ends here, if this is the goal.
    fn arrive(&mut self) -> Result<(), WalkEnd> {
        if self.place.tiles != self.context.tables.goal {
            self.least_over = self.least_over.min(self.limit + 1);
            return Ok(());
        }
        self.ways += 1;
        if self.first.is_none() {
            self.first = Some(self.place.path.clone());
        }
        if self.context.counts_all {
            Ok(())
        } else {
            Err(WalkEnd::Found)
        }
    }

    /// Works out all steps from the place that the automaton lets pass.
    #[inline]
    fn look_ahead(&mut self, state: u32) -> Result<(), WalkEnd> {
        let context = self.context;
        let first = self.steps.len();
        let to = usize::from(self.place.empty);
        for (number, &from) in context.tables.neighbours[to].iter().enumerate() {
            if let Some(state) = context.paths.after(state, number) {
                self.prepare(from, state);
            }
        }
        for number in first..self.steps.len() {
            self.sum_up(number)?;
        }
        Ok(())
    }

    /// Adds the step of the tile on a cell, with its vertices, and prefetches their marks.
    #[inline]
    fn prepare(&mut self, from: u8, state: u32) {
        let context = self.context;
        let place = &self.place;
        let tile = usize::from(place.tiles[usize::from(from)]);
        let begin = self.changes.len();
        for (number, view) in context.tables.views.iter().enumerate() {
            let group = view.groups[tile];
            if group == NO_GROUP {
                continue;
            }
            let lookup = &context.lookups[usize::from(group)];
            let at = number * context.lookups.len() + usize::from(group);
            let cell = |cell: u8| usize::from(view.symmetry.cells[usize::from(cell)]);
            let vertex = &place.at[at].vertex;
            let vertex = lookup.tiles.moved(vertex, cell(from), cell(place.empty));
            lookup.marks.prefetch(lookup.tiles.number(&vertex));
            let entry = TableEntry { vertex, mark: 0 };
            self.changes.push((at as u16, entry));
        }
        let mut sums = place.sums;
        let mut on_grid = GridChange::default();
        if let (Some(grid), Some(own)) = (&context.tables.grid, &place.grid) {
            let step = (from, place.empty);
            (on_grid, sums[0]) = grid.after(&place.tiles, (own, sums[0]), step);
        }
        self.steps.push(Step {
            from,
            state,
            sums,
            bound: 0,
            changes: (begin, self.changes.len()),
            on_grid,
        });
    }

    /// Reads the marks of a step, and adds up its sums.
    #[inline]
    fn sum_up(&mut self, number: usize) -> Result<(), WalkEnd> {
        let lookups = &self.context.lookups;
        let step = &mut self.steps[number];
        for (at, entry) in &mut self.changes[step.changes.0..step.changes.1] {
            let at = usize::from(*at);
            let lookup = &lookups[at % lookups.len()];
            let mark = lookup.marks.get(lookup.tiles.number(&entry.vertex));
            let before = self.place.at[at].mark;
            if mark == 0 || mark == before {
                return Err(WalkEnd::Damaged);
            }
            entry.mark = mark;
            let sum = &mut step.sums[at / lookups.len()];
            if mark == Marks::mark_of(u64::from(before)) {
                *sum += 1;
            } else {
                // A damaged table may have a sum of 0 here.
                *sum = sum.saturating_sub(1);
            }
        }
        step.bound = step.sums.iter().copied().max().unwrap_or(0);
        Ok(())
    }

    /// Takes a step, and returns the cell that was empty before.
    #[inline]
    fn take(&mut self, number: usize) -> u8 {
        self.exchange(number);
        let from = self.steps[number].from;
        let place = &mut self.place;
        let empty = std::mem::replace(&mut place.empty, from);
        place.tiles.swap(usize::from(empty), usize::from(from));
        place.path.push(empty);
        empty
    }

    /// Takes back the last step taken.
    #[inline]
    fn take_back(&mut self, number: usize, empty: u8) {
        let place = &mut self.place;
        place.path.pop();
        let from = std::mem::replace(&mut place.empty, empty);
        place.tiles.swap(usize::from(empty), usize::from(from));
        self.exchange(number);
    }

    /// Exchanges the entries of the place for those of a step.
    #[inline]
    fn exchange(&mut self, number: usize) {
        let (begin, end) = self.steps[number].changes;
        for (at, entry) in &mut self.changes[begin..end] {
            std::mem::swap(entry, &mut self.place.at[usize::from(*at)]);
        }
        if let Some(grid) = &mut self.place.grid {
            grid.exchange(&mut self.steps[number].on_grid);
        }
    }

    /// Adds the nodes since the last report to those of all walkers.
    pub(super) fn report(&mut self) {
        let new = self.nodes - self.reported;
        self.context.stop.visited.fetch_add(new, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    fn look(&mut self) -> Result<(), WalkEnd> {
        self.report();
        let is_late = self.context.winner.load(Ordering::Relaxed) < self.subtree;
        if is_late || self.context.stop.is_raised() {
            return Err(WalkEnd::Stopped);
        }
        Ok(())
    }

    /// The places one step from this one with the states of their paths, in the order in which a
    /// walk visits them; `None` if a table is damaged.
    pub(super) fn children(&mut self, state: u32) -> Option<Vec<(WalkPlace, u32)>> {
        self.look_ahead(state).ok()?;
        let mut children = Vec::new();
        for number in 0..self.steps.len() {
            let step = self.steps[number];
            let sums = std::mem::replace(&mut self.place.sums, step.sums);
            let empty = self.take(number);
            children.push((self.place.clone(), step.state));
            self.take_back(number, empty);
            self.place.sums = sums;
        }
        Some(children)
    }
}
