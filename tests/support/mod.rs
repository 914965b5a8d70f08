//! Helpers shared by the integration tests and tools; each uses only some of them.

#![allow(dead_code)]

pub mod catalogue;
pub mod cores;
pub mod exploration;
pub mod position;
pub mod random;
pub mod replay;
pub mod skipped;
