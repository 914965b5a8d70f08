//! Shared parts of the developers' programs: baselines, timed searches, memory and processor
//! measurement.

pub mod draw;
pub mod group;
pub mod memory;
pub mod others;
pub mod plain;
pub mod rival;
pub mod trial;
pub mod watch;
