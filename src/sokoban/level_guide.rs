//! `LevelGuide`: the pushes that are left from any position of a game, hints, and what is dead.

use crate::box_squares::BoxSpace;
use crate::level::{Level, Placing};
use crate::level_graph::{GraphScratch, LevelGraph, LevelMetric};
use crate::level_search::{LevelLimits, LevelSearch, LevelSearchError};
use crate::player_step::{after_step, direction_of};
use crate::pushed_way::Walks;
use slidewise_board::Direction;
use slidewise_store::StoreError;

/// The distances to the solved positions, over all positions that the start leads to.
///
/// Boxes on dead cells are left out: such a position is dead without a search. A box never comes
/// from a dead cell to a live one, so every other position of a game is in the searched space.
#[derive(Debug)]
pub struct LevelGuide {
    level: Level,
    live: LevelSearch,
}

impl LevelGuide {
    /// Explores a level; `None` if its positions cannot be numbered.
    ///
    /// # Errors
    ///
    /// [`LevelSearchError`], where the level is too large or the search was stopped.
    pub fn search(
        level: &Level,
        limits: LevelLimits<'_>,
    ) -> Result<Option<LevelGuide>, LevelSearchError> {
        let Some(graph) = LevelGraph::new(level, LevelMetric::Push, BoxSpace::Live) else {
            return Ok(None);
        };
        let found = LevelSearch::from_start(&graph, None, limits, &mut |_, _| {})?;
        let live = found.live(&graph, limits)?;
        Ok(Some(LevelGuide {
            level: level.clone(),
            live,
        }))
    }

    fn graph(&self) -> Option<LevelGraph<'_>> {
        LevelGraph::new(&self.level, LevelMetric::Push, BoxSpace::Live)
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The fewest pushes from a position of the game to a solution; `None` if it is dead.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn pushes_left(&self, placing: &Placing) -> Result<Option<u64>, StoreError> {
        let number = self.graph().and_then(|graph| graph.number(placing));
        match number {
            Some(number) => self.live.generation_of(number),
            None => Ok(None),
        }
    }

    /// The walk and the push that come next on a way with the fewest pushes, as letters: the
    /// shortest walk, and of several the first; `None` if the position is solved or dead.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn next_push(&self, placing: &Placing) -> Result<Option<String>, StoreError> {
        let Some((graph, left)) = self.graph().zip(self.pushes_left(placing)?) else {
            return Ok(None);
        };
        let Some((number, later)) = graph.number(placing).zip(left.checked_sub(1)) else {
            return Ok(None);
        };
        let nearer = self.live.generation(later)?;
        let walks = Walks::new(&self.level, placing);
        let mut best: Option<String> = None;
        let mut scratch = GraphScratch::new(&self.level);
        graph.successors(number, &mut scratch, &mut |next, push| {
            let Some(push) = push.filter(|_| nearer.binary_search(&next).is_ok()) else {
                return;
            };
            let mut letters = walks.text(&self.level, push.player);
            let direction = Direction::ALL
                .into_iter()
                .find(|&own| self.level.neighbour(push.player, own) == push.from);
            letters.extend(direction.map(Direction::letter));
            if best.as_ref().is_none_or(|own| letters.len() < own.len()) {
                best = Some(letters);
            }
        });
        Ok(best)
    }

    /// A solution from a position with the fewest pushes, as letters; `None` if it is dead.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub fn solution(&self, placing: &Placing) -> Result<Option<String>, StoreError> {
        if self.pushes_left(placing)?.is_none() {
            return Ok(None);
        }
        let mut placing = placing.clone();
        let mut solution = String::new();
        while let Some(letters) = self.next_push(&placing)? {
            for direction in letters.chars().filter_map(direction_of) {
                if let Ok((after, _)) = after_step(&self.level, &placing, direction) {
                    placing = after;
                }
            }
            solution += &letters;
        }
        Ok(Some(solution))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lurd::replay_lurd;
    use std::sync::atomic::AtomicBool;

    const LEVEL: &str = "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####";

    fn guide(level: &Level) -> LevelGuide {
        let stop = AtomicBool::new(false);
        let limits = LevelLimits::new(1 << 30, &stop);
        LevelGuide::search(level, limits).unwrap().unwrap()
    }

    #[test]
    fn hints_lead_to_a_solution_with_the_fewest_pushes() {
        let level = Level::read(LEVEL).unwrap();
        let guide = guide(&level);
        assert_eq!(guide.pushes_left(level.start()).unwrap(), Some(8));
        let solution = guide.solution(level.start()).unwrap().unwrap();
        let rows = level.rows_of(level.start(), ' ');
        let end = replay_lurd(&rows, &solution).unwrap();
        assert_eq!((end.pushes, end.is_solved), (8, true));
    }

    #[test]
    fn dead_positions_are_known() {
        let level = Level::read(LEVEL).unwrap();
        let guide = guide(&level);
        // A box in a corner, and two boxes that block each other.
        let corner = level
            .read_position("####:#-.#:#--###:#.-@-#:#---$#:#-$###:####")
            .unwrap();
        let pair = level
            .read_position("####:#-.#:#--###:#.$@-#:#-$--#:#--###:####")
            .unwrap();
        for dead in [corner, pair] {
            assert_eq!(guide.pushes_left(&dead).unwrap(), None);
            assert_eq!(guide.next_push(&dead).unwrap(), None);
            assert_eq!(guide.solution(&dead).unwrap(), None);
        }
    }
}
