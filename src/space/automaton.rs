//! The pattern automaton: every way to fill the board as a path, every path a number.
//!
//! Its nodes are half-scanned boards: the next cell that nothing covers, the pieces still to place, which of
//! the cells to come are covered, what the rules remember. Equal nodes are one, dead ends are none. It knows
//! kinds and places, and neither tokens nor moves; its edges carry, beside the choice, how many ways to fill
//! the board the earlier choices of the node have.

use super::SpaceError;
use super::law::{Law, Memory, Standing};
use super::layout::{Kind, Layout};
use crate::board::CellSet;
use ahash::AHashMap;
use num_bigint::BigUint;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A node of the automaton.
pub type NodeId = u32;

/// What is done at a cell that nothing covers yet: 0 leaves it empty, `1 + kind` begins a piece there.
pub type Choice = u8;

/// The choice that leaves a cell empty.
pub const EMPTY: Choice = 0;

/// A choice at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// How many patterns begin with an earlier choice at the same node.
    pub before: u64,
    /// The node to which the choice leads.
    pub to: NodeId,
    /// The choice.
    pub choice: Choice,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    first_edge: u32,
    place: u8,
}

/// All patterns of a layout, numbered without holes.
///
/// Bytes: 8 a node, 16 an edge. Construction takes time in proportion to the edges.
#[derive(Clone, Debug)]
pub struct Automaton {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    len: BigUint,
}

/// The most nodes that are built before a puzzle is refused: about two gigabytes while building.
pub const MOST_NODES: usize = 1 << 24;

/// The most edges that are built for each node that may be: as much again, where there are many kinds.
const MOST_EDGES_A_NODE: usize = 2;

impl Automaton {
    /// The root of every automaton that has a pattern.
    pub const ROOT: NodeId = 0;

    /// Builds the automaton of a layout under its rules.
    ///
    /// # Errors
    /// If more than `most_nodes` nodes would be needed, or twice as many edges.
    pub fn new(layout: &Layout, law: &Law, most_nodes: usize) -> Result<Automaton, SpaceError> {
        let draft = Draft::new(layout, law, most_nodes)?;
        Ok(draft.finish())
    }

    /// How many patterns there are.
    pub fn len(&self) -> &BigUint {
        &self.len
    }

    /// How many nodes the automaton has.
    pub fn node_count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// How many bytes the automaton takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.edges[..])
    }

    /// The place at which the node's choice is made; the number of places for the node at the end.
    #[inline]
    pub fn place(&self, node: NodeId) -> u8 {
        self.nodes[node as usize].place
    }

    /// The choices at a node, in order.
    #[inline]
    pub fn edges(&self, node: NodeId) -> &[Edge] {
        let from = self.nodes[node as usize].first_edge as usize;
        let to = self.nodes[node as usize + 1].first_edge as usize;
        &self.edges[from..to]
    }

    /// The edge of a choice, if it is allowed at the node.
    #[inline]
    pub fn edge(&self, node: NodeId, choice: Choice) -> Option<&Edge> {
        self.edges(node).iter().find(|edge| edge.choice == choice)
    }

    /// The edge on which the pattern of this rank goes on; `rank` counts among the node's own patterns.
    #[inline]
    pub fn edge_of_rank(&self, node: NodeId, rank: u64) -> &Edge {
        let edges = self.edges(node);
        let mut chosen = &edges[0];
        for edge in &edges[1..] {
            if edge.before > rank {
                break;
            }
            chosen = edge;
        }
        chosen
    }
}

/// A half-scanned board; what is left is packed, each kind in bits of its own.
#[derive(Clone, Eq)]
struct State {
    covered: u128,
    left: u128,
    memory: Memory,
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        // Most puzzles have no rule, and comparing two empty slices would cost more than all the rest.
        self.covered == other.covered
            && self.left == other.left
            && (self.memory.is_empty() || self.memory == other.memory)
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // Equal states have memories of one length, so that leaving an empty one out is no ambiguity.
        let covered_and_left = self.covered.rotate_left(64) ^ self.left;
        hasher.write_u128(covered_and_left);
        if !self.memory.is_empty() {
            self.memory.hash(hasher);
        }
    }
}

