//! `GroupBounds`: lower bounds of distances from the searches of groups of pieces.

use super::GroupSums;
use crate::distances::{DistanceTracker, MarkedSearch, QueryError, SourceSet};
use slidewise_engine::graph::{Graph, Metric};
use slidewise_engine::search::LowerBounds;
use slidewise_puzzle::{Configuration, Puzzle};

/// Most generations of a group, whose distances are values of 16 bits.
const MAX_GENERATIONS: usize = 1 << u16::BITS;

/// A finished search of the pieces of some classes back from their goals.
#[derive(Clone, Debug)]
pub struct GroupSearch<'a> {
    /// The classes, ascending.
    pub classes: Vec<usize>,
    /// The search of [`Puzzle::group`], whose sources are [`SolvedConfigurations`].
    pub search: MarkedSearch<'a>,
}

/// The configurations of a graph that meet a goal, each tested when it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct SolvedConfigurations<'a>(pub &'a Graph);

impl SourceSet for SolvedConfigurations<'_> {
    fn contains(&self, index: u64) -> bool {
        self.0.puzzle().is_solved(&self.0.configuration(index))
    }
}

/// Lower bounds for the distances of a puzzle's positions to the nearest goal.
///
/// [`GroupSums`] adds up the distances.
///
/// Along an edge the distance in a group changes by at most one, so these bounds are consistent.
#[derive(Debug)]
pub struct GroupBounds<'a> {
    puzzle: &'a Puzzle,
    groups: Vec<GroupSearch<'a>>,
    /// Carries the distances in each group from Start.
    trackers: Vec<Option<DistanceTracker<'a>>>,
    sums: GroupSums,
}

impl<'a> GroupBounds<'a> {
    /// The bounds from finished searches of groups of the puzzle's pieces, in the same metric.
    ///
    /// A group with a distance of more than 16 bits is left out, and then bounds nothing.
    pub fn new(puzzle: &'a Puzzle, metric: Metric, mut groups: Vec<GroupSearch<'a>>) -> Self {
        groups.retain(|group| group.search.counts().len() <= MAX_GENERATIONS);
        let classes: Vec<&[usize]> = groups.iter().map(|group| &group.classes[..]).collect();
        GroupBounds {
            puzzle,
            sums: GroupSums::new(&puzzle.board, metric, &classes),
            trackers: vec![None; groups.len()],
            groups,
        }
    }

    /// Whether a group of these classes bounds distances in a metric.
    pub fn are_bounded_by(puzzle: &Puzzle, metric: Metric, classes: &[usize]) -> bool {
        let is_unit = |&class: &usize| {
            let own = &puzzle.classes[class];
            own.size() == 1 && own.shape.size() == 1
        };
        metric != Metric::Line || classes.len() == 1 && classes.iter().all(is_unit)
    }

    /// Number of the configuration of a group.
    fn index_in(&self, group: usize, position: &Configuration) -> Option<u64> {
        let GroupSearch { classes, search } = &self.groups[group];
        let own = self.puzzle.configuration_of_group(position, classes);
        search.graph().index_of(&own)
    }
}

impl LowerBounds for GroupBounds<'_> {
    type Error = QueryError;

    fn width(&self) -> usize {
        self.groups.len()
    }

    fn start(&mut self, position: &Configuration, values: &mut [u16]) -> Result<bool, QueryError> {
        for (group, value) in values.iter_mut().enumerate() {
            let search = self.groups[group].search;
            let Some(index) = self.index_in(group, position) else {
                return Ok(false);
            };
            // The search of a group goes through the whole component. What it has not seen leads to
            // no goal of the group, and so to none of the puzzle.
            let Some(tracker) = DistanceTracker::new(search, index)? else {
                return Ok(false);
            };
            *value = tracker.at() as u16;
            self.trackers[group] = Some(tracker);
        }
        Ok(true)
    }

    fn beside(
        &mut self,
        before: &Configuration,
        known: &[u16],
        position: &Configuration,
        values: &mut [u16],
    ) -> Result<(), QueryError> {
        values.copy_from_slice(known);
        for (group, value) in values.iter_mut().enumerate() {
            let has_moved = |&class: &usize| {
                self.puzzle.firsts_of(before, class) != self.puzzle.firsts_of(position, class)
            };
            if !self.groups[group].classes.iter().any(has_moved) {
                continue;
            }
            let damaged = QueryError::Damaged { index: 0 };
            let index = self.index_in(group, position).ok_or(damaged)?;
            let tracker = self.trackers[group].ok_or(damaged)?;
            *value = tracker.beside(u64::from(*value), index)? as u16;
        }
        Ok(())
    }

    fn bound(&self, values: &[u16]) -> u32 {
        self.sums.bound(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_a_configuration_that_meets_a_goal() {
        let puzzle = Puzzle::tiles(2, 2).unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let solved = SolvedConfigurations(&graph);
        let found: Vec<u64> = (0..graph.len())
            .filter(|&own| solved.contains(own))
            .collect();
        assert_eq!(found, [graph.index_of(&puzzle.start).unwrap()]);
    }
}
