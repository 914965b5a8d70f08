//! `BoundsPlan`: tables that bound positions in any order, before they are built.

use super::group_distances::{GroupDistances, GroupsPlan};
use super::tile_bounds::{TileBounds, TilesPlan};
use crate::{Explorer, Observer, Problem, StopToken};
use slidewise_puzzle::Configuration;
use std::sync::Arc;

/// Tables whose memory is known, and which can be built.
#[derive(Debug)]
pub struct BoundsPlan {
    explorer: Explorer,
    kind: PlanKind,
}

#[derive(Debug)]
enum PlanKind {
    Tiles(TilesPlan),
    Groups(GroupsPlan),
}

/// Lower bounds for the distances of a puzzle's positions to its goals.
#[derive(Debug)]
pub enum PositionBounds {
    /// From tables of tiles.
    Tiles(Box<TileBounds>),
    /// From tables of groups of pieces.
    Groups(Box<GroupDistances>),
}

impl Explorer {
    /// Plans tables for groups of pieces, given by tokens, or for groups chosen by the memory
    /// limit: tables of tiles for a board of distinct tiles in steps, else of groups of pieces.
    ///
    /// # Errors
    /// If the puzzle has no goal or is none of the metric, a token is unknown, a group bounds
    /// nothing, a tile is in two groups, or there is too little memory.
    pub fn plan_bounds(&self, groups: &[Vec<String>]) -> Result<BoundsPlan, Problem> {
        Ok(BoundsPlan {
            explorer: self.clone(),
            kind: if self.has_tile_tables() {
                PlanKind::Tiles(self.plan_tiles(groups)?)
            } else {
                PlanKind::Groups(self.plan_groups(groups)?)
            },
        })
    }
}

impl BoundsPlan {
    /// Bytes of memory that building the tables takes; some of it is free again afterwards.
    pub fn bytes(&self) -> u64 {
        match &self.kind {
            PlanKind::Tiles(plan) => plan.bytes(),
            PlanKind::Groups(plan) => plan.bytes(),
        }
    }

    /// Tokens of the pieces of each table.
    pub fn groups(&self) -> Vec<Vec<String>> {
        match &self.kind {
            PlanKind::Tiles(plan) => plan.groups(&self.explorer),
            PlanKind::Groups(plan) => plan.groups(&self.explorer),
        }
    }

    /// Builds the tables; in a store folder the same tables are kept as marks, for searches.
    /// `observer` hears of the searches, and `stop` ends them.
    ///
    /// # Errors
    /// If the system refuses memory, the run is stopped, or a kept table is damaged.
    pub fn build(
        &self,
        stop: &StopToken,
        observer: Arc<dyn Observer>,
    ) -> Result<PositionBounds, Problem> {
        let explorer = self.explorer.clone().stop(stop).observer(observer);
        Ok(match &self.kind {
            PlanKind::Tiles(plan) => PositionBounds::Tiles(Box::new(plan.build(&explorer)?)),
            PlanKind::Groups(plan) => PositionBounds::Groups(Box::new(plan.build(&explorer)?)),
        })
    }
}

impl PositionBounds {
    /// The bound of a position; `None` if it is proved that no way leads from there to a goal.
    pub fn bound(&self, position: &Configuration) -> Option<u32> {
        match self {
            PositionBounds::Tiles(bounds) => bounds.bound(position),
            PositionBounds::Groups(bounds) => bounds.bound(position),
        }
    }

    /// Number of sums of which the largest counts.
    pub fn sums(&self) -> usize {
        match self {
            PositionBounds::Tiles(bounds) => bounds.sums(),
            PositionBounds::Groups(bounds) => bounds.sums(),
        }
    }
}
