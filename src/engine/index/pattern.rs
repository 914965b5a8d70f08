//! A pattern laid out: the path of one number through the automaton, and what stands on each place.
//!
//! It is made for going through numbers in ascending order, where most of the path stays from one to the
//! next, and for the question that every slide asks: which number is the pattern in which one piece lies
//! elsewhere. It knows nothing of directions.

use super::arrangement::Rotation;
use super::automaton::{Automaton, Choice, EMPTY, NodeId};
use super::layout::{Layout, Place};
use std::ops::Range;

/// What covers a place that is empty.
pub const NOBODY: Place = Place::MAX;

/// A pattern with its path. One is made per thread and laid out again for each number.
#[derive(Clone, Debug)]
pub struct Pattern<'a> {
    automaton: &'a Automaton,
    layout: &'a Layout,
    rank: u64,
    /// The places at which choices were made, in order, by depth.
    stops: Vec<Stop>,
    /// By place: the depth of the choice made there; meaningless where a piece covers it.
    depth_at: Vec<Place>,
    /// By place: the choice made there; meaningless where a piece covers it.
    choice_at: Vec<Choice>,
    /// By place: the first place of the piece that covers it, or [`NOBODY`].
    owner_at: Vec<Place>,
    /// The empty places, ascending.
    empties: Vec<Place>,
}

#[derive(Clone, Copy, Debug)]
struct Stop {
    node: NodeId,
    place: Place,
    /// How many empty places lie before this one.
    empties_before: Place,
    /// The least rank that has the path up to here.
    base: u64,
    /// The first rank beyond those.
    end: u64,
}

impl<'a> Pattern<'a> {
    /// The pattern of a rank.
    ///
    /// # Panics
    /// If there are no more than `rank` patterns.
    pub fn new(automaton: &'a Automaton, layout: &'a Layout, len: u64, rank: u64) -> Pattern<'a> {
        assert!(
            rank < len,
            "there are {len} patterns, and {rank} is none of them"
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
        pattern.stops.push(Stop {
            node: Automaton::ROOT,
            place: 0,
            empties_before: 0,
            base: 0,
            end: len,
        });
        pattern.descend();
        pattern
    }

    /// Lays the pattern of another rank, below the number of patterns.
    ///
    /// Cost: the part of the path that the two do not share, a few nanoseconds a place.
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

    /// Follows the rank from the last stop down to the end.
    fn descend(&mut self) {
        let last = self.stops[self.stops.len() - 1];
        let Stop {
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
            self.stops.push(Stop {
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
            // Nothing is scanned, where no piece can move: the one pattern has no choices, but it is there.
            self.stops.push(last);
        }
    }

    /// The ranks of the patterns that are like this one up to a place: what covers it, and all before it.
    pub fn alike_up_to(&self, place: Place) -> Range<u64> {
        let behind = self.stops.iter().find(|stop| stop.place > place);
        behind.map_or(self.rank..self.rank + 1, |stop| stop.base..stop.end)
    }

    /// The empty places, ascending.
    #[inline]
    pub fn empties(&self) -> &[Place] {
        &self.empties
    }

    /// The first place of the piece that covers a place, or [`NOBODY`].
    #[inline]
    pub fn owner(&self, place: Place) -> Place {
        self.owner_at[place as usize]
    }

    /// The kind of the piece whose first place this is.
    #[inline]
    pub fn kind_at(&self, first: Place) -> usize {
        self.choice_at[first as usize] as usize - 1
    }

    /// The pieces in the order of the scan: (kind, first place).
    pub fn pieces(&self) -> impl Iterator<Item = (usize, Place)> + '_ {
        self.stops.iter().filter_map(|stop| {
            let choice = self.choice_at[stop.place as usize];
            (choice != EMPTY).then(|| (choice as usize - 1, stop.place))
        })
    }

    /// How many pieces of a kind begin in `places`.
    pub fn count_between(&self, kind: usize, places: Range<Place>) -> usize {
        places
            .filter(|&place| self.owner(place) == place && self.kind_at(place) == kind)
            .count()
    }

    /// What becomes of the order of a kind's pieces, read in the order of the scan, where the one that begins at
    /// `from` begins at `to` instead; `None` if it passes none of the others.
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

    /// The rank of the pattern in which the piece that begins at `from` begins at `to` instead, its new
    /// places being empty or its own; `None` if a rule forbids that pattern.
    ///
    /// Cost: the choices between the first and the last place where the two paths differ.
    #[inline]
    pub fn rank_with_moved(&self, from: Place, to: Place) -> Option<u64> {
        let moved = self.choice_at[from as usize];
        let mut place = from.min(to);
        // A piece that comes to begin earlier does so on an empty place, one that comes to begin later leaves
        // its own first place: either way a choice was made there, and the paths part at its stop.
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
            // Where both patterns have a choice to make, the same node means the same rest: as long as the
            // piece lies in one of them only, or covers different places ahead, the nodes differ.
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
