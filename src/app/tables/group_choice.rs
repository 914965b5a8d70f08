//! The choice of the groups of pieces whose tables guide a search.

use crate::{Explorer, Numbered};
use slidewise_analysis::GroupBounds;
use slidewise_engine::graph::GraphLimits;
use slidewise_engine::search::{EngineChoice, Method, Resources};
use slidewise_puzzle::Puzzle;

/// Bytes of a table and its search for which groups are chosen without a memory limit.
const USUAL_BYTES: u64 = 1 << 26;
/// Part of a memory limit that one table and its search may take.
const SHARE: u64 = 4;
/// Most groups that begin with the same pieces.
const MAX_ALIKE: usize = 3;

/// A group of classes, with the numbered positions of its puzzle.
pub(crate) type ChosenGroup = (Vec<usize>, Numbered);

impl Explorer {
    /// Chooses groups of pieces, the pieces of the goals first, then the largest.
    ///
    /// The pieces of the goals are divided into groups without a common piece, whose distances add
    /// up; the other pieces fill these groups. If all pieces of the goals are in one group, further
    /// groups have them with other pieces, and the largest distance counts.
    pub(crate) fn chosen_groups(&self) -> Vec<ChosenGroup> {
        let puzzle = &self.puzzle;
        let (named, others) = in_order(puzzle);
        let mut groups: Vec<ChosenGroup> = Vec::new();
        for &class in &named {
            if let Some(last) = groups.last_mut()
                && let Some(wider) = self.with_class(&last.0, class)
            {
                *last = wider;
            } else {
                groups.extend(self.with_class(&[], class));
            }
        }
        let mut left = others;
        for group in &mut groups {
            left = self.fill(group, left);
        }
        if let [only] = &groups[..] {
            let core: Vec<usize> = only
                .0
                .iter()
                .copied()
                .filter(|own| named.contains(own))
                .collect();
            while !left.is_empty() && groups.len() < MAX_ALIKE {
                let Some(mut group) = self.fitting(core.clone()) else {
                    break;
                };
                let before = left.len();
                left = self.fill(&mut group, left);
                if left.len() == before {
                    break;
                }
                groups.push(group);
            }
        }
        // Such a group bounds nothing.
        groups.retain(|(_, numbered)| !numbered.puzzle().is_always_solved());
        groups
    }

    /// Adds to a group the classes with which it still fits; returns the others.
    fn fill(&self, group: &mut ChosenGroup, classes: Vec<usize>) -> Vec<usize> {
        let mut left = Vec::new();
        for class in classes {
            match self.with_class(&group.0, class) {
                Some(wider) => *group = wider,
                None => left.push(class),
            }
        }
        left
    }

    /// The group with one more class, if its table fits.
    fn with_class(&self, classes: &[usize], class: usize) -> Option<ChosenGroup> {
        let mut classes = classes.to_vec();
        classes.push(class);
        classes.sort_unstable();
        self.fitting(classes)
    }

    /// The group, if it bounds distances and its table fits the memory for one table.
    fn fitting(&self, classes: Vec<usize>) -> Option<ChosenGroup> {
        if !GroupBounds::are_bounded_by(&self.puzzle, self.metric, &classes) {
            return None;
        }
        let most = self.memory.map_or(USUAL_BYTES, |memory| memory / SHARE);
        // An index with more nodes takes long to build, and many groups are tried.
        let allowance = GraphLimits {
            nodes: self.allowance().nodes.min(Method::QUICK_NODES),
            ..self.allowance()
        };
        let group = Explorer {
            puzzle: self.puzzle.group(&classes)?,
            ..self.clone()
        };
        let numbered = group.number_within(allowance).ok()?;
        let graph = &numbered.graph;
        let needs = Resources::of(graph, &EngineChoice::best(graph));
        (needs.memory_bytes <= most).then_some((classes, numbered))
    }
}

/// The classes that goals name, then all others, the largest pieces of each first.
fn in_order(puzzle: &Puzzle) -> (Vec<usize>, Vec<usize>) {
    let mut classes: Vec<usize> = (0..puzzle.classes.len()).collect();
    classes.sort_by_key(|&class| std::cmp::Reverse(puzzle.classes[class].shape.size()));
    let is_named = |class: &usize| {
        let goals = puzzle.goals.iter();
        let mut demands = goals.flat_map(|goal| &goal.demands);
        demands.any(|demand| demand.class == *class)
    };
    classes.into_iter().partition(is_named)
}
