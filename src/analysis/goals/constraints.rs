//! Constraints of a goal: the pieces that it places, and the choices that it allows in the
//! automaton.

use slidewise_board::{Cell, CellSet};
use slidewise_engine::graph::Graph;
use slidewise_engine::index::{
    Automaton, Edge, KindMembers, Layout, NOBODY, NodeId, Pattern, Place,
};
use slidewise_puzzle::Goal;
use std::iter;
use std::ops::Range;

/// A goal, with its cells as places of the scan: the pieces that it places, and the places that
/// must be empty.
#[derive(Clone, Debug)]
pub(super) struct ScannedGoal {
    /// Pieces whose positions the goal fixes.
    pub pieces: Vec<ScannedPiece>,
    /// Places that must be empty, ascending.
    pub empty: Vec<Place>,
}

/// A piece whose position a goal fixes.
#[derive(Clone, Debug)]
pub(super) struct ScannedPiece {
    /// Kinds to which the piece may belong. There are several kinds if pieces of one class keep one
    /// lane and have pieces of other classes between them.
    pub kinds: Range<usize>,
    /// Letter of the wanted tile within its tile group; `None` for a kind whose pieces are alike.
    pub letter: Option<u8>,
    /// Places that the piece must cover.
    pub places: CellSet,
    /// First place that the piece must cover.
    pub begin: Place,
}

impl ScannedGoal {
    /// The constraints of all goals of a graph's puzzle, without goals that can never be met.
    pub(super) fn all(graph: &Graph) -> Vec<ScannedGoal> {
        let goals = graph.puzzle().goals.iter();
        goals
            .filter_map(|goal| ScannedGoal::of(graph, goal))
            .collect()
    }

    /// The constraints of one goal of a graph's puzzle; `None` if the goal can never be met.
    fn of(graph: &Graph, goal: &Goal) -> Option<ScannedGoal> {
        let layout = graph.space().layout();
        let puzzle = graph.puzzle();
        // A goal that wants the cell of an immovable piece to be empty can never be met.
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
                KindMembers::Class { .. } => None,
                KindMembers::Tiles { arrangement } => {
                    let letters = &layout.groups[arrangement].classes;
                    Some(letters.iter().position(|&class| class == demand.class)? as u8)
                }
            };
            Some(ScannedPiece {
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
        Some(ScannedGoal {
            pieces: wanted.collect::<Option<_>>()?,
            empty,
        })
    }

    /// Whether the goal demands a certain tile at a place, and not just any tile of the same shape.
    pub(super) fn has_letters(&self) -> bool {
        self.pieces.iter().any(|piece| piece.letter.is_some())
    }

    /// Whether a pattern meets the goal, if any tile of the right shape is accepted.
    pub(super) fn is_met_by(&self, pattern: &Pattern<'_>) -> bool {
        let lies = |piece: &ScannedPiece| {
            pattern.owner(piece.begin) == piece.begin
                && piece.kinds.contains(&pattern.kind_at(piece.begin))
        };
        self.pieces.iter().all(lies) && self.empty.iter().all(|&at| pattern.owner(at) == NOBODY)
    }
}

/// The paths through the automaton that a goal allows.
#[derive(Debug)]
pub(super) struct Constraints<'g> {
    automaton: &'g Automaton,
    /// Whether the goal allows each choice, indexed by place, then by choice.
    allowed: Vec<Vec<bool>>,
    /// Number of allowed paths from each node to the end, or 2^32 - 1 if there are more.
    ways: Vec<u32>,
}

impl<'g> Constraints<'g> {
    /// Computes the paths that a goal allows, if any tile of the right shape is accepted.
    ///
    /// Time: proportional to the number of edges of the automaton.
    pub(super) fn of(graph: &'g Graph, goal: &ScannedGoal) -> Constraints<'g> {
        let automaton = graph.space().automaton();
        let end = automaton.node_count() - 1;
        let mut demands = Constraints {
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

    /// Number of allowed paths from a node to the end, or 2^32 - 1 if there are more.
    pub(super) fn ways_from(&self, node: NodeId) -> u32 {
        self.ways[node as usize]
    }

    /// Edges of a node that belong to an allowed path.
    pub(super) fn edges(&self, node: NodeId) -> impl Iterator<Item = &'g Edge> {
        let allowed = &self.allowed[usize::from(self.automaton.place(node))];
        let edges = self.automaton.edges(node).iter();
        edges.filter(|edge| allowed[usize::from(edge.choice)] && self.ways_from(edge.to) > 0)
    }
}

/// Whether a goal allows each choice, indexed by place, then by choice.
///
/// At the first place of a piece that the goal places, only this piece may begin. No other piece
/// may cover the places of this piece, or places that must be empty.
fn allowed_by(goal: &ScannedGoal, layout: &Layout) -> Vec<Vec<bool>> {
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
