//! Answers from what has been explored: distances, shortest ways and their number, goals, the farthest.
//!
//! This layer reads marks and writes none; it looks at configurations only to say what a way consists of.

mod explored;
mod goals;
mod path;
mod proof;
mod routes;
mod walk;

pub use explored::{Beginning, Distances, Explored, QueryError};
pub use goals::{GoalReach, Goals};
pub use path::{Move, Path};
pub use proof::{Claim, Proved, Refuted};
pub use routes::{Paths, Routes};
