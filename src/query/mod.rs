//! Answers from what has been explored: distances, shortest ways and their number, goals, the farthest; and how
//! many configurations can be reached, which takes no search.
//!
//! This layer reads marks and files, and writes none; it looks at configurations only to say what a way consists of.

mod count;
mod explored;
mod filed;
mod goals;
mod group;
mod path;
mod proof;
mod routes;
mod spread;
mod walk;

pub use count::{Count, CountError, Factor};
pub use explored::{Beginning, Distances, Explored, QueryError};
pub use filed::{FiledError, FiledSearch};
pub use goals::{GoalReach, Goals};
pub use group::{Group, OrbitError, Permutation, Sort};
pub use path::{Move, Path};
pub use proof::{Claim, Proved, Refuted};
pub use routes::{Paths, Routes};
