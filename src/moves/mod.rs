//! The moves: which slides a configuration allows, and what each does to its number.
//!
//! [`Steps`] finds the slides of a pattern; [`Half`] tells which half of the orders can be reached at all;
//! [`Graph`] puts both together: the state graph as searches see it, with vertices numbered from 0 and no
//! hole between them. This layer keeps no record of what has been seen.

mod graph;
mod half;
mod orders;
mod steps;

pub use graph::{Graph, Neighbours};
pub use half::Half;
pub use orders::{OrderMap, Orders};
pub use steps::{Step, Steps};