/// An automaton in the making: nodes numbered as they are discovered, dead ends among them.
#[derive(Default)]
struct Draft {
    places: Vec<u8>,
    /// The nodes in the order in which they were scanned: by place.
    scanned: Vec<NodeId>,
    /// The edges of the scanned nodes, one node after the other; `before` is filled in later.
    edges: Vec<Edge>,
    /// By node: where its edges lie.
    ranges: Vec<Range<u32>>,
    end: Option<NodeId>,
}

/// How the numbers of pieces left are packed into one word.
struct Packing {
    shifts: Vec<u32>,
    masks: Vec<u128>,
}

impl Packing {
    /// A kind of n pieces takes as many bits as n has, at most n: together at most 128, as many as pieces.
    fn new(kinds: &[Kind]) -> Packing {
        let mut shift = 0;
        let mut packing = Packing {
            shifts: Vec::new(),
            masks: Vec::new(),
        };
        for kind in kinds {
            let bits = usize::BITS - kind.count.leading_zeros();
            packing.shifts.push(shift);
            packing.masks.push((u128::MAX >> (128 - bits)) << shift);
            shift += bits;
        }
        packing
    }

    fn all(&self, kinds: &[Kind]) -> u128 {
        kinds
            .iter()
            .zip(&self.shifts)
            .fold(0, |all, (kind, shift)| all | (kind.count as u128) << shift)
    }
}

impl Draft {
    fn new(layout: &Layout, law: &Law, most_nodes: usize) -> Result<Draft, SpaceError> {
        let cells = layout.scan.cell_count();
        let kinds = &layout.kinds;
        let packing = Packing::new(kinds);
        let choices_at = choices_by_place(kinds, cells);
        let overdue = overdue_by_place(kinds, &packing, cells);
        let area: usize = kinds.iter().map(|kind| kind.count * kind.size()).sum();

        let mut draft = Draft::default();
        // A node waits with the number of cells that will stay empty from there on, which its state implies.
        let mut waiting: Vec<Vec<(State, usize, NodeId)>> = vec![Vec::new(); cells];
        let mut known: Vec<AHashMap<State, NodeId>> = vec![AHashMap::new(); cells + 1];
        let root = State {
            covered: 0,
            left: packing.all(kinds),
            memory: law.at_the_beginning(),
        };
        let root_node = draft.add(0);
        if let Some(empties) = cells.checked_sub(area) {
            waiting[0].push((root, empties, root_node));
        }
        for place in 0..cells {
            known[place] = AHashMap::new();
            for (state, empties, node) in std::mem::take(&mut waiting[place]) {
                let first_edge = draft.edges.len() as u32;
                let empty = (empties > 0).then_some((EMPTY, None));
                let pieces = choices_at[place].iter().filter_map(|&(kind, places)| {
                    let is_left = state.left & packing.masks[kind] != 0;
                    let is_free = places.0 & state.covered == 0;
                    (is_left && is_free).then_some((kind as Choice + 1, Some((kind, places))))
                });
                for (choice, placed) in empty.into_iter().chain(pieces) {
                    let (covering, left, empties) = match placed {
                        Some((kind, places)) => {
                            let left = state.left - (1 << packing.shifts[kind]);
                            (places.0, left, empties)
                        }
                        None => (1 << place, state.left, empties - 1),
                    };
                    let filled = CellSet::first_cells(place).0 | state.covered | covering;
                    let next = (filled.trailing_ones() as usize).min(cells);
                    if left & overdue[next] != 0 {
                        continue;
                    }
                    let standing = Standing {
                        unknown: CellSet::first_cells(cells).without(CellSet(filled)),
                        is_left: &|kind| left & packing.masks[kind] != 0,
                    };
                    let Some(memory) = law.after(&state.memory, placed, standing) else {
                        continue;
                    };
                    let child = State {
                        covered: CellSet(filled).without(CellSet::first_cells(next)).0,
                        left,
                        memory,
                    };
                    let to = match known[next].entry(child) {
                        Entry::Occupied(known) => *known.get(),
                        Entry::Vacant(unknown) => {
                            let to = draft.add(next as u8);
                            if draft.places.len() > most_nodes {
                                return Err(SpaceError::AutomatonTooLarge { most_nodes });
                            }
                            match waiting.get_mut(next) {
                                Some(waiting) => waiting.push((unknown.key().clone(), empties, to)),
                                None => draft.end = Some(to),
                            }
                            *unknown.insert(to)
                        }
                    };
                    draft.edges.push(Edge {
                        before: 0,
                        to,
                        choice,
                    });
                }
                if draft.edges.len() / MOST_EDGES_A_NODE > most_nodes {
                    return Err(SpaceError::AutomatonTooLarge { most_nodes });
                }
                draft.scanned.push(node);
                draft.ranges[node as usize] = first_edge..draft.edges.len() as u32;
            }
        }
        draft.scanned.extend(draft.end);
        Ok(draft)
    }

