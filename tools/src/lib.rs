//! Shared parts of the developers' programs: baselines, timed searches, memory and processor
//! measurement.

pub mod cgroup;
pub mod core_stopwatch;
pub mod draw;
pub mod foreign_load;
pub mod hash_map_moves;
pub mod hash_map_search;
pub mod memory;
pub mod number_argument;
pub mod plain_fill;
pub mod trial;
