//! `BoxSets`: for all sets of a few boxes, what they hinder each other, and whether they are dead.

use crate::box_squares::BoxSpace;
use crate::level::{CellNumber, Level};
use crate::level_graph::{GraphScratch, LevelGraph, LevelMetric};
use crate::priced_pushes::PricedPushes;
use std::sync::atomic::{AtomicBool, Ordering};

/// The excess of a set that no pushes bring to goals.
pub(crate) const DEAD: u8 = u8::MAX;
/// The greatest excess that is noted; greater ones are taken for it.
const MOST_EXCESS: u8 = DEAD - 1;
/// Number of positions after which an exploration looks whether to stop.
const LOOK_EVERY: u64 = 1024;

/// For each set of a fixed number of boxes and each cell of the player, the *excess*: the priced
/// pushes that these boxes need to some goals when no others are on the board, less what each of
/// them needs alone.
///
/// Where the boxes cannot be brought to goals the set is dead, and so is each position that holds
/// it, since other boxes only hinder. The table is explored backwards, by pulls from all sets of
/// goals (a pattern database, Culberson and Schaeffer 1998).
#[derive(Clone, Debug)]
pub(crate) struct BoxSets<'l> {
    graph: LevelGraph<'l>,
    /// By number of the graph, with the player on any cell of his region.
    excess: Vec<u8>,
}

/// Positions to be taken by their excess.
type Buckets = Vec<Vec<u32>>;

impl<'l> BoxSets<'l> {
    /// Explores the sets of a number of boxes; `None` if the table has more than `entries`, or
    /// 2^32, or if `stop` is raised.
    pub(crate) fn new(
        level: &'l Level,
        boxes: usize,
        (goals, priced): (&[CellNumber], &PricedPushes),
        entries: u64,
        stop: &AtomicBool,
    ) -> Option<BoxSets<'l>> {
        let graph = LevelGraph::of_boxes(level, LevelMetric::Push, BoxSpace::Live, boxes)?;
        if graph.numbers() > entries.min(u32::MAX.into()) {
            return None;
        }
        let mut sets = BoxSets {
            excess: vec![DEAD; graph.numbers() as usize],
            graph,
        };
        let mut buckets: Buckets = vec![Vec::new(); usize::from(DEAD)];
        sets.seed(goals, priced, &mut Vec::new(), (boxes, &mut buckets));
        let mut scratch = GraphScratch::new(level);
        let mut taken = 0u64;
        for excess in 0..DEAD {
            while let Some(number) = buckets[usize::from(excess)].pop() {
                sets.spread((number.into(), excess), priced, &mut scratch, &mut buckets);
                taken += 1;
                if taken.is_multiple_of(LOOK_EVERY) && stop.load(Ordering::Relaxed) {
                    return None;
                }
            }
        }
        Some(sets)
    }

    /// Lists all sets of goals, with the player on each cell.
    fn seed(
        &self,
        goals: &[CellNumber],
        priced: &PricedPushes,
        chosen: &mut Vec<CellNumber>,
        (boxes, buckets): (usize, &mut Buckets),
    ) {
        if chosen.len() < boxes {
            for (at, &goal) in goals.iter().enumerate() {
                chosen.push(goal);
                self.seed(&goals[at + 1..], priced, chosen, (boxes, buckets));
                chosen.pop();
            }
            return;
        }
        let Some(rank) = self.graph.squares().rank(chosen) else {
            return;
        };
        let players = 0..self.graph.level().cells() as CellNumber;
        for player in players.filter(|own| !chosen.contains(own)) {
            let alone = chosen.iter().map(|&cell| {
                let own = priced.of(cell, player).unwrap_or_default();
                -priced.price(cell) - own
            });
            let number = u64::from(player) * self.graph.sets() + rank;
            let excess = alone.sum::<i32>().min(MOST_EXCESS.into());
            buckets[excess as usize].push(number as u32);
        }
    }

    /// Notes the excess of a position, unless a lower one is known, and lists those before it.
    fn spread(
        &mut self,
        (number, excess): (u64, u8),
        priced: &PricedPushes,
        scratch: &mut GraphScratch,
        buckets: &mut Buckets,
    ) {
        if self.excess[number as usize] != DEAD {
            return;
        }
        self.graph.open(number, scratch);
        let sets = self.graph.sets();
        for &cell in &scratch.region {
            let own = u64::from(cell) * sets + number % sets;
            self.excess[own as usize] = excess;
        }
        let pulls = self.graph.pulls(scratch);
        for &push in &pulls {
            let Some(rank) = self.graph.rank_before(scratch, push) else {
                continue;
            };
            let before = u64::from(push.player) * sets + rank;
            let own = priced.of(push.from, push.player);
            let Some((own, next)) = own.zip(priced.of(push.to, push.from)) else {
                continue;
            };
            if self.excess[before as usize] == DEAD {
                // Not negative: one push changes what the box needs alone by one at most.
                let excess = (i32::from(excess) + 1 + next - own).min(MOST_EXCESS.into());
                buckets[excess as usize].push(before as u32);
            }
        }
        scratch.give_back(pulls);
    }

    /// The excess of a set, given by its rank.
    #[inline]
    pub(crate) fn excess(&self, player: CellNumber, rank: u64) -> u8 {
        self.excess[(u64::from(player) * self.graph.sets() + rank) as usize]
    }

    /// What a cell adds to the rank of a set as its box number `place`, from 1; the same for sets
    /// of all sizes.
    #[inline]
    pub(crate) fn part(&self, place: usize, cell: CellNumber) -> u64 {
        self.graph.squares().part(place, cell)
    }

    /// The bytes of the table.
    pub(crate) fn bytes(&self) -> u64 {
        self.excess.len() as u64
    }
}
