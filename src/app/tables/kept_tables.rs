//! `KeptTable`: a table of tiles in the store folder, of any goal on the same board.

use super::table_goal::{TableGoal, cells_of_layout, table_header};
use crate::explore::tile_table::TileTable;
use crate::{Explorer, Problem};
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{Stopwatch, Store, StoreKind, StoreSummary, StoreView};

/// A table in the store folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptTable {
    /// Name in the header of its store.
    pub name: String,
    /// Name of the folder of its store.
    pub folder: String,
    /// Cells of the kept tiles in the goal, ascending.
    pub cells: Vec<u8>,
    /// The empty cell in the goal.
    pub empty: u8,
    /// Whether all its distances are known.
    pub is_finished: bool,
    /// Number of entries by distance, as far as they are known.
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

impl Explorer {
    /// The tables in the store folder for goals on the puzzle's board, finished or not.
    ///
    /// Reads headers and logs only. If those of a table of the given goal cannot be read, it is
    /// known by the name of its folder.
    pub(crate) fn stored_tables(&self, goal: &TableGoal) -> Result<Vec<KeptTable>, Problem> {
        let Some(folder) = self.folder() else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for summary in Store::list(folder)? {
            let is_of_goal = summary.direction == SearchOrigin::Goals.name();
            if is_of_goal && summary.kind == StoreKind::Marks {
                let view = StoreView::open(&folder.join(&summary.folder)).ok();
                let table = match view {
                    Some(view) => self.table_in(view, &summary),
                    None => self.unreadable_table(goal, &summary),
                };
                found.extend(table);
            }
        }
        Ok(found)
    }

    /// The table in a store; `None` if it is no table of the puzzle's board.
    fn table_in(&self, view: StoreView, summary: &StoreSummary) -> Option<KeptTable> {
        let (cells, empty) = cells_of_layout(&view.header.layout)?;
        let count = self.puzzle.board.cell_count();
        let last = cells.iter().fold(empty, |last, &cell| last.max(cell));
        let is_on_board = usize::from(last) < count;
        let fingerprint = self.puzzle.table_fingerprint(&cells, empty);
        let is_own = is_on_board && fingerprint == view.header.fingerprint;
        is_own.then(|| KeptTable {
            name: view.header.name,
            folder: summary.folder.clone(),
            cells,
            empty,
            is_finished: view.is_complete && summary.problem.is_none(),
            counts: view.counts,
            bytes: summary.bytes,
        })
    }

    /// The table of a goal in a store that cannot be read; `None` if its folder is named otherwise.
    fn unreadable_table(&self, goal: &TableGoal, summary: &StoreSummary) -> Option<KeptTable> {
        let (_, tokens) = summary.name.split_once("keep")?;
        let tokens = tokens.split([' ', '-']).filter(|token| !token.is_empty());
        let tokens: Vec<String> = tokens.map(str::to_owned).collect();
        let tiles = self.tiles_of_tokens(goal, &tokens).ok()?;
        let (name, cells) = (self.table_name(&tiles), goal.cells_of(&tiles));
        // The number of entries is not part of a folder's name.
        let header = table_header(&self.puzzle, name.clone(), (&cells, goal.empty), 0);
        (Store::folder_name(&header) == summary.folder).then(|| KeptTable {
            name,
            folder: summary.folder.clone(),
            cells,
            empty: goal.empty,
            is_finished: false,
            counts: Vec::new(),
            bytes: summary.bytes,
        })
    }

    /// The finished tables in the store folder for goals on the puzzle's board, each once.
    pub(crate) fn kept_tables(&self, goal: &TableGoal) -> Result<Vec<KeptTable>, Problem> {
        let mut found: Vec<KeptTable> = Vec::new();
        for table in self.stored_tables(goal)? {
            let is_equal = |own: &KeptTable| (&own.cells, own.empty) == (&table.cells, table.empty);
            if table.is_finished && !found.iter().any(is_equal) {
                found.push(table);
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
        let begun = Stopwatch::start();
        let tables = self.kept_tables(&goal)?.into_iter().filter_map(|kept| {
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
