//! The state graph: where one piece can go from a configuration, and the number that results.
//!
//! - [`Metric`] defines what one edge is: a step, a slide or a move.
//! - [`Steps`] finds the steps of a pattern, and [`Walks`] its edges in any metric.
//! - [`PatternTable`] caches the edges of patterns that have several arrangements.
//! - [`Cut`] combines the edges of half boards into those of patterns, where patterns are too many
//!   for that table or have one arrangement; [`Sketch`] builds it once that pays.
//! - [`Half`] finds which half of the arrangements parity puts out of reach; [`Orders`] numbers the
//!   rest.
//! - [`Graph`] combines all this: the state graph as searches see it, with vertices numbered for
//!   bitmaps.
//! - [`Plan`] computes what an edge does to whole words of such a bitmap, and [`Image`] what a
//!   symmetry does to a vertex.
//! - A `PackedBoard` is a packed board: a pattern of a small board in one word, ranked only to mark it.
//!
//! This layer keeps no record of the vertices that a search has seen.

mod arrangement_ranks;
mod group_ranks;
mod half_boards;
mod lazy_half_boards;
mod limits;
mod metric;
mod move_generator;
mod neighbours;
mod packed;
mod parity;
mod pattern_edge;
mod pattern_table;
mod rank_layout;
mod rotation_plan;
mod state_graph;
mod step_table;
mod symmetry_map;

pub use arrangement_ranks::{OrderMap, Orders, TileAt};
pub use half_boards::{Cut, HalfBoardExpander, Sketch};
pub use limits::Allowance;
pub use metric::Metric;
pub use move_generator::Walks;
pub use neighbours::Neighbours;
pub(crate) use packed::{PackedBoard, PackedLayout, PackedRanks, PackedSteps, StepBits};
pub use parity::{Half, Invariant};
pub use pattern_edge::Slide;
pub use pattern_table::PatternTable;
pub use rank_layout::{GROUP_SLOTS, Packing};
pub use rotation_plan::{Gather, Plan, Source};
pub use state_graph::Graph;
pub use step_table::{Step, Steps};
pub use symmetry_map::Image;
