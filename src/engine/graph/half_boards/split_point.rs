//! The split point: the place of the scan that leaves few half boards and few crossing
//! displacements.

use super::displacement_pair::{DisplacementPair, WAYS};
use crate::index::{Automaton, NodeId};

/// Split of the scan into heads, before a certain place, and tails, from this place on.
#[derive(Clone, Debug)]
pub(super) struct SplitPoint {
    /// First place after the split.
    pub place: u16,
    /// Number of places in the scan.
    pub places: u16,
    /// First node of the automaton whose place lies after the split.
    pub first: NodeId,
    /// Number of heads: paths from the root to the split.
    pub heads: u64,
    /// Number of paths from a node to the end, indexed by node of the automaton.
    pub paths: Vec<u64>,
}

/// Numbering of the tails.
#[derive(Debug)]
pub(super) struct TailNumbers {
    /// Number of a node's first tail, indexed by node of the automaton; meaningless for nodes
    /// before the split.
    pub of: Vec<u32>,
    /// Number of tails that begin at join nodes.
    pub len: usize,
    /// Number of tails that begin at any node after the split.
    pub rows: usize,
}

impl SplitPoint {
    /// Finds the split with the least weight; `None` if there is only one place.
    ///
    /// The weight is (heads + tails) x (w + 4), where w is the number of bitmap words that have a
    /// bit for each crossing displacement.
    pub(super) fn best(
        automaton: &Automaton,
        ways: &[DisplacementPair],
        places: u16,
    ) -> Option<SplitPoint> {
        let nodes = automaton.node_count();
        let mut paths = vec![1u64; nodes];
        let mut paths_to = vec![0u64; nodes];
        // Lowest place of all nodes with an edge to a node, indexed by the node that the edges
        // enter.
        let mut before = vec![places; nodes];
        paths_to[Automaton::ROOT as usize] = 1;
        let mut heads = SplitSums::new(places);
        for node in 0..nodes as NodeId {
            let (own, place) = (paths_to[node as usize], automaton.place(node));
            for edge in automaton.edges(node) {
                let to = edge.to as usize;
                paths_to[to] = paths_to[to].saturating_add(own);
                before[to] = before[to].min(place);
                heads.add(place, automaton.place(edge.to), own);
            }
        }
        let mut tails = SplitSums::new(places);
        for node in (0..nodes as NodeId).rev() {
            if let Some(last) = automaton.edges(node).last() {
                paths[node as usize] = last.before + paths[last.to as usize];
            }
            let own = paths[node as usize];
            tails.add(before[node as usize], automaton.place(node), own);
        }
        let mut across = SplitSums::new(places);
        for way in ways {
            let [first, last] = way.touched();
            across.add(first, last, 1);
        }
        let [heads, tails, across] = [heads, tails, across].map(SplitSums::by_split);
        let weight = |split: usize| {
            let words = across[split].div_ceil(WAYS as u128);
            (heads[split] + tails[split]).saturating_mul(words + 4)
        };
        let split = (1..usize::from(places)).min_by_key(|&split| weight(split))?;
        let is_behind = |&node: &NodeId| usize::from(automaton.place(node)) >= split;
        Some(SplitPoint {
            place: split as u16,
            places,
            first: (0..nodes as NodeId).find(is_behind)?,
            heads: u64::try_from(heads[split]).unwrap_or(u64::MAX),
            paths,
        })
    }

    /// Maximum bytes that building the tables of half boards takes.
    ///
    /// `words` and `slides` have one value for heads and one for tails: the number of bitmap words
    /// of a half board, and the number of displacements of all half boards. `across` has the number
    /// of words for the crossing displacements of a half board during building, and that in the
    /// finished tables.
    pub(super) fn bytes(&self, words: [usize; 2], across: [usize; 2], slides: [u64; 2]) -> u128 {
        let [across, left] = across.map(|words| words as u128);
        let [slides_of_heads, slides_of_tails] = slides.map(u128::from);
        let (heads, tails) = (u128::from(self.heads), self.tails());
        let masks = [heads * words[0] as u128 * 8, tails * words[1] as u128 * 8];
        let of_nodes = self.paths.len() as u128 * (16 * across + 80);
        // While pairs of heads are found, a queue has one entry for each backward displacement, and
        // the packed rank and the join node of each head are kept.
        let heads_paired = masks[0] + heads * (28 + 8 * left) + slides_of_heads * 12;
        let of_heads = heads * (28 + 8 * left) + slides_of_heads * 8;
        let tails_paired = of_heads + masks[1] + tails * (8 + 8 * left) + slides_of_tails * 8;
        of_nodes + heads_paired.max(tails_paired)
    }

    /// Numbers the tails of `join_nodes`, in the order given, then those of all other nodes after
    /// the split.
    ///
    /// There must be fewer than 2^32 tails.
    pub(super) fn number_tails(&self, join_nodes: &[NodeId]) -> TailNumbers {
        let mut of = vec![u32::MAX; self.paths.len()];
        let mut rows = 0;
        for &node in join_nodes {
            of[node as usize] = rows as u32;
            rows += self.paths[node as usize] as usize;
        }
        let len = rows;
        let behind = of.iter_mut().zip(&self.paths).skip(self.first as usize);
        for (first, &paths) in behind.filter(|(first, _)| **first == u32::MAX) {
            *first = rows as u32;
            rows += paths as usize;
        }
        TailNumbers { of, len, rows }
    }

    /// Number of tails that begin at any node after the split.
    pub(super) fn tails(&self) -> u128 {
        let behind = self.paths[self.first as usize..].iter();
        behind.map(|&paths| u128::from(paths)).sum()
    }

    /// Sorts displacements into those within heads, those within tails, and those that cross the
    /// split.
    pub(super) fn sorted(&self, ways: Vec<DisplacementPair>) -> [Vec<DisplacementPair>; 3] {
        let mut sorted = [const { Vec::new() }; 3];
        for way in ways {
            let part = match way.touched() {
                [_, last] if last < self.place => 0,
                [first, _] if first >= self.place => 1,
                _ => 2,
            };
            sorted[part].push(way);
        }
        sorted
    }
}

/// A sum for each possible split, stored as its difference from the sum for the previous split.
/// Differences may wrap below zero; the sums never do.
struct SplitSums(Vec<u128>);

impl SplitSums {
    fn new(places: u16) -> SplitSums {
        SplitSums(vec![0; usize::from(places) + 2])
    }

    /// Adds a number to the sum of each split that lies after the place `from` and not after the
    /// place `to`.
    fn add(&mut self, from: u16, to: u16, number: u64) {
        if from < to {
            let (more, less) = (usize::from(from) + 1, usize::from(to) + 1);
            self.0[more] = self.0[more].wrapping_add(u128::from(number));
            self.0[less] = self.0[less].wrapping_sub(u128::from(number));
        }
    }

    fn by_split(self) -> Vec<u128> {
        let mut sum = 0u128;
        let sums = self.0.into_iter();
        sums.map(|more| {
            sum = sum.wrapping_add(more);
            sum
        })
        .collect()
    }
}
