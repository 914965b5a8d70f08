//! The moves: which slides a configuration allows, and what each does to its number.
//!
//! [`Steps`] finds the slides of a pattern, [`PatternTable`] remembers them; [`Half`] tells which half of the
//! orders can be reached at all, [`Orders`] numbers those; [`Graph`] puts all together: the state graph as
//! searches see it, its vertices numbered for bit vectors; [`Plan`] tells what a slide does to whole words of
//! them. This layer keeps no record of what has been seen.

mod graph;
mod half;
mod orders;
mod plan;
mod steps;
mod table;

pub use graph::{Graph, Neighbours};
pub use half::Half;
pub use orders::{OrderMap, Orders, Packing};
pub use plan::{GROUP_SLOTS, Gather, Plan, Source};
pub use steps::{Step, Steps};
pub use table::{PatternTable, Slide};
