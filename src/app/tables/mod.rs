//! Tables that guide searches: of tiles and of groups of pieces.

pub(crate) mod group_choice;
pub(crate) mod group_tables;
pub(crate) mod kept_tables;
pub(crate) mod open_tables;
pub(crate) mod table_check;
pub(crate) mod table_goal;
pub(crate) mod table_plan;
pub(crate) mod tile_division;
pub(crate) mod tile_graphs;
pub(crate) mod tile_guide;
pub(crate) mod tile_tables;

pub use group_tables::{GroupTables, GuidedFind, GuidedOutcome};
pub use open_tables::TileTables;
pub use table_check::TableCheck;
pub use tile_guide::{TileGuide, grid_bound};
