//! Answers from what has been explored: distances, shortest ways and their number, goals, the farthest; and how
//! many configurations can be reached, which takes no search.
//!
//! This layer reads marks and files, and writes none; it looks at configurations only to judge goals
//! and to say what a way consists of.

mod array;
mod ball;
mod bounds;
mod component;
mod components;
mod count;
mod demands;
mod diameter;
mod explored;
mod feasible;
mod filed;
mod gauge;
mod goal_table;
mod goals;
mod group;
mod guide;
mod inquiry;
mod judge;
mod landmarks;
mod leaves;
mod lookout;
mod orbits;
mod pair_list;
mod path;
mod proof;
mod routes;
mod shuffle;
mod singles;
mod spread;
mod successor;
mod sweep;
mod tracks;
mod unsolvable;
mod vertices;
mod walk;
mod waves;

pub use array::NoRoom;
pub use ball::{Ball, BallError, Met, Vertex};
pub use component::{Component, ComponentError, Reached};
pub use components::{Components, ComponentsError};
pub use count::{Count, CountError, Factor, TooManyTiles};
pub use diameter::{Diameter, DiameterError, Effort, Measurement, Proof, Stage};
pub use explored::{Beginning, Distances, Explored, QueryError, counts_up_to};
pub use filed::{FiledError, FiledSearch};
pub use gauge::Gauge;
pub use goals::{GoalReach, Goals};
pub use group::{Group, OrbitError, Permutation, Sort};
pub use guide::{Guide, Suggestion};
pub use lookout::Lookout;
pub use path::{Move, Path};
pub use proof::{Claim, Proved, Refuted};
pub use routes::{Paths, Routes};
pub use successor::Successor;
pub use sweep::Sweep;
pub use tracks::{Track, Tracks};
pub use unsolvable::{ImpossibleGoal, Unsolvable};
pub use walk::{Obstacle, Walk};
