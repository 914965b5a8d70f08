//! What a goal demands: which pieces are to lie where, and which choices of the pattern automaton that leaves.

use slidewise_board::{Cell, CellSet};
use slidewise_engine::graph::Graph;
use slidewise_engine::index::{Automaton, Edge, Layout, Members, NOBODY, NodeId, Pattern, Place};
use slidewise_puzzle::Goal;
use std::iter;
use std::ops::Range;

/// What a goal wants, in scan numbers.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// The pieces that are to lie somewhere.
    pub pieces: Vec<WantedPiece>,
    /// The places that are to be empty, ascending.
    pub empty: Vec<Place>,
}

/// A piece that a goal wants to lie somewhere.
#[derive(Clone, Debug)]
pub(super) struct WantedPiece {
    /// The kinds of which it may be: several where pieces of its class stand on a line with others between them.
    pub kinds: Range<usize>,
    /// Which of the tiles of an arrangement it is.
    pub letter: Option<u8>,
    /// The places that it is to cover.
    pub places: CellSet,
    /// The first of them.
    pub begin: Place,
}

impl Wanted {
    /// What the goals of a graph's puzzle want, of those that can be met.
    pub fn all(graph: &Graph) -> Vec<Wanted> {
        let goals = graph.puzzle().goals.iter();
        goals.filter_map(|goal| Wanted::of(graph, goal)).collect()
    }

    /// What a goal of a graph's puzzle wants; `None` if it can never be met.
    fn of(graph: &Graph, goal: &Goal) -> Option<Wanted> {
        let layout = graph.space().layout();
        let puzzle = graph.puzzle();
        // Pieces that cannot move are where they are, and nothing else ever is on their cells.
        if goal.empty.meets(layout.settled_cells()) {
            return None;
        }
        let moving = goal.demands.iter().filter(|demand| {
            let first = demand.cells.first();
            first.is_none_or(|first| !layout.is_settled(demand.class, first))
        });
        let wanted = moving.map(|demand| {
            let first = demand.cells.first()?;
            let lane = puzzle.classes[demand.class].lane(&puzzle.board, first);
            let mut kinds = layout.kinds_on(demand.class, lane);
            let kind = kinds.next()?;
            let places = layout.scan.places_of(demand.cells)?;
            let begin = places.first()?;
            if layout.kinds[kind].placements[begin.index()].is_none_or(|own| own.places != places) {
                return None;
            }
            let letter = match layout.kinds[kind].members {
                Members::Class { .. } => None,
                Members::Tiles { arrangement } => {
                    let letters = &layout.groups[arrangement].classes;
                    Some(letters.iter().position(|&class| class == demand.class)? as u8)
                }
            };
            Some(WantedPiece {
                kinds: kind..kinds.last().unwrap_or(kind) + 1,
                letter,
                places,
                begin: begin.0,
            })
        });
        let empty = goal.empty.iter();
        let empty = empty.filter_map(|cell| layout.scan.place_of(cell));
        let mut empty: Vec<Place> = empty.collect();
        empty.sort_unstable();
        Some(Wanted {
            pieces: wanted.collect::<Option<_>>()?,
            empty,
        })
    }

    /// Whether it matters which of several tiles lies where.
    pub fn has_letters(&self) -> bool {
        self.pieces.iter().any(|piece| piece.letter.is_some())
    }

    /// Whether a pattern is as it is wanted, whichever tile is which.
    pub fn is_met_by(&self, pattern: &Pattern<'_>) -> bool {
        let lies = |piece: &WantedPiece| {
            pattern.owner(piece.begin) == piece.begin
                && piece.kinds.contains(&pattern.kind_at(piece.begin))
        };
        self.pieces.iter().all(lies) && self.empty.iter().all(|&at| pattern.owner(at) == NOBODY)
    }
}

/// The ways down the pattern automaton that a goal leaves.
#[derive(Debug)]
pub(super) struct Demands<'g> {
    automaton: &'g Automaton,
    /// By place and choice: whether the goal allows it.
    allowed: Vec<Vec<bool>>,
    /// By node: how many patterns go on from there as the goal allows, at most 2^32 - 1.
    ways: Vec<u32>,
}

impl<'g> Demands<'g> {
    /// What a goal leaves, whichever tile is which. Time: in proportion to the edges of the automaton.
    pub fn of(graph: &'g Graph, goal: &Wanted) -> Demands<'g> {
        let automaton = graph.space().automaton();
        let end = automaton.node_count() - 1;
        let mut demands = Demands {
            automaton,
            allowed: allowed_by(goal, graph.space().layout()),
            ways: vec![0; end + 1],
        };
        demands.ways[end] = 1;
        for node in (0..end).rev() {
            let ways = demands
                .edges(node as NodeId)
                .map(|edge| demands.ways_from(edge.to));
            demands.ways[node] = ways.fold(0, u32::saturating_add);
        }
        demands
    }

    /// How many patterns go on from a node as the goal allows, at most 2^32 - 1.
    pub fn ways_from(&self, node: NodeId) -> u32 {
        self.ways[node as usize]
    }

    /// The choices at a node that lead to such patterns.
    pub fn edges(&self, node: NodeId) -> impl Iterator<Item = &'g Edge> {
        let allowed = &self.allowed[usize::from(self.automaton.place(node))];
        let edges = self.automaton.edges(node).iter();
        edges.filter(|edge| allowed[usize::from(edge.choice)] && self.ways_from(edge.to) > 0)
    }
}

/// By place and choice: whether a goal allows it. Where it wants a piece no other may begin, and no other may cover its
/// places or those that are to be empty.
fn allowed_by(goal: &Wanted, layout: &Layout) -> Vec<Vec<bool>> {
    let pieces = goal.pieces.iter();
    let claimed = pieces.fold(CellSet::EMPTY, |claimed, piece| claimed | piece.places);
    let empty: CellSet = goal.empty.iter().copied().map(Cell).collect();
    let begins = |place: Place, kind: usize| {
        let Some(placement) = &layout.kinds[kind].placements[usize::from(place)] else {
            return false;
        };
        match goal.pieces.iter().find(|piece| piece.begin == place) {
            Some(wanted) => wanted.kinds.contains(&kind),
            None => !placement.places.meets(claimed | empty),
        }
    };
    let at = |place: Place| {
        let stays_empty = !claimed.contains(Cell(place));
        let kinds = 0..layout.kinds.len();
        iter::once(stays_empty)
            .chain(kinds.map(|kind| begins(place, kind)))
            .collect()
    };
    (0..layout.scan.cell_count() as Place).map(at).collect()
}
