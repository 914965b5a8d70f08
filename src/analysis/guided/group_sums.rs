//! `GroupSums`: how the distances of groups of pieces add up to one lower bound.

use slidewise_board::{Board, Direction};
use slidewise_engine::graph::Metric;

/// Most sets of groups whose distances are added.
const MAX_SUMS: usize = 64;

/// Which distances of groups are added, and how many edges of groups an edge of the puzzle makes.
///
/// An edge of the metrics of one piece moves a piece of at most one of several groups that have no
/// class in common. There it is an edge as well, since fewer pieces are in its way. So the
/// distances of such groups add up (Korf and Felner 2002). Of several goals, each group is measured
/// to its own nearest one, and what leads to one goal takes each group at least that far.
///
/// A push of the metric `line` moves one piece of each of several groups of a single piece. Their
/// sum is therefore divided by the most pieces that a push moves. Larger groups bound nothing
/// there: where a piece between two others is taken away, their push is no longer one push.
#[derive(Clone, Debug)]
pub struct GroupSums {
    /// Sets of groups without a common class, none of which can be made larger.
    sums: Vec<Vec<usize>>,
    /// Most edges of groups that one edge of the puzzle makes.
    edges: u32,
}

impl GroupSums {
    /// The sums of groups, each given by its classes.
    pub fn new(board: &Board, metric: Metric, groups: &[&[usize]]) -> GroupSums {
        GroupSums {
            sums: disjoint(groups),
            edges: match metric {
                Metric::Step | Metric::Slide | Metric::Move => 1,
                Metric::Line => longest_push(board),
            },
        }
    }

    /// Number of sums of which the largest counts.
    pub fn count(&self) -> usize {
        self.sums.len()
    }

    /// The lower bound for the distance of a position from those of its groups.
    pub fn bound(&self, distances: &[u16]) -> u32 {
        let sums = self.sums.iter().map(|groups| {
            let own = groups.iter().map(|&group| u32::from(distances[group]));
            own.sum::<u32>().div_ceil(self.edges)
        });
        let most = distances.iter().map(|&distance| u32::from(distance));
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
    use slidewise_puzzle::Puzzle;

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
}
