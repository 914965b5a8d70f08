//! `GroupBounds`: lower bounds of distances from the searches of groups of pieces.

use crate::distances::{DistanceTracker, MarkedSearch, QueryError, SourceSet};
use slidewise_board::{Board, Direction};
use slidewise_engine::graph::{Graph, Metric};
use slidewise_engine::search::LowerBounds;
use slidewise_puzzle::{Configuration, Puzzle};

/// Most generations of a group, whose distances are values of 16 bits.
const MAX_GENERATIONS: usize = 1 << u16::BITS;
/// Most sets of groups whose distances are added.
const MAX_SUMS: usize = 64;

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
/// An edge of the metrics of one piece moves a piece of at most one of several groups that have no
/// class in common. There it is an edge as well, since fewer pieces are in its way. So the
/// distances of such groups add up (Korf and Felner 2002). Of several goals, each group is measured
/// to its own nearest one, and what leads to one goal takes each group at least that far.
///
/// A push of the metric `line` moves one piece of each of several groups of a single piece. Their
/// sum is therefore divided by the most pieces that a push moves. Larger groups bound nothing
/// there: where a piece between two others is taken away, their push is no longer one push.
///
/// Along an edge the distance in a group changes by at most one, so these bounds are consistent.
#[derive(Debug)]
pub struct GroupBounds<'a> {
    puzzle: &'a Puzzle,
    groups: Vec<GroupSearch<'a>>,
    /// Carries the distances in each group from Start.
    trackers: Vec<Option<DistanceTracker<'a>>>,
    /// Sets of groups without a common class, none of which can be made larger.
    sums: Vec<Vec<usize>>,
    /// Most edges of groups that one edge of the puzzle makes.
    edges: u32,
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
            sums: disjoint(&classes),
            trackers: vec![None; groups.len()],
            edges: match metric {
                Metric::Step | Metric::Slide | Metric::Move => 1,
                Metric::Line => longest_push(&puzzle.board),
            },
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
        let sums = self.sums.iter().map(|groups| {
            let sum: u32 = groups.iter().map(|&group| u32::from(values[group])).sum();
            sum.div_ceil(self.edges)
        });
        let most = values.iter().map(|&value| u32::from(value));
        sums.chain(most).max().unwrap_or(0)
    }
}

/// The largest sets of groups that have no class in common, at most [`MAX_SUMS`] of them.
fn disjoint(groups: &[&[usize]]) -> Vec<Vec<usize>> {
    let meets = |one: usize, other: usize| {
        let mut classes = groups[one].iter();
        classes.any(|class| groups[other].contains(class))
    };
    let mut sums = Vec::new();
    // Sets of the groups up to some number; a set that can be made larger is dropped at the end.
    let mut waiting: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new())];
    while let Some((next, set)) = waiting.pop() {
        if sums.len() == MAX_SUMS {
            break;
        }
        if next == groups.len() {
            let is_largest = (0..groups.len())
                .all(|group| set.contains(&group) || set.iter().any(|&own| meets(own, group)));
            if is_largest {
                sums.push(set);
            }
            continue;
        }
        let is_free = !set.iter().any(|&own| meets(own, next));
        let can_be_left_out = (0..groups.len()).any(|group| group != next && meets(group, next));
        if !is_free || can_be_left_out {
            waiting.push((next + 1, set.clone()));
        }
        if is_free {
            let with = set.iter().copied().chain([next]);
            waiting.push((next + 1, with.collect()));
        }
    }
    sums
}

/// Most pieces that one push can move: one less than the longest run of cells in a line.
fn longest_push(board: &Board) -> u32 {
    let runs = board.cells().iter().flat_map(|cell| {
        [Direction::Right, Direction::Down].map(|direction| {
            let next = |&at: &_| board.neighbour(at, direction);
            std::iter::successors(Some(cell), next).count() as u32
        })
    });
    runs.max().map_or(1, |run| run.max(2) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_of_groups_without_a_common_class() {
        let sums = |groups: &[&[usize]]| {
            let mut sums = disjoint(groups);
            sums.sort();
            sums
        };
        assert_eq!(sums(&[]), [Vec::<usize>::new()]);
        assert_eq!(sums(&[&[0], &[1, 2], &[3]]), [[0, 1, 2]]);
        assert_eq!(sums(&[&[0], &[0, 1], &[1]]), [vec![0, 2], vec![1]]);
        assert_eq!(sums(&[&[0, 1], &[1, 2], &[2, 0]]), [[0], [1], [2]]);
        assert_eq!(sums(&[&[0][..]; 3]), [[0], [1], [2]]);
        let pairs: Vec<Vec<usize>> = (0..40).map(|group| vec![group / 2]).collect();
        let pairs: Vec<&[usize]> = pairs.iter().map(|own| &own[..]).collect();
        assert_eq!(disjoint(&pairs).len(), MAX_SUMS);
    }

    #[test]
    fn the_longest_push_is_of_a_run_with_one_empty_cell() {
        let push = |text: &str| {
            let text = format!("start = '''\n{text}'''");
            longest_push(&Puzzle::from_toml("x", "x.toml", &text).unwrap().board)
        };
        assert_eq!(push("AB.\n"), 2);
        assert_eq!(push("AB#C.\nA..##\n"), 2);
        assert_eq!(push("A\n.\n.\n.\n"), 3);
        assert_eq!(push("A#\n#.\n"), 1);
    }

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
