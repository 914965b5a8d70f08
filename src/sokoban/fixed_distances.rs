//! `FixedDistances`: the pushes of boxes alone on a board where frozen boxes are walls.

use crate::level::{CellNumber, Level};
use crate::push_distances::PushDistances;
use ahash::AHashMap;
use std::sync::Arc;

/// The pushes of one box to each goal for each set of boxes that are frozen on goals.
///
/// Such boxes never move again: the goals behind them are out of reach, and ways round them are
/// longer. The distances of a set are worked out when it is first met.
#[derive(Clone, Debug)]
pub(crate) struct FixedDistances<'l> {
    level: &'l Level,
    goals: Vec<CellNumber>,
    /// Without frozen boxes.
    free: Arc<PushDistances>,
    known: AHashMap<Vec<CellNumber>, Arc<PushDistances>>,
    bytes: u64,
}

impl<'l> FixedDistances<'l> {
    pub(crate) fn new(level: &'l Level, goals: &[CellNumber]) -> FixedDistances<'l> {
        FixedDistances {
            level,
            goals: goals.to_vec(),
            free: Arc::new(PushDistances::new(level, goals, &[])),
            known: AHashMap::new(),
            bytes: 0,
        }
    }

    /// The distances without frozen boxes.
    pub(crate) fn free(&self) -> &Arc<PushDistances> {
        &self.free
    }

    /// The distances beside frozen boxes, ascending; those without them, which are not greater, if
    /// further ones would take more than `memory`.
    pub(crate) fn beside(&mut self, fixed: &[CellNumber], memory: u64) -> Arc<PushDistances> {
        if fixed.is_empty() {
            return Arc::clone(&self.free);
        }
        if let Some(known) = self.known.get(fixed) {
            return Arc::clone(known);
        }
        if self.bytes + self.free.bytes() > memory {
            return Arc::clone(&self.free);
        }
        let distances = Arc::new(PushDistances::new(self.level, &self.goals, fixed));
        self.bytes += distances.bytes();
        self.known.insert(fixed.to_vec(), Arc::clone(&distances));
        distances
    }

    /// The bytes that the distances take.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::box_squares::{BoxSpace, live_cells};
    use crate::frozen::FrozenBoxes;
    use crate::level_graph::{LevelGraph, LevelMetric};
    use crate::level_search::{LevelLimits, LevelSearch};
    use crate::matching::Matching;
    use crate::{Collection, builtin};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn frozen_boxes_make_bounds_greater_and_never_too_great() {
        let stop = AtomicBool::new(false);
        let limits = LevelLimits::new(1 << 30, &stop);
        let (mut greater, mut lost, mut checked) = (0, 0, 0);
        let levels = Collection::read(builtin("microban").unwrap().as_bytes()).unwrap();
        for entry in &levels.entries {
            let level = entry.level().unwrap();
            let small = LevelGraph::new(&level, LevelMetric::Push, BoxSpace::Live)
                .filter(|graph| graph.numbers() < 60_000);
            if small.is_none() || level.goal_cells().is_none() {
                continue;
            }
            let goals = level.goal_cells().unwrap();
            let graph = LevelGraph::new(&level, LevelMetric::Push, BoxSpace::Live).unwrap();
            let back = LevelSearch::from_solved(&graph, limits, &mut |_, _| {}).unwrap();
            let from = LevelSearch::from_start(&graph, None, limits, &mut |_, _| {}).unwrap();
            let is_dead: Vec<bool> = live_cells(&level).iter().map(|live| !live).collect();
            let mut distances = FixedDistances::new(&level, &goals);
            let mut frozen = FrozenBoxes::default();
            let cost = |distances: &PushDistances, boxes: &[CellNumber], player| {
                let mut matching = Matching::default();
                matching.solve(boxes.iter().map(|&cell| distances.row(cell, player)));
                matching.cost()
            };
            for search in [&back, &from] {
                for generation in 0..=search.depth() {
                    for number in search.generation(generation).unwrap() {
                        let placing = graph.placing(number);
                        let (boxes, player) = (&placing.boxes, placing.player);
                        let mut has_box = vec![false; level.cells()];
                        for &cell in boxes {
                            has_box[usize::from(cell)] = true;
                        }
                        let fixed = frozen.on_goals(&level, &has_box, &is_dead, boxes);
                        let beside = distances.beside(&fixed, 1 << 20);
                        let own = cost(&beside, boxes, player);
                        let free = cost(distances.free(), boxes, player);
                        let exact = back.generation_of(number).unwrap();
                        checked += 1;
                        match (own, exact) {
                            (Some(own), Some(exact)) => assert!(u64::from(own) <= exact),
                            (None, Some(_)) => panic!("{}", level.write_position(&placing)),
                            (own, None) => lost += u64::from(own.is_none() && free.is_some()),
                        }
                        greater += u64::from(own > free);
                    }
                }
            }
        }
        assert!(
            checked > 1000 && greater + lost > 100,
            "{checked} {greater} {lost}"
        );
    }

    #[test]
    fn distances_that_do_not_fit_are_those_without_frozen_boxes() {
        let level = Level::read("#######\n#.. $ #\n#. $$ #\n# @   #\n#######").unwrap();
        let goals = level.goal_cells().unwrap();
        let mut distances = FixedDistances::new(&level, &goals);
        let free = Arc::clone(distances.free());
        assert!(Arc::ptr_eq(&free, &distances.beside(&goals[..1], 0)));
        assert_eq!(distances.bytes(), 0);
        let beside = distances.beside(&goals[..1], 1 << 20);
        assert!(!Arc::ptr_eq(&free, &beside) && distances.bytes() > 0);
        assert!(Arc::ptr_eq(&beside, &distances.beside(&goals[..1], 0)));
    }
}
