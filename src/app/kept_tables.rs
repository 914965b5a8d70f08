//! `KeptTable`: a finished table of tiles in the store folder, of any goal on the same board.

use super::table_goal::{TableGoal, cells_of_layout};
use super::{Explorer, Problem, TileTable};
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{Store, StoreKind, StoreView};
use std::time::Instant;

/// A finished table in the store folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptTable {
    /// Name in the header of its store.
    pub name: String,
    /// Cells of the kept tiles in the goal, ascending.
    pub cells: Vec<u8>,
    /// The empty cell in the goal.
    pub empty: u8,
    /// Number of entries by distance.
    pub counts: Vec<u64>,
    /// Size of the store in bytes.
    pub bytes: u64,
}

impl KeptTable {
    /// The kept tiles in a goal with the same empty cell; `None` for another empty cell.
    pub(crate) fn tiles_in(&self, goal: &TableGoal) -> Option<Vec<u8>> {
        let tiles = self.cells.iter();
        let tiles = tiles.map(|&cell| goal.numbers[usize::from(cell)]);
        (self.empty == goal.empty).then(|| tiles.collect())
    }
}

impl Explorer<'_> {
    /// The finished tables in the store folder for goals on the puzzle's board.
    ///
    /// Reads headers and logs only. Stores that cannot be read are left out.
    pub(crate) fn kept_tables(&self) -> Result<Vec<KeptTable>, Problem> {
        let Some(folder) = self.folder() else {
            return Ok(Vec::new());
        };
        let mut found: Vec<KeptTable> = Vec::new();
        for summary in Store::list(folder)? {
            let is_finished = summary.complete && summary.problem.is_none();
            let is_of_goal = summary.direction == SearchOrigin::Goals.name();
            if !is_finished || !is_of_goal || summary.kind != StoreKind::Marks {
                continue;
            }
            let Ok(view) = StoreView::open(&folder.join(&summary.folder)) else {
                continue;
            };
            let Some((cells, empty)) = cells_of_layout(&view.header.layout) else {
                continue;
            };
            let count = self.puzzle.board.cell_count();
            let is_on_board = cells
                .iter()
                .chain([&empty])
                .all(|&cell| usize::from(cell) < count);
            let fingerprint = self.puzzle.table_fingerprint(&cells, empty);
            let is_known = found
                .iter()
                .any(|own| (&own.cells, own.empty) == (&cells, empty));
            if is_on_board && fingerprint == view.header.fingerprint && !is_known {
                found.push(KeptTable {
                    name: view.header.name,
                    cells,
                    empty,
                    counts: view.counts,
                    bytes: summary.bytes,
                });
            }
        }
        Ok(found)
    }

    /// The tables of the goal that the store folder holds, finished ones only.
    ///
    /// # Errors
    /// If the puzzle is no board of distinct tiles with one goal, or the folder cannot be read.
    pub fn kept_tile_tables(&self) -> Result<Vec<TileTable>, Problem> {
        let goal = self.table_goal()?;
        let begun = Instant::now();
        let tables = self.kept_tables()?.into_iter().filter_map(|kept| {
            Some(TileTable {
                keep: self.tokens_of_tiles(&kept.tiles_in(&goal)?),
                by_distance: kept.counts,
                bytes: kept.bytes,
                seconds: begun.elapsed().as_secs_f64(),
                is_new: false,
            })
        });
        Ok(tables.collect())
    }
}
