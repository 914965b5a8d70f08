//! Finder of the neighbours of vertices: pattern by pattern, for all queued arrangements at once.

use super::arrangement_ranks::RankMap;
use super::half_boards::{HalfBoardExpander, HalfBoards};
use super::parity::signs_after;
use super::pattern_edge::{PatternEdge, slides_of};
use super::state_graph::Graph;
use crate::index::Pattern;

/// Maximum number of queued arrangements of one pattern that are processed together.
const BATCH: usize = 4096;

/// Edge of a pattern with its effect on arrangement ranks.
#[derive(Clone, Copy, Debug)]
struct RankedEdge<'g> {
    /// First vertex number of the resulting pattern; `None` if the edge only belongs to longer
    /// pushes.
    first: Option<u64>,
    map: RankMap<'g>,
    /// Whether the map applies to the rank after the edge before this one in the list.
    is_onward: bool,
}

/// Finder of the neighbours of vertices.
#[derive(Clone, Debug)]
pub struct Neighbours<'g> {
    graph: &'g Graph,
    pattern: Pattern<'g>,
    /// First vertex number of the current pattern, for which `slides` lists the edges.
    first: u64,
    /// Edges of the current pattern.
    slides: Vec<RankedEdge<'g>>,
    /// Arrangement ranks of the current pattern that are queued: their neighbours are still to be
    /// found.
    batch: Vec<u64>,
    /// Expander of half boards; `None` if edges come from the pattern table or the board.
    expander: Option<HalfBoardExpander<'g>>,
}

impl<'g> Neighbours<'g> {
    /// Graph in which neighbours are found.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// Whether edges are combined from half boards: true if the graph's tables were built before
    /// this finder was created.
    pub fn are_by_half_boards(&self) -> bool {
        self.expander.is_some()
    }

    /// Calls `visit` with each neighbour of a vertex, once, in unspecified order.
    ///
    /// `index` must be a vertex ([`Graph::is_vertex`]).
    #[inline]
    pub fn for_each(&mut self, index: u64, mut visit: impl FnMut(u64)) {
        let orders = &self.graph.orders;
        if let Some(expander) = &mut self.expander
            && orders.len() == 1
        {
            let packed_rank = expander.half_boards().packed_rank(index);
            let found = expander.expand(&[packed_rank]);
            found
                .iter()
                .for_each(|&packed_rank| visit(HalfBoards::rank(packed_rank)));
            return;
        }
        if orders.len() == 1 {
            self.pattern.lay(index);
            self.graph.walks.for_each_neighbour(&self.pattern, visit);
            return;
        }
        if !self.has_at_hand(index) {
            self.turn_to(index / orders.len());
        }
        let mut pushed = 0;
        for edge in &self.slides {
            let order = if edge.is_onward {
                pushed
            } else {
                index - self.first
            };
            pushed = orders.apply(&edge.map, order);
            if let Some(first) = edge.first {
                visit(first + pushed);
            }
        }
    }

    /// Queues a vertex; `visit` gets its neighbours now or in a later call.
    ///
    /// Vertices that come in ascending order are processed in batches. After the last vertex, call
    /// [`Neighbours::finish`].
    #[inline]
    pub fn add(&mut self, index: u64, mut visit: impl FnMut(u64)) {
        if self.graph.orders.len() == 1 {
            self.for_each(index, visit);
            return;
        }
        if !self.has_at_hand(index) || self.batch.len() == BATCH {
            self.finish(&mut visit);
            if !self.has_at_hand(index) {
                self.turn_to(index / self.graph.orders.len());
            }
        }
        self.batch.push(index - self.first);
    }

