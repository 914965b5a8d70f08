//! `TablePlan`: which tables guide a search if the caller names none.

use super::kept_tables::KeptTable;
use super::table_goal::TableGoal;
use super::tile_division::{MIN_STORED, best_disjoint, divided, pairs};
use super::tile_graphs::{TableUse, TileGraphs};
use crate::explore::tile_table::TableChoice;
use crate::{Explorer, Problem};
use slidewise_analysis::cell_images;
use std::cmp::Reverse;

/// Bytes of memory for tables that are chosen without a memory limit.
const USUAL_BYTES: u64 = 1 << 30;

/// The tables that guide a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TablePlan {
    /// Image of each cell; the identity unless kept tables are for an image of the goal.
    pub images: Vec<u8>,
    /// The image of the goal.
    pub goal: TableGoal,
    /// The groups, each with the tiles in the order of their cells in that goal.
    pub groups: Vec<PlannedGroup>,
    pub choice: TableChoice,
}

/// A group of tiles with the name of its table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlannedGroup {
    pub tiles: Vec<u8>,
    /// Name in the header of the table's store.
    pub store_name: String,
    /// Whether the store is there, and finished.
    pub is_kept: bool,
}

impl Explorer {
    /// A group with the name of its kept table, or with the usual name if none is kept.
    pub(crate) fn planned_group(
        &self,
        goal: &TableGoal,
        tiles: Vec<u8>,
        kept: &[KeptTable],
    ) -> PlannedGroup {
        let cells = goal.cells_of(&tiles);
        let mut kept = kept.iter();
        let own = kept.find(|own| own.empty == goal.empty && own.cells == cells);
        PlannedGroup {
            store_name: own.map_or_else(|| self.table_name(&tiles), |own| own.name.clone()),
            is_kept: own.is_some(),
            tiles,
        }
    }

    /// The tables that the memory limit allows, or with `prefers_kept` kept ones that bound better.
    ///
    /// Of two divisions of the tiles that with more pairs of tiles in one group counts as better,
    /// since a table knows how such tiles hinder each other. Kept tables are used if they are
    /// better than the fewest groups that fit the memory limit, or as good and already there.
    pub(crate) fn plan_tables(
        &self,
        goal: &TableGoal,
        kept: &[KeptTable],
        prefers_kept: bool,
        graphs: &mut TileGraphs<'_>,
    ) -> Result<TablePlan, Problem> {
        let limit = self.memory.unwrap_or_else(|| self.memory_or(USUAL_BYTES));
        self.plan_within(goal, kept, prefers_kept, limit, graphs)
    }

    /// The tables of [`Explorer::plan_tables`] for a limit of `limit` bytes.
    pub(crate) fn plan_within(
        &self,
        goal: &TableGoal,
        kept: &[KeptTable],
        prefers_kept: bool,
        limit: u64,
        graphs: &mut TileGraphs<'_>,
    ) -> Result<TablePlan, Problem> {
        let fewest = self.divide(&goal.tiles(), &[], limit, graphs);
        let fewest = fewest.map(|groups| {
            let groups = groups.into_iter();
            let groups = groups.map(|tiles| self.planned_group(goal, tiles, kept));
            TablePlan {
                images: (0..goal.numbers.len() as u8).collect(),
                goal: goal.clone(),
                groups: groups.collect(),
                choice: TableChoice::Fewest,
            }
        });
        let of_kept = if prefers_kept {
            self.plan_of_kept(goal, kept, limit, graphs)
        } else {
            None
        };
        let plan = match (fewest, of_kept) {
            (Some(fewest), Some(kept)) => {
                let value = |plan: &TablePlan| (plan.pairs(), Reverse(plan.missing()));
                let is_better = value(&kept) > value(&fewest);
                Some(if is_better { kept } else { fewest })
            }
            (fewest, kept) => fewest.or(kept),
        };
        plan.ok_or_else(|| {
            Problem::of_input(
                "no table of a single tile fits the memory limit",
                "raise --memory",
            )
        })
    }

    /// Divides tiles into the fewest groups that fit `limit` bytes beside kept tables, which are
    /// given by their numbers of tiles; `None` if none fit.
    fn divide(
        &self,
        tiles: &[u8],
        kept: &[usize],
        limit: u64,
        graphs: &mut TileGraphs<'_>,
    ) -> Option<Vec<Vec<u8>>> {
        divided(tiles, |sizes| {
            let kept = kept.iter().map(|&size| (size, TableUse::Finished));
            let built = sizes.iter().map(|&size| (size, self.use_of_new(size)));
            let tables: Vec<_> = kept.chain(built).collect();
            let needs = graphs.needs(&tables, Some(limit));
            let is_enough = needs.is_ok_and(|needs| needs.memory_bytes <= limit);
            if !is_enough {
                graphs.clear();
            }
            is_enough
        })
    }

    /// What becomes of a table of this many tiles that is not there yet.
    fn use_of_new(&self, kept: usize) -> TableUse {
        if self.folder().is_some() && kept >= MIN_STORED {
            TableUse::Stored
        } else {
            TableUse::InMemory
        }
    }

    /// The best plan with tables that are kept, for the goal or an image of it; `None` without any.
    fn plan_of_kept(
        &self,
        goal: &TableGoal,
        kept: &[KeptTable],
        limit: u64,
        graphs: &mut TileGraphs<'_>,
    ) -> Option<TablePlan> {
        let mut best: Option<TablePlan> = None;
        for images in cell_images(&self.puzzle.board) {
            let image = goal.image(&images);
            let groups = kept.iter().filter_map(|table| table.tiles_in(&image));
            let groups: Vec<Vec<u8>> = groups.collect();
            let chosen = best_disjoint(&groups);
            if chosen.is_empty() {
                continue;
            }
            let sizes: Vec<usize> = chosen.iter().map(|&at| groups[at].len()).collect();
            let is_taken = |tile: &u8| chosen.iter().any(|&at| groups[at].contains(tile));
            let mut rest = image.tiles();
            rest.retain(|tile| !is_taken(tile));
            let Some(rest) = self.divide(&rest, &sizes, limit, graphs) else {
                continue;
            };
            let chosen = chosen.into_iter().map(|at| groups[at].clone());
            let planned = chosen.chain(rest);
            let planned = planned.map(|tiles| self.planned_group(&image, tiles, kept));
            let mut planned: Vec<PlannedGroup> = planned.collect();
            planned.sort_by_key(|group| group.tiles.iter().copied().min());
            let plan = TablePlan {
                images,
                goal: image,
                groups: planned,
                choice: TableChoice::Kept,
            };
            // Of equally good plans the first counts, which is for the goal itself if possible.
            if best.as_ref().is_none_or(|best| plan.pairs() > best.pairs()) {
                best = Some(plan);
            }
        }
        best
    }
}

impl TablePlan {
    /// Number of pairs of tiles that are in one group.
    fn pairs(&self) -> usize {
        pairs(self.groups.iter().map(|group| &group.tiles))
    }

    /// Number of tables that would be built in a store.
    fn missing(&self) -> usize {
        let missing = self.groups.iter().filter(|group| !group.is_kept);
        missing
            .filter(|group| group.tiles.len() >= MIN_STORED)
            .count()
    }
}
