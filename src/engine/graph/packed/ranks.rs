//! Ranks of packed boards, by walks down the pattern automaton for several boards at once.
//!
//! The state of a walk is one word with three parts: the position of the next letter in the packed
//! board, the index of the current node's row in a table, and the rank so far. A row has an addend
//! for each letter. Adding it to the state updates all three parts at once. Nodes with only one
//! choice have no row, and the letters of the first squares are looked up together. Several walks
//! go down side by side, so that the processor waits for several memory loads at once.

use super::{PackedBoard, PackedLayout};
use crate::graph::Graph;
use crate::index::{Automaton, EMPTY, NodeId};

/// Position of the lowest bit of the row index in a walk's state; the bits below it hold the
/// position of the next letter.
const ROW: u32 = 6;
/// Position of the lowest bit of the rank in a walk's state.
const RANK: u32 = 32;
/// Maximum number of bits in the letters of the first squares, which are looked up together.
const HEAD_BITS: usize = 12;
/// Number of boards that are ranked side by side.
pub(super) const LANES: usize = 8;

/// The ranks of a graph's packed boards.
#[derive(Clone, Debug)]
pub(crate) struct PackedRanks<const B: usize, const E: usize> {
    /// State of a walk after the first squares, indexed by the letters of these squares.
    heads: Vec<u64>,
    /// Table of addends. The index of an addend is the start of the node's row plus the letter.
    /// Zeros after the last row make the length a power of two.
    rows: Vec<u64>,
    /// Maximum number of rows that a walk visits.
    steps: usize,
}

/// State of a walk at the first node with several choices, on the way down from a node, that node
/// included.
///
/// `steps` is the maximum number of rows that a walk visits from there on.
#[derive(Clone, Copy, Default)]
struct ResolvedNode {
    state: u64,
    steps: usize,
}

impl<const B: usize, const E: usize> PackedRanks<B, E> {
    /// Upper limit of the words that the table of all rows takes for a graph.
    ///
    /// A row has `E` words for `E` letters: no choice has the letter 0, so the first word of a row
    /// is the last word of the row before.
    fn words(graph: &Graph) -> Option<usize> {
        let nodes = graph.space().automaton().node_count();
        let words = nodes.checked_mul(E)?.checked_add(E + 1)?;
        words.checked_next_power_of_two()
    }

    /// Maximum bytes that the ranks take while they are built.
    ///
    /// `None` if a walk's state, one word, has too few bits for the ranks or for the automaton.
    pub(crate) fn bytes(graph: &Graph) -> Option<u64> {
        let words = Self::words(graph)?;
        let fits = graph.patterns() < 1 << (64 - RANK) && words < 1 << (RANK - ROW);
        let nodes = graph.space().automaton().node_count() * size_of::<ResolvedNode>();
        let words = words * size_of::<u64>();
        let heads = size_of::<u64>() << HEAD_BITS;
        fits.then_some((words + nodes + heads) as u64)
    }

    /// Builds the ranks of a layout; `None` if a walk's state has too few bits for them or for the
    /// automaton.
    pub(crate) fn of(packed: &PackedLayout<'_, B, E>) -> Option<PackedRanks<B, E>> {
        let graph = packed.graph;
        Self::bytes(graph)?;
        let automaton = graph.space().automaton();
        let nodes = 0..automaton.node_count() as NodeId;
        let has_row = |node| automaton.edges(node).len() > 1;
        let with_rows = nodes.clone().filter(|&node| has_row(node)).count();
        let mut rows = vec![0; (E + 1 + E * with_rows).next_power_of_two()];
        // The end node has the first row, in which all addends are 0: a walk that has arrived there
        // stays there, and its rank stays the same.
        let mut row = 0;
        let mut resolved = vec![ResolvedNode::default(); nodes.len()];
        for node in nodes.rev() {
            let edges = automaton.edges(node);
            if let [edge] = edges {
                resolved[node as usize] = resolved[edge.to as usize];
                continue;
            }
            let place = usize::from(automaton.place(node));
            let bit = packed.bits.get(place).map_or(0, |&bit| u64::from(bit));
            if !edges.is_empty() {
                row += E;
            }
            let state = (row as u64) << ROW | bit;
            let mut steps = 0;
            for edge in edges {
                let to = resolved[edge.to as usize];
                let change = to.state.wrapping_sub(state);
                let letter = Self::letter(edge.choice) as usize;
                rows[row + letter] = change.wrapping_add(edge.before << RANK);
                steps = steps.max(to.steps + 1);
            }
            resolved[node as usize] = ResolvedNode { state, steps };
        }
        let mut ranks = PackedRanks {
            heads: vec![0; 1 << (HEAD_BITS / B * B)],
            rows,
            steps: 0,
        };
        ranks.look_up_heads(packed, &resolved);
        Some(ranks)
    }

