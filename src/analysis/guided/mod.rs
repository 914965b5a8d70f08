//! Shortest ways of sliding tiles by a search that pattern databases guide.
//!
//! [`AdditiveTables`] bounds the distance to a goal from below, and its iterative deepening proves
//! which way is shortest. The board is never enumerated.

mod additive_tables;
mod deepening;
mod tile_symmetry;
mod walker;

pub use additive_tables::{AdditiveTables, KeptGroup, TablesError};
pub use deepening::{GuidedAnswer, GuidedQuery, GuidedResult};
pub use tile_symmetry::cell_images;

#[cfg(test)]
mod tests;
