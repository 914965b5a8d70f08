//! Neighbours of one configuration at a time, found by moving pieces of its pattern.
//!
//! The verification must not use the code that it checks. It therefore uses the definition of an
//! edge ([`MoveGenerator`], [`ArrangementRanks`](slidewise_engine::graph::ArrangementRanks)). It
//! does not use the pattern table, the half boards and the SIMD kernels, by which searches find
//! neighbours faster.

use slidewise_engine::graph::{Displacement, Graph, MoveGenerator, RankMap, signs_after};
use slidewise_engine::index::{KindMembers, Pattern};

/// Enumerator of the neighbours of vertices.
pub(super) trait EdgeSource: Clone + Sync {
    /// Calls `visit` with each neighbour of a vertex.
    fn for_each(&mut self, index: u64, visit: impl FnMut(u64));
}

/// Enumerator of the neighbours of a graph's vertices; fastest if vertices come in ascending order.
#[derive(Clone, Debug)]
pub(super) struct Edges<'g> {
    graph: &'g Graph,
    walks: MoveGenerator,
    pattern: Pattern<'g>,
    /// Rank of the pattern whose edges are in `found`; unused if each pattern has only one
    /// arrangement.
    rank: Option<u64>,
    /// Edges of the pattern.
    found: Vec<FoundEdge<'g>>,
}

/// Edge of a pattern.
#[derive(Clone, Debug)]
struct FoundEdge<'g> {
    /// First index of the pattern to which the edge leads.
    first: u64,
    /// Effect on arrangement ranks: one rotation for each piece that moves, in their order.
    maps: Vec<RankMap<'g>>,
}

impl<'g> Edges<'g> {
    /// Creates an enumerator for the edges of a graph.
    pub(super) fn new(graph: &'g Graph) -> Edges<'g> {
        let space = graph.space();
        let board = &graph.puzzle().board;
        Edges {
            graph,
            walks: MoveGenerator::new(board, space.layout(), graph.metric()),
            pattern: Pattern::new(space.automaton(), space.layout(), graph.patterns(), 0),
            rank: None,
            found: Vec::new(),
        }
    }

    /// Finds the edges of the pattern `rank` and stores them in `found`.
    fn turn_to(&mut self, rank: u64) {
        let (orders, layout) = (self.graph.orders(), self.graph.space().layout());
        self.rank = Some(rank);
        self.found.clear();
        self.pattern.lay(rank);
        let pattern = &self.pattern;
        let mut maps = Vec::new();
        let mut signs = orders.signs(rank);
        self.walks.for_each(pattern, |step| {
            if !step.is_onward {
                maps.clear();
                signs = orders.signs(rank);
            }
            let rotation = match layout.kinds[step.kind].members {
                KindMembers::Class { .. } => None,
                KindMembers::Tiles { arrangement } => pattern
                    .rotation(step.kind, step.from, step.to)
                    .map(|rotation| (arrangement, rotation)),
            };
            if let Some((arrangement, rotation)) = rotation {
                maps.push(orders.map_after(signs, arrangement, rotation));
                signs = signs_after(signs, arrangement, rotation);
            }
            if step.pattern != Displacement::FORBIDDEN {
                self.found.push(FoundEdge {
                    first: step.pattern * orders.len(),
                    maps: maps.clone(),
                });
            }
        });
    }
}

impl EdgeSource for Edges<'_> {
    #[inline]
    fn for_each(&mut self, index: u64, mut visit: impl FnMut(u64)) {
        let orders = self.graph.orders();
        if orders.len() == 1 {
            self.pattern.lay(index);
            return self.walks.for_each_neighbour(&self.pattern, visit);
        }
        let (pattern, order) = (index / orders.len(), index % orders.len());
        if self.rank != Some(pattern) {
            self.turn_to(pattern);
        }
        for edge in &self.found {
            let maps = edge.maps.iter();
            visit(edge.first + maps.fold(order, |order, map| orders.apply(map, order)));
        }
    }
}
