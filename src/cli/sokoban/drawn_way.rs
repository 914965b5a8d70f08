//! The shortest solution of a level for pictures, by an exploration or, where that is too large, by
//! A*.

use super::guided::guided_way;
use super::level_way::explored_way;
use super::level_word::NamedLevel;
use crate::arguments::CommonArgs;
use slidewise_app::{Problem, ProblemKind};
use slidewise_sokoban::{LevelMetric, Placing, after_step, direction_of};

/// A solution as letters.
pub(crate) struct LevelWay {
    pub(crate) lurd: String,
}

impl LevelWay {
    /// The positions along the way: the first, then one after each push, or in steps each step.
    pub(crate) fn positions(&self, named: &NamedLevel, metric: LevelMetric) -> Vec<Placing> {
        let level = &named.level;
        let mut placing = level.start().clone();
        let mut positions = vec![placing.clone()];
        for direction in self.lurd.chars().filter_map(direction_of) {
            let Ok((after, is_push)) = after_step(level, &placing, direction) else {
                break;
            };
            placing = after;
            if is_push || metric == LevelMetric::Step {
                positions.push(placing.clone());
            }
        }
        positions
    }
}

/// A shortest solution by the first method for which there is room.
pub(crate) fn shortest_way(
    common: &CommonArgs,
    named: &NamedLevel,
    metric: LevelMetric,
) -> Result<LevelWay, Problem> {
    match explored_way(common, named, metric) {
        Err(problem) if metric == LevelMetric::Push && problem.kind == ProblemKind::TooLarge => {
            Ok(LevelWay {
                lurd: guided_way(common, named)?,
            })
        }
        explored => explored.map(|(_, way)| LevelWay { lurd: way.lurd }),
    }
}
