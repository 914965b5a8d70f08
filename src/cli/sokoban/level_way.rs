//! The shortest solution of a level by an exploration of its live positions.

use super::level_word::NamedLevel;
use super::searches::{graph_of, limits, search};
use crate::arguments::CommonArgs;
use slidewise_app::Problem;
use slidewise_render::counted;
use slidewise_sokoban::{BoxSpace, LevelLimits, LevelMetric, LevelSolution};

/// A shortest solution and its generation, by an exploration of the live positions.
pub(super) fn explored_way(
    common: &CommonArgs,
    named: &NamedLevel,
    metric: LevelMetric,
) -> Result<(u64, LevelSolution), Problem> {
    let graph = graph_of(named, metric, BoxSpace::Live)?;
    let limits = LevelLimits {
        until_solved: true,
        ..limits(common)
    };
    let found = search(common, &graph, None, limits)?;
    let solved = found.solved(&graph)?.ok_or_else(|| {
        let all = counted(found.positions(), "position");
        Problem::no_such_thing(
            format!("{} has no solution: {all} searched", named.name),
            "`slidewise explore` shows all positions that can be reached",
        )
    })?;
    let way = found.solution(&graph, solved.generation, &solved.first)?;
    Ok((solved.generation, way))
}
