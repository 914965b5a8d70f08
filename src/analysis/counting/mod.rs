//! Number of reachable configurations, and of all components, counted from patterns alone.

mod components;
mod count;
mod flood_fill;
mod permutation_group;

pub use components::{Components, ComponentsError};
pub use count::{Count, CountError, Factor, TooManyTiles};
pub use permutation_group::{Group, OrbitError, Permutation, Sort};