    fn add(&mut self, place: u8) -> NodeId {
        self.places.push(place);
        self.ranges.push(0..0);
        (self.places.len() - 1) as NodeId
    }

    fn edges_of(&self, node: NodeId) -> &[Edge] {
        let range = &self.ranges[node as usize];
        &self.edges[range.start as usize..range.end as usize]
    }

    /// Counts the ways from each node, drops dead ends, and lays nodes and edges out by place.
    fn finish(self) -> Automaton {
        let ways = self.ways();
        let is_alive = |node: NodeId| ways[node as usize] != Some(0);
        let mut alive: Vec<NodeId> = self
            .scanned
            .iter()
            .copied()
            .filter(|&n| is_alive(n))
            .collect();
        if alive.is_empty() {
            alive.push(Automaton::ROOT);
        }
        let mut renumbered = vec![NodeId::MAX; self.places.len()];
        for (new, &old) in alive.iter().enumerate() {
            renumbered[old as usize] = new as NodeId;
        }
        let mut nodes = Vec::with_capacity(alive.len() + 1);
        let mut edges = Vec::with_capacity(self.edges.len());
        for &old in &alive {
            nodes.push(Node {
                first_edge: edges.len() as u32,
                place: self.places[old as usize],
            });
            let mut before: u64 = 0;
            for edge in self.edges_of(old).iter().filter(|edge| is_alive(edge.to)) {
                edges.push(Edge {
                    before,
                    to: renumbered[edge.to as usize],
                    choice: edge.choice,
                });
                // Where the sum is too great for 64 bits patterns are only counted, never ranked.
                before = before.saturating_add(ways[edge.to as usize].unwrap_or(u64::MAX));
            }
        }
        nodes.push(Node {
            first_edge: edges.len() as u32,
            place: u8::MAX,
        });
        let len = match ways[Automaton::ROOT as usize] {
            Some(len) => len.into(),
            None => self.ways_unbounded(),
        };
        Automaton { nodes, edges, len }
    }

    /// By node: the ways to the end; `None` where they need more than 64 bits.
    fn ways(&self) -> Vec<Option<u64>> {
        let mut ways = vec![Some(0u64); self.places.len()];
        for &node in self.scanned.iter().rev() {
            let sum = self
                .edges_of(node)
                .iter()
                .try_fold(0u64, |sum, edge| sum.checked_add(ways[edge.to as usize]?));
            ways[node as usize] = if self.end == Some(node) { Some(1) } else { sum };
        }
        ways
    }

    /// The ways from the root to the end, however many.
    fn ways_unbounded(&self) -> BigUint {
        let mut ways = vec![BigUint::ZERO; self.places.len()];
        for &node in self.scanned.iter().rev() {
            let sum = self
                .edges_of(node)
                .iter()
                .map(|edge| &ways[edge.to as usize])
                .sum();
            ways[node as usize] = if self.end == Some(node) {
                1u32.into()
            } else {
                sum
            };
        }
        std::mem::take(&mut ways[Automaton::ROOT as usize])
    }
}

/// By place: the kinds that can begin there, with the places that they then cover.
fn choices_by_place(kinds: &[Kind], cells: usize) -> Vec<Vec<(usize, CellSet)>> {
    (0..cells)
        .map(|place| {
            kinds
                .iter()
                .enumerate()
                .filter_map(|(kind, k)| Some((kind, k.placements[place].as_ref()?.places)))
                .collect()
        })
        .collect()
}

/// By place: the packed numbers of the kinds that can begin neither there nor later.
fn overdue_by_place(kinds: &[Kind], packing: &Packing, cells: usize) -> Vec<u128> {
    (0..=cells)
        .map(|place| {
            kinds
                .iter()
                .zip(&packing.masks)
                .filter(|(kind, _)| kind.placements[place..].iter().all(Option::is_none))
                .fold(0, |overdue, (_, mask)| overdue | mask)
        })
        .collect()
}
