//! The pattern automaton: each way to fill the board is a path, and each path has a rank.
//!
//! Its nodes are half-scanned boards. Such a board consists of the next cell that nothing covers,
//! the pieces left to place, the later cells that are already covered, and the memory of the rules.
//! Equal boards share a node, and dead ends are dropped. An edge carries its choice and the number
//! of paths through the earlier choices of its node. The automaton knows kinds and places, but
//! neither piece names nor the state graph.

use super::scan::Place;
use num_bigint::BigUint;

/// Number of a node of the automaton.
pub type NodeId = u32;

/// Choice at a cell that nothing covers yet: 0 leaves the cell empty, and `1 + kind` begins a piece
/// of a kind there.
pub type Choice = u16;

/// The choice that leaves a cell empty.
pub const EMPTY: Choice = 0;

/// Edge of the automaton: a choice at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Number of completions that the earlier choices at the same node have.
    pub before: u64,
    /// Node to which the choice leads.
    pub to: NodeId,
    /// Choice that the edge makes.
    pub choice: Choice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AutomatonNode {
    /// Index of the node's first edge; its edges end where those of the next node begin.
    pub first_edge: u32,
    /// Place at which the node makes its choice.
    pub place: Place,
}

/// Automaton of all patterns of a layout, which numbers them from 0 without gaps.
///
/// Bytes: 8 for each node, 16 for each edge. Construction takes time in proportion to the edges.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// Nodes in scan order, with a sentinel after the last node.
    pub(super) nodes: Vec<AutomatonNode>,
    /// Edges of all nodes, node by node.
    pub(super) edges: Vec<Edge>,
    /// Number of patterns.
    pub(super) len: BigUint,
    /// Number of nodes that a limit must allow, so that the automaton can be built: see
    /// [`Automaton::drafted`].
    pub(super) drafted: usize,
}

impl Automaton {
    /// Number of the root: the node at which no cell is scanned yet.
    pub const ROOT: NodeId = 0;

    /// Number of patterns.
    #[inline]
    pub fn len(&self) -> &BigUint {
        &self.len
    }

    /// Number of nodes.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Number of nodes that a limit must allow, so that the automaton can be built.
    ///
    /// Dead ends are included. If half the number of edges is greater, it counts instead.
    pub fn drafted(&self) -> usize {
        self.drafted
    }

    /// Size of the automaton in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.edges[..])
    }

    /// Place at which a node makes its choice; the number of places if it is the end node.
    #[inline]
    pub fn place(&self, node: NodeId) -> Place {
        self.nodes[node as usize].place
    }

    /// Edges of a node, in the order of their choices.
    #[inline]
    pub fn edges(&self, node: NodeId) -> &[Edge] {
        let from = self.nodes[node as usize].first_edge as usize;
        let to = self.nodes[node as usize + 1].first_edge as usize;
        &self.edges[from..to]
    }

    /// Edge that makes a choice at a node; `None` if the choice is not allowed there.
    #[inline]
    pub fn edge(&self, node: NodeId, choice: Choice) -> Option<&Edge> {
        self.edges(node).iter().find(|edge| edge.choice == choice)
    }

    /// Edge that leads from a node to the completion with the rank `rank`, counted from 0 among all
    /// completions of this node.
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
