//! Shortest ways: the choice of a method, and the searches that find them.

pub(crate) mod generations;
pub(crate) mod hashed;
pub(crate) mod lengths;
pub(crate) mod meeting;
pub(crate) mod shortest;
pub(crate) mod solve_by;
pub(crate) mod tile_search;

pub use lengths::metric_of;
pub use solve_by::{MethodSolution, SolutionMethod};
pub use tile_search::{TileAnswer, TileSearch};
