//! The moves: where one piece can go from a configuration, and what that does to its number.
//!
//! A [`Metric`] says what counts as one. [`Steps`] finds the steps of a pattern, [`Walks`] what a piece can do in
//! one by any metric; where no metric is named, that is called a slide. [`PatternTable`] remembers the slides of
//! patterns with several orders, [`Cut`] puts those of too many patterns for that, or with one order, together from
//! those of half boards, once that pays ([`Sketch`]);
//! [`Half`] tells which half of the orders can be reached at all, [`Orders`] numbers those; [`Graph`] puts all
//! together: the state graph as searches see it, its vertices numbered for bit vectors; [`Plan`] tells what a
//! slide does to whole words of them, [`Image`] what a symmetry does to a vertex. A `PackedBoard` is a pattern of a small
//! board as one word, of which numbers are asked for marks alone. This layer keeps no record of
//! what has been seen.

mod cut;
mod graph;
mod half;
mod image;
mod late_cut;
mod metric;
mod orders;
mod packed;
mod plan;
mod steps;
mod table;
mod walks;

pub use cut::{Cut, HalfBoardExpander, Sketch};
pub use graph::{Allowance, Graph, Neighbours};
pub use half::{Half, Invariant};
pub use image::Image;
pub use metric::Metric;
pub use orders::{GROUP_SLOTS, OrderMap, Orders, Packing, TileAt};
pub(crate) use packed::{PackedBoard, PackedLayout, PackedRanks, PackedSteps, StepBits};
pub use plan::{Gather, Plan, Source};
pub use steps::{Step, Steps};
pub use table::{PatternTable, Slide};
pub use walks::Walks;
