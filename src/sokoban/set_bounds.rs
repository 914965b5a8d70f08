//! `SetBounds`: a bound on the pushes of a position from disjoint sets of boxes.

use crate::box_sets::{BoxSets, DEAD};
use crate::level::{CellNumber, Level};
use crate::priced_pushes::PricedPushes;
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

/// The most boxes of a set.
const MOST_BOXES: usize = 4;
/// The most sets of a position that are looked at.
const MOST_SETS: usize = 1000;
/// The most choices of disjoint conflicts that are compared for a position.
const MOST_COMPARED: u32 = 200;
/// The most boxes of a level that has such bounds: sets of them are words of 64 bits.
const MOST_IN_LEVEL: usize = 64;

/// A set of boxes that hinder each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Conflict {
    excess: u32,
    /// A bit for the place of each box among those of the position.
    boxes: u64,
}

impl Conflict {
    /// The excess for each of its boxes, times 12.
    fn rate(&self) -> u32 {
        12 * self.excess / self.boxes.count_ones()
    }

    /// The conflict after the box at place `before`, which it lacks, has come to the place `at`.
    fn moved(&self, (before, at): (usize, usize)) -> Conflict {
        let below = |place: usize| (1 << place) - 1;
        let others = self.boxes & below(before) | self.boxes >> 1 & !below(before);
        Conflict {
            boxes: others & below(at) | (others & !below(at)) << 1,
            ..*self
        }
    }
}

/// Tables of sets of two, three and four boxes, as far as there is room.
///
/// No push moves boxes of two disjoint sets, so their excesses add up to what the boxes need alone.
#[derive(Clone, Debug)]
pub(crate) struct SetBounds<'l> {
    priced: PricedPushes,
    /// Sets of two boxes, of three, and so on.
    tables: Vec<BoxSets<'l>>,
    /// The conflicts of the position whose pushes are tried.
    base: Vec<Conflict>,
    changed: Vec<Conflict>,
}

/// A position whose sets are looked at.
#[derive(Clone, Copy)]
struct SetPlace<'p> {
    /// Ascending.
    boxes: &'p [CellNumber],
    player: CellNumber,
    /// The place of a box that each set holds, if only such sets are wanted.
    pushed: Option<usize>,
}

/// Boxes of a position that are chosen one after the other, in ascending order.
#[derive(Clone, Copy, Default)]
struct ChosenBoxes {
    /// The first box that may be chosen next.
    from: usize,
    /// Number of boxes chosen.
    size: usize,
    /// Their rank in the table of this size.
    rank: u64,
    /// A bit for each of them.
    bits: u64,
}

