//! The pattern automaton: every way to fill the board as a path, every path a number.
//!
//! Its nodes are half-scanned boards: the next cell that nothing covers, the pieces still to place, which of
//! the cells to come are covered, what the rules remember. Equal nodes are one, dead ends are none. It knows
//! kinds and places, and neither tokens nor moves; its edges carry, beside the choice, how many ways to fill
//! the board the earlier choices of the node have.

use super::SpaceError;
use super::law::Law;
use super::layout::{Kind, Layout};
use super::state::{Kept, Offer, Packing, Setting, Short, State};
use crate::board::{Cell, CellSet};
use ahash::RandomState;
use hashbrown::hash_table::{Entry, HashTable};
use num_bigint::BigUint;
use std::iter;

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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    drafted: usize,
}

/// The most nodes that are built before a puzzle is refused: about two gigabytes while building, and more where rules
/// are to be remembered.
pub const MOST_NODES: usize = 1 << 24;

/// A node with its edges takes about so many bytes while it is built, beside what the rules remember.
pub const NODE_BYTES: usize = 128;

/// The most edges that are built for each node that may be: as much again, where there are many kinds.
const MOST_EDGES_A_NODE: usize = 2;

impl Automaton {
    /// The root of every automaton that has a pattern.
    pub const ROOT: NodeId = 0;

