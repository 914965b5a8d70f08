//! Numbers of reachable configurations and of components, counted from patterns alone.

mod arrangement_orbits;
mod components;
mod count;
mod flood_fill;
mod group_bound;
mod permutation;
mod permutation_group;
mod slots;

pub use components::{Components, ComponentsError};
pub use count::{Count, CountError, Factor};
pub use permutation::Permutation;
pub use permutation_group::{GroupKind, OrbitError, PermutationGroup};
pub use slots::TooManyTiles;
