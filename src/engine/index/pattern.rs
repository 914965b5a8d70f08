//! A pattern in memory: the path of its rank through the automaton, and the piece on each place.
//!
//! It makes two tasks fast. The first is to visit ranks in ascending order, since most of the path
//! stays the same from one rank to the next. The second is to rank the pattern in which one piece
//! lies elsewhere. This module does not know directions.

use super::arrangement::Rotation;
use super::automaton::{Automaton, Choice, EMPTY, NodeId};
use super::layout::Layout;
use super::scan::Place;
use std::ops::Range;

/// Entry for a place that no piece covers, in a list with the first place of the covering piece.
pub const NOBODY: Place = Place::MAX;

/// A pattern and its path through the automaton. Create one in each thread and move it from rank to
/// rank.
#[derive(Clone, Debug)]
pub struct Pattern<'a> {
    automaton: &'a Automaton,
    layout: &'a Layout,
    rank: u64,
    /// Nodes of the path at which choices were made, in scan order; the index of a node is its
    /// depth.
    stops: Vec<PathNode>,
    /// Depth of the node that made the choice at a place, indexed by place; meaningless if a piece
    /// begun earlier covers the place.
    depth_at: Vec<Place>,
    /// Choice made at a place, indexed by place; meaningless if a piece begun earlier covers the
    /// place.
    choice_at: Vec<Choice>,
    /// First place of the piece that covers a place, indexed by place; [`NOBODY`] if the place is
    /// empty.
    owner_at: Vec<Place>,
    /// Empty places of the pattern, ascending.
    empties: Vec<Place>,
}

/// Node of a pattern's path, and the range of ranks that share the path up to it.
#[derive(Clone, Copy, Debug)]
struct PathNode {
    node: NodeId,
    place: Place,
    /// Number of empty places before the node's place.
    empties_before: Place,
    /// Lowest rank of the patterns that make the same choices before this node.
    base: u64,
    /// Highest rank of the patterns that make the same choices before this node, plus 1.
    end: u64,
}

