//! The shortest solution of a level for pictures, by an exploration or, where that is too large, by
//! A*.

use super::searches::{LevelObserver, limits};
use crate::arguments::CommonArgs;
use slidewise_app::{NamedLevel, Problem, SolveMethod};
use slidewise_sokoban::LevelMetric;

/// The letters of a shortest solution by the first method for which there is room.
pub(crate) fn shortest_way(
    common: &CommonArgs,
    named: &NamedLevel,
    metric: LevelMetric,
) -> Result<String, Problem> {
    let observer = LevelObserver::new(common, metric);
    let answer = named.solve(metric, SolveMethod::Auto, limits(common), &observer)?;
    answer.into_lurd()
}
