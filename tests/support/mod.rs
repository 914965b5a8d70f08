//! What the tests that use the crate from outside have in common. Each of them takes only some of it.

#![allow(dead_code)]

pub mod catalogue;
pub mod cores;
pub mod exploration;
pub mod position;
pub mod random;
pub mod replay;
pub mod skipped;
