//! The place of the cut: where the halves are few, and the ways across them.

use super::halves::WAYS;
use super::way::Way;
use crate::index::{Automaton, NodeId};

/// Where the scan is cut.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The first place behind the cut.
    pub place: u16,
    /// How many places there are.
    pub places: u16,
    /// The first node of the automaton behind the cut.
    pub first: NodeId,
    /// How many heads there are.
    pub heads: u64,
    /// By node of the automaton: the paths to the end.
    pub paths: Vec<u64>,
}

/// How tails are numbered.
#[derive(Debug)]
pub(super) struct FirstTails {
    /// By node of the automaton: the number of its first tail; meaningless before the cut.
    pub of: Vec<u32>,
    /// How many tails there are at cut nodes.
    pub len: usize,
    /// How many there are at all nodes behind the cut.
    pub rows: usize,
}

impl Place {
    /// The place that leaves the fewest heads and tails, where a word more of ways across the seam weighs as much as
    /// a fifth of all; `None` if there is but one place.
    pub fn best(automaton: &Automaton, ways: &[Way], places: u16) -> Option<Place> {
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
            place: cut as u16,
            places,
            first: (0..nodes as NodeId).find(is_behind)?,
            heads: u64::try_from(heads[cut]).unwrap_or(u64::MAX),
            paths,
        })
    }

    /// How many bytes there are at most while the tables are built, where heads and tails have this many `words` each
    /// for slides, some of them `across` the seam, of which `left` are left in the end, and this many `slides`.
    pub fn bytes(&self, words: [usize; 2], across: [usize; 2], slides: [u64; 2]) -> u128 {
        let [across, left] = across.map(|words| words as u128);
        let [slides_of_heads, slides_of_tails] = slides.map(u128::from);
        let (heads, tails) = (u128::from(self.heads), self.tails());
        let masks = [heads * words[0] as u128 * 8, tails * words[1] as u128 * 8];
        let of_nodes = self.paths.len() as u128 * (16 * across + 80);
        // A slide back has a slot in which to wait while halves are paired, and heads have their spots and nodes.
        let heads_paired = masks[0] + heads * (28 + 8 * left) + slides_of_heads * 12;
        let of_heads = heads * (28 + 8 * left) + slides_of_heads * 8;
        let tails_paired = of_heads + masks[1] + tails * (8 + 8 * left) + slides_of_tails * 8;
        of_nodes + heads_paired.max(tails_paired)
    }

    /// Numbers the tails of the cut nodes, in this order, and those of all other nodes behind the cut. They are fewer
    /// than 2^32.
    pub fn number_tails(&self, cut_nodes: &[NodeId]) -> FirstTails {
        let mut of = vec![u32::MAX; self.paths.len()];
        let mut rows = 0;
        for &node in cut_nodes {
            of[node as usize] = rows as u32;
            rows += self.paths[node as usize] as usize;
        }
        let len = rows;
        let behind = of.iter_mut().zip(&self.paths).skip(self.first as usize);
        for (first, &paths) in behind.filter(|(first, _)| **first == u32::MAX) {
            *first = rows as u32;
            rows += paths as usize;
        }
        FirstTails { of, len, rows }
    }

    /// How many tails there are, of all nodes behind the cut.
    pub fn tails(&self) -> u128 {
        let behind = self.paths[self.first as usize..].iter();
        behind.map(|&paths| u128::from(paths)).sum()
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
    fn new(places: u16) -> Sums {
        Sums(vec![0; usize::from(places) + 2])
    }

    /// Adds to all cuts with `from` before them and `to` behind them.
    fn add(&mut self, from: u16, to: u16, number: u64) {
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
