//! The state graph: where one piece can go from a configuration, and the number of the new
//! configuration.
//!
//! - [`Metric`] defines what one edge is: a step, a slide or a move.
//! - [`StepTable`] finds the steps of a pattern, and [`MoveGenerator`] its edges in any metric.
//! - [`PatternTable`] caches the edges of patterns that have several arrangements.
//! - [`HalfBoards`] combines the edges of half boards into those of patterns, if patterns have one
//!   arrangement, or are too many for a pattern table. [`HalfBoardsBuilder`] builds the half boards
//!   once that saves time.
//! - [`Parity`] finds which half of the arrangements parity puts out of reach; [`ArrangementRanks`]
//!   numbers the other half.
//! - [`Graph`] combines all this: the state graph as searches see it, with vertices numbered for
//!   bitmaps.
//! - [`RotationPlan`] computes the effect of an edge on whole words of such a bitmap, and
//!   [`SymmetryMap`] the image of a vertex under a symmetry.
//! - [`KeptTiles`] is the graph of a board of sliding tiles if only some tiles are told apart;
//!   [`PatternGraph`] is what it has in common with the state graph.
//! - `PackedBoard` holds a pattern of a small board in one word. A search computes its rank only to
//!   mark the pattern as seen.
//!
//! This layer keeps no record of the vertices that a search has seen.

mod arrangement_ranks;
mod group_ranks;
mod half_boards;
mod kept_tiles;
mod lazy_half_boards;
mod limits;
mod metric;
mod move_generator;
mod neighbours;
mod packed;
mod parity;
mod pattern_edge;
mod pattern_graph;
mod pattern_table;
mod rank_layout;
mod region_patterns;
mod rotation_plan;
mod state_graph;
mod step_table;
mod symmetry_map;

pub use arrangement_ranks::{ArrangementRanks, RankMap, TileAt};
pub use half_boards::{HalfBoardExpander, HalfBoards, HalfBoardsBuilder};
pub use kept_tiles::{KeptTiles, KeptVertex};
pub use limits::GraphLimits;
pub use metric::{Metric, MetricError};
pub use move_generator::MoveGenerator;
pub use neighbours::Neighbours;
pub(crate) use packed::{
    PackedBoard, PackedCliques, PackedLayout, PackedRanks, PackedSteps, StepBits,
};
pub use parity::{Parity, ParityLaw, signs_after};
pub use pattern_edge::PatternEdge;
pub use pattern_graph::PatternGraph;
pub use pattern_table::PatternTable;
pub use rank_layout::{GROUP_SLOTS, RankLayout};
pub use region_patterns::RegionPatterns;
pub use rotation_plan::{BitPermutation, RotationPlan, WordSource};
pub use state_graph::Graph;
pub use step_table::{Displacement, StepTable};
pub use symmetry_map::SymmetryMap;
