//! Shortest ways by a search that pattern databases guide.
//!
//! [`AdditiveTables`] bounds the distance of sliding tiles to a goal from below, by tables or by
//! the grid alone, and its iterative deepening proves which way is shortest. [`GroupBounds`] does
//! so for every other puzzle, and guides a best-first search. The board is never enumerated.

mod additive_tables;
mod bound_tables;
mod deepening;
mod grid_bound;
mod group_bounds;
mod group_sums;
mod path_automaton;
mod tile_symmetry;
mod walker;

pub use additive_tables::{AdditiveTables, KeptGroup, TablesError};
pub use bound_tables::{BoundGroup, BoundTables};
pub use deepening::{GuidedAnswer, GuidedQuery, GuidedResult};
pub use group_bounds::{GroupBounds, GroupSearch, SolvedConfigurations};
pub use group_sums::GroupSums;
pub use tile_symmetry::cell_images;

#[cfg(test)]
mod tests;