impl<'l> SetBounds<'l> {
    /// Explores the tables that have at most `entries` together.
    pub(crate) fn new(
        level: &'l Level,
        goals: &[CellNumber],
        priced: PricedPushes,
        mut entries: u64,
        stop: &AtomicBool,
    ) -> SetBounds<'l> {
        let mut tables = Vec::new();
        let boxes = goals.len();
        let mut sets = boxes;
        for size in 2..=boxes.min(MOST_BOXES) {
            sets = sets * (boxes + 1 - size) / size;
            if sets > MOST_SETS || boxes > MOST_IN_LEVEL {
                break;
            }
            let known = (goals, &priced);
            let Some(table) = BoxSets::new(level, size, known, entries, stop) else {
                break;
            };
            entries -= table.bytes();
            tables.push(table);
        }
        SetBounds {
            priced,
            tables,
            base: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// Takes the position whose pushes are tried, and returns its bound; `None` if it is dead.
    pub(crate) fn take(&mut self, boxes: &[CellNumber], player: CellNumber) -> Option<u32> {
        self.base.clear();
        let place = SetPlace {
            boxes,
            player,
            pushed: None,
        };
        let mut found = std::mem::take(&mut self.base);
        let is_live = self.find(&place, &mut found);
        keep_essential(&mut found, 0);
        let bound = is_live.then(|| self.bound(&place, &found)).flatten();
        self.base = found;
        bound
    }

    /// The bound after the push of box number `before` of the position taken, which is number `at`
    /// of `boxes` then; `None` if the position is dead.
    pub(crate) fn after(
        &mut self,
        boxes: &[CellNumber],
        (before, at): (usize, usize),
        player: CellNumber,
    ) -> Option<u32> {
        let mut found = std::mem::take(&mut self.changed);
        found.clear();
        let others = self.base.iter().filter(|own| own.boxes >> before & 1 == 0);
        found.extend(others.map(|own| own.moved((before, at))));
        let known = found.len();
        let place = SetPlace {
            boxes,
            player,
            pushed: Some(at),
        };
        let is_live = self.find(&place, &mut found);
        let bound = is_live.then(|| {
            keep_essential(&mut found, known);
            self.bound(&place, &found)
        });
        self.changed = found;
        bound?
    }

    /// Whether box number `at`, or a set that holds it, cannot be brought to goals.
    pub(crate) fn is_dead(&mut self, boxes: &[CellNumber], at: usize, player: CellNumber) -> bool {
        let place = SetPlace {
            boxes,
            player,
            pushed: Some(at),
        };
        self.changed.clear();
        let mut found = std::mem::take(&mut self.changed);
        let is_live = self.find(&place, &mut found);
        self.changed = found;
        !is_live || self.priced.of(boxes[at], player).is_none()
    }

    /// Adds the conflicts of a place to a list; whether no set of boxes is dead.
    fn find(&self, place: &SetPlace<'_>, found: &mut Vec<Conflict>) -> bool {
        self.find_from(place, ChosenBoxes::default(), found)
    }

    /// Adds the conflicts among sets that begin with the boxes chosen; whether none of them is
    /// dead.
    fn find_from(
        &self,
        place: &SetPlace<'_>,
        chosen: ChosenBoxes,
        found: &mut Vec<Conflict>,
    ) -> bool {
        let ChosenBoxes {
            from,
            size,
            rank,
            bits,
        } = chosen;
        let must = place.pushed.filter(|&at| from <= at);
        if size >= 2 && must.is_none() {
            let excess = self.tables[size - 2].excess(place.player, rank);
            if excess == DEAD {
                return false;
            }
            if excess > 0 {
                found.push(Conflict {
                    excess: excess.into(),
                    boxes: bits,
                });
            }
        }
        let Some(largest) = self.tables.last().filter(|_| size <= self.tables.len()) else {
            return true;
        };
        let last = must.unwrap_or(place.boxes.len() - 1);
        let first = match must {
            Some(at) if size == self.tables.len() => at,
            _ => from,
        };
        (first..=last).all(|at| {
            let part = largest.part(size + 1, place.boxes[at]);
            let next = ChosenBoxes {
                from: at + 1,
                size: size + 1,
                rank: rank + part,
                bits: bits | 1 << at,
            };
            self.find_from(place, next, found)
        })
    }

    /// Adds up what the boxes need alone, and the excesses of disjoint conflicts.
    fn bound(&self, place: &SetPlace<'_>, found: &[Conflict]) -> Option<u32> {
        let mut sum = self.priced.all_prices();
        for &cell in place.boxes {
            sum += self.priced.of(cell, place.player)?;
        }
        Some((sum + packed(found) as i32).max(0) as u32)
    }

    /// The bytes of the tables.
    pub(crate) fn bytes(&self) -> u64 {
        self.tables.iter().map(BoxSets::bytes).sum()
    }
}

/// Leaves out, from a place on, conflicts that the smaller ones inside add up to.
fn keep_essential(found: &mut Vec<Conflict>, from: usize) {
    found[from..].sort_unstable_by_key(|own| (own.boxes.count_ones(), own.boxes));
    let mut kept = from;
    for at in from..found.len() {
        let own = found[at];
        let inside = found[..kept]
            .iter()
            .filter(|other| other.boxes & !own.boxes == 0);
        // At most two sets fit into one of four boxes.
        let is_sum = inside.clone().any(|one| {
            let rest = inside.clone().filter(|two| one.boxes & two.boxes == 0);
            let rest = rest.map(|two| two.excess).max().unwrap_or(0);
            one.excess + rest >= own.excess
        });
        if !is_sum {
            found[kept] = own;
            kept += 1;
        }
    }
    found.truncate(kept);
    found.sort_unstable_by_key(|own| (Reverse(own.rate()), own.boxes));
}

/// The greatest sum of excesses of disjoint conflicts, or of those compared first if they are too
/// many; the conflicts with the most excess for a box are first.
fn packed(found: &[Conflict]) -> u32 {
    let boxes = found.iter().fold(0, |all, own| all | own.boxes);
    let mut packing = Packing {
        best: 0,
        left: MOST_COMPARED,
    };
    packing.go_on(found, boxes, 0);
    packing.best
}

/// The search for the best choice of disjoint conflicts.
struct Packing {
    best: u32,
    /// How many more choices are compared.
    left: u32,
}

impl Packing {
    /// Adds conflicts of `found` to a choice with a sum, which leaves the boxes `free`.
    fn go_on(&mut self, found: &[Conflict], free: u64, sum: u32) {
        self.best = self.best.max(sum);
        for (at, own) in found.iter().enumerate() {
            let most = sum + own.rate() * free.count_ones() / 12;
            if most <= self.best || self.left == 0 {
                return;
            }
            if own.boxes & !free == 0 {
                self.left -= 1;
                self.go_on(&found[at + 1..], free & !own.boxes, sum + own.excess);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::box_squares::BoxSpace;
    use crate::level_graph::{LevelGraph, LevelMetric};
    use crate::level_search::{LevelLimits, LevelSearch};
    use crate::matching::Matching;
    use crate::push_distances::PushDistances;
    use crate::{Collection, builtin};
    use std::sync::Arc;

    fn bounds_of(level: &Level, entries: u64) -> SetBounds<'_> {
        let goals = level.goal_cells().unwrap();
        let distances = Arc::new(PushDistances::new(level, &goals, &[]));
        let start = level.start();
        let mut matching = Matching::default();
        let rows = start
            .boxes
            .iter()
            .map(|&cell| distances.row(cell, start.player));
        matching.solve(rows);
        let priced = PricedPushes::new(level, &distances, &goals, matching.prices());
        SetBounds::new(level, &goals, priced, entries, &AtomicBool::new(false))
    }

    /// What was found about the positions of levels.
    #[derive(Debug, Default)]
    struct BoundCounts {
        live: u64,
        exact: u64,
        found_dead: u64,
        missed: u64,
    }

    /// Compares the bounds of all positions that the start leads to, and of all that can be solved,
    /// with the explored distances; each bound after a push with that of the position itself.
    fn check(level: &Level, sizes: usize, counted: &mut BoundCounts) {
        let stop = AtomicBool::new(false);
        let limits = LevelLimits::new(1 << 30, &stop);
        let graph = LevelGraph::new(level, LevelMetric::Push, BoxSpace::Live).unwrap();
        let back = LevelSearch::from_solved(&graph, limits, &mut |_, _| {}).unwrap();
        let from = LevelSearch::from_start(&graph, None, limits, &mut |_, _| {}).unwrap();
        let mut bounds = bounds_of(level, 1 << 24);
        bounds.tables.truncate(sizes);
        let mut again = bounds.clone();
        for search in [&back, &from] {
            for generation in 0..=search.depth() {
                for number in search.generation(generation).unwrap() {
                    let placing = graph.placing(number);
                    let exact = back.generation_of(number).unwrap();
                    let bound = bounds.take(&placing.boxes, placing.player);
                    let shown = level.write_position(&placing);
                    match (exact, bound) {
                        (Some(exact), Some(bound)) => {
                            assert!(u64::from(bound) <= exact, "{bound} > {exact}: {shown}");
                            counted.live += 1;
                            counted.exact += u64::from(u64::from(bound) == exact);
                        }
                        (Some(_), None) => panic!("can be solved: {shown}"),
                        (None, None) => counted.found_dead += 1,
                        (None, Some(_)) => counted.missed += 1,
                    }
                    if bound.is_none() || number % 8 != 0 {
                        continue;
                    }
                    for next in level.successors(&placing, LevelMetric::Push) {
                        let before = placing.boxes.binary_search(&next.from).unwrap();
                        let at = next.after.boxes.binary_search(&next.to).unwrap();
                        if graph.number(&next.after).is_none() {
                            continue;
                        }
                        let player = next.from;
                        let after = bounds.after(&next.after.boxes, (before, at), player);
                        assert_eq!(after, again.take(&next.after.boxes, player), "{shown}");
                    }
                }
            }
        }
        // A table of all boxes is an exploration: it knows all dead positions.
        let is_whole = sizes + 1 == level.start().boxes.len();
        assert!(
            !is_whole || counted.missed == 0,
            "{}",
            level.canonical_text()
        );
    }

    #[test]
    fn bounds_of_sets_are_admissible_on_explored_levels() {
        let levels = Collection::read(builtin("microban").unwrap().as_bytes()).unwrap();
        let (mut checked, mut counted) = (0, BoundCounts::default());
        for entry in &levels.entries {
            let level = entry.level().unwrap();
            let boxes = level.start().boxes.len();
            let small = LevelGraph::new(&level, LevelMetric::Push, BoxSpace::Live)
                .filter(|graph| graph.numbers() < 60_000);
            if small.is_none() || level.goal_cells().is_none() {
                continue;
            }
            checked += 1;
            for sizes in 0..boxes.min(MOST_BOXES) {
                let mut own = BoundCounts::default();
                check(&level, sizes, &mut own);
                counted.live += own.live;
                counted.exact += own.exact;
                counted.found_dead += own.found_dead;
                counted.missed += own.missed;
            }
        }
        assert!(
            checked > 30 && counted.live > 20_000,
            "{checked} {counted:?}"
        );
        assert!(counted.found_dead > counted.missed, "{counted:?}");
    }
}
