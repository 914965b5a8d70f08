//! Helpers shared by the integration tests and tools; each uses only some of them.

#![allow(dead_code)]

pub(crate) mod catalogue;
pub(crate) mod cores;
pub(crate) mod exploration;
pub(crate) mod position;
pub(crate) mod random;
pub(crate) mod replay;
pub(crate) mod skipped;
pub(crate) mod source_files;
pub(crate) mod stores;
