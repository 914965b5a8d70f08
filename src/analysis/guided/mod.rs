//! Shortest ways of sliding tiles by a search that pattern databases guide.
//!
//! [`AdditiveTables`] bounds the distance to a goal from below, and its iterative deepening proves
//! which way is shortest. The board is never enumerated.

mod additive_tables;
mod deepening;
mod path_automaton;
mod tile_symmetry;
mod walker;

pub use additive_tables::{AdditiveTables, KeptGroup, TablesError};
pub use deepening::{GuidedAnswer, GuidedQuery, GuidedResult};

#[cfg(test)]
mod tests;