    fn letter(choice: crate::index::Choice) -> u64 {
        match choice {
            EMPTY => PackedLayout::<B, E>::EMPTY,
            choice => choice.into(),
        }
    }

    fn look_up_heads(&mut self, packed: &PackedLayout<'_, B, E>, resolved: &[ResolvedNode]) {
        let automaton = packed.graph.space().automaton();
        let bits = HEAD_BITS / B * B;
        let mut ways = vec![(Automaton::ROOT, 0, 0)];
        while let Some((node, letters, before)) = ways.pop() {
            let place = usize::from(automaton.place(node));
            let Some(&bit) = packed
                .bits
                .get(place)
                .filter(|&&bit| usize::from(bit) < bits)
            else {
                let to = resolved[node as usize];
                self.heads[letters as usize] = to.state + (before << RANK);
                self.steps = self.steps.max(to.steps);
                continue;
            };
            for edge in automaton.edges(node) {
                let letters: u64 = letters | Self::letter(edge.choice) << bit;
                ways.push((edge.to, letters, before + edge.before));
            }
        }
    }

    /// Ranks several boards, given by their words.
    #[inline(always)]
    fn of_keys(&self, keys: &[u64; LANES]) -> [u64; LANES] {
        let (heads, rows) = (&self.heads[..1 << (HEAD_BITS / B * B)], &self.rows[..]);
        let (last_head, last_row) = (heads.len() - 1, rows.len() - 1);
        let mut states = keys.map(|key| heads[key as usize & last_head]);
        for _ in 0..self.steps {
            for (state, key) in states.iter_mut().zip(keys) {
                let letter = key.wrapping_shr(*state as u32) as usize & ((1 << B) - 1);
                let row = (*state as u32 >> ROW) as usize;
                *state = state.wrapping_add(rows[(row + letter) & last_row]);
            }
        }
        states.map(|state| state >> RANK)
    }

    /// Calls `visit` with the rank of each board and, if `MIRROR` is true, with the rank of its
    /// mirror image.
    ///
    /// If a board is its own mirror image, its rank is then visited twice.
    pub(crate) fn for_each<const MIRROR: bool>(
        &self,
        boards: &[PackedBoard],
        visit: impl FnMut(u64),
    ) {
        if MIRROR {
            self.for_each_of::<{ LANES / 2 }>(boards, visit)
        } else {
            self.for_each_of::<LANES>(boards, visit)
        }
    }

    /// Ranks `N` boards at a time. If `N` is half of [`LANES`], their mirror images are ranked too.
    #[inline(always)]
    fn for_each_of<const N: usize>(&self, boards: &[PackedBoard], mut visit: impl FnMut(u64)) {
        let ranks_of = |chunk: &[PackedBoard; N]| {
            let key = |lane: usize| {
                if lane < N {
                    chunk[lane].key
                } else {
                    chunk[lane - N].mirror
                }
            };
            self.of_keys(&std::array::from_fn(key))
        };
        let (chunks, rest) = boards.as_chunks::<N>();
        for chunk in chunks {
            ranks_of(chunk).into_iter().for_each(&mut visit);
        }
        if !rest.is_empty() {
            // Copies of the first board fill the unused entries; the ranks of these copies are
            // dropped.
            let mut chunk = [rest[0]; N];
            chunk[..rest.len()].copy_from_slice(rest);
            let ranks = ranks_of(&chunk);
            let halves = ranks.chunks(N);
            let used = halves.flat_map(|half| &half[..rest.len()]);
            used.for_each(|&rank| visit(rank));
        }
    }
}
