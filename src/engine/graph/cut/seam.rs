//! The seam: the nodes of the automaton at which heads end and tails begin.

use super::halves::{BITS, Halves};
use super::place::Place;
use crate::index::{Automaton, EMPTY, Layout, NodeId};
use slidewise_board::SmallSet;

/// Where heads and tails meet.
#[derive(Debug)]
pub(super) struct Seam {
    /// The cut nodes, in an order that all slides keep.
    pub nodes: Vec<NodeId>,
    /// By cut node: the slides that tails may allow there: not where the head covers what they want, and across
    /// the seam only useful ones.
    pub possible: Vec<u64>,
    /// By node of the automaton: the slides across the seam that both a head and a tail of the cut node allow. Only
    /// for these there is something on the other side. All at the end of the automaton.
    pub useful: Vec<u64>,
    /// Words for the slides across the seam that a half allows: enough for all, or for those that are useful at its
    /// cut node.
    pub words: usize,
}

/// What a node of the automaton says of the pieces before it.
#[derive(Clone, Copy)]
struct State {
    /// How many pieces of each kind there are, packed.
    used: u128,
    /// What they cover behind the cut.
    covered: SmallSet,
}

impl Seam {
    /// The seam at a place.
    pub fn new(
        automaton: &Automaton,
        layout: &Layout,
        place: &Place,
        heads: &Halves,
        tails: &Halves,
    ) -> Seam {
        let first = place.first;
        let words = heads.words - heads.inner;
        let mut useful = by_tails(automaton, first, tails);
        let by_heads = by_heads(automaton, first, heads);
        let mut nodes = states(automaton, layout, place);
        // A slide changes both parts of a state by the same number wherever it is possible, so it keeps this order.
        // One forth lessens the first, if the piece leaves the head, or else makes the second greater, since it
        // covers later places: so the slide back has the lesser nodes.
        nodes.sort_unstable_by_key(|(_, state)| (state.used, !state.covered.0));
        let mut possible = Vec::with_capacity(nodes.len() * tails.words);
        for &(node, state) in &nodes {
            possible.extend(tails.beside(state.covered));
            let own = possible.len() - words;
            let row = node as usize * words;
            let by_heads = &by_heads[row..row + words];
            let useful = &mut useful[row..row + words];
            for ((possible, useful), by_heads) in
                possible[own..].iter_mut().zip(useful).zip(by_heads)
            {
                *possible &= *useful & by_heads;
                *useful = *possible;
            }
        }
        let nodes: Vec<NodeId> = nodes.into_iter().map(|(node, _)| node).collect();
        let useful_at = |&node: &NodeId| {
            let useful = useful[node as usize * words..][..words].iter();
            useful.map(|word| word.count_ones() as usize).sum()
        };
        let most: usize = nodes.iter().map(useful_at).max().unwrap_or(0);
        Seam {
            words: most.div_ceil(BITS).min(words),
            nodes,
            possible,
            useful,
        }
    }

    /// By half board: its slides across the seam; `nodes` are their cut nodes.
    ///
    /// Where that takes fewer words there are bits for those slides only that are useful at the cut node, in the same
    /// order: halves of the same node have the same ones.
    pub fn across(&self, halves: &Halves, nodes: impl Iterator<Item = NodeId>) -> Vec<u64> {
        let words = halves.words - halves.inner;
        let mut across = vec![0u64; halves.len * self.words];
        let rows = across.chunks_exact_mut(self.words.max(1));
        for ((half, across), node) in rows.enumerate().zip(nodes) {
            let slides = &halves.slides(half)[halves.inner..];
            if self.words == words {
                // No call for a word or two.
                for (across, &slides) in across.iter_mut().zip(slides) {
                    *across = slides;
                }
                continue;
            }
            let useful = &self.useful[node as usize * words..][..words];
            let mut before = 0;
            for (&slides, &useful) in slides.iter().zip(useful) {
                let mut left = slides;
                while left != 0 {
                    let below = (left & left.wrapping_neg()) - 1;
                    let bit = before + (useful & below).count_ones() as usize;
                    across[bit / BITS] |= 1 << (bit % BITS);
                    left &= left - 1;
                }
                before += useful.count_ones() as usize;
            }
        }
        across
    }
}

/// By node behind the cut: the slides across the seam that a path from there to the end allows.
fn by_tails(automaton: &Automaton, first: NodeId, tails: &Halves) -> Vec<u64> {
    let words = tails.words - tails.inner;
    let end = automaton.node_count() - 1;
    let mut all = vec![0; (end + 1) * words];
    all[end * words..].fill(u64::MAX);
    for node in (first..end as NodeId).rev() {
        let place = automaton.place(node);
        for edge in automaton.edges(node) {
            let allowed = &tails.allowed(place, edge.choice)[tails.inner..];
            for (word, allowed) in allowed.iter().enumerate() {
                all[node as usize * words + word] |= allowed & all[edge.to as usize * words + word];
            }
        }
    }
    all
}

/// By node up to the cut nodes: the slides across the seam that a path to there allows.
fn by_heads(automaton: &Automaton, first: NodeId, heads: &Halves) -> Vec<u64> {
    let words = heads.words - heads.inner;
    let mut all = vec![0; automaton.node_count() * words];
    all[..words].fill(u64::MAX);
    for node in 0..first {
        let place = automaton.place(node);
        for edge in automaton.edges(node) {
            let allowed = &heads.allowed(place, edge.choice)[heads.inner..];
            for (word, allowed) in allowed.iter().enumerate() {
                all[edge.to as usize * words + word] |= allowed & all[node as usize * words + word];
            }
        }
    }
    all
}

/// The cut nodes with their states: those behind the cut to which an edge leads from before it.
fn states(automaton: &Automaton, layout: &Layout, place: &Place) -> Vec<(NodeId, State)> {
    let mut shift = 0;
    let weights: Vec<u128> = layout
        .kinds
        .iter()
        .map(|kind| {
            let weight = 1 << shift;
            shift += usize::BITS - kind.count.leading_zeros();
            weight
        })
        .collect();
    let behind = !SmallSet::first_cells(usize::from(place.place));
    let mut states: Vec<Option<State>> = vec![None; automaton.node_count()];
    states[Automaton::ROOT as usize] = Some(State {
        used: 0,
        covered: SmallSet::EMPTY,
    });
    let mut nodes = Vec::new();
    for node in 0..place.first {
        let Some(state) = states[node as usize] else {
            continue;
        };
        let begun_at = usize::from(automaton.place(node));
        for edge in automaton.edges(node) {
            if states[edge.to as usize].is_some() {
                continue;
            }
            let mut after = state;
            if edge.choice != EMPTY {
                let kind = usize::from(edge.choice) - 1;
                let placement = layout.kinds[kind].placements[begun_at].as_ref();
                after.used += weights[kind];
                after.covered |=
                    placement.map_or(SmallSet::EMPTY, |placement| placement.places.cast());
            }
            states[edge.to as usize] = Some(after);
            if edge.to >= place.first {
                after.covered = after.covered & behind;
                nodes.push((edge.to, after));
            }
        }
    }
    nodes
}
