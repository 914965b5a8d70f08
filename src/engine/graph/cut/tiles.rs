//! The tiles of half boards: where they begin, so that two patterns tell how a slide between them turns an order.
//!
//! Patterns do not tell tiles apart, but know where they are. If one of them slides, it is missing in one place and
//! new in another, and its slots are the numbers of tiles before these. So the tables of slides need not know whose
//! slides they are.

use super::place::{FirstTails, Place};
use crate::index::{Automaton, EMPTY, Layout, Members, NodeId, Rotation};
use slidewise_board::{Cell, Set, SmallSet};
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the tiles of heads and tails begin.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    /// How many arrangements there are.
    pub arrangements: usize,
    /// By head and by tail, then by arrangement.
    firsts: [Vec<SmallSet>; 2],
}

/// Gathers them.
struct Gathering<'a> {
    automaton: &'a Automaton,
    place: &'a Place,
    /// By choice: the arrangement to which the piece belongs that it begins.
    arrangement_of: Vec<Option<usize>>,
    arrangements: usize,
    stop: &'a AtomicBool,
}

impl Tiles {
    /// The tiles of the heads, and of the tails as they are numbered; not all, if it is stopped.
    pub fn new(
        layout: &Layout,
        automaton: &Automaton,
        place: &Place,
        tails: &FirstTails,
        stop: &AtomicBool,
    ) -> Tiles {
        let of_kinds = layout.kinds.iter().map(|kind| match kind.members {
            Members::Tiles { arrangement } => Some(arrangement),
            Members::Class { .. } => None,
        });
        debug_assert_eq!(usize::from(EMPTY), 0);
        let gathering = Gathering {
            automaton,
            place,
            arrangement_of: std::iter::once(None).chain(of_kinds).collect(),
            arrangements: layout.groups.len(),
            stop,
        };
        let mut heads = Vec::with_capacity(place.heads as usize * gathering.arrangements);
        let mut standing = vec![SmallSet::EMPTY; gathering.arrangements];
        if gathering.arrangements > 0 {
            gathering.follow(Automaton::ROOT, &mut standing, &mut heads);
        }
        Tiles {
            arrangements: gathering.arrangements,
            firsts: [heads, gathering.prepend(tails)],
        }
    }

    /// The arrangement whose order changes from one pattern to a neighbour, and how; both by head and tail. `None`
    /// if none does.
    #[inline]
    pub fn turn(&self, from: [usize; 2], to: [usize; 2]) -> Option<(usize, Rotation)> {
        (0..self.arrangements).find_map(|arrangement| {
            let [before, after] = [from, to].map(|halves| self.firsts(halves, arrangement));
            // One bit, or none.
            let (left, entered) = (before.without(after).0, after.without(before).0);
            let between = left.max(entered) - left.min(entered);
            // Most tiles that move pass no other one; then there is nothing to count.
            if left == 0 || entered == 0 || !(before & after).meets(Set(between)) {
                return None;
            }
            let slot = |tiles: SmallSet, place: u128| (tiles & Set(place - 1)).len() as u16;
            let (from, to) = (slot(before, left), slot(after, entered));
            Some((arrangement, Rotation { from, to }))
        })
    }

    /// Where the tiles of an arrangement begin in a pattern.
    #[inline]
    fn firsts(&self, halves: [usize; 2], arrangement: usize) -> SmallSet {
        let [head, tail] = halves.map(|half| half * self.arrangements + arrangement);
        self.firsts[0][head] | self.firsts[1][tail]
    }

    /// How many bytes this many heads and tails take.
    pub fn bytes_for(arrangements: usize, halves: u128) -> u128 {
        halves * (arrangements * size_of::<SmallSet>()) as u128
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        let firsts = self.firsts.iter().map(|firsts| size_of_val(&firsts[..]));
        firsts.sum()
    }
}

impl Gathering<'_> {
    fn follow(&self, node: NodeId, standing: &mut [SmallSet], heads: &mut Vec<SmallSet>) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let place = self.automaton.place(node);
        for edge in self.automaton.edges(node) {
            let arrangement = self.arrangement_of[usize::from(edge.choice)];
            if let Some(arrangement) = arrangement {
                standing[arrangement].insert(Cell(place));
            }
            if self.automaton.place(edge.to) >= self.place.place {
                heads.extend_from_slice(standing);
            } else {
                self.follow(edge.to, standing, heads);
            }
            if let Some(arrangement) = arrangement {
                standing[arrangement] = standing[arrangement].without(Cell(place).into());
            }
        }
    }

    /// Makes the tails of each node from those of the nodes behind it.
    fn prepend(&self, tails: &FirstTails) -> Vec<SmallSet> {
        let row = |node: NodeId| tails.of[node as usize] as usize * self.arrangements;
        let mut firsts = vec![SmallSet::EMPTY; tails.rows * self.arrangements];
        let end = self.place.paths.len() as NodeId - 1;
        for node in (self.place.first..end).rev() {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let mut to = row(node);
            for edge in self.automaton.edges(node) {
                let from = row(edge.to);
                let own = self.place.paths[edge.to as usize] as usize * self.arrangements;
                firsts.copy_within(from..from + own, to);
                if let Some(arrangement) = self.arrangement_of[usize::from(edge.choice)] {
                    let place = Cell(self.automaton.place(node));
                    let rows = firsts[to..to + own].chunks_exact_mut(self.arrangements);
                    rows.for_each(|row| row[arrangement].insert(place));
                }
                to += own;
            }
        }
        firsts.truncate(tails.len * self.arrangements);
        firsts.shrink_to_fit();
        firsts
    }
}
