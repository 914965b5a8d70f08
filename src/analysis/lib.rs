//! Answers from a search: distances, shortest paths, goals, farthest configurations, diameter; and
//! the number of reachable configurations, which needs no search.
//!
//! This layer reads marks and run files and writes none. It unranks configurations only to test
//! goals and to describe the moves of a path.
//!
//! Its folders, each of which uses only those before it:
//!
//! - `verify` walks a finished search again and compares every mark.
//! - `distances` reads distances, generations and shortest paths from marks and run files.
//! - `goals` lists goal configurations, finds the first that a search reaches, and explains why a
//!   puzzle has no solution.
//! - `counting` counts reachable configurations and components from patterns and tours.
//! - `diameter` proves the largest distance in a component.

mod counting;
mod diameter;
mod distances;
mod goals;
mod verify;

pub use counting::{
    Components, ComponentsError, Count, CountError, Factor, Group, OrbitError, Permutation, Sort,
    TooManyTiles,
};
pub use diameter::{
    Component, ComponentError, Diameter, DiameterError, Effort, Measurement, Proof, Reached, Stage,
    Sweep,
};
pub use distances::{
    Ball, BallError, Beginning, Distances, Explored, FiledError, FiledSearch, Gauge, Guide, Met,
    Move, Obstacle, Path, Paths, QueryError, Routes, SourceSet, Successor, Suggestion, Track,
    Tracks, Vertex, Walk, counts_up_to,
};
pub use goals::{GoalReach, Goals, ImpossibleGoal, Lookout, Unsolvable};
pub use verify::{Claim, NoRoom, Proved, Refuted};
