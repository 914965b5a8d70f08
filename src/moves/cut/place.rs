//! The place of the cut: where the halves are few, and the ways across them.

use super::halves::WAYS;
use super::way::Way;
use crate::space::{Automaton, NodeId};

/// Where the scan is cut.
#[derive(Debug)]
pub(super) struct Place {
    /// The first place behind the cut.
    pub place: u8,
    /// How many places there are.
    pub places: u8,
    /// The first node of the automaton behind the cut.
    pub first: NodeId,
    /// How many heads there are.
    pub heads: u64,
    /// By node of the automaton: the paths to the end.
    pub paths: Vec<u64>,
}

impl Place {
    /// The place that leaves the fewest heads and tails, where a word more of ways across the seam weighs as much as
    /// a fifth of all; `None` if there is but one place.
    pub fn best(automaton: &Automaton, ways: &[Way], places: u8) -> Option<Place> {
        let nodes = automaton.node_count();
        let mut paths = vec![1u64; nodes];
        let mut paths_to = vec![0u64; nodes];
        // The least place from which a choice leads to a node.
        let mut before = vec![places; nodes];
        paths_to[Automaton::ROOT as usize] = 1;
        let mut heads = Sums::new(places);
        for node in 0..nodes as NodeId {
            let (own, place) = (paths_to[node as usize], automaton.place(node));
            for edge in automaton.edges(node) {
                let to = edge.to as usize;
                paths_to[to] = paths_to[to].saturating_add(own);
                before[to] = before[to].min(place);
                heads.add(place, automaton.place(edge.to), own);
            }
        }
        let mut tails = Sums::new(places);
        for node in (0..nodes as NodeId).rev() {
            if let Some(last) = automaton.edges(node).last() {
                paths[node as usize] = last.before + paths[last.to as usize];
            }
            let own = paths[node as usize];
            tails.add(before[node as usize], automaton.place(node), own);
        }
        let mut across = Sums::new(places);
        for way in ways {
            let [first, last] = way.touched();
            across.add(first, last, 1);
        }
        let [heads, tails, across] = [heads, tails, across].map(Sums::by_cut);
        let weight = |cut: usize| {
            let words = across[cut].div_ceil(WAYS as u128);
            (heads[cut] + tails[cut]).saturating_mul(words + 4)
        };
        let cut = (1..usize::from(places)).min_by_key(|&cut| weight(cut))?;
        let is_behind = |&node: &NodeId| usize::from(automaton.place(node)) >= cut;
        Some(Place {
            place: cut as u8,
            places,
            first: (0..nodes as NodeId).find(is_behind)?,
            heads: u64::try_from(heads[cut]).unwrap_or(u64::MAX),
            paths,
        })
    }

    /// About how many bytes building takes, with so many words of slides for each head and each tail: for slides,
    /// where each leads and for each node.
    pub fn bytes(&self, in_heads: usize, in_tails: usize) -> u64 {
        let each = |words: usize| 40 * words as u64 + 64;
        let behind = self.paths[self.first as usize..].iter();
        let tails = behind.fold(0u64, |sum, &paths| sum.saturating_add(paths));
        let nodes = self.paths.len() as u64;
        let halves = [(self.heads, in_heads), (tails, in_tails), (nodes, in_heads)];
        halves.iter().fold(0, |sum: u64, &(number, words)| {
            sum.saturating_add(number.saturating_mul(each(words)))
        })
    }

    /// The ways within heads, those within tails, and those across the seam.
    pub fn sorted(&self, ways: Vec<Way>) -> [Vec<Way>; 3] {
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

/// Numbers by cut, added for all cuts between two places at once: by place, how much more a cut there has than the
/// one before it. Sums may pass zero on the way, never in the end.
struct Sums(Vec<u128>);

impl Sums {
    fn new(places: u8) -> Sums {
        Sums(vec![0; usize::from(places) + 2])
    }

    /// Adds to all cuts with `from` before them and `to` behind them.
    fn add(&mut self, from: u8, to: u8, number: u64) {
        if from < to {
            let (more, less) = (usize::from(from) + 1, usize::from(to) + 1);
            self.0[more] = self.0[more].wrapping_add(u128::from(number));
            self.0[less] = self.0[less].wrapping_sub(u128::from(number));
        }
    }

    fn by_cut(self) -> Vec<u128> {
        let mut sum = 0u128;
        let sums = self.0.into_iter();
        sums.map(|more| {
            sum = sum.wrapping_add(more);
            sum
        })
        .collect()
    }
}
