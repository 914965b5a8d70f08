//! `LevelComponent`: all positions that a level's first position leads to, as a list with edges.

use crate::level_graph::LevelGraph;
use crate::level_search::{LevelLimits, LevelSearch, LevelSearchError};
use std::sync::atomic::{AtomicBool, Ordering};

/// A position of a component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LevelVertex {
    /// Its number in the graph.
    pub number: u64,
    /// Its distance from the level's first position.
    pub from_start: u64,
    /// Its distance to the nearest solution; `None` if it is dead or that is not known.
    pub to_solution: Option<u64>,
}

/// Positions and the edges between them, which lead one way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LevelComponent {
    /// The positions, by ascending number.
    pub vertices: Vec<LevelVertex>,
    /// The edges, as places in the list of positions, from and to.
    pub edges: Vec<(u32, u32)>,
}

impl LevelComponent {
    /// Lists everything that the level's first position leads to; `None` if that is more than
    /// `most` positions. With a last generation, no distance to a solution is known: the ways to
    /// one may leave the list.
    ///
    /// # Errors
    ///
    /// [`LevelSearchError`].
    pub fn of(
        graph: &LevelGraph<'_>,
        limits: LevelLimits<'_>,
        most: u32,
    ) -> Result<Option<LevelComponent>, LevelSearchError> {
        let is_too_large = AtomicBool::new(false);
        let Some(found) = search_up_to(graph, limits, most, &is_too_large)? else {
            return Ok(None);
        };
        let mut component = LevelComponent::default();
        for from_start in 0..found.counts().len() as u64 {
            let members = found.generation(from_start)?.into_iter();
            component.vertices.extend(members.map(|number| LevelVertex {
                number,
                from_start,
                to_solution: None,
            }));
        }
        component.vertices.sort_unstable();
        if limits.max_generation == u64::MAX {
            let live = found.live(graph, limits)?;
            for distance in 0..live.counts().len() as u64 {
                for number in live.generation(distance)? {
                    let at = component.place_of(number);
                    component.vertices[at as usize].to_solution = Some(distance);
                }
            }
        }
        for at in 0..component.vertices.len() {
            if limits.stop.load(Ordering::Relaxed) {
                return Err(LevelSearchError::Stopped {
                    generation: found.depth(),
                });
            }
            let edges = graph.edges(component.vertices[at].number).into_iter();
            for edge in edges.filter(|edge| found.contains(edge.to)) {
                component
                    .edges
                    .push((at as u32, component.place_of(edge.to)));
            }
        }
        Ok(Some(component))
    }

    /// The greatest distance of a position from the first one.
    pub fn depth(&self) -> u64 {
        let distances = self.vertices.iter().map(|own| own.from_start);
        distances.max().unwrap_or(0)
    }

    /// The place of a position in the list, by its number.
    pub fn place_of(&self, number: u64) -> u32 {
        self.vertices.partition_point(|own| own.number < number) as u32
    }
}

/// The search from the first position; `None` if it meets more than `most` positions.
fn search_up_to(
    graph: &LevelGraph<'_>,
    limits: LevelLimits<'_>,
    most: u32,
    is_too_large: &AtomicBool,
) -> Result<Option<LevelSearch>, LevelSearchError> {
    let mut sum = 0;
    let within = LevelLimits {
        stop: is_too_large,
        ..limits
    };
    let report = &mut |_: u64, count: u64| {
        sum += count;
        let is_over = sum > u64::from(most) || limits.stop.load(Ordering::Relaxed);
        is_too_large.store(is_over, Ordering::Relaxed);
    };
    match LevelSearch::from_start(graph, None, within, report) {
        Ok(found) if found.positions() <= u64::from(most) => Ok(Some(found)),
        Ok(_) => Ok(None),
        Err(LevelSearchError::Stopped { .. }) if !limits.stop.load(Ordering::Relaxed) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoxSpace, Level, LevelMetric};

    #[test]
    fn all_positions_and_pushes_are_listed() {
        let level = Level::read("########\n#@ $  .#\n#      #\n########").unwrap();
        let graph = LevelGraph::new(&level, LevelMetric::Push, BoxSpace::All).unwrap();
        let stop = AtomicBool::new(false);
        let limits = LevelLimits::new(1 << 30, &stop);
        let listed = LevelComponent::of(&graph, limits, 1000).unwrap().unwrap();
        let start = listed.place_of(graph.number(level.start()).unwrap());
        assert_eq!(listed.vertices[start as usize].from_start, 0);
        assert_eq!(listed.vertices[start as usize].to_solution, Some(3));
        // The box in a corner of the lower row, and all of that row, are dead.
        assert!(listed.vertices.iter().any(|own| own.to_solution.is_none()));
        for &(from, to) in &listed.edges {
            let [from, to] = [from, to].map(|at| listed.vertices[at as usize]);
            assert!(to.from_start <= from.from_start + 1);
            if let Some(left) = from.to_solution {
                assert!(to.to_solution.is_none_or(|own| own + 1 >= left));
            }
        }
        let order = listed.vertices.len() as u32;
        assert!(LevelComponent::of(&graph, limits, order).unwrap().is_some());
        assert_eq!(LevelComponent::of(&graph, limits, order - 1).unwrap(), None);
        stop.store(true, Ordering::Relaxed);
        let stopped = LevelComponent::of(&graph, limits, 1000);
        assert!(matches!(stopped, Err(LevelSearchError::Stopped { .. })));
    }
}