impl<'a> Pattern<'a> {
    /// Lays out the pattern with the rank `rank`.
    ///
    /// # Panics
    /// If `rank` is not below `len`, the number of patterns.
    pub fn new(automaton: &'a Automaton, layout: &'a Layout, len: u64, rank: u64) -> Pattern<'a> {
        assert!(
            rank < len,
            "pattern rank {rank} is out of range: there are {len} patterns"
        );
        let places = layout.scan.cell_count();
        let mut pattern = Pattern {
            automaton,
            layout,
            rank,
            stops: Vec::with_capacity(places + 1),
            depth_at: vec![0; places],
            choice_at: vec![EMPTY; places.max(1)],
            owner_at: vec![NOBODY; places],
            empties: Vec::with_capacity(places),
        };
        pattern.stops.push(PathNode {
            node: Automaton::ROOT,
            place: 0,
            empties_before: 0,
            base: 0,
            end: len,
        });
        pattern.descend();
        pattern
    }

    /// Moves to the pattern with the rank `rank`, which must be below the number of patterns.
    ///
    /// Cost: a few nanoseconds for each place on the part of the new path that differs from the old
    /// one.
    #[inline]
    pub fn lay(&mut self, rank: u64) {
        while let Some(stop) = self.stops.last()
            && !(stop.base..stop.end).contains(&rank)
        {
            self.stops.pop();
        }
        assert!(!self.stops.is_empty(), "no pattern has the rank {rank}");
        self.rank = rank;
        self.descend();
    }

    /// Follows the path of the rank from the last node in `stops` to the end.
    fn descend(&mut self) {
        let last = self.stops[self.stops.len() - 1];
        let PathNode {
            mut node,
            mut place,
            mut base,
            mut end,
            empties_before,
        } = last;
        self.stops.pop();
        self.empties.truncate(empties_before as usize);
        let places = self.layout.scan.cell_count() as Place;
        while place < places {
            self.stops.push(PathNode {
                node,
                place,
                empties_before: self.empties.len() as Place,
                base,
                end,
            });
            let edges = self.automaton.edges(node);
            let within = self.rank - base;
            let mut at = 0;
            while at + 1 < edges.len() && edges[at + 1].before <= within {
                at += 1;
            }
            let edge = &edges[at];
            if at + 1 < edges.len() {
                end = base + edges[at + 1].before;
            }
            base += edge.before;
            self.depth_at[place as usize] = (self.stops.len() - 1) as Place;
            self.choice_at[place as usize] = edge.choice;
            if edge.choice == EMPTY {
                self.owner_at[place as usize] = NOBODY;
                self.empties.push(place);
            } else {
                let kind = &self.layout.kinds[edge.choice as usize - 1];
                for &covered in kind.covered(place) {
                    self.owner_at[covered as usize] = place;
                }
            }
            node = edge.to;
            place = self.automaton.place(node);
        }
        if self.stops.is_empty() {
            // If no piece can move, there is nothing to scan, and the only pattern has no choices.
            // The root must stay in `stops` even then.
            self.stops.push(last);
        }
    }

    /// Ranks of the patterns that agree with this pattern in all choices up to and including the
    /// place `place`.
    #[inline]
    pub fn alike_up_to(&self, place: Place) -> Range<u64> {
        let behind = self.stops.iter().find(|stop| stop.place > place);
        behind.map_or(self.rank..self.rank + 1, |stop| stop.base..stop.end)
    }

    /// Empty places of the pattern, ascending.
    #[inline]
    pub fn empties(&self) -> &[Place] {
        &self.empties
    }

    /// First place of the piece that covers a place; [`NOBODY`] if the place is empty.
    #[inline]
    pub fn owner(&self, place: Place) -> Place {
        self.owner_at[place as usize]
    }

    /// Kind of the piece that begins at the place `first`.
    #[inline]
    pub fn kind_at(&self, first: Place) -> usize {
        self.choice_at[first as usize] as usize - 1
    }

    /// Pieces of the pattern in scan order, each as (kind, first place).
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (usize, Place)> + '_ {
        self.stops.iter().filter_map(|stop| {
            let choice = self.choice_at[stop.place as usize];
            (choice != EMPTY).then(|| (choice as usize - 1, stop.place))
        })
    }

    /// Number of pieces of a kind that have their first place in the range `places`.
    #[inline]
    pub fn count_between(&self, kind: usize, places: Range<Place>) -> usize {
        places
            .filter(|&place| self.owner(place) == place && self.kind_at(place) == kind)
            .count()
    }

    /// Rotation of the arrangement if a piece moves its first place from `from` to `to`; `None` if
    /// it passes no piece of its kind.
    pub fn rotation(&self, kind: usize, from: Place, to: Place) -> Option<Rotation> {
        let between = self.count_between(kind, from.min(to) + 1..from.max(to)) as Place;
        if between == 0 {
            return None;
        }
        let slot = self.count_between(kind, 0..from) as Place;
        let to = if from < to {
            slot + between
        } else {
            slot - between
        };
        Some(Rotation { from: slot, to })
    }

    /// Ranks the pattern after a push: each piece of a row of unit pieces moves onto the place
    /// before it in `line`. `None` if a rule forbids that pattern.
    ///
    /// `line` begins with an empty place, followed by the places of the pieces. Cost: in proportion
    /// to the choices from the first to the last place of `line`, times the length of `line`.
    pub fn rank_with_pushed(&self, line: &[Place]) -> Option<u64> {
        let choice_after = |place: Place| match line.iter().position(|&own| own == place) {
            None => self.choice_at[place as usize],
            Some(at) => line
                .get(at + 1)
                .map_or(EMPTY, |&behind| self.choice_at[behind as usize]),
        };
        let last = *line.iter().max()?;
        let mut place = *line.iter().min()?;
        let parting = &self.stops[self.depth_at[place as usize] as usize];
        let mut node = parting.node;
        let mut base = parting.base;
        loop {
            let edge = self.automaton.edge(node, choice_after(place))?;
            node = edge.to;
            base += edge.before;
            place = self.automaton.place(node);
            if place as usize >= self.layout.scan.cell_count() {
                return Some(base);
            }
            // Behind the line both patterns make the same choices, so that at a common node both
            // have the same completions.
            let stop = &self.stops[self.depth_at[place as usize] as usize];
            if place > last && stop.node == node {
                return Some(base + (self.rank - stop.base));
            }
        }
    }

    /// Ranks the pattern in which the piece that begins at `from` begins at `to` instead; `None` if
    /// a rule forbids that pattern.
    ///
    /// The places that the piece newly covers must be empty. Cost: in proportion to the choices
    /// between the first and the last place where the paths of the two patterns differ.
    #[inline]
    pub fn rank_with_moved(&self, from: Place, to: Place) -> Option<u64> {
        let moved = self.choice_at[from as usize];
        let mut place = from.min(to);
        // If the piece moves to an earlier place, it begins on a place that was empty; if it moves
        // to a later place, it leaves its own first place. Either way the old path made a choice at
        // `place`, and the new path leaves it there.
        let parting = &self.stops[self.depth_at[place as usize] as usize];
        let mut node = parting.node;
        let mut base = parting.base;
        loop {
            let choice = if place == to {
                moved
            } else if self.owner_at[place as usize] == from {
                EMPTY
            } else {
                self.choice_at[place as usize]
            };
            let edge = self.automaton.edge(node, choice)?;
            node = edge.to;
            base += edge.before;
            place = self.automaton.place(node);
            if place as usize >= self.layout.scan.cell_count() {
                return Some(base);
            }
            // The old and the new path join again at a common node: from there on both have the
            // same completions. Their nodes differ as long as the piece is placed in only one of
            // the patterns, or covers different later places in them.
            let owner = self.owner_at[place as usize];
            if owner == NOBODY || owner == place {
                let stop = &self.stops[self.depth_at[place as usize] as usize];
                if stop.node == node {
                    return Some(base + (self.rank - stop.base));
                }
            }
        }
    }
}
