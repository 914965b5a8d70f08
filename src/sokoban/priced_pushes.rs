//! `PricedPushes`: what each box alone needs to its best goal, if goals have prices.

use crate::level::{CellNumber, Level};
use crate::push_distances::{NO_WAY, PushDistances};
use std::sync::Arc;

/// The least pushes of one box to a goal, less the price of that goal.
///
/// However goals are priced, the pushes of a solution are at least these numbers of all boxes and
/// the prices of all goals (the dual of the assignment of boxes to goals).
#[derive(Clone, Debug)]
pub(crate) struct PricedPushes {
    /// By cell: the price of the goal there, 0 elsewhere.
    prices: Vec<i32>,
    /// By the places of [`PushDistances::place`]; `None` if no goal can be reached.
    pushes: Vec<Option<i32>>,
    distances: Arc<PushDistances>,
}

impl PricedPushes {
    pub(crate) fn new(
        level: &Level,
        distances: &Arc<PushDistances>,
        goals: &[CellNumber],
        by_goal: &[i64],
    ) -> PricedPushes {
        let mut prices = vec![0; level.cells()];
        for (&goal, &price) in goals.iter().zip(by_goal) {
            prices[usize::from(goal)] = price as i32;
        }
        let pushes = distances.rows().map(|row| {
            let ways = row.iter().zip(by_goal).filter(|(own, _)| **own != NO_WAY);
            ways.map(|(&own, &price)| own as i32 - price as i32).min()
        });
        PricedPushes {
            prices,
            pushes: pushes.collect(),
            distances: Arc::clone(distances),
        }
    }

    /// What a box on a cell needs; `None` if it cannot come to a goal.
    #[inline]
    pub(crate) fn of(&self, cell: CellNumber, player: CellNumber) -> Option<i32> {
        self.pushes[self.distances.place(cell, player)]
    }

    /// The price of the goal on a cell.
    pub(crate) fn price(&self, cell: CellNumber) -> i32 {
        self.prices[usize::from(cell)]
    }

    /// The prices of all goals together.
    pub(crate) fn all_prices(&self) -> i32 {
        self.prices.iter().sum()
    }
}