    /// Builds the automaton of a layout under its rules.
    ///
    /// # Errors
    /// If more than `most_nodes` nodes would be needed, or more than twice as many edges.
    pub(super) fn new(
        layout: &Layout,
        law: &Law,
        most_nodes: usize,
    ) -> Result<Automaton, SpaceError> {
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

    /// How many nodes had to be allowed to build it: dead ends are nodes until they are known for such.
    pub fn drafted(&self) -> usize {
        self.drafted
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

/// A shelf has room for so many more states than the one before it, at most, before it grows.
const MOST_GROWTH: usize = 1 << 12;

/// The states with the same next place to be filled, in the order in which they were met.
struct Shelf<S> {
    states: Vec<(S, NodeId)>,
    /// Where each stands, by its hash.
    known: HashTable<u32>,
}

impl<S> Default for Shelf<S> {
    fn default() -> Shelf<S> {
        Shelf {
            states: Vec::new(),
            known: HashTable::new(),
        }
    }
}

impl<S: Kept> Shelf<S> {
    /// The node of a state; `add` makes that of one that is new. About so many states are `expected`.
    #[inline]
    fn node_of(&mut self, state: S, expected: usize, add: impl FnOnce() -> NodeId) -> NodeId {
        let hasher = RandomState::with_seeds(0, 0, 0, 0);
        let (states, known) = (&mut self.states, &mut self.known);
        if known.is_empty() {
            // Small shelves grow from place to place, and to grow them once more would take as long as filling them.
            let room = expected + expected.min(MOST_GROWTH);
            known.reserve(room, |_| 0);
            states.reserve(room);
        }
        let own = |&at: &u32| &states[at as usize].0;
        let hash = hasher.hash_one(&state);
        match known.entry(hash, |at| *own(at) == state, |at| hasher.hash_one(own(at))) {
            Entry::Occupied(known) => states[*known.get() as usize].1,
            Entry::Vacant(unknown) => {
                unknown.insert(states.len() as u32);
                let node = add();
                states.push((state, node));
                node
            }
        }
    }
}

/// An automaton in the making: nodes numbered as they are discovered, dead ends among them.
#[derive(Default)]
struct Draft {
    places: Vec<u8>,
    /// The nodes in the order in which they were scanned: by place.
    scanned: Vec<NodeId>,
    /// By scanned node: where its edges begin.
    first_edges: Vec<u32>,
    /// The edges of the scanned nodes, one node after the other; `before` is filled in later.
    edges: Vec<Edge>,
    end: Option<NodeId>,
}

impl Draft {
    fn new(layout: &Layout, law: &Law, most_nodes: usize) -> Result<Draft, SpaceError> {
        match Packing::new(layout) {
            Some(packing) if Short::fits(layout, &packing, law) => {
                Draft::by::<Short>(layout, law, &packing, most_nodes)
            }
            Some(packing) => Draft::by::<State>(layout, law, &packing, most_nodes),
            None => {
                let mut draft = Draft::default();
                let root = draft.add(0);
                draft.scan(root);
                Ok(draft)
            }
        }
    }

    /// The draft that is made where states are kept in this way.
    fn by<S: Kept>(
        layout: &Layout,
        law: &Law,
        packing: &Packing,
        most_nodes: usize,
    ) -> Result<Draft, SpaceError> {
        let cells = layout.scan.cell_count();
        let kinds = &layout.kinds;
        let mut draft = Draft::default();
        let root = draft.add(0);
        let offers = offers_by_place(kinds, packing, cells);
        let setting = Setting {
            packing,
            law,
            overdue: overdue_by_place(kinds, packing, cells),
            cells,
        };
        let mut shelves: Vec<Shelf<S>> = (0..=cells).map(|_| Shelf::default()).collect();
        shelves[0]
            .states
            .push((S::at_the_beginning(&setting), root));
        for (place, offers) in offers.iter().enumerate() {
            let shelf = std::mem::take(&mut shelves[place]);
            for (state, node) in &shelf.states {
                draft.scan(*node);
                for offer in offers {
                    let Some((next, child)) = state.after(offer, place, &setting) else {
                        continue;
                    };
                    let expected = shelf.states.len();
                    let to = shelves[next].node_of(child, expected, || draft.add(next as u8));
                    if draft.places.len() > most_nodes {
                        return Err(SpaceError::AutomatonTooLarge { most_nodes });
                    }
                    draft.edges.push(Edge {
                        before: 0,
                        to,
                        choice: offer.choice,
                    });
                }
                if draft.edges.len() / MOST_EDGES_A_NODE > most_nodes {
                    return Err(SpaceError::AutomatonTooLarge { most_nodes });
                }
            }
        }
        draft.end = shelves[cells].states.first().map(|&(_, end)| end);
        if let Some(end) = draft.end {
            draft.scan(end);
        }
        Ok(draft)
    }

    fn add(&mut self, place: u8) -> NodeId {
        self.places.push(place);
        (self.places.len() - 1) as NodeId
    }

    /// The edges that follow are those of this node.
    fn scan(&mut self, node: NodeId) {
        self.scanned.push(node);
        self.first_edges.push(self.edges.len() as u32);
    }

    /// The scanned nodes with their edges.
    fn scanned(&self) -> impl DoubleEndedIterator<Item = (NodeId, &[Edge])> {
        let nodes = self.scanned.iter().zip(&self.first_edges).enumerate();
        nodes.map(|(at, (&node, &first))| {
            let end = self.first_edges.get(at + 1);
            let end = end.map_or(self.edges.len(), |&end| end as usize);
            (node, &self.edges[first as usize..end])
        })
    }

    /// Counts the ways from each node, drops dead ends, and lays nodes and edges out by place.
    fn finish(&self) -> Automaton {
        let ways = self.ways();
        // The root stays, even if no way leads from it.
        let is_alive = |node: NodeId| ways[node as usize] > 0 || node == Automaton::ROOT;
        let mut renumbered = vec![NodeId::MAX; self.places.len()];
        let alive = self.scanned.iter().filter(|&&node| is_alive(node));
        for (new, &old) in (0..).zip(alive) {
            renumbered[old as usize] = new;
        }
        let mut nodes = Vec::with_capacity(self.scanned.len() + 1);
        let mut edges = Vec::with_capacity(self.edges.len());
        for (old, drafted) in self.scanned().filter(|&(old, _)| is_alive(old)) {
            nodes.push(Node {
                first_edge: edges.len() as u32,
                place: self.places[old as usize],
            });
            let mut before: u64 = 0;
            for edge in drafted.iter().filter(|edge| is_alive(edge.to)) {
                edges.push(Edge {
                    before,
                    to: renumbered[edge.to as usize],
                    choice: edge.choice,
                });
                // Where the sum is too great for 64 bits patterns are only counted, never ranked.
                before = before.saturating_add(ways[edge.to as usize]);
            }
        }
        nodes.push(Node {
            first_edge: edges.len() as u32,
            place: u8::MAX,
        });
        let len = match ways[Automaton::ROOT as usize] {
            u64::MAX => self.ways_unbounded(),
            len => len.into(),
        };
        let drafted = self.places.len();
        Automaton {
            nodes,
            edges,
            len,
            drafted: drafted.max(self.edges.len() / MOST_EDGES_A_NODE),
        }
    }

    /// By node: the ways to the end; 2^64 - 1 where they are as many or more.
    fn ways(&self) -> Vec<u64> {
        let mut ways = vec![0u64; self.places.len()];
        for (node, edges) in self.scanned().rev() {
            let sum = edges
                .iter()
                .fold(0u64, |sum, edge| sum.saturating_add(ways[edge.to as usize]));
            ways[node as usize] = if self.end == Some(node) { 1 } else { sum };
        }
        ways
    }

    /// The ways from the root to the end, however many.
    fn ways_unbounded(&self) -> BigUint {
        let mut ways = vec![BigUint::ZERO; self.places.len()];
        for (node, edges) in self.scanned().rev() {
            let sum = edges.iter().map(|edge| &ways[edge.to as usize]).sum();
            ways[node as usize] = if self.end == Some(node) {
                1u32.into()
            } else {
                sum
            };
        }
        std::mem::take(&mut ways[Automaton::ROOT as usize])
    }
}

/// By place: what may be done there, in the order of the choices.
fn offers_by_place(kinds: &[Kind], packing: &Packing, cells: usize) -> Vec<Vec<Offer>> {
    let offers_at = |place: usize| {
        let empty = iter::once(Some(Cell(place as u8).into()));
        let pieces = kinds.iter().map(|kind| {
            let placement = kind.placements[place].as_ref()?;
            Some(placement.places)
        });
        let offers = empty
            .chain(pieces)
            .enumerate()
            .filter_map(|(choice, places)| {
                let places: CellSet = places?;
                Some(Offer {
                    choice: choice as Choice,
                    places,
                    ahead: (places.0 >> place) as u64,
                    one: 1u128.unbounded_shl(packing.shifts[choice]),
                    mask: packing.masks[choice],
                })
            });
        offers.collect()
    };
    (0..cells).map(offers_at).collect()
}

/// By place: the packed numbers of the kinds that can begin neither there nor later.
fn overdue_by_place(kinds: &[Kind], packing: &Packing, cells: usize) -> Vec<u128> {
    (0..=cells)
        .map(|place| {
            kinds
                .iter()
                .zip(&packing.masks[1..])
                .filter(|(kind, _)| kind.placements[place..].iter().all(Option::is_none))
                .fold(0, |overdue, (_, mask)| overdue | mask)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::layout::Orientation;
    use super::*;
    use crate::puzzle::builtin;

    #[test]
    fn states_in_one_word_make_the_automaton_that_whole_ones_make() {
        let mut compared = 0;
        for builtin in builtin::list() {
            let puzzle = builtin.read().unwrap();
            let layout = Layout::new(&puzzle, Orientation::best(&puzzle));
            let law = Law::new(&puzzle, &layout);
            let packing = Packing::new(&layout).unwrap();
            if !Short::fits(&layout, &packing, &law) {
                continue;
            }
            let most_nodes = 1 << 16;
            let short = Draft::by::<Short>(&layout, &law, &packing, most_nodes);
            let whole = Draft::by::<State>(&layout, &law, &packing, most_nodes);
            let (Ok(short), Ok(whole)) = (&short, &whole) else {
                assert_eq!(short.err(), whole.err(), "{}", builtin.name);
                continue;
            };
            compared += 1;
            let [short, whole] = [short, whole].map(Draft::finish);
            assert_eq!(short.len, whole.len, "{}", builtin.name);
            assert!(short.edges == whole.edges, "{}", builtin.name);
            assert!(short.nodes == whole.nodes, "{}", builtin.name);
        }
        assert!(compared > 150, "{compared}");
    }
}