    /// Calls `visit` with the neighbours of all vertices still queued.
    pub fn finish(&mut self, mut visit: impl FnMut(u64)) {
        let orders = &self.graph.orders;
        // Each edge is followed for all queued vertices before the next edge, so that the inner
        // loop applies only one map.
        for edge in &self.slides {
            let RankedEdge {
                first: Some(first),
                map,
                is_onward: false,
            } = *edge
            else {
                continue;
            };
            match map {
                RankMap::Same => self.batch.iter().for_each(|order| visit(first + order)),
                RankMap::Table { table, .. } if table.len() as u64 == orders.len() => {
                    let turned = |&order: &u64| visit(first + u64::from(table[order as usize]));
                    self.batch.iter().for_each(turned);
                }
                _ => {
                    let turned = |&order: &u64| visit(first + orders.apply(&map, order));
                    self.batch.iter().for_each(turned);
                }
            }
        }
        self.follow_pushes(&mut visit);
        self.batch.clear();
    }

    /// Calls `visit` with the neighbours of all queued vertices after pushes of several pieces.
    fn follow_pushes(&mut self, mut visit: impl FnMut(u64)) {
        let orders = &self.graph.orders;
        for series in self
            .slides
            .chunk_by(|_, next| next.is_onward)
            .filter(|series| series.len() > 1)
        {
            for &order in &self.batch {
                let mut pushed = order;
                for (number, edge) in series.iter().enumerate() {
                    pushed = orders.apply(&edge.map, pushed);
                    if let Some(first) = edge.first.filter(|_| number > 0) {
                        visit(first + pushed);
                    }
                }
            }
        }
    }

    /// Whether the current pattern, the one with listed edges, is the pattern of the vertex
    /// `index`.
    #[inline]
    fn has_at_hand(&self, index: u64) -> bool {
        let within = index.checked_sub(self.first);
        within.is_some_and(|within| within < self.graph.orders.len())
    }

    fn turn_to(&mut self, pattern: u64) {
        let orders = &self.graph.orders;
        self.first = pattern * orders.len();
        self.slides.clear();
        let own_signs = orders.signs(pattern);
        let mut signs = own_signs;
        let what = |slide: PatternEdge| {
            if !slide.is_onward {
                signs = own_signs;
            }
            let map = match slide.turn() {
                None => RankMap::Same,
                Some((arrangement, rotation)) => {
                    let before = signs;
                    signs = signs_after(signs, arrangement, rotation);
                    orders.map_after(before, arrangement, rotation)
                }
            };
            RankedEdge {
                first: slide.is_legal().then(|| slide.pattern * orders.len()),
                map,
                is_onward: slide.is_onward,
            }
        };
        if let Some(expander) = &mut self.expander {
            let tables = expander.half_boards();
            let packed_rank = tables.packed_rank(pattern);
            let found = expander.expand(&[packed_rank]).iter();
            let slides = found
                .map(|&to| PatternEdge::new(HalfBoards::rank(to), tables.turn(packed_rank, to)));
            self.slides.extend(slides.map(what));
            return;
        }
        let Graph {
            space,
            walks,
            table,
            ..
        } = self.graph;
        let found;
        let slides: &[PatternEdge] = match table.as_ref().map(|table| table.slides(pattern)) {
            Some(slides) if !slides.is_empty() => slides,
            // There is no pattern table, or the pattern has no edges in it, possibly because Start
            // does not reach the pattern.
            _ => {
                self.pattern.lay(pattern);
                found = slides_of(space, walks, &self.pattern);
                &found
            }
        };
        self.slides.extend(slides.iter().copied().map(what));
    }
}

impl Graph {
    /// Creates a finder of neighbours; fastest if vertices come in ascending order.
    pub fn neighbours(&self) -> Neighbours<'_> {
        Neighbours {
            graph: self,
            pattern: Pattern::new(
                self.space.automaton(),
                self.space.layout(),
                self.patterns,
                0,
            ),
            // No edges are listed yet: with this value, no vertex seems to belong to the current
            // pattern.
            first: self.len,
            slides: Vec::new(),
            batch: Vec::new(),
            expander: self.half_boards().map(HalfBoardExpander::new),
        }
    }
}
