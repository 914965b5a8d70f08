//! Join nodes: the nodes of the automaton at which heads end and tails begin.

use super::displacement_pair::BITS;
use super::half_paths::HalfPaths;
use super::split_point::SplitPoint;
use crate::index::{Automaton, EMPTY, Layout, NodeId};
use slidewise_board::SmallCellSet;

/// The join nodes, with the displacements that are possible there.
#[derive(Debug)]
pub(super) struct JoinNodes {
    /// Join nodes, ordered so that every forward displacement leads to an earlier join node.
    pub nodes: Vec<NodeId>,
    /// Displacements that the tails of a join node may allow, indexed by join node. Left out are
    /// displacements that are blocked by places that the head covers, and crossing ones that no
    /// head or no tail of the join node allows.
    pub possible: Vec<u64>,
    /// Crossing displacements that both a head and a tail of a join node allow, indexed by node of
    /// the automaton. The entry of the end node has all bits set.
    pub useful: Vec<u64>,
    /// Number of bitmap words for the crossing displacements of a half board. They have bits for
    /// all crossing displacements, or only for those useful at the half board's join node.
    pub words: usize,
}

/// Pieces on the path to a node of the automaton.
#[derive(Clone, Copy)]
struct JoinState {
    /// Number of pieces of each kind, packed.
    used: u128,
    /// Places after the split that the pieces on the path cover.
    covered: SmallCellSet,
}

impl JoinNodes {
    /// Finds the join nodes of a split.
    pub(super) fn new(
        automaton: &Automaton,
        layout: &Layout,
        place: &SplitPoint,
        heads: &HalfPaths,
        tails: &HalfPaths,
    ) -> JoinNodes {
        let first = place.first;
        let words = heads.words - heads.inner;
        let mut useful = by_tails(automaton, first, tails);
        let by_heads = by_heads(automaton, first, heads);
        let mut nodes = states(automaton, layout, place);
        // The order is by `used`, then by `covered` from the greatest to the least. A displacement
        // changes each of the two by the same amount wherever it is possible, so it keeps this
        // order. A forward displacement decreases `used` if its piece leaves the head; otherwise it
        // increases `covered`, because the piece then covers later places. So a forward
        // displacement leads to an earlier join node, and the backward one comes first.
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
        JoinNodes {
            words: most.div_ceil(BITS).min(words),
            nodes,
            possible,
            useful,
        }
    }

    /// Crossing displacements that each half board allows; `nodes` yields the join node of each
    /// half board.
    ///
    /// If fewer words are enough, only the displacements useful at the join node have bits, in the
    /// same order. The bits then have the same meaning for all half boards of a join node.
    pub(super) fn across(
        &self,
        halves: &HalfPaths,
        nodes: impl Iterator<Item = NodeId>,
    ) -> Vec<u64> {
        let words = halves.words - halves.inner;
        let mut across = vec![0u64; halves.len * self.words];
        let rows = across.chunks_exact_mut(self.words.max(1));
        for ((half, across), node) in rows.enumerate().zip(nodes) {
            let slides = &halves.slides(half)[halves.inner..];
            if self.words == words {
                // Copied in a loop, because a call of `memcpy` would cost more for one or two
                // words.
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

/// Crossing displacements that some path from a node after the split to the end allows, indexed by
/// node.
fn by_tails(automaton: &Automaton, first: NodeId, tails: &HalfPaths) -> Vec<u64> {
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

/// Crossing displacements that some path to a node allows, indexed by node, up to the join nodes.
fn by_heads(automaton: &Automaton, first: NodeId, heads: &HalfPaths) -> Vec<u64> {
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

/// Join nodes with their states: the nodes after the split that have an edge from a node before it.
fn states(automaton: &Automaton, layout: &Layout, place: &SplitPoint) -> Vec<(NodeId, JoinState)> {
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
    let behind = !SmallCellSet::first_cells(usize::from(place.place));
    let mut states: Vec<Option<JoinState>> = vec![None; automaton.node_count()];
    states[Automaton::ROOT as usize] = Some(JoinState {
        used: 0,
        covered: SmallCellSet::EMPTY,
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
                    placement.map_or(SmallCellSet::EMPTY, |placement| placement.places.cast());
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
