//! The ranks of slates: the pattern automaton, gone down for several slates at once.
//!
//! A walk has one word of state: where the next letter lies, the rank so far, and the row of the node. Each row has
//! an addend for each letter, which changes all three at once. Nodes without a choice have no row, and the letters of
//! the first squares together are looked up. Several walks go down side by side, so that the processor waits for
//! several loads at once.

use super::{Lettering, Slate};
use crate::moves::Graph;
use crate::space::{Automaton, EMPTY, NodeId};

/// The bits of a state: where the letter lies, the rank, the row.
const RANK: u32 = 6;
const ROW: u32 = 40;
/// The letters of the first squares that are looked up together have at most so many bits.
const HEAD_BITS: usize = 12;
/// So many slates are ranked side by side.
pub const LANES: usize = 8;

/// The ranks of a graph's slates.
#[derive(Clone, Debug)]
pub struct Ranks<const B: usize, const K: usize> {
    /// By the letters of the first squares: the state behind them.
    heads: Vec<u64>,
    /// By row, then letter: what is added to the state.
    rows: Vec<u64>,
    /// The most rows on a walk.
    steps: usize,
}

/// Where a node leads without a choice: the first one that has any, and its state.
#[derive(Clone, Copy, Default)]
struct Resolved {
    node: NodeId,
    state: u64,
}

impl<const B: usize, const K: usize> Ranks<B, K> {
    /// Addends in a row: one for each letter.
    const WIDTH: usize = K + 2;

    /// The bytes that the ranks of a graph's slates take at most, while they are made; `None` if they, or the
    /// automaton, are too large for a state.
    pub fn bytes(graph: &Graph) -> Option<u64> {
        let nodes = graph.space().automaton().node_count();
        let rows = (nodes + 1).checked_mul(Self::WIDTH)?;
        let fits = graph.patterns() < 1 << (ROW - RANK - 2) && rows < 1 << (64 - ROW);
        // A vector has up to twice the room that was asked for.
        let rows = 2 * rows * size_of::<u64>();
        let nodes = nodes * (size_of::<Resolved>() + size_of::<usize>());
        let heads = size_of::<u64>() << HEAD_BITS;
        fits.then_some((rows + nodes + heads) as u64)
    }

    /// The ranks of a graph's slates; `None` if they, or the automaton, are too large for a state.
    pub fn of(lettering: &Lettering<'_, B, K>) -> Option<Ranks<B, K>> {
        let graph = lettering.graph;
        Self::bytes(graph)?;
        let automaton = graph.space().automaton();
        let nodes = automaton.node_count();
        let width = Self::WIDTH;
        let mut ranks = Ranks {
            heads: Vec::new(),
            rows: vec![0; width],
            steps: 0,
        };
        // The end is the first row: any letter leads there, and adds nothing.
        let mut resolved = vec![Resolved::default(); nodes];
        let mut depths = vec![0; nodes];
        for node in (0..nodes as NodeId).rev() {
            let edges = automaton.edges(node);
            let own = node as usize;
            let place = usize::from(automaton.place(node));
            let bit = lettering.bits.get(place).map_or(0, |&bit| u64::from(bit));
            let row = match edges {
                [] => 0,
                [edge] => {
                    resolved[own] = resolved[edge.to as usize];
                    depths[own] = depths[edge.to as usize];
                    continue;
                }
                _ => ranks.rows.len(),
            };
            let state = (row as u64) << ROW | bit;
            resolved[own] = Resolved { node, state };
            if edges.is_empty() {
                continue;
            }
            ranks.rows.resize(row + width, 0);
            for edge in edges {
                let to = resolved[edge.to as usize];
                let change = to.state.wrapping_sub(state);
                let letter = Self::letter(edge.choice) as usize;
                ranks.rows[row + letter] = change.wrapping_add(edge.before << RANK);
                depths[own] = depths[own].max(depths[to.node as usize] + 1);
            }
        }
        ranks.look_up_heads(lettering, automaton, &resolved, &depths);
        Some(ranks)
    }

    fn letter(choice: crate::space::Choice) -> u64 {
        match choice {
            EMPTY => Lettering::<B, K>::EMPTY,
            choice => choice.into(),
        }
    }

    fn look_up_heads(
        &mut self,
        lettering: &Lettering<'_, B, K>,
        automaton: &Automaton,
        resolved: &[Resolved],
        depths: &[usize],
    ) {
        let bits = HEAD_BITS / B * B;
        self.heads = vec![0; 1 << bits];
        let mut ways = vec![(Automaton::ROOT, 0, 0)];
        while let Some((node, letters, before)) = ways.pop() {
            let place = usize::from(automaton.place(node));
            let Some(&bit) = lettering
                .bits
                .get(place)
                .filter(|&&bit| usize::from(bit) < bits)
            else {
                let to = resolved[node as usize];
                self.heads[letters as usize] = to.state + (before << RANK);
                self.steps = self.steps.max(depths[to.node as usize]);
                continue;
            };
            for edge in automaton.edges(node) {
                let letters: u64 = letters | Self::letter(edge.choice) << bit;
                ways.push((edge.to, letters, before + edge.before));
            }
        }
    }

    /// The ranks of some slates.
    #[inline(always)]
    fn of_keys(&self, keys: &[u64; LANES]) -> [u64; LANES] {
        let head = (1 << (HEAD_BITS / B * B)) - 1;
        let mut states = keys.map(|key| self.heads[key as usize & head]);
        for _ in 0..self.steps {
            for (state, key) in states.iter_mut().zip(keys) {
                let letter = key.wrapping_shr(*state as u32) as usize & ((1 << B) - 1);
                *state = state.wrapping_add(self.rows[(*state >> ROW) as usize + letter]);
            }
        }
        states.map(|state| state << (64 - ROW) >> (64 - ROW + RANK))
    }

    /// Calls `visit` with the ranks of all slates, and with `MIRROR` of their mirror images, of those that are their
    /// own images twice.
    pub fn for_each<const MIRROR: bool>(&self, slates: &[Slate], mut visit: impl FnMut(u64)) {
        let at_once = if MIRROR { LANES / 2 } else { LANES };
        for chunk in slates.chunks(at_once) {
            // What is left over is ranked for nothing.
            let mut keys = [chunk[0].key; LANES];
            for (lane, slate) in chunk.iter().enumerate() {
                keys[lane] = slate.key;
                if MIRROR {
                    keys[at_once + lane] = slate.mirror;
                }
            }
            let ranks = self.of_keys(&keys);
            ranks[..chunk.len()].iter().for_each(|&rank| visit(rank));
            if MIRROR {
                let images = &ranks[at_once..][..chunk.len()];
                images.iter().for_each(|&rank| visit(rank));
            }
        }
    }
}
