//! The positions that one push or step leads to, without a graph of the level.

use crate::level::{CellNumber, Level, NO_CELL, Placing};
use crate::level_graph::LevelMetric;
use crate::player_step::{after_step, step_letter};
use slidewise_board::Direction;
use std::collections::VecDeque;

/// A position that one push or step leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelSuccessor {
    /// The position; in pushes the player stands on the least cell of his region.
    pub after: Placing,
    /// The letters of the player's way, a push as a capital.
    pub lurd: String,
    /// The cell of the box before the push, or else of the player before the step.
    pub from: CellNumber,
    /// Its cell, or his, afterwards.
    pub to: CellNumber,
    /// Whether a box is pushed.
    pub is_push: bool,
}

/// The shortest walks of the player from one cell.
struct PlayerWalks {
    /// The step that first reached each cell: `None` if none did.
    last: Vec<Option<Direction>>,
    from: CellNumber,
    least: CellNumber,
}

impl PlayerWalks {
    fn new(level: &Level, placing: &Placing) -> PlayerWalks {
        let mut walks = PlayerWalks {
            last: vec![None; level.cells()],
            from: placing.player,
            least: placing.player,
        };
        let mut has_box = vec![false; level.cells()];
        placing
            .boxes
            .iter()
            .for_each(|&cell| has_box[usize::from(cell)] = true);
        let mut open = VecDeque::from([placing.player]);
        while let Some(cell) = open.pop_front() {
            walks.least = walks.least.min(cell);
            for direction in Direction::ALL {
                let next = level.neighbour(cell, direction);
                let is_free = next != NO_CELL && !has_box[usize::from(next)];
                if is_free && !walks.reaches(next) {
                    walks.last[usize::from(next)] = Some(direction);
                    open.push_back(next);
                }
            }
        }
        walks
    }

    fn reaches(&self, cell: CellNumber) -> bool {
        cell == self.from || self.last[usize::from(cell)].is_some()
    }

    /// The letters of a shortest walk to a cell that is reached.
    fn letters(&self, level: &Level, to: CellNumber) -> String {
        let mut letters = Vec::new();
        let mut at = to;
        while at != self.from
            && let Some(direction) = self.last[usize::from(at)]
        {
            letters.push(step_letter(direction, false));
            at = level.neighbour(at, direction.opposite());
        }
        letters.iter().rev().collect()
    }
}

impl Level {
    /// The positions that one push or step leads to, box by box, in the order of the directions.
    ///
    /// ```
    /// use slidewise_sokoban::{Level, LevelMetric};
    ///
    /// let level = Level::read("#######\n#@ $ .#\n#     #\n#######")?;
    /// let pushes = level.successors(level.start(), LevelMetric::Push);
    /// let ways: Vec<&str> = pushes.iter().map(|own| own.lurd.as_str()).collect();
    /// assert_eq!(ways, ["drrruL", "rR"]);
    /// # Ok::<(), slidewise_sokoban::LevelError>(())
    /// ```
    pub fn successors(&self, before: &Placing, metric: LevelMetric) -> Vec<LevelSuccessor> {
        match metric {
            LevelMetric::Step => self.steps_from(before),
            LevelMetric::Push => self.pushes_from(before),
        }
    }

    /// The position with the player on the least cell that he can walk to.
    pub fn at_least_cell(&self, placing: &Placing) -> Placing {
        Placing {
            boxes: placing.boxes.clone(),
            player: PlayerWalks::new(self, placing).least,
        }
    }

    fn steps_from(&self, before: &Placing) -> Vec<LevelSuccessor> {
        let step = |direction: Direction| {
            let (after, is_push) = after_step(self, before, direction).ok()?;
            let beside = after.player;
            let (from, to) = if is_push {
                (beside, self.neighbour(beside, direction))
            } else {
                (before.player, beside)
            };
            Some(LevelSuccessor {
                after,
                lurd: step_letter(direction, is_push).to_string(),
                from,
                to,
                is_push,
            })
        };
        Direction::ALL.into_iter().filter_map(step).collect()
    }

    fn pushes_from(&self, before: &Placing) -> Vec<LevelSuccessor> {
        let walks = PlayerWalks::new(self, before);
        let mut pushes = Vec::new();
        for &from in &before.boxes {
            for direction in Direction::ALL {
                let player = self.neighbour(from, direction.opposite());
                if player == NO_CELL || !walks.reaches(player) {
                    continue;
                }
                let beside = Placing {
                    boxes: before.boxes.clone(),
                    player,
                };
                let Ok((after, true)) = after_step(self, &beside, direction) else {
                    continue;
                };
                let mut lurd = walks.letters(self, player);
                lurd.push(step_letter(direction, true));
                pushes.push(LevelSuccessor {
                    after: self.at_least_cell(&after),
                    lurd,
                    from,
                    to: self.neighbour(from, direction),
                    is_push: true,
                });
            }
        }
        pushes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoxSpace, Collection, LevelGraph, builtin};
    use std::collections::BTreeSet;

    #[test]
    fn successors_are_the_edges_of_the_graph() {
        let levels = Collection::read(builtin("microban").unwrap().as_bytes()).unwrap();
        for entry in levels.entries.iter().take(4) {
            let level = &entry.level().unwrap();
            for metric in [LevelMetric::Push, LevelMetric::Step] {
                let graph = LevelGraph::new(level, metric, BoxSpace::All).unwrap();
                let mut seen = BTreeSet::from([graph.number(level.start()).unwrap()]);
                let mut waiting: Vec<u64> = seen.iter().copied().collect();
                while let Some(number) = waiting.pop().filter(|_| seen.len() < 400) {
                    let before = graph.placing(number);
                    let found = level.successors(&before, metric);
                    let own = found.iter().map(|own| graph.number(&own.after).unwrap());
                    let own: BTreeSet<u64> = own.collect();
                    let wanted = graph.edges(number).into_iter().map(|edge| edge.to);
                    let wanted: BTreeSet<u64> = wanted.collect();
                    assert_eq!(own, wanted);
                    waiting.extend(wanted.into_iter().filter(|&to| seen.insert(to)));
                }
                assert!(seen.len() > 20);
            }
        }
    }
}
