//! The tiles of half boards: finds the rotation of an arrangement from the two patterns of an edge.
//!
//! Patterns do not tell tiles apart, but contain their places. If a tile moves, the patterns before
//! and after the edge differ in two tile places: one is left and one is entered. The tile's old and
//! new slot are the numbers of tiles that come before these two places in the scan. The tables of
//! displacements therefore need not store which kinds move.

use super::split_point::{SplitPoint, TailNumbers};
use crate::index::{Automaton, EMPTY, KindMembers, Layout, NodeId, Rotation};
use slidewise_board::{Cell, CellMask, SmallCellSet};
use std::sync::atomic::{AtomicBool, Ordering};

/// First places of the tiles in each head and each tail.
#[derive(Clone, Debug)]
pub(super) struct HalfTiles {
    /// Number of tile groups.
    pub arrangements: usize,
    /// Set of first places, indexed by half board, then tile group; one list for heads and one for
    /// tails.
    firsts: [Vec<SmallCellSet>; 2],
}

/// Collector of the tiles of half boards.
struct TileCollector<'a> {
    automaton: &'a Automaton,
    place: &'a SplitPoint,
    /// Tile group of the piece that a choice begins, indexed by choice.
    arrangement_of: Vec<Option<usize>>,
    arrangements: usize,
    stop: &'a AtomicBool,
}

impl HalfTiles {
    /// Collects the tiles of the heads and of the tails; the tails are numbered by `tails`.
    /// Incomplete if `stop` is set.
    pub(super) fn new(
        layout: &Layout,
        automaton: &Automaton,
        place: &SplitPoint,
        tails: &TailNumbers,
        stop: &AtomicBool,
    ) -> HalfTiles {
        let of_kinds = layout.kinds.iter().map(|kind| match kind.members {
            KindMembers::Tiles { arrangement } => Some(arrangement),
            KindMembers::Class { .. } => None,
        });
        debug_assert_eq!(usize::from(EMPTY), 0);
        let gathering = TileCollector {
            automaton,
            place,
            arrangement_of: std::iter::once(None).chain(of_kinds).collect(),
            arrangements: layout.groups.len(),
            stop,
        };
        let mut heads = Vec::with_capacity(place.heads as usize * gathering.arrangements);
        let mut standing = vec![SmallCellSet::EMPTY; gathering.arrangements];
        if gathering.arrangements > 0 {
            gathering.follow(Automaton::ROOT, &mut standing, &mut heads);
        }
        HalfTiles {
            arrangements: gathering.arrangements,
            firsts: [heads, gathering.prepend(tails)],
        }
    }

    /// Rotation of an arrangement by the edge between two patterns, with its tile group; `None` if
    /// no arrangement changes.
    ///
    /// Each pattern is given as the numbers `[head, tail]`.
    #[inline]
    pub(super) fn turn(&self, from: [usize; 2], to: [usize; 2]) -> Option<(usize, Rotation)> {
        (0..self.arrangements).find_map(|arrangement| {
            let [before, after] = [from, to].map(|halves| self.firsts(halves, arrangement));
            // Place that a tile leaves and place that it enters: each mask has one bit, or none if
            // no tile of the group moves.
            let (left, entered) = (before.without(after).0, after.without(before).0);
            let between = left.max(entered) - left.min(entered);
            // Most tiles that move pass no other tile; then the slots need not be counted.
            if left == 0 || entered == 0 || !(before & after).meets(CellMask(between)) {
                return None;
            }
            let slot =
                |tiles: SmallCellSet, place: u128| (tiles & CellMask(place - 1)).len() as u16;
            let (from, to) = (slot(before, left), slot(after, entered));
            Some((arrangement, Rotation { from, to }))
        })
    }

    /// First places of a tile group's tiles in the pattern of a head and a tail.
    #[inline]
    fn firsts(&self, halves: [usize; 2], arrangement: usize) -> SmallCellSet {
        let [head, tail] = halves.map(|half| half * self.arrangements + arrangement);
        self.firsts[0][head] | self.firsts[1][tail]
    }

    /// Bytes of the first places in this many half boards.
    pub(super) fn bytes_for(arrangements: usize, halves: u128) -> u128 {
        halves * (arrangements * size_of::<SmallCellSet>()) as u128
    }

    /// Size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let firsts = self.firsts.iter().map(|firsts| size_of_val(&firsts[..]));
        firsts.sum()
    }
}

impl TileCollector<'_> {
    fn follow(&self, node: NodeId, standing: &mut [SmallCellSet], heads: &mut Vec<SmallCellSet>) {
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

    /// Collects the tiles of each node's tails, from the last node to the first, from those of its
    /// successors' tails.
    fn prepend(&self, tails: &TailNumbers) -> Vec<SmallCellSet> {
        let row = |node: NodeId| tails.of[node as usize] as usize * self.arrangements;
        let mut firsts = vec![SmallCellSet::EMPTY; tails.rows * self.arrangements];
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
